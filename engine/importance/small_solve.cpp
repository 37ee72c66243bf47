#include "importance/small_solve.h"

#include <Eigen/Eigenvalues>

namespace omega::importance {

std::vector<double> solve_symmetric(const std::vector<double>& matrix, const std::vector<double>& right) {
  const auto size = static_cast<Eigen::Index>(right.size());
  const Eigen::Map<const Eigen::MatrixXd> a(matrix.data(), size, size);
  const Eigen::Map<const Eigen::VectorXd> b(right.data(), size);
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> parts(a);
  Eigen::VectorXd along = parts.eigenvectors().transpose() * b;
  const double least = 1e-12 * parts.eigenvalues().cwiseAbs().maxCoeff();
  for (Eigen::Index i = 0; i < size; ++i)
    along[i] = parts.eigenvalues()[i] > least ? along[i] / parts.eigenvalues()[i] : 0;
  const Eigen::VectorXd x = parts.eigenvectors() * along;
  return {x.data(), x.data() + size};
}

}  // namespace omega::importance

#include "math/pseudo_inverse.h"

#include <Eigen/SVD>

namespace omega {

/// By way of (Aᵀ)⁺ = (A⁺)ᵀ: Eigen's matrices lie by columns; decomposing by rows takes half as long again to compile.
Matrix<double> pseudo_inverse(const Matrix<double>& square) {
  using Dense = Eigen::MatrixXd;
  const Index size = square.rows();
  const Eigen::BDCSVD<Dense> svd(Eigen::Map<const Dense>(square.data(), size, size),
                                 Eigen::ComputeFullU | Eigen::ComputeFullV);
  const auto& sigma = svd.singularValues();
  const double smallest = static_cast<double>(size) * 0x1p-52 * sigma(0);
  const Eigen::VectorXd inverted = (sigma.array() > smallest).select(sigma.array().inverse(), 0.0);
  Matrix<double> z(size, size);
  Eigen::Map<Dense>(z.data(), size, size) = svd.matrixV() * inverted.asDiagonal() * svd.matrixU().transpose();
  return z;
}

}  // namespace omega

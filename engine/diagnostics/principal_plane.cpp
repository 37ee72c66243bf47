#include "diagnostics/principal_plane.h"

#include <Eigen/Eigenvalues>
#include <Eigen/QR>
#include <algorithm>

namespace omega {

namespace {

constexpr Index kFew = 256;   // dimensions: all directions at once are found within a frame
constexpr Index kBeside = 6;  // further directions in the block: the gap to the one after them sets its pace
constexpr int kMostRounds = 300;
constexpr double kStill = 1e-9;  // of the variances, from round to round

/// Orthonormal columns, the same for the same matrix: columns of the matrix where its diagonal is largest.
Eigen::MatrixXd first_block(const Eigen::Map<const Eigen::MatrixXd>& covariance, Index width) {
  std::vector<Index> order(static_cast<std::size_t>(covariance.rows()));
  for (Index d = 0; d < covariance.rows(); ++d) order[static_cast<std::size_t>(d)] = d;
  std::partial_sort(order.begin(), order.begin() + width, order.end(),
                    [&](Index a, Index b) { return covariance(a, a) > covariance(b, b); });
  Eigen::MatrixXd block(covariance.rows(), width);
  for (Index c = 0; c < width; ++c) block.col(c) = covariance.col(order[static_cast<std::size_t>(c)]);
  return block;
}

Eigen::MatrixXd orthonormal(const Eigen::MatrixXd& block) {
  const Eigen::HouseholderQR<Eigen::MatrixXd> qr(block);
  return qr.householderQ() * Eigen::MatrixXd::Identity(block.rows(), block.cols());
}

}  // namespace

Subspace principal_directions(const Moments& moments, Index rank, const Progress& progress) {
  const Index D = moments.covariance.rows();
  if (D <= kFew || rank < 1 || rank + kBeside > D) return principal_subspace(moments, rank).subspace;
  const Eigen::Map<const Eigen::MatrixXd> covariance(moments.covariance.data(), D,
                                                     D);  // symmetric: order does not matter
  const Index width = rank + kBeside;
  Eigen::MatrixXd block = orthonormal(first_block(covariance, width));
  Eigen::VectorXd before = Eigen::VectorXd::Zero(rank);
  for (int round = 0; round < kMostRounds; ++round) {
    progress.check();
    const Eigen::MatrixXd image = covariance * block;
    // Within the block the directions are found exactly (Rayleigh and Ritz), largest last.
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> within(block.transpose() * image);
    const Eigen::VectorXd variances = within.eigenvalues().tail(rank);
    const bool isLast = round + 1 == kMostRounds || (variances - before).norm() <= kStill * variances.norm();
    block = isLast ? Eigen::MatrixXd(block * within.eigenvectors()) : orthonormal(image * within.eigenvectors());
    if (isLast) break;
    before = variances;
  }
  std::vector<std::vector<double>> directions;
  for (Index r = 0; r < rank; ++r) {
    Eigen::VectorXd direction = block.col(width - 1 - r);
    Index largest = 0;
    direction.cwiseAbs().maxCoeff(&largest);
    if (direction[largest] < 0) direction = -direction;
    directions.emplace_back(direction.data(), direction.data() + D);
  }
  return {moments.mean, directions};
}

}  // namespace omega

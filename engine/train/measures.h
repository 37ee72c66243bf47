// What is measured on a trained model: the paper's gradient statistics (Table 14), eigenvalues of learned covariances
// (Tables 4, 9-12), the variance of its outputs (section 4.1), and what any head attends to.
#pragma once

#include <span>

#include "train/batch_pass.h"
#include "train/record.h"

namespace omega::train {

/// `count` of the examples, as many of each class as of any other where there are enough.
std::vector<Index> balanced_subset(const TaskData& data, std::span<const Index> examples, Index count);
/// `count` of the examples, or all of them: of each class its share, rounded so that the sum is right, and its first
/// ones. The first `count` alone would not do: examples stand as they were drawn, and rare classes are filled last.
std::vector<Index> proportional_subset(const TaskData& data, std::span<const Index> examples, Index count);

/// Gradients of single examples' losses at the classifier's input neurons, over `examples` and `draws` redraws of the
/// noise: mean and standard deviation of the absolute value at each neuron, averaged over the neurons (appendix E.3 has
/// 50 × 50). Afterwards the model's noise is that of `draw` again.
struct GradientStatistics {
  double mean = 0, deviation = 0;
};
GradientStatistics gradient_statistics(Model<float>& model, const TaskData& data, std::span<const Index> examples,
                                       Index draws, std::uint32_t seed, std::uint32_t draw,
                                       const Progress& progress = {});

/// Those of every head; empty where the kernel is no mixture of Gaussians.
std::vector<HeadEigenvalues> covariance_eigenvalues(const Model<float>& model);

/// RSD, PI, VA and AGV over `passes` passes with fresh noise each.
VarianceRecord output_variance(Model<float>& model, BatchPass<float>& pass, const TaskData& data,
                               std::span<const Index> examples, Index passes, std::uint32_t seed, std::uint32_t draw,
                               const Progress& progress = {});

/// Norms of the parts of a gradient that belong to layer 0, 1 ..
std::vector<double> layer_norms(const ParameterTable& table, const float* gradient, Index layers);

/// One head of one example as the model sees it: q, k, v as they leave their projections (not times √τ), and the matrix
/// A of its attention, y = A v; and the class that the model predicts.
struct HeadView {
  Matrix<float> q, k, v, attention;
  Index predicted = 0;
};
HeadView look_at_head(const Model<float>& model, const TaskData& data, Index example, Index layer, Index head);

/// The estimate φ(t e_d)·φ(0) of a learned kernel by the frequencies in use, along each axis e_d of a head: one row a
/// dimension, one column a position t. Nothing where no kernel is learned.
Matrix<double> kernel_along_axes(const Model<float>& model, Index layer, Index head, std::span<const double> positions);

}  // namespace omega::train

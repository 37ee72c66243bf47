// From a trained model to the engine's estimators: all heads on one example as one sequence of many heads, with what
// they have learned under the names that the estimators know.
#pragma once

#include "core/call.h"
#include "train/model.h"

namespace omega::train {

/// Q, K and V ([layers·heads, L, D], heads counted over all layers) as they leave their projections, and what the
/// kernels learn: mu and S of gmm, S, G and B of fastfood, the network of generative, maps and places of means of mis,
/// lara and eva. Their noise is not among them: the estimators draw the same, at stream_of().
Arrays head_arrays(const Model<float>& model, const TaskData& data, Index example);

/// The seed and draw with which the estimators draw the noise that the model has at `draw`. What FastFood draws beside
/// what it learns is drawn once, at 0.
Stream stream_of(const TrainPlan& plan, std::uint32_t draw);

}  // namespace omega::train

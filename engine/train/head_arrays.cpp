#include "train/head_arrays.h"

#include <algorithm>
#include <cmath>

namespace omega::train {

namespace {

constexpr std::string_view kKernel = "attention.kernel.";

/// Of one layer: its heads' rows, put where they belong among all heads.
void put_rows(const View<float>& rows, double factor, const ModelSettings& model, Index layer, Array& into) {
  const Index L = into.shape()[1], D = model.head_width();
  for (Index h = 0; h < model.heads; ++h) {
    float* to = into.data<float>() + (layer * model.heads + h) * L * D;
    for (Index n = 0; n < L; ++n)
      for (Index d = 0; d < D; ++d)
        to[n * D + d] = static_cast<float>(factor * static_cast<double>(rows(n, h * D + d)));
  }
}

/// A learned array of one layer among those of all. Where its heads share it, each has a copy; of the places of
/// proposals only those that an example of `length` tokens has.
void put_parameter(const Parameter& parameter, const float* values, const ModelSettings& model, Index layer,
                   Index length, Arrays& arrays) {
  const std::string name = parameter.name.substr(parameter.name.find(kKernel) + kKernel.size());
  const bool is_shared = model.attention == AttentionKind::generative;
  Shape shape = parameter.shape;
  if (is_shared) shape.insert(shape.begin(), model.heads);
  const Index there = static_cast<Index>(element_count(shape)) / model.heads;  // of a head
  if (model.learns_proposals() && name == "mu") shape[1] = std::min(shape[1], length);
  const Index each = static_cast<Index>(element_count(shape)) / model.heads;
  shape.front() *= model.layers;
  float* to = arrays.try_emplace(name, Dtype::f32, shape).first->second.data<float>() + layer * model.heads * each;
  for (Index h = 0; h < model.heads; ++h)
    std::copy_n(values + parameter.offset + (is_shared ? 0 : h * there), each, to + h * each);
}

}  // namespace

Arrays head_arrays(const Model<float>& model, const TaskData& data, Index example) {
  const ModelSettings& settings = model.settings();
  Workspace<float> work(model, 1);
  const std::array<Index, 1> one = {example};
  work.forward({data, one, 0, {}});
  const Shape shape = {settings.layers * settings.heads, data.length_of(example), settings.head_width()};
  Arrays arrays;
  for (const char* name : {"Q", "K", "V"}) arrays.emplace(name, Array(Dtype::f32, shape));
  // The model's q and k come times √τ = D^−¼.
  const double unscaled = std::sqrt(std::sqrt(static_cast<double>(settings.head_width())));
  for (Index layer = 0; layer < settings.layers; ++layer) {
    const Network<float>::Projections& rows = work.network().heads[static_cast<std::size_t>(layer)];
    put_rows(rows.q.view(), unscaled, settings, layer, arrays.at("Q"));
    put_rows(rows.k.view(), unscaled, settings, layer, arrays.at("K"));
    put_rows(rows.v.view(), 1, settings, layer, arrays.at("V"));
  }
  for (const Parameter& parameter : model.table().all())
    if (parameter.name.find(kKernel) != std::string::npos)
      put_parameter(parameter, model.parameters(), settings, std::stoi(parameter.name.substr(7)), shape[1],
                    arrays);  // "layers.N."
  return arrays;
}

Stream stream_of(const TrainPlan& plan, std::uint32_t draw) {
  const bool is_drawn_once =
      plan.model.attention == AttentionKind::fastfood && plan.model.fastfood != FastfoodLearning::none;
  return {plan.training.seed, is_drawn_once ? 0 : draw, 0};
}

}  // namespace omega::train

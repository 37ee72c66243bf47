// The transformer of the sparsity task (specification, section 9): cells → embedding + learned positions → layers →
// the first position → hidden layer with GELU → 9 classes.
//
// A shard is a few examples that go through together, about kShardRows tokens, so that what one layer reads and writes
// stays in the second cache; a thread works on one shard at a time, with all memory in a Workspace made beforehand.
#pragma once

#include <span>
#include <string>

#include "train/encoder_layer.h"
#include "train/sparsity_task.h"

namespace omega::train {

constexpr Index kShardRows = 256;

/// Memory for one shard, forward and backward.
template <class T>
class Workspace {
 public:
  Workspace(const ModelSettings& model, Index examples, const EncoderLayer<T>& any_layer);

  std::vector<LayerRows<T>> layers;
  std::vector<SharedRows<T>> shared;  // one
  View<T> embedded, last, dout;       // tokens × width
  View<T> last_normal;                // pre-norm: of the last layer norm
  T* last_deviations = nullptr;
  View<T> first, dfirst, hidden, active, dactive;  // examples × width
  View<T> logits, dlogits;                         // examples × classes

 private:
  void carve(Carver<T>& run, const ModelSettings& model, Index examples, const EncoderLayer<T>& any_layer);
  Buffer<T> memory_;
};

/// What a shard is and where it stands in its batch.
struct Shard {
  const SparsityData& data;
  std::span<const Index> examples;
  double dropout = 0;
  DropoutPlace place;
};

struct ShardResult {
  double loss = 0;  // summed over examples
  Index correct = 0;
  Index floored = 0;  // denominators kept away from 0
};

template <class T>
class Model {
 public:
  explicit Model(const ModelSettings& settings);

  const ModelSettings& settings() const { return settings_; }
  const ParameterTable& table() const { return table_; }
  T* parameters() { return parameters_.data(); }
  const T* parameters() const { return parameters_.data(); }
  /// A gradient is as long as the parameters and the shared rows of all heads together.
  Index gradient_count() const { return table_.count() + static_cast<Index>(rows_.size()); }

  void initialise(std::uint32_t seed);
  /// New noise for every head.
  void redraw(std::uint32_t seed, std::uint32_t draw);
  /// The shared rows from noise and parameters; after either has changed.
  void make_rows();
  /// Where the shared rows of one layer come from; nullptr where there are none.
  const FrequencySource<T>* source(Index layer) const { return layers_[static_cast<std::size_t>(layer)]->source(); }
  /// The shared rows of one layer (heads · rows × head width); a view of nothing where there are none.
  View<const T> rows(Index layer) const { return layer_rows(rows_.data(), layer); }

  Index shard_examples() const { return std::max(Index{1}, kShardRows / settings_.length); }
  Workspace<T> make_workspace() const { return {settings_, shard_examples(), *layers_.front()}; }

  ShardResult forward(const Shard& shard, Workspace<T>& work) const;
  /// Adds the gradient of weight·(summed loss); after forward() of the same shard.
  void backward(const Shard& shard, Workspace<T>& work, double weight, T* gradient) const;
  /// From the gradient of the shared rows to that of the kernels' parameters.
  void kernel_gradient(T* gradient) const;
  /// Where numbers first stop being finite in a workspace: "layer 2", "the classifier", "" where nowhere.
  std::string first_nonfinite(const Workspace<T>& work, Index examples) const;

  /// Parameters of the classifier, whose gradients the paper's Table 14 is about.
  std::size_t classifier_weight() const { return output_.weight; }

 private:
  struct Part {
    std::size_t weight = 0, bias = 0;
  };
  View<T> in(std::size_t number) { return table_[number].in(parameters_.data()); }
  View<const T> in(std::size_t number) const { return table_[number].in(parameters_.data()); }
  View<const T> layer_rows(const T* all, Index layer) const;
  typename EncoderLayer<T>::Context context(const Shard& shard, Index layer) const;
  void embed(const Shard& shard, View<T> out) const;
  void embed_gradient(const Shard& shard, View<const T> dx, T* gradient) const;
  View<const T> input_of(const Workspace<T>& work, Index layer, Index rows) const;
  ShardResult classify(const Shard& shard, Workspace<T>& work, View<const T> last) const;
  void classify_gradient(const Shard& shard, Workspace<T>& work, double weight, T* gradient) const;

  ModelSettings settings_;
  ParameterTable table_;
  std::vector<std::unique_ptr<EncoderLayer<T>>> layers_;
  std::size_t embedding_ = 0, positions_ = 0;
  Part last_norm_, hidden_, output_;
  Buffer<T> parameters_;
  Buffer<T> rows_;  // shared rows, layer by layer
};

}  // namespace omega::train

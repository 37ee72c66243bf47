// The transformer of a task on the CPU: its parameters, what its kernels draw and make of that, and its network
// (network.h) for one shard of examples.
//
// A shard is a few examples that go through together, about kShardRows tokens, so that what one layer reads and writes
// stays in the second-level cache; a thread works on one shard at a time, its memory in a Workspace made beforehand.
#pragma once

#include <cmath>
#include <memory>
#include <span>
#include <string>

#include "train/host_kernels.h"
#include "train/network.h"

namespace omega::train {

constexpr Index kShardRows = 256;

/// Which numbers of a batch are dropped is a function of this and the place in the model alone.
struct DropoutPlace {
  std::uint32_t seed = 0;
  std::uint32_t step = 0;
  Index example = 0;  // in the batch
};

/// What a shard is and where it stands in its batch.
struct Shard {
  const TaskData& data;
  std::span<const Index> examples;
  double dropout = 0;  // the model's, or 0 where nothing is trained
  DropoutPlace place;  // of the first example
};

struct ShardResult {
  double loss = 0;  // summed over examples
  Index correct = 0;
  Index floored = 0;  // denominators kept away from 0
};

/// What a batch comes to.
struct BatchTotals {
  double loss = 0;  // mean over examples
  double accuracy = 0;
  Index floored = 0;
  std::string nonfinite;  // where the loss first stopped being a number; else empty
  double norm = 0;        // of the gradient of a step, before it is clipped

  bool is_number() const { return std::isfinite(loss) && std::isfinite(norm); }
};

template <class T>
class Model;

/// One shard's network with its memory.
template <class T>
class Workspace {
 public:
  Workspace(const Model<T>& model, Index examples);
  Workspace(Workspace&&) = delete;

  /// Loss and logits of the shard; each example's loss counts `weight` times in the gradient.
  ShardResult forward(const Shard& shard, double weight = 1);
  /// Adds to the gradient of parameters and shared rows; after forward().
  void backward() { tape_->start_backward(); }
  std::span<T> gradient() { return {gradient_.data(), gradient_.size()}; }
  /// Where numbers of the latest forward() first stop being finite: "layer 2", "the classifier", or "" if nowhere.
  std::string first_nonfinite() const;

  const Network<T>& network() const { return *network_; }
  std::uint64_t bytes() const { return tape_->bytes() + gradient_.size() * sizeof(T); }

 private:
  NetworkPlaces<T> places(const Model<T>& model);
  void place(const Shard& shard);

  Index length_, count_ = 0;  // of examples in the latest shard
  bool pads_;
  Buffer<T> gradient_;
  std::vector<std::int32_t> labels_;
  std::vector<std::int32_t> lengths_, chosen_;  // of the shard's examples; the first of them, then −1
  cuda::TrainNumbers numbers_{};
  cuda::TrainSums sums_{};
  std::unique_ptr<Network<T>> network_;
  HostTape<T> tape_;
};

template <class T>
class Model {
 public:
  explicit Model(const ModelSettings& settings);
  Model(Model&&) noexcept;
  ~Model();

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
  const FrequencySource<T>* source(Index layer) const { return sources_[static_cast<std::size_t>(layer)].get(); }
  /// The shared rows of one layer (heads · rows × columns of their source); a view of nothing where there are none.
  View<const T> rows(Index layer) const;

  Index shard_examples() const { return std::max(Index{1}, kShardRows / settings_.length); }
  /// Room for shards of at most so many examples.
  Workspace<T> make_workspace() const { return {*this, shard_examples()}; }

  /// Carries the gradient of the shared rows back to the kernels' parameters, and adds it there; after make_rows().
  void kernel_gradient(std::span<T> gradient);

  /// The number of the classifier's output weights; the paper's Table 14 is about gradients at their inputs.
  std::size_t classifier_weight() const { return classifier_; }

 private:
  class SharedRows;

  void declare();
  void declare_layer(Index number);
  void place_on_grid();

  ModelSettings settings_;
  ParameterTable table_;
  std::vector<std::unique_ptr<FrequencySource<T>>> sources_;  // of each layer
  std::size_t classifier_ = 0;
  Buffer<T> parameters_;
  Buffer<T> rows_;  // shared rows, layer by layer
  std::unique_ptr<SharedRows> shared_rows_;
};

}  // namespace omega::train

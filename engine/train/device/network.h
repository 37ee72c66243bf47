// Network: the transformer of train/model.h for a batch of examples, written on a tape.
#pragma once

#include <vector>

#include "train/device/frequencies.h"
#include "train/device/heads.h"

namespace omega::train {

/// Addresses on the device that the network reads and writes, beside what is on its tape.
struct NetworkPlaces {
  float *parameters = nullptr, *gradient = nullptr;
  cuda::TrainNumbers* numbers = nullptr;
  cuda::TrainSums* sums = nullptr;
  std::int32_t* labels = nullptr;  // of the shard's examples
};

class Network {
 public:
  /// `stream_seed`: of the dropout's noise.
  Network(cuda::Tape& tape, const Model<float>& model, const NetworkPlaces& places, std::uint32_t stream_seed,
          Index examples);

  /// What the heads share that never changes; and what was drawn.
  void upload_constants(cuda::Session& session) const;
  void upload_drawn(const Model<float>& model, cuda::Session& session) const;

  cuda::Tensor indicators;           // of cells: examples·length × 3
  cuda::Tensor logits;               // examples × classes
  std::vector<cuda::Tensor> inputs;  // of each layer, and what leaves the last one

 private:
  cuda::Tensor linear(const cuda::Tensor& x, const std::string& name);
  cuda::Tensor norm(const cuda::Tensor& x, const std::string& name);
  cuda::Tensor attention(const cuda::Tensor& x, Index layer);
  cuda::Tensor feed(const cuda::Tensor& x, Index layer);
  cuda::Tensor dropped(const cuda::Tensor& x, Index site);
  cuda::Tensor layer(const cuda::Tensor& x, Index number);

  cuda::Tape& tape_;
  const ModelSettings& model_;
  NetworkPlaces places_;
  std::uint32_t seed_;
  Index examples_;
  ParameterTensors parameters_;
  HeadConstants constants_;
  std::vector<DrawnTensors> drawn_;
};

}  // namespace omega::train

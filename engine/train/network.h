// Network: the transformer of the sparsity task for a batch of examples (specification, section 9), written on a tape:
// cells → embedding + learned positions → layers → the first position → hidden layer with GELU → 9 classes.
//
//   post-norm   m = LN(x + attention(x)),   out = LN(m + ff(m))            ff(x) = gelu(x W_1ᵀ + b_1) W_2ᵀ + b_2
//   pre-norm    m = x + attention(LN(x)),   out = m + ff(LN(m))
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "train/frequencies.h"
#include "train/heads.h"

namespace omega::train {

/// What the network reads and writes beside what is on its tape.
template <class T>
struct NetworkPlaces {
  ParameterTensors<T> parameters;
  std::function<Tensor<T>(Index layer, Index head)> shared;  // the rows that a head shares among examples
  cuda::TrainNumbers* numbers = nullptr;
  cuda::TrainSums* sums = nullptr;
  std::int32_t* labels = nullptr;  // of the examples
};

template <class T>
class Network {
 public:
  Network(Tape<T>& tape, const ModelSettings& model, const NetworkPlaces<T>& places, Index examples);

  /// What never changes, to where the tape has it.
  void upload_constants() const { upload(tape_, segments_); }

  /// Of all heads of one layer side by side; q and k times √τ.
  struct Projections {
    Tensor<T> q, k, v;
  };

  Tensor<T> indicators;            // of cells: examples·length × 3
  Tensor<T> logits, dlogits;       // examples × classes, and the gradient of the loss by them
  std::vector<Tensor<T>> inputs;   // of each layer, and what leaves the last one
  std::vector<Projections> heads;  // of each layer

 private:
  Tensor<T> linear(const Tensor<T>& x, const std::string& name, double factor = 1);
  Tensor<T> norm(const Tensor<T>& x, const std::string& name);
  Tensor<T> attention(const Tensor<T>& x, Index layer);
  Tensor<T> feed(const Tensor<T>& x, Index layer);
  Tensor<T> dropped(const Tensor<T>& x, Index site);
  Tensor<T> layer(const Tensor<T>& x, Index number);

  Tape<T>& tape_;
  ModelSettings model_;
  NetworkPlaces<T> places_;
  Index examples_;
  Segments<T> segments_;
};

}  // namespace omega::train

// Network: the transformer of a task for a batch of examples (specification, section 9), written on a tape:
// tokens → embedding + learned positions → layers → the token that is read, or their mean → hidden layer with GELU →
// classes.
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
  std::function<Tensor<T>(Index layer, Range heads)> shared;  // the rows that heads share among examples
  cuda::TrainNumbers* numbers = nullptr;
  cuda::TrainSums* sums = nullptr;
  std::int32_t* labels = nullptr;  // of the examples
};

template <class T>
class Network {
 public:
  Network(Tape<T>& tape, const ModelSettings& model, const NetworkPlaces<T>& places, Index examples);

  /// What never changes, to where the tape has it.
  void upload_constants() const;
  /// Where a task pads: what follows from the lengths of the examples that are `chosen` of all, −1 standing for none.
  void fill_padding(const std::int32_t* lengths, const std::int32_t* chosen) const;

  /// What all heads of one layer have, side by side; q and k times √τ.
  struct Projections {
    Tensor<T> q, k, v;
  };

  Tensor<T> indicators;            // of tokens: examples·length × columns
  Tensor<T> logits, dlogits;       // examples × classes, and the gradient of the loss by them
  std::vector<Tensor<T>> inputs;   // of each layer, and what leaves the last one
  std::vector<Projections> heads;  // of each layer

 private:
  Tensor<T> read(const Tensor<T>& last);
  Tensor<T> linear(const Tensor<T>& x, const std::string& name, double factor = 1);
  Tensor<T> norm(const Tensor<T>& x, const std::string& name, const Tensor<T>& more = {});
  Tensor<T> attention(const Tensor<T>& x, Index layer);
  Tensor<T> feed(const Tensor<T>& x, Index layer);
  Tensor<T> dropped(const Tensor<T>& x, Index site);
  Tensor<T> layer(const Tensor<T>& x, Index number);

  Tape<T>& tape_;
  ModelSettings model_;
  NetworkPlaces<T> places_;
  Index examples_;
  Surroundings<T> around_;
  Tensor<T> reading_;  // 1 × length: how much of each token the classifier reads; nothing: the first alone
};

}  // namespace omega::train

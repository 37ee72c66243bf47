// Frequencies of learned kernels, written on a tape, from what is drawn and what is learned (frequency_source.h).
#pragma once

#include <string>

#include "train/frequency_source.h"
#include "train/heads.h"

namespace omega::train {

/// Parameters by their names, as matrices with their gradients.
template <class T>
class ParameterTensors {
 public:
  ParameterTensors(const ParameterTable& table, T* parameters, T* gradient)
      : table_(table), parameters_(parameters), gradient_(gradient) {}
  Tensor<T> operator()(const std::string& name) const;

 private:
  const ParameterTable& table_;
  T *parameters_, *gradient_;
};

/// What one layer draws, on a tape: normals, one head below the other; of fastfood S, G and B, one row a block, the
/// first columns of ΠH, block below block, and H itself.
template <class T>
class DrawnTensors {
 public:
  DrawnTensors(Tape<T>& tape, const ModelSettings& model, const FrequencySource<T>* source);
  /// Copies what the source has drawn to where the tape has it.
  void upload(const FrequencySource<T>& source, const Tape<T>& tape) const;

  Tensor<T> noise, S, G, B, shuffled, walsh;

 private:
  Index width_ = 0;
};

// Each of the following is of some heads of one layer, a part of a tensor for each.

/// What the means of queries ("q") or keys ("k") go through; nothing where nothing is learned of them.
template <class T>
MeanMap<T> mean_map(const ModelSettings& model, const ParameterTensors<T>& parameters, Index layer, Range heads,
                    const std::string& side);

/// μ_c, one row each; nothing where they are not learned.
template <class T>
Tensor<T> learned_centres(const ModelSettings& model, const ParameterTensors<T>& parameters, Index layer, Range heads);

/// The frequencies or the noise that heads share among examples; nothing for attentions without.
template <class T>
Tensor<T> shared_rows(Tape<T>& tape, const ModelSettings& model, const DrawnTensors<T>& drawn,
                      const ParameterTensors<T>& parameters, Index layer, Range heads);

}  // namespace omega::train

// Frequencies of learned kernels, written on a tape: the equations of engine/train's frequency sources.
#pragma once

#include <string>

#include "cuda/tape.h"
#include "train/model.h"

namespace omega::train {

/// Parameters by their names, as matrices with their gradients.
class ParameterTensors {
 public:
  ParameterTensors(const ParameterTable& table, float* parameters, float* gradient)
      : table_(table), parameters_(parameters), gradient_(gradient) {}
  cuda::Tensor operator()(const std::string& name) const;

 private:
  const ParameterTable& table_;
  float *parameters_, *gradient_;
};

/// What one layer draws, on the device: normals, one head below the other; of fastfood S, G and B, a block's a row, and
/// ΠH in their first columns, block below block, with H itself.
class DrawnTensors {
 public:
  DrawnTensors(cuda::Tape& tape, const ModelSettings& model, const FrequencySource<float>* source);
  /// Copies what the source has drawn to the device.
  void upload(const FrequencySource<float>& source, cuda::Session& session) const;

  cuda::Tensor noise, S, G, B, shuffled, walsh;

 private:
  Index width_ = 0;
};

/// The frequencies or the noise that head `head` shares among examples; nothing for attentions without.
cuda::Tensor shared_rows(cuda::Tape& tape, const ModelSettings& model, const DrawnTensors& drawn,
                         const ParameterTensors& parameters, Index layer, Index head);

}  // namespace omega::train

// One head of attention for all examples of a batch, written on a tape: the equations of engine/train's heads.
#pragma once

#include "cuda/tape.h"
#include "train/settings.h"

namespace omega::train {

/// q and k times √τ, one matrix an example; `shared`: the frequencies or the noise that all examples share.
struct HeadTensors {
  cuda::Tensor q, k, v, shared;
};

/// What heads read that is the same for all of them and never learned.
struct HeadConstants {
  cuda::Tensor means;  // C × L: the means over C segments as a product
  cuda::Tensor mask;   // C × L: 0 in the segment, −∞ elsewhere
};

/// Returns y, one matrix an example. `kept_away` counts denominators.
cuda::Tensor attend(cuda::Tape& tape, const ModelSettings& model, const HeadTensors& in, const HeadConstants& constants,
                    const cuda::KeptAway& kept_away);

}  // namespace omega::train

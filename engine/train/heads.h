// One head of attention for all examples of a batch, written on a tape: nothing but its equations.
#pragma once

#include "train/settings.h"
#include "train/tape.h"

namespace omega::train {

/// q and k times √τ, one matrix an example; `shared`: the frequencies or the noise that all examples share.
template <class T>
struct HeadTensors {
  Tensor<T> q, k, v, shared;
};

/// The landmarks or groups of a model, which are the same for all of its heads and never learned.
template <class T>
Segments<T> segments_of(Tape<T>& tape, const ModelSettings& model);
/// Copies what is constant of them to where the tape has it.
template <class T>
void upload(const Tape<T>& tape, const Segments<T>& segments);

/// Writes y, one matrix an example. `kept_away` counts denominators.
template <class T>
void attend(Tape<T>& tape, const ModelSettings& model, const HeadTensors<T>& in, const Segments<T>& segments,
            const KeptAway& kept_away, const Tensor<T>& y);

}  // namespace omega::train

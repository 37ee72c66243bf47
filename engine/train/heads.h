// One head of attention for all examples of a batch, written on a tape: nothing but its equations.
#pragma once

#include <functional>

#include "train/settings.h"
#include "train/tape.h"

namespace omega::train {

/// What is learned of means: m ← γ∘LN(W m + b) + β, in the scale in which q and k leave their projections.
template <class T>
struct MeanMap {
  Tensor<T> W, b, gamma, beta;
};

/// q and k times √τ, one matrix an example; `shared`: the frequencies or the noise that all examples share; `centres`:
/// learned places μ_c of proposals.
template <class T>
struct HeadTensors {
  Tensor<T> q, k, v, shared;
  MeanMap<T> of_queries = {}, of_keys = {};
  Tensor<T> centres = {};
};

/// What is the same for all heads of a model and never learned: its landmarks or groups, and, where examples are
/// padded, which tokens there are.
template <class T>
struct Surroundings {
  Segments<T> segments;
  Tensor<T> keys;   // 1 × L: 0, far below where there is no token
  Tensor<T> there;  // L × 1: 1, 0 where there is no token
};
template <class T>
Surroundings<T> surroundings_of(Tape<T>& tape, const ModelSettings& model, Index examples = 1);
/// Copies the constants to the tape, where no example is padded.
template <class T>
void upload(const Tape<T>& tape, const ModelSettings& model, const Surroundings<T>& around);

/// Whether all heads go through one softmax, side by side: softmax, local and EVA, on a sequence, where the tape knows
/// how.
template <class T>
bool goes_together(const Tape<T>& tape, const ModelSettings& model);
/// Writes y of all heads; q, k and v of `all` and y have them side by side, head(h) is one of them.
template <class T>
void attend_together(Tape<T>& tape, const ModelSettings& model, const HeadTensors<T>& all,
                     const std::function<HeadTensors<T>(Index)>& head, const Surroundings<T>& around,
                     const Tensor<T>& y);

/// Writes y, one matrix an example. `kept_away` counts the denominators that were kept away from 0.
template <class T>
void attend(Tape<T>& tape, const ModelSettings& model, const HeadTensors<T>& in, const Surroundings<T>& around,
            const KeptAway& kept_away, const Tensor<T>& y);

}  // namespace omega::train

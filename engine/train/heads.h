// Heads of attention for all examples of a batch, one alone or all of a layer together, written on a tape: nothing but
// their equations.
#pragma once

#include "train/settings.h"
#include "train/tape.h"

namespace omega::train {

/// What is learned of means: m ← γ∘LN(W m + b) + β, in the scale in which q and k leave their projections.
template <class T>
struct MeanMap {
  Tensor<T> W, b, gamma, beta;
};

/// q and k times √τ, a matrix for each example and head; `shared`: the frequencies or the noise that examples share;
/// `centres`: learned places μ_c of proposals.
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

/// Writes y, a matrix for each example and head. `kept_away` counts the denominators that were kept away from 0.
template <class T>
void attend(Tape<T>& tape, const ModelSettings& model, const HeadTensors<T>& in, const Surroundings<T>& around,
            const KeptAway& kept_away, const Tensor<T>& y);

}  // namespace omega::train

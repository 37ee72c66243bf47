// Window attention: each block's queries over the keys of E^n, exactly, and over whatever else a method lets them see,
// in one softmax. local, scatterbrain, combiner, longshort and EVA compute it; they differ in what lies beyond E.
#pragma once

#include <functional>
#include <memory>
#include <span>

#include "core/call.h"
#include "cpu/lanes.h"
#include "estimators/windows.h"

namespace omega {

/// What a block sees besides E: columns with a logit for each query and a value of their own.
template <class T>
struct Beyond {
  Index columns = 0;
  Index unit = 1;  // so many columns belong together and are asked for together
  /// Logits of the scaled queries (their rows) against `columns`.
  std::function<void(View<const T> queries, Range columns, View<T> logits)> logits;
  View<const T> values;  // columns × Dv
  /// All columns as points, where the logits are q·p + bias; with_norm adds −‖q‖²/2, and then the last coordinate of
  /// each point is 1.
  LanePoints<T> points = {};
  bool with_norm = false;
  /// map += weights · (what each of `columns` is a mean of, in terms of the keys); for `attention` only.
  std::function<void(Range columns, View<const T> weights, View<T> map)> spread;
  std::shared_ptr<const void> owner;  // keeps alive what the above refer to and belongs to this block alone
};

template <class T>
struct WindowAttention {
  View<const T> q, k, v;  // q and k unscaled
  T root_scale;           // √τ
  Windows windows;
  bool causal = false;                                // inside E; what lies beyond hides later keys itself
  std::function<Beyond<T>(Index block)> beyond = {};  // none: E is all there is
};

/// With the windows that the options ask for.
template <class T>
WindowAttention<T> window_attention_of(const Call<T>& call) {
  return {call.unscaled_q,         call.unscaled_k, call.v, call.root_scale, windows_of(call.options, call.sizes.N),
          call.options.is_causal()};
}

/// y. Workspace: a few tiles a thread, and what `beyond` needs for the blocks at work.
template <class T>
void window_attention(const WindowAttention<T>& what, View<T> y, const Progress& progress);

/// The N×M matrix A with y = A·V.
template <class T>
void window_attention_map(const WindowAttention<T>& what, View<T> map, const Progress& progress);

/// y and A, where they are wanted.
template <class T>
void write_window_attention(const Call<T>& call, const WindowAttention<T>& what) {
  if (const View<T> y = call.output("y")) window_attention(what, y, call.progress);
  if (const View<T> map = call.output("attention")) window_attention_map(what, map, call.progress);
}

/// Hands over, tile by tile and in any order, the weights of some queries over what they see beyond their window.
template <class T>
using VisitWeights = std::function<void(std::span<const Index> queries, View<const T> weights)>;
template <class T>
void window_attention_beyond(const WindowAttention<T>& what, const VisitWeights<T>& visit, const Progress& progress);

}  // namespace omega

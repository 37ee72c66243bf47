// softmax, local and EVA: one softmax over the keys of a window and the groups' own keys (specification, sections 2, 6,
// 7).
//
//   y_n = [Σ_{m∈E^n} e^{a_nm} v_m + Σ_c e^{q_n·k̃_c} β̂_c] / [the same without values]
//   β̂_c = Σ_{m∈P_c} softmax_{m∈P_c}(ω_c·k_m − ‖k_m‖²/2) v_m,  ω_c = q̃_c + k̃_c + ε_c
//
// Weights are computed again in the backward pass from log Σ_m e^{a_nm}: nothing of size L×L is kept.
#include <algorithm>
#include <cmath>

#include "cpu/gemm.h"
#include "cpu/rows.h"
#include "cpu/vector_math.h"
#include "math/segments.h"
#include "train/carver.h"
#include "train/head_attention.h"
#include "train/segment_rows.h"

namespace omega::train {

namespace {

constexpr Index kTileNumbers = 1 << 16;  // of one tile of weights, so that a few tiles share the second cache

template <class T>
class WindowHead : public HeadAttention<T> {
 public:
  WindowHead(const HeadSizes& sizes, Index window, Index overlap, Index groups)
      : sizes_(sizes), window_(std::min(window, sizes.L)), overlap_(overlap), groups_(segments(sizes.L, groups)) {
    columns_ = std::min(sizes.L, window_ + 2 * overlap_) + count();
    tile_ = std::clamp(kTileNumbers / columns_, Index{8}, std::max(Index{8}, window_));
  }

  std::size_t saved_count() const override { return numbers_of<T, Saved>(*this); }
  std::size_t scratch_count() const override { return numbers_of<T, Scratch>(*this); }

  Index forward(const HeadInput<T>& in, View<T> y, T* saved_at, T* scratch_at) const override {
    Carver<T> saved_run(saved_at), scratch_run(scratch_at);
    Saved saved(saved_run, *this);
    Scratch scratch(scratch_run, *this);
    if (count() > 0) estimate_groups(in, saved);
    for_blocks([&](Range queries, Range keys) {
      const Seen seen = gather(in, keys, saved, scratch);
      for_tiles(queries, [&](Range rows) {
        const View<T> weights(scratch.weights.data, rows.size(), seen.k.rows);
        multiply_nt<T>(in.q.middle_rows(rows.begin, rows.size()), seen.k, weights);
        softmax_rows<T>(weights, saved.log_sums + rows.begin);
        multiply_nn<T>(weights, seen.v, y.middle_rows(rows.begin, rows.size()));
      });
    });
    return 0;
  }

  void backward(const HeadInput<T>& in, View<const T> y, View<const T> dy, const T* saved_at, T* scratch_at,
                const HeadGradient<T>& out) const override {
    Carver<T> saved_run(const_cast<T*>(saved_at)), scratch_run(scratch_at);
    const Saved saved(saved_run, *this);
    Scratch scratch(scratch_run, *this);
    clear(out.k);
    clear(out.v);
    clear(scratch.dmeans);
    clear(scratch.dbeta);
    for_blocks([&](Range queries, Range keys) {
      const Seen seen = gather(in, keys, saved, scratch);
      clear(scratch.dk);
      clear(scratch.dv);
      const View<T> dk = scratch.dk.middle_rows(0, seen.k.rows), dv = scratch.dv.middle_rows(0, seen.k.rows);
      for_tiles(queries, [&](Range rows) { tile_gradient(in, seen, rows, y, dy, saved, scratch, out.q, dk, dv); });
      add_scaled<T>(out.k.middle_rows(keys.begin, keys.size()), dk.middle_rows(0, keys.size()), T(1));
      add_scaled<T>(out.v.middle_rows(keys.begin, keys.size()), dv.middle_rows(0, keys.size()), T(1));
      if (count() == 0) return;
      add_scaled<T>(scratch.dmeans, dk.middle_rows(keys.size(), count()), T(1));
      add_scaled<T>(scratch.dbeta, dv.middle_rows(keys.size(), count()), T(1));
    });
    if (count() > 0) groups_gradient(in, saved, scratch, out);
  }

 private:
  struct Saved {
    T *log_sums, *group_weights;  // one a token
    View<T> omega, means, beta;   // ω_c, k̃_c, β̂_c
    Saved(Carver<T>& run, const WindowHead& of)
        : log_sums(run.run(of.sizes_.L)),
          group_weights(run.run(of.count() > 0 ? of.sizes_.L : 0)),
          omega(run.matrix(of.count(), of.sizes_.D)),
          means(run.matrix(of.count(), of.sizes_.D)),
          beta(run.matrix(of.count(), of.sizes_.Dv)) {}
  };
  struct Scratch {
    View<T> weights, dweights, k, v, dk, dv, dmeans, dbeta, domega;
    T* delta;
    Scratch(Carver<T>& run, const WindowHead& of)
        : weights(run.matrix(of.tile_, of.columns_)),
          dweights(run.matrix(of.tile_, of.columns_)),
          k(run.matrix(of.columns_, of.sizes_.D)),
          v(run.matrix(of.columns_, of.sizes_.Dv)),
          dk(run.matrix(of.columns_, of.sizes_.D)),
          dv(run.matrix(of.columns_, of.sizes_.Dv)),
          dmeans(run.matrix(of.count(), of.sizes_.D)),
          dbeta(run.matrix(of.count(), of.sizes_.Dv)),
          domega(run.matrix(of.count(), of.sizes_.D)),
          delta(run.run(of.tile_)) {}
  };
  struct Seen {
    View<const T> k, v;  // of the window, then of the groups
  };

  Index count() const { return static_cast<Index>(groups_.size()); }

  /// body(queries, keys) for each window.
  template <class Body>
  void for_blocks(Body&& body) const {
    for (Index begin = 0; begin < sizes_.L; begin += window_) {
      const Index end = std::min(sizes_.L, begin + window_);
      body(Range{begin, end}, Range{std::max(Index{0}, begin - overlap_), std::min(sizes_.L, end + overlap_)});
    }
  }
  template <class Body>
  void for_tiles(Range queries, Body&& body) const {
    for (Index n = queries.begin; n < queries.end; n += tile_) body(Range{n, std::min(queries.end, n + tile_)});
  }

  Seen gather(const HeadInput<T>& in, Range keys, const Saved& saved, Scratch& scratch) const {
    const View<const T> k = in.k.middle_rows(keys.begin, keys.size()), v = in.v.middle_rows(keys.begin, keys.size());
    if (count() == 0) return {k, v};
    copy_rows(k, scratch.k);
    copy_rows(v, scratch.v);
    copy_rows(View<const T>(saved.means), scratch.k.middle_rows(keys.size(), count()));
    copy_rows(View<const T>(saved.beta), scratch.v.middle_rows(keys.size(), count()));
    return {scratch.k.middle_rows(0, keys.size() + count()), scratch.v.middle_rows(0, keys.size() + count())};
  }
  static void copy_rows(View<const T> from, View<T> to) {
    for (Index r = 0; r < from.rows; ++r) std::copy_n(from.row(r), from.cols, to.row(r));
  }

  /// dlogit = weight∘(dy·v − dy·y); dq = dlogit k, dk += dlogitᵀ q, dv += weightᵀ dy.
  void tile_gradient(const HeadInput<T>& in, const Seen& seen, Range rows, View<const T> y, View<const T> dy,
                     const Saved& saved, Scratch& scratch, View<T> dq, View<T> dk, View<T> dv) const {
    const View<const T> q = in.q.middle_rows(rows.begin, rows.size()), own_dy = dy.middle_rows(rows.begin, rows.size());
    const View<T> weights(scratch.weights.data, rows.size(), seen.k.rows),
        dlogits(scratch.dweights.data, rows.size(), seen.k.rows);
    multiply_nt<T>(q, seen.k, weights);
    exponentials_of_rows<T>(weights, saved.log_sums + rows.begin);
    multiply_nt<T>(own_dy, seen.v, dlogits);
    row_products<T>(own_dy, y.middle_rows(rows.begin, rows.size()), scratch.delta);
    softmax_gradient_rows<T>(weights, scratch.delta, dlogits);
    multiply_nn<T>(dlogits, seen.k, dq.middle_rows(rows.begin, rows.size()));
    add_multiply_tn<T>(dlogits, q, dk);
    add_multiply_tn<T>(weights, own_dy, dv);
  }

  void estimate_groups(const HeadInput<T>& in, Saved& saved) const {
    mean_rows<T>(in.k, groups_, saved.means);
    mean_rows<T>(in.q, groups_, saved.omega);
    add_scaled<T>(saved.omega, saved.means, T(1));
    add_scaled<T>(saved.omega, in.shared, T(1));
    clear(saved.beta);
    for (Index c = 0; c < count(); ++c) {
      const Range group = groups_[static_cast<std::size_t>(c)];
      T* weights = saved.group_weights + group.begin;
      const View<const T> k = in.k.middle_rows(group.begin, group.size());
      row_products<T>(k, View<const T>(saved.omega.row(c), group.size(), sizes_.D, 0), weights);
      for (Index m = 0; m < group.size(); ++m)
        for (Index d = 0; d < sizes_.D; ++d) weights[m] -= T(0.5) * k(m, d) * k(m, d);
      softmax_rows<T>(View<T>(weights, 1, group.size()), nullptr);
      multiply_nn<T>(View<const T>(weights, 1, group.size()), in.v.middle_rows(group.begin, group.size()),
                     saved.beta.middle_rows(c, 1));
    }
  }

  /// From dβ̂ and dk̃: dlogit_m = w_m (v_m − β̂_c)·dβ̂_c, dω_c = Σ dlogit_m k_m, dk_m += dlogit_m (ω_c − k_m).
  void groups_gradient(const HeadInput<T>& in, const Saved& saved, Scratch& scratch, const HeadGradient<T>& out) const {
    clear(scratch.domega);
    for (Index c = 0; c < count(); ++c)
      for (Index m = groups_[static_cast<std::size_t>(c)].begin; m < groups_[static_cast<std::size_t>(c)].end; ++m) {
        const T weight = saved.group_weights[m];
        T dlogit = 0;
        for (Index d = 0; d < sizes_.Dv; ++d) {
          dlogit += weight * (in.v(m, d) - saved.beta(c, d)) * scratch.dbeta(c, d);
          out.v(m, d) += weight * scratch.dbeta(c, d);
        }
        for (Index d = 0; d < sizes_.D; ++d) {
          scratch.domega(c, d) += dlogit * in.k(m, d);
          out.k(m, d) += dlogit * (saved.omega(c, d) - in.k(m, d));
        }
      }
    add_scaled<T>(scratch.dmeans, scratch.domega, T(1));
    mean_rows_gradient<T>(scratch.dmeans, groups_, out.k);
    mean_rows_gradient<T>(scratch.domega, groups_, out.q);
  }

  HeadSizes sizes_;
  Index window_, overlap_;
  std::vector<Range> groups_;
  Index columns_, tile_;
};

}  // namespace

template <class T>
std::unique_ptr<HeadAttention<T>> window_head(const HeadSizes& sizes, Index window, Index overlap, Index groups) {
  return std::make_unique<WindowHead<T>>(sizes, window, overlap, groups);
}

template std::unique_ptr<HeadAttention<float>> window_head<float>(const HeadSizes&, Index, Index, Index);
template std::unique_ptr<HeadAttention<double>> window_head<double>(const HeadSizes&, Index, Index, Index);

}  // namespace omega::train

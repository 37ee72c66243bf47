#include "cpu/causal_attention.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>

#include "cpu/gemm.h"
#include "cpu/lanes.h"
#include "cpu/parallel.h"
#include "cpu/vector_math.h"

namespace omega {

namespace {

constexpr Index kRowsTogether = 16;      // of a tile's triangle: what lies right of them is skipped
constexpr Index kMostTiles = 16;         // of a stretch: enough for any desktop's cores
constexpr Index kMostNumbers = 200'000;  // in all tiles of a stretch, where features are not too many
constexpr Index kFeaturesTogether = 16;
constexpr Index kAlike = 8;  // keys: their products round as a whole tile's do, those of one key do not

/// How far the exponential of a key may be above the reference: sums of such, times values, stay finite, and what
/// vanishes beside the reference is nothing.
template <class T>
const T kMostAbove = std::exp(sizeof(T) == 4 ? T(50) : T(300));

/// φ of a tile's keys, features × keys, and sums over them: at first those of the tile, then those of all keys before.
template <class T>
struct KeyTile {
  Matrix<T> phi, sums;
  Matrix<T> totals;  // 1 × features
};

/// The stretches, one after another: features of their keys, and sums before each tile.
template <class T>
class Stretches {
 public:
  Stretches(const CausalAttention<T>& what, View<const T> v, const Progress& progress)
      : what_(what),
        v_(v),
        progress_(progress),
        tile_(v.cols >= 48 ? 64 : 32),
        most_tiles_(std::clamp<Index>(kMostNumbers / (what.features * (tile_ + v.cols + 1)), 2, kMostTiles)),
        ones_(1, tile_, T(1)),
        sums_(what.features, v.cols, 0.0),
        totals_(1, what.features, 0.0),
        references_(static_cast<std::size_t>(references()), -std::numeric_limits<T>::infinity()) {
    most_tiles_ = std::min(most_tiles_, (what.tokens + tile_ - 1) / tile_);
    for (Index t = 0; t < most_tiles_; ++t)
      tiles_.push_back(
          {Matrix<T>(what.features, tile_), Matrix<T>(what.features, v.cols), Matrix<T>(1, what.features)});
  }

  /// Goes on to the next one; false after the last.
  bool next() {
    rows_ = {rows_.end, std::min(what_.tokens, rows_.end + tiles_now_ * tile_)};
    if (rows_.size() == 0) return false;
    settled_ = rows_.begin + 1;
    enter_features();
    raise_references();
    cut_ = rows_.end;
    const Index planned = rows_.end;
    parallel_tiles(planned - rows_.begin, tile_, progress_, [&](Range part) { sum_tile(part.begin / tile_, planned); });
    rows_.end = cut_;
    const Index last = (rows_.size() - 1) / tile_;
    if (cut_ < planned)
      for (Index t = 0; t <= last; ++t) sum_tile(t, rows_.end);
    tiles_now_ = cut_ < planned ? 1 : std::min(2 * tiles_now_, most_tiles_);
    parallel_tiles(active_, kFeaturesTogether, progress_, [&](Range features) { sum_before(features, last + 1); });
    settled_ = rows_.end;
    return true;
  }

  Range rows() const { return rows_; }
  Index tile() const { return tile_; }
  Index active() const { return active_; }
  const KeyTile<T>& of_tile(Index t) const { return tiles_[static_cast<std::size_t>(t)]; }
  View<const T> features_of_tile(Index t) const { return {of_tile(t).phi.data(), active_, tokens_of(t).size()}; }
  /// The tokens of tile t, those beyond the stretch too: the shapes of products must not depend on where it ends.
  Range tokens_of(Index t) const {
    const Index first = rows_.begin + t * tile_;
    return {first, std::min(what_.tokens, first + tile_)};
  }

  /// φ of some keys relative to the stretch's references, 0 from `end` on; phi has no gaps between its rows. Notes
  /// where the stretch has to be cut.
  void key_features(Range keys, Index end, View<T> phi) {
    Matrix<T> logits(what_.shared_logits ? 1 : 0, keys.size()),
        values(what_.key_values && !what_.shared_logits ? phi.rows : 0, keys.size());
    if (what_.shared_logits)
      what_.of_keys(keys, logits, phi);
    else
      what_.of_keys(keys, phi, what_.key_values ? values.view() : View<T>());
    exponentials(keys, end, what_.shared_logits ? logits.view() : phi);
    for (Index f = 0; what_.key_values && f < phi.rows; ++f) {
      const T* factors = what_.shared_logits ? logits.data() : values.row(f);
      T* row = phi.row(f);
      for (Index m = 0; m < phi.cols; ++m) row[m] *= factors[m];
    }
  }

  /// For the map, which needs no sums: the largest logits of all keys up to the stretch's first become the references,
  /// rounded as those of tiles from 0 on are. Far from others, they might leave nothing of any key.
  void refer_to_keys_so_far() {
    if (what_.shared_logits) return;
    const Index keys = rows_.begin + 1;
    Matrix<T> highest((keys + tile_ - 1) / tile_, active_);
    parallel_tiles(keys, tile_, progress_, [&](Range part) {
      const Matrix<T> logits = logits_of({part.begin, std::min(what_.tokens, part.begin + tile_)});
      T* const own = highest.row(part.begin / tile_);
      for (Index f = 0; f < active_; ++f) own[f] = largest(logits.row(f), part.size());
    });
    for (Index f = 0; f < active_; ++f) {
      T& reference = references_[static_cast<std::size_t>(f)];
      reference = highest(0, f);
      for (Index t = 1; t < highest.rows(); ++t) reference = std::max(reference, highest(t, f));
    }
  }

  /// φ of some queries, features × queries, with the references of the keys; log_scales: what was taken out of each.
  /// The columns of phi and the scales are padded to whole lanes.
  void query_features(Range queries, View<T> phi, T* log_scales) const {
    for (Index f = 0; f < phi.rows; ++f) std::fill(phi.row(f) + queries.size(), phi.row(f) + phi.cols, T(0));
    std::fill_n(log_scales, phi.cols, -std::numeric_limits<T>::infinity());
    const View<T> own = phi.left_cols(queries.size());
    if (what_.shared_logits) return what_.of_queries(queries, {}, own);
    Matrix<T> values(what_.query_values ? phi.rows : 0, queries.size()), unused(2, phi.cols, T(0));
    what_.of_queries(queries, own, what_.query_values ? values.view() : View<T>());
    for (Index f = 0; f < phi.rows; ++f)
      for (T& logit : phi.row_span(f)) logit += references_[static_cast<std::size_t>(f)];
    lane_softmax<T>(phi, log_scales, unused.row(0), unused.row(1));
    for (Index f = 0; f < values.rows(); ++f) {
      T* row = own.row(f);
      for (Index r = 0; r < own.cols; ++r) row[r] *= values(f, r);
    }
  }

 private:
  Index references() const { return what_.shared_logits ? 1 : what_.features; }
  Index start_of(Index feature) const {
    return what_.starts.empty() ? 0 : what_.starts[static_cast<std::size_t>(feature)];
  }

  Matrix<T> logits_of(Range keys) const {
    Matrix<T> logits(what_.shared_logits ? 1 : active_, keys.size());
    Matrix<T> values(what_.key_values ? active_ : 0, keys.size());
    what_.of_keys(keys, logits, what_.key_values ? values.view() : View<T>());
    return logits;
  }

  /// Lets in the features that queries of this stretch use, with the past of those that no earlier query used.
  void enter_features() {
    const Index known = known_;
    active_ = what_.features;
    if (what_.starts.empty()) return;
    const auto before = [&](Index token) {
      return std::lower_bound(what_.starts.begin(), what_.starts.end(), token) - what_.starts.begin();
    };
    active_ = before(rows_.end);
    // What began within the last stretch, after its cut, has no sums there.
    const Index first = std::min<Index>(known, before(rows_.begin));
    known_ = active_;
    if (active_ == first) return;
    const Range late{first, active_};
    T* const log_sums = references_.data() + first;
    Matrix<T> means(late.size(), v_.cols, T(0));
    if (rows_.begin > 0)
      what_.past(late, rows_.begin, log_sums, v_.cols > 0 ? means.view() : View<T>());
    else
      std::fill_n(log_sums, late.size(), -std::numeric_limits<T>::infinity());
    std::copy_n(means.data(), means.rows() * means.cols(), sums_.row(first));
    std::fill_n(totals_.row(0) + first, late.size(), rows_.begin > 0 ? 1.0 : 0.0);
  }

  /// Raises the references to the logits of the stretch's first key, where they are lower. It is computed with some of
  /// its tile: large logits, rounded otherwise than there, would be far above themselves.
  void raise_references() {
    const Matrix<T> logits = logits_of({rows_.begin, std::min(tokens_of(0).end, rows_.begin + kAlike)});
    for (Index f = 0; f < active_; ++f) {
      const Index i = what_.shared_logits ? 0 : f;
      const T before = references_[static_cast<std::size_t>(i)], now = std::max(before, logits(i, 0));
      if (now == before) continue;
      const auto factor = static_cast<double>(std::exp(before - now));  // 0 from −∞
      for (double& x : sums_.view().row_span(f)) x *= factor;
      totals_(0, f) *= factor;
    }
    for (Index i = 0; i < logits.rows(); ++i) {
      T& reference = references_[static_cast<std::size_t>(i)];
      reference = std::max(reference, logits(i, 0));
    }
  }

  /// Logits of all references become exponentials.
  void exponentials(Range keys, Index end, View<T> logits) {
    const Index seen = std::clamp<Index>(end - keys.begin, 0, keys.size());
    for (Index i = 0; i < logits.rows; ++i) {
      T* row = logits.row(i);
      const T reference = references_[static_cast<std::size_t>(i)];
      for (Index m = 0; m < seen; ++m) row[m] -= reference;
      std::fill(row + seen, row + logits.cols, -std::numeric_limits<T>::infinity());
    }
    const Index count = logits.rows * logits.cols;
    exp_shifted(logits.data, count, T(0));
    if (!(largest(logits.data, count) > kMostAbove<T>)) return;
    for (Index i = 0; i < logits.rows; ++i) cut_before(keys.begin, end, start_of(i), logits.row_span(i));
  }

  /// The stretch ends before the first key too far above the reference. Settled keys are too far by rounding alone, and
  /// are held there: each stretch has its first key, so that there is an end, and the map all keys of the sums.
  void cut_before(Index first, Index end, Index start, std::span<T> row) {
    const auto open = row.begin() + std::clamp<Index>(settled_ - first, 0, static_cast<Index>(row.size()));
    for (auto x = row.begin(); x != open; ++x) *x = std::min(*x, kMostAbove<T>);  // NaN stays
    const auto too_far = std::find_if(open, row.end(), [](T x) { return x > kMostAbove<T>; });
    if (too_far == row.end()) return;
    const Index from = std::max<Index>(first + (too_far - row.begin()), start);
    if (from >= end)  // before the feature's first query: its sums begin anew there
      std::fill(row.begin(), row.end(), T(0));
    else
      for (Index known = cut_; from < known && !cut_.compare_exchange_weak(known, from);) {
      }
  }

  void sum_tile(Index t, Index end) {
    KeyTile<T>& tile = tiles_[static_cast<std::size_t>(t)];
    const Range keys = tokens_of(t);
    const View<T> phi(tile.phi.data(), active_, keys.size());
    key_features(keys, end, phi);
    multiply_nn<T>(phi, v_.middle_rows(keys), tile.sums.view().middle_rows(0, active_));
    multiply_nt<T>(phi, ones_.view().left_cols(keys.size()), View<T>(tile.totals.data(), active_, 1));
  }

  /// Sums of single tiles become sums over all keys before each.
  void sum_before(Range features, Index tiles) {
    for (Index f = features.begin; f < features.end; ++f) {
      double* running = sums_.row(f);
      for (Index t = 0; t < tiles; ++t) {
        KeyTile<T>& tile = tiles_[static_cast<std::size_t>(t)];
        T* own = tile.sums.row(f);
        for (Index d = 0; d < v_.cols; ++d) {
          const double sum = running[d] + static_cast<double>(own[d]);
          own[d] = static_cast<T>(running[d]);
          running[d] = sum;
        }
        const double total = totals_(0, f) + static_cast<double>(tile.totals(0, f));
        tile.totals(0, f) = static_cast<T>(totals_(0, f));
        totals_(0, f) = total;
      }
    }
  }

  const CausalAttention<T>& what_;
  const View<const T> v_;
  const Progress& progress_;
  const Index tile_;
  Index most_tiles_, tiles_now_ = 1, active_ = 0, known_ = 0;
  Range rows_{0, 0};
  Index settled_ = 0;  // keys before it are in the stretch whatever their logits: its first, and in the end all
  std::atomic<Index> cut_ = 0;
  const Matrix<T> ones_;
  // Of the keys before the stretch, relative to the references. Of a million in float32 they would lose digits.
  Matrix<double> sums_, totals_;
  Buffer<T> references_;
  std::vector<KeyTile<T>> tiles_;
};

/// Σ_f φ_f(q_n) Σ_m φ_f(k_m) [v_m, 1] over the keys before a tile and those of it up to each query. Of the tile's
/// triangle of products, what lies right of the last of every kRowsTogether queries is left out.
template <class T>
void sum_queries(const KeyTile<T>& before, View<const T> key_phi, View<const T> phi, View<const T> v, View<T> y,
                 T* denominators) {
  std::fill_n(denominators, y.rows, T(0));
  for (Index f = 0; f < phi.rows; ++f) {
    const T total = before.totals(0, f);
    const T* row = phi.row(f);
    for (Index r = 0; r < y.rows; ++r) denominators[r] += total * row[r];
  }
  multiply_tn<T>(phi, before.sums.view().middle_rows(0, phi.rows), y);
  Matrix<T> products(kRowsTogether, y.rows);
  const Matrix<T> ones(1, y.rows, T(1));
  for (Index r = 0; r < y.rows; r += kRowsTogether) {
    const Index rows = std::min(kRowsTogether, y.rows - r), seen = r + rows;
    const View<T> some(products.data(), rows, seen);
    multiply_tn<T>(phi.middle_cols(r, rows), key_phi.left_cols(seen), some);
    for (Index i = 0; i < rows; ++i) std::fill(some.row(i) + r + i + 1, some.row(i) + seen, T(0));
    add_multiply_nn<T>(some, v.middle_rows(0, seen), y.middle_rows(r, rows));
    add_multiply_nt<T>(some, ones.view().left_cols(seen), View<T>(denominators + r, rows, 1));
  }
}

/// What sums of query n are multiplied by in the end.
template <class T>
T last_factor(const CausalAttention<T>& what, Index n, T log_scale, T denominator) {
  return what.log_factors ? std::exp(log_scale + what.log_factors[n]) : T(1) / denominator;
}

}  // namespace

template <class T>
Index causal_attention(const CausalAttention<T>& what, View<T> y, const Progress& progress) {
  Stretches<T> stretches(what, what.v, progress);
  std::atomic<Index> nonpositive{0};
  while (stretches.next())
    parallel_tiles(stretches.rows().size(), stretches.tile(), progress, [&](Range part) {
      const Index t = part.begin / stretches.tile();
      const Range rows = stretches.tokens_of(t);
      Matrix<T> phi(stretches.active(), padded_lanes<T>(rows.size())), scales(2, phi.cols());
      T *log_scales = scales.row(0), *denominators = scales.row(1);
      stretches.query_features(rows, phi, log_scales);
      const View<T> out = y.middle_rows(rows);  // rows beyond the stretch are written again
      sum_queries<T>(stretches.of_tile(t), stretches.features_of_tile(t), phi.view().left_cols(rows.size()),
                     what.v.middle_rows(rows), out, denominators);
      for (Index r = 0; r < part.size(); ++r) {
        nonpositive += !(denominators[r] > 0);
        const T factor = last_factor(what, rows.begin + r, log_scales[r], denominators[r]);
        for (T& x : out.row_span(r)) x *= factor;
      }
    });
  return nonpositive;
}

namespace {

/// Rows of the map: 0 beyond the diagonal, and divided.
template <class T>
void finish_map(const CausalAttention<T>& what, Range rows, const T* log_scales, View<T> map) {
  for (Index r = 0; r < rows.size(); ++r) {
    const Index n = rows.begin + r;
    T* row = map.row(r);
    std::fill(row + n + 1, row + map.cols, T(0));
    T sum = 0;
    for (Index m = 0; m <= n; ++m) sum += row[m];
    const T factor = last_factor(what, n, log_scales[r], sum);
    for (Index m = 0; m <= n; ++m) row[m] *= factor;
  }
}

}  // namespace

template <class T>
void causal_attention_map(const CausalAttention<T>& what, View<T> map, const Progress& progress) {
  Stretches<T> stretches(what, what.v.left_cols(0), progress);
  while (stretches.next()) {
    stretches.refer_to_keys_so_far();
    parallel_tiles(stretches.rows().size(), stretches.tile(), progress, [&](Range part) {
      const Range rows = stretches.tokens_of(part.begin / stretches.tile());
      Matrix<T> phi(stretches.active(), padded_lanes<T>(rows.size())), keys(stretches.active(), stretches.tile());
      Buffer<T> log_scales(static_cast<std::size_t>(phi.cols()));
      stretches.query_features(rows, phi, log_scales.data());
      const View<T> out = map.middle_rows(rows);
      for (Index m = 0; m < rows.end; m += stretches.tile()) {
        const Range some{m, std::min(map.cols, m + stretches.tile())};
        const View<T> key_phi(keys.data(), keys.rows(), some.size());
        stretches.key_features(some, stretches.rows().end, key_phi);
        multiply_tn<T>(phi.view().left_cols(rows.size()), key_phi, out.middle_cols(m, some.size()));
      }
      finish_map(what, rows, log_scales.data(), out);
    });
  }
}

#define OMEGA_INSTANTIATE(T)                                                               \
  template Index causal_attention<T>(const CausalAttention<T>&, View<T>, const Progress&); \
  template void causal_attention_map<T>(const CausalAttention<T>&, View<T>, const Progress&);
OMEGA_INSTANTIATE(float)
OMEGA_INSTANTIATE(double)
#undef OMEGA_INSTANTIATE

}  // namespace omega

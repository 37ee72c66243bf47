#include "estimators/hybrid_features.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "cpu/gemm.h"
#include "cpu/parallel.h"
#include "estimators/hybrid_kernel.h"
#include "estimators/picked_rows.h"

namespace omega {

namespace {

constexpr Index kKeyTile = 256;
constexpr Index kKeyBlock = 256;         // keys whose features are there at once
constexpr Index kMostNumbers = 200'000;  // in the sums over sides; decides how many τ go at a time

// --- Pair by pair ----------------------------------------------------------------------------------------------------

/// λ·(positive) + (1 − λ)·(trigonometric) of a tile of pairs, into `kernel`; λ into `shares`.
template <class T>
void kernel_tile(const Matrix<T>& of_queries, const Matrix<T>& of_keys, View<const T> shares, View<T> kernel) {
  const Index samples = of_queries.cols() / 3;
  Matrix<T> positive(kernel.rows, kernel.cols);
  multiply_nt<T>(of_queries.view().left_cols(samples), of_keys.view().left_cols(samples), positive);
  multiply_nt<T>(of_queries.view().middle_cols(samples, 2 * samples), of_keys.view().middle_cols(samples, 2 * samples),
                 kernel);
  for (Index n = 0; n < kernel.rows; ++n)
    for (Index m = 0; m < kernel.cols; ++m)
      kernel(n, m) = shares(n, m) * positive(n, m) + (1 - shares(n, m)) * kernel(n, m);
}

/// What is wanted of the pairs: y in place of a map, the map, λ.
template <class T>
struct Wanted {
  View<T> y, map, shares;
};

/// What features are relative to: the same for all tiles of queries, or causal, each tile's own.
template <class T>
std::vector<HybridReferences<T>> references_of(const Call<T>& call, const HybridFeatures<T>& features) {
  if (call.options.is_causal()) return features.of_keys_before();
  std::vector<HybridReferences<T>> one;
  one.push_back(features.of_all_keys());
  return one;
}

template <class T>
class PairByPair {
 public:
  PairByPair(const Call<T>& call, const HybridFeatures<T>& features, const Wanted<T>& out)
      : call_(call),
        features_(features),
        out_(out),
        shares_(call),
        references_(references_of(call, features)),
        causal_(call.options.is_causal()) {}

  /// Returns how many denominators were ≤ 0.
  Index run() const {
    std::atomic<Index> nonpositive{0};
    parallel_tiles(call_.sizes.N, kHybridTile, call_.progress, [&](Range rows) { nonpositive += compute(rows); });
    return nonpositive;
  }

 private:
  /// Sums over the keys for some queries.
  struct Sums {
    Range rows;
    Matrix<T> side, kernel, share;
    Matrix<double> values;  // over a million keys
    std::vector<double> totals;
  };

  Index compute(Range rows) const {
    const auto count = static_cast<std::size_t>(rows.size());
    Sums sums{rows,
              shares_.of_queries(rows),
              Matrix<T>(rows.size(), kKeyTile),
              Matrix<T>(rows.size(), kKeyTile),
              Matrix<double>(rows.size(), call_.v.cols, 0.0),
              std::vector<double>(count, 0.0)};
    std::vector<T> common(count, -std::numeric_limits<T>::infinity());
    std::optional<HybridPairs<T>> triangle;
    if (causal_) {
      const View<T> shares(sums.share.data(), rows.size(), rows.size());
      shares_.fill(sums.side, rows, shares);
      triangle.emplace(features_, rows).raise(shares, common);
    }
    const HybridReferences<T>& references =
        references_[causal_ ? static_cast<std::size_t>(rows.begin / kHybridTile) : 0];
    const Matrix<T> phi = features_.of_queries(rows, references, common);
    const Index past = causal_ ? rows.begin : call_.sizes.M;
    for (Index first = 0; first < past; first += kKeyTile) {
      const Range keys{first, std::min(past, first + kKeyTile)};
      add(sums, keys, [&](View<const T> shares, View<T> kernel) {
        kernel_tile<T>(phi, features_.of_keys(keys, references), shares, kernel);
      });
    }
    if (causal_) add(sums, rows, [&](View<const T> shares, View<T> kernel) { triangle->fill(shares, common, kernel); });
    return finish(sums);
  }

  template <class Fill>
  void add(Sums& sums, Range keys, const Fill& fill) const {
    call_.progress.check();
    const Index count = sums.rows.size();
    const View<T> tile = out_.map ? out_.map.middle_rows(sums.rows.begin, count).middle_cols(keys.begin, keys.size())
                                  : sums.kernel.view().left_cols(keys.size()),
                  lambda = sums.share.view().left_cols(keys.size());
    shares_.fill(sums.side, keys, lambda);
    fill(lambda, tile);
    for (Index n = 0; n < count; ++n) {
      for (const T x : tile.row_span(n)) sums.totals[static_cast<std::size_t>(n)] += static_cast<double>(x);
      if (out_.shares) std::copy_n(lambda.row(n), keys.size(), out_.shares.row(sums.rows.begin + n) + keys.begin);
    }
    if (out_.y) add_values(tile, keys, sums.values);
  }

  /// values += kernel·v.
  void add_values(View<const T> kernel, Range keys, View<double> values) const {
    Matrix<T> some(kernel.rows, values.cols);
    multiply_nn<T>(kernel, call_.v.middle_rows(keys), some);
    for (Index n = 0; n < values.rows; ++n) add_rows<T>(some.view().middle_rows(n, 1), values.row(n));
  }

  Index finish(Sums& sums) const {
    const Index seen = causal_ ? sums.rows.end : call_.sizes.M;
    Index nonpositive = 0;
    for (Index r = 0; r < sums.rows.size(); ++r) {
      const Index n = sums.rows.begin + r;
      T total = static_cast<T>(sums.totals[static_cast<std::size_t>(r)]);
      if (has_vanished(total)) total = sum_again(sums, r, causal_ ? n + 1 : seen);
      nonpositive += !(total > 0);
      if (out_.y)
        for (Index d = 0; d < sums.values.cols(); ++d)
          out_.y(n, d) = static_cast<T>(sums.values(r, d) / static_cast<double>(total));
      if (!out_.map) continue;
      for (Index m = 0; m < seen; ++m) out_.map(n, m) /= total;
      const Index last = causal_ ? n + 1 : seen;
      std::fill(out_.map.row(n) + last, out_.map.row(n) + out_.map.cols, T(0));
    }
    // λ is wanted for all pairs, those with later keys too.
    for (Index first = seen; out_.shares && first < call_.sizes.M; first += kKeyTile) {
      const Range keys{first, std::min(call_.sizes.M, first + kKeyTile)};
      shares_.fill(sums.side, keys,
                   out_.shares.middle_rows(sums.rows.begin, sums.rows.size()).middle_cols(first, keys.size()));
    }
    return nonpositive;
  }

  T sum_again(Sums& sums, Index r, Index seen) const {
    const Index n = sums.rows.begin + r;
    const View<double> values = sums.values.view().middle_rows(r, 1);
    std::fill_n(values.data, values.cols, 0.0);
    return hybrid_row<T>(call_, features_, shares_, n, seen, [&](Range keys, View<const T> kernel) {
      if (out_.y) add_values(kernel, keys, values);
      if (out_.map) std::copy_n(kernel.data, keys.size(), out_.map.row(n) + keys.begin);
    });
  }

  const Call<T>& call_;
  const HybridFeatures<T>& features_;
  const Wanted<T> out_;
  const HybridShares<T> shares_;
  const std::vector<HybridReferences<T>> references_;
  const bool causal_;
};

// --- Side by side: linear --------------------------------------------------------------------------------------------

/// For some τ_r, Σ φ(k_m) [v_mᵀ, 1] over the keys on either side of each.
template <class T>
class SideSums {
 public:
  SideSums(const Call<T>& call, const HybridFeatures<T>& features, View<const double> tau)
      : call_(call),
        features_(features),
        tau_(tau),
        samples_(features.samples()),
        width_(call.v.cols + 1),
        sums_(2 * tau.rows * 3 * samples_, width_, T(0)) {}

  Index projections() const { return tau_.rows; }
  Index width() const { return width_; }
  Matrix<T> signs_of_queries(Range rows) const { return signs_of<T>(call_.exact_queries(rows), tau_); }

  void add(Range keys, const HybridReferences<T>& references) {
    call_.progress.check();
    const Matrix<T> phi = features_.of_keys(keys, references), signs = signs_of<T>(call_.exact_keys(keys), tau_);
    Matrix<T> values(keys.size(), width_, T(1));
    for (Index m = 0; m < keys.size(); ++m) std::copy_n(call_.v.row(keys.begin + m), call_.v.cols, values.row(m));
    parallel_tiles(tau_.rows, 1, call_.progress, [&](Range one) {
      for (const bool above : {false, true}) {
        const std::vector<Index> own = side(signs, one.begin, above);
        const PickedRows<T> own_phi(phi, own), own_values(values, own);
        if (own.empty()) continue;
        Matrix<T> some(3 * samples_, width_);  // added key by key, a million keys would lose digits
        multiply_tn<T>(own_phi.view(), own_values.view(), some);
        const View<T> sums = of(one.begin, above);
        for (Index i = 0; i < some.rows() * some.cols(); ++i) sums.data[i] += some.data()[i];
      }
    });
  }

  /// From sums relative to some references to sums relative to others, none of which is below.
  void raise(const HybridReferences<T>& from, const HybridReferences<T>& to) {
    std::vector<T> factors(static_cast<std::size_t>(3 * samples_), std::exp(from.other - to.other));
    for (std::size_t s = 0; s < to.positive.size(); ++s) factors[s] = std::exp(from.positive[s] - to.positive[s]);
    parallel_tiles(2 * tau_.rows, 1, call_.progress, [&](Range one) {
      for (Index f = 0; f < 3 * samples_; ++f) {
        const T factor = factors[static_cast<std::size_t>(f)];
        if (factor == 1) continue;
        for (T& x : sums_.view().row_span(one.begin * 3 * samples_ + f)) x *= factor;
      }
    });
  }

  /// total += what queries of features `phi` read of the sums of τ_r: rows × (Dv + 1).
  void read(Index r, const Matrix<T>& phi, const Matrix<T>& signs, View<T> total) const {
    for (const bool above : {false, true}) {
      const std::vector<Index> own = side(signs, r, above);
      if (own.empty()) continue;
      const PickedRows<T> picked(phi, own);
      const View<const T>& own_phi = picked.view();
      Matrix<T> read(static_cast<Index>(own.size()), width_);
      multiply_nn<T>(own_phi.left_cols(samples_), of(r, !above).middle_rows(0, samples_), read);
      add_multiply_nn<T>(own_phi.middle_cols(samples_, 2 * samples_), of(r, above).middle_rows(samples_, 2 * samples_),
                         read);
      for (Index i = 0; i < read.rows(); ++i)
        for (Index d = 0; d < width_; ++d) total(own[static_cast<std::size_t>(i)], d) += read(i, d);
    }
  }

 private:
  View<const T> of(Index r, bool above) const {
    return sums_.view().middle_rows((2 * r + above) * 3 * samples_, 3 * samples_);
  }
  View<T> of(Index r, bool above) { return sums_.view().middle_rows((2 * r + above) * 3 * samples_, 3 * samples_); }

  static std::vector<Index> side(const Matrix<T>& signs, Index r, bool above) {
    std::vector<Index> own;
    for (Index i = 0; i < signs.rows(); ++i)
      if ((signs(i, r) > 0) == above) own.push_back(i);
    return own;
  }

  const Call<T>& call_;
  const HybridFeatures<T>& features_;
  View<const double> tau_;
  Index samples_, width_;
  Matrix<T> sums_;  // r by r, below and above, 3S rows each
};

/// Some τ at a time, so that their sums stay small; y holds the numerators until all are there.
template <class T>
class SideBySide {
 public:
  SideBySide(const Call<T>& call, const HybridFeatures<T>& features, View<T> y)
      : call_(call),
        features_(features),
        y_(y),
        shares_(call),
        references_(references_of(call, features)),
        totals_(static_cast<std::size_t>(y.rows), T(0)),
        common_(static_cast<std::size_t>(y.rows), -std::numeric_limits<T>::infinity()) {}

  /// Returns how many denominators were ≤ 0.
  Index run() {
    const bool causal = call_.options.is_causal();
    for (Index n = 0; n < y_.rows; ++n) std::fill_n(y_.row(n), y_.cols, T(0));
    if (causal) add_triangles();
    const Matrix<double> tau = call_.template load<double>("signs");
    const Index group = std::max<Index>(1, kMostNumbers / (6 * features_.samples() * (y_.cols + 1)));
    for (Index first = 0; first < tau.rows(); first += group) {
      SideSums<T> sums(call_, features_, tau.view().middle_rows(first, std::min(group, tau.rows() - first)));
      if (causal)
        add_past(sums);
      else
        add_all(sums);
    }
    std::atomic<Index> nonpositive{0};
    parallel_tiles(y_.rows, kHybridTile, call_.progress, [&](Range rows) {
      for (Index n = rows.begin; n < rows.end; ++n) {
        T total = totals_[static_cast<std::size_t>(n)];
        if (has_vanished(total)) total = sum_again(n);
        nonpositive += !(total > 0);
        for (T& x : y_.row_span(n)) x /= total;
      }
    });
    return nonpositive;
  }

 private:
  T sum_again(Index n) {
    const View<T> row = y_.middle_rows(n, 1);
    std::fill_n(row.data, row.cols, T(0));
    return hybrid_row<T>(call_, features_, shares_, n, call_.options.is_causal() ? n + 1 : call_.sizes.M,
                         [&](Range keys, View<const T> kernel) {
                           add_multiply_nn<T>(kernel, call_.v.middle_rows(keys.begin, keys.size()), row);
                         });
  }

  std::span<T> common(Range rows) { return {common_.data() + rows.begin, static_cast<std::size_t>(rows.size())}; }

  void add(Range rows, View<const T> read) {
    for (Index r = 0; r < rows.size(); ++r) {
      for (Index d = 0; d < y_.cols; ++d) y_(rows.begin + r, d) += read(r, d);
      totals_[static_cast<std::size_t>(rows.begin + r)] += read(r, y_.cols);
    }
  }

  void add_all(SideSums<T>& sums) {
    const HybridReferences<T>& references = references_.front();
    for (Index first = 0; first < call_.sizes.M; first += kKeyBlock)
      sums.add({first, std::min(call_.sizes.M, first + kKeyBlock)}, references);
    parallel_tiles(y_.rows, kHybridTile, call_.progress, [&](Range rows) {
      const Matrix<T> phi = features_.of_queries(rows, references, common(rows)), signs = sums.signs_of_queries(rows);
      Matrix<T> total(rows.size(), sums.width(), T(0));
      for (Index r = 0; r < sums.projections(); ++r) sums.read(r, phi, signs, total);
      add(rows, total);
    });
  }

  /// The pairs within tiles, counted R times because the sums over sides count all others R times; and the logarithm
  /// taken out of all that a query sums.
  void add_triangles() {
    const auto projections = static_cast<T>(call_.options.integer("sign_samples"));
    parallel_tiles(y_.rows, kHybridTile, call_.progress, [&](Range rows) {
      Matrix<T> share(rows.size(), rows.size()), kernel(rows.size(), rows.size());
      shares_.fill(shares_.of_queries(rows), rows, share);
      const HybridPairs<T> triangle(features_, rows);
      triangle.raise(share, common(rows));
      features_.of_queries(rows, references_[static_cast<std::size_t>(rows.begin / kHybridTile)], common(rows));
      triangle.fill(share, common(rows), kernel);
      for (Index r = 0; r < rows.size(); ++r)
        for (Index m = 0; m <= r; ++m) totals_[static_cast<std::size_t>(rows.begin + r)] += kernel(r, m) *= projections;
      multiply_nn<T>(kernel, call_.v.middle_rows(rows.begin, rows.size()), y_.middle_rows(rows.begin, rows.size()));
    });
  }

  /// The keys of all earlier tiles, tile after tile: each tile reads the sums, and then its own keys join them.
  void add_past(SideSums<T>& sums) {
    std::vector<Matrix<T>> read(static_cast<std::size_t>(sums.projections()));
    for (std::size_t t = 1; t < references_.size(); ++t) {
      const Index begin = static_cast<Index>(t) * kHybridTile;
      const Range rows{begin, std::min(y_.rows, begin + kHybridTile)};
      sums.raise(references_[t - 1], references_[t]);
      sums.add({begin - kHybridTile, begin}, references_[t]);
      const Matrix<T> phi = features_.of_queries(rows, references_[t], common(rows)),
                      signs = sums.signs_of_queries(rows);
      parallel_tiles(sums.projections(), 1, call_.progress, [&](Range one) {
        Matrix<T>& total = read[static_cast<std::size_t>(one.begin)];
        total = Matrix<T>(rows.size(), sums.width(), T(0));
        sums.read(one.begin, phi, signs, total);
      });
      for (const Matrix<T>& total : read) add(rows, total);
    }
  }

  const Call<T>& call_;
  const HybridFeatures<T>& features_;
  const View<T> y_;
  const HybridShares<T> shares_;
  const std::vector<HybridReferences<T>> references_;
  std::vector<T> totals_, common_;  // of each query: its denominator, and the logarithm taken out of all it sums
};

}  // namespace

std::vector<OptionSpec> hybrid_options() {
  return {OptionSpec::choice("angle", {"exact", "signs"},
                             "The angle of each pair of hybrid features: itself (quadratic), or from the signs of "
                             "random projections (linear).")
              .from("Choromanski et al. 2022")
              .only_if("features", {"hybrid"}),
          OptionSpec::integer("sign_samples", 64, 1, 1 << 16, "How many projections tell the angle by their signs.")
              .titled("projections for signs")
              .for_experts()
              .from("R")
              .only_if("angle", {"signs"})};
}

std::vector<ArraySpec> hybrid_arrays(const Problem& p) {
  if (angle_of(p.options) == AngleKind::exact) return {};
  return {{"signs",
           Source::normal,
           {p.options.integer("sign_samples"), p.sizes.D},
           3,
           "The projections τ_r whose signs tell the angles."}};
}

OutputSpec output_hybrid_share(const Sizes& sizes) {
  return {"hybrid_share", {sizes.N, sizes.M}, "λ_nm, the share of the positive estimate.", false, true};
}

Cost hybrid_cost(const Problem& p) {
  const auto [lead, heads, N, M, D, Dv] = p.sizes;
  const double tokens = static_cast<double>(N) + M, pairs = pairs_seen(p),
               samples = static_cast<double>(p.options.integer("samples")), projections = tokens * samples;
  Cost cost{2 * projections * D, projections, 4 * tokens * (D + Dv), projections};
  if (angle_of(p.options) == AngleKind::exact) {
    cost.flops += pairs * (6 * samples + 4 * D + 2 * Dv);
    cost.exps += pairs;  // an arc tangent for each
  } else {
    const auto signs = static_cast<double>(p.options.integer("sign_samples"));
    cost.flops += tokens * signs * (2 * D + 6 * samples * (Dv + 1));
  }
  return cost;
}

template <class T>
void hybrid_attention(const Call<T>& call, const SpreadProjections<T>& drawn) {
  const HybridFeatures<T> features(call, drawn);
  const View<T> y = call.output("y"), map = call.output("attention"), shares = call.output("hybrid_share");
  if (y) {
    const bool exact = angle_of(call.options) == AngleKind::exact;
    call.count("nonpositive",
               exact ? PairByPair<T>(call, features, {y, {}, {}}).run() : SideBySide<T>(call, features, y).run());
  }
  if (map || shares) PairByPair<T>(call, features, {{}, map, shares}).run();
}

template void hybrid_attention<float>(const Call<float>&, const SpreadProjections<float>&);
template void hybrid_attention<double>(const Call<double>&, const SpreadProjections<double>&);

}  // namespace omega

#include "estimators/hybrid_features.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <numbers>
#include <vector>

#include "cpu/gemm.h"
#include "cpu/parallel.h"
#include "cpu/vector_math.h"
#include "sampling/samples.h"

namespace omega {

namespace {

constexpr Index kQueryTile = 64, kKeyTile = 256;
constexpr Index kKeyBlock = 256;         // keys whose features are there at once
constexpr Index kMostNumbers = 200'000;  // of the sums over sides: for so many τ at a time

AngleKind angle_of(const Options& options) { return options.choice<AngleKind>("angle"); }

/// Features of rows as [positive | sines | cosines], S columns each. The logarithms taken out of them are the same for
/// all keys: L_s = log Σ_m ξ(k_m, ω_s) of the positive ones, for that no product of a query and a key is lost, and
/// the largest ‖k_m‖²/2 of the others. A query's own are e^common_n, which cancels.
template <class T>
class HybridFeatures {
 public:
  HybridFeatures(const Call<T>& call, const SpreadProjections<T>& drawn)
      : call_(call), omega_(drawn.omega), ratios_(drawn.relative_ratios()) {
    Buffer<T> log_key_sum(static_cast<std::size_t>(omega_.rows));
    Attend<T> sums;
    sums.dots = key_logits(omega_, call);
    attend(sums, View<T>(), log_key_sum.data(), call.progress);
    of_query_ = drawn.corrected(log_key_sum);
    of_key_ = std::move(log_key_sum);
    if (drawn.log_ratio.size() > 0) log_ratio_ = *std::max_element(drawn.log_ratio.begin(), drawn.log_ratio.end());
    for (Index first = 0; first < call.sizes.M; first += kKeyTile) {
      const Matrix<T> keys = call.scaled_keys({first, std::min(call.sizes.M, first + kKeyTile)});
      const Buffer<T> norms = minus_half_squared_norms<T>(keys);
      highest_ = std::max(highest_, -*std::min_element(norms.begin(), norms.end()));
    }
  }

  Index samples() const { return omega_.rows; }

  Matrix<T> of_queries(Range rows) const {
    const Matrix<T> x = call_.scaled_queries(rows);
    Matrix<T> phi(x.rows(), 3 * samples());
    const Buffer<T> half_norms = fill(x, phi);
    for (Index r = 0; r < x.rows(); ++r) {
      T* positive = phi.row(r);
      for (Index s = 0; s < samples(); ++s)
        positive[s] += half_norms[static_cast<std::size_t>(r)] + of_query_[static_cast<std::size_t>(s)];
      const T log_positive = largest(positive, samples()),
              log_other = highest_ + log_ratio_ - half_norms[static_cast<std::size_t>(r)],
              common = std::max(log_positive, log_other), other = std::exp(log_other - common);
      exp_shifted(positive, samples(), common);
      for (Index f = 0; f < 2 * samples(); ++f)
        positive[samples() + f] *=
            ratios_.size() == 0 ? other : other * ratios_[static_cast<std::size_t>(f % samples())];
    }
    return phi;
  }

  Matrix<T> of_keys(Range rows) const {
    const Matrix<T> x = call_.scaled_keys(rows);
    Matrix<T> phi(x.rows(), 3 * samples());
    const Buffer<T> half_norms = fill(x, phi);
    for (Index r = 0; r < x.rows(); ++r) {
      T* positive = phi.row(r);
      for (Index s = 0; s < samples(); ++s)
        positive[s] += half_norms[static_cast<std::size_t>(r)] - of_key_[static_cast<std::size_t>(s)];
      exp_shifted(positive, samples(), T(0));
      const T other = std::exp(-half_norms[static_cast<std::size_t>(r)] - highest_);
      for (Index f = 0; f < 2 * samples(); ++f) positive[samples() + f] *= other;
    }
    return phi;
  }

 private:
  /// phi = [ω·x | sin ω·x | cos ω·x]; returns −‖x‖²/2.
  Buffer<T> fill(View<const T> x, View<T> phi) const {
    const View<T> angles = phi.left_cols(samples());
    multiply_nt<T>(x, omega_, angles);
    for (Index r = 0; r < x.rows; ++r)
      sine_cosine(angles.row(r), samples(), phi.row(r) + samples(), phi.row(r) + 2 * samples());
    return minus_half_squared_norms<T>(x);
  }

  const Call<T>& call_;
  View<const T> omega_;
  Buffer<T> ratios_;             // ρ_s over the largest; empty: all 1
  Buffer<T> of_query_, of_key_;  // L_s + log ρ_s, L_s
  T log_ratio_ = 0, highest_ = 0;
};

/// ±1 of each row for each τ, in double from what was stored.
template <class T>
Matrix<T> signs_of(const Matrix<double>& rows, View<const double> tau) {
  Matrix<double> products(rows.rows(), tau.rows);
  multiply_nt<double>(rows, tau, products);
  Matrix<T> signs(rows.rows(), tau.rows);
  std::transform(products.data(), products.data() + rows.rows() * tau.rows, signs.data(),
                 [](double x) { return x < 0 ? T(-1) : T(1); });
  return signs;
}

// --- Pair by pair ----------------------------------------------------------------------------------------------------

/// Each row over its length; 0 stays.
template <class T>
Matrix<T> unit_rows(Matrix<T> rows) {
  Buffer<T> norms(static_cast<std::size_t>(rows.rows()));
  squared_norms<T>(rows, norms.data());
  for (Index r = 0; r < rows.rows(); ++r)
    for (T& x : rows.view().row_span(r))
      if (norms[static_cast<std::size_t>(r)] > 0) x /= std::sqrt(norms[static_cast<std::size_t>(r)]);
  return rows;
}

/// θ/π of unit vectors; ½ where one is 0.
template <class T>
void angle_shares(const Matrix<T>& q, const Matrix<T>& k, View<T> shares) {
  Matrix<T> minus(k.rows(), k.cols()), sums(q.rows(), k.rows());
  std::transform(k.data(), k.data() + k.rows() * k.cols(), minus.data(), [](T x) { return -x; });
  squared_distances<T>(q, k, shares);
  squared_distances<T>(q, minus, sums);
  const auto is_zero = [](const Matrix<T>& rows, Index r) {
    return std::all_of(rows.row(r), rows.row(r) + rows.cols(), [](T x) { return x == 0; });
  };
  std::vector<char> no_key(static_cast<std::size_t>(k.rows()));
  for (Index m = 0; m < k.rows(); ++m) no_key[static_cast<std::size_t>(m)] = is_zero(k, m);
  for (Index n = 0; n < q.rows(); ++n) {
    const bool no_query = is_zero(q, n);
    for (Index m = 0; m < k.rows(); ++m)
      shares(n, m) = no_query || no_key[static_cast<std::size_t>(m)]
                         ? T(0.5)
                         : 2 * std::atan2(std::sqrt(shares(n, m)), std::sqrt(sums(n, m))) / std::numbers::pi_v<T>;
  }
}

/// λ of some queries and keys.
template <class T>
class Shares {
 public:
  explicit Shares(const Call<T>& call) : call_(call), kind_(angle_of(call.options)) {
    if (kind_ == AngleKind::signs) tau_ = call.template load<double>("signs");
  }
  /// What of the queries a tile needs.
  Matrix<T> of_queries(Range rows) const {
    return kind_ == AngleKind::exact ? unit_rows(call_.scaled_queries(rows))
                                     : signs_of<T>(call_.exact_queries(rows), tau_);
  }
  void fill(const Matrix<T>& of_queries, Range keys, View<T> shares) const {
    if (kind_ == AngleKind::exact) return angle_shares(of_queries, unit_rows(call_.scaled_keys(keys)), shares);
    multiply_nt<T>(of_queries, signs_of<T>(call_.exact_keys(keys), tau_), shares);
    const T factor = T(1) / static_cast<T>(2 * tau_.rows());
    for (Index n = 0; n < shares.rows; ++n)
      for (T& x : shares.row_span(n)) x = T(0.5) - factor * x;
  }

 private:
  const Call<T>& call_;
  AngleKind kind_;
  Matrix<double> tau_;
};

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

template <class T>
Index pair_by_pair(const Call<T>& call, const HybridFeatures<T>& features, const Wanted<T>& out) {
  const Shares<T> shares(call);
  std::atomic<Index> nonpositive{0};
  parallel_tiles(call.sizes.N, kQueryTile, call.progress, [&](Range rows) {
    const Matrix<T> phi = features.of_queries(rows), side = shares.of_queries(rows);
    Matrix<T> sums(rows.size(), call.v.cols, T(0)), kernel(rows.size(), kKeyTile), share(rows.size(), kKeyTile);
    std::vector<double> totals(static_cast<std::size_t>(rows.size()), 0.0);
    for (Index first = 0; first < call.sizes.M; first += kKeyTile) {
      call.progress.check();
      const Range keys{first, std::min(call.sizes.M, first + kKeyTile)};
      const View<T> tile = out.map ? out.map.middle_rows(rows.begin, rows.size()).middle_cols(first, keys.size())
                                   : kernel.view().left_cols(keys.size()),
                    lambda = share.view().left_cols(keys.size());
      shares.fill(side, keys, lambda);
      kernel_tile<T>(phi, features.of_keys(keys), lambda, tile);
      for (Index n = 0; n < rows.size(); ++n) {
        for (const T x : tile.row_span(n)) totals[static_cast<std::size_t>(n)] += static_cast<double>(x);
        if (out.shares) std::copy_n(lambda.row(n), keys.size(), out.shares.row(rows.begin + n) + first);
      }
      if (out.y) add_multiply_nn<T>(tile, call.v.middle_rows(first, keys.size()), sums);
    }
    for (Index n = 0; n < rows.size(); ++n) {
      const T total = static_cast<T>(totals[static_cast<std::size_t>(n)]);
      nonpositive += !(total > 0);
      if (out.y)
        for (Index d = 0; d < sums.cols(); ++d) out.y(rows.begin + n, d) = sums(n, d) / total;
      if (out.map)
        for (T& x : out.map.row_span(rows.begin + n)) x /= total;
    }
  });
  return nonpositive;
}

// --- Side by side: linear --------------------------------------------------------------------------------------------

/// For some τ_r, Σ φ(k_m) [v_mᵀ, 1] over the keys on either side of each.
template <class T>
class SideSums {
 public:
  SideSums(const Call<T>& call, const HybridFeatures<T>& features, View<const double> tau)
      : tau_(tau),
        samples_(features.samples()),
        width_(call.v.cols + 1),
        sums_(2 * tau.rows * 3 * samples_, width_, T(0)) {
    for (Index first = 0; first < call.sizes.M; first += kKeyBlock) {
      call.progress.check();
      const Range keys{first, std::min(call.sizes.M, first + kKeyBlock)};
      const Matrix<T> phi = features.of_keys(keys), signs = signs_of<T>(call.exact_keys(keys), tau_);
      Matrix<T> values(keys.size(), width_, T(1));
      for (Index m = 0; m < keys.size(); ++m) std::copy_n(call.v.row(first + m), call.v.cols, values.row(m));
      parallel_tiles(tau_.rows, 1, call.progress, [&](Range one) {
        for (const bool above : {false, true}) {
          const std::vector<Index> own = side(signs, one.begin, above);
          const Matrix<T> own_phi = picked(phi, own), own_values = picked(values, own);
          if (!own.empty()) add_multiply_tn<T>(own_phi, own_values, of(one.begin, above));
        }
      });
    }
  }

  /// Σ_r over the sums that each query reads: N's rows × (Dv + 1).
  Matrix<T> read(const Matrix<T>& phi, const Matrix<double>& queries) const {
    const Matrix<T> signs = signs_of<T>(queries, tau_);
    Matrix<T> total(phi.rows(), width_, T(0));
    for (Index r = 0; r < tau_.rows; ++r)
      for (const bool above : {false, true}) {
        const std::vector<Index> own = side(signs, r, above);
        if (own.empty()) continue;
        const Matrix<T> own_phi = picked(phi, own);
        Matrix<T> read(static_cast<Index>(own.size()), width_);
        multiply_nn<T>(own_phi.view().left_cols(samples_), of(r, !above).middle_rows(0, samples_), read);
        add_multiply_nn<T>(own_phi.view().middle_cols(samples_, 2 * samples_),
                           of(r, above).middle_rows(samples_, 2 * samples_), read);
        for (Index i = 0; i < read.rows(); ++i)
          for (Index d = 0; d < width_; ++d) total(own[static_cast<std::size_t>(i)], d) += read(i, d);
      }
    return total;
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
  static Matrix<T> picked(const Matrix<T>& rows, const std::vector<Index>& own) {
    Matrix<T> out(static_cast<Index>(own.size()), rows.cols());
    for (Index i = 0; i < out.rows(); ++i)
      std::copy_n(rows.row(own[static_cast<std::size_t>(i)]), rows.cols(), out.row(i));
    return out;
  }

  View<const double> tau_;
  Index samples_, width_;
  Matrix<T> sums_;  // r by r, below and above, 3S rows each
};

/// Some τ at a time, so that their sums stay small; y holds the numerators until all are there.
template <class T>
Index side_by_side(const Call<T>& call, const HybridFeatures<T>& features, View<T> y) {
  const Matrix<double> tau = call.template load<double>("signs");
  const Index group = std::max<Index>(1, kMostNumbers / (6 * features.samples() * (y.cols + 1)));
  Buffer<T> totals(static_cast<std::size_t>(y.rows), T(0));
  for (Index n = 0; n < y.rows; ++n) std::fill_n(y.row(n), y.cols, T(0));
  for (Index first = 0; first < tau.rows(); first += group) {
    const SideSums<T> sums(call, features, tau.view().middle_rows(first, std::min(group, tau.rows() - first)));
    parallel_tiles(y.rows, kQueryTile, call.progress, [&](Range rows) {
      const Matrix<T> read = sums.read(features.of_queries(rows), call.exact_queries(rows));
      for (Index n = 0; n < rows.size(); ++n) {
        for (Index d = 0; d < y.cols; ++d) y(rows.begin + n, d) += read(n, d);
        totals[static_cast<std::size_t>(rows.begin + n)] += read(n, y.cols);
      }
    });
  }
  Index nonpositive = 0;
  for (Index n = 0; n < y.rows; ++n) {
    const T total = totals[static_cast<std::size_t>(n)];
    nonpositive += !(total > 0);
    for (T& x : y.row_span(n)) x /= total;
  }
  return nonpositive;
}

}  // namespace

std::vector<OptionSpec> hybrid_options() {
  return {OptionSpec::choice("angle", {"exact", "signs"},
                             "The angle of each pair of hybrid features: itself (quadratic), or from the signs of "
                             "random projections (linear).")
              .from("Choromanski et al. 2022")
              .only_if("features", {"hybrid"}),
          OptionSpec::integer("sign_samples", 64, 1, 1 << 16, "How many projections tell the angle by their signs.")
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
  const double tokens = static_cast<double>(N) + M, pairs = static_cast<double>(N) * M,
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
  if (angle_of(call.options) == AngleKind::exact) {
    if (y) call.count("nonpositive", pair_by_pair<T>(call, features, {y, {}, {}}));
  } else if (y) {
    call.count("nonpositive", side_by_side(call, features, y));
  }
  if (map || shares) pair_by_pair<T>(call, features, {{}, map, shares});
}

template void hybrid_attention<float>(const Call<float>&, const SpreadProjections<float>&);
template void hybrid_attention<double>(const Call<double>&, const SpreadProjections<double>&);

}  // namespace omega

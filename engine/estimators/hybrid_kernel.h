// What hybrid features (hybrid_features.h) make of tiles of queries and keys: features relative to logarithms that are
// taken out of them, the shares λ_nm, and the mix of the two estimates, pair by pair.
//
// Causal, nothing that a query meets may know a later key, not even what is taken out. So a tile of queries has
// references that are maxima over the keys before it, and the pairs within it are taken each for itself, in log space.
// So are all pairs of a query where the references belonged to an estimate with no share in them, and all terms
// vanished.
#pragma once

#include <cmath>
#include <functional>
#include <limits>
#include <span>
#include <vector>

#include "core/call.h"
#include "sampling/spread.h"

namespace omega {

enum class AngleKind { exact, signs };
AngleKind angle_of(const Options& options);

constexpr Index kHybridTile = 64;  // of queries

/// The logarithms taken out of the features of keys: of the positive ones one for each sample, of the others only one.
template <class T>
struct HybridReferences {
  Buffer<T> positive;
  T other = -std::numeric_limits<T>::infinity();
};

/// Rows before their features: [ω_s·x | sin ω_s·x | cos ω_s·x], and −‖x‖²/2.
template <class T>
struct HybridRows {
  Matrix<T> phi;
  Buffer<T> minus_half_norms;
};

/// Features of rows as [positive | sines | cosines], S columns each.
template <class T>
class HybridFeatures {
 public:
  HybridFeatures(const Call<T>& call, const SpreadProjections<T>& drawn);

  Index samples() const { return omega_.rows; }
  const Buffer<T>& log_ratios() const { return log_ratios_; }
  /// L_s = log Σ_m ξ(k_m, ω_s), so that no product of a query and a key is lost, and the largest ‖k_m‖²/2.
  HybridReferences<T> of_all_keys() const;
  /// The references of each tile of queries: maxima over the keys before it.
  std::vector<HybridReferences<T>> of_keys_before() const;

  /// Raises each query's `common` logarithm to that of its largest feature, and takes it out of all.
  Matrix<T> of_queries(Range rows, const HybridReferences<T>& references, std::span<T> common) const;
  Matrix<T> of_keys(Range rows, const HybridReferences<T>& references) const;

  HybridRows<T> queries(Range rows) const { return rows_of(call_.scaled_queries(rows)); }
  HybridRows<T> keys(Range rows) const { return rows_of(call_.scaled_keys(rows)); }
  /// ρ_s over the largest times sines and cosines.
  void weigh_waves(View<T> phi) const;
  T largest_log_ratio() const { return largest_log_ratio_; }

 private:
  HybridRows<T> rows_of(View<const T> x) const;
  HybridReferences<T> maxima(Range keys) const;

  const Call<T>& call_;
  View<const T> omega_;
  Buffer<T> ratios_;      // ρ_s over the largest; empty: all 1
  Buffer<T> log_ratios_;  // log ρ_s
  T largest_log_ratio_ = 0;
};

/// Pairs of some queries and keys, each for itself in log space: those m ≤ n within a tile of tokens, or all.
template <class T>
class HybridPairs {
 public:
  /// The pairs of a tile of tokens.
  HybridPairs(const HybridFeatures<T>& features, Range tokens)
      : features_(features), q_(features.queries(tokens)), k_(features.keys(tokens)), triangle_(true) {
    features.weigh_waves(q_.phi);
  }
  HybridPairs(const HybridFeatures<T>& features, Range queries, Range keys)
      : features_(features), q_(features.queries(queries)), k_(features.keys(keys)), triangle_(false) {
    features.weigh_waves(q_.phi);
  }

  /// Raises each query's `common` to the largest logarithm of what counts in its pairs: at λ = 0 or 1 one of the
  /// two estimates does not.
  void raise(View<const T> shares, std::span<T> common) const;
  /// λ·(positive) + (1 − λ)·(trigonometric) over e^common; 0 for later keys.
  void fill(View<const T> shares, std::span<const T> common, View<T> kernel) const;

 private:
  Index seen(Index n) const { return triangle_ ? n + 1 : k_.phi.rows(); }
  void positive_logits(Index n, Index m, std::span<T> out) const;
  T log_other(Index n, Index m) const;

  const HybridFeatures<T>& features_;
  HybridRows<T> q_, k_;
  bool triangle_;
};

/// ±1 of each row for each τ, in double from what was stored.
template <class T>
Matrix<T> signs_of(const Matrix<double>& rows, View<const double> tau);

/// λ of some queries and keys.
template <class T>
class HybridShares {
 public:
  explicit HybridShares(const Call<T>& call);
  /// What a tile needs of the queries.
  Matrix<T> of_queries(Range rows) const;
  void fill(const Matrix<T>& of_queries, Range keys, View<T> shares) const;

 private:
  const Call<T>& call_;
  AngleKind kind_;
  Matrix<double> tau_;
};

/// Whether a query's total is so small beside what was taken out that its terms may have vanished.
template <class T>
bool has_vanished(T total) {
  return !(std::abs(total) > (sizeof(T) == 4 ? T(1e-25) : T(1e-200)));
}
/// Where that is so, sums query n again, pair by pair with the first `seen` keys: what was taken out belonged to an
/// estimate that has no share in its pair. add(keys, kernel) gets one row for each tile; returns the total.
template <class T>
T hybrid_row(const Call<T>& call, const HybridFeatures<T>& features, const HybridShares<T>& shares, Index n, Index seen,
             const std::function<void(Range keys, View<const T> kernel)>& add);

}  // namespace omega

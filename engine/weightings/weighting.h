// Weightings: how multiple importance sampling shares one sample among the proposals that could have drawn it
// (specification, section 5). α_n1(ω)..α_nC(ω) sum to 1 at any ω; a weighting knows log-densities and queries, never
// how the proposals were made.
//
//   constant   1/C                 balance  b_c = q_c/Σq            power  b_c²/Σb²            own  δ_nc (needs C = N)
//   coupled    b_c·(1 + β(r_nc − Σ_c' b_c' r_nc'))                  (LARA, Eq. 37 in normalised form)
//   decoupled  b_c + β(r_nc − (1/C) Σ_c' r_nc')                     (Eq. 9 and 38)
//   r_nc = exp(q_n·q̃_c) / Σ_n' exp(q_n'·q̃_c), or normalised over c with similarity=proposals
//   optimal    what varies least: another class computes it, optimal.h
//
// blend: α ← (1 − λ)/C + λα. Then coupled and decoupled, which can fall below 0, are raised to `clamp`.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

#include "core/call.h"
#include "core/choices.h"
#include "cpu/lanes.h"
#include "cpu/parallel.h"

namespace omega {

/// weighting, beta, similarity, clamp, blend, predict, nodes.
std::vector<OptionSpec> weighting_options();
/// Whether α keeps a sign: `optimal`, and clamp switched off for a weighting that can fall below 0.
bool keeps_sign(const Options& options);
/// Whether α is made of balance shares; those of other weightings have no such part.
bool has_balance_part(const Options& options);
/// Whether α is what the equation of the weighting says, and no blend of that with equal shares.
bool follows_equation(const Options& options);
/// What α was raised to where it is no more than this; −∞ where nothing is raised.
double raised_to(const Options& options);
/// Sets `options` so that α keeps only what all queries share.
void drop_correction(const std::string& method, const std::vector<OptionSpec>& specs, Options& options);
/// Whether options leave α the same for all queries, or to be found query by query in lanes.
bool weighs_in_lanes(const Options& options);
/// Whether α sums to 1 at every ω, so that the clamp biases nothing.
bool keeps_unbiased(const Options& options);

/// log q_c of all C proposals at some places, a row each: filled in a few rows at a time, since all of them are often
/// more numbers than memory holds.
template <class T>
struct LogDensities {
  Index rows = 0, proposals = 0;
  std::function<void(Range some, View<T> out)> fill;
};

/// Calls body(rows, their log densities) for all rows in tiles.
template <class T, class Body>
void for_density_tiles(const LogDensities<T>& densities, const Progress& progress, const Body& body) {
  constexpr Index kFewestRows = 8, kMostRows = 64, kNumbers = 1 << 20;
  const Index tile = std::clamp(kNumbers / std::max(Index{1}, densities.proposals), kFewestRows, kMostRows),
              tiles = std::max(Index{1}, densities.rows / tile);
  parallel_tiles(tiles, 1, progress, [&](Range one) {
    // The last takes the rest: products of very few rows sum in another order (multiply_nt).
    const Range rows{one.begin * tile, one.end == tiles ? densities.rows : one.end * tile};
    Matrix<T> log_q(rows.size(), densities.proposals);
    densities.fill(rows, log_q);
    body(rows, log_q.view());
  });
}

/// A place where α is asked: the row of log densities that describes its ω, and the proposal c whose α_nc is meant.
struct Site {
  Index row;
  Index proposal;
};
/// Samples, `each` of every proposal in turn: one site a sample, at its own ω.
std::vector<Site> own_sites(Index samples, Index each);
/// All proposals at each of these rows.
std::vector<Site> all_sites(Index rows, Index proposals);

/// Where α is a factor beside exponentials, its clamp is at least this: below, it could vanish beside them.
constexpr double kLeastAlphaFactor = 1e-12;

/// α ← log|α|, and its signs where those are not nothing.
template <class T>
void take_logarithms(View<T> alpha, View<T> signs) {
  for (Index i = 0; i < alpha.rows; ++i)
    for (Index j = 0; j < alpha.cols; ++j) {
      if (signs) signs(i, j) = alpha(i, j) < 0 ? T(-1) : T(1);
      alpha(i, j) = std::log(std::abs(alpha(i, j)));
    }
}

template <class T>
class Weighting {
 public:
  /// `landmark_queries` (q̃) may be a view of nothing: then r = 0. `queries` are all queries, which times
  /// `query_factor` are scaled. The rows of the sites never decrease.
  Weighting(const Options& options, const LogDensities<T>& log_densities, std::vector<Site> sites,
            View<const T> queries, T query_factor, View<const T> landmark_queries, const Progress& progress);

  /// log|α| (and its signs, where a sign is kept and `signs` is not nothing) of some queries at some sites. Returns how
  /// many were clamped.
  Index log_alpha(Range queries, Range sites, View<T> out, View<T> signs) const;
  /// Whether log α is the same for all queries: then log_alpha of any one query tells it.
  bool is_shared() const {
    return !depends_on_query(kind_) && kind_ != WeightingKind::own && kind_ != WeightingKind::optimal;
  }
  /// Whether lane_alpha can be asked: α ≥ clamp > 0 of queries taken one by one.
  bool has_lanes() const;
  /// α of the scaled queries in the lanes of x at all sites: factors(site, lane). Returns how many were clamped.
  Index lane_alpha(const LaneRows<T>& x, View<T> factors) const;
  /// α itself.
  void alpha(Range queries, Range sites, View<T> out) const;

 private:
  void find_balance(const LogDensities<T>& log_densities, const Progress& progress);
  Matrix<T> similarities(Range queries) const;
  Index query_specific(Range queries, Range sites, View<T> out) const;
  void shared(Range queries, Range sites, View<T> log_out) const;
  T blended(T alpha) const { return (1 - blend_) / static_cast<T>(proposals_) + blend_ * alpha; }

  WeightingKind kind_;
  SimilarityKind similarity_;
  T beta_, clamp_, blend_;
  Index proposals_;
  std::vector<Site> sites_;
  View<const T> queries_, landmark_queries_;
  T query_factor_;
  Buffer<T> log_balance_;          // log b_c at each site
  Buffer<T> balance_;              // and itself, where α depends on the query
  Matrix<T> balances_;             // coupled: of all proposals at each row of densities
  Buffer<T> minus_log_query_sum_;  // −log Σ_n exp(q_n·q̃_c)
};

}  // namespace omega

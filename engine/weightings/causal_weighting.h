// The weightings (weighting.h) where proposals come one after another: a query of stage g knows the first g, and its
// α_n1(ω)..α_ng(ω) sum to 1; those of later proposals are 0.
//
//   constant   1/g      balance  b_c = q_c/Σ_{c'≤g} q_c'      power, coupled, decoupled  with sums over c' ≤ g
//   r_nc = exp(q_n·q̃_c) / Σ_{n'≤n} exp(q_n'·q̃_c), or normalised over 2 ≤ c ≤ g; r_n1 = 0, for N(0, I) has no q̃
#pragma once

#include "weightings/weighting.h"

namespace omega {

template <class T>
class CausalWeighting {
 public:
  /// As for a Weighting; `starts`: the first query that knows each proposal, empty where all know all (then r = 0).
  CausalWeighting(const Options& options, const LogDensities<T>& log_densities, std::vector<Site> sites,
                  View<const T> queries, T query_factor, View<const T> landmark_queries, std::vector<Index> starts,
                  const Progress& progress);

  /// log|α| at the first out.rows sites, sites × queries, −∞ of proposals to come; their signs, where one is kept and
  /// `signs` is not nothing; how many were clamped of each query, where `clamped` is not null.
  void log_alpha(Range queries, View<T> out, View<T> signs, Index* clamped) const;
  /// α itself, 0 of proposals to come.
  void alpha(Range queries, View<T> out, Index* clamped) const;
  /// Whether α may be used as a factor, without its logarithm: where it depends on the query and the clamp is not too
  /// small.
  bool is_factor() const;

 private:
  void sum_densities(const LogDensities<T>& log_densities, const Progress& progress);
  Index known_by(Index query) const;
  T log_balance(const Site& site, Index known) const {
    return log_densities_(site.row, site.proposal) - log_sums_(site.row, known - 1);
  }
  void sum_queries(const Progress& progress);
  Matrix<T> similarities(Range queries) const;
  Matrix<T> over_queries(Range queries) const;
  Matrix<T> over_proposals(Range queries) const;
  void query_specific(Index known, View<const T> r, View<T> out, Index* clamped) const;
  Buffer<T> shared(Index known, Index sites) const;
  /// Calls body(queries, known) for runs of queries that know as many proposals.
  template <class Body>
  void for_stages(Range queries, const Body& body) const;

  WeightingKind kind_;
  SimilarityKind similarity_;
  T beta_, clamp_, blend_;
  std::vector<Site> sites_;
  View<const T> queries_, landmark_queries_;
  T query_factor_;
  std::vector<Index> starts_;
  Matrix<T> log_densities_, log_sums_;   // log q_c (power: of its square) at each row, and log Σ_{c'≤c} of them
  Matrix<T> query_maxima_, query_sums_;  // Σ exp(q_n·q̃_c) over the queries before each tile, relative to the largest
};

}  // namespace omega

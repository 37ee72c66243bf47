// Proposals: the densities q_c(ω) that LARA and MIS share among all queries (specification, section 5). They know how
// to place themselves, to draw samples and to give their density; how they are weighted is for weightings/.
//
//   qk        N(ω; q̃_c + k̃_c, I)                                      (LARA, Eq. 34)
//   attend    N(ω; q̃_c + Σ_m softmax_m(q̃_c·k_m) k_m, I)               (Eq. 33)
//   mixed     N(ω; q̃_c + Σ_c' softmax_c'(k̃_c·k̃_c') k̃_c', I)           (Eq. 35)
//   q         N(ω; q̃_c, I)          standard  N(ω; 0, I)          given  N(ω; μ_c, I) with μ from the caller
//   mixture   Σ_m softmax_m(q̃_c·k_m) N(ω; q̃_c + k_m, I)                (Eq. 32)
//   single    the mixture at the mean of all queries, C times            (Eq. 5)
//
// Causal, no query may use a proposal that knows later tokens: proposal 1 is N(0, I), proposal c ≥ 2 stands on segment
// c − 1 and knows the keys up to its end, and the queries of segment g use proposals 1..g. standard and given know no
// token: all queries use all of them.
//
// A mixture needs no sum over its components for its density: with L(ω) = log Σ_m ξ(k_m,ω),
//   log q_c(ω) = log N(ω; 0, I) + log ξ(q̃_c, ω) + L(ω) − log Z_c,  Z_c = Σ_m exp(q̃_c·k_m).
#pragma once

#include <functional>
#include <vector>

#include "core/call.h"
#include "core/choices.h"

namespace omega {

/// Whether other proposals or samples come of keys in another order, by means of segments of them or since a component
/// is drawn by its index.
bool knows_key_order(const Options& options);
/// Whether proposals come one after another, as the tokens that they know do.
bool has_stages(const Options& options);
/// The same, and how many samples each has, as conditions of equations.
Condition in_stages();
Condition draws_one_each();
Condition draws_several_each();

/// proposals, landmarks, proposal_scale, per_proposal, draw, antithetic, evaluate, grid.
std::vector<OptionSpec> proposal_options();
/// eps or shift, u, mu and the adapters, as far as the options need them.
std::vector<ArraySpec> proposal_arrays(const Problem& problem);
/// C after reduction, and S' (J = C·S').
Index proposal_count(const Problem& problem);
Index samples_per_proposal(const Options& options);

/// Segment means q̃_c and k̃_c, adapted: in double, for they decide discrete draws.
struct Landmarks {
  Matrix<double> q, k;
};

template <class T>
class Proposals {
 public:
  explicit Proposals(const Call<T>& call);

  Index count() const { return means_.rows(); }
  View<const T> means() const { return means_; }  // μ_c, C×D
  /// q̃_c; nothing where no subset stands behind a proposal.
  View<const T> landmark_queries() const { return landmark_q_.rows() > 0 ? landmark_q_.view() : View<const T>(); }
  /// The first query that uses each proposal; empty: all use all.
  const std::vector<Index>& starts() const { return starts_; }
  /// ω, proposal by proposal; within one all + before all −.
  Matrix<T> draw(const Call<T>& call) const;
  /// log q_c(ω_j) for some j and all c. L(ω_j) over the keys that proposal c knows is read by mixtures only.
  void log_densities(View<const T> omega, Range some, const std::function<T(Index j, Index c)>& log_key_sum,
                     View<T> out) const;
  /// The same where all proposals know all keys.
  void log_densities(View<const T> omega, Range some, const Buffer<T>& log_key_sum, View<T> out) const {
    log_densities(
        omega, some, [&](Index j, Index) { return log_key_sum[static_cast<std::size_t>(j)]; }, out);
  }

 private:
  void place_gaussians(const Call<T>& call, const Landmarks& landmarks);
  void place_mixtures(const Call<T>& call, const Landmarks& landmarks);
  Matrix<Index> draw_components(const Call<T>& call, const Matrix<double>& u) const;

  /// How many keys proposal c knows.
  Index keys_known(Index c, Index all) const { return starts_.empty() ? all : starts_[static_cast<std::size_t>(c)]; }

  ProposalKind kind_;
  std::vector<Index> starts_;
  Matrix<T> means_, landmark_q_;
  Matrix<double> base_;  // mixtures: q̃_c, or the mean query
  Matrix<T> base_rounded_;
  Buffer<T> log_z_;  // mixtures: log Z_c
};

}  // namespace omega

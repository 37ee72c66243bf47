// The weighting that no other can beat, and how much any weighting will make an estimate vary, by quadrature over
// ω-space of at most two dimensions (specification, section 12.1; LARA paper, appendix D; Kondapaneni et al. 2019).
//
//   V_n(α) = Σ_c [∫ α_nc² p_n² ‖g_n‖²/q_c dω − ‖∫ α_nc p_n g_n dω‖²],  g_n = f, or f − y_n^softmax where weights are
//                                                                      divided by their sum (the delta method)
//   least at  α_nc p_n/q_c = p_n/Q + u_n·(r_nc − Σ_c' b_c' r_nc')/‖g_n‖,  Q = Σ_c q_c,  b_c = q_c/Q,  u_n = g_n/‖g_n‖
//   (A_n + δI) r_n = t_n,  A_n[c,c'] = [c = c'](I − ∫ q_c u uᵀ dω) + ∫ q_c b_c' u uᵀ dω,  t_nc = ∫ b_c p_n g_n dω
//
// Proposals that are alike make A singular; δ then picks the smallest r. All in double.
#pragma once

#include "core/call.h"
#include "weightings/weighting.h"

namespace omega {

/// The largest dimension of ω that quadrature is done in.
constexpr Index kQuadratureDims = 2;
bool is_optimal(const Options& options);
/// Whether anything is asked for that needs quadrature: weighting=optimal or predict.
bool needs_quadrature(const Options& options);

/// Places in ω-space, and what proposals and keys say there.
struct Places {
  Matrix<double> omega;       // P×D
  Matrix<double> log_q;       // log q_c(ω), P×C
  Buffer<double> log_sum_q;   // log Q(ω)
  Matrix<double> root_q, b;   // √q_c(ω) and q_c/Q, P×C
  Buffer<double> log_common;  // log N(ω; 0, I) + log Σ_m ξ(k_m, ω), what all log p_n(ω) share
  Matrix<double> f;           // P×Dv

  Places(Matrix<double> omega, Matrix<double> log_q, View<const double> log_key_sum, Matrix<double> f);
  Index count() const { return omega.rows(); }
  Index proposals() const { return log_q.cols(); }
};

/// What each query samples for: log p_n(ω) = log_common + q_n·ω + bias_n, and g_n = f − centre_n.
struct Targets {
  Matrix<double> q;       // N×D, scaled
  Buffer<double> bias;    // −‖q_n‖²/2 − log Z_n
  Matrix<double> centre;  // N×Dv
  double negligible = 0;  // where ‖g_n‖ is no larger, it has no direction

  Buffer<double> log_p(Index query, const Places& at) const;
};

/// The nodes of a product grid, each of which stands for a cell of this volume.
struct Quadrature {
  Places nodes;
  double cell = 0;
};

class OptimalWeighting {
 public:
  OptimalWeighting(const Options& options, const Targets& targets, const Quadrature& over, const Progress& progress);

  /// What is asked of α: w = α p/q_c, w √q_c (whose square is what varies), or α itself.
  enum class Form { weight, root, share };
  /// Of one query, for all proposals at all places: P×C.
  void fill(Form form, Index query, const Places& at, View<double> out) const;

 private:
  void solve(Index query, const Quadrature& over);

  const Targets& targets_;
  double blend_;
  Matrix<double> r_;  // N × C·Dv
};

/// α_nc p_n/√q_c of any other weighting.
void fill_roots(const Weighting<double>& weighting, const Targets& targets, Index query, const Places& at,
                View<double> out);
/// What quadrature says of one query: V_n/S'_c, and which share of its integral is from samples that would alone have
/// more than half of all weight. There an estimate divided by the sum of the weights is off by ‖g_n‖ at most, and the
/// delta method, which takes that sum for certain, by as much more as the weight is large.
struct Prediction {
  double variance = 0, rare = 0;
};
/// Predicts from the query's roots at all nodes; `each` is S'_c, the samples of a proposal.
Prediction predict_variance(const Targets& targets, Index query, const Quadrature& over, View<const double> roots,
                            double each);

}  // namespace omega

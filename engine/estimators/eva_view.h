// What EVA makes of single queries, taken apart into control variates (specification, section 6; EVA paper, Eqs. 7–13):
// computed only for the queries listed in `query_at`, so that nothing of it is O(N·M).
//
//   g_m = h_m v_m,  β̂_c = Σ_{m∈P_c} g_m / Σ_{m∈P_c} h_m,  E[h_m] = π_nm
//   own projection     h_m = ξ(q_n,ω_c) ξ(k_m,ω_c) N(ω_c; 0, I) / (N(ω_c; μ_c, I) Z_n)
//   shared projections h_m = (1/S) Σ_s ξ(q_n,ω_s) ξ(k_m,ω_s) / Z_n
//   J(P) = Σ_c Σ_{m∈P_c} π_nm ‖β*_c − v_m‖²,  β*_c the mean of v in P_c by π
//
// J over partitions that nest: the groups that the query sees, pairs of neighbours joined again and again up to one
// group, and halved again and again down to single keys. It can only fall along them; for other counts of groups it
// need not.
#pragma once

#include <memory>

#include "estimators/group_estimates.h"
#include "estimators/windows.h"

namespace omega {

/// A query, and what EVA has for its block.
template <class T>
struct EvaQuery {
  Index query = 0;
  Window window;
  std::shared_ptr<const GroupEstimates<T>> table;
  View<const T> eps;  // a row for each group; none without noise, or where projections are shared
  GroupWeight weight = GroupWeight::paper;
  Index visible = 0;  // how many of the groups the query sees
  Index most = 0;     // the most groups that any query has
  bool causal = false;
};

ArraySpec query_at_array();
/// The outputs there are once query_at is given; `groups`: the most that any query has.
std::vector<OutputSpec> eva_view_outputs(const Problem& problem, Index groups);

/// Writes row `row` of the outputs that are wanted.
template <class T>
void write_eva_view(const Call<T>& call, Index row, const EvaQuery<T>& at);

}  // namespace omega

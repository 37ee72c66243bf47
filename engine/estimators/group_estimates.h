// What EVA and the control-variate view know of each group P_c: its local estimate, and what it weighs for a query.
//
//   own projection     β̂_c = Σ_{m∈P_c} softmax_{m∈P_c}(log ξ(k_m, ω_c)) v_m, the same for all queries
//   shared projections β̂_nc = Σ_s softmax_s(q_n·ω_s + L_cs) f_c(ω_s), L_cs = log Σ_{m∈P_c} ξ(k_m, ω_s)
//   group weight       G_nc = exp(q_n·k̃_c) | |P_c| exp(q_n·k̃_c) | Σ_{m∈P_c} exp(a_nm)
//
// Seen from a block of queries both are columns of one softmax: log G_nc with value β̂_c, or, with shared projections,
// log G_nc + log softmax_s(q_n·ω_s + L_cs) with value f_c(ω_s).
#pragma once

#include <memory>

#include "core/call.h"
#include "core/choices.h"
#include "estimators/groups.h"
#include "estimators/window_attention.h"

namespace omega {

template <class T>
struct GroupEstimates {
  std::vector<KeyGroup> groups;
  Matrix<T> key_means;  // k̃_c, C×D; read by the weights paper and counted, and by the proposals qk and half
  Matrix<T> omega;      // a row for each group; shared: S rows for all groups
  bool shared = false;
  Matrix<T> values;     // β̂_c, C×Dv; shared: f_c(ω_s), (C·S)×Dv
  Matrix<T> log_mass;   // L_cs, C×S
  Buffer<T> log_sizes;  // log |P_c|

  Index count() const { return static_cast<Index>(groups.size()); }
  Index samples() const { return shared ? omega.rows() : 1; }
  View<const T> omega_of(Index c) const { return shared ? omega.view() : omega.view().middle_rows(c, 1); }
};

/// Fills values, log_mass and log_sizes from groups and omega, `together` groups a task.
template <class T>
void estimate_groups(GroupEstimates<T>& table, const Call<T>& call, Index together);

/// log G_nc of some queries and groups. `exact` reads every key of the groups.
template <class T>
void log_group_weights(const GroupEstimates<T>& table, GroupWeight weight, View<const T> queries, const Call<T>& call,
                       Range groups, View<T> out);

/// softmax_s(q_n·ω_s + L_cs) over the shared projections, for one group.
template <class T>
void sample_weights(const GroupEstimates<T>& table, View<const T> queries, Index group, View<T> out);

/// The first `visible` groups as what a block sees beyond its window.
template <class T>
Beyond<T> beyond_of(std::shared_ptr<const GroupEstimates<T>> table, GroupWeight weight, const Call<T>& call,
                    Index visible);

}  // namespace omega

#include "estimators/group_estimates.h"

#include <algorithm>
#include <cmath>

#include "cpu/gemm.h"
#include "cpu/parallel.h"
#include "cpu/running_softmax.h"
#include "cpu/vector_math.h"

namespace omega {

namespace {

constexpr Index kKeyTile = 256;

/// Calls body(range) for the keys of a group in tiles of consecutive ones.
template <class Body>
void key_tiles(const KeyGroup& group, const Body& body) {
  for (const Range run : group.keys)
    for (Index m = run.begin; m < run.end; m += kKeyTile) body(Range{m, std::min(run.end, m + kKeyTile)});
}

Index widest_tile(const KeyGroup& group) { return std::min(kKeyTile, group.size); }

/// log ξ(k_m, ω) = ω·k_m − ‖k_m‖²/2 for some keys; norms: scratch, one a key.
template <class T>
void log_xi(View<const T> omega, const Call<T>& call, Range keys, T* norms, View<T> out) {
  const View<const T> k = call.unscaled_k.middle_rows(keys.begin, keys.size());
  squared_norms(k, norms);
  multiply_nt<T>(omega, k, out);
  const T root = call.root_scale, half = static_cast<T>(0.5 * call.scale);
  for (Index s = 0; s < out.rows; ++s)
    for (Index i = 0; i < out.cols; ++i) out(s, i) = root * out(s, i) - half * norms[i];
}

/// β̂ and log Σ ξ of groups one by one, in buffers that all of them share.
template <class T>
class GroupPass {
 public:
  GroupPass(GroupEstimates<T>& table, const Call<T>& call)
      : table_(table), call_(call), tile_(table.samples(), kKeyTile), norms_(kKeyTile) {}

  void estimate(Index c) {
    const KeyGroup& group = table_.groups[static_cast<std::size_t>(c)];
    const View<const T> omega = table_.omega_of(c);
    const View<T> values = table_.values.view().middle_rows(c * omega.rows, omega.rows);
    if (group.keys.size() == 1 && group.size <= kKeyTile) return estimate_at_once(c, group.keys.front(), omega, values);
    RunningSoftmax<T> running(omega.rows, call_.v.cols);
    key_tiles(group, [&](Range keys) { running.add(logits_of(omega, keys), values_of(keys)); });
    running.mean(values);
    for (Index s = 0; s < omega.rows; ++s) table_.log_mass(c, s) = running.log_sum(s);
  }

 private:
  View<T> logits_of(View<const T> omega, Range keys) {
    call_.progress.check();
    const View<T> logits(tile_.data(), omega.rows, keys.size());
    log_xi<T>(omega, call_, keys, norms_.data(), logits);
    return logits;
  }
  View<const T> values_of(Range keys) const { return call_.v.middle_rows(keys.begin, keys.size()); }

  void estimate_at_once(Index c, Range keys, View<const T> omega, View<T> values) {
    const View<T> weights = logits_of(omega, keys);
    for (Index s = 0; s < weights.rows; ++s) {
      const T highest = largest(weights.row(s), weights.cols), sum = exp_shifted(weights.row(s), weights.cols, highest);
      table_.log_mass(c, s) = highest + std::log(sum);
      for (T& weight : weights.row_span(s)) weight /= sum;
    }
    multiply_nn<T>(weights, values_of(keys), values);
  }

  GroupEstimates<T>& table_;
  const Call<T>& call_;
  Matrix<T> tile_;
  Buffer<T> norms_;
};

template <class T>
T log_sum_exp(const T* x, Index count, T* scratch) {
  const T maximum = largest(x, count);
  std::copy_n(x, count, scratch);
  return maximum + std::log(exp_shifted(scratch, count, maximum));
}

/// log Σ_{m∈P_c} exp(q_n·k_m)
template <class T>
void exact_log_weights(const KeyGroup& group, View<const T> queries, View<const T> k, View<T> column) {
  RunningSoftmax<T> running(queries.rows, 0);
  Matrix<T> tile(queries.rows, widest_tile(group));
  key_tiles(group, [&](Range keys) {
    const View<T> logits(tile.data(), queries.rows, keys.size());
    multiply_nt<T>(queries, k.middle_rows(keys.begin, keys.size()), logits);
    running.add(logits, {});
  });
  for (Index r = 0; r < queries.rows; ++r) column(r, 0) = running.log_sum(r);
}

/// Columns (c, s) of the groups: log G_nc + log softmax_s(q_n·ω_s + L_cs).
template <class T>
void spread_over_samples(const GroupEstimates<T>& table, View<const T> queries, Range groups, View<const T> log_weights,
                         View<T> logits) {
  const Index samples = table.samples();
  Matrix<T> dots(queries.rows, samples);
  Buffer<T> scratch(static_cast<std::size_t>(samples));
  multiply_nt<T>(queries, table.omega.view(), dots);
  for (Index r = 0; r < queries.rows; ++r)
    for (Index c = 0; c < groups.size(); ++c) {
      T* row = logits.row(r) + c * samples;
      for (Index s = 0; s < samples; ++s) row[s] = dots(r, s) + table.log_mass(groups.begin + c, s);
      const T shift = log_weights(r, c) - log_sum_exp(row, samples, scratch.data());
      for (Index s = 0; s < samples; ++s) row[s] += shift;
    }
}

/// map_nm += Σ_s weights_n,(c,s) · softmax_{m∈P_c}(log ξ(k_m, ω)): what each value is in terms of the keys.
template <class T>
void spread_over_keys(const GroupEstimates<T>& table, const Call<T>& call, Range groups, View<const T> weights,
                      View<T> map) {
  for (Index c = groups.begin; c < groups.end; ++c) {
    const KeyGroup& group = table.groups[static_cast<std::size_t>(c)];
    const View<const T> omega = table.omega_of(c);
    Matrix<T> within(omega.rows, group.size);
    Buffer<T> norms(static_cast<std::size_t>(group.size));
    Index place = 0;
    for (const Range keys : group.keys) {
      log_xi<T>(omega, call, keys, norms.data(), within.view().middle_cols(place, keys.size()));
      place += keys.size();
    }
    softmax_rows<T>(within);
    place = 0;
    for (const Range keys : group.keys) {
      add_multiply_nn<T>(weights.middle_cols((c - groups.begin) * omega.rows, omega.rows),
                         within.view().middle_cols(place, keys.size()), map.middle_cols(keys.begin, keys.size()));
      place += keys.size();
    }
  }
}

}  // namespace

template <class T>
void estimate_groups(GroupEstimates<T>& table, const Call<T>& call, Index together) {
  table.log_sizes = Buffer<T>(table.groups.size());
  for (std::size_t c = 0; c < table.groups.size(); ++c)
    table.log_sizes[c] = std::log(static_cast<T>(table.groups[c].size));
  table.values = Matrix<T>(table.count() * table.samples(), call.v.cols);
  table.log_mass = Matrix<T>(table.count(), table.samples());
  parallel_tiles(table.count(), together, call.progress, [&](Range groups) {
    GroupPass<T> pass(table, call);
    for (Index c = groups.begin; c < groups.end; ++c) pass.estimate(c);
  });
}

template <class T>
void log_group_weights(const GroupEstimates<T>& table, GroupWeight weight, View<const T> queries, const Call<T>& call,
                       Range groups, View<T> out) {
  if (weight == GroupWeight::exact) {
    for (Index c = 0; c < groups.size(); ++c)
      exact_log_weights<T>(table.groups[static_cast<std::size_t>(groups.begin + c)], queries, call.k(),
                           out.middle_cols(c, 1));
    return;
  }
  multiply_nt<T>(queries, table.key_means.view().middle_rows(groups.begin, groups.size()), out);
  if (weight == GroupWeight::paper) return;
  for (Index c = 0; c < groups.size(); ++c) {
    const T log_size = table.log_sizes[static_cast<std::size_t>(groups.begin + c)];
    for (Index r = 0; r < out.rows; ++r) out(r, c) += log_size;
  }
}

template <class T>
void sample_weights(const GroupEstimates<T>& table, View<const T> queries, Index group, View<T> out) {
  multiply_nt<T>(queries, table.omega.view(), out);
  for (Index r = 0; r < out.rows; ++r)
    for (Index s = 0; s < out.cols; ++s) out(r, s) += table.log_mass(group, s);
  softmax_rows(out);
}

template <class T>
Beyond<T> beyond_of(std::shared_ptr<const GroupEstimates<T>> table, GroupWeight weight, const Call<T>& call,
                    Index visible) {
  const Index samples = table->samples();
  const GroupEstimates<T>& known = *table;
  const auto groups_in = [samples](Range columns) { return Range{columns.begin / samples, columns.end / samples}; };
  Beyond<T> beyond;
  beyond.columns = visible * samples;
  beyond.unit = samples;
  beyond.values = known.values.view();
  beyond.logits = [&known, &call, weight, groups_in](View<const T> queries, Range columns, View<T> logits) {
    const Range groups = groups_in(columns);
    if (!known.shared) return log_group_weights<T>(known, weight, queries, call, groups, logits);
    Matrix<T> log_weights(queries.rows, groups.size());
    log_group_weights<T>(known, weight, queries, call, groups, log_weights);
    spread_over_samples<T>(known, queries, groups, log_weights, logits);
  };
  if (!known.shared && weight != GroupWeight::exact)
    beyond.points = {known.key_means, weight == GroupWeight::counted ? known.log_sizes.data() : nullptr};
  beyond.spread = [&known, &call, groups_in](Range columns, View<const T> weights, View<T> map) {
    spread_over_keys(known, call, groups_in(columns), weights, map);
  };
  beyond.owner = std::move(table);
  return beyond;
}

#define OMEGA_INSTANTIATE(T)                                                                                      \
  template void estimate_groups<T>(GroupEstimates<T>&, const Call<T>&, Index);                                    \
  template void log_group_weights<T>(const GroupEstimates<T>&, GroupWeight, View<const T>, const Call<T>&, Range, \
                                     View<T>);                                                                    \
  template void sample_weights<T>(const GroupEstimates<T>&, View<const T>, Index, View<T>);                       \
  template Beyond<T> beyond_of<T>(std::shared_ptr<const GroupEstimates<T>>, GroupWeight, const Call<T>&, Index);
OMEGA_INSTANTIATE(float)
OMEGA_INSTANTIATE(double)
#undef OMEGA_INSTANTIATE

}  // namespace omega

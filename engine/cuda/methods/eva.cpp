// EVA on the device. Groups are one table for all queries, or (partition=complement) a table for each block of them;
// everything that a group says of itself is one launch. Its coefficients are then columns beside the keys of the
// window.
#include <algorithm>
#include <cmath>

#include "core/choices.h"
#include "cuda/methods.h"
#include "cuda/methods/sampling.h"
#include "cuda/methods/windows.h"

namespace omega::cuda {

namespace {

/// What the options mean.
struct GroupPlan {
  Index asked;
  bool complement, shared, noisy;
  GroupWeight weight;
  GroupMean mean;
  std::int32_t samples;

  explicit GroupPlan(const Options& options)
      : asked(static_cast<Index>(options.integer("groups"))),
        complement(options.integer("window") > 0 &&
                   options.choice<GroupedKeys>("partition") == GroupedKeys::complement),
        shared(options.integer("samples") > 1),
        noisy(!options.flag("evaluate")),
        weight(options.choice<GroupWeight>("group_weight")),
        mean(options.choice<GroupMean>("proposals")),
        samples(static_cast<std::int32_t>(options.integer("samples"))) {}
  bool exact() const { return weight == GroupWeight::exact; }
  double share_of_queries() const { return mean == GroupMean::q ? 1 : share_of_keys(); }
  double share_of_keys() const { return mean == GroupMean::half ? 0.5 : mean == GroupMean::qk ? 1 : 0; }
};

/// Tables of groups; where one has fewer than `count`, the last are empty and no block sees them.
struct Groups {
  std::vector<std::vector<KeyGroup>> tables;
  std::int32_t count = 0;
  std::int32_t rows() const { return count * static_cast<std::int32_t>(tables.size()); }
  std::vector<Runs> runs(Runs KeyGroup::*side) const {
    std::vector<Runs> all;
    for (const std::vector<KeyGroup>& table : tables)
      for (std::size_t c = 0; c < static_cast<std::size_t>(count); ++c)
        all.push_back(c < table.size() ? table[c].*side : Runs{});
    return all;
  }
};

/// The keys that a block of a sequence sees exactly.
Range seen_by(const Windows& w, Index block, Index keys) {
  return {std::max<Index>(0, block * w.block_width - w.overlap_across),
          std::min<Index>(keys, (block + 1) * w.block_width + w.overlap_across)};
}

Groups make_groups(Run& run, const GroupPlan& plan, const Windows& w, const MakeGroups& make) {
  Groups groups;
  if (!plan.complement) groups.tables.push_back(make(run.sizes, plan.asked, run.grid(), std::nullopt));
  for (Index b = 0; plan.complement && b < block_count(w); ++b)
    groups.tables.push_back(make(run.sizes, plan.asked, std::nullopt, seen_by(w, b, run.M)));
  for (const std::vector<KeyGroup>& table : groups.tables)
    groups.count = std::max(groups.count, static_cast<std::int32_t>(table.size()));
  return groups;
}

struct Coefficients {
  Block omega, key_means, log_sizes, beta, log_mass;
};

Block log_sizes_of(Run& run, const Groups& groups) {
  Matrix<float> sizes(1, groups.rows(), 0.0f);
  for (std::size_t t = 0; t < groups.tables.size(); ++t)
    for (std::size_t c = 0; c < groups.tables[t].size(); ++c)
      sizes(0, static_cast<Index>(t) * groups.count + static_cast<Index>(c)) =
          std::log(static_cast<float>(groups.tables[t][c].size));
  return run.put(std::span(&sizes, 1));
}

/// A projection for each group: ω_c = μ_c + ε_c.
void add_own_projections(Run& run, const GroupPlan& plan, const Groups& groups, Prepare& what, Coefficients& c) {
  add_adapter(run, what.keys, "k");
  c.key_means = run.make(groups.rows(), run.D);
  what.keys.out = c.key_means;
  if (plan.share_of_queries() > 0) {
    what.queries = means_of(run.q, run.put_segments(groups.runs(&KeyGroup::queries)), plan.share_of_queries());
    add_adapter(run, what.queries, "q");
  }
  if (plan.mean == GroupMean::given) what.given = run.array("mu");
  if (plan.noisy) run.add_noise(what, "eps");
  what.scale = 1;
  what.drawn = what.signs = what.step = 1;
  c.omega = run.make(groups.rows(), run.D);
  what.omega = c.omega;
}

/// β̂_c, or β̂_cs and L_cs of shared projections.
Coefficients coefficients(Run& run, const GroupPlan& plan, const Groups& groups) {
  Coefficients c;
  Prepare what{};
  what.dims = run.D;
  what.segments = groups.rows();
  what.period = groups.count;
  what.keys = means_of(run.k, run.put_segments(groups.runs(&KeyGroup::keys)), plan.share_of_keys());
  const Index columns = Index{groups.rows()} * plan.samples;
  if (plan.shared) {
    c.omega = run.normals("eps");
    c.log_mass = run.make(1, columns);
    what.shared = c.omega;
    what.shared_count = plan.samples;
    what.log_mass = c.log_mass;
  } else {
    add_own_projections(run, plan, groups, what, c);
  }
  const Block log_xi = run.make(static_cast<Index>(groups.tables.size()), run.M);
  c.beta = run.make(columns, run.values.cols);
  what.values = run.values;
  what.value_dims = run.values.cols;
  what.log_xi = log_xi;
  what.log_xi_period = run.M;
  what.beta = c.beta;
  if (plan.weight == GroupWeight::counted) c.log_sizes = log_sizes_of(run, groups);
  run.prepare(what);
  return c;
}

/// How many of the first columns each block may look at. In the causal form these are the groups that end before its
/// window; otherwise all there are.
Whole visible_columns(Run& run, const GroupPlan& plan, const Groups& groups, const Windows& w) {
  std::vector<std::int32_t> visible;
  for (Index b = 0; b < block_count(w); ++b) {
    const std::vector<KeyGroup>& table = groups.tables[plan.complement ? static_cast<std::size_t>(b) : 0];
    const Index first = seen_by(w, b, run.M).begin;
    std::size_t count = 0;
    while (count < table.size() && (plan.complement || table[count].last() < first)) ++count;
    if (!plan.exact() || plan.shared)
      visible.push_back(static_cast<std::int32_t>(count) * plan.samples);
    else  // by keys
      visible.push_back(plan.complement ? run.M
                        : count > 0     ? static_cast<std::int32_t>(table[count - 1].last() + 1)
                                        : 0);
  }
  return run.put(visible);
}

/// Tables × M: the group of each key, −1: none.
Whole groups_of_keys(Run& run, const Groups& groups) {
  std::vector<std::int32_t> owner(groups.tables.size() * static_cast<std::size_t>(run.M), -1);
  for (std::size_t t = 0; t < groups.tables.size(); ++t) {
    const auto first = owner.begin() + static_cast<std::ptrdiff_t>(t) * run.M;
    for (std::size_t c = 0; c < groups.tables[t].size(); ++c)
      for (const Range tokens : groups.tables[t][c].keys)
        std::fill(first + tokens.begin, first + tokens.end, static_cast<std::int32_t>(c));
  }
  return run.put(owner);
}

/// All keys as columns, whose value is that of their group.
AttendColumns keys_by_group(Run& run, const GroupPlan& plan, const Groups& groups, Block values) {
  AttendColumns columns = columns_of(run.k, run.scale, {}, values);
  columns.value_of = groups_of_keys(run, groups).data;
  columns.value_of_block = plan.complement ? run.M : 0;
  return columns;
}

/// Columns (c, s) with shared projections: a matrix, since the weight of a group is exact.
AttendColumns sample_columns(Run& run, const GroupPlan& plan, const Groups& groups, const Coefficients& c,
                             const Windows& w) {
  const Block shares = run.make(run.N, groups.count), log_sums = run.make(1, run.N), unit = run.identity(groups.count);
  Attend weights = attention_of(run.q, keys_by_group(run, plan, groups, unit), shares, log_sums);
  weights.columns[1] = weights.columns[0];
  if (plan.complement) {
    weights.windows = w;
    weights.first_source = 1;
    weights.sources = 2;
  }
  run.attend(weights);
  const Block dots = run.product(run.q, c.omega, run.root, true),
              logits = run.make(run.N, Index{groups.count} * plan.samples);
  run.sample_logits({.rows = run.N,
                     .groups = groups.count,
                     .samples = plan.samples,
                     .table_rows = plan.complement ? w.block_width : 0,
                     .dots = dots,
                     .mass = c.log_mass,
                     .shares = shares,
                     .log_sums = log_sums,
                     .out = logits});
  return logit_columns(logits, 1, {}, c.beta);
}

AttendColumns group_columns(Run& run, const GroupPlan& plan, const Groups& groups, const Coefficients& c,
                            const Windows& w) {
  AttendColumns columns = plan.shared    ? sample_columns(run, plan, groups, c, w)
                          : plan.exact() ? keys_by_group(run, plan, groups, c.beta)
                                         : columns_of(c.key_means, run.root, c.log_sizes, c.beta);
  if (!plan.exact()) columns.count = groups.count;
  if (!plan.complement) return columns;
  if (!plan.exact()) columns.points_block = std::int64_t{groups.count} * run.D, columns.bias_block = groups.count;
  columns.values_block = std::int64_t{groups.count} * plan.samples * run.values.cols;
  return columns;
}

/// Computed like y, with unit vectors that name the group as values.
void write_group_weights(Run& run, const GroupPlan& plan, const Groups& groups, Attend what, AttendColumns& columns,
                         Block out) {
  const Block unit = run.identity(groups.count);
  what.columns[0].values = {};
  columns.values = unit;
  if (plan.shared) {
    std::vector<std::int32_t> group_of(static_cast<std::size_t>(columns.count));
    for (std::size_t j = 0; j < group_of.size(); ++j) group_of[j] = static_cast<std::int32_t>(j) / plan.samples;
    columns.value_of = run.put(group_of).data;
  }
  what.columns[what.sources - 1] = columns;
  what.value_dims = groups.count;
  what.out = out;
  run.attend(what);
}

void eva(Run& run, const MakeGroups& make) {
  const GroupPlan plan(run.options);
  Attend what = inside_windows(run);
  if (plan.asked == 0) return run.attend(what);
  const Groups groups = make_groups(run, plan, what.windows, make);
  const Whole visible =
      what.causal != 0 || plan.complement ? visible_columns(run, plan, groups, what.windows) : Whole{};
  const Coefficients c = coefficients(run, plan, groups);
  AttendColumns beyond = group_columns(run, plan, groups, c, what.windows);
  beyond.visible = visible.data;
  what.sources = what.windows.block_width > 0 ? 2 : 1;
  what.columns[what.sources - 1] = beyond;
  run.attend(what);
  if (plan.complement) return;
  write_output(run, "omega", c.omega);
  write_output(run, "beta_hat", c.beta);
  if (const Block out = run.output("group_weights")) write_group_weights(run, plan, groups, what, beyond, out);
}

}  // namespace

CudaMethod eva_method(MakeGroups groups) {
  return {.outputs = {"y", "attention", "omega", "group_weights", "beta_hat"},
          .stays = "summary=max, and what is shown of one query (query_at)",
          .causal = true,
          .block_bytes = prepare_bytes,
          .refuses =
              [](const Problem& p) {
                return p.options.choice<GroupSummary>("summary") == GroupSummary::max ? "summary=max" : "";
              },
          .compute = [make = std::move(groups)](Run& run) { eva(run, make); }};
}

}  // namespace omega::cuda

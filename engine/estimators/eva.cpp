// eva: exact attention near by, one control variate for each group of keys (specification, section 6).
//
//   y_n = [Σ_{m∈E^n} e^{a_nm} v_m + Σ_c G_nc β̂_c] / [Σ_{m∈E^n} e^{a_nm} + Σ_c G_nc]   (EVA paper, Eq. 13, section 4.2)
//   β̂_c = Σ_{m∈P_c} softmax_{m∈P_c}(log ξ(k_m, ω_c)) v_m,  ω_c = μ_c + ε_c
//   G_nc = exp(q_n·k̃_c) | |P_c| exp(q_n·k̃_c) | Σ_{m∈P_c} exp(a_nm)
//
// A composition of partition (all, complement) × proposal (qk, half, q, zero, given) × group weight (paper, counted,
// exact). Target of each group: Σ_{m∈P_c} π_nm N(ω; q_n + k_m, I), estimated from one sample of N(μ_c, I) that all
// queries share. With `samples` S > 1 all groups share S projections of N(0, I), weighed anew for each query:
// Σ_s w_nsc f_c(ω_s).
//
// Single queries, taken apart: eva_view.h.
//
// Cost: O(N·(w + C)·(D + Dv) + M·(D + Dv)); `complement` looks at all keys once for each block, `exact` at all keys for
// each query (time, not memory).
#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>

#include "core/choices.h"
#include "core/error.h"
#include "core/text.h"
#include "cuda/methods.h"
#include "estimators/eva_view.h"
#include "estimators/group_estimates.h"
#include "estimators/methods.h"
#include "math/matrices.h"
#include "proposals/adapters.h"
#include "sampling/samples.h"

namespace omega {

namespace {

/// What the options mean for the groups.
struct GroupPlan {
  Index groups;  // as asked for
  GroupedKeys partition;
  GroupMean mean;
  GroupSummary summary;
  GroupWeight weight;
  bool shared;  // projections of N(0, I) for all groups
  bool noisy;   // ω = μ + ε

  explicit GroupPlan(const Options& options)
      : groups(static_cast<Index>(options.integer("groups"))),
        partition(options.choice<GroupedKeys>("partition")),
        mean(options.choice<GroupMean>("proposals")),
        summary(options.choice<GroupSummary>("summary")),
        weight(options.choice<GroupWeight>("group_weight")),
        shared(options.integer("samples") > 1),
        noisy(!options.flag("evaluate")) {
    if (options.integer("window") == 0) partition = GroupedKeys::all;  // nothing is taken out
  }
  bool own() const { return groups > 0 && !shared; }  // a projection for each group
  bool averages_queries() const {
    return own() && (mean == GroupMean::qk || mean == GroupMean::half || mean == GroupMean::q);
  }
  bool one_table() const { return groups > 0 && partition == GroupedKeys::all; }
};

template <class T>
class Eva {
 public:
  explicit Eva(const Call<T>& call)
      : call_(call), plan_(call.options), windows_(windows_of(call.options, call.sizes.N)) {
    if (plan_.groups == 0) return;
    if (plan_.own()) {
      adapt_queries_.emplace(call, "q");
      adapt_keys_.emplace(call, "k");
    }
    if (plan_.shared || plan_.noisy) eps_ = call.template load<T>("eps");
    if (plan_.own() && plan_.mean == GroupMean::given) mu_ = call.template load<T>("mu");
    constexpr Index kTogether = 16;
    if (plan_.one_table()) table_ = estimates(groups_of_all(call.sizes, plan_.groups, call.options.grid()), kTogether);
  }

  /// The groups of all keys; none with `complement`.
  const GroupEstimates<T>* table() const { return table_.get(); }

  /// What is known of one query.
  EvaQuery<T> at(Index query) const {
    Index block = 0;
    Window window = windows_[block];
    while (!std::binary_search(window.queries.begin(), window.queries.end(), query)) window = windows_[++block];
    EvaQuery<T> of{query, std::move(window), nullptr, {}, plan_.weight, 0, 0, call_.options.flag("causal")};
    of.table = plan_.one_table() ? table_ : estimates_beside(block);
    if (plan_.own() && plan_.noisy) of.eps = eps_.view();
    of.visible = plan_.one_table() ? visible_groups(block) : of.table->count();
    of.most = group_count(call_.options, call_.sizes.M);
    return of;
  }

  WindowAttention<T> attention() const {
    WindowAttention<T> what = window_attention_of(call_);
    if (plan_.one_table())
      what.beyond = [this](Index block) { return beyond_of(table_, plan_.weight, call_, visible_groups(block)); };
    else if (plan_.groups > 0)
      what.beyond = [this](Index block) {
        auto own = estimates_beside(block);
        const Index count = own->count();
        return beyond_of<T>(std::move(own), plan_.weight, call_, count);
      };
    return what;
  }

 private:
  /// E of a block, in one dimension.
  Range seen(Index block) const {
    const Window window = windows_[block];
    return {window.keys.front(), window.keys.back() + 1};
  }

  /// How many of the first groups a block may look at: causal, those that end before its window.
  Index visible_groups(Index block) const {
    if (!call_.options.flag("causal")) return table_->count();
    const Index first = seen(block).begin;
    const auto past = [&](const KeyGroup& group) { return group.last() < first; };
    return static_cast<Index>(std::partition_point(table_->groups.begin(), table_->groups.end(), past) -
                              table_->groups.begin());
  }

  std::shared_ptr<const GroupEstimates<T>> estimates(std::vector<KeyGroup> groups, Index together) const {
    auto table = std::make_shared<GroupEstimates<T>>();
    table->groups = std::move(groups);
    table->shared = plan_.shared;
    if (plan_.shared) {
      table->omega = copy_of<T>(eps_);
    } else {
      table->key_means =
          group_summaries(call_.unscaled_k, table->groups, &KeyGroup::keys, plan_.summary, call_.root_scale);
      adapt_keys_->apply(table->key_means);
      table->omega = proposal_means(*table);
      for (Index i = 0; plan_.noisy && i < table->omega.rows() * table->omega.cols(); ++i)
        table->omega.data()[i] += eps_.data()[i];
    }
    estimate_groups(*table, call_, together);
    return table;
  }

  std::shared_ptr<const GroupEstimates<T>> estimates_beside(Index block) const {
    return estimates(groups_beside(seen(block), call_.sizes.M, plan_.groups), call_.sizes.M);
  }

  /// μ_c
  Matrix<T> proposal_means(const GroupEstimates<T>& table) const {
    const Index count = table.count() * call_.sizes.D;
    if (!plan_.averages_queries()) {
      Matrix<T> means(table.count(), call_.sizes.D, T(0));
      if (plan_.mean == GroupMean::given) std::copy_n(mu_.data(), count, means.data());
      return means;
    }
    Matrix<T> means =
        group_summaries(call_.unscaled_q, table.groups, &KeyGroup::queries, plan_.summary, call_.root_scale);
    adapt_queries_->apply(means);
    if (plan_.mean == GroupMean::q) return means;
    const T factor = plan_.mean == GroupMean::half ? T(0.5) : T(1);
    for (Index i = 0; i < count; ++i) means.data()[i] = factor * (means.data()[i] + table.key_means.data()[i]);
    return means;
  }

  const Call<T>& call_;
  const GroupPlan plan_;
  const Windows windows_;
  std::optional<Adapter<T>> adapt_queries_, adapt_keys_;
  Matrix<T> eps_, mu_;
  std::shared_ptr<const GroupEstimates<T>> table_;
};

/// G_nc over the denominator; 0 where a causal query must not look.
template <class T>
void write_group_weights(const WindowAttention<T>& attention, Index samples, View<T> out, const Progress& progress) {
  window_attention_beyond<T>(
      attention,
      [&](std::span<const Index> queries, View<const T> weights) {
        for (Index r = 0; r < weights.rows; ++r) {
          T* row = out.row(queries[static_cast<std::size_t>(r)]);
          std::fill_n(row, out.cols, T(0));
          for (Index j = 0; j < weights.cols; ++j) row[j / samples] += weights(r, j);
        }
      },
      progress);
}

template <class T>
void compute(const Call<T>& call) {
  const Eva<T> eva(call);
  const WindowAttention<T> attention = eva.attention();
  write_window_attention(call, attention);
  if (call.given("query_at") && call.options.integer("groups") > 0) {
    const Matrix<double> queries = call.template load<double>("query_at");
    for (Index i = 0; i < queries.cols(); ++i) write_eva_view(call, i, eva.at(static_cast<Index>(queries(0, i))));
  }
  if (eva.table() == nullptr) return;
  write_output(call, "omega", eva.table()->omega.data());
  write_output(call, "beta_hat", eva.table()->values.data());
  if (const View<T> out = call.output("group_weights"))
    write_group_weights(attention, eva.table()->samples(), out, call.progress);
}

// --- Description -----------------------------------------------------------------------------------------------------

void check_causal(const Problem& p, const GroupPlan& plan) {
  if (!p.options.flag("causal")) return;
  if (p.options.integer("window") == 0)
    throw Error::input(
        "eva with causal=true needs window above 0: a query sees its own past exactly, and groups only before its "
        "window");
  if (p.options.grid())
    throw Error::input("eva with causal=true has no grid: cells of an image have no order; leave one of them out");
  if (plan.partition == GroupedKeys::complement)
    throw Error::input("eva with causal=true needs partition=all, not complement");
}

void check_samples(const Problem& p, const GroupPlan& plan) {
  if (!plan.shared) return;
  const std::string asked = "eva with samples=" + std::to_string(p.options.integer("samples"));
  if (plan.weight != GroupWeight::exact)
    throw Error::input(asked +
                       " needs group_weight=exact: the other weights stand for one projection a group; use samples=1 "
                       "or group_weight=exact");
  if (!plan.noisy)
    throw Error::input(
        asked + " cannot have evaluate=true: without noise all samples are the same; use samples=1 or evaluate=false");
}

void check_groups(const Problem& p, const GroupPlan& plan) {
  if (plan.groups == 0) return;
  const Index count = group_count(p), queries = p.sizes.N;
  if (queries != p.sizes.M && plan.averages_queries() && count > queries)
    throw Error::input("eva with groups=" + std::to_string(plan.groups) + " would average " + std::to_string(queries) +
                       " queries in " + std::to_string(count) +
                       " segments; with other lengths of Q and K there may be at most as many groups as queries");
}

void check_queries(const Problem& p) {
  if (!p.has("query_at")) return;
  const Array& queries = p.given.at("query_at");
  for (std::size_t i = 0; i < queries.count(); ++i)
    if (const double n = queries.at(i); !(n >= 0 && n < static_cast<double>(p.sizes.N) && n == std::floor(n)))
      throw Error::input("query_at names query " + number_text(n) + ", but must be whole numbers from 0 to " +
                         std::to_string(p.sizes.N - 1));
}

void check(const Problem& p) {
  const GroupPlan plan(p.options);
  const Index window = p.options.integer("window");
  if (window == 0 && plan.groups == 0)
    throw Error::input("eva with window=0 and groups=0 sees no keys; set at least one of them above 0");
  if (window > 0) require_equal_lengths(p, "eva with window=" + std::to_string(window));
  if (checked_grid(p) && p.options.choice<GroupedKeys>("partition") == GroupedKeys::complement)
    throw Error::input("eva with a grid needs partition=all, not complement");
  check_causal(p, plan);
  check_samples(p, plan);
  check_groups(p, plan);
  check_queries(p);
}

std::vector<ArraySpec> arrays(const Problem& p) {
  const GroupPlan plan(p.options);
  const Index samples = p.options.integer("samples"), D = p.sizes.D;
  std::vector<ArraySpec> specs;
  if (plan.shared && plan.groups > 0)
    specs.push_back(eps_array({samples, D}, "The projections ω_s, shared by all groups."));
  if (plan.own()) {
    const Index count = group_count(p);
    if (plan.noisy)
      specs.push_back(eps_array({count, D}, "Noise of each group: ω_c = μ_c + eps_c, the same for every block."));
    if (plan.mean == GroupMean::given)
      specs.push_back({"mu", Source::required, {count, D}, 0, "Means μ_c of the proposals, in scaled coordinates."});
    for (ArraySpec& adapter : adapter_arrays(p.sizes)) specs.push_back(std::move(adapter));
  }
  if (plan.groups > 0) specs.push_back(query_at_array());
  return specs;
}

std::vector<OutputSpec> outputs(const Problem& p) {
  const GroupPlan plan(p.options);
  std::vector<OutputSpec> specs = {output_y(p.sizes), output_attention(p.sizes)};
  const Index count = plan.groups > 0 ? group_count(p) : 0, samples = p.options.integer("samples");
  // The definition lists these for partition=all alone, also where a window of 0 leaves both with the same groups.
  if (plan.one_table() && p.options.choice<GroupedKeys>("partition") == GroupedKeys::all) {
    specs.push_back({"omega",
                     {plan.shared ? samples : count, p.sizes.D},
                     "The projections: ω_c of each group, or the shared ω_s."});
    specs.push_back(
        {"group_weights", {p.sizes.N, count}, "G_nc over the denominator: what each group weighs for each query."});
    if (!plan.shared)
      specs.push_back({"beta_hat", {count, p.sizes.Dv}, "β̂_c, the coefficient that stands for group c's values."});
  }
  if (plan.groups > 0 && p.has("query_at"))
    for (OutputSpec& output : eva_view_outputs(p, count)) specs.push_back(std::move(output));
  return specs;
}

Traits traits(const Options& options) {
  const GroupPlan plan(options);
  return {.self_normalised = true,
          .deterministic = plan.groups == 0 || (!plan.noisy && !plan.shared),
          .key_order_free = false,
          .linear = plan.groups == 0 || (plan.partition == GroupedKeys::all && plan.weight != GroupWeight::exact),
          .needs_equal_lengths = options.integer("window") > 0};
}

Cost cost(const Problem& p) {
  const GroupPlan plan(p.options);
  const auto [lead, heads, N, M, D, Dv] = p.sizes;
  const double pairs = window_pairs(p), window = static_cast<double>(p.options.integer("window"));
  const double columns =
      static_cast<double>(plan.groups > 0 ? group_count(p) : 0) * static_cast<double>(p.options.integer("samples"));
  const double tables = plan.partition == GroupedKeys::all ? 1 : std::max(1.0, static_cast<double>(N) / window);
  const double keys =
      plan.groups > 0 ? tables * static_cast<double>(M) * static_cast<double>(p.options.integer("samples")) : 0;
  const double exact =
      plan.groups > 0 && plan.weight == GroupWeight::exact ? static_cast<double>(N) * static_cast<double>(M) : 0;
  return Cost{2 * (pairs + keys + N * columns) * (D + Dv) + 2 * exact * D, pairs + keys + N * columns + exact,
              4.0 * (N * (D + Dv) + M * (D + Dv))};
}

std::vector<OptionSpec> options() {
  return {
      window_option(0, "How many keys the exact block of a query has (on a grid: the side of its window); 0: none.")
          .as(OptionRole::window),
      overlap_option(),
      groups_option(0, "How many groups share one coefficient each; 0: none, then only the window is seen.")
          .as(OptionRole::groups),
      OptionSpec::choice("partition", {"all", "complement"},
                         "Groups of all keys, those in the window counted twice as the authors do, or of the keys "
                         "outside the window."),
      OptionSpec::choice("proposals", {"qk", "half", "q", "zero", "given"},
                         "The mean of the proposal that a group's projection is drawn from.")
          .from("qk: q̃ + k̃, half: ½(q̃ + k̃), q: q̃, zero: 0, given: the array mu")
          .as(OptionRole::means)
          .given_by("given"),
      OptionSpec::choice("summary", {"mean", "max"},
                         "What stands for the keys of a group, and for its queries (k̃, q̃): their mean, or the largest "
                         "number of each coordinate.")
          .for_experts()
          .from("Zheng et al. 2023: average and max pooling, almost equally good once trained"),
      OptionSpec::choice(
          "group_weight", {"paper", "counted", "exact"},
          "What a group weighs for a query; exact reads every key, to show what the approximation costs.")
          .from("exp(q·k̃), |P| exp(q·k̃), Σ exp(q·k)"),
      OptionSpec::integer("samples", 1, 1, 1 << 20,
                          "1: one ω for each group, from its proposal. More: that many ω from N(0, I), shared by all "
                          "groups; needs group_weight=exact.")
          .from("S"),
      OptionSpec::flag("evaluate", false, "No noise: every projection is the mean of its proposal.")
          .titled("without noise")
          .for_experts(),
      OptionSpec::flag("causal", false, "Query n sees only keys m ≤ n of its window, and groups that end before it."),
      OptionSpec::grid_of("Windows and groups of cells of an image instead of runs of the sequence."),
      OptionSpec::scale(),
  };
}

EstimatorInfo describe() {
  EstimatorInfo info;
  info.name = "eva";
  info.title = "EVA: attention by control variates";
  info.paper = "Zheng et al. 2023, Efficient attention via control variates, Eq. 13 and section 4.2";
  info.summary = "Exact attention inside a window, and one control variate coefficient for each group of keys.";
  const Condition one = with("samples", {"1"}), several = without("samples", {"1"});
  info.equations = {
      {"y_n = [Σ_{m∈E^n} exp(q_n·k_m) v_m + Σ_c G_nc β̂_c] / [Σ_{m∈E^n} exp(q_n·k_m) + Σ_c G_nc]\n"
       "β̂_c = Σ_{m∈P_c} ξ(k_m,ω_c) v_m / Σ_{m∈P_c} ξ(k_m,ω_c)",
       one},
      {"ω_c ~ N(μ_c, I)", one && with("evaluate", {"false"})},
      {"ω_c = μ_c", one && with("evaluate", {"true"})},
      {"y_n = [Σ_{m∈E^n} exp(q_n·k_m) v_m + Σ_c G_nc β̂_nc] / [Σ_{m∈E^n} exp(q_n·k_m) + Σ_c G_nc]\n"
       "β̂_nc = Σ_s ξ(q_n,ω_s) Σ_{m∈P_c} ξ(k_m,ω_s) v_m / Σ_s ξ(q_n,ω_s) Σ_{m∈P_c} ξ(k_m,ω_s),  ω_s ~ N(0, I)",
       several},
      {"G_nc = exp(q_n·k̃_c)", with("group_weight", {"paper"})},
      {"G_nc = |P_c| exp(q_n·k̃_c)", with("group_weight", {"counted"})},
      {"G_nc = Σ_{m∈P_c} exp(q_n·k_m)", with("group_weight", {"exact"})},
      {"G_nc = 0 for groups that do not end before E^n", with("causal", {"true"})}};
  info.complexity = "O(N·(w+C)·(D+Dv) + M·(D+Dv))";
  info.look_at =
      "Exact blocks on the diagonal of the map, and outside them stripes: all queries share the weights inside a "
      "group.";
  info.options = options();
  info.budget = "groups";
  info.arrays = arrays;
  info.outputs = outputs;
  info.traits = traits;
  info.cost = cost;
  info.check = check;
  return info;
}

/// The same groups for the device.
std::vector<KeyGroup> key_groups(const Sizes& sizes, Index asked, const std::optional<Grid>& grid,
                                 const std::optional<Range>& seen) {
  return seen ? groups_beside(*seen, sizes.M, asked) : groups_of_all(sizes, asked, grid);
}

}  // namespace

Estimator eva_estimator() {
  return make_estimator(
      describe(), [](const auto& call) { compute(call); }, cuda::eva_method(key_groups));
}

}  // namespace omega

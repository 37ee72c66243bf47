// key_sampling: attention as an expectation over keys, v_m with m ~ π_n, estimated from a few of them (specification,
// section 12.5). The other family beside the estimators that sample projections ω.
//
//   y_n = [Σ_{m∈T_n} e^{a_nm} v_m + Σ_{m∉T_n} c_nm e^{a_nm} v_m] / Z_n,  Z_n the same without v, or exact
//   T_n: the exact_keys keys with the largest a_nm;  E c_nm = 1:
//   uniform, exact   c_nm = (times drawn)/(S p_nm), m_ns ~ p_n ∝ (1 or π_nm)·‖v_m‖^a, S draws with replacement
//   lsh              c_nm = 1/u_nm for keys that share a whole code of K signs with q_n in at least t of L tables,
//                    u_nm = P(that) at the angle of q_n and k_m (MagicPIG)
//
// Z_n exact: unbiased for every sampler. `ra` is sampler=exact after Rao–Blackwell: f(ω) is the mean of v over the keys
// that could have made ω. Cost: uniform O(N·S·(D+Dv)); exact_keys, sampler=exact, normalise=none O(N·M·D) more; lsh
// hashes all, then reads the keys that share codes.
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>

#include "core/error.h"
#include "cpu/gemm.h"
#include "cpu/parallel.h"
#include "estimators/heaviest.h"
#include "estimators/key_hashes.h"
#include "estimators/methods.h"
#include "estimators/sampled_keys.h"

namespace omega {

namespace {

enum class Sampler { uniform, exact, lsh };

constexpr double kMinusInfinity = -std::numeric_limits<double>::infinity();
constexpr Index kQueryTile = 16;

Sampler sampler_of(const Options& options) { return options.choice<Sampler>("sampler"); }

/// The `count` keys with the largest logits, in increasing order.
std::vector<Index> largest_keys(const double* logits, Index keys, Index count) {
  Heaviest heaviest(count);
  for (Index m = 0; m < keys; ++m) heaviest.add(logits[m], m);
  return heaviest.keys();
}

// --- Draws with replacement ----------------------------------------------------------------------------------------

/// The first keys, all equally likely: a KeyDistribution of equal weights, without a list.
struct AlikeKeys {
  explicit AlikeKeys(Index keys) : count(keys), log_each(-std::log(static_cast<double>(keys))) {}
  Index count;
  double log_each;
  bool is_empty() const { return false; }
  double log_probability(Index) const { return log_each; }
  Index draw(double u) const { return std::min(count - 1, static_cast<Index>(u * static_cast<double>(count))); }
};

template <class T>
class DrawnKeys {
 public:
  DrawnKeys(const Call<T>& call, const SampledKeys<T>& out)
      : call_(call),
        out_(out),
        samples_(call.options.integer("samples")),
        exact_keys_(std::min<Index>(call.options.integer("exact_keys"), call.sizes.M)),
        by_logit_(sampler_of(call.options) == Sampler::exact),
        has_lengths_(call.options.real("value_power") > 0),
        value_weights_(log_value_weights(call, call.options.real("value_power"))),
        probability_(call.output("probability")),
        drawn_(call.output("drawn")),
        log_weights_(call.output("log_weights")),
        weights_(call.output("weights")) {
    if (by_logit_ || exact_keys_ > 0) logits_.emplace(call);
    if (logits_ || call.options.is_causal() || !has_lengths_) return;
    make_alike_where_none(value_weights_);
    shared_.emplace(value_weights_);
  }

  void write(Range queries) const {
    Matrix<double> u(queries.size(), samples_);
    call_.template load_rows<double>("u", queries.begin, u.view());
    const Matrix<double> logits = logits_ ? logits_->of(queries) : Matrix<double>();
    for (Index i = 0; i < queries.size(); ++i) {
      ChosenKeys keys;
      const Index n = queries.begin + i, visible = out_.visible(n);
      const double* row = logits_ ? logits.row(i) : nullptr;
      if (exact_keys_ > 0) keys.exact = largest_keys(row, visible, std::min(exact_keys_, visible));
      if (shared_)
        draw(n, *shared_, u.row(i), keys);
      else if (logits_ || has_lengths_)
        draw(n, rest_of(row, keys.exact, visible), u.row(i), keys);
      else
        draw(n, AlikeKeys{visible}, u.row(i), keys);
      out_.write(n, keys);
    }
  }

 private:
  KeyDistribution rest_of(const double* logits, const std::vector<Index>& exact, Index visible) const {
    std::vector<double> log_weights(value_weights_.begin(), value_weights_.begin() + visible);
    make_alike_where_none(log_weights);
    if (by_logit_)
      for (std::size_t m = 0; m < log_weights.size(); ++m) log_weights[m] += logits[m];
    for (const Index m : exact) log_weights[static_cast<std::size_t>(m)] = kMinusInfinity;
    return KeyDistribution(std::move(log_weights));
  }

  template <class From>
  void draw(Index n, const From& from, const double* u, ChosenKeys& keys) const {
    if (probability_) {
      std::fill_n(probability_.row(n), probability_.cols, T(0));
      for (Index m = 0; m < out_.visible(n) && !from.is_empty(); ++m)
        probability_(n, m) = static_cast<T>(std::exp(from.log_probability(m)));
    }
    if (from.is_empty()) {  // nothing is left to draw from
      if (drawn_) std::fill_n(drawn_.row(n), samples_, T(0));
      if (log_weights_) std::fill_n(log_weights_.row(n), samples_, static_cast<T>(kMinusInfinity));
      if (weights_) std::fill_n(weights_.row(n), samples_, T(0));
      return;
    }
    keys.draws = samples_;
    std::vector<double> logs;  // a − log p of each draw, where it is asked for
    for (Index s = 0; s < samples_; ++s) {
      if (s % kKeysBetweenLooks == 0) call_.progress.check();
      const Index m = from.draw(u[s]);
      keys.drawn.push_back(m);
      keys.log_inverse.push_back(-from.log_probability(m));
      if (drawn_) drawn_(n, s) = static_cast<T>(m);
      if (log_weights_ || weights_) logs.push_back(logit(n, m) + keys.log_inverse.back());
    }
    for (std::size_t s = 0; log_weights_ && s < logs.size(); ++s)
      log_weights_(n, static_cast<Index>(s)) = static_cast<T>(logs[s] - log_normaliser(n));
    if (weights_) write_shares(std::move(logs), weights_.row_span(n));
  }

  static void write_shares(std::vector<double> logs, std::span<T> shares) {
    const double highest = *std::max_element(logs.begin(), logs.end());
    double total = 0;
    for (double& x : logs) total += x = std::exp(x - highest);
    for (std::size_t s = 0; s < logs.size(); ++s) shares[s] = static_cast<T>(logs[s] / total);
  }

  double logit(Index n, Index m) const {
    T dot = 0;
    multiply_nt<T>(call_.unscaled_q.middle_rows(n, 1), call_.unscaled_k.middle_rows(m, 1), View<T>(&dot, 1, 1));
    return call_.scale * static_cast<double>(dot);
  }
  double log_normaliser(Index n) const {
    return out_.is_self_normalised() ? 0 : static_cast<double>(out_.log_partition()[static_cast<std::size_t>(n)]);
  }

  const Call<T>& call_;
  const SampledKeys<T>& out_;
  Index samples_, exact_keys_;
  bool by_logit_, has_lengths_;
  std::vector<double> value_weights_;
  View<T> probability_, drawn_, log_weights_, weights_;
  std::optional<ExactLogits<T>> logits_;   // where each query has its own keys or probabilities
  std::optional<KeyDistribution> shared_;  // where all have the same, and keys differ
};

// --- Hash tables ---------------------------------------------------------------------------------------------------

/// Rows of keys less their mean, where asked.
template <class T>
class CentredKeys {
 public:
  explicit CentredKeys(const Call<T>& call) : call_(call), mean_(static_cast<std::size_t>(call.sizes.D), 0.0) {
    if (!call.options.flag("centre")) return;
    constexpr Index kTile = 256;
    for (Index first = 0; first < call.sizes.M; first += kTile)
      add_rows<double>(call.exact_keys({first, std::min(call.sizes.M, first + kTile)}), mean_.data());
    for (double& x : mean_) x /= static_cast<double>(call.sizes.M);
  }
  Matrix<double> operator()(Range rows) const {
    Matrix<double> keys = call_.exact_keys(rows);
    for (Index r = 0; r < keys.rows(); ++r)
      for (Index d = 0; d < keys.cols(); ++d) keys(r, d) -= mean_[static_cast<std::size_t>(d)];
    return keys;
  }

 private:
  const Call<T>& call_;
  std::vector<double> mean_;
};

template <class T>
class HashedKeys {
 public:
  HashedKeys(const Call<T>& call, const SampledKeys<T>& out)
      : call_(call),
        out_(out),
        table_count_(call.options.integer("tables")),
        bits_(call.options.integer("bits")),
        least_(call.options.integer("min_tables")),
        chance_(table_count_, least_),
        exact_keys_(std::min<Index>(call.options.integer("exact_keys"), call.sizes.M)),
        probability_(call.output("probability")),
        taken_(call.output_vector("taken")),
        unit_keys_(CentredKeys<T>(call)({0, call.sizes.M})),
        planes_(bits_ > 0 ? call.template load<double>("eps") : Matrix<double>()),
        queries_(codes(call.sizes.N, [&](Range rows) { return call.exact_queries(rows); })),
        tables_(codes(call.sizes.M, CentredKeys<T>(call)), call.progress) {
    make_unit<double>(unit_keys_);
    if (exact_keys_ > 0) logits_.emplace(call);
  }

  /// Writes queries that share one list of hits.
  void write(Range queries) const {
    std::vector<std::uint16_t> hits(static_cast<std::size_t>(call_.sizes.M), 0);
    for (Index first = queries.begin; first < queries.end; first += kQueryTile) {
      call_.progress.check();
      const Range tile{first, std::min(queries.end, first + kQueryTile)};
      const Matrix<double> logits = logits_ ? logits_->of(tile) : Matrix<double>();
      Matrix<double> unit_queries = call_.exact_queries(tile);
      make_unit<double>(unit_queries);
      for (Index i = 0; i < tile.size(); ++i)
        write_query(tile.begin + i, unit_queries.row(i), logits_ ? logits.row(i) : nullptr, hits);
    }
  }

 private:
  template <class RowsOf>
  Matrix<std::uint64_t> codes(Index count, const RowsOf& rows_of) const {
    return sign_codes(count, planes_, table_count_, rows_of, call_.progress);
  }

  /// u_nm.
  double chance(const double* unit_query, Index m) const {
    const double share = unit_angle_share(unit_query, unit_keys_.row(m), unit_keys_.cols());
    return chance_(std::pow(1 - share, static_cast<double>(bits_)));
  }

  void write_query(Index n, const double* unit_query, const double* logits, std::vector<std::uint16_t>& hits) const {
    ChosenKeys keys;
    const Index visible = out_.visible(n);
    if (logits != nullptr) keys.exact = largest_keys(logits, visible, std::min(exact_keys_, visible));
    std::vector<Index> met;
    tables_.count_hits(queries_.row(n), hits, met);
    for (const Index m : keys.exact) hits[static_cast<std::size_t>(m)] = 0;
    for (const Index m : met) {  // many are met, few are taken
      if (m < visible && hits[static_cast<std::size_t>(m)] >= least_) keys.drawn.push_back(m);
      hits[static_cast<std::size_t>(m)] = 0;
    }
    std::sort(keys.drawn.begin(), keys.drawn.end());
    for (const Index m : keys.drawn)  // only rounding lets a code be shared where the chance is 0
      keys.log_inverse.push_back(-std::log(std::max(chance(unit_query, m), std::numeric_limits<double>::min())));
    if (!taken_.empty()) taken_[static_cast<std::size_t>(n)] = static_cast<T>(keys.exact.size() + keys.drawn.size());
    if (probability_) {
      std::fill_n(probability_.row(n), probability_.cols, T(0));
      for (Index m = 0; m < visible; ++m) probability_(n, m) = static_cast<T>(chance(unit_query, m));
      for (const Index m : keys.exact) probability_(n, m) = 1;
    }
    out_.write(n, keys);
  }

  const Call<T>& call_;
  const SampledKeys<T>& out_;
  Index table_count_, bits_, least_;
  HitChance chance_;
  Index exact_keys_;
  View<T> probability_;
  std::span<T> taken_;
  Matrix<double> unit_keys_, planes_;
  Matrix<std::uint64_t> queries_;
  HashTables tables_;
  std::optional<ExactLogits<T>> logits_;
};

template <class T>
void compute(const Call<T>& call) {
  const SampledKeys<T> out(call);
  if (sampler_of(call.options) == Sampler::lsh) {
    const HashedKeys<T> keys(call, out);
    constexpr Index kMostTasks = 64;  // each has a list of all keys
    const Index task = std::max(4 * kQueryTile, (call.sizes.N + kMostTasks - 1) / kMostTasks);
    parallel_tiles(call.sizes.N, task, call.progress, [&](Range queries) { keys.write(queries); });
  } else {
    const DrawnKeys<T> keys(call, out);
    parallel_tiles(call.sizes.N, kQueryTile, call.progress, [&](Range queries) { keys.write(queries); });
  }
}

// --- Description -----------------------------------------------------------------------------------------------------

std::vector<ArraySpec> arrays(const Problem& p) {
  const Index bits = p.options.integer("bits");
  if (sampler_of(p.options) != Sampler::lsh)
    return {{"u", Source::uniform, {p.sizes.N, p.options.integer("samples")}, 1, "Chooses the key of each draw."}};
  if (bits == 0) return {};
  return {{"eps",
           Source::normal,
           {p.options.integer("tables"), bits, p.sizes.D},
           0,
           "The planes of each table, whose sides are the bits."}};
}

std::vector<OutputSpec> outputs(const Problem& p) {
  const Index n = p.sizes.N, samples = p.options.integer("samples");
  const bool is_lsh = sampler_of(p.options) == Sampler::lsh;
  std::vector<OutputSpec> specs = sampled_keys_outputs(p, !is_lsh && samples >= 2);
  specs.push_back(
      OutputSpec::quadratic_of("probability", {n, p.sizes.M},
                               is_lsh ? "u_nm, how likely each key is taken." : "p_nm, how likely each key is drawn."));
  if (is_lsh) {
    specs.push_back({"taken", {n}, "How many keys were touched."});
    return specs;
  }
  specs.push_back({"drawn", {n, samples}, "The keys drawn, counted from 0."});
  const Index exact = p.options.integer("exact_keys");
  if (p.options.is_causal() ? exact == 0 : exact < p.sizes.M) {
    specs.push_back({"log_weights", {n, samples}, "a_nm − log p_nm of each draw; with normalise=none − log Z_n."});
    specs.push_back({"weights", {n, samples}, "What each draw weighs over what all of them weigh."});
  }
  return specs;
}

void check(const Problem& p) {
  if (p.options.is_causal()) require_equal_lengths(p, "key_sampling with causal=true");
  if (sampler_of(p.options) != Sampler::lsh) return;
  const auto tables = p.options.integer("tables"), least = p.options.integer("min_tables");
  if (p.options.real("value_power") != 0)
    throw Error::input("value_power=" + to_string(p.options.value("value_power")) +
                       " of key_sampling does not go with sampler=lsh, which takes keys by their angle alone; "
                       "value_power must be 0");
  if (p.options.is_causal() && p.options.flag("centre"))
    throw Error::input(
        "centre=true of key_sampling does not go with causal=true: the mean of all keys knows those after a query; "
        "one of the two must be false");
  if (least > tables)
    throw Error::input("min_tables=" + std::to_string(least) + " of key_sampling must be at most tables, which is " +
                       std::to_string(tables));
}

Cost cost(const Problem& p) {
  const auto [lead, heads, N, M, D, Dv] = p.sizes;
  const double pairs = pairs_seen(p), tokens = static_cast<double>(N) + M;
  const Sampler sampler = sampler_of(p.options);
  const auto exact = static_cast<double>(std::min<Index>(p.options.integer("exact_keys"), M));
  double others = static_cast<double>(N * p.options.integer("samples")), hashing = 0;
  if (sampler == Sampler::lsh) {  // as many as if all were at right angles
    const Index bits = p.options.integer("bits"), tables = p.options.integer("tables");
    others = pairs * HitChance(tables, p.options.integer("min_tables"))(std::exp2(-static_cast<double>(bits)));
    hashing = 2 * tokens * D * static_cast<double>(bits * tables);
  }
  const double taken = others + static_cast<double>(N) * exact;
  Cost all{2 * taken * (D + Dv) + hashing, taken, 4 * tokens * (D + Dv)};
  if (exact > 0 || sampler == Sampler::exact) all.flops += 2 * pairs * D;
  if (sampler == Sampler::exact) all.exps += pairs;
  return all + normaliser_cost(p);
}

std::vector<OptionSpec> options() {
  const std::vector<std::string> draws = {"uniform", "exact"}, lsh = {"lsh"};
  return {OptionSpec::integer("samples", 64, 1, 1 << 20, "How many keys are drawn for each query, with replacement.")
              .from("S")
              .only_if("sampler", draws),
          normalise_option(),
          OptionSpec::integer("exact_keys", 0, 0, 1 << 20,
                              "How many keys with the largest logits are taken exactly (quadratic); the others are "
                              "sampled.")
              .as(OptionRole::exact_keys),
          OptionSpec::choice("sampler", {"uniform", "exact", "lsh"},
                             "Which keys: any, by their own weight π (quadratic), or those that share signs of random "
                             "projections with the query.")
              .from("Chen et al. 2024 (MagicPIG); Desai et al. 2025 (vAttention)"),
          value_power_option(0, "Draws keys in proportion to ‖v_m‖ to this power, too.").only_if("sampler", draws),
          OptionSpec::integer("tables", 16, 1, 4096, "How many tables of signs there are.")
              .titled("hash tables")
              .from("L")
              .only_if("sampler", lsh),
          OptionSpec::integer("bits", 4, 0, 62, "How many signs make the code of a table; 0: all keys share it.")
              .titled("bits of a code")
              .from("K")
              .only_if("sampler", lsh),
          OptionSpec::integer("min_tables", 2, 1, 4096, "In how many tables a key must share the whole code.")
              .titled("tables in common")
              .for_experts()
              .from("t")
              .only_if("sampler", lsh),
          OptionSpec::flag("centre", false, "Hashes keys less their mean: for keys that all lie to one side.")
              .titled("centre the keys")
              .for_experts()
              .only_if("sampler", lsh),
          delta_option().only_if("sampler", draws),
          OptionSpec::causal(),
          OptionSpec::scale()};
}

EstimatorInfo describe() {
  EstimatorInfo info;
  info.name = "key_sampling";
  info.title = "Key sampling";
  info.paper = "Chen et al. 2024 (MagicPIG); Desai et al. 2025 (vAttention)";
  info.summary =
      "Samples keys in place of projections: some exactly, the others drawn and weighted by how likely they were.";
  const Condition draws = without("sampler", {"lsh"}), lsh = with("sampler", {"lsh"});
  info.equations = {{"y_n = [Σ_{m∈T_n} exp(q_n·k_m) v_m + Σ_{m∉T_n} c_nm exp(q_n·k_m) v_m] / Z_n"},
                    {"Z_n = Σ_{m∈T_n} exp(q_n·k_m) + Σ_{m∉T_n} c_nm exp(q_n·k_m)", with("normalise", {"self"})},
                    {"Z_n = Σ_m exp(q_n·k_m)", with("normalise", {"none"})},
                    {"c_nm = (times drawn)/(S p_nm)", draws},
                    {"m_ns ~ p_n ∝ ‖v_m‖^a", with("sampler", {"uniform"})},
                    {"m_ns ~ p_n ∝ π_nm ‖v_m‖^a", with("sampler", {"exact"})},
                    {"c_nm = 1/u_nm for keys that are taken,  c_nm = 0 else", lsh}};
  info.complexity = "O(N·S·(D+Dv)); lsh O((N+M)·L·K·D) and the keys taken; exact keys or weights O(NMD)";
  info.look_at =
      "Exact keys against samples at one budget; and the bound of the error where one key holds the mass: it is small "
      "until a draw finds it.";
  info.options = options();
  info.budget = "samples";
  info.arrays = arrays;
  info.outputs = outputs;
  info.check = check;
  info.cost = cost;
  info.traits = [](const Options& options) {
    const Sampler sampler = sampler_of(options);
    const bool self_normalised = divides_by_own_sum(options), knows_values = options.real("value_power") > 0;
    return Traits{.unbiased = !self_normalised || (sampler == Sampler::exact && !knows_values),  // its sum is Z_n then
                  .self_normalised = self_normalised,
                  .deterministic = sampler == Sampler::lsh && options.integer("bits") == 0,
                  .rows_sum_to_one = self_normalised,
                  .key_order_free = sampler == Sampler::lsh && !options.is_causal(),  // else a draw is by index
                  .linear = sampler == Sampler::uniform && self_normalised && options.integer("exact_keys") == 0 &&
                            !(options.is_causal() && knows_values),
                  .needs_equal_lengths = options.is_causal(),
                  .knows_values = knows_values};
  };
  return info;
}

}  // namespace

Estimator key_sampling_estimator() {
  return make_estimator(describe(), [](const auto& call) { compute(call); });
}

}  // namespace omega

// hyper: near-linear attention by sorted blocks and shared columns (specification, section 12.6; Han et al. 2023).
//
//   queries, and keys, are sorted by the Gray rank of the signs of K random projections, then by index; both are cut
//   into B = min(⌈M/block⌉, N) segments, and T_n are the keys of a query's own segment
//   y_n = [Σ_{m∈T_n} e^{a_nm} v_m + Σ_{m∉T_n} c_m e^{a_nm} v_m] / Z_n,  c_m = (times drawn)/(S p_m),  p_m ∝ ‖v_m‖^a
//
// It is key_sampling with another T_n, and one set of draws for all queries: a key that they miss is missed by all.
// Cost: O((N+M)(K·D + log) + N·(block + S)(D+Dv)).
#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "cpu/parallel.h"
#include "cpu/running_softmax.h"
#include "estimators/key_hashes.h"
#include "estimators/methods.h"
#include "estimators/picked_rows.h"
#include "estimators/sampled_keys.h"
#include "math/segments.h"

namespace omega {

namespace {

/// The rank of a Gray code, whose digits are g_1, g_1 xor g_2, …; neighbours in rank differ in one sign.
std::uint64_t gray_rank(std::uint64_t code) {
  for (int shift = 1; shift < 64; shift *= 2) code ^= code >> shift;
  return code;
}

/// Tokens sorted by the rank of their signs, then by index.
std::vector<Index> sorted_tokens(Index count, View<const double> planes,
                                 const std::function<Matrix<double>(Range)>& rows_of, const Progress& progress) {
  const Matrix<std::uint64_t> codes = sign_codes(count, planes, 1, rows_of, progress);
  std::vector<std::pair<std::uint64_t, Index>> ranked(static_cast<std::size_t>(count));
  for (Index i = 0; i < count; ++i) ranked[static_cast<std::size_t>(i)] = {gray_rank(codes(i, 0)), i};
  std::sort(ranked.begin(), ranked.end());
  std::vector<Index> order(ranked.size());
  std::transform(ranked.begin(), ranked.end(), order.begin(), [](const auto& token) { return token.second; });
  return order;
}

Index block_count(const Problem& p) {
  const Index block = p.options.integer("block");
  return block == 0 ? 1 : std::min((p.sizes.M + block - 1) / block, p.sizes.N);
}

template <class T>
std::vector<double> value_weights(const Call<T>& call) {
  std::vector<double> weights = log_value_weights(call, call.options.real("value_power"));
  make_alike_where_none(weights);
  return weights;
}

/// The blocks and the columns that all queries share, and the keys of each block.
template <class T>
class Blocks {
 public:
  explicit Blocks(const Call<T>& call)
      : call_(call),
        planes_(call.options.integer("bits") > 0 ? call.template load<double>("eps") : Matrix<double>(0, call.sizes.D)),
        query_order_(sorted_tokens(
            call.sizes.N, planes_, [&](Range rows) { return call.exact_queries(rows); }, call.progress)),
        key_order_(sorted_tokens(
            call.sizes.M, planes_, [&](Range rows) { return call.exact_keys(rows); }, call.progress)),
        columns_(value_weights(call)),
        block_of_key_(static_cast<std::size_t>(call.sizes.M), -1) {
    const Problem problem{call.sizes, call.options, {}};
    const Index count = block_count(problem);
    queries_ = segments(call.sizes.N, count);
    if (call.options.integer("block") > 0) keys_ = segments(call.sizes.M, count);
    for (std::size_t b = 0; b < keys_.size(); ++b)
      for (const Index m : part_of(key_order_, keys_[b]))
        block_of_key_[static_cast<std::size_t>(m)] = static_cast<Index>(b);
    const Matrix<double> u = call.template load<double>("u");
    for (Index s = 0; s < u.cols(); ++s) drawn_.push_back(columns_.draw(u(0, s)));
  }

  Index count() const { return static_cast<Index>(queries_.size()); }
  Range sorted_queries(Index block) const { return queries_[static_cast<std::size_t>(block)]; }
  std::span<const Index> queries(Range sorted) const { return part_of(query_order_, sorted); }
  const std::vector<Index>& query_order() const { return query_order_; }
  const std::vector<Index>& key_order() const { return key_order_; }
  const std::vector<Index>& drawn() const { return drawn_; }
  const KeyDistribution& columns() const { return columns_; }

  ChosenKeys keys_of(Index block) const {
    ChosenKeys keys;
    if (!keys_.empty()) {
      const std::span<const Index> own = part_of(key_order_, keys_[static_cast<std::size_t>(block)]);
      keys.exact.assign(own.begin(), own.end());
    }
    keys.draws = static_cast<Index>(drawn_.size());
    for (const Index m : drawn_)
      if (keys_.empty() || block_of_key_[static_cast<std::size_t>(m)] != block) {
        keys.drawn.push_back(m);
        keys.log_inverse.push_back(-columns_.log_probability(m));
      }
    return keys;
  }

 private:
  const Call<T>& call_;
  Matrix<double> planes_;
  std::vector<Index> query_order_, key_order_, drawn_;
  KeyDistribution columns_;
  std::vector<Range> queries_, keys_;
  std::vector<Index> block_of_key_;
};

/// y of the queries of one block: its keys and the columns outside it in one softmax.
template <class T>
void attend_block(const Call<T>& call, const Blocks<T>& blocks, const SampledKeys<T>& out, Index block, View<T> y) {
  const ChosenKeys keys = blocks.keys_of(block);
  const auto exact = static_cast<Index>(keys.exact.size()), count = static_cast<Index>(keys.count());
  Matrix<T> points(count, call.sizes.D), values(count, call.v.cols);
  Buffer<T> bias(static_cast<std::size_t>(count), T(0));
  const double log_draws = std::log(static_cast<double>(keys.draws));
  for (Index i = 0; i < count; ++i) {
    const auto at = static_cast<std::size_t>(i);
    const Index m = keys[at];
    std::copy_n(call.unscaled_k.row(m), points.cols(), points.row(i));
    std::copy_n(call.v.row(m), values.cols(), values.row(i));
    if (i >= exact) bias[at] = static_cast<T>(keys.log_inverse[at - keys.exact.size()] - log_draws);
  }
  const Range own = blocks.sorted_queries(block);
  parallel_tiles(own.size(), kLaneRows, call.progress, [&](Range part) {
    const std::span<const Index> rows = blocks.queries({own.begin + part.begin, own.begin + part.end});
    LaneRows<T> x(call.sizes.D);
    x.assign(scaled_rows(call.unscaled_q, rows, static_cast<T>(call.scale)), T(1));
    RunningSoftmax<T> running(part.size(), call.v.cols);
    running.add(x, {points, bias.data()}, values);
    Matrix<T> means(part.size(), call.v.cols);
    running.mean(means);
    for (Index r = 0; r < part.size(); ++r) {
      const Index n = rows[static_cast<std::size_t>(r)];
      const T factor = out.is_self_normalised()
                           ? T(1)
                           : std::exp(running.log_sum(r) - out.log_partition()[static_cast<std::size_t>(n)]);
      std::transform(means.row(r), means.row(r) + y.cols, y.row(n), [&](T mean) { return factor * mean; });
    }
  });
}

template <class T>
void write_indices(const std::vector<Index>& from, std::span<T> out) {
  if (!out.empty()) std::transform(from.begin(), from.end(), out.begin(), [](Index i) { return static_cast<T>(i); });
}

template <class T>
void compute(const Call<T>& call) {
  const Blocks<T> blocks(call);
  const SampledKeys<T> out(call);
  if (const View<T> y = call.output("y"))
    parallel_tiles(blocks.count(), 1, call.progress, [&](Range one) { attend_block(call, blocks, out, one.begin, y); });
  write_indices(blocks.drawn(), call.output_vector("drawn"));
  write_indices(blocks.query_order(), call.output_vector("query_order"));
  write_indices(blocks.key_order(), call.output_vector("key_order"));
  if (const std::span<T> probability = call.output_vector("probability"); !probability.empty())
    for (Index m = 0; m < call.sizes.M; ++m)
      probability[static_cast<std::size_t>(m)] = static_cast<T>(std::exp(blocks.columns().log_probability(m)));
  if (!out.wants_more()) return;
  parallel_tiles(blocks.count(), 1, call.progress, [&](Range one) {
    const ChosenKeys keys = blocks.keys_of(one.begin);
    for (const Index n : blocks.queries(blocks.sorted_queries(one.begin))) {
      call.progress.check();
      out.write_all_but_y(n, keys);
    }
  });
}

// --- Description -----------------------------------------------------------------------------------------------------

std::vector<ArraySpec> arrays(const Problem& p) {
  std::vector<ArraySpec> specs = {
      {"u", Source::uniform, {p.options.integer("samples")}, 1, "Chooses the key of each shared draw."}};
  if (const Index bits = p.options.integer("bits"); bits > 0)
    specs.push_back({"eps", Source::normal, {bits, p.sizes.D}, 0, "The planes whose sides sort queries and keys."});
  return specs;
}

std::vector<OutputSpec> outputs(const Problem& p) {
  const Index samples = p.options.integer("samples");
  std::vector<OutputSpec> specs = sampled_keys_outputs(p, samples >= 2);
  specs.insert(specs.end(), {{"drawn", {samples}, "The keys that all queries share, counted from 0."},
                             {"probability", {p.sizes.M}, "p_m, how likely each key is drawn."},
                             {"query_order", {p.sizes.N}, "The queries, counted from 0, as the blocks hold them."},
                             {"key_order", {p.sizes.M}, "The keys, counted from 0, as the blocks hold them."}});
  return specs;
}

std::vector<OptionSpec> options() {
  return {
      OptionSpec::integer("samples", 64, 1, 1 << 20, "How many columns are drawn, for all queries together.").from("S"),
      OptionSpec::integer("block", 64, 0, 1 << 20, "How many keys of its own block a query sees exactly; 0: none.")
          .titled("block size")
          .from("w")
          .counting_tokens(),
      OptionSpec::integer("bits", 8, 0, 30, "How many signs sort queries and keys into blocks; 0: blocks as they come.")
          .titled("bits of a code")
          .from("K"),
      value_power_option(2, "Draws columns in proportion to ‖v_m‖ to this power; 0: all alike."),
      normalise_option(),
      delta_option(),
      OptionSpec::scale()};
}

EstimatorInfo describe() {
  EstimatorInfo info;
  info.name = "hyper";
  info.title = "HyperAttention";
  info.paper = "Han et al. 2023, HyperAttention; its cap on row sums and causal recursion are left out";
  info.summary =
      "Sorts queries and keys by the signs of random projections, attends exactly inside blocks, and to a few shared "
      "draws elsewhere.";
  info.equations = {{"y_n = [Σ_{m∈T_n} exp(q_n·k_m) v_m + Σ_{m∉T_n} c_m exp(q_n·k_m) v_m] / Z_n"},
                    {"Z_n = Σ_{m∈T_n} exp(q_n·k_m) + Σ_{m∉T_n} c_m exp(q_n·k_m)", with("normalise", {"self"})},
                    {"Z_n = Σ_m exp(q_n·k_m)", with("normalise", {"none"})},
                    {"c_m = (times drawn)/(S p_m),  p_m ∝ ‖v_m‖^a"}};
  info.complexity = "O((N+M)(K·D + log N) + N·(w+S)·(D+Dv))";
  info.look_at =
      "How much exact_mass the blocks catch on clusters; one outlier column that the shared draws miss hurts all "
      "queries at once.";
  info.not_causal = "its sorted blocks rank all tokens";
  info.options = options();
  info.budget = "samples";
  info.arrays = arrays;
  info.outputs = outputs;
  info.traits = [](const Options& options) {
    const bool self_normalised = divides_by_own_sum(options);
    return Traits{.unbiased = !self_normalised,
                  .self_normalised = self_normalised,
                  .rows_sum_to_one = self_normalised,
                  .key_order_free = false,  // keys are drawn, and sorted on ties, by index
                  .linear = self_normalised,
                  .knows_values = options.real("value_power") > 0};
  };
  info.cost = [](const Problem& p) {
    const auto [lead, heads, N, M, D, Dv] = p.sizes;
    const double tokens = static_cast<double>(N) + M, samples = static_cast<double>(p.options.integer("samples"));
    const double block =
        p.options.integer("block") == 0 ? 0 : static_cast<double>(M) / static_cast<double>(block_count(p));
    const double pairs = static_cast<double>(N) * (block + samples);
    return Cost{2 * pairs * (D + Dv) + 2 * tokens * D * static_cast<double>(p.options.integer("bits")), pairs,
                4 * tokens * (D + Dv)} +
           normaliser_cost(p);
  };
  return info;
}

}  // namespace

Estimator hyper_estimator() {
  return make_estimator(describe(), [](const auto& call) { compute(call); });
}

}  // namespace omega

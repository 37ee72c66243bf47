// ra: randomized attention, the unbiased estimator that samples each query's own target (specification, section 4;
// LARA paper, section 3.2 and Eq. 5–7).
//
//   exact    a_ns ~ Categorical(π_n),  ω_ns = q_n + k_{a_ns} + ε_ns,  y_n = (1/S) Σ_s f(ω_ns),  E[y_n] = Σ_m π_nm v_m
//   biased   ω_ns = q_n + Σ_m π_nm k_m + ε_ns  (one Gaussian at the target's mean); evaluate: ε = 0
//
// Target and proposal are the same: p_n(ω) = Σ_m π_nm N(ω; q_n + k_m, I); all weights are 1. Every query has samples of
// its own, hence O(N·M·S·D) time; no N×M numbers are held.
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "core/choices.h"
#include "core/error.h"
#include "cpu/gemm.h"
#include "cpu/keys_so_far.h"
#include "cpu/parallel.h"
#include "cpu/vector_math.h"
#include "cuda/methods.h"
#include "estimators/methods.h"
#include "math/categorical.h"
#include "sampling/samples.h"

namespace omega {

namespace {

constexpr Index kQueryTile = kLaneRows;
constexpr Index kKeyTile = 48;  // whole blocks of the product's rows, and logits that stay in the nearest cache
constexpr Index kKeyBlock = 8;  // keys of a tile that are looked at one by one; where there are many, all of it
constexpr Index kManyKeys = 16384;
constexpr Index kSamplesUnwatched = 4096;  // between two looks at whether the caller still wants them

RaVariant variant_of(const Options& options) { return options.choice<RaVariant>("variant"); }

/// Draws the key behind a sample from softmax_m(q·k_m), in double so that it is the same in every precision. Sums over
/// blocks of keys tell the block; only that is looked at key by key. Where u falls so close to a border that rounding,
/// the short exponential or the order of adding up would decide, the definition's own order does. Causal, query n draws
/// from the first n + 1 keys.
template <class T>
class KeyDraw {
 public:
  explicit KeyDraw(const Call<T>& call)
      : call_(call),
        exact_keys_(call.exact_keys({0, call.sizes.M})),
        longest_key_(longest(lengths_of(exact_keys_))),
        key_block_(call.sizes.M <= kManyKeys ? kKeyBlock : kKeyTile),
        causal_(call.options.is_causal()) {}

  /// chosen(i, s) = the key of sample s of query i of the tile.
  void draw(Range queries, View<const double> u, View<Index> chosen) const {
    const Matrix<double> exact_queries = call_.exact_queries(queries);
    const Buffer<double> lengths = lengths_of(exact_queries);
    const bool in_blocks = longest(lengths) * longest_key_ <= kUnshiftedLogit;
    const Matrix<double> before =
        in_blocks ? sums_before_blocks(exact_queries, keys_seen(queries.end - 1)) : Matrix<double>();
    for (Index i = 0; i < queries.size(); ++i) {
      const View<const double> query = exact_queries.view().middle_rows(i, 1);
      const Index seen = keys_seen(queries.begin + i);
      for (Index s = 0; s < chosen.cols; ++s) {
        if (s % kSamplesUnwatched == 0) call_.progress.check();
        const Index quick =
            in_blocks ? within_block(query, seen, lengths[static_cast<std::size_t>(i)], before, i, u(i, s)) : -1;
        chosen(i, s) = quick >= 0 ? quick : among_all(query, seen, u(i, s));
      }
    }
  }

 private:
  static Buffer<double> lengths_of(View<const double> rows) {
    Buffer<double> lengths(static_cast<std::size_t>(rows.rows));
    squared_norms<double>(rows, lengths.data());
    for (double& length : lengths) length = std::sqrt(length);
    return lengths;
  }
  Index keys_seen(Index query) const { return causal_ ? query + 1 : call_.sizes.M; }
  static double longest(const Buffer<double>& lengths) { return *std::max_element(lengths.begin(), lengths.end()); }

  /// before(b, i) = Σ exp(q_i·k_m) over the keys of all blocks before b.
  Matrix<double> sums_before_blocks(View<const double> exact_queries, Index keys) const {
    const Index blocks = (keys + key_block_ - 1) / key_block_;
    LaneRows<double> x(call_.sizes.D);
    x.assign(exact_queries, 1.0);
    Matrix<double> tile(kKeyTile, x.lanes()), before(blocks + 1, x.lanes(), 0.0);
    for (Index first = 0; first < keys; first += kKeyTile) {
      const Index count = std::min(kKeyTile, keys - first), block = first / key_block_;
      const View<double> logits = tile.view().middle_rows(0, count);
      lane_logits<double>(x, {exact_keys_.view().middle_rows(first, count)}, logits);
      lane_exponential_sums(logits, key_block_, before.view().middle_rows(block, blocks + 1 - block));
    }
    return before;
  }

  /// A bound on the relative error of any sum of weights: of the logits, of the exponential, of adding up.
  double error_bound(double length) const {
    return kExponentialSumError + std::numeric_limits<double>::epsilon() *
                                      (static_cast<double>(call_.sizes.D + 8) * length * longest_key_ +
                                       4 * static_cast<double>(kKeyTile) + static_cast<double>(call_.sizes.M));
  }

  /// exp(q·k_m) of some keys; returns their sum.
  double weigh(View<const double> query, Index first, Index count, double* weights) const {
    multiply_nt<double>(query, exact_keys_.view().middle_rows(first, count), View<double>(weights, 1, count));
    return exp_shifted(weights, count, 0.0);
  }

  /// The key among the first `seen`, or −1 where u is within doubt of a border. The last block may be only partly seen.
  Index within_block(View<const double> query, Index seen, double length, const Matrix<double>& before, Index i,
                     double u) const {
    double weights[kKeyTile];
    const Index whole = causal_ ? seen / key_block_ : before.rows() - 1, rest = causal_ ? seen % key_block_ : 0;
    const double total = before(whole, i) + (rest > 0 ? weigh(query, whole * key_block_, rest, weights) : 0),
                 target = u * total, doubt = 4 * error_bound(length) * total;
    Index block = 0;
    for (Index end = whole; block < end;) {  // the first block whose end is beyond the target
      const Index middle = (block + end) / 2;
      if (before(middle + 1, i) > target)
        end = middle;
      else
        block = middle + 1;
    }
    const Index first = block * key_block_, count = std::min(key_block_, seen - first);
    if (count <= 0) return -1;
    weigh(query, first, count, weights);
    double running = before(block, i);
    for (Index m = 0; m < count; ++m) {
      const double start = running;
      running += weights[m];
      if (running > target) return target - start > doubt && running - target > doubt ? first + m : -1;
    }
    return -1;
  }

  Index among_all(View<const double> query, Index seen, double u) const {
    Matrix<double> logits(1, seen);
    multiply_nt<double>(query, exact_keys_.view().middle_rows(0, seen), logits);
    exp_shifted(logits.data(), logits.cols(), largest(logits.data(), logits.cols()));
    return categorical(logits.data(), logits.cols(), u);
  }

  const Call<T>& call_;
  Matrix<double> exact_keys_;
  double longest_key_;
  Index key_block_;
  bool causal_;
};

/// ω_ns = q_n + k_a + ε_ns for the queries of a tile.
template <class T>
void draw_exact(const Call<T>& call, const KeyDraw<T>& keys, Range queries, Index samples, View<T> omega) {
  Matrix<double> u(queries.size(), samples);
  Matrix<Index> chosen(queries.size(), samples);
  call.template load_rows<double>("u", queries.begin, u.view());
  keys.draw(queries, u, chosen);
  const T root = call.root_scale;
  for (Index i = 0; i < queries.size(); ++i) {
    call.progress.check();
    for (Index s = 0; s < samples; ++s) {
      T* sample = omega.row(i * samples + s);
      const T *q = call.unscaled_q.row(queries.begin + i), *k = call.unscaled_k.row(chosen(i, s));
      for (Index d = 0; d < omega.cols; ++d) sample[d] += root * q[d] + root * k[d];
    }
  }
}

/// running += all keys of the rows of `dots`; causal, those before `ends`.
template <class T>
void add_keys(const Call<T>& call, const DotLogits<T>& dots, const std::vector<Index>& ends, View<const T> values,
              RunningSoftmax<T>& running) {
  if (call.options.is_causal()) return add_keys_so_far<T>(running, dots, ends, values);
  LaneRows<T> x(dots.x.cols);
  x.assign(dots.x, dots.factor);
  running.add(x, dots.columns, values);
}

/// ω_ns = q_n + Σ_m π_nm k_m + ε_ns.
template <class T>
void draw_biased(const Call<T>& call, Range queries, Index samples, View<T> omega) {
  RunningSoftmax<T> running(queries.size(), call.sizes.D);
  Matrix<T> mean(queries.size(), call.sizes.D);
  add_keys<T>(
      call, {call.unscaled_q.middle_rows(queries.begin, queries.size()), {call.unscaled_k}, static_cast<T>(call.scale)},
      ends_of_queries(queries), call.unscaled_k, running);
  running.mean(mean.view());
  const T root = call.root_scale;
  for (Index i = 0; i < queries.size(); ++i)
    for (Index s = 0; s < samples; ++s)
      for (Index d = 0; d < omega.cols; ++d)
        omega(i * samples + s, d) += root * (call.unscaled_q(queries.begin + i, d) + mean(i, d));
}

/// The samples of a tile of queries, query by query.
template <class T>
void draw_samples(const Call<T>& call, const std::optional<KeyDraw<T>>& keys, Range queries, View<T> omega) {
  const Index samples = call.options.integer("samples");
  const bool noiseless = call.options.flag("evaluate");
  for (Index r = 0; r < omega.rows; r += kSamplesUnwatched) {
    call.progress.check();
    const View<T> rows = omega.middle_rows(r, std::min(kSamplesUnwatched, omega.rows - r));
    if (noiseless)
      std::fill_n(rows.data, rows.rows * rows.cols, T(0));
    else
      call.template load_rows<T>("eps", queries.begin * samples + r, rows);
  }
  if (keys)
    draw_exact(call, *keys, queries, samples, omega);
  else
    draw_biased(call, queries, samples, omega);
}

/// f(ω) of each sample of a tile, whose first sample is number `first` of all. Every tile meets every key: what the
/// keys' norms add is computed once for all.
template <class T>
void evaluate_tile(const Call<T>& call, View<const T> omega, Index first, const T* key_bias, View<T> f) {
  const Index samples = call.options.integer("samples");
  for (Index r = 0; r < omega.rows; r += kLaneRows) {
    call.progress.check();
    const Index rows = std::min(kLaneRows, omega.rows - r);
    RunningSoftmax<T> running(rows, call.v.cols);
    add_keys<T>(call, {omega.middle_rows(r, rows), {call.unscaled_k, key_bias}, call.root_scale},
                ends_of_queries({first + r, first + r + rows}, samples), call.v, running);
    running.mean(f.middle_rows(r, rows));
  }
}

/// Rows of the mean over each query's samples, of which there may be a million: summed in double.
template <class T>
void average_samples(View<const T> per_sample, Index samples, View<T> per_query) {
  Buffer<double> sums(static_cast<std::size_t>(per_query.cols));
  for (Index i = 0; i < per_query.rows; ++i) {
    std::fill(sums.begin(), sums.end(), 0.0);
    add_rows<T>(per_sample.middle_rows(i * samples, samples), sums.data());
    std::transform(sums.begin(), sums.end(), per_query.row(i),
                   [=](double sum) { return static_cast<T>(sum / static_cast<double>(samples)); });
  }
}

template <class T>
void write_map_tile(const Call<T>& call, View<const T> omega, Index first, const T* key_bias, Index samples,
                    View<T> map) {
  Matrix<T> sample_maps(omega.rows, call.k().rows);
  dot_logits<T>(omega, call.k(), key_bias)({0, omega.rows}, {0, call.k().rows}, sample_maps, {});
  for (Index r = 0; r < omega.rows; ++r) {
    T* row = sample_maps.row(r);
    const Index seen = call.options.is_causal() ? (first + r) / samples + 1 : sample_maps.cols();
    softmax_rows(View<T>(row, 1, seen));
    std::fill(row + seen, row + sample_maps.cols(), T(0));
  }
  average_samples<T>(sample_maps, samples, map);
}

template <class T>
void compute(const Call<T>& call) {
  const Index samples = call.options.integer("samples"), dims = call.sizes.Dv;
  const View<T> y = call.output("y"), map = call.output("attention"), omega_out = call.output("omega"),
                f_out = call.output("f");
  Buffer<T> key_bias = minus_half_squared_norms(call.unscaled_k);
  for (T& bias : key_bias) bias *= static_cast<T>(call.scale);
  std::optional<KeyDraw<T>> keys;
  if (variant_of(call.options) == RaVariant::exact) keys.emplace(call);
  parallel_tiles_told(call.sizes.N, kQueryTile, call.whole, [&](Range queries) {
    Matrix<T> omega(queries.size() * samples, call.sizes.D), f(queries.size() * samples, dims);
    draw_samples(call, keys, queries, omega.view());
    const Index first = queries.begin * samples;
    evaluate_tile<T>(call, omega, first, key_bias.data(), f);
    if (y) average_samples<T>(f, samples, y.middle_rows(queries.begin, queries.size()));
    if (omega_out) std::copy_n(omega.data(), omega.rows() * omega.cols(), omega_out.row(first));
    if (f_out) std::copy_n(f.data(), f.rows() * dims, f_out.row(first));
    if (map)
      write_map_tile<T>(call, omega, first, key_bias.data(), samples, map.middle_rows(queries.begin, queries.size()));
  });
}

std::vector<ArraySpec> arrays(const Problem& p) {
  if (p.options.flag("evaluate")) return {};
  const Index samples = p.options.integer("samples");
  std::vector<ArraySpec> specs = {
      eps_array({p.sizes.N, samples, p.sizes.D}, "The Gaussian part of each query's samples.")};
  if (variant_of(p.options) == RaVariant::exact)
    specs.push_back({"u", Source::uniform, {p.sizes.N, samples}, 1, "Chooses the component k_a of each sample."});
  return specs;
}

EstimatorInfo describe() {
  EstimatorInfo info;
  info.name = "ra";
  info.title = "Randomized attention";
  info.paper = "Zheng et al. 2022 (LARA), section 3.2";
  info.summary =
      "Samples each query's own Gaussian mixture: unbiased for any number of samples (variant=biased is not), and "
      "quadratic.";
  const Condition exact = with("variant", {"exact"}), biased = with("variant", {"biased"});
  info.equations = {{"a_ns ~ Categorical(π_n),  ω_ns = q_n + k_{a_ns} + ε_ns", exact},
                    {"ω_ns = q_n + Σ_m π_nm k_m + ε_ns", biased && with("evaluate", {"false"})},
                    {"ω_ns = q_n + Σ_m π_nm k_m", biased && with("evaluate", {"true"})},
                    {"y_n = (1/S) Σ_s f(ω_ns)"},
                    {"E[y_n] = Σ_m π_nm v_m", exact}};
  info.complexity = "O(NMSD)";
  info.look_at = "Samples gather on the bumps at q_n + k_m in proportion to π_nm; the squared error falls as 1/S.";
  info.options = {
      samples_option(1),
      OptionSpec::choice("variant", {"exact", "biased"}, "Sample the mixture itself, or one Gaussian at its mean.")
          .from("LARA paper, Eq. 30 and 31"),
      OptionSpec::flag("evaluate", false, "Without noise: all S samples are at the mean.")
          .titled("without noise")
          .for_experts()
          .only_if("variant", {"biased"}),
      OptionSpec::causal(),
      OptionSpec::scale(),
  };
  info.budget = "samples";
  info.arrays = arrays;
  info.outputs = [](const Problem& p) {
    const Index samples = p.options.integer("samples");
    return std::vector<OutputSpec>{output_y(p.sizes),
                                   output_attention(p.sizes),
                                   {"omega", {p.sizes.N, samples, p.sizes.D}, "The projections of each query."},
                                   {"f", {p.sizes.N, samples, p.sizes.Dv}, "f(ω_ns), what each sample says."}};
  };
  info.check = [](const Problem& p) {
    check_causal(p);
    if (p.options.flag("evaluate") && variant_of(p.options) == RaVariant::exact)
      throw Error::input(
          "evaluate=true of ra needs variant=biased: the exact variant has nothing to evaluate without its noise");
  };
  info.traits = [](const Options& options) {
    return causal_traits(
        {.unbiased = variant_of(options) == RaVariant::exact,
         .deterministic = options.flag("evaluate"),
         .key_order_free = variant_of(options) == RaVariant::biased,  // the draw of a component is by index
         .linear = false,
         .query_by_query = true},
        options);
  };
  info.cost = [](const Problem& p) {
    const auto [lead, heads, N, M, D, Dv] = p.sizes;
    const double pairs = pairs_seen(p), samples = static_cast<double>(p.options.integer("samples"));
    return Cost{2 * pairs * D + 2 * pairs * samples * (D + Dv), pairs * (1 + samples),
                4.0 * (N * (D + Dv) + M * (D + Dv))};
  };
  return info;
}

}  // namespace

Estimator ra_estimator() {
  return make_estimator(
      describe(), [](const auto& call) { compute(call); }, cuda::ra_method());
}

}  // namespace omega

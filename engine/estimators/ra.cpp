#include "estimators/ra.h"

#include <algorithm>

#include "core/error.h"
#include "cpu/gemm.h"
#include "cpu/parallel.h"
#include "cpu/vector_math.h"
#include "sampling/samples.h"
#include "math/categorical.h"

namespace omega {

namespace {

enum class Variant { exact, biased };

constexpr Index kQueryTile = 16;

Variant variant_of(const Options& options) { return options.choice<Variant>("variant"); }

/// ω_ns = q_n + k_a + ε_ns for the queries of a tile; a is drawn in double, so that it is the same in every precision.
template <class T>
void draw_exact(const Call<T>& call, const Matrix<double>& exact_keys, Range queries, Index samples, View<T> omega) {
  const Matrix<double> exact_queries = call.exact_queries(queries);
  Matrix<double> u(queries.size(), samples), logits(queries.size(), exact_keys.rows());
  call.template load_rows<double>("u", queries.begin, u.view());
  multiply_nt<double>(exact_queries, exact_keys, logits);
  for (Index i = 0; i < queries.size(); ++i) {
    double* row = logits.row(i);
    exp_shifted(row, logits.cols(), largest(row, logits.cols()));
    for (Index s = 0; s < samples; ++s) {
      const Index chosen = categorical(row, logits.cols(), u(i, s));
      for (Index d = 0; d < omega.cols; ++d) omega(i * samples + s, d) += call.q(queries.begin + i, d) + call.k(chosen, d);
    }
  }
}

/// ω_ns = q_n + Σ_m π_nm k_m + ε_ns.
template <class T>
void draw_biased(const Call<T>& call, Range queries, Index samples, View<T> omega) {
  RunningSoftmax<T> running(queries.size(), call.k.cols);
  constexpr Index kKeyTile = 256;
  Matrix<T> tile(queries.size(), std::min(kKeyTile, call.k.rows)), mean(queries.size(), call.k.cols);
  for (Index m = 0; m < call.k.rows; m += kKeyTile) {
    const View<const T> keys = call.k.middle_rows(m, std::min(kKeyTile, call.k.rows - m));
    const View<T> logits(tile.data(), queries.size(), keys.rows);
    multiply_nt<T>(call.q.middle_rows(queries.begin, queries.size()), keys, logits);
    running.add(logits, keys);
  }
  running.mean(mean.view());
  for (Index i = 0; i < queries.size(); ++i)
    for (Index s = 0; s < samples; ++s)
      for (Index d = 0; d < omega.cols; ++d) omega(i * samples + s, d) += call.q(queries.begin + i, d) + mean(i, d);
}

/// The samples of a tile of queries, query by query.
template <class T>
void draw_samples(const Call<T>& call, const Matrix<double>& exact_keys, Range queries, View<T> omega) {
  const Index samples = call.options.integer("samples");
  const bool noiseless = call.options.flag("evaluate");
  if (noiseless)
    for (Index r = 0; r < omega.rows; ++r) std::fill_n(omega.row(r), omega.cols, T(0));
  else
    call.template load_rows<T>("eps", queries.begin * samples, omega);
  if (variant_of(call.options) == Variant::exact)
    draw_exact(call, exact_keys, queries, samples, omega);
  else
    draw_biased(call, queries, samples, omega);
}

/// f(ω) of each sample of a tile.
template <class T>
void evaluate_tile(const Call<T>& call, View<const T> omega, const T* key_bias, View<T> f) {
  Attend<T> what;
  what.rows = omega.rows;
  what.columns = call.k.rows;
  what.values = call.v;
  what.logits = dot_logits<T>(omega, call.k, key_bias);
  attend(what, f, static_cast<T*>(nullptr), call.progress);
}

/// Rows of the mean over each query's samples.
template <class T>
void average_samples(View<const T> per_sample, Index samples, View<T> per_query) {
  for (Index i = 0; i < per_query.rows; ++i)
    for (Index d = 0; d < per_query.cols; ++d) {
      T sum = 0;
      for (Index s = 0; s < samples; ++s) sum += per_sample(i * samples + s, d);
      per_query(i, d) = sum / static_cast<T>(samples);
    }
}

template <class T>
void write_map_tile(const Call<T>& call, View<const T> omega, const T* key_bias, Index samples, View<T> map) {
  Matrix<T> sample_maps(omega.rows, call.k.rows);
  dot_logits<T>(omega, call.k, key_bias)({0, omega.rows}, {0, call.k.rows}, sample_maps, {});
  for (Index r = 0; r < omega.rows; ++r) {
    T* row = sample_maps.row(r);
    const T sum = exp_shifted(row, sample_maps.cols(), largest(row, sample_maps.cols()));
    for (Index m = 0; m < sample_maps.cols(); ++m) row[m] /= sum;
  }
  average_samples<T>(sample_maps, samples, map);
}

template <class T>
void compute(const Call<T>& call) {
  const Index samples = call.options.integer("samples"), dims = call.sizes.Dv;
  const View<T> y = call.output("y"), map = call.output("attention"), omega_out = call.output("omega"), f_out = call.output("f");
  const Buffer<T> key_bias = minus_half_squared_norms(call.k);
  const Matrix<double> exact_keys = variant_of(call.options) == Variant::exact ? call.exact_keys({0, call.sizes.M}) : Matrix<double>();
  parallel_tiles(call.sizes.N, kQueryTile, call.progress, [&](Range queries) {
    Matrix<T> omega(queries.size() * samples, call.sizes.D), f(queries.size() * samples, dims);
    draw_samples(call, exact_keys, queries, omega.view());
    evaluate_tile<T>(call, omega, key_bias.data(), f);
    if (y) average_samples<T>(f, samples, y.middle_rows(queries.begin, queries.size()));
    if (omega_out) std::copy_n(omega.data(), omega.rows() * omega.cols(), omega_out.row(queries.begin * samples));
    if (f_out) std::copy_n(f.data(), f.rows() * dims, f_out.row(queries.begin * samples));
    if (map) write_map_tile<T>(call, omega, key_bias.data(), samples, map.middle_rows(queries.begin, queries.size()));
  });
}

std::vector<ArraySpec> arrays(const Problem& p) {
  if (p.options.flag("evaluate")) return {};
  const Index samples = p.options.integer("samples");
  std::vector<ArraySpec> specs = {eps_array({p.sizes.N, samples, p.sizes.D}, "The Gaussian part of each query's samples.")};
  if (variant_of(p.options) == Variant::exact) specs.push_back({"u", Source::uniform, {p.sizes.N, samples}, 1, "Chooses the component k_a of each sample."});
  return specs;
}

EstimatorInfo describe() {
  EstimatorInfo info;
  info.name = "ra";
  info.title = "Randomized attention";
  info.paper = "Zheng et al. 2022 (LARA), section 3.2";
  info.summary = "Samples each query's own Gaussian mixture: unbiased for any number of samples, and quadratic.";
  info.equations = "a_ns ~ Categorical(π_n),  ω_ns = q_n + k_{a_ns} + ε_ns\ny_n = (1/S) Σ_s f(ω_ns),  E[y_n] = Σ_m π_nm v_m";
  info.complexity = "O(NMSD)";
  info.look_at = "Samples gather on the bumps at q_n + k_m in proportion to π_nm; the error falls as 1/S.";
  info.options = {
      samples_option(1),
      OptionSpec::choice("variant", {"exact", "biased"}, "Sample the mixture itself, or one Gaussian at its mean.").from("LARA paper, Eq. 5–7 and appendix"),
      OptionSpec::flag("evaluate", false, "Without noise: one sample at the mean.").only_if("variant", {"biased"}),
      OptionSpec::scale(),
  };
  info.budget = "samples";
  info.arrays = arrays;
  info.outputs = [](const Problem& p) {
    const Index samples = p.options.integer("samples");
    return std::vector<OutputSpec>{output_y(p.sizes), output_attention(p.sizes), {"omega", {p.sizes.N, samples, p.sizes.D}, "The projections of each query."},
                                   {"f", {p.sizes.N, samples, p.sizes.Dv}, "f(ω_ns), what each sample says."}};
  };
  info.check = [](const Problem& p) {
    if (p.options.flag("evaluate") && variant_of(p.options) == Variant::exact)
      throw Error::input("evaluate=true of ra needs variant=biased: the exact variant has nothing to evaluate without its noise");
  };
  info.traits = [](const Options& options) {
    Traits traits;
    traits.unbiased = variant_of(options) == Variant::exact;
    traits.deterministic = options.flag("evaluate");
    traits.key_order_free = variant_of(options) == Variant::biased;  // the draw of a component is by index
    traits.linear = false;
    return traits;
  };
  info.cost = [](const Problem& p) {
    const auto [lead, heads, N, M, D, Dv] = p.sizes;
    const double pairs = static_cast<double>(N) * M, samples = static_cast<double>(p.options.integer("samples"));
    return Cost{2 * pairs * D + 2 * pairs * samples * (D + Dv), pairs * (1 + samples), 4.0 * (N * (D + Dv) + M * (D + Dv))};
  };
  return info;
}

}  // namespace

Estimator ra_estimator() {
  return make_estimator(describe(), [](const auto& call) { compute(call); });
}

}  // namespace omega

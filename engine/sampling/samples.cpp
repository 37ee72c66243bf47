#include "sampling/samples.h"

#include <algorithm>
#include <cmath>

#include "cpu/gemm.h"
#include "cpu/keys_so_far.h"
#include "cpu/parallel.h"
#include "cpu/parallel_product.h"
#include "cpu/vector_math.h"
#include "math/log_sums.h"
#include "math/orthogonal.h"
#include "math/quasi_random.h"

namespace omega {

OptionSpec draw_option() {
  return OptionSpec::choice("draw", {"iid", "orthogonal", "simplex", "halton"},
                            "Independent projections; in blocks of D orthogonal ones, or the corners of a simplex, "
                            "each with its own norm; or shifted points of Halton's sequence.")
      .titled("kind of draw")
      .from("Choromanski et al. 2021, section 2.4; Reid et al. 2023; Halton 1960");
}

OptionSpec samples_option(std::int64_t value) {
  return OptionSpec::integer("samples", value, 1, 1 << 20, "How many projections ω are drawn.").from("S");
}

ArraySpec eps_array(Shape shape, const std::string& help) { return {"eps", Source::normal, std::move(shape), 0, help}; }

ArraySpec projections_array(const Options& options, Shape shape, const std::string& help) {
  if (options.choice<DrawKind>("draw") != DrawKind::halton) return eps_array(std::move(shape), help);
  shape.erase(shape.begin());
  return {"shift", Source::uniform, std::move(shape), 2,
          "What Halton's points are shifted by, coordinate by coordinate."};
}

std::vector<ArraySpec> sample_arrays(const Problem& p) {
  return {projections_array(p.options, {p.options.integer("samples"), p.sizes.D},
                            "The projections ω_s, before they are coupled where asked.")};
}

namespace {

/// `count` projections in double: those of sample s.
template <class T>
Matrix<double> coupled_projections(const Call<T>& call, DrawKind draw, Index count, Index each, Index s) {
  constexpr Index kTile = 128;
  const Index dims = call.sizes.D;
  Matrix<double> own(count, dims);
  if (draw == DrawKind::halton) {
    Matrix<double> shift(1, dims);
    call.template load_rows<double>("shift", s, shift.view());
    parallel_tiles(count, kTile, call.progress,
                   [&](Range points) { halton_normals(shift.data(), points.begin, own.view().middle_rows(points)); });
    return own;
  }
  const Index whole_blocks = (kTile + dims - 1) / dims * dims;  // rows of one block are coupled
  parallel_tiles(count, whole_blocks, call.progress, [&](Range rows) {
    for (Index c = rows.begin; c < rows.end; ++c)
      call.template load_rows<double>("eps", c * each + s, own.view().middle_rows(c, 1));
    const View<double> some = own.view().middle_rows(rows);
    if (draw == DrawKind::orthogonal)
      orthogonalise(some, rows.begin, call.progress);
    else
      make_simplex(some, rows.begin, call.progress);
  });
  return own;
}

}  // namespace

template <class U, class T>
Matrix<U> standard_projections(const Call<T>& call, Index count, Index each) {
  const auto draw = call.options.template choice<DrawKind>("draw");
  if (draw == DrawKind::iid) return call.template load<U>("eps");
  Matrix<U> omega(count * each, call.sizes.D);
  for (Index s = 0; s < each; ++s) {
    const Matrix<double> own = coupled_projections(call, draw, count, each, s);
    for (Index c = 0; c < count; ++c)
      std::transform(own.row(c), own.row(c) + own.cols(), omega.row(c * each + s),
                     [](double x) { return static_cast<U>(x); });
  }
  return omega;
}

template <class T>
Buffer<T> minus_half_squared_norms(View<const T> rows) {
  Buffer<T> norms(static_cast<std::size_t>(rows.rows));
  squared_norms(rows, norms.data());
  for (T& x : norms) x *= T(-0.5);
  return norms;
}

template <class T>
Buffer<T> log_standard_normal(View<const T> omega) {
  Buffer<T> log_density = minus_half_squared_norms(omega);
  const T constant = static_cast<T>(log_unit_normaliser(omega.cols));
  for (T& x : log_density) x -= constant;
  return log_density;
}

OutputSpec output_f(const Problem& problem, Index samples) {
  const Index dims = problem.sizes.Dv;
  if (problem.options.is_causal() && problem.sizes.N > 1)
    return {"f", {problem.sizes.N, samples, dims}, "f_n(ω), what each sample says of the keys up to each query."};
  return {"f", {samples, dims}, "f(ω), what each sample says."};
}

OutputSpec output_ess(const Sizes& sizes) {
  return {"ess", {sizes.N}, "Effective sample size (Σw)²/Σw² of each query."};
}

OutputSpec output_log_proposal(Index samples) { return {"log_proposal", {samples}, "log N(ω_s; 0, Σ)."}; }

OutputSpec output_log_target(const Sizes& sizes, Index samples) {
  return OutputSpec::quadratic_of("log_target", {sizes.N, samples}, "log p_n(ω_s).");
}

template <class T>
DotLogits<T> key_logits(View<const T> omega, const Call<T>& call) {
  return {omega, {call.unscaled_k, nullptr, static_cast<T>(-0.5 * call.scale)}, call.root_scale};
}

template <class T>
DotLogits<T> query_logits(const Call<T>& call, View<const T> points, const T* bias) {
  const Range queries = call.pool.of(call.sizes.N);
  return {call.unscaled_q.middle_rows(queries), {points, bias}, call.root_scale};
}

namespace {

template <class T>
SampleValues<T> pooled_samples(View<const T> omega, const Call<T>& call) {
  const Index keys = call.sizes.M, pool = call.pool.keys;
  SampleValues<T> values{Matrix<T>(omega.rows, blocks_of(keys, pool)), Buffer<T>(static_cast<std::size_t>(omega.rows))};
  log_sums_of_blocks<T>(key_logits(omega, call), pool, values.f, call.progress);
  for (Index j = 0; j < omega.rows; ++j) {
    const std::span<T> row = values.f.view().row_span(j);
    const T highest = largest(row.data(), values.f.cols());
    const T sum = exp_shifted(row.data(), values.f.cols(), highest);
    for (Index b = 0; b < values.f.cols(); ++b) values.f(j, b) /= sum * static_cast<T>(block_at(b, pool, keys).size());
    values.log_key_sum[static_cast<std::size_t>(j)] = highest + std::log(sum);
  }
  return values;
}

}  // namespace

template <class T>
SampleValues<T> evaluate_samples(View<const T> omega, const Call<T>& call) {
  if (call.pool) return pooled_samples(omega, call);
  SampleValues<T> values{Matrix<T>(omega.rows, call.v.cols), Buffer<T>(static_cast<std::size_t>(omega.rows))};
  Attend<T> what;
  what.values = call.v;
  what.dots = key_logits(omega, call);
  attend(what, values.f.view(), values.log_key_sum.data(), call.progress);
  return values;
}

template <class T>
Buffer<T> log_partition(const Call<T>& call) {
  Buffer<T> log_z(static_cast<std::size_t>(call.sizes.N));
  Attend<T> what;
  what.dots = {call.unscaled_q, {call.unscaled_k}, static_cast<T>(call.scale)};
  if (call.options.is_causal())
    attend_so_far<T>(what.dots, ends_of_queries({0, call.sizes.N}), {}, {}, log_z.data(), call.progress);
  else
    attend(what, View<T>(), log_z.data(), call.progress);
  return log_z;
}

template <class T>
void write_log_target(const Call<T>& call, View<const T> omega, const Buffer<T>& log_normal,
                      View<const T> log_key_sums) {
  const View<T> out = call.output("log_target");
  if (!out) return;
  const Buffer<T> log_z = log_partition(call), query_part = minus_half_squared_norms(call.q());
  multiply_nt<T>(call.q(), omega, out);
  for (Index n = 0; n < out.rows; ++n)
    for (Index j = 0; j < out.cols; ++j)
      out(n, j) += log_normal[static_cast<std::size_t>(j)] + log_key_sums(n, j) +
                   query_part[static_cast<std::size_t>(n)] - log_z[static_cast<std::size_t>(n)];
}

template <class T>
void mix_sample_maps(View<const T> mix, View<const T> omega, const Call<T>& call, View<T> map) {
  const Buffer<T> key_bias = minus_half_squared_norms(call.k());
  const FillLogits<T> logits = dot_logits<T>(omega, call.k(), key_bias.data());
  Matrix<T> sample_maps(omega.rows, call.k().rows);
  constexpr Index kTile = 16;
  parallel_tiles(omega.rows, kTile, call.progress, [&](Range rows) {
    const View<T> tile = sample_maps.view().middle_rows(rows);
    logits(rows, {0, call.k().rows}, tile, {});
    softmax_rows(tile);
  });
  multiply_in_tiles<T>(mix, sample_maps, map, call.progress);
}

template <class T>
void normalise_weights(View<const T> log_weights, View<const T> signs, View<T> weights, std::span<T> ess) {
  constexpr Index kTile = 1024;
  parallel_tiles(log_weights.rows, kTile, Progress(), [&](Range rows) {
    Buffer<T> row(static_cast<std::size_t>(log_weights.cols));
    for (Index n = rows.begin; n < rows.end; ++n) {
      std::copy_n(log_weights.row(n), log_weights.cols, row.data());
      exp_shifted(row.data(), log_weights.cols, largest(row.data(), log_weights.cols));
      for (Index j = 0; signs && j < log_weights.cols; ++j) row[static_cast<std::size_t>(j)] *= signs(n, j);
      double sum = 0, squares = 0;  // of a million weights
      for (const T weight : row) {
        const auto w = static_cast<double>(weight);
        sum += w;
        squares += w * w;
      }
      if (!ess.empty()) ess[static_cast<std::size_t>(n)] = static_cast<T>(sum * sum / squares);
      if (weights)
        for (Index j = 0; j < log_weights.cols; ++j)
          weights(n, j) = row[static_cast<std::size_t>(j)] / static_cast<T>(sum);
    }
  });
}

#define OMEGA_INSTANTIATE(T)                                                                         \
  template Matrix<float> standard_projections<float>(const Call<T>&, Index, Index);                  \
  template Matrix<double> standard_projections<double>(const Call<T>&, Index, Index);                \
  template Buffer<T> minus_half_squared_norms<T>(View<const T>);                                     \
  template Buffer<T> log_standard_normal<T>(View<const T>);                                          \
  template DotLogits<T> key_logits<T>(View<const T>, const Call<T>&);                                \
  template DotLogits<T> query_logits<T>(const Call<T>&, View<const T>, const T*);                    \
  template SampleValues<T> evaluate_samples<T>(View<const T>, const Call<T>&);                       \
  template Buffer<T> log_partition<T>(const Call<T>&);                                               \
  template void write_log_target<T>(const Call<T>&, View<const T>, const Buffer<T>&, View<const T>); \
  template void mix_sample_maps<T>(View<const T>, View<const T>, const Call<T>&, View<T>);           \
  template void normalise_weights<T>(View<const T>, View<const T>, View<T>, std::span<T>);
OMEGA_INSTANTIATE(float)
OMEGA_INSTANTIATE(double)
#undef OMEGA_INSTANTIATE

}  // namespace omega

#include "kernel_learning/method.h"

#include <algorithm>
#include <utility>

#include "cpu/gemm.h"
#include "math/matrices.h"
#include "sampling/samples.h"

namespace omega {

namespace {

/// ω_f·e_d is its coordinate d: the frequencies are the projections of the unit vectors, for every method.
template <class T>
void write_frequencies(const Projection<T>& project, View<T> omega) {
  Matrix<T> unit(1, omega.cols, T(0)), column(1, omega.rows);
  for (Index d = 0; d < omega.cols; ++d) {
    unit(0, d) = 1;
    project(unit, column);
    for (Index f = 0; f < omega.rows; ++f) omega(f, d) = column(0, f);
    unit(0, d) = 0;
  }
}

}  // namespace

std::vector<OptionSpec> kernel_options(const std::string& what_m_counts, std::vector<OptionSpec> own) {
  std::vector<OptionSpec> options = {
      OptionSpec::choice("features", {"rks", "prf"},
                         "Random Kitchen Sinks (cosines and sines, bounded) or positive random features (exponentials, "
                         "never negative).")
          .from("Eqs. 3 and 9")
          .as(OptionRole::features),
      OptionSpec::integer("frequencies", 64, 1, 65536, what_m_counts),
  };
  for (OptionSpec& option : own) options.push_back(std::move(option));
  options.push_back(OptionSpec::causal());
  options.push_back(OptionSpec::scale());
  return options;
}

std::vector<OutputSpec> kernel_outputs(const Problem& problem, Index frequencies) {
  return {
      output_y(problem.sizes),
      output_attention(problem.sizes),
      {"omega", {frequencies, problem.sizes.D}, "The frequencies ω_1..ω_F that make the features."},
      OutputSpec::count_of("nonpositive", "Denominators that were not positive; only rks can have any."),
  };
}

Traits kernel_traits(const Options& options) {
  return causal_traits({.self_normalised = true, .query_by_query = true}, options);
}

Cost kernel_cost(const Problem& problem, Index frequencies, double project_flops) {
  const auto [lead, heads, N, M, D, Dv] = problem.sizes;
  const double tokens = static_cast<double>(N) + static_cast<double>(M);
  const bool rks = problem.options.choice<FeatureMap>("features") == FeatureMap::rks;
  const double projections = tokens * static_cast<double>(frequencies), features = rks ? 2 * projections : projections;
  Cost cost{tokens * project_flops + 2 * features * static_cast<double>(Dv + 1), 0,
            4 * tokens * static_cast<double>(D + Dv)};
  (rks ? cost.sincos : cost.exps) = projections;
  return cost;
}

namespace {

/// Writes all outputs but omega; `rows` are the frequencies, where they are rows.
template <class T>
void run_projected(const Call<T>& call, Index frequencies, Projection<T> project, View<const T> rows) {
  KernelAttention<T> what;
  what.map = call.options.template choice<FeatureMap>("features");
  what.frequencies = frequencies;
  what.project = std::move(project);
  what.omega = rows;
  what.q = call.unscaled_q;
  what.k = call.unscaled_k;
  what.v = call.v;
  what.norm_factor = static_cast<T>(call.scale);
  what.causal = call.options.is_causal();
  // The count of denominators belongs to every run, even one that wants no y.
  const View<T> y = call.output("y");
  Matrix<T> unwanted;
  if (!y) unwanted = Matrix<T>(call.sizes.N, call.sizes.Dv);
  call.count("nonpositive", kernel_attention(what, y ? y : unwanted.view(), call.progress));
  if (const View<T> map = call.output("attention")) kernel_attention_map(what, map, call.progress);
}

}  // namespace

template <class T>
void run_kernel_method(const Call<T>& call, Index frequencies, Projection<T> project) {
  if (const View<T> omega = call.output("omega")) write_frequencies(project, omega);
  const auto scaled = [project = std::move(project), root = call.root_scale](View<const T> x, View<T> out) {
    project(x, out);
    for (Index r = 0; r < out.rows; ++r)
      for (T& angle : out.row_span(r)) angle *= root;
  };
  run_projected<T>(call, frequencies, scaled, {});
}

template <class T>
void run_kernel_method(const Call<T>& call, const Matrix<T>& omega) {
  write_output(call, "omega", omega.data());
  const Matrix<T> scaled = times<T>(omega, call.root_scale);  // ω·√τx = √τω·x
  const auto project = [&](View<const T> x, View<T> out) { multiply_nt<T>(x, scaled, out); };
  run_projected<T>(call, omega.rows(), project, scaled);
}

template void run_kernel_method<float>(const Call<float>&, Index, Projection<float>);
template void run_kernel_method<double>(const Call<double>&, Index, Projection<double>);
template void run_kernel_method<float>(const Call<float>&, const Matrix<float>&);
template void run_kernel_method<double>(const Call<double>&, const Matrix<double>&);

}  // namespace omega

#include "kernel_learning/gmm.h"

#include "cpu/gemm.h"
#include "cuda/methods.h"
#include "kernel_learning/method.h"

namespace omega {

namespace {

bool is_rks(const Options& options) { return options.choice<FeatureMap>("features") == FeatureMap::rks; }
Index component_count(const Options& options) { return options.integer("components"); }
Index frequency_count(const Options& options) { return component_count(options) * options.integer("frequencies"); }

/// ω ← S ε for one component: a full S as a product, a diagonal S row by row, without S the noise as it is.
template <class T>
void apply_S(View<const T> noise, View<const T> S, bool diagonal, View<T> omega) {
  if (S && !diagonal) return multiply_nt<T>(noise, S, omega);
  for (Index i = 0; i < omega.rows; ++i)
    for (Index d = 0; d < omega.cols; ++d) omega(i, d) = S ? S(0, d) * noise(i, d) : noise(i, d);
}

/// ω_ci = S_c ε_i + μ_c.
template <class T>
Matrix<T> draw_frequencies(const Call<T>& call) {
  const Index m = call.options.integer("frequencies"), C = component_count(call.options), D = call.sizes.D;
  const bool diagonal = !is_rks(call.options);
  const Index rows_of_S = diagonal ? 1 : D;
  const Matrix<T> noise = call.template load<T>("eps");
  const Matrix<T> S = call.given("S") ? call.template load<T>("S") : Matrix<T>();
  const Matrix<T> mu = call.given("mu") ? call.template load<T>("mu") : Matrix<T>(C, D, T(0));
  Matrix<T> omega(C * m, D);
  for (Index c = 0; c < C; ++c) {
    const View<T> own = omega.view().middle_rows(c * m, m);
    apply_S<T>(noise, call.given("S") ? S.view().middle_rows(c * rows_of_S, rows_of_S) : View<const T>(), diagonal,
               own);
    for (Index i = 0; i < m; ++i)
      for (Index d = 0; d < D; ++d) own(i, d) += mu(c, d);
  }
  return omega;
}

template <class T>
void compute(const Call<T>& call) {
  const Matrix<T> omega = draw_frequencies(call);
  run_kernel_method<T>(call, omega);
}

std::vector<ArraySpec> arrays(const Problem& p) {
  const Index m = p.options.integer("frequencies"), C = component_count(p.options), D = p.sizes.D;
  const Shape S = is_rks(p.options) ? Shape{C, D, D} : Shape{C, D};
  return {
      {"eps", Source::normal, {m, D}, 0, "The normals n that every component shifts and stretches."},
      {"mu", Source::parameter, {C, D}, 2, "The components' means μ_c; 0 if absent."},
      {"S", Source::parameter, S, 3,
       "The components' S_c, covariance S_c S_cᵀ: whole matrices for rks, diagonals for prf; identity if absent."},
  };
}

EstimatorInfo describe() {
  EstimatorInfo info;
  info.name = "gmm";
  info.title = "Kernel learning: mixture of Gaussians";
  info.paper = "Chowdhury et al. 2022, Learning the Transformer Kernel, Eqs. 4, 5, 9, 10";
  info.summary = "Linear attention with a kernel whose spectral density is a mixture of Gaussians.";
  info.equations = {{"ω_ci = S_c ε_i + μ_c,  ε_i ~ N(0, I)"},
                    {"φ(x) = (1/√F) [cos ω·x, sin ω·x]", with("features", {"rks"})},
                    {"φ(x) = exp(ω·x − ‖x‖²)/√F", with("features", {"prf"})},
                    {"y_n = φ(q_n)·Σ_m φ(k_m) v_mᵀ / φ(q_n)·Σ_m φ(k_m)"}};
  info.complexity = "O(Cm(D² + (N+M)(D+Dv)))";
  info.look_at =
      "The closed-form kernel beside its estimate: how shifting μ makes rks oscillate, and how shrinking S steadies "
      "both.";
  info.options = kernel_options(
      "m: noise vectors drawn; each component makes one frequency of each, C·m in all.",
      {OptionSpec::integer("components", 2, 1, 1024, "C: Gaussians in the spectral mixture, all of weight 1/C.")
           .from("Eq. 4")});
  info.budget = "frequencies";
  info.arrays = arrays;
  info.outputs = [](const Problem& p) { return kernel_outputs(p, frequency_count(p.options)); };
  info.traits = kernel_traits;
  info.check = check_causal;
  info.cost = [](const Problem& p) {
    const Index F = frequency_count(p.options);
    return kernel_cost(p, F, 2.0 * static_cast<double>(F) * static_cast<double>(p.sizes.D));
  };
  return info;
}

}  // namespace

Estimator gmm_estimator() {
  return make_estimator(
      describe(), [](const auto& call) { compute(call); },
      cuda::frequencies_method([](const Call<float>& call) { return draw_frequencies(call); }));
}

void move_component(std::span<double> means, Index dims, Index component, Index axis, double to) {
  means[static_cast<std::size_t>(component * dims + axis)] = to;
  if (std::ssize(means) == 2 * dims) means[static_cast<std::size_t>((1 - component) * dims + axis)] = -to;
}

}  // namespace omega

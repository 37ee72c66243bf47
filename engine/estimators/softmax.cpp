#include "estimators/softmax.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "core/choices.h"
#include "cpu/gemm.h"
#include "cpu/keys_so_far.h"
#include "cpu/parallel.h"
#include "cpu/parallel_product.h"
#include "cpu/running_softmax.h"
#include "cpu/vector_math.h"
#include "cuda/methods.h"
#include "estimators/methods.h"

namespace omega {

namespace {

/// Logits of keys after the query are −∞.
template <class T>
void hide_later_keys(Range rows, Range columns, View<T> logits) {
  for (Index r = 0; r < logits.rows; ++r) {
    const Index visible = std::clamp<Index>(rows.begin + r + 1 - columns.begin, 0, logits.cols);
    std::fill(logits.row(r) + visible, logits.row(r) + logits.cols, -std::numeric_limits<T>::infinity());
  }
}

/// To nearest, ties to even, with so many bits of fraction: what tensor cores read of a number.
template <class T>
T rounded_to(int bits, T x) {
  int exponent = 0;
  const T fraction = std::frexp(x, &exponent), steps = std::ldexp(T(1), bits + 1);
  return std::isfinite(x) ? std::ldexp(std::nearbyint(fraction * steps) / steps, exponent) : x;
}

/// Queries or keys as products read them.
template <class T>
Matrix<T> rounded(View<const T> x, Products products, T factor) {
  Matrix<T> out(x.rows, x.cols);
  const int bits = products == Products::bf16 ? 7 : 10;
  std::transform(x.data, x.data + x.rows * x.cols, out.data(), [&](T one) { return factor * rounded_to(bits, one); });
  return out;
}

/// What the logits are made of: all of it scaled.
template <class T>
struct Factors {
  Matrix<T> rounded_q, rounded_k;
  View<const T> q, k;

  Factors(const Call<T>& call, Products products) {
    if (products == Products::f32) {
      q = call.q(), k = call.k();
      return;
    }
    rounded_q = rounded<T>(call.unscaled_q, products, call.root_scale);
    rounded_k = rounded<T>(call.unscaled_k, products, call.root_scale);
    q = rounded_q, k = rounded_k;
  }
};

/// The path that holds the whole map: what the scaling study calls "softmax" beside the memory-efficient one.
template <class T>
void materialised_attention(const Call<T>& call, const Factors<T>& factors, bool causal, View<T> y) {
  Matrix<T> map(call.sizes.N, call.sizes.M);
  softmax_map<T>(factors.q, factors.k, causal, map, call.progress);
  multiply_in_tiles<T>(map, call.v, y, call.progress);
}

/// Query n sees only the keys m ≤ n.
template <class T>
void attention_so_far(const Call<T>& call, const Factors<T>& factors, View<T> y) {
  std::vector<Index> ends = ends_of_queries({0, call.sizes.N});
  for (Index& end : ends) end = std::min(end, call.sizes.M);
  attend_so_far<T>({factors.q, {factors.k}}, ends, call.v, y, nullptr, call.progress);
}

template <class T>
void write_y(const Call<T>& call, Products products, View<T> y, const Progress& progress) {
  const bool causal = call.options.flag("causal");
  if (call.options.flag("materialise")) return materialised_attention(call, Factors<T>(call, products), causal, y);
  if (causal) return attention_so_far(call, Factors<T>(call, products), y);
  if (products == Products::f32)
    return softmax_attention<T>(call.unscaled_q, call.unscaled_k, static_cast<T>(call.scale), call.v, y, nullptr,
                                progress);
  const Factors<T> factors(call, products);
  softmax_attention<T>(factors.q, factors.k, T(1), call.v, y, nullptr, progress);
}

/// ‖y_n − y_n of products in float32‖ over the norm of the latter.
template <class T>
void write_product_error(const Call<T>& call, View<const T> y, std::span<T> out) {
  Matrix<T> exact(y.rows, y.cols);
  write_y(call, Products::f32, exact.view(), call.progress);
  for (Index n = 0; n < y.rows; ++n) {
    double away = 0, norm = 0;
    for (Index d = 0; d < y.cols; ++d) {
      away += std::pow(static_cast<double>(y(n, d)) - exact(n, d), 2);
      norm += std::pow(static_cast<double>(exact(n, d)), 2);
    }
    out[static_cast<std::size_t>(n)] = static_cast<T>(std::sqrt(away / norm));
  }
}

template <class T>
void compute(const Call<T>& call) {
  const auto products = call.options.template choice<Products>("products");
  if (const View<T> y = call.output("y")) {
    const bool is_all = !call.wants("product_error") && !call.wants("attention");
    write_y(call, products, y, is_all ? call.whole : call.progress);
    if (const std::span<T> error = call.output_vector("product_error"); !error.empty())
      write_product_error<T>(call, y, error);
  }
  if (const View<T> map = call.output("attention")) {
    const Factors<T> factors(call, products);
    softmax_map<T>(factors.q, factors.k, call.options.flag("causal"), map, call.progress);
  }
}

EstimatorInfo describe() {
  EstimatorInfo info;
  info.name = "softmax";
  info.title = "Softmax attention";
  info.paper = "Vaswani et al. 2017, Attention is all you need";
  info.summary = "Exact attention: each query averages the values with weights softmax(q·k).";
  info.equations = {{"π_nm = exp(q_n·k_m) / Σ_m' exp(q_n·k_m')\ny_n = Σ_m π_nm v_m"}};
  info.complexity = "O(NMD)";
  info.look_at = "The attention map: the picture that every estimator tries to reproduce.";
  info.options = {
      OptionSpec::causal(),
      OptionSpec::flag(
          "materialise", false,
          "Hold the whole N×M map in memory instead of working in tiles; the same numbers, to show the cost.")
          .titled("hold the whole map")
          .for_experts(),
      OptionSpec::choice("products", {"f32", "tf32", "bf16"},
                         "What products read of q and k: all of it, or as many bits as tensor cores do; on a CUDA "
                         "device they are used then, and round weights and values too.")
          .titled("precision of products")
          .for_experts(),
      OptionSpec::scale(),
  };
  info.outputs = [](const Problem& p) {
    std::vector<OutputSpec> outputs = {output_y(p.sizes), output_attention(p.sizes)};
    if (p.options.choice<Products>("products") != Products::f32)
      outputs.push_back(
          {"product_error", {p.sizes.N}, "What rounding cost each query: ‖y_n − exact‖ / ‖exact‖.", false, true});
    return outputs;
  };
  info.traits = [](const Options& options) {
    return Traits{.unbiased = options.choice<Products>("products") == Products::f32,
                  .self_normalised = true,
                  .deterministic = true,
                  .key_order_free = !options.flag("causal"),
                  .linear = false,
                  .query_by_query = !options.flag("causal")};
  };
  info.cost = [](const Problem& p) {
    const auto [lead, heads, N, M, D, Dv] = p.sizes;
    const double pairs = pairs_seen(p);
    return Cost{2 * pairs * (D + Dv), pairs, 4.0 * (N * (D + Dv) + M * (D + Dv))};
  };
  return info;
}

}  // namespace

template <class T>
void softmax_attention(View<const T> q, View<const T> k, T factor, View<const T> v, View<T> y, T* log_z,
                       const Progress& progress) {
  Attend<T> what;
  what.values = y ? v : View<const T>();
  what.dots = {q, {k}, factor};
  attend(what, y, log_z, progress);
}

template <class T>
void softmax_map(View<const T> q, View<const T> k, bool causal, View<T> map, const Progress& progress) {
  constexpr Index kTile = 16;
  parallel_tiles(q.rows, kTile, progress, [&](Range rows) {
    const View<T> tile = map.middle_rows(rows.begin, rows.size());
    multiply_nt<T>(q.middle_rows(rows.begin, rows.size()), k, tile);
    if (causal) hide_later_keys(rows, {0, k.rows}, tile);
    softmax_rows(tile);
  });
}

Estimator softmax_estimator() {
  return make_estimator(
      describe(), [](const auto& call) { compute(call); }, cuda::softmax_method());
}

#define OMEGA_INSTANTIATE(T)                                                                                        \
  template void softmax_attention<T>(View<const T>, View<const T>, T, View<const T>, View<T>, T*, const Progress&); \
  template void softmax_map<T>(View<const T>, View<const T>, bool, View<T>, const Progress&);
OMEGA_INSTANTIATE(float)
OMEGA_INSTANTIATE(double)
#undef OMEGA_INSTANTIATE

}  // namespace omega

#include "kernel_learning/fastfood.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "core/text.h"
#include "cuda/methods.h"
#include "kernel_learning/method.h"
#include "kernel_learning/walsh_hadamard.h"
#include "math/matrices.h"

namespace omega {

namespace {

enum Stream { kG = 2, kB = 3, kPerm = 4, kS = 5 };

/// The factors of W, one row of each for every block.
template <class T>
struct Factors {
  Index m = 0, P = 0, blocks = 0;
  Matrix<T> signs, gains, scales;  // B, G, S/(σ√P)
  std::vector<Index> permutation;  // blocks × P
};

std::string block_text(Index block) { return " in block " + std::to_string(block); }

Matrix<double> load_gains(const auto& call, Index blocks, Index P) {
  if (call.given("G")) return call.template load<double>("G");
  Matrix<double> G(blocks, P);
  for (Index b = 0; b < blocks; ++b) draw_normals(call.address(kG, 0, b), G.row(b), P);
  return G;
}

Matrix<double> load_signs(const auto& call, Index blocks, Index P) {
  Matrix<double> B(blocks, P);
  for (Index b = 0; b < blocks; ++b) {
    if (!call.given("B")) {
      draw_uniforms(call.address(kB, b, 0), B.row(b), P);
      for (double& x : B.view().row_span(b)) x = x < 0.5 ? 1 : -1;
      continue;
    }
    // Any numbers: only drawn signs are ±1, learned ones need not be.
    call.template load_rows<double>("B", b, B.view().middle_rows(b, 1));
  }
  return B;
}

/// The order that sorts one block's uniforms.
std::vector<Index> sorting_order(const Matrix<double>& uniforms) {
  std::vector<Index> order(static_cast<std::size_t>(uniforms.cols()));
  std::iota(order.begin(), order.end(), Index{0});
  std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) { return uniforms(0, a) < uniforms(0, b); });
  return order;
}

/// A given block of perm, checked to be a permutation.
std::vector<Index> checked_permutation(const Matrix<double>& given, Index block) {
  const Index P = given.cols();
  std::vector<Index> order(static_cast<std::size_t>(P));
  std::vector<bool> seen(static_cast<std::size_t>(P));
  for (Index i = 0; i < P; ++i) {
    const double at = given(0, i);
    const bool valid = at == std::floor(at) && at >= 0 && at < static_cast<double>(P);
    if (!valid || seen[static_cast<std::size_t>(at)])
      throw Error::input("perm is not a permutation" + block_text(block) + ": it holds " + number_text(at) +
                         (valid ? " twice" : "") + ", but must hold each whole number from 0 to " +
                         std::to_string(P - 1) + " once");
    order[static_cast<std::size_t>(i)] = static_cast<Index>(at);
    seen[static_cast<std::size_t>(at)] = true;
  }
  return order;
}

std::vector<Index> load_permutation(const auto& call, Index blocks, Index P) {
  std::vector<Index> all;
  Matrix<double> row(1, P);
  for (Index b = 0; b < blocks; ++b) {
    std::vector<Index> order;
    if (call.given("perm")) {
      call.template load_rows<double>("perm", b, row.view());
      order = checked_permutation(row, b);
    } else {
      draw_uniforms(call.address(kPerm, b, 0), row.data(), P);
      order = sorting_order(row);
    }
    all.insert(all.end(), order.begin(), order.end());
  }
  return all;
}

double norm(const double* x, Index count) { return std::sqrt(std::inner_product(x, x + count, x, 0.0)); }

/// S as given, or s_i/‖G‖ with s_i the norm of P normals of its own.
Matrix<double> load_scales(const auto& call, const Matrix<double>& G) {
  if (call.given("S")) return call.template load<double>("S");
  const Index P = G.cols();
  Matrix<double> S(G.rows(), P);
  std::vector<double> normals(static_cast<std::size_t>(P));
  for (Index b = 0; b < S.rows(); ++b) {
    const double length = norm(G.row(b), P);
    if (!(length > 0))
      throw Error::input("G is all zeros" + block_text(b) +
                         ", so that S = s/‖G‖ cannot be drawn; give S, or a G with a value other than 0");
    for (Index i = 0; i < P; ++i) {
      draw_normals(call.address(kS, b, i), normals.data(), P);
      S(b, i) = norm(normals.data(), P) / length;
    }
  }
  return S;
}

Index padded_dims(const Sizes& sizes) { return padded_to_power_of_two(sizes.D); }
Index block_count(Index m, Index P) { return (m + P - 1) / P; }

template <class T>
Factors<T> load_factors(const Call<T>& call) {
  Factors<T> factors;
  factors.m = call.options.integer("frequencies");
  factors.P = padded_dims(call.sizes);
  factors.blocks = block_count(factors.m, factors.P);
  const Matrix<double> G = load_gains(call, factors.blocks, factors.P);
  factors.gains = converted<T>(G);
  factors.signs = converted<T>(load_signs(call, factors.blocks, factors.P));
  factors.permutation = load_permutation(call, factors.blocks, factors.P);
  const double stretch = 1 / (call.options.real("sigma") * std::sqrt(static_cast<double>(factors.P)));
  factors.scales = converted<T>(times<double>(load_scales(call, G), stretch));
  return factors;
}

/// One block applied to one token: work ← (1/(σ√P)) S H G Π H B x; `spare` has P places too.
template <class T>
void apply_block(const Factors<T>& factors, Index block, std::span<const T> x, T* work, T* spare) {
  const Index P = factors.P, D = static_cast<Index>(x.size());
  for (Index i = 0; i < D; ++i) spare[i] = factors.signs(block, i) * x[static_cast<std::size_t>(i)];
  std::fill(spare + D, spare + P, T(0));
  walsh_hadamard(spare, P);
  const Index* permutation = factors.permutation.data() + block * P;
  for (Index i = 0; i < P; ++i) work[i] = factors.gains(block, i) * spare[permutation[i]];
  walsh_hadamard(work, P);
  for (Index i = 0; i < P; ++i) work[i] *= factors.scales(block, i);
}

template <class T>
void compute(const Call<T>& call) {
  const Factors<T> factors = load_factors(call);
  run_kernel_method<T>(call, factors.m, [&](View<const T> x, View<T> out) {
    const Index P = factors.P;
    Buffer<T> work(static_cast<std::size_t>(P)), spare(static_cast<std::size_t>(P));
    for (Index r = 0; r < x.rows; ++r)
      for (Index b = 0; b < factors.blocks; ++b) {
        apply_block<T>(factors, b, x.row_span(r), work.data(), spare.data());
        std::copy_n(work.data(), std::min(P, factors.m - b * P), out.row(r) + b * P);
      }
  });
}

cuda::FastFoodFactors device_factors(const Call<float>& call) {
  Factors<float> factors = load_factors(call);
  return {std::move(factors.signs),
          std::move(factors.gains),
          std::move(factors.scales),
          {factors.permutation.begin(), factors.permutation.end()}};
}

/// All that a trained head may give is `derived`, Π too: what was learned belongs to the Π it was learned with.
std::vector<ArraySpec> arrays(const Problem& p) {
  const Index P = padded_dims(p.sizes);
  const Shape shape = {block_count(p.options.integer("frequencies"), P), P};
  return {
      {"G", Source::derived, shape, kG, "The diagonal between the two transforms: normals; given, any numbers."},
      {"B", Source::derived, shape, kB,
       "The first diagonal: signs ±1, from uniforms u, u < ½ is +1; given, any numbers."},
      {"perm", Source::derived, shape, kPerm,
       "The permutation Π of each block, counted from 0; the order that sorts uniforms."},
      {"S", Source::derived, shape, kS,
       "The lengths of the frequencies, relative to ‖G‖: s_i/‖G‖ with s_i the norm of P normals."},
  };
}

EstimatorInfo describe() {
  EstimatorInfo info;
  info.name = "fastfood";
  info.title = "Kernel learning: FastFood";
  info.paper = "Chowdhury et al. 2022, Learning the Transformer Kernel, Eqs. 6, 12; Le et al. 2013";
  info.summary = "Linear attention with Gaussian or learned frequencies, applied by fast Walsh–Hadamard transforms.";
  info.equations = {{"W = (1/(σ √P)) S H G Π H B in ⌈m/P⌉ blocks;  ω = its first m rows and D columns"},
                    {"φ(x) = (1/√m) [cos ω·x, sin ω·x]", with("features", {"rks"})},
                    {"φ(x) = exp(ω·x − ‖x‖²)/√m", with("features", {"prf"})},
                    {"y_n = φ(q_n)·Σ_m φ(k_m) v_mᵀ / φ(q_n)·Σ_m φ(k_m)"}};
  info.complexity = "O((N+M)m(log D + Dv))";
  info.look_at = "The time against gmm as D grows, and whether dependent rows cost accuracy.";
  info.options = kernel_options(
      "m: frequencies; the last block is cut where m is no multiple of P.",
      {OptionSpec::real("sigma", 1, 0, 1e6,
                        "σ: frequencies are N(0, I/σ²), which with rks makes a Gaussian kernel of this width.")
           .titled("width σ")
           .from("Eq. 6")});
  for (OptionSpec& option : info.options)
    if (option.name == "sigma") option.minimum_excluded = true;
  info.budget = "frequencies";
  info.arrays = arrays;
  info.outputs = [](const Problem& p) { return kernel_outputs(p, p.options.integer("frequencies")); };
  info.traits = kernel_traits;
  info.check = check_causal;
  info.cost = [](const Problem& p) {
    const Index m = p.options.integer("frequencies"), P = padded_dims(p.sizes);
    const double transformed = static_cast<double>(block_count(m, P)) * static_cast<double>(P);
    return kernel_cost(p, m, transformed * (2 * std::log2(static_cast<double>(P)) + 3));
  };
  return info;
}

}  // namespace

Estimator fastfood_estimator() {
  return make_estimator(
      describe(), [](const auto& call) { compute(call); }, cuda::fastfood_method(device_factors));
}

}  // namespace omega

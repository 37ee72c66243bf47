#include "kernel_learning/generative.h"

#include <array>
#include <cmath>
#include <functional>

#include "core/text.h"
#include "cpu/gemm.h"
#include "cpu/parallel.h"
#include "cuda/methods.h"
#include "kernel_learning/method.h"
#include "math/matrices.h"

namespace omega {

namespace {

constexpr int kLayers = 5;  // linear ones; batch norm and LeakyReLU after all but the last
constexpr int kFirstStream = 2;
constexpr double kEpsilon = 1e-5;
constexpr double kLeak = 0.01;

std::string numbered(const char* name, int layer) { return name + std::to_string(layer); }

using Widths = std::array<Index, kLayers + 1>;

/// D_0 and the width after each layer: what given arrays say, else D. `shape_of` is a given matrix's rows and columns.
Widths widths(Index D, const std::function<bool(const std::string&)>& given,
              const std::function<Shape(const std::string&)>& shape_of) {
  Widths width;
  width.fill(D);
  if (given("W0") || given("eps")) width[0] = shape_of(given("W0") ? "W0" : "eps")[1];
  for (int i = 0; i + 1 < kLayers; ++i) {
    const std::string own = numbered("W", i), next = numbered("W", i + 1);
    if (given(own))
      width[i + 1] = shape_of(own)[0];
    else if (given(next))
      width[i + 1] = shape_of(next)[1];
  }
  return width;
}

Widths widths(const Problem& p) {
  return widths(
      p.sizes.D, [&](const std::string& name) { return p.has(name); },
      [&](const std::string& name) { return p.given_shape(name, 2); });
}

template <class T>
Widths widths(const Call<T>& call) {
  const auto shape_of = [&](const std::string& name) {
    const Matrix<double> given = call.template load<double>(name);
    return Shape{given.rows(), given.cols()};
  };
  return widths(
      call.sizes.D, [&](const std::string& name) { return call.given(name); }, shape_of);
}

/// The weights of a layer: given, or drawn from the seed.
template <class T>
Matrix<double> load_weights(const Call<T>& call, int layer, Index in, Index out) {
  const std::string name = numbered("W", layer);
  if (call.given(name)) return call.template load<double>(name);
  Matrix<double> W(out, in);
  for (Index r = 0; r < out; ++r) {
    NoiseAddress at = call.address(kFirstStream + layer, 0, r);
    at.stream = static_cast<std::uint32_t>(kFirstStream + layer);  // head 0's: one generator a layer
    draw_normals(at, W.row(r), in);
  }
  scale_by(W, 1 / std::sqrt(static_cast<double>(in)));
  return W;
}

template <class T>
Matrix<double> load_or(const Call<T>& call, const std::string& name, Index count, double otherwise) {
  return call.given(name) ? call.template load<double>(name) : Matrix<double>(1, count, otherwise);
}

/// h ← h Wᵀ + b.
Matrix<double> linear(const Matrix<double>& h, const Matrix<double>& W, const Matrix<double>& b,
                      const Progress& progress) {
  Matrix<double> out(h.rows(), W.rows());
  constexpr Index kTile = 64;
  parallel_tiles(h.rows(), kTile, progress, [&](Range rows) {
    const View<double> tile = out.view().middle_rows(rows);
    multiply_nt<double>(h.view().middle_rows(rows), W, tile);
    for (Index r = 0; r < tile.rows; ++r)
      for (Index j = 0; j < tile.cols; ++j) tile(r, j) += b(0, j);
  });
  return out;
}

struct Statistics {
  Matrix<double> mean, variance;
};

/// Mean and biased variance over the rows.
Statistics statistics(const Matrix<double>& h) {
  const Index m = h.rows(), width = h.cols();
  Statistics s{Matrix<double>(1, width, 0.0), Matrix<double>(1, width, 0.0)};
  for (Index r = 0; r < m; ++r)
    for (Index j = 0; j < width; ++j) s.mean(0, j) += h(r, j) / static_cast<double>(m);
  for (Index r = 0; r < m; ++r)
    for (Index j = 0; j < width; ++j)
      s.variance(0, j) += (h(r, j) - s.mean(0, j)) * (h(r, j) - s.mean(0, j)) / static_cast<double>(m);
  return s;
}

template <class T>
Statistics load_statistics(const Call<T>& call, int layer, const Matrix<double>& h) {
  const std::string name = numbered("var", layer);
  if (!call.given(name)) return statistics(h);
  Statistics s{call.template load<double>(numbered("mean", layer)), call.template load<double>(name)};
  for (Index j = 0; j < h.cols(); ++j)
    if (s.variance(0, j) < 0)
      throw Error::input(name + " holds " + number_text(s.variance(0, j)) + " at position " + std::to_string(j) +
                         ", but a variance must be 0 or above");
  return s;
}

/// Batch norm, then LeakyReLU.
template <class T>
void normalise_and_leak(const Call<T>& call, int layer, Matrix<double>& h) {
  const Statistics s = load_statistics(call, layer, h);
  const Matrix<double> gamma = load_or(call, numbered("gamma", layer), h.cols(), 1),
                       beta = load_or(call, numbered("beta", layer), h.cols(), 0);
  for (Index j = 0; j < h.cols(); ++j) {
    const double slope = gamma(0, j) / std::sqrt(s.variance(0, j) + kEpsilon);
    for (Index r = 0; r < h.rows(); ++r) {
      const double x = (h(r, j) - s.mean(0, j)) * slope + beta(0, j);
      h(r, j) = x < 0 ? kLeak * x : x;
    }
  }
}

/// ω = g(ε), in double for every precision: m rows are few, and a variance over them may be small.
template <class T>
Matrix<T> frequencies(const Call<T>& call) {
  const Widths width = widths(call);
  Matrix<double> h = call.template load<double>("eps");
  for (int layer = 0; layer < kLayers; ++layer) {
    const Matrix<double> W = load_weights(call, layer, width[layer], width[layer + 1]);
    h = linear(h, W, load_or(call, numbered("b", layer), width[layer + 1], 0), call.progress);
    if (layer + 1 < kLayers) normalise_and_leak(call, layer, h);
  }
  for (Index i = 0; i < h.rows() * h.cols(); ++i) h.data()[i] = std::tanh(h.data()[i]);
  return converted<T>(h);
}

std::vector<ArraySpec> arrays(const Problem& p) {
  const Widths width = widths(p);
  std::vector<ArraySpec> specs = {{"eps",
                                   Source::normal,
                                   {p.options.integer("frequencies"), width[0]},
                                   0,
                                   "The normals that go into the generator; D_0 = D where W0 does not say otherwise."}};
  int stream = kFirstStream;
  for (int i = 0; i < kLayers; ++i)
    specs.push_back(
        {numbered("W", i),
         Source::derived,
         {width[i + 1], width[i]},
         stream++,
         "Weights of a linear layer, out×in; absent: normals divided by √in, the same for every head, as wide as D."});
  const auto vectors = [&](const char* name, int count, const char* help) {
    for (int i = 0; i < count; ++i)
      specs.push_back({numbered(name, i), Source::parameter, {width[i + 1]}, stream++, help});
  };
  vectors("b", kLayers, "Offsets of a linear layer; 0 if absent.");
  vectors("gamma", kLayers - 1, "Factors after batch norm; 1 if absent.");
  vectors("beta", kLayers - 1, "Offsets after batch norm; 0 if absent.");
  vectors("mean", kLayers - 1, "Running means for batch norm; with var, or the mean over the m rows if absent.");
  vectors("var", kLayers - 1,
          "Running variances for batch norm; with mean, or the biased variance over the m rows if absent.");
  return specs;
}

/// Running statistics come in pairs.
void check(const Problem& p) {
  check_causal(p);
  for (int i = 0; i + 1 < kLayers; ++i) {
    const std::string mean = numbered("mean", i), variance = numbered("var", i);
    if (p.has(mean) != p.has(variance))
      throw Error::input("generative has " + (p.has(mean) ? mean : variance) + " without " +
                         (p.has(mean) ? variance : mean) +
                         ", but batch norm needs both, or neither to use the rows at hand");
  }
}

EstimatorInfo describe() {
  EstimatorInfo info;
  info.name = "generative";
  info.title = "Kernel learning: generative network";
  info.paper = "Chowdhury et al. 2022, Learning the Transformer Kernel, Eqs. 8, 11";
  info.summary = "Linear attention with frequencies that a small network makes of normal noise.";
  info.equations = {{"ω_i = g(ε_i),  ε_i ~ N(0, I)\n"
                     "g: 4 × (linear → batch norm → LeakyReLU 0.01), then linear → tanh"},
                    {"φ(x) = (1/√m) [cos ω·x, sin ω·x]", with("features", {"rks"})},
                    {"φ(x) = exp(ω·x − ‖x‖²)/√m", with("features", {"prf"})},
                    {"y_n = φ(q_n)·Σ_m φ(k_m) v_mᵀ / φ(q_n)·Σ_m φ(k_m)"}};
  info.complexity = "O(m(D² + (N+M)(D+Dv)))";
  info.look_at = "The cloud of frequencies, which need not be Gaussian; tanh keeps each coordinate within ±1.";
  info.options = kernel_options("m: noise vectors put through the generator, each of which makes one frequency.");
  info.budget = "frequencies";
  info.arrays = arrays;
  info.outputs = [](const Problem& p) { return kernel_outputs(p, p.options.integer("frequencies")); };
  info.traits = kernel_traits;
  info.check = check;
  info.cost = [](const Problem& p) {
    const Index m = p.options.integer("frequencies");
    const Widths width = widths(p);
    Cost cost = kernel_cost(p, m, 2.0 * static_cast<double>(m) * static_cast<double>(p.sizes.D));
    for (int i = 0; i < kLayers; ++i)
      cost.flops += 2.0 * static_cast<double>(m) * static_cast<double>(width[i]) * static_cast<double>(width[i + 1]);
    return cost;
  };
  return info;
}

}  // namespace

Estimator generative_estimator() {
  const auto compute = [](const auto& call) { run_kernel_method(call, frequencies(call)); };
  return make_estimator(describe(), compute,
                        cuda::frequencies_method([](const Call<float>& call) { return frequencies(call); }));
}

}  // namespace omega

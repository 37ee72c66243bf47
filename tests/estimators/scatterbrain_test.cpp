#include <numbers>

#include "estimators/small_problem.h"
#include "estimators/windows.h"
#include "support/worst.h"

using namespace omega;
using namespace omega::test;

namespace {

/// The definition, key by key: exact inside the window, the mean of ξ(q,ω)ξ(k,ω) outside. Of one block in `every`; 0
/// elsewhere.
Array by_definition(const Sequence& sequence, const Array& omega, const Windows& windows, Index every = 1) {
  const auto [lead, heads, N, M, D, Dv] = sequence.sizes;
  const Index samples = omega.shape()[0];
  const double root = std::pow(static_cast<double>(D), -0.25);
  const auto dot = [](const double* a, const double* b, Index count) {
    double sum = 0;
    for (Index i = 0; i < count; ++i) sum += a[i] * b[i];
    return sum;
  };
  const double *q = sequence.q.data<double>(), *k = sequence.k.data<double>(), *w = omega.data<double>();
  Array y(Dtype::f64, {N, Dv});
  for (Index b = 0; b < windows.size(); b += every) {
    const Window window = windows[b];
    for (const Index n : window.queries) {
      double total = 0;
      std::vector<double> sums(static_cast<std::size_t>(Dv), 0.0);
      for (Index m = 0; m < M; ++m) {
        double weight = 0;
        if (std::binary_search(window.keys.begin(), window.keys.end(), m)) {
          weight = std::exp(root * root * dot(q + n * D, k + m * D, D));
        } else {
          for (Index s = 0; s < samples; ++s)
            weight += std::exp(root * (dot(w + s * D, q + n * D, D) + dot(w + s * D, k + m * D, D)) -
                               0.5 * root * root * (dot(q + n * D, q + n * D, D) + dot(k + m * D, k + m * D, D))) /
                      static_cast<double>(samples);
        }
        total += weight;
        for (Index d = 0; d < Dv; ++d)
          sums[static_cast<std::size_t>(d)] += weight * sequence.v.at(static_cast<std::size_t>(m * Dv + d));
      }
      for (Index d = 0; d < Dv; ++d) y.data<double>()[n * Dv + d] = sums[static_cast<std::size_t>(d)] / total;
    }
  }
  return y;
}

}  // namespace

TEST_CASE("scatterbrain is its definition, for windows of any size, overlap and shape", "[identity][scatterbrain]") {
  const auto sequence = random_sequence(240, 240, 4, 3);
  const Array eps = normals({9, 4}, 5);
  for (const std::optional<Grid> grid : {std::optional<Grid>(), std::optional<Grid>({12, 20})})
    for (const Index window : {1, 5, 64, 100})
      for (const Index overlap : {0, 1, 30}) {
        INFO("window " << window << " overlap " << overlap << (grid ? " grid" : ""));
        Options::Given options = {
            {"window", std::to_string(window)}, {"overlap", std::to_string(overlap)}, {"samples", "9"}};
        if (grid) options.emplace_back("grid", "12x20");
        const Array expected = by_definition(*sequence, eps, Windows(240, window, overlap, grid));
        CHECK(relative_error(estimate(sequence, "scatterbrain", options, {{"eps", eps}}).at("y"), expected) < 1e-12);
      }
}

TEST_CASE("scatterbrain is its definition where its sums are kept in tables of tables", "[identity][scatterbrain]") {
  const auto sequence = random_sequence(4800, 4800, 2, 250);
  const Array eps = normals({64, 2}, 5);
  const auto [window, overlap, grid] =
      GENERATE(table<Index, Index, std::optional<Grid>>({{16, 0, {}}, {16, 70, {}}, {10, 3, Grid{60, 80}}}));
  INFO("window " << window << " overlap " << overlap);
  Options::Given options = {
      {"window", std::to_string(window)}, {"overlap", std::to_string(overlap)}, {"samples", "64"}};
  if (grid) options.emplace_back("grid", "60x80");
  constexpr Index kEvery = 37;
  const Windows windows(4800, window, overlap, grid);
  const Array y = estimate(sequence, "scatterbrain", options, {{"eps", eps}}, Precision::f64, {{"y"}}).at("y");
  const Array expected = by_definition(*sequence, eps, windows, kEvery);
  double worst = 0;
  for (Index b = 0; b < windows.size(); b += kEvery)
    for (const Index n : windows[b].queries)
      for (Index d = 0; d < 250; ++d)
        worst = worst_of(worst, std::abs(y.at(static_cast<std::size_t>(n * 250 + d)) -
                                         expected.at(static_cast<std::size_t>(n * 250 + d))));
  CHECK(worst < 1e-12);
}

TEST_CASE("scatterbrain with a window over all keys equals softmax", "[identity][scatterbrain]") {
  const auto sequence = random_sequence(90, 90, 5, 4);
  CHECK(relative_error(estimate(sequence, "scatterbrain", {{"window", "90"}}).at("y"),
                       estimate(sequence, "softmax").at("y")) < 1e-13);
}

TEST_CASE("scatterbrain keeps its window where the rest is negligible", "[identity][scatterbrain]") {
  // Logits of some hundreds inside the window: sums over all keys minus the window would have nothing left.
  const auto sequence = random_sequence(128, 128, 4, 3, 30);
  const Result result = estimate(sequence, "scatterbrain", {{"window", "8"}, {"samples", "16"}});
  CHECK(map_error(result, *sequence) < 1e-12);
}

TEST_CASE("the first samples of scatterbrain stay when their number grows", "[unit][scatterbrain]") {
  const auto sequence = random_sequence(20, 20, 5, 4);
  const Array few = estimate(sequence, "scatterbrain", {{"samples", "7"}}).at("omega");
  const Array many = estimate(sequence, "scatterbrain", {{"samples", "90"}}).at("omega");
  for (std::size_t i = 0; i < few.count(); ++i) CHECK(few.at(i) == many.at(i));
}

TEST_CASE("scatterbrain refuses what it cannot mean", "[unit][scatterbrain]") {
  CHECK(input_error(random_sequence(5, 6, 3, 2), "scatterbrain", {}) ==
        "scatterbrain needs as many keys as queries, but there are 5 queries and 6 keys");
  CHECK(input_error(random_sequence(6, 6, 3, 2), "scatterbrain", {{"window", "0"}})
            .find("option window of scatterbrain is \"0\"") == 0);
}

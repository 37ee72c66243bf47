// The sparsity task: balanced classes, sums that stay inside, and irrelevant cells that tell nothing.
#include "train/tasks/sparsity_task.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "core/error.h"
#include "cpu/parallel.h"
#include "support/seed.h"

using namespace omega;
using namespace omega::train;

namespace {

SparsitySettings settings(Index length, double relevance, Index examples) {
  return {length, relevance, examples, static_cast<std::uint32_t>(test_seed(11))};
}

double target(const TaskData& data, Index e) { return data.classes[static_cast<std::size_t>(e)] - kLargestSum; }

/// Solves A x = b for a symmetric positive definite A, in place, by Gauss without pivoting.
std::vector<double> solve(std::vector<std::vector<double>> A, std::vector<double> b) {
  const std::size_t n = b.size();
  for (std::size_t k = 0; k < n; ++k)
    for (std::size_t i = k + 1; i < n; ++i) {
      const double factor = A[i][k] / A[k][k];
      for (std::size_t j = k; j < n; ++j) A[i][j] -= factor * A[k][j];
      b[i] -= factor * b[k];
    }
  for (std::size_t k = n; k-- > 0;) {
    for (std::size_t j = k + 1; j < n; ++j) b[k] -= A[k][j] * b[j];
    b[k] /= A[k][k];
  }
  return b;
}

/// Cells of one kind as numbers: v where the cell is (ir)relevant, else 0.
std::vector<double> row_of(const TaskData& data, Index e, bool relevant) {
  std::vector<double> x(static_cast<std::size_t>(data.length), 0.0);
  for (Index i = 0; i < data.length; ++i)
    if (cell_of(data.example(e)[i]).relevant == relevant)
      x[static_cast<std::size_t>(i)] = cell_of(data.example(e)[i]).positive ? 1 : -1;
  return x;
}

/// R² on the second half of the examples of a least-squares fit of the sum to the first half.
double explained(const TaskData& data, bool by_relevant) {
  const auto L = static_cast<std::size_t>(data.length);
  const Index half = data.count() / 2;
  std::vector<std::vector<double>> gram(L, std::vector<double>(L, 0.0));
  std::vector<double> with_target(L, 0.0);
  for (Index e = 0; e < half; ++e) {
    const std::vector<double> x = row_of(data, e, by_relevant);
    for (std::size_t i = 0; i < L; ++i) {
      with_target[i] += x[i] * target(data, e);
      for (std::size_t j = 0; j < L; ++j) gram[i][j] += x[i] * x[j];
    }
  }
  const std::vector<double> weights = solve(gram, with_target);
  double unexplained = 0, all = 0;
  for (Index e = half; e < data.count(); ++e) {
    const std::vector<double> x = row_of(data, e, by_relevant);
    double predicted = 0;
    for (std::size_t i = 0; i < L; ++i) predicted += weights[i] * x[i];
    unexplained += (target(data, e) - predicted) * (target(data, e) - predicted);
    all += target(data, e) * target(data, e);
  }
  return 1 - unexplained / all;
}

bool same(const TaskData& a, const TaskData& b) { return a.classes == b.classes && a.tokens == b.tokens; }

}  // namespace

TEST_CASE("classes are equally large and sums stay inside", "[unit][train]") {
  for (const double p : {0.1, 0.5, 0.9}) {
    const TaskData data = generate_sparsity(settings(64, p, 905));
    CHECK(data.count() == 905);
    for (int c = 0; c < kSums; ++c)
      CHECK(std::count(data.classes.begin(), data.classes.end(), c) == 905 / 9 + (c < 905 % 9));
    for (Index e = 0; e < data.count(); ++e) {
      const std::vector<int> sums = running_sums(data, e);
      CHECK(std::all_of(sums.begin(), sums.end(), [](int s) { return std::abs(s) <= kLargestSum; }));
      REQUIRE(sums.back() == target(data, e));
    }
  }
}

TEST_CASE("irrelevant cells tell nothing of the sum, relevant ones all", "[unit][train]") {
  const TaskData data = generate_sparsity(settings(32, 0.5, 8000));
  CHECK(explained(data, false) <= 0.02);
  CHECK(explained(data, true) > 0.99);
}

TEST_CASE("drawn classes have the probabilities of the chain", "[unit][train]") {
  const SparsitySettings asked = settings(32, 0.5, 9000);
  const auto probabilities = class_probabilities(asked.length, asked.relevance);
  double sum = 0;
  for (const double probability : probabilities) sum += probability;
  CHECK(sum == Approx(1));
  CHECK(probabilities[0] == Approx(probabilities[8]));
  // Drawing goes on until the two rarest classes are full: about 1000/P draws, P being the probability of either. That
  // one of them takes a fifth more is 2·P(Poisson(1200) < 1000), less than once in 10^8 runs;
  // a fifth less is rarer still.
  const TaskData data = generate_sparsity(asked);
  const double rarest = *std::min_element(probabilities.begin(), probabilities.end());
  CHECK(static_cast<double>(data.drawn) == Approx(1000 / rarest).epsilon(0.2));
}

TEST_CASE("the data depend on the seed and on nothing else", "[unit][train]") {
  const TaskData data = generate_sparsity(settings(32, 0.5, 300));
  TaskData again;
  with_threads(3, [&] { again = generate_sparsity(settings(32, 0.5, 300)); });
  CHECK(same(data, again));
  SparsitySettings other = settings(32, 0.5, 300);
  other.seed += 1;
  CHECK_FALSE(same(data, generate_sparsity(other)));
}

TEST_CASE("a class that can hardly occur is refused by name", "[unit][train]") {
  CHECK_THROWS_WITH(generate_sparsity(settings(4, 0.3, 90)),
                    Catch::Contains("-4") && Catch::Contains("0.3") && Catch::Contains("length 4"));
  CHECK_THROWS_AS(generate_sparsity(settings(64, 0, 90)), Error);
}

TEST_CASE("of a class with two to four examples one validates", "[unit][train]") {
  TaskData data;
  data.class_names = {"one", "two", "four", "ten"};
  for (const auto& [c, examples] : {std::pair(0, 1), {1, 2}, {2, 4}, {3, 10}})
    data.classes.insert(data.classes.end(), static_cast<std::size_t>(examples), static_cast<std::uint8_t>(c));
  const Split split = split_by_class(data, 0.8);
  std::vector<int> counts(4, 0);
  for (const Index e : split.validation) ++counts[data.classes[static_cast<std::size_t>(e)]];
  CHECK(counts == std::vector{0, 1, 1, 2});
  CHECK(split.training.size() == 13);
}

TEST_CASE("the split keeps the classes balanced", "[unit][train]") {
  const TaskData data = generate_sparsity(settings(32, 0.5, 900));
  const Split split = split_by_class(data, 0.8);
  CHECK(split.training.size() == 720);
  CHECK(split.validation.size() == 180);
  std::vector<int> counts(kSums, 0);
  for (const Index e : split.validation) ++counts[data.classes[static_cast<std::size_t>(e)]];
  CHECK(std::all_of(counts.begin(), counts.end(), [](int n) { return n == 20; }));
}

// Every attention as one head: its gradients against central differences, its forward pass against the engine's
// estimator.
#include <algorithm>
#include <catch2/catch.hpp>

#include "train/gradients.h"
#include "train/head_bench.h"

using namespace omega;
using namespace omega::test;

namespace {

void check_gradient(HeadBench& bench, Matrix<double>& of, const Matrix<double>& got, const std::string& name) {
  INFO("gradient of " << name);
  // A draw jumps from key to key: steps that are short beside that.
  const double h = bench.settings.draws_keys() ? 1e-5 : 1e-3;
  const std::vector<double> expected =
      differences([&] { return bench.loss(); }, of.data(), static_cast<std::size_t>(of.rows() * of.cols()), h);
  CHECK(gradient_error(got.data(), expected) <= kGradientTolerance);
  CHECK(notices_sign(got.data(), expected));
}

Array array_of(const Matrix<double>& x, double factor) {
  std::vector<double> values(x.data(), x.data() + x.rows() * x.cols());
  for (double& value : values) value *= factor;
  return Array::from(values, {x.rows(), x.cols()});
}

Matrix<double> columns_of(const Matrix<double>& x, Index first, Index count) {
  Matrix<double> some(x.rows(), count);
  for (Index r = 0; r < x.rows(); ++r) std::copy_n(x.row(r) + first, count, some.row(r));
  return some;
}

/// The engine's estimator on the numbers of a head that has gone forward.
void check_forward(const HeadCase& of, const HeadBench& bench) {
  const double unscaled = std::pow(static_cast<double>(kDim), 0.25);  // the engine multiplies q and k by √τ
  const auto sequence = Sequence::make(array_of(bench.q, unscaled), array_of(bench.k, unscaled), array_of(bench.v, 1));
  const Index rows = bench.shared.rows(), tokens = bench.q.rows();
  Arrays given;
  if (rows > 0)
    given["eps"] = array_of(columns_of(bench.shared, 0, kDim), 1)
                       .reshaped(of.name == "lara" || of.name == "mis" ? Shape{rows, 1, kDim}
                                 : of.method == "ra"                   ? Shape{tokens, rows / tokens, kDim}
                                                                       : Shape{rows, kDim});
  if (bench.settings.draws_keys())
    given["u"] = array_of(columns_of(bench.shared, kDim, 1), 1).reshaped({tokens, rows / tokens});
  const Result result = estimate(sequence, of.method, of.options, given, Precision::f64, std::set<std::string>{"y"});
  CHECK(relative_error(array_of(bench.y, 1), result.at("y")) <= 1e-10);
}

}  // namespace

TEST_CASE("the gradients of every attention are those of its forward pass", "[unit][train]") {
  for (const HeadCase& of : head_cases()) {
    INFO(of.name);
    HeadBench bench(of);
    REQUIRE(bench.forward() == 0);
    bench.backward();
    check_gradient(bench, bench.q, bench.dq, "q");
    check_gradient(bench, bench.k, bench.dk, "k");
    check_gradient(bench, bench.v, bench.dv, "v");
    if (of.learns_shared()) check_gradient(bench, bench.shared, bench.dshared, "the shared rows");
  }
}

TEST_CASE("a head computes what the engine's estimator computes", "[unit][train]") {
  for (const HeadCase& of : head_cases()) {
    INFO(of.name);
    HeadBench bench(of);
    bench.forward();
    check_forward(of, bench);
  }
}

TEST_CASE("weights that are made a part at a time are the same, there and back", "[unit][train]") {
  constexpr Index kMany = 300, kFew = 4;
  int tried = 0;
  for (const HeadCase& of : head_cases()) {
    if (of.name != "softmax" && of.name != "mis" && of.method != "ra") continue;
    ++tried;
    INFO(of.name);
    HeadBench bench(of, of.method == "ra" ? 2 * kMany : 0, kMany);
    bench.forward();
    check_forward(of, bench);
    bench.backward();
    for (const auto& [x, slope] : {std::pair{&bench.q, &bench.dq}, std::pair{&bench.k, &bench.dk}})
      for (const Index row : {Index{0}, kMany - 1}) {
        const std::vector<double> expected =
            differences([&] { return bench.loss(); }, x->row(row), static_cast<std::size_t>(kFew), 1e-5);
        CHECK(gradient_error(slope->row(row), expected) <= kGradientTolerance);
      }
  }
  CHECK(tried == 4);
}

TEST_CASE("a denominator near 0 is kept away from it, counted, and constant for the gradient", "[unit][train]") {
  const std::vector<HeadCase> all = head_cases();
  const auto rks = std::find_if(all.begin(), all.end(), [](const HeadCase& one) { return one.name == "rks"; });
  REQUIRE(rks != all.end());
  const HeadCase& of = *rks;
  HeadBench bench(of, 1);
  bench.shared.fill(0);
  bench.shared(0, 0) = 1;
  // With one frequency the denominator is |Σ φ(k)|·cos(angle of q − angle of the sum): the first query is put at a
  // right angle.
  double sine = 0, cosine = 0;
  for (Index m = 0; m < kTokens; ++m) {
    sine += std::sin(bench.k(m, 0));
    cosine += std::cos(bench.k(m, 0));
  }
  bench.q(0, 0) = std::atan2(sine, cosine) + std::acos(0.0) - 1e-5;
  CHECK(bench.forward() == 1);
  double numerator = 0;
  for (Index m = 0; m < kTokens; ++m) numerator += std::cos(bench.q(0, 0) - bench.k(m, 0)) * bench.v(m, 0);
  CHECK(bench.y(0, 0) == Approx(numerator / 1e-3));
  bench.backward();
  // Steps so short that the denominator keeps its sign and stays below its floor.
  const std::vector<double> expected = differences([&] { return bench.loss(); }, bench.q.data(), 1, 1e-6);
  CHECK(gradient_error(bench.dq.data(), expected) <= kGradientTolerance);
}

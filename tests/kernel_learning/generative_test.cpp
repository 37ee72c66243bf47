#include "kernel_learning/generative.h"

#include <catch2/catch.hpp>
#include <cmath>

#include "core/error.h"
#include "run/runner.h"
#include "support/cases.h"

using namespace omega;
using namespace omega::test;

namespace {

Request request_of(const Shapes& shapes) {
  Request request = make_request(gaussian_sequence(shapes, 1), "generative", {{"frequencies", "32"}});
  request.precision = Precision::f64;
  request.stream.seed = 7;
  return request;
}

Array waves(Shape shape) {
  std::vector<double> values(element_count(shape));
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = std::sin(1.7 * static_cast<double>(i) + 0.3);
  return Array::from<double>(values, std::move(shape));
}

}  // namespace

TEST_CASE("generated frequencies stay within one and fill their range", "[unit][kernel]") {
  const Array omega = run(request_of({0, 5, 5, 6, 2})).at("omega");
  double sum = 0;
  for (std::size_t i = 0; i < omega.count(); ++i) {
    CHECK(std::abs(omega.at(i)) < 1);
    sum += omega.at(i) * omega.at(i);
  }
  CHECK(std::sqrt(sum / static_cast<double>(omega.count())) > 0.2);
}

TEST_CASE("one generator serves all heads of a layer, each with noise of its own", "[unit][kernel]") {
  Request request = request_of({2, 5, 5, 4, 2});
  const Array own = run(request).at("omega");
  CHECK_FALSE(same_bytes(take_head(own, 0), take_head(own, 1)));
  request.given["eps"] = waves({32, 4});
  const Array shared = run(request).at("omega");
  CHECK(same_bytes(take_head(shared, 0), take_head(shared, 1)));
}

TEST_CASE("given widths pass to the layers that are drawn", "[unit][kernel]") {
  Request request = request_of({0, 5, 5, 4, 2});
  request.given["W0"] = waves({9, 7});  // D_0 = 7, and 9 into layer 1
  request.given["W3"] = waves({6, 5});  // 5 out of layer 2, and 6 into layer 4
  CHECK(run(request).at("omega").shape() == Shape{32, 4});
  request.given["eps"] = waves({32, 7});
  CHECK_NOTHROW(run(request));
}

TEST_CASE("running statistics replace those of the rows", "[unit][kernel]") {
  Request request = request_of({0, 5, 5, 4, 2});
  const Array of_rows = run(request).at("omega");
  request.given["mean1"] = Array::from<double>({0.5, 0, 0, 0}, {4});
  request.given["var1"] = Array::from<double>({1, 2, 0, 1}, {4});
  const Array running = run(request).at("omega");
  CHECK(distance(running, of_rows) > 1e-3);
  // (h − mean)/√(var + 1e-5)·γ + β, said by γ and β instead of mean and variance.
  Request same = request_of({0, 5, 5, 4, 2});
  same.given["mean1"] = Array::from<double>({0, 0, 0, 0}, {4});
  same.given["var1"] = Array::from<double>(std::vector<double>(4, 1 - 1e-5), {4});
  std::vector<double> gamma, beta;
  for (std::size_t j = 0; j < 4; ++j) {
    gamma.push_back(1 / std::sqrt(request.given["var1"].at(j) + 1e-5));
    beta.push_back(-request.given["mean1"].at(j) * gamma.back());
  }
  same.given["gamma1"] = Array::from<double>(gamma, {4});
  same.given["beta1"] = Array::from<double>(beta, {4});
  CHECK(distance(run(same).at("omega"), running) <= 1e-12);
}

TEST_CASE("parameters of generative that cannot be are refused with what would be right", "[unit][kernel]") {
  Request request = request_of({0, 5, 5, 4, 2});
  request.given["W0"] = waves({9, 7});
  request.given["W1"] = waves({6, 8});
  CHECK_THROWS_WITH(run(request), Catch::Contains("W1 is 6x8") && Catch::Contains("6x9"));
  request.given["W1"] = waves({6});
  CHECK_THROWS_WITH(run(request), Catch::Contains("W1 is 6"));

  request = request_of({0, 5, 5, 4, 2});
  request.given["W4"] = waves({3, 4});
  CHECK_THROWS_WITH(run(request), Catch::Contains("4x4"));
  request = request_of({0, 5, 5, 4, 2});
  request.given["gamma2"] = waves({5});
  CHECK_THROWS_WITH(run(request), Catch::Contains("gamma2 is 5"));
  request = request_of({0, 5, 5, 4, 2});
  request.given["mean0"] = waves({4});
  CHECK_THROWS_WITH(run(request), Catch::Contains("mean0 without var0"));
  request.given["var0"] = Array::from<double>({1, -0.5, 1, 1}, {4});
  CHECK_THROWS_WITH(run(request), Catch::Contains("var0 holds -0.5 at position 1"));
}

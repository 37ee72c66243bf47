// Numbers that leave the range of the working precision: refused at the door, or a failed run, never a result of NaN.
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "core/error.h"
#include "estimators/registry.h"
#include "run/range_checks.h"
#include "run/runner.h"
#include "support/refusal.h"

using namespace omega;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

Array column(const std::vector<double>& values) { return Array::from(values, {static_cast<Index>(values.size()), 1}); }

Request request_of(const std::string& method, double q, double k, double v, Precision precision,
                   const Arrays& given = {}) {
  const Options::Given options =
      method == "rfa" ? Options::Given{{"samples", "1"}, {"scale", "1"}} : Options::Given{{"scale", "1"}};
  Request request = make_request(Sequence::make(column({q, q}), column({1, k}), column({v, v})), method, options);
  request.precision = precision;
  request.given = given;
  return request;
}

std::string sentence(const Request& request, Error::Kind kind) {
  return omega::test::refusal_of([&] { run(request); }, kind);
}

}  // namespace

TEST_CASE("what float32 does not hold is refused with its place, and float64 takes it", "[unit][run]") {
  CHECK(sentence(request_of("softmax", 1e39, 1, 1, Precision::f32), Error::Kind::input) ==
        "Q holds 1e+39 at [0, 0], which is beyond float32; --precision f64 holds it");
  CHECK(sentence(request_of("softmax", 1, -1e40, 1, Precision::f32), Error::Kind::input) ==
        "K holds -1e+40 at [1, 0], which is beyond float32; --precision f64 holds it");
  CHECK(
      sentence(request_of("softmax", 1, 1, 4e38, Precision::f32), Error::Kind::input).find("V holds 4e+38 at [0, 0]") ==
      0);
  CHECK(sentence(request_of("rfa", 1, 1, 1, Precision::f32, {{"eps", Array::from(std::vector<double>{1e300}, {1, 1})}}),
                 Error::Kind::input) ==
        "eps holds 1e+300 at [0, 0], which is beyond float32; --precision f64 holds it");
  CHECK(run(request_of("softmax", 1e39, 1, 5, Precision::f64)).at("y").at(0) == 5);
  CHECK(run(request_of("softmax", 1, 1, 1e38, Precision::f32)).at("y").at(0) == Approx(1e38));
}

TEST_CASE("logits beyond the range are refused before the run, by every method", "[unit][run]") {
  for (const Estimator& estimator : estimators()) {
    const std::string& method = estimator.info.name;
    INFO(method);
    CHECK(sentence(request_of(method, 1e30, 1e30, 1, Precision::f32), Error::Kind::input) ==
          "Q and K, with norms of up to 1e+30 and 1e+30, have logits beyond the range of float32; --precision f64, a "
          "smaller scale or smaller inputs would help");
    CHECK(sentence(request_of(method, 1e200, -1e200, 1, Precision::f64), Error::Kind::input)
              .find("beyond the range of float64; a smaller scale") != std::string::npos);
  }
  // A projection of lara is as long as its key, a logit of softmax is not.
  CHECK(run(request_of("softmax", 1e-10, 1e30, 1, Precision::f32)).at("y").at(0) == 1);
  CHECK(sentence(request_of("lara", 1e-10, 1e30, 1, Precision::f32), Error::Kind::input).find("have logits beyond") !=
        std::string::npos);
}

TEST_CASE("a y that is not finite is a failed run, unless the inputs were not", "[unit][run]") {
  // φ(1) = 2: the sums of linear_elu leave float32, those of float64 stay.
  CHECK(sentence(request_of("linear_elu", 1, 1, 3e38, Precision::f32), Error::Kind::failure) ==
        "linear_elu gave no finite y for row [0]: its weights or sums leave the range of float32; --precision f64, a "
        "smaller scale or smaller inputs would help");
  CHECK(run(request_of("linear_elu", 1, 1, 3e38, Precision::f64)).at("y").at(0) == Approx(3e38));
  Request allowed = request_of("softmax", 1, 1, 1, Precision::f64);
  allowed.sequence = Sequence::make(column({1, 1}), column({1, 1}), column({kInfinity, 1}), "", true);
  CHECK(std::isinf(run(allowed).at("y").at(0)));
}

TEST_CASE("what a denominator of 0 gives is kept where the definition keeps it, 0/0 is not", "[unit][run]") {
  const Request request = request_of("rfa", 1, 1, 1, Precision::f64);
  const Array infinite = column({1, -kInfinity}), nothing = column({kInfinity, std::nan("")});
  CHECK_NOTHROW(check_finite(request, infinite, true));
  CHECK_THROWS_WITH(check_finite(request, infinite, false), Catch::Contains("row [1]"));
  CHECK_THROWS_WITH(check_finite(request, nothing, true), Catch::Contains("row [1]"));
}

TEST_CASE("as many rows are excused as denominators were not positive", "[unit][run]") {
  const Request request = request_of("rfa", 1, 1, 1, Precision::f64);
  const auto y = [](const std::vector<double>& values) { return Array::from(values, {3, 2}); };
  const double inf = kInfinity;
  CHECK_NOTHROW(check_finite(request, y({1, 2, inf, -inf, 3, 4}), 1));
  CHECK_NOTHROW(check_finite(request, y({-inf, inf, 1, 2, inf, inf}), 2));
  CHECK_THROWS_WITH(check_finite(request, y({-inf, inf, 1, 2, inf, inf}), 1), Catch::Contains("row [2]"));
  // Of a denominator of 0 no value of the row is finite: these have left the range by themselves.
  CHECK_THROWS_WITH(check_finite(request, y({1, 2, 3, inf, 5, 6}), 3), Catch::Contains("row [1]"));
  CHECK_THROWS_WITH(check_finite(request, y({1, 2, inf, 3, 5, 6}), 3), Catch::Contains("row [1]"));
  CHECK_THROWS_WITH(check_finite(request, y({inf, inf, 3, 4, std::nan(""), inf}), 3), Catch::Contains("row [2]"));
}

TEST_CASE("outputs beside y are held to be finite, but for what their definitions give", "[unit][run]") {
  const Request request = request_of("lara", 1, 1, 1, Precision::f64);
  const auto check = [&](const std::string& name, double value, std::int64_t nonpositive) {
    check_finite(request, {name, {2, 2}, ""}, Array::from(std::vector<double>{1, 2, value, 4}, {2, 2}), nonpositive,
                 Progress());
  };
  for (const char* name : {"alpha", "weights", "attention", "omega", "f", "log_target"}) {
    CHECK_NOTHROW(check(name, 3, 0));
    CHECK_THROWS_WITH(check(name, std::nan(""), 0),
                      Catch::Contains(std::string("lara gave no finite ") + name + " at [1, 0]: its weights or sums"));
    CHECK_THROWS_WITH(check(name, -kInfinity, 0), Catch::Contains("at [1, 0]"));
    CHECK_NOTHROW(check(name, std::nan(""), 1));  // 0/0 of the query that had no denominator
  }
  CHECK_NOTHROW(check("log_weights", -kInfinity, 0));  // log 0
  CHECK_THROWS(check("log_weights", kInfinity, 0));
  CHECK_THROWS(check("log_weights", std::nan(""), 0));
  CHECK_NOTHROW(check("predicted_variance", kInfinity, 0));
  CHECK_THROWS(check("predicted_variance", std::nan(""), 0));
  CHECK_NOTHROW(check("product_error", std::nan(""), 0));  // of an exact y of 0
  Request allowed = request;
  allowed.sequence = Sequence::make(column({1, 1}), column({1, 1}), column({kInfinity, 1}), "", true);
  CHECK_NOTHROW(
      check_finite(allowed, {"f", {2}, ""}, Array::from(std::vector<double>{1, kInfinity}, {2}), 0, Progress()));
}

TEST_CASE("no output leaves the range without a sentence", "[unit][run]") {
  // ‖β − v‖² of values beyond the root of the range: y = β̂ stays.
  CHECK_NOTHROW(run(request_of("control_variates", 1, 1, 1, Precision::f32)));
  Request spread = request_of("control_variates", 1, 1, 1, Precision::f32);
  spread.sequence = Sequence::make(column({1, 1}), column({1, -1}), column({1e30, -1e30}));
  CHECK(sentence(spread, Error::Kind::failure) ==
        "control_variates gave no finite J_rfa at [0]: its weights or sums leave the range of float32; --precision "
        "f64, a smaller scale or smaller inputs would help");
  spread.precision = Precision::f64;
  CHECK_NOTHROW(run(spread));
  spread.precision = Precision::f32;
  spread.want = {"y"};
  CHECK_NOTHROW(run(spread));
}

// Numbers that leave the range of the working precision: refused at the door, or a failed run, never a result of NaN.
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "core/error.h"
#include "estimators/registry.h"
#include "run/range_checks.h"
#include "run/runner.h"

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
  try {
    run(request);
  } catch (const Error& error) {
    CHECK(error.kind() == kind);
    return error.what();
  }
  return "";
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

// Every golden case through the library, in both precisions. One section per case: -c "lara_plain f64" runs one,
// OMEGA_GOLDEN=lara all whose names start so.
#include "support/golden.h"

#include <catch2/catch.hpp>

#include "estimators/registry.h"
#include "run/runner.h"

using namespace omega;
using namespace omega::test;

namespace {

Result run_case(const GoldenCase& c, Precision precision) {
  Request request =
      make_request(Sequence::make(c.arrays.at("Q"), c.arrays.at("K"), c.arrays.at("V")), c.method, c.options);
  request.given = c.given();
  request.precision = precision;
  return run(request);
}

void compare(const GoldenCase& c, const Result& result,
             const std::map<std::string, std::optional<double>>& tolerances) {
  int compared = 0;
  for (const auto& [output, tolerance] : tolerances) {
    if (!tolerance) continue;
    INFO(c.name << ": " << output);
    REQUIRE(result.has(output));
    CHECK(relative_error(result.at(output), c.arrays.at(output)) <= *tolerance);
    ++compared;
  }
  CHECK(compared > 0);
}

}  // namespace

TEST_CASE("golden vectors", "[golden]") {
  static const std::vector<GoldenCase> cases = golden_cases();
  REQUIRE_FALSE(cases.empty());
  for (const GoldenCase& c : cases) {
    DYNAMIC_SECTION(c.name << " f64") { compare(c, run_case(c, Precision::f64), c.tolerance_f64); }
    DYNAMIC_SECTION(c.name << " f32") { compare(c, run_case(c, Precision::f32), c.tolerance_f32); }
  }
}

TEST_CASE("every method of the golden cases is there", "[golden]") {
  // The other way round would make a file of vectors part of adding an estimator; conformance tests every one without
  // any.
  const std::vector<GoldenCase> cases = golden_cases();
  REQUIRE_FALSE(cases.empty());
  for (const GoldenCase& c : cases) {
    INFO(c.name);
    CHECK_NOTHROW(find_estimator(c.method));
  }
}

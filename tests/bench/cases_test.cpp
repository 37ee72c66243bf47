#include "bench/cases.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "core/error.h"
#include "estimators/registry.h"
#include "run/runner.h"

using namespace omega;

namespace {

std::string option(const BenchCase& what, const std::string& name) {
  for (const auto& [own, value] : what.options)
    if (own == name) return value;
  return "";
}

}  // namespace

TEST_CASE("a case's name says its method and options", "[bench]") {
  const BenchCase eva = find_case("eva-w256-c49");
  CHECK(eva.method == "eva");
  CHECK(option(eva, "window") == "256");
  CHECK(option(eva, "groups") == "49");
  CHECK(find_case("lara100").method == "lara");
  CHECK(option(find_case("lara100"), "landmarks") == "100");
  CHECK(option(find_case("gmm-rks64"), "frequencies") == "16");  // two components, a sine and a cosine each
  CHECK(option(find_case("lara", {{"landmarks", "5"}}), "landmarks") == "5");
  CHECK(find_case("sdpa").method == "softmax");
}

TEST_CASE("names that are no case are refused", "[bench]") {
  for (const char* name :
       {"larra64", "lara064", "lara", "lara-64", "lara64x", "eva-w64", "eva-w64-c", "rfa99999999", "gmm-rks63", ""}) {
    INFO(name);
    if (std::string(name) == "lara")
      CHECK(find_case(name).options.empty());  // a method is a case
    else
      CHECK_THROWS_AS(find_case(name), Error);
  }
  CHECK_THROWS_WITH(find_case("lara64", {{"landmarks", "5"}}), Catch::Contains("--case lara"));
}

TEST_CASE("every example runs and gives finite numbers", "[bench]") {
  for (const CaseFamily& family : case_families())
    for (const std::string& name : family.examples) {
      INFO(name);
      const Request request = case_request(find_case(name), 256, 2, 16, 7);
      const std::vector<float> y = run(request).at("y").to_vector<float>();
      CHECK(y.size() == 2 * 256 * 16);
      CHECK(std::all_of(y.begin(), y.end(), [](float value) { return std::isfinite(value); }));
    }
}

TEST_CASE("inputs are standard normals that depend on the seed alone", "[bench]") {
  const Request a = case_request(find_case("rfa16"), 2048, 2, 32, 1),
                b = case_request(find_case("lara16"), 2048, 2, 32, 1);
  const std::vector<float> q = a.sequence->q.to_vector<float>(), k = a.sequence->k.to_vector<float>();
  CHECK(q == b.sequence->q.to_vector<float>());
  CHECK(q != k);
  CHECK(q != case_request(find_case("rfa16"), 2048, 2, 32, 2).sequence->q.to_vector<float>());
  double mean = 0, square = 0;
  for (const float x : q) {
    mean += x / static_cast<double>(q.size());
    square += static_cast<double>(x) * x / static_cast<double>(q.size());
  }
  CHECK(std::abs(mean) < 5 / std::sqrt(static_cast<double>(q.size())));
  CHECK(std::abs(square - 1) < 5 * std::sqrt(2 / static_cast<double>(q.size())));
}

TEST_CASE("what a layer holds is ready, the noise of every query is not", "[bench]") {
  CHECK(case_request(find_case("rfa16"), 64, 1, 8, 0).given.count("eps") == 1);
  CHECK(case_request(find_case("eva-w16-c4"), 64, 1, 8, 0).given.count("adapt_q_W") == 1);
  CHECK(case_request(find_case("gmm-rks16"), 64, 1, 8, 0).given.count("S") == 1);
  CHECK(case_request(find_case("ra"), 64, 1, 8, 0).given.empty());
  CHECK(case_request(find_case("lara16"), 64, 1, 8, 0).given.empty());
}

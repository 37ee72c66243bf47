// How far a run is, while it runs.
#include <algorithm>
#include <catch2/catch.hpp>
#include <set>
#include <string>
#include <vector>

#include "run/runner.h"
#include "synthetic/synthetic.h"

using namespace omega;

namespace {

std::vector<double> told(const std::string& method, const std::string& heads, const Options::Given& options,
                         const std::vector<std::string>& wanted = {"y"}) {
  const auto sequence = make_synthetic("gaussian", {{"n", "512"}, {"dim", "8"}, {"heads", heads}}, 1);
  Request request = make_request(sequence, method, options);
  request.backend = Backend::cpu;
  request.want = std::set<std::string>(wanted.begin(), wanted.end());
  std::vector<double> fractions;
  Progress progress({}, [&](double fraction) { fractions.push_back(fraction); });
  RunContext context;
  context.progress = &progress;
  run(request, context);
  return fractions;
}

}  // namespace

TEST_CASE("what takes long tells how far it is, for one head too, and never goes back", "[unit][run]") {
  for (const char* heads : {"1", "4"})
    for (const char* method : {"softmax", "ra", "lara"}) {
      INFO(method << ' ' << heads);
      const std::vector<double> fractions = told(method, heads, {});
      REQUIRE(!fractions.empty());
      CHECK(fractions.back() == 1);
      CHECK(std::is_sorted(fractions.begin(), fractions.end()));
    }
  for (const char* method : {"softmax", "ra"}) CHECK(told(method, "1", {}).size() > 4);
}

TEST_CASE("a loop that is not nearly all of a call does not tell that it is done", "[unit][run]") {
  for (const char* method : {"is", "mis", "lara", "nystrom", "eva"}) {
    INFO(method);
    CHECK(told(method, "1", {}) == std::vector<double>{1});
  }
  CHECK(told("lara", "1", {{"proposals", "attend"}, {"weighting", "balance"}}) == std::vector<double>{1});
  CHECK(told("softmax", "1", {}, {"y", "attention"}) == std::vector<double>{1});
  CHECK(told("softmax", "1", {{"products", "bf16"}}, {"y", "product_error"}) == std::vector<double>{1});
}

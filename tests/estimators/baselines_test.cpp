// What holds of every baseline, at sizes that need many tiles.
#include "estimators/registry.h"
#include "estimators/small_problem.h"
#include "support/cases.h"
#include "support/worst.h"

using namespace omega;
using namespace omega::test;

namespace {

struct Setting {
  std::string method;
  Options::Given options;
  Index n, m;
};

const std::vector<Setting>& settings() {
  static const std::vector<Setting> all = {
      {"local", {{"window", "100"}}, 740, 740},
      {"local", {{"window", "3"}, {"overlap", "290"}, {"causal", "true"}}, 740, 740},
      {"local", {{"window", "9"}, {"overlap", "4"}, {"grid", "20x37"}, {"causal", "true"}}, 740, 740},
      {"scatterbrain", {{"window", "7"}, {"samples", "70"}}, 740, 740},
      {"scatterbrain", {{"window", "90"}, {"samples", "5"}, {"draw", "orthogonal"}}, 740, 740},
      {"scatterbrain", {{"window", "30"}, {"overlap", "21"}, {"samples", "9"}}, 740, 740},
      {"scatterbrain", {{"window", "4"}, {"overlap", "1"}, {"grid", "20x37"}, {"samples", "9"}}, 740, 740},
      {"nystrom", {{"landmarks", "12"}}, 300, 740},
      {"nystrom", {{"landmarks", "9"}, {"pinv", "svd"}}, 740, 300},
      {"linformer", {{"projected", "70"}}, 300, 740},
      {"linformer", {{"projected", "70"}, {"projection", "pool"}}, 300, 740},
      {"reformer", {{"hashes", "3"}, {"buckets", "2"}}, 300, 740},
      {"reformer", {{"hashes", "2"}, {"buckets", "200"}}, 740, 300},
      {"clustered", {{"clusters", "5"}}, 740, 300},
      {"clustered", {{"clusters", "4"}, {"topk", "290"}}, 300, 740},
      {"clustered", {{"clusters", "70"}, {"topk", "3"}}, 740, 740},
      {"combiner", {{"window", "2"}}, 740, 740},
      {"combiner", {{"window", "150"}}, 740, 740},
      {"longshort", {{"window", "80"}, {"overlap", "5"}, {"rank", "300"}}, 740, 740},
      {"longshort", {{"window", "0"}, {"rank", "4"}}, 300, 740},
      {"longshort", {{"window", "70"}, {"rank", "0"}}, 740, 740},
  };
  return all;
}

std::string text_of(const Setting& s) {
  std::string text = s.method;
  for (const auto& [name, value] : s.options) text += " " + name + "=" + value;
  return text;
}

}  // namespace

TEST_CASE("the map of a baseline times the values is its estimate", "[identity][baselines]") {
  int promised = 0;
  for (const Setting& s : settings())
    promised += find_estimator(s.method)
                    .info.traits(make_request(random_sequence(s.n, s.m, 6, 5, 1.5), s.method, s.options).options)
                    .rows_sum_to_one;
  CHECK(promised >= 10);
  for (const Setting& s : settings()) DYNAMIC_SECTION(text_of(s)) {
      const auto sequence = random_sequence(s.n, s.m, 6, 5, 1.5);
      const Result result = estimate(sequence, s.method, s.options);
      CHECK(map_error(result, *sequence) < 1e-12);
      if (!find_estimator(s.method).info.traits(make_request(sequence, s.method, s.options).options).rows_sum_to_one)
        continue;
      double worst = 0;
      for (Index n = 0; n < s.n; ++n) {
        double sum = 0;
        for (Index m = 0; m < s.m; ++m) sum += result.at("attention").at(static_cast<std::size_t>(n * s.m + m));
        worst = worst_of(worst, std::abs(sum - 1));
      }
      CHECK(worst < 1e-12);
    }
}

TEST_CASE("what is asked beside y, and how many threads there are, changes no bit of it", "[conformance][baselines]") {
  for (const Setting& s : settings()) DYNAMIC_SECTION(text_of(s)) {
      Request request = make_request(random_sequence(s.n, s.m, 6, 5), s.method, s.options);
      const Array all = run(request, {nullptr, 2}).at("y");
      request.want = std::set<std::string>{"y"};
      CHECK(same_bytes(all, run(request, {nullptr, 1}).at("y")));
      CHECK(same_bytes(all, run(request, {nullptr, 5}).at("y")));
    }
}

TEST_CASE("float runs of the baselines stay near double ones", "[conformance][baselines]") {
  for (const Setting& s : settings()) DYNAMIC_SECTION(text_of(s)) {
      // Means of near-normal rows are near each other: landmarks of long segments make an ill-conditioned A.
      if (s.method == "nystrom" && s.options.size() > 1) continue;
      const auto sequence = random_sequence(s.n, s.m, 6, 5);
      const Array exact = estimate(sequence, s.method, s.options, {}, Precision::f64, {{"y"}}).at("y");
      CHECK(relative_error(estimate(sequence, s.method, s.options, {}, Precision::f32, {{"y"}}).at("y"), exact) < 2e-5);
    }
}

TEST_CASE("no baseline needs a map in memory for y", "[conformance][baselines]") {
  const Index n = 4096;
  const auto sequence = random_sequence(n, n, 4, 4);
  const std::vector<Setting> large = {
      {"local", {}, n, n},
      {"scatterbrain", {}, n, n},
      {"nystrom", {}, n, n},
      {"linformer", {}, n, n},
      {"reformer", {}, n, n},
      {"clustered", {{"topk", "64"}}, n, n},
      {"combiner", {}, n, n},
      {"longshort", {}, n, n},
      {"local", {{"window", "4096"}}, n, n},
      {"local", {{"window", "1"}, {"overlap", "4096"}}, n, n},
      {"combiner", {{"window", "1"}}, n, n},
  };
  for (const Setting& s : large) DYNAMIC_SECTION(text_of(s)) {
      Request request = make_request(sequence, s.method, s.options);
      request.want = std::set<std::string>{"y"};
      const Result result = run(request, {nullptr, 2});
      CHECK(result.stats.peak_bytes < static_cast<std::size_t>(n) * n * sizeof(float) / 8);
    }
}

TEST_CASE("extreme inputs leave no baseline without a number", "[conformance][baselines]") {
  for (const Setting& s : settings()) DYNAMIC_SECTION(text_of(s)) {
      for (const Precision precision : {Precision::f32, Precision::f64}) {
        const Result result = estimate(random_sequence(s.n, s.m, 6, 5, 40), s.method, s.options, {}, precision);
        CHECK(find_nonfinite(result.at("y")).count == 0);
        CHECK(find_nonfinite(result.at("attention")).count == 0);
      }
    }
}

TEST_CASE("one query and one key are enough for every baseline", "[conformance][baselines]") {
  const auto sequence = random_sequence(1, 1, 3, 2);
  for (const char* method : {"local", "scatterbrain", "nystrom", "reformer", "clustered", "combiner", "longshort"}) {
    INFO(method);
    CHECK(relative_error(estimate(sequence, method).at("y"), sequence->v) < 1e-12);
  }
  CHECK(relative_error(estimate(sequence, "linformer", {{"projection", "pool"}}).at("y"), sequence->v) < 1e-12);
}

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "estimators/small_problem.h"
#include "support/cases.h"

using namespace omega;
using namespace omega::test;

namespace {

const auto self = random_sequence(16, 16, 4, 3);
const auto across = random_sequence(5, 16, 4, 3);

Arrays with_noise(Index samples) { return {{"eps", normals({samples, 4}, 55)}}; }

Result view_with(int threads, const std::shared_ptr<const Sequence>& sequence, const Options::Given& options,
                 Precision precision, std::optional<std::set<std::string>> want = {}) {
  Request request = make_request(sequence, "control_variates", options);
  request.precision = precision;
  request.want = std::move(want);
  return run(request, {nullptr, threads});
}

/// a ≤ b up to rounding.
bool at_most(double a, double b) { return a <= b + 1e-12 * std::abs(b); }

}  // namespace

TEST_CASE("y of control_variates is rfa, and with a coefficient for each key it is softmax",
          "[identity][control_variates]") {
  for (const auto& sequence : {self, across})
    for (const char* draw : {"iid", "orthogonal"}) {
      const Result view =
          estimate(sequence, "control_variates", {{"samples", "6"}, {"groups", "4"}, {"draw", draw}}, with_noise(6));
      const Result rfa = estimate(sequence, "rfa", {{"samples", "6"}, {"draw", draw}}, with_noise(6));
      CHECK(relative_error(view.at("y"), rfa.at("y")) < 1e-12);
      CHECK(same_bytes(view.at("omega"), rfa.at("omega")));
      CHECK(relative_error(view.at("attention"), rfa.at("attention")) < 1e-12);
      CHECK(same_bytes(view.at("beta"), view.at("y")));
      CHECK(relative_error(view.at("y_tokens"), estimate(sequence, "softmax").at("y")) < 1e-12);
    }
}

TEST_CASE("the estimate with a coefficient for each group is eva without a window at exact weights",
          "[identity][control_variates]") {
  const Result view = estimate(across, "control_variates", {{"samples", "6"}, {"groups", "4"}}, with_noise(6));
  const Result eva = estimate(
      across, "eva", {{"window", "0"}, {"groups", "4"}, {"samples", "6"}, {"group_weight", "exact"}}, with_noise(6));
  CHECK(relative_error(view.at("y_groups"), eva.at("y")) < 1e-12);
}

TEST_CASE("with one group all is global, with a group for each key all is exact", "[identity][control_variates]") {
  const Result one = estimate(self, "control_variates", {{"samples", "6"}, {"groups", "1"}}, with_noise(6));
  CHECK(relative_error(one.at("y_groups"), one.at("y")) < 1e-12);
  CHECK(relative_error(one.at("beta_hat").reshaped({16, 3}), one.at("beta")) < 1e-12);
  CHECK(relative_error(one.at("beta_star").reshaped({16, 3}), one.at("y_tokens")) < 1e-12);
  CHECK(relative_error(one.at("J_groups"), one.at("J_global")) < 1e-12);
  CHECK(relative_error(one.at("J_groups_hat"), one.at("J_rfa")) < 1e-12);
  const Result each = estimate(self, "control_variates", {{"samples", "6"}, {"groups", "16"}}, with_noise(6));
  CHECK(relative_error(each.at("y_groups"), each.at("y_tokens")) < 1e-12);
  for (std::size_t n = 0; n < 16; ++n) CHECK(each.at("J_groups").at(n) < 1e-24);
}

TEST_CASE("J of groups is at most the global one, and that at most that of rfa, in every precision",
          "[identity][control_variates]") {
  for (const auto& sequence : {self, across, random_sequence(12, 20, 4, 2, 6.0)})
    for (const char* groups : {"1", "3", "5", "16"})
      for (const Precision precision : {Precision::f32, Precision::f64}) {
        const Result view =
            estimate(sequence, "control_variates", {{"samples", "6"}, {"groups", groups}}, with_noise(6), precision);
        for (std::size_t n = 0; n < view.at("J_rfa").count(); ++n) {
          CHECK(view.at("J_groups").at(n) <= view.at("J_global").at(n));
          CHECK(view.at("J_global").at(n) <= view.at("J_rfa").at(n));
          CHECK(view.at("J_groups").at(n) <= view.at("J_groups_hat").at(n));
        }
      }
}

TEST_CASE("J is the attention-weighted squared distance of the values from their coefficient", "[control_variates]") {
  const Result view = estimate(across, "control_variates", {{"samples", "6"}, {"groups", "4"}}, with_noise(6));
  const Array pi = estimate(across, "softmax").at("attention");
  for (std::size_t n = 0; n < 5; ++n) {
    double rfa = 0, global = 0, hat = 0, star = 0;
    for (std::size_t m = 0; m < 16; ++m)
      for (std::size_t d = 0; d < 3; ++d) {
        const double weight = pi.at(16 * n + m), value = across->v.at(3 * m + d);
        const std::size_t of_group = 3 * (4 * n + m / 4) + d;
        rfa += weight * std::pow(view.at("beta").at(3 * n + d) - value, 2);
        global += weight * std::pow(view.at("y_tokens").at(3 * n + d) - value, 2);
        hat += weight * std::pow(view.at("beta_hat").at(of_group) - value, 2);
        star += weight * std::pow(view.at("beta_star").at(of_group) - value, 2);
      }
    CHECK(view.at("J_rfa").at(n) == Approx(rfa).epsilon(1e-12));
    CHECK(view.at("J_global").at(n) == Approx(global).epsilon(1e-12));
    CHECK(view.at("J_groups_hat").at(n) == Approx(hat).epsilon(1e-12));
    CHECK(view.at("J_groups").at(n) == Approx(star).epsilon(1e-12));
  }
}

TEST_CASE("J falls where partitions nest", "[identity][control_variates]") {
  std::vector<double> before(16, std::numeric_limits<double>::infinity());
  for (const char* groups : {"1", "2", "4", "8", "16"}) {
    const std::vector<double> now =
        estimate(self, "control_variates", {{"samples", "6"}, {"groups", groups}}, with_noise(6))
            .at("J_groups")
            .to_vector<double>();
    for (std::size_t n = 0; n < now.size(); ++n) CHECK(at_most(now[n], before[n]));
    before = now;
  }
}

TEST_CASE("h is the map of rfa before it is normalised, and its expectation is softmax", "[control_variates]") {
  const auto near = random_sequence(6, 7, 4, 3, 0.5);
  const Result view = estimate(near, "control_variates", {{"samples", "65536"}, {"groups", "2"}}, {}, Precision::f64,
                               {{"h", "attention"}});
  for (std::size_t n = 0; n < 6; ++n) {
    double total = 0;
    for (std::size_t m = 0; m < 7; ++m) total += view.at("h").at(7 * n + m);
    for (std::size_t m = 0; m < 7; ++m)
      CHECK(view.at("h").at(7 * n + m) == Approx(total * view.at("attention").at(7 * n + m)).epsilon(1e-12));
  }
  CHECK(relative_error(view.at("h"), estimate(near, "softmax").at("attention")) < 0.03);
}

TEST_CASE("asking control_variates for more does not change y, nor does the number of threads",
          "[control_variates][concurrency]") {
  for (const Precision precision : {Precision::f32, Precision::f64}) {
    const Options::Given options = {{"samples", "5"}, {"groups", "3"}};
    const auto heads = gaussian_sequence({2, 40, 50, 4, 3}, 15);
    const Result all = view_with(1, heads, options, precision), twice = view_with(2, heads, options, precision);
    for (const auto& [name, array] : all.outputs) {
      CHECK(same_bytes(array, twice.at(name)));
      CHECK(same_bytes(array, view_with(0, heads, options, precision, {{name}}).at(name)));
    }
  }
}

TEST_CASE("control_variates in float32 is control_variates in float64, also for large logits", "[control_variates]") {
  for (const double spread : {1.0, 5.0}) {
    const auto sequence = random_sequence(16, 16, 4, 3, spread);
    const Result exact = estimate(sequence, "control_variates", {{"samples", "8"}, {"groups", "4"}});
    for (const auto& [name, array] :
         estimate(sequence, "control_variates", {{"samples", "8"}, {"groups", "4"}}, {}, Precision::f32).outputs) {
      INFO(name);
      CHECK(relative_error(array, exact.at(name)) < 1e-4);
    }
  }
}

TEST_CASE("y of control_variates needs no N×M memory", "[control_variates]") {
  const auto sequence = random_sequence(4096, 4096, 8, 8);
  const Result result = view_with(2, sequence, {}, Precision::f32, {{"y", "y_groups", "J_groups"}});
  CHECK(static_cast<double>(result.stats.peak_bytes) < 4096.0 * 4096 * 4 / 8);
}

TEST_CASE("what control_variates cannot do it says in a sentence", "[control_variates]") {
  CHECK_THAT(input_error(self, "control_variates", {{"groups", "0"}}), Catch::Contains("from 1"));
  CHECK_THAT(input_error(self, "control_variates", {{"features", "trig"}}), Catch::Contains("features"));
  CHECK_THROWS_WITH(estimate(self, "control_variates", {{"samples", "4"}}, {{"eps", normals({5, 4}, 1)}}),
                    Catch::Contains("eps is 5x4"));
}

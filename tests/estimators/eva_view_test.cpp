// EVA's queries taken apart: the pieces make the estimate again, and mean what the definitions say.
#include <catch2/catch.hpp>

#include "core/error.h"
#include "estimators/small_problem.h"
#include "support/cases.h"

using namespace omega;
using namespace omega::test;

namespace {

const auto viewed = random_sequence(24, 24, 4, 3);
constexpr Index kTokens = 24, kValues = 3;

const std::vector<Options::Given> views = {
    {{"window", "8"}, {"groups", "4"}},
    {{"window", "0"}, {"groups", "5"}, {"group_weight", "counted"}},
    {{"window", "5"}, {"overlap", "2"}, {"groups", "7"}, {"group_weight", "exact"}},
    {{"window", "7"}, {"groups", "5"}, {"partition", "complement"}, {"proposals", "half"}},
    {{"window", "6"}, {"groups", "3"}, {"samples", "4"}, {"group_weight", "exact"}},
    {{"window", "6"}, {"groups", "3"}, {"samples", "9"}, {"group_weight", "exact"}, {"partition", "complement"}},
    {{"window", "5"}, {"groups", "6"}, {"causal", "true"}},
    {{"window", "2"}, {"overlap", "1"}, {"groups", "4"}, {"grid", "4x6"}},
    {{"window", "6"}, {"groups", "4"}, {"evaluate", "true"}},
};

Array all_queries() {
  std::vector<double> numbers;
  for (Index n = 0; n < kTokens; ++n) numbers.push_back(static_cast<double>(n));
  return Array::from(numbers, {kTokens});
}

Result taken_apart(const Options::Given& options, const std::shared_ptr<const Sequence>& sequence = viewed) {
  return estimate(sequence, "eva", options, {{"query_at", all_queries()}});
}

/// J of query n at the coefficients β̂_c: Σ_c Σ_{m∈P_c} π_nm ‖β̂_c − v_m‖².
double spread_of(const Result& of, Index n) {
  const Index groups = of.at("group_weights_at").shape()[1];
  double sum = 0;
  for (Index m = 0; m < kTokens; ++m) {
    const auto group = static_cast<Index>(at(of.at("group_at"), n, m));
    for (Index d = 0; group >= 0 && d < kValues; ++d) {
      const double off = at(of.at("beta_hat_at"), n * groups + group, d) - at(viewed->v, m, d);
      sum += at(of.at("pi_at"), n, m) * off * off;
    }
  }
  return sum;
}

bool is_causal(const Options::Given& options) {
  return std::find(options.begin(), options.end(), std::pair<std::string, std::string>("causal", "true")) !=
         options.end();
}

}  // namespace

TEST_CASE("the pieces of a query make the estimate again: E^n by π, groups by their weights and coefficients",
          "[identity][eva]") {
  for (const auto& options : views) {
    INFO(text_of(options));
    const Result of = taken_apart(options);
    const Index groups = of.at("group_weights_at").shape()[1];
    for (Index n = 0; n < kTokens; ++n) {
      double in_groups = 0, in_window = 0, y[kValues] = {}, exact[kValues] = {};
      for (Index c = 0; c < groups; ++c) {
        in_groups += at(of.at("group_weights_at"), n, c);
        for (Index d = 0; d < kValues; ++d)
          y[d] += at(of.at("group_weights_at"), n, c) * at(of.at("beta_hat_at"), n * groups + c, d);
      }
      for (Index m = 0; m < kTokens; ++m) {
        if (at(of.at("window_at"), n, m) == 0) continue;
        in_window += at(of.at("pi_at"), n, m);
        for (Index d = 0; d < kValues; ++d) exact[d] += at(of.at("pi_at"), n, m) * at(viewed->v, m, d);
      }
      for (Index d = 0; d < kValues; ++d) {
        if (in_window > 0) y[d] += (1 - in_groups) * exact[d] / in_window;
        CHECK(y[d] == Approx(at(of.at("y"), n, d)).epsilon(0).margin(1e-11));
      }
    }
  }
}

TEST_CASE("π_at is the map of softmax, and the coefficients are Σ g / Σ h", "[identity][eva]") {
  for (const auto& options : views) {
    INFO(text_of(options));
    const Result of = taken_apart(options);
    CHECK(relative_error(
              of.at("pi_at"),
              estimate(viewed, "softmax", {{"causal", is_causal(options) ? "true" : "false"}}).at("attention")) <
          1e-12);
    const Index groups = of.at("group_weights_at").shape()[1];
    for (Index n = 0; n < kTokens; ++n)
      for (Index c = 0; c < groups; ++c) {
        double h = 0, mass = 0, g[kValues] = {};
        for (Index m = 0; m < kTokens; ++m) {
          if (at(of.at("group_at"), n, m) != static_cast<double>(c)) continue;
          h += at(of.at("h_at"), n, m);
          mass += at(of.at("pi_at"), n, m);
          for (Index d = 0; d < kValues; ++d)
            g[d] += of.at("g_at").at(static_cast<std::size_t>((n * kTokens + m) * kValues + d));
        }
        CHECK(mass == Approx(at(of.at("group_mass_at"), n, c)).epsilon(0).margin(1e-14));
        for (Index d = 0; d < kValues; ++d)
          CHECK((h > 0 ? g[d] / h : 0) == Approx(at(of.at("beta_hat_at"), n * groups + c, d)).epsilon(0).margin(1e-9));
      }
  }
}

TEST_CASE("the expectation of h is π, for a projection of each group and for shared ones", "[statistics][eva]") {
  constexpr Index kDraws = 3000, kQuery = 5;
  for (const Options::Given& options :
       {Options::Given{{"window", "0"}, {"groups", "4"}, {"scale", "0.1"}},
        Options::Given{
            {"window", "6"}, {"groups", "3"}, {"partition", "complement"}, {"proposals", "q"}, {"scale", "0.1"}},
        Options::Given{
            {"window", "0"}, {"groups", "4"}, {"samples", "2"}, {"group_weight", "exact"}, {"scale", "0.1"}}}) {
    INFO(text_of(options));
    Request request = make_request(viewed, "eva", options);
    request.precision = Precision::f64;
    request.given["query_at"] = Array::from(std::vector<double>{kQuery}, {1});
    request.want = {{"h_at", "pi_at", "group_at"}};
    std::vector<double> sum(kTokens, 0.0), squares(kTokens, 0.0);
    Result of;
    for (Index draw = 0; draw < kDraws; ++draw) {
      request.stream.draw = static_cast<std::uint32_t>(draw);
      of = run(request);
      for (std::size_t m = 0; m < kTokens; ++m) {
        const double h = of.at("h_at").at(m);
        sum[m] += h / kDraws;
        squares[m] += h * h / kDraws;
      }
    }
    int in_groups = 0;
    for (std::size_t m = 0; m < kTokens; ++m) {
      if (of.at("group_at").at(m) < 0) continue;
      ++in_groups;
      // Of 66 means one is this far off in two million runs.
      CHECK(std::abs(sum[m] - of.at("pi_at").at(m)) < 5.8 * std::sqrt((squares[m] - sum[m] * sum[m]) / kDraws));
    }
    CHECK(in_groups >= 18);
  }
}

TEST_CASE("J falls along nested groups, from one group to 0", "[eva]") {
  for (const auto& options : views) {
    INFO(text_of(options));
    const Result of = taken_apart(options);
    const Array &counts = of.at("nested_groups_at"), &spreads = of.at("nested_J_at");
    Index grouped = 0;
    for (Index n = 0; n < kTokens; ++n) {
      if (at(counts, n, 0) == 0) continue;  // causal: no group ends before its window
      CHECK(at(counts, n, 0) == 1);
      for (Index level = 1; level < counts.shape()[1]; ++level) {
        CHECK(at(counts, n, level) >= at(counts, n, level - 1));
        CHECK(at(spreads, n, level) <= at(spreads, n, level - 1) + 1e-14);
      }
      CHECK(at(spreads, n, counts.shape()[1] - 1) == Approx(0).margin(1e-14));
      CHECK(of.at("J_hat_at").at(static_cast<std::size_t>(n)) == Approx(spread_of(of, n)).epsilon(1e-10));
      ++grouped;
    }
    CHECK(grouped * 2 >= kTokens);
  }
}

TEST_CASE("the J of nested groups is that of the control-variate view with the same groups", "[identity][eva]") {
  const Result of = taken_apart({{"window", "0"}, {"groups", "5"}});
  const Result view = estimate(viewed, "control_variates", {{"samples", "4"}, {"groups", "5"}});
  const Array &counts = of.at("nested_groups_at"), &spreads = of.at("nested_J_at");
  for (Index n = 0; n < kTokens; ++n) {
    CHECK(at(spreads, n, 0) == Approx(view.at("J_global").at(static_cast<std::size_t>(n))).epsilon(1e-10));
    int own = 0;
    for (Index level = 0; level < counts.shape()[1]; ++level) {
      if (at(counts, n, level) != 5) continue;
      ++own;
      CHECK(at(spreads, n, level) == Approx(view.at("J_groups").at(static_cast<std::size_t>(n))).epsilon(1e-10));
    }
    CHECK(own == 1);
  }
}

TEST_CASE("another number of keys than queries", "[eva]") {
  const auto cross = random_sequence(9, 17, 4, 3);
  const Result of = estimate(cross, "eva", {{"window", "0"}, {"groups", "4"}},
                             {{"query_at", Array::from(std::vector<double>{0, 8}, {2})}});
  const Array map = estimate(cross, "softmax").at("attention");
  for (Index m = 0; m < 17; ++m) {
    CHECK(at(of.at("pi_at"), 0, m) == Approx(at(map, 0, m)).epsilon(1e-12));
    CHECK(at(of.at("pi_at"), 1, m) == Approx(at(map, 8, m)).epsilon(1e-12));
    CHECK(at(of.at("window_at"), 1, m) == 0);
    CHECK(at(of.at("group_at"), 1, m) >= 0);
  }
}

TEST_CASE("taking queries apart changes nothing of y, and a query that is not there is refused", "[eva]") {
  const Options::Given options = {{"window", "8"}, {"groups", "4"}};
  CHECK(same_bytes(taken_apart(options).at("y"), estimate(viewed, "eva", options).at("y")));
  for (const double query : {-1.0, 24.0, 0.5, std::numeric_limits<double>::quiet_NaN()})
    CHECK_THROWS_AS(estimate(viewed, "eva", options, {{"query_at", Array::from(std::vector<double>{query}, {1})}}),
                    Error);
  // One output alone is filled as among all.
  Request request = make_request(viewed, "eva", options);
  request.precision = Precision::f64;
  request.given["query_at"] = all_queries();
  const Result all = run(request);
  for (const char* name : {"pi_at", "window_at", "group_at", "h_at", "g_at", "beta_hat_at", "beta_star_at",
                           "group_weights_at", "group_mass_at", "J_hat_at", "nested_groups_at", "nested_J_at"}) {
    INFO(name);
    request.want = {{name}};
    CHECK(same_bytes(run(request).at(name), all.at(name)));
  }
}

#include <catch2/catch.hpp>

#include "estimators/small_problem.h"
#include "support/cases.h"

using namespace omega;
using namespace omega::test;

namespace {

const auto small = random_sequence(24, 24, 4, 3);
const auto cross = random_sequence(9, 17, 4, 3);

double y_error(const std::shared_ptr<const Sequence>& sequence, const Options::Given& options, const Array& expected,
               const Arrays& given = {}) {
  return relative_error(estimate(sequence, "eva", options, given).at("y"), expected);
}

Result eva_with(int threads, const std::shared_ptr<const Sequence>& sequence, const Options::Given& options,
                Precision precision, std::optional<std::set<std::string>> want = {}) {
  Request request = make_request(sequence, "eva", options);
  request.precision = precision;
  request.want = std::move(want);
  return run(request, {nullptr, threads});
}

/// Options of every kind that fit 24 tokens.
const std::vector<Options::Given> kinds = {
    {{"window", "8"}, {"groups", "4"}},
    {{"window", "5"}, {"groups", "0"}},
    {{"window", "0"}, {"groups", "5"}, {"group_weight", "counted"}},
    {{"window", "5"}, {"overlap", "2"}, {"groups", "7"}, {"group_weight", "exact"}},
    {{"window", "7"}, {"groups", "5"}, {"partition", "complement"}, {"proposals", "half"}},
    {{"window", "6"}, {"groups", "3"}, {"samples", "4"}, {"group_weight", "exact"}},
    {{"window", "6"}, {"groups", "3"}, {"samples", "300"}, {"group_weight", "exact"}, {"partition", "complement"}},
    {{"window", "5"}, {"groups", "6"}, {"causal", "true"}},
    {{"window", "2"}, {"overlap", "1"}, {"groups", "4"}, {"grid", "4x6"}},
    {{"window", "6"}, {"groups", "4"}, {"evaluate", "true"}},
};

std::vector<double> row_sums(const Array& matrix) {
  std::vector<double> sums(static_cast<std::size_t>(matrix.shape()[0]));
  for (std::size_t i = 0; i < matrix.count(); ++i)
    sums[i / static_cast<std::size_t>(matrix.shape()[1])] += matrix.at(i);
  return sums;
}

}  // namespace

TEST_CASE("eva whose window holds all keys and without groups is softmax", "[identity][eva]") {
  const Array softmax = estimate(small, "softmax").at("y");
  CHECK(y_error(small, {{"window", "24"}, {"groups", "0"}}, softmax) < 1e-13);
  CHECK(y_error(small, {{"window", "3"}, {"overlap", "24"}, {"groups", "0"}}, softmax) < 1e-13);
  CHECK(y_error(small, {{"window", "6"}, {"groups", "0"}, {"grid", "4x6"}}, softmax) < 1e-13);
  CHECK(y_error(small, {{"window", "24"}, {"groups", "5"}, {"partition", "complement"}}, softmax) < 1e-13);
  const Array causal = estimate(small, "softmax", {{"causal", "true"}}).at("y");
  CHECK(y_error(small, {{"window", "24"}, {"groups", "4"}, {"causal", "true"}}, causal) < 1e-13);
}

TEST_CASE("eva with a group for each key and no window is softmax, whatever the group weight", "[identity][eva]") {
  for (const char* weight : {"paper", "counted", "exact"}) {
    CHECK(y_error(small, {{"window", "0"}, {"groups", "24"}, {"group_weight", weight}},
                  estimate(small, "softmax").at("y")) < 1e-13);
    CHECK(y_error(cross, {{"window", "0"}, {"groups", "17"}, {"proposals", "zero"}, {"group_weight", weight}},
                  estimate(cross, "softmax").at("y")) < 1e-13);
  }
}

TEST_CASE("eva with a group for each key beside the window is softmax", "[identity][eva]") {
  for (const char* overlap : {"0", "3"})
    CHECK(y_error(small, {{"window", "5"}, {"overlap", overlap}, {"groups", "24"}, {"partition", "complement"}},
                  estimate(small, "softmax").at("y")) < 1e-13);
}

TEST_CASE("eva with one group at its exact weight and S samples is rfa with the same projections", "[identity][eva]") {
  for (const auto& sequence : {small, cross}) {
    const Arrays shared = {{"eps", normals({7, 4}, 77)}};
    const Array rfa = estimate(sequence, "rfa", {{"samples", "7"}}, shared).at("y");
    CHECK(y_error(sequence, {{"window", "0"}, {"groups", "1"}, {"group_weight", "exact"}, {"samples", "7"}}, rfa,
                  shared) < 1e-12);
    const Arrays single = {{"eps", normals({1, 4}, 78)}};
    const Array one = estimate(sequence, "rfa", {{"samples", "1"}}, single).at("y");
    CHECK(y_error(sequence, {{"window", "0"}, {"groups", "1"}, {"group_weight", "exact"}, {"proposals", "zero"}}, one,
                  single) < 1e-12);
  }
}

TEST_CASE("with evaluate=true eva is eva without noise", "[eva]") {
  const Arrays silent = {{"eps", normals({4, 4}, 5, 0.0)}};
  const Array without = estimate(small, "eva", {{"window", "8"}, {"groups", "4"}}, silent).at("y");
  CHECK(same_bytes(estimate(small, "eva", {{"window", "8"}, {"groups", "4"}, {"evaluate", "true"}}).at("y"), without));
}

TEST_CASE("the map of eva times the values is y, and its rows sum to 1", "[eva]") {
  for (const auto& options : kinds) {
    INFO(text_of(options));
    const Result result = estimate(small, "eva", options);
    CHECK(map_error(result, *small) < 1e-12);
    for (const double sum : row_sums(result.at("attention"))) CHECK(sum == Approx(1).epsilon(1e-12));
  }
}

TEST_CASE("without a window the group weights of a query sum to 1 and average the coefficients", "[eva]") {
  const Result result = estimate(small, "eva", {{"window", "0"}, {"groups", "5"}});
  for (const double sum : row_sums(result.at("group_weights"))) CHECK(sum == Approx(1).epsilon(1e-12));
  for (Index n = 0; n < 24; ++n)
    for (Index d = 0; d < 3; ++d) {
      double sum = 0;
      for (Index c = 0; c < 5; ++c) sum += at(result.at("group_weights"), n, c) * at(result.at("beta_hat"), c, d);
      CHECK(at(result.at("y"), n, d) == Approx(sum).epsilon(1e-12));
    }
}

TEST_CASE("causal eva does not see later tokens", "[eva]") {
  const Options::Given options = {
      {"window", "4"}, {"overlap", "1"}, {"groups", "8"}, {"causal", "true"}, {"proposals", "zero"}};
  const Array before = estimate(small, "eva", options).at("y");
  Array k(Dtype::f64, {24, 4}), v(Dtype::f64, {24, 3});
  small->k.copy_to(k.data<double>(), 0, k.count());
  small->v.copy_to(v.data<double>(), 0, v.count());
  for (std::size_t i = 14 * 4; i < k.count(); ++i) k.data<double>()[i] += 1;
  for (std::size_t i = 14 * 3; i < v.count(); ++i) v.data<double>()[i] -= 1;
  const Array after = estimate(Sequence::make(small->q, k, v), "eva", options).at("y");
  bool later_differ = false;
  for (std::size_t i = 0; i < before.count(); ++i) {
    if (i < 14 * 3)
      CHECK(before.at(i) == after.at(i));
    else
      later_differ = later_differ || before.at(i) != after.at(i);
  }
  CHECK(later_differ);
}

TEST_CASE("asking eva for more does not change y, nor does the number of threads", "[eva][concurrency]") {
  const auto heads = gaussian_sequence({2, 24, 24, 4, 3}, 4);
  for (const auto& options : kinds) {
    INFO(text_of(options));
    for (const Precision precision : {Precision::f32, Precision::f64}) {
      const Result all = eva_with(1, heads, options, precision);
      CHECK(same_bytes(all.at("y"), eva_with(2, heads, options, precision, {{"y"}}).at("y")));
      const Result twice = eva_with(3, heads, options, precision);
      for (const auto& [name, array] : all.outputs) CHECK(same_bytes(array, twice.at(name)));
    }
  }
}

TEST_CASE("eva in float32 is eva in float64", "[eva]") {
  for (const auto& options : kinds) {
    INFO(text_of(options));
    const Result exact = estimate(small, "eva", options);
    for (const auto& [name, array] : estimate(small, "eva", options, {}, Precision::f32).outputs)
      CHECK(relative_error(array, exact.at(name)) < 2e-5);
  }
}

TEST_CASE("more groups append projections", "[eva]") {
  const auto omega = [](const char* groups) {
    return estimate(small, "eva", {{"window", "4"}, {"groups", groups}, {"proposals", "zero"}})
        .at("omega")
        .to_vector<double>();
  };
  const std::vector<double> few = omega("3"), many = omega("10");
  CHECK(few == std::vector<double>(many.begin(), many.begin() + static_cast<std::ptrdiff_t>(few.size())));
}

TEST_CASE("y of eva needs no N×M memory", "[eva]") {
  const auto sequence = random_sequence(4096, 4096, 8, 8);
  const double map_bytes = 4096.0 * 4096 * 4;
  for (const Options::Given& options : {Options::Given{},
                                        {{"group_weight", "exact"}, {"samples", "16"}},
                                        {{"partition", "complement"}},
                                        {{"window", "4096"}}}) {
    INFO(text_of(options));
    const Result result = eva_with(2, sequence, options, Precision::f32, {{"y"}});
    CHECK(static_cast<double>(result.stats.peak_bytes) < map_bytes / 8);
  }
}

TEST_CASE("eva lists its groups for partition=all alone, whatever the window", "[eva]") {
  for (const char* window : {"0", "4"}) {
    const Result all = estimate(small, "eva", {{"window", window}, {"groups", "3"}});
    const Result complement =
        estimate(small, "eva", {{"window", window}, {"groups", "3"}, {"partition", "complement"}});
    for (const char* name : {"omega", "group_weights", "beta_hat"}) {
      CHECK(all.has(name));
      CHECK_FALSE(complement.has(name));
    }
    if (window[0] == '0') CHECK(same_bytes(all.at("y"), complement.at("y")));
  }
}

TEST_CASE("what eva cannot do it says in a sentence", "[eva]") {
  const auto says = [](const std::shared_ptr<const Sequence>& sequence, const Options::Given& options,
                       const std::string& part) {
    INFO(text_of(options));
    CHECK_THAT(input_error(sequence, "eva", options), Catch::Contains(part));
  };
  says(small, {{"window", "0"}, {"groups", "0"}}, "sees no keys");
  says(cross, {{"window", "4"}}, "9 queries and 17 keys");
  says(cross, {{"window", "0"}, {"groups", "10"}}, "at most as many groups as queries");
  says(small, {{"window", "4"}, {"samples", "2"}}, "needs group_weight=exact");
  says(small, {{"window", "4"}, {"samples", "2"}, {"group_weight", "exact"}, {"evaluate", "true"}},
       "cannot have evaluate=true");
  says(small, {{"window", "4"}, {"groups", "4"}, {"grid", "4x6"}, {"partition", "complement"}}, "needs partition=all");
  says(small, {{"window", "4"}, {"causal", "true"}, {"partition", "complement"}}, "needs partition=all");
  says(small, {{"window", "0"}, {"causal", "true"}}, "needs window above 0");
  says(small, {{"window", "4"}, {"groups", "4"}, {"grid", "4x6"}, {"causal", "true"}}, "has no grid");
  says(small, {{"window", "4"}, {"groups", "5"}, {"grid", "4x6"}},
       "groups=5 does not tile a grid of 4x6 cells; it must be a perfect square, such as 4");
  says(small, {{"window", "4"}, {"groups", "4"}, {"grid", "4x5"}}, "does not cover 24 tokens");
  says(small, {{"window", "4"}, {"groups", "4"}, {"proposals", "given"}}, "needs the array mu");
  says(small, {{"window", "-1"}}, "window");
  CHECK_THROWS_WITH(estimate(small, "eva", {{"window", "4"}, {"groups", "4"}}, {{"eps", normals({5, 4}, 1)}}),
                    Catch::Contains("eps is 5x4"));
  CHECK(input_error(small, "eva", {{"window", "4"}, {"groups", "64"}, {"grid", "4x6"}})
            .empty());  // more windows than cells along both axes
}

TEST_CASE("a group that is summed up by its largest coordinates weighs as those do", "[eva]") {
  // Two groups of two tokens: k̃ and q̃ by hand.
  const auto sequence = Sequence::make(Array::from<double>({1, 0, -1, 2, 0.5, 0.5, 0, -1}, {4, 2}),
                                       Array::from<double>({0, 1, 2, -1, -1, -2, 1, 0.5}, {4, 2}),
                                       Array::from<double>({1, 2, 3, 4}, {4, 1}));
  const Options::Given options = {
      {"window", "0"}, {"groups", "2"}, {"summary", "max"}, {"evaluate", "true"}, {"scale", "1"}};
  const Result result = estimate(sequence, "eva", options);
  const double keys[2][2] = {{2, 1}, {1, 0.5}}, queries[2][2] = {{1, 2}, {0.5, 0.5}};
  double beta[2] = {};
  for (int c = 0; c < 2; ++c) {
    double total = 0;
    for (int m = 2 * c; m < 2 * c + 2; ++m) {
      double logit = 0;
      for (int d = 0; d < 2; ++d) {
        const double k = sequence->k.at(static_cast<std::size_t>(2 * m + d));
        logit += (queries[c][d] + keys[c][d]) * k - k * k / 2;
      }
      total += std::exp(logit);
      beta[c] += std::exp(logit) * sequence->v.at(static_cast<std::size_t>(m));
    }
    beta[c] /= total;
    CHECK(result.at("beta_hat").at(static_cast<std::size_t>(c)) == Approx(beta[c]).epsilon(1e-12));
  }
  for (std::size_t n = 0; n < 4; ++n) {
    double weights[2] = {};
    for (int c = 0; c < 2; ++c)
      weights[c] = std::exp(sequence->q.at(2 * n) * keys[c][0] + sequence->q.at(2 * n + 1) * keys[c][1]);
    CHECK(result.at("y").at(n) ==
          Approx((weights[0] * beta[0] + weights[1] * beta[1]) / (weights[0] + weights[1])).epsilon(1e-12));
  }
}

TEST_CASE("of groups of one token the largest coordinates are the mean", "[identity][eva]") {
  CHECK(y_error(small, {{"window", "0"}, {"groups", "24"}, {"summary", "max"}}, estimate(small, "softmax").at("y")) <=
        1e-12);
}

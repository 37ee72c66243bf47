// Queries that stand for all: which they are, what they say of means over all, and exact attention of them alone.
#include "diagnostics/query_sample.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <map>

#include "diagnostics/draws.h"
#include "diagnostics/error_metrics.h"
#include "math/student.h"
#include "run/some_queries.h"
#include "support/cases.h"

using namespace omega;
using namespace omega::test;

namespace {

/// Queries whose lengths differ, so that strata do.
std::shared_ptr<const Sequence> long_sequence(Index heads = 2, Index tokens = 300) {
  return gaussian_sequence({heads, tokens, tokens, 4, 3}, 31);
}

double length_of(const Sequence& s, Index head, Index n) {
  double sum = 0;
  for (Index d = 0; d < s.sizes.D; ++d)
    sum += std::pow(s.q.at(static_cast<std::size_t>((head * s.sizes.N + n) * s.sizes.D + d)), 2);
  return sum;
}

/// A number for each sampled query, by its head and its number there.
template <class Of>
std::vector<double> each(const QuerySample& sample, Of of) {
  std::vector<double> values;
  for (std::size_t i = 0; i < sample.rows().size(); ++i)
    values.push_back(of(static_cast<Index>(i) / sample.count(), sample.rows()[i]));
  return values;
}

Array y_of(const std::shared_ptr<const Sequence>& sequence, const std::string& method,
           const Options::Given& options = {}) {
  Request request = make_request(sequence, method, options);
  request.precision = Precision::f64;
  request.want = {"y"};
  return run(request).at("y");
}

}  // namespace

TEST_CASE("a mean effective sample size is over all queries, or what a sample says of those that come first",
          "[diagnostics][queries]") {
  const QuerySample sample(*long_sequence(), 16, 5);
  std::vector<double> ess = each(sample, [](Index head, Index n) { return 1.0 + static_cast<double>(head + n); });
  const double of_sample = sample.mean(ess).value;
  const auto array = [](const std::vector<double>& values) {
    return Array::from(values, {static_cast<Index>(values.size())});
  };
  CHECK(mean_ess(array(ess), &sample) == of_sample);
  ess.push_back(1e9);  // of the query that is shown beside the sample
  CHECK(mean_ess(array(ess), &sample) == of_sample);
  CHECK(mean_ess(array({1, 2, 6})) == 3);
  CHECK(mean_ess(array({7}), &sample) == 7);  // one number is every query's
}

TEST_CASE("sampled queries rise within each head, and the longest are all among them", "[diagnostics][queries]") {
  const auto sequence = long_sequence();
  for (const Index count : {16, 17, 40, 299}) {
    const QuerySample sample(*sequence, count, 5);
    REQUIRE(sample.rows().size() == static_cast<std::size_t>(2 * count));
    for (Index head = 0; head < 2; ++head) {
      const auto begin = sample.rows().begin() + head * count, end = begin + count;
      CHECK(std::adjacent_find(begin, end, std::greater_equal<>()) == end);
      CHECK((*begin >= 0 && *(end - 1) < 300));
      std::vector<std::pair<double, Index>> lengths;
      for (Index n = 0; n < 300; ++n) lengths.emplace_back(-length_of(*sequence, head, n), n);
      std::sort(lengths.begin(), lengths.end());
      for (Index i = 0; i < count / 8; ++i)
        CHECK(std::binary_search(begin, end, lengths[static_cast<std::size_t>(i)].second));
    }
    CHECK(QuerySample(*sequence, count, 5).rows() == sample.rows());
    if (count < 299) CHECK(QuerySample(*sequence, count, 6).rows() != sample.rows());
  }
  CHECK(sample_queries(*sequence, 0, 5) == nullptr);
  CHECK(sample_queries(*sequence, 300, 5) == nullptr);
}

TEST_CASE("how many queries stand for all follows from the work, where nobody says", "[diagnostics][queries]") {
  CHECK(queries_by_work({{}, 1, 8192, 8192, 64, 64}) == 0);
  CHECK(queries_by_work({{}, 1, 16384, 16384, 64, 64}) == 0);
  CHECK(queries_by_work({{}, 1, 16384, 16385, 64, 64}) == kQueriesBeyond);
  CHECK(queries_by_work({{}, 1, 256, Index{1} << 40, 64, 64}) == 0);
}

TEST_CASE("means over the sample are unbiased, and what does not vary has no error", "[diagnostics][queries]") {
  const auto sequence = long_sequence();
  const QuerySample one(*sequence, 24, 5);
  const SampledMean same = one.mean(each(one, [](Index, Index) { return 3.0; }));
  CHECK(same.value == Approx(3).epsilon(1e-12));
  CHECK(same.error == Approx(0).margin(1e-12));
  // Over seeds: the mean of the estimates is the mean, and their spread is what each says of itself.
  const auto value = [&](Index head, Index n) {
    return std::exp(length_of(*sequence, head, n) / 4) + 0.01 * double(n);
  };
  double truth = 0;
  for (Index head = 0; head < 2; ++head)
    for (Index n = 0; n < 300; ++n) truth += value(head, n) / 600;
  constexpr int kSeeds = 2000;
  double sum = 0, squares = 0, said = 0;
  for (int seed = 0; seed < kSeeds; ++seed) {
    const QuerySample sample(*sequence, 24, static_cast<std::uint32_t>(seed));
    const SampledMean mean = sample.mean(each(sample, value));
    sum += mean.value - truth;
    squares += std::pow(mean.value - truth, 2);
    said += mean.error * mean.error;
  }
  const double variance = squares / kSeeds;
  CHECK(std::abs(sum / kSeeds) < 4 * std::sqrt(variance / kSeeds));
  // Wider than that by what the few degrees of freedom of so small a sample ask for, and no more.
  CHECK(said / kSeeds > 0.95 * variance);
  CHECK(said / kSeeds < 1.8 * variance);
}

TEST_CASE("exact attention of some queries is theirs among all, causal too", "[diagnostics][queries]") {
  const auto sequence = long_sequence();
  const QuerySample sample(*sequence, 20, 5);
  for (const bool causal : {false, true}) {
    const Array whole = y_of(sequence, "softmax", {{"causal", causal ? "true" : "false"}}), taken = sample.take(whole);
    REQUIRE(taken.shape() == Shape{2, 20, 3});
    const double scale = 0.5;  // 1/√4
    CHECK(distance(exact_rows<double>(*sequence, sample.rows(), scale, causal, {}), taken) < 1e-12);
    CHECK(distance(exact_rows<float>(*sequence, sample.rows(), scale, causal, {}), taken) < 1e-5);
  }
}

TEST_CASE("exact attention of few queries over very many keys, which are summed in parts", "[diagnostics][queries]") {
  constexpr Index kTokens = 140000;
  const auto sequence = gaussian_sequence({0, kTokens, kTokens, 2, 1}, 33);
  const std::vector<double> q = sequence->q.to_vector<double>(), k = sequence->k.to_vector<double>(),
                            v = sequence->v.to_vector<double>();
  const std::vector<Index> rows = {0, 7, 65535, 65536, kTokens - 1};
  for (const bool causal : {false, true}) {
    const Array y = exact_rows<double>(*sequence, rows, 0.5, causal, {});
    for (std::size_t r = 0; r < rows.size(); ++r) {
      const auto n = static_cast<std::size_t>(rows[r]);
      double sum = 0, weighted = 0;
      for (std::size_t m = 0; m < (causal ? n + 1 : v.size()); ++m) {
        const double weight = std::exp(0.5 * (q[2 * n] * k[2 * m] + q[2 * n + 1] * k[2 * m + 1]));
        sum += weight;
        weighted += weight * v[m];
      }
      CHECK(y.at(r) == Approx(weighted / sum).epsilon(0).margin(1e-10));
    }
  }
}

TEST_CASE("equally long queries are taken in their order, and one that is no number is not the longest",
          "[diagnostics][queries]") {
  std::vector<float> q(64, 1.0F);
  q[40] = std::numeric_limits<float>::quiet_NaN();
  const auto array = [](const std::vector<float>& values) { return Array::from(values, {64, 1}); };
  const std::vector<float> ones(64, 1.0F);
  const auto sequence = Sequence::make(array(q), array(ones), array(ones), "", true);
  const QuerySample sample(*sequence, 17, 5);  // three of them as the longest
  CHECK(std::vector<Index>(sample.rows().begin(), sample.rows().begin() + 3) == std::vector<Index>{0, 1, 2});
}

TEST_CASE("errors of all queries come back from nearly all of them, with their standard error",
          "[diagnostics][queries]") {
  const auto sequence = long_sequence(0);
  const Array exact = y_of(sequence, "softmax"), y = y_of(sequence, "rfa", {{"samples", "16"}});
  const ErrorMetrics all = error_metrics(y, exact);
  const auto sampled = sample_queries(*sequence, 298, 1);
  const ErrorMetrics most = error_metrics(y, Truth{sampled->take(exact), sampled});
  CHECK(most.queries == 298);
  CHECK(most.mse == Approx(all.mse).epsilon(0.02));
  CHECK(most.cosine == Approx(all.cosine).epsilon(0.01));
  CHECK(most.max_abs <= all.max_abs);
  CHECK((most.mse_error > 0 && most.mse_error < 0.02 * all.mse));
  CHECK(error_metrics(y, Truth{exact, nullptr}).mse == all.mse);
}

namespace {

/// Of an estimate that is off by 0.1 everywhere, and by `of_four` more at every `step`-th of the first queries taken.
ErrorMetrics metrics_with(Index queries, std::size_t step, double of_four) {
  const auto sequence = long_sequence(0);
  const Array exact = y_of(sequence, "softmax");
  const auto sampled = sample_queries(*sequence, queries, 1);
  std::vector<double> y = exact.to_vector<double>();
  const std::size_t cols = y.size() / static_cast<std::size_t>(sampled->queries());
  for (double& one : y) one += 0.1;
  for (std::size_t i = 0; i < 4; ++i)
    for (std::size_t c = 0; c < cols; ++c) y[static_cast<std::size_t>(sampled->rows()[step * i]) * cols + c] += of_four;
  return error_metrics(Array::from(y, exact.shape()), Truth{sampled->take(exact), sampled});
}

}  // namespace

TEST_CASE("an error that four queries make is told from one that all have a part in", "[diagnostics][queries]") {
  const auto share = [](double of_four) { return metrics_with(64, 9, of_four).share_of_few; };
  CHECK(share(0) > 0);
  CHECK(share(0) < kMuchOfFew);
  CHECK(share(10) > 0.9);
  const auto sequence = long_sequence(0);
  const Array exact = y_of(sequence, "softmax");
  const auto sampled = sample_queries(*sequence, 64, 1);
  CHECK(error_metrics(exact, Truth{sampled->take(exact), sampled}).share_of_few == 0);
}

TEST_CASE("of sixteen queries four make a quarter by arithmetic, and are not said to make much",
          "[diagnostics][queries]") {
  const ErrorMetrics even = metrics_with(16, 3, 0);
  CHECK(even.share_of_few >= kMuchOfFew);
  CHECK_FALSE(even.rests_on_few);
  CHECK(metrics_with(16, 3, 10).rests_on_few);
}

TEST_CASE("each run of a method is watched once, those for the ESS after the draws", "[diagnostics]") {
  using Watched = std::vector<std::pair<Index, Index>>;
  const auto sequence = long_sequence(1, 20);
  const std::map<std::string, Watched> expected = {
      {"softmax", {{0, 1}}}, {"ra", {{0, 2}, {1, 2}}}, {"rfa", {{0, 4}, {1, 4}, {2, 4}, {3, 4}}}};
  for (const auto& [method, runs] : expected) {
    INFO(method);
    Watched watched;
    Progress progress;
    Truths truths(sequence, 1);
    const Request request = make_request(sequence, method);
    measure_draws(request,
                  {2, 1,
                   [&](Index number, Index all) {
                     watched.emplace_back(number, all);
                     return Progress();
                   }},
                  truths.of(request, progress));
    CHECK(watched == runs);
  }
}

TEST_CASE("draws held against some queries: the same numbers within their standard errors", "[diagnostics][queries]") {
  const auto sequence = long_sequence(2, 400);
  const DrawsPlan plan{32, 1, [](Index, Index) { return Progress(); }};
  for (const std::string method : {"softmax", "rfa", "lara", "ra"}) {
    INFO(method);
    Request request = make_request(sequence, method);
    request.stream.seed = 3;
    Progress progress;
    Truths truths(sequence, 1);
    const DrawsSummary all = measure_draws(request, plan, truths.of(request, progress)),
                       some = measure_draws(request, plan, truths.of(request, progress, 100));
    CHECK(all.queries == 0);
    CHECK(some.queries == 100);
    // softmax and ra treat each query by itself: nothing else was estimated.
    CHECK(some.only_these == (method == "softmax" || method == "ra"));
    if (all.deterministic) {
      CHECK(some.error.mse < 1e-10);
      continue;
    }
    CHECK(some.error.mse_error < 0.5 * some.error.mse);
    CHECK(std::abs(some.error.mse - all.error.mse) < 5 * std::hypot(some.error.mse_error, all.error.mse_error));
    CHECK(std::abs(some.error.bias2 - all.error.bias2) < 5 * std::hypot(some.error.bias2_error, all.error.bias2_error));
    CHECK(std::abs(some.error.variance - all.error.variance) <
          5 * std::hypot(some.error.variance_error, all.error.variance_error));
    CHECK(*some.ess == Approx(*all.ess).epsilon(0.1));
  }
}

// Two draws m ± s have the mean square m² + s², bias² m² − s² and the variance 2 s².
TEST_CASE("the choice of queries adds to each error what that very number varies by", "[diagnostics][queries]") {
  const QuerySample sample(*long_sequence(), 24, 5);
  const std::vector<double> s =
      each(sample, [](Index head, Index n) { return 0.1 * static_cast<double>((head + n) % 7); });
  const auto weighted = [&](double sign) {
    std::vector<double> y;
    for (const double each_s : s) y.push_back(std::sqrt(1 + each_s * each_s) + sign * each_s);  // bias² is 1 everywhere
    return sample.weighted(Array::from(y, {2, 24, 1}));
  };
  BiasVariance spread(sample.weighted(Array::from(std::vector<double>(s.size(), 0.0), {2, 24, 1})));
  spread.add(0, weighted(1));
  spread.add(1, weighted(-1));
  std::vector<double> twice;
  for (const double each_s : s) twice.push_back(2 * each_s * each_s);
  const double of_variance = sample.mean(twice).error;
  REQUIRE(of_variance > 0.01);
  BiasVarianceSummary error;
  error.draws = 2;
  error.mse_error = 0.03, error.bias2_error = 0.02, error.variance_error = 0.04;  // over draws
  add_error_of_queries(error, spread, sample);
  CHECK(error.bias2_error == Approx(0.02));
  CHECK(error.variance_error == Approx(std::hypot(0.04, of_variance)));
  CHECK(error.mse_error == Approx(std::hypot(0.03, of_variance)));  // of 1 + 2 s²
}

// Of 1000 samples 939 intervals hold the truth, by simulation: the bound is beyond 4 standard errors of such a rate.
TEST_CASE("what the choice of queries adds to parts is its error, and of two methods the ratio's",
          "[statistics][diagnostics][queries]") {
  const auto sequence = long_sequence();
  constexpr std::size_t kParts = 8;
  constexpr int kSeeds = 1000;
  const auto value = [&](double grows) {
    return [&, grows](Index head, Index n) {
      return std::exp(grows * length_of(*sequence, head, n)) + 1e-3 * static_cast<double>(n);
    };
  };
  const auto large = value(0.5), small = value(0.25);
  double of_large = 0, of_small = 0;
  for (Index head = 0; head < 2; ++head)
    for (Index n = 0; n < 300; ++n) of_large += large(head, n) / 600, of_small += small(head, n) / 600;
  int held = 0;
  double said = 0, scattered = 0;
  for (int seed = 0; seed < kSeeds; ++seed) {
    const QuerySample sample(*sequence, 24, static_cast<std::uint32_t>(seed));
    const auto squares = [&](const auto& of) {
      std::vector<double> roots = each(sample, of);
      for (double& root : roots) root = std::sqrt(root);
      std::vector<double> weighted = sample.weighted(Array::from(roots, {2, 24, 1})).to_vector<double>();
      for (double& number : weighted) number *= number;
      return weighted;
    };
    const std::vector<double> a = squares(large), b = squares(small), parts_a = sample.scatter_of_squares(a, kParts),
                              parts_b = sample.scatter_of_squares(b, kParts);
    const double mean_a = sample.mean(each(sample, large)).value, mean_b = sample.mean(each(sample, small)).value;
    double sum = 0, own = 0, ratio = 0;
    for (std::size_t i = 0; i < kParts; ++i) {
      sum += parts_a[i];
      own += parts_a[i] * parts_a[i] / (kParts * (kParts - 1));
      ratio += std::pow(parts_a[i] / mean_a - parts_b[i] / mean_b, 2) / (kParts * (kParts - 1));
    }
    CHECK(sum == Approx(0).margin(1e-9 * mean_a));
    scattered += own;
    said += std::pow(sample.error_of_squares(a), 2);
    held +=
        std::abs(std::log(mean_a / mean_b * of_small / of_large)) <= student_bound(0.95, kParts - 1) * std::sqrt(ratio);
  }
  CHECK(held >= 0.905 * kSeeds);
  CHECK(scattered == Approx(said).epsilon(0.2));
  const QuerySample sample(*sequence, 24, 1);
  const std::vector<double> same(sample.rows().size(), 2.0), one = sample.scatter_of_squares(same, 1);
  CHECK(one == std::vector<double>{0});
}

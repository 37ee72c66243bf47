// Measures of studies against what their numbers mean: bands, standard errors, units, and what is refused before it
// starts.
#include "studies/measure.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "core/memory.h"
#include "diagnostics/draws.h"
#include "studies/study_runs.h"

using namespace omega;
using namespace omega::studies;
using Catch::Matchers::Contains;

namespace {

std::vector<StudyPoint> points_of_block(const std::string& block, const std::string& y) {
  return read_study("one.json",
                    R"({"format": 1, "name": "one", "title": "one", "blocks": [)" + block +
                        R"(], "panels": [{"name": "p", "y": ")" + y + R"("}]})",
                    "small")
      .points;
}

MeasuredRow measured_alone(const StudyPoint& point, Index seed = 0, const std::vector<Json>& before = {}) {
  SharedInputs inputs(1, Precision::f32);
  const std::function<Progress(double, double)> part = [](double, double) { return Progress(); };
  return find_measure(point.measure)->run({point, seed, 1, inputs, part, before});
}

constexpr double kMebibyte = 1048576;

/// Rows of 16 and 32 tokens that took nearly no time, and so many bytes; none of 16 where that is 0.
std::vector<Json> shorter_rows(const StudyPoint& point, double bytes_of_16, double bytes_of_32) {
  std::vector<Json> rows;
  for (const auto& [n, bytes] : {std::pair(16, bytes_of_16), {32, bytes_of_32}}) {
    if (bytes == 0) continue;
    rows.push_back(asked_of(point, 0));
    rows.back().update({{"values", {{"n", n}}}, {"machine", {{"ms", 1e-6}, {"peak_bytes", bytes}}}});
  }
  return rows;
}

}  // namespace

TEST_CASE("the band of an error is from the 2.5 % quantile of its draws to that of 97.5 %", "[studies]") {
  const StudyPoint point = points_of_block(
      R"({"method": "rfa", "draws": 41, "input": {"preset": "smooth", "n": 24}, "options": {"samples": 8}})", "mse")[0];
  SharedInputs inputs(1, Precision::f32);
  const Request request = inputs.request(point, 0);
  Progress progress;
  DrawsSummary draws =
      measure_draws(request, {41, 1, [](Index, Index) { return Progress(); }}, inputs.truth(point, request, progress));
  REQUIRE(draws.mse.size() == 41);
  std::sort(draws.mse.begin(), draws.mse.end());
  const Json values = measured_alone(point).values;
  CHECK(values["mse_low"].get<double>() == Approx(draws.mse[1]));
  CHECK(values["mse_high"].get<double>() == Approx(draws.mse[39]));
  CHECK(values["mse_low"] < values["mse"]);
  CHECK(values["mse"] < values["mse_high"]);
}

TEST_CASE("the band of a running mean is three of its standard errors to each side", "[studies]") {
  const StudyPoint point = points_of_block(
      R"({"method": "rfa", "measure": "bias", "draws": 6, "input": {"preset": "smooth", "n": 24},
          "options": {"samples": 8}})",
      "bias2")[0];
  SharedInputs inputs(1, Precision::f32);
  Request request = inputs.request(point, 0);
  request.want = {"y"};
  Progress progress;
  const Array truth = inputs.truth(point, request, progress).y;
  const std::size_t probe = truth.count() / 2;
  std::vector<double> off;
  for (std::uint32_t draw = 0; draw < 6; ++draw) {
    request.stream.draw = draw;
    off.push_back(run(request).at("y").at(probe) - truth.at(probe));
  }
  const Json values = measured_alone(point).values;
  REQUIRE(values["number_of_draws"] == std::vector<Index>{2, 4, 6});
  for (std::size_t i = 0; i < 3; ++i) {
    const std::size_t count = 2 * (i + 1);
    double mean = 0, squares = 0;
    for (std::size_t draw = 0; draw < count; ++draw) mean += off[draw] / static_cast<double>(count);
    for (std::size_t draw = 0; draw < count; ++draw) squares += std::pow(off[draw] - mean, 2);
    const double three = 3 * std::sqrt(squares / static_cast<double>(count * (count - 1)));
    INFO(count << " draws");
    CHECK(values["mean"][i].get<double>() == Approx(mean));
    CHECK(values["mean_low"][i].get<double>() == Approx(mean - three));
    CHECK(values["mean_high"][i].get<double>() == Approx(mean + three));
  }
}

// 400 simulations of 300 draws: a scatter of so many is known to 4 %, and the squares of their errors are as even.
TEST_CASE("the standard error of a simulated variance is what simulations scatter by", "[studies]") {
  constexpr int kSimulations = 400;
  for (const StudyPoint& point : points_of_block(
           R"({"measure": "law", "method": "rfa", "series": "{law}", "x": "sum", "draws": 300,
               "parameters": {"law": ["positive", "trig", "cosine"], "sum": 0.5, "m": 8}})",
           "variance")) {
    INFO(point.series);
    std::vector<double> variances;
    double mean = 0, squares = 0, said = 0, law = 0;
    for (Index seed = 0; seed < kSimulations; ++seed) {
      const Json values = measured_alone(point, seed).values;
      variances.push_back(values["variance"].get<double>());
      mean += variances.back() / kSimulations;
      said += std::pow(values["variance_error"].get<double>(), 2) / kSimulations;
      law = values["law"].get<double>();
    }
    for (const double variance : variances) squares += std::pow(variance - mean, 2) / (kSimulations - 1);
    CHECK(std::sqrt(said / squares) == Approx(1).margin(0.2));
    CHECK(std::abs(mean - law) < 5 * std::sqrt(squares / kSimulations));
  }
}

TEST_CASE("a length that would need more than six tenths of the memory that is free is refused, and no other",
          "[studies]") {
  const auto point_of = [](const std::string& method) {
    return points_of_block(R"({"measure": "time", "method": ")" + method +
                               R"(", "x": "n", "input": {"preset": "gaussian", "dim": 4, "n": 64},
                                  "parameters": {"seconds": 0}})",
                           "ms")[0];
  };
  const StudyPoint exact = point_of("softmax"), linear = point_of("linear_elu");
  const auto free = static_cast<double>(memory::available_bytes());  // of which others may take some meanwhile
  const auto refusal = [&](const StudyPoint& point, double of_16, double of_32) -> std::string {
    try {
      measured_alone(point, 0, shorter_rows(point, of_16 * free, of_32 * free));
      return "";
    } catch (const Error& error) {
      return error.what();
    }
  };
  const auto needs = [&](double share) {
    return "N = 64 would need about " + std::to_string(std::lround(share * free / kMebibyte)) + " MiB of the ";
  };
  CHECK(refusal(exact, 0.4, 0.4).empty());
  CHECK_THAT(refusal(exact, 0.8, 0.8), Contains(needs(0.8)) && Contains(" MiB that are free"));
  CHECK_THAT(refusal(exact, 0.2, 0.4), Contains(needs(0.8)));  // as it grew from 16 to 32
  // Of one length alone nobody knows how it grows: with N^2.1 for exact attention, and N^1.3 where it is linear.
  CHECK_THAT(refusal(exact, 0, 0.2), Contains(needs(0.2 * std::pow(2, 2.1))));
  CHECK(refusal(linear, 0, 0.15).empty());
  CHECK_THAT(refusal(linear, 0, 0.35), Contains(needs(0.35 * std::pow(2, 1.3))));
}

TEST_CASE("memory is in bytes and in MiB", "[studies]") {
  const StudyPoint point = points_of_block(
      R"({"measure": "time", "method": "softmax", "x": "n", "input": {"preset": "gaussian", "dim": 64, "n": 256},
          "parameters": {"seconds": 0}})",
      "ms")[0];
  const Json machine = measured_alone(point).machine;
  CHECK(machine["peak_bytes"].get<double>() >= 4 * 256 * 64 * 4);  // q, k, v and y
  CHECK(machine["peak_mib"].get<double>() == Approx(machine["peak_bytes"].get<double>() / kMebibyte));
}

TEST_CASE("a forecast of errors counts effective samples, predictions and quadrature", "[studies]") {
  const auto seconds = [](const std::string& options) {
    const StudyPoint point = points_of_block(R"({"method": "mis", "draws": 16, "own": false, "input": {"preset":
      "three_clusters", "n": 24}, "options": {"landmarks": 8)" +
                                                 options + "}}",
                                             "mse")[0];
    return std::pair(find_measure("error")->seconds(point, 1), estimate_seconds(point, 1));
  };
  const auto [balance, one] = seconds(R"(, "weighting": "balance")");
  CHECK(balance == Approx((16 + kDrawsForEss) * one));
  CHECK(seconds(R"(, "evaluate": true)").first == Approx(2 * one).epsilon(1));  // without noise one draw is all
  const auto [optimal, one_optimal] = seconds(R"(, "weighting": "optimal")");
  CHECK(one_optimal > 100 * one);
  const auto [predicted, one_predicted] = seconds(R"(, "weighting": "balance", "predict": true)");
  CHECK(one_predicted == Approx(one));       // draws predict nothing
  CHECK(predicted - balance > one_optimal);  // the best weighting's, and its own
  CHECK(predicted - balance < 2 * one_optimal);
}

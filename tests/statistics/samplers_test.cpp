// Every sampler draws from the density it names.
#include <catch2/catch.hpp>
#include <cmath>

#include "math/categorical.h"
#include "math/dot.h"
#include "run/runner.h"
#include "statistics/draws.h"

using namespace omega;
using namespace omega::test;

namespace {

/// A mixture of unit Gaussians seen along one direction.
struct Projected {
  std::vector<double> weights, centres;
  double cdf(double t) const {
    double p = 0;
    for (std::size_t i = 0; i < weights.size(); ++i) p += weights[i] * normal_cdf(t - centres[i]);
    return p;
  }
};

/// Scaled q or k as rows of doubles.
std::vector<std::vector<double>> scaled_rows(const Array& source) {
  const Index rows = source.shape()[0], dim = source.shape()[1];
  const double factor = std::pow(static_cast<double>(dim), -0.25);
  std::vector<std::vector<double>> all(static_cast<std::size_t>(rows));
  for (Index r = 0; r < rows; ++r)
    for (Index d = 0; d < dim; ++d)
      all[static_cast<std::size_t>(r)].push_back(factor * source.at(static_cast<std::size_t>(r * dim + d)));
  return all;
}

/// Σ_m softmax_m(q·k_m) N(·; q + k_m, I) along `direction`.
Projected mixture_at(const std::vector<double>& q, const std::vector<std::vector<double>>& keys,
                     const std::vector<double>& direction) {
  Projected mixture;
  double total = 0;
  for (const auto& k : keys) {
    mixture.weights.push_back(std::exp(dot(q, k)));
    mixture.centres.push_back(dot(q, direction) + dot(k, direction));
    total += mixture.weights.back();
  }
  for (double& w : mixture.weights) w /= total;
  return mixture;
}

/// Unit directions that are no axes.
const std::vector<std::vector<double>> kDirections = {{0.6, 0.64, 0.48}, {-0.8, 0.36, 0.48}, {0, 0, 1}};

/// Rows [first, first + count) of omega, along a direction.
std::vector<double> project(const Array& omega, Index first, Index count, const std::vector<double>& direction) {
  std::vector<double> values;
  const Index dim = omega.shape().back();
  for (Index r = first; r < first + count; ++r) {
    double sum = 0;
    for (Index d = 0; d < dim; ++d)
      sum += omega.at(static_cast<std::size_t>(r * dim + d)) * direction[static_cast<std::size_t>(d)];
    values.push_back(sum);
  }
  return values;
}

Array omega_of(const std::shared_ptr<const Sequence>& sequence, const std::string& method,
               const Options::Given& options, std::uint32_t seed) {
  Request request = make_request(sequence, method, options);
  request.precision = Precision::f64;
  request.stream.seed = seed;
  request.want = {{"omega"}};
  return run(request).at("omega");
}

std::vector<double> mean_row(const std::vector<std::vector<double>>& rows, std::size_t first, std::size_t count) {
  std::vector<double> mean(rows[0].size(), 0);
  for (std::size_t r = first; r < first + count; ++r)
    for (std::size_t d = 0; d < mean.size(); ++d) mean[d] += rows[r][d] / static_cast<double>(count);
  return mean;
}

constexpr Index kSamples = 20000;
constexpr Index kEach = 4096;  // the most that one proposal gives

}  // namespace

TEST_CASE("ra draws from each query's mixture", "[statistics][sampler]") {
  const auto sequence = small_sequence(3, 3, 12, 41);
  const Array omega = omega_of(sequence, "ra", {{"samples", std::to_string(kSamples)}}, stream_seed(41));
  const auto queries = scaled_rows(sequence->q), keys = scaled_rows(sequence->k);
  Claim claim("ra samples follow their mixtures"), wrong("ra samples follow the mixture of another query");
  for (Index n = 0; n < 3; ++n)
    for (const auto& direction : kDirections) {
      const std::vector<double> values = project(omega, n * kSamples, kSamples, direction);
      const Projected mixture = mixture_at(queries[static_cast<std::size_t>(n)], keys, direction);
      const Projected other = mixture_at(queries[static_cast<std::size_t>((n + 1) % 3)], keys, direction);
      claim.distribution("query " + std::to_string(n), values, [&](double t) { return mixture.cdf(t); });
      wrong.distribution("query " + std::to_string(n), values, [&](double t) { return other.cdf(t); });
    }
  INFO(claim.text());
  CHECK(claim.holds());
  CHECK(wrong.is_refuted());
}

TEST_CASE("ra variant=biased draws from one Gaussian at the mixture's mean", "[statistics][sampler]") {
  const auto sequence = small_sequence(2, 3, 12, 42);
  const Array omega =
      omega_of(sequence, "ra", {{"samples", std::to_string(kSamples)}, {"variant", "biased"}}, stream_seed(42));
  const auto queries = scaled_rows(sequence->q), keys = scaled_rows(sequence->k);
  Claim claim("biased ra samples follow one Gaussian"), wrong("biased ra samples follow the mixture");
  for (Index n = 0; n < 2; ++n)
    for (const auto& direction : kDirections) {
      const Projected mixture = mixture_at(queries[static_cast<std::size_t>(n)], keys, direction);
      const double mean = dot(mixture.weights, mixture.centres);
      const std::vector<double> values = project(omega, n * kSamples, kSamples, direction);
      claim.distribution("query " + std::to_string(n), values, [&](double t) { return normal_cdf(t - mean); });
      wrong.distribution("query " + std::to_string(n), values, [&](double t) { return mixture.cdf(t); });
    }
  INFO(claim.text());
  CHECK(claim.holds());
  CHECK(wrong.is_refuted());
}

TEST_CASE("mixture proposals draw from the mixtures of their landmarks", "[statistics][sampler]") {
  const auto sequence = small_sequence(4, 3, 12, 43);
  const auto queries = scaled_rows(sequence->q), keys = scaled_rows(sequence->k);
  const std::string each = std::to_string(kEach);
  Claim claim("mixture proposals follow their mixtures");
  for (const char* antithetic : {"false", "true"}) {
    const Array omega =
        omega_of(sequence, "lara",
                 {{"landmarks", "2"}, {"proposals", "mixture"}, {"per_proposal", each}, {"antithetic", antithetic}},
                 stream_seed(43));
    const Index rows = omega.shape()[0] / 2;
    for (Index c = 0; c < 2; ++c)
      for (Index first = 0; first < rows;
           first += kEach)  // all +, then all −: each half alone, the two are not independent
        for (const auto& direction : kDirections) {
          const Projected mixture = mixture_at(mean_row(queries, static_cast<std::size_t>(2 * c), 2), keys, direction);
          claim.distribution("proposal " + std::to_string(c) + " antithetic=" + antithetic,
                             project(omega, c * rows + first, kEach, direction),
                             [&](double t) { return mixture.cdf(t); });
        }
  }
  const Array single = omega_of(sequence, "lara", {{"landmarks", "4"}, {"proposals", "single"}, {"per_proposal", each}},
                                stream_seed(44));
  for (const auto& direction : kDirections) {
    const Projected mixture = mixture_at(mean_row(queries, 0, 4), keys, direction);
    claim.distribution("single", project(single, 0, 4 * kEach, direction), [&](double t) { return mixture.cdf(t); });
  }
  INFO(claim.text());
  CHECK(claim.holds());
}

TEST_CASE("Gaussian proposals stand at their means with unit covariance", "[statistics][sampler]") {
  const auto sequence = small_sequence(4, 3, 6, 45);
  Claim claim("Gaussian proposals stand at their means");
  const std::string each = std::to_string(kEach);
  for (const char* proposals : {"qk", "attend", "mixed", "q", "standard"}) {
    Request request =
        make_request(sequence, "lara",
                     {{"landmarks", "2"}, {"proposals", proposals}, {"per_proposal", each}, {"proposal_scale", "0.7"}});
    request.precision = Precision::f64;
    request.stream.seed = stream_seed(45);
    request.want = {{"omega", "proposal_means"}};
    const Result result = run(request);
    for (Index c = 0; c < 2; ++c)
      for (const auto& direction : kDirections) {
        const double centre = project(result.at("proposal_means"), c, 1, direction).front();
        claim.distribution(std::string(proposals) + " " + std::to_string(c),
                           project(result.at("omega"), c * kEach, kEach, direction),
                           [&](double t) { return normal_cdf(t - centre); });
      }
  }
  INFO(claim.text());
  CHECK(claim.holds());
}

TEST_CASE("coupled projections are standard normal, each alone", "[statistics][sampler]") {
  const std::string draw = GENERATE("orthogonal", "simplex");
  // Row i of each block of D: blocks are independent, the rows within a block are not.
  constexpr Index kDim = 3, kBlocks = 20000;
  const auto sequence = small_sequence(2, kDim, 1, 46);
  const Array omega =
      omega_of(sequence, "rfa", {{"samples", std::to_string(kDim * kBlocks)}, {"draw", draw}}, stream_seed(46));
  Claim claim(draw + " projections are standard normal");
  for (Index i = 0; i < kDim; ++i) {
    Array rows(Dtype::f64, {kBlocks, kDim});
    for (Index b = 0; b < kBlocks; ++b)
      omega.copy_to(rows.data<double>() + b * kDim, static_cast<std::size_t>((b * kDim + i) * kDim), kDim);
    for (const auto& direction : kDirections)
      claim.distribution("row " + std::to_string(i), project(rows, 0, kBlocks, direction), normal_cdf);
    Moments squares;
    for (Index b = 0; b < kBlocks; ++b) {
      double sum = 0;
      for (Index d = 0; d < kDim; ++d)
        sum += rows.at(static_cast<std::size_t>(b * kDim + d)) * rows.at(static_cast<std::size_t>(b * kDim + d));
      squares.add(sum);
    }
    claim.mean("squared norm of row " + std::to_string(i), squares, kDim);
    claim.variance("squared norm of row " + std::to_string(i), squares, 2 * kDim);
  }
  INFO(claim.text());
  CHECK(claim.holds());
}

TEST_CASE("categorical draws have the asked frequencies", "[statistics][sampler]") {
  const std::vector<std::vector<double>> cases = {
      {1, 2, 3, 4}, {0.5, 0, 0.5}, {0, 3, 7}, {1e-3, 1, 1e-3}, std::vector<double>(50, 0.02)};
  Claim claim("categorical draws have their frequencies");
  std::uint32_t stream = 950;
  for (const auto& weights : cases) {
    double total = 0;
    for (const double w : weights) total += w;
    std::vector<double> counts(weights.size()), expected;
    for (const double w : weights) expected.push_back(w / total * kSamples);
    for (const double u : uniforms(kSamples, stream_seed(47), stream)) {
      const auto m = static_cast<std::size_t>(categorical(weights.data(), static_cast<Index>(weights.size()), u));
      REQUIRE(weights[m] > 0);
      ++counts[m];
    }
    claim.cells(std::to_string(weights.size()) + " cells", counts, expected);
    ++stream;
  }
  const std::vector<double> one_possible = {0, 0, 7};
  for (const double u : uniforms(kSamples, stream_seed(47), stream))
    REQUIRE(categorical(one_possible.data(), 3, u) == 2);
  INFO(claim.text());
  CHECK(claim.holds());
}

TEST_CASE("ra chooses its components by the softmax of the query", "[statistics][sampler]") {
  // Keys so far apart across the query's own direction that each sample tells its component.
  const double side = std::sqrt(std::sqrt(2.0));  // undoes the default scale
  const std::vector<double> logits = {0.3, -0.5, 0.1, 1.1, -2};
  std::vector<double> keys, values(5, 0.0), expected;
  double total = 0;
  for (std::size_t m = 0; m < 5; ++m) {
    keys.insert(keys.end(), {logits[m] * side, 40 * static_cast<double>(m) * side});
    total += std::exp(logits[m]);
  }
  for (const double x : logits) expected.push_back(std::exp(x) / total * kSamples);
  const auto sequence =
      Sequence::make(Array::from<double>({side, 0}, {1, 2}), Array::from(keys, {5, 2}), Array::from(values, {5, 1}));
  const Array omega = omega_of(sequence, "ra", {{"samples", std::to_string(kSamples)}}, stream_seed(48));
  std::vector<double> counts(5);
  for (Index s = 0; s < kSamples; ++s)
    ++counts.at(static_cast<std::size_t>(std::lround(omega.at(static_cast<std::size_t>(2 * s + 1)) / 40)));
  Claim claim("ra chooses components by softmax");
  claim.cells("components", counts, expected);
  INFO(claim.text());
  CHECK(claim.holds());
}

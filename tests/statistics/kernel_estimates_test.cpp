// The four feature maps of rfa, as the estimator computes them: φ(x)·φ(y) estimates exp(x·y) without bias and with the
// variance of the closed forms. Single estimates are read off the estimator's own outputs.
#include <catch2/catch.hpp>
#include <cmath>
#include <map>

#include "core/philox.h"
#include "diagnostics/kernel_variance.h"
#include "math/dot.h"
#include "run/runner.h"
#include "statistics/draws.h"

using namespace omega;
using namespace omega::test;

namespace {

using Vector = std::vector<double>;

/// Pairs with small ‖x + y‖ (the fourth moments of positive features grow like exp(8‖x + y‖²)) and all kinds of ‖x −
/// y‖.
const std::vector<std::pair<Vector, Vector>> kPairs = {{{0.5, -0.2, 0.3}, {-0.3, 0.3, -0.1}},
                                                       {{0.9, 0.1, 0}, {-0.8, 0.2, 0.1}},
                                                       {{0.15, 0.1, -0.1}, {0.1, 0.12, 0.05}},
                                                       {{0, 0, 0}, {0.2, -0.2, 0.1}}};

Array row(const Vector& x) { return Array::from(x, {1, static_cast<Index>(x.size())}); }

/// φ_s(x)·φ_s(y) for each sample alone: with a single key that is the weight of the importance sampler.
std::vector<double> positive_estimates(const char* features, const Vector& x, const Vector& y, Index count,
                                       std::uint32_t seed) {
  Request request = make_request(Sequence::make(row(x), row(y), row({0})), "rfa",
                                 {{"samples", std::to_string(count)}, {"features", features}, {"scale", "1"}});
  request.precision = Precision::f64;
  request.stream.seed = seed;
  request.want = {{"log_weights"}};
  std::vector<double> all = run(request).at("log_weights").to_vector<double>();
  for (double& w : all) w = std::exp(w);
  return all;
}

/// The estimate of exp(x·x) by cosine features, from the noise of one head.
double cosine_estimate_of_self(const Vector& x, Index samples, std::uint32_t seed, Index head) {
  double sum = 0;
  std::vector<double> u(static_cast<std::size_t>(samples)), omega(x.size());
  const auto stream = static_cast<std::uint32_t>(16 * head);
  draw_uniforms(NoiseAddress{seed, 0, stream + 1, 0, 0}, u.data(), samples);
  for (Index s = 0; s < samples; ++s) {
    draw_normals(NoiseAddress{seed, 0, stream, 0, static_cast<std::uint32_t>(s)}, omega.data(),
                 static_cast<Index>(x.size()));
    const double c = std::cos(dot(omega, x) + 2 * std::acos(-1.0) * u[static_cast<std::size_t>(s)]);
    sum += 2 * c * c / static_cast<double>(samples);
  }
  return std::exp(dot(x, x)) * sum;
}

/// Estimates by S samples from heads of their own. Attention tells ratios only: x itself is a second key, whose
/// estimate is exp(‖x‖²) exactly for trig features (sin² + cos² = 1), and known from the noise for cosine ones.
std::vector<double> signed_estimates(const char* features, const Vector& x, const Vector& y, Index samples, Index heads,
                                     std::uint32_t seed) {
  Vector keys = x;
  keys.insert(keys.end(), y.begin(), y.end());
  const auto one =
      Sequence::make(row(x), Array::from(keys, {2, static_cast<Index>(x.size())}), Array::from<double>({0, 0}, {2, 1}));
  const Array map =
      draws_of(*one, "rfa", {{"samples", std::to_string(samples)}, {"features", features}, {"scale", "1"}}, "attention",
               heads, seed);
  std::vector<double> all;
  for (Index h = 0; h < heads; ++h) {
    const double reference =
        features == std::string("trig") ? std::exp(dot(x, x)) : cosine_estimate_of_self(x, samples, seed, h);
    all.push_back(reference * map.at(static_cast<std::size_t>(2 * h + 1)) / map.at(static_cast<std::size_t>(2 * h)));
  }
  return all;
}

void hold(Claim& claim, const std::string& what, const std::vector<double>& estimates, const Vector& x, const Vector& y,
          RandomFeatures features, Index samples) {
  Moments m;
  for (const double e : estimates) m.add(e);
  claim.mean(what, m, std::exp(dot(x, y)));
  claim.variance(what, m, rfa_kernel_variance(features, x, y, samples));
}

}  // namespace

TEST_CASE("positive and hyperbolic features estimate exp(x·y) with the variance of the closed forms",
          "[statistics][kernel]") {
  Claim claim("positive and hyperbolic features have mean and variance of the closed forms"),
      swapped("positive features vary like hyperbolic ones");
  std::uint32_t seed = 80;
  for (const auto& [x, y] : kPairs) {
    const std::vector<double> positive = positive_estimates("positive", x, y, 100000, stream_seed(seed++));
    hold(claim, "positive", positive, x, y, RandomFeatures::positive, 1);
    hold(swapped, "positive", positive, x, y, RandomFeatures::hyperbolic, 1);
    hold(claim, "hyperbolic", positive_estimates("hyperbolic", x, y, 100000, stream_seed(seed++)), x, y,
         RandomFeatures::hyperbolic, 1);
  }
  INFO(claim.text());
  CHECK(claim.holds());
  CHECK(swapped.is_refuted());
}

TEST_CASE("trig and cosine features estimate exp(x·y) with the variance of the closed forms",
          "[statistics][kernel][long]") {
  Claim claim("trig and cosine features have mean and variance of the closed forms"),
      swapped("cosine features vary like trig ones");
  std::uint32_t seed = 90;
  for (const auto& [x, y] : kPairs)
    for (const Index samples : {1, 4}) {
      hold(claim, "trig", signed_estimates("trig", x, y, samples, 15000, stream_seed(seed++)), x, y,
           RandomFeatures::trig, samples);
      const std::vector<double> cosine = signed_estimates("cosine", x, y, samples, 15000, stream_seed(seed++));
      hold(claim, "cosine", cosine, x, y, RandomFeatures::cosine, samples);
      hold(swapped, "cosine", cosine, x, y, RandomFeatures::trig, samples);
    }
  INFO(claim.text());
  CHECK(claim.holds());
  CHECK(swapped.is_refuted());
}

TEST_CASE("coupled projections estimate exp(x·y) without bias, a simplex with the variance that theory gives it",
          "[statistics][kernel]") {
  // D = m = 8 and ‖x + y‖ = 1.2; variances relative to exp(2x·y).
  const Vector x = {0.6, 0, 0, 0, 0, 0, 0, 0};
  constexpr Index kEach = 8, kDraws = 100000;
  const double sm = std::exp(dot(x, x));
  const auto estimates = [&](const char* draw) {
    const auto one = Sequence::make(row(x), row(x), row({0}));
    const Array weights = draws_of(*one, "rfa", {{"samples", "8"}, {"draw", draw}, {"scale", "1"}}, "log_weights",
                                   kDraws, stream_seed(99));
    Moments m;
    for (Index h = 0; h < kDraws; ++h) {
      double sum = 0;
      for (Index s = 0; s < kEach; ++s) sum += std::exp(weights.at(static_cast<std::size_t>(h * kEach + s))) / kEach;
      m.add(sum);
    }
    return m;
  };
  Claim claim("coupled projections estimate exp(x·y) without bias");
  std::map<std::string, Moments> of;
  for (const char* draw : {"iid", "orthogonal", "simplex", "halton"}) {
    of[draw] = estimates(draw);
    claim.mean(draw, of[draw], sm);
  }
  INFO(claim.text());
  CHECK(claim.holds());
  // The tails are those of exp(ω·z): the standard error of a variance is about 3 %, so that 0.08 is six of them.
  const auto relative = [&](const char* draw) { return of[draw].variance() / (sm * sm); };
  CHECK(relative("iid") == Approx(std::expm1(1.44) / kEach).margin(0.08));
  CHECK(relative("orthogonal") == Approx(0.33).margin(0.07));
  CHECK(relative("simplex") == Approx(0.21).margin(0.05));
}

TEST_CASE("Halton's points lower the error of rfa in few dimensions", "[statistics][kernel]") {
  const auto sequence = small_sequence(6, 2, 1, 101);
  const Array exact = exact_attention(*sequence);
  const auto error = [&](const char* draw) {
    return mean_squared_error(
        draws_of(*sequence, "rfa", {{"samples", "64"}, {"draw", draw}}, "y", 4000, stream_seed(102)), exact);
  };
  CHECK(error("halton") < 0.9 * error("iid"));  // a ratio of 0.59 ± 0.022
}

TEST_CASE("orthogonal projections lower the variance of rfa's output", "[statistics][kernel]") {
  const auto sequence = small_sequence(4, 6, 1, 97);
  const Array exact = exact_attention(*sequence);
  const auto error = [&](const char* draw) {
    return mean_squared_error(
        draws_of(*sequence, "rfa", {{"samples", "6"}, {"draw", draw}}, "y", 20000, stream_seed(98)), exact);
  };
  CHECK(error("orthogonal") < error("iid"));  // a ratio of 0.89 ± 0.007
}

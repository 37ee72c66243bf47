// What the peaks are measured with computes what it says: a loop that did less would make the floors too low.
#include "bench/peak_kernels.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "bench/peaks.h"
#include "support/worst.h"

using namespace omega;
using omega::test::worst_of;

namespace {

std::vector<float> spread(float low, float high) {
  std::vector<float> x(4096);
  for (std::size_t i = 0; i < x.size(); ++i)
    x[i] = low + (high - low) * static_cast<float>(i) / static_cast<float>(x.size() - 1);
  return x;
}

}  // namespace

TEST_CASE("the exponential of the peaks is one", "[bench]") {
  const std::vector<float> x = spread(-80, 80);
  std::vector<float> y(x.size());
  peak_exp(x.data(), static_cast<Index>(x.size()), y.data());
  double worst = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    worst = worst_of(worst, std::abs(y[i] / std::exp(static_cast<double>(x[i])) - 1));
  CHECK(worst < 3e-7);
}

TEST_CASE("the sine and the cosine of the peaks are those", "[bench]") {
  const std::vector<float> x = spread(-100, 100);
  std::vector<float> sine(x.size()), cosine(x.size());
  peak_sine_cosine(x.data(), static_cast<Index>(x.size()), sine.data(), cosine.data());
  double worst = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    worst = worst_of(worst, std::abs(sine[i] - std::sin(static_cast<double>(x[i]))));
    worst = worst_of(worst, std::abs(cosine[i] - std::cos(static_cast<double>(x[i]))));
  }
  CHECK(worst < 3e-7);
}

TEST_CASE("the multiply-adds are done, every one", "[bench]") {
  float result = 0;
  const auto lanes = static_cast<double>(vector_lanes());
  CHECK(peak_multiply_adds(10, &result) == 10 * 12 * 2 * lanes);
  // 0.999 x + 0.001 leads every chain from x₀ to 1 − 0.999¹⁰(1 − x₀); the starts are 0.1 … 0.6 and the same + 0.001.
  double expected = 0;
  for (int i = 1; i <= 6; ++i)
    for (const double start : {0.1 * i, 0.1 * i + 0.001}) expected += 1 - std::pow(0.999, 10) * (1 - start);
  CHECK(result == Approx(lanes * expected).epsilon(1e-5));
}

TEST_CASE("three are added into one", "[bench]") {
  const std::vector<float> a(128, 1), b(128, 2), c(128, 4);
  std::vector<float> y(128);
  peak_add_three(a.data(), b.data(), c.data(), 128, y.data());
  CHECK(std::all_of(y.begin(), y.end(), [](float value) { return value == 7; }));
}

TEST_CASE("peaks are measured and positive, and the measurement can be stopped", "[bench]") {
  std::stop_source stop;
  double latest = 0;
  const Peaks peaks = measure_peaks(2, Progress(stop.get_token(), [&](double done) { latest = done; }));
  CHECK(latest == Approx(1));
  CHECK(peaks.threads == 2);
  CHECK(peaks.flops > 0);
  CHECK(peaks.exps > 0);
  CHECK(peaks.sincos > 0);
  CHECK(peaks.bandwidths.size() >= 2);
  for (const Bandwidth& bandwidth : peaks.bandwidths) CHECK(bandwidth.bytes > 0);
  stop.request_stop();
  CHECK_THROWS_AS(measure_peaks(1, Progress(stop.get_token())), Cancelled);
}

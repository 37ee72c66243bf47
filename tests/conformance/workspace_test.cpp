// What an estimate needs in memory, measured: no linear method may hold a map of N×M, and no float32 run may go through
// float64. An executable of its own, for the meters are one per process and its heap is counted whole.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <memory>

#include "conformance/heap_meter.h"
#include "estimators/registry.h"
#include "run/runner.h"
#include "support/cases.h"

using namespace omega;
using namespace omega::test;

namespace {

constexpr Index kDim = 16, kShort = 4096, kLong = 8192;

struct Footprint {
  double metered = 0;  // by the engine's Buffers
  double heap = 0;     // all of it; the metered part where the heap is not counted
};

Footprint footprint(const Estimator& estimator, const Variant& variant, const std::shared_ptr<const Sequence>& sequence,
                    Precision precision, const std::string& output = "y") {
  Request request = request_for(estimator, variant, sequence, precision);
  request.want = {{output}};
  const heap::Peak peak;
  // One thread: with more, how many tiles are alive at once is a matter of luck, and so is the peak.
  const Result result = run(request, {nullptr, 1});
  const double metered = static_cast<double>(result.stats.peak_bytes);
  return {metered, heap::is_metered() ? static_cast<double>(peak.bytes()) : metered};
}

/// One sequence in both types, so that neither precision needs a converted copy.
struct Inputs {
  std::shared_ptr<const Sequence> f64, f32;

  explicit Inputs(Index tokens) : f64(gaussian_sequence({0, tokens, tokens, kDim, kDim}, 61, 0.3)) {
    f32 = Sequence::make(f64->q.as(Dtype::f32), f64->k.as(Dtype::f32), f64->v.as(Dtype::f32));
  }
  const std::shared_ptr<const Sequence>& of(Precision precision) const {
    return precision == Precision::f32 ? f32 : f64;
  }
};

double bytes_of(Precision precision) { return precision == Precision::f32 ? 4 : 8; }

/// A sixteenth of the map: what no estimate of y may need.
double far_below_map(Precision precision) { return static_cast<double>(kShort) * kShort / 16 * bytes_of(precision); }

bool is_linear(const Estimator& estimator, const Variant& variant, const std::shared_ptr<const Sequence>& sequence) {
  return estimator.info.traits(make_request(sequence, estimator.info.name, variant.options).options).linear;
}

/// Pairs of the same mix at both lengths. Under sanitizers only the default mix: runs take ten times as long there.
std::vector<std::pair<Variant, Variant>> mixes(const Estimator& estimator, const Inputs& shorter,
                                               const Inputs& longer) {
  const std::vector<Variant> at_short = variants(estimator, shorter.f64, Sizing::defaults),
                             at_long = variants(estimator, longer.f64, Sizing::defaults);
  REQUIRE(at_short.size() == at_long.size());
  std::vector<std::pair<Variant, Variant>> all;
  for (std::size_t i = 0; i < (heap::is_metered() ? at_short.size() : 1); ++i)
    all.emplace_back(at_short[i], at_long[i]);
  return all;
}

void check_linear(const Estimator& estimator, const std::pair<Variant, Variant>& mix, const Inputs& shorter,
                  const Inputs& longer) {
  Footprint single;
  for (const Precision precision : {Precision::f32, Precision::f64}) {
    INFO(mix.first.text << (precision == Precision::f32 ? " float32" : " float64"));
    const Footprint one = footprint(estimator, mix.first, shorter.of(precision), precision);
    const Footprint two = footprint(estimator, mix.second, longer.of(precision), precision);
    CHECK(two.metered / one.metered <= 2.2);
    CHECK(two.heap / one.heap <= 2.2);
    CHECK(one.heap <= far_below_map(precision));
    // What the engine does not meter stays small: handles, lists of segments, Eigen's scratch.
    CHECK(one.heap <= 1.1 * one.metered + (1 << 19));
    if (precision == Precision::f32) {
      single = one;
      continue;
    }
    // Half of it, and room for one copy of q or k in double, from which discrete choices are made in every precision.
    // The float64 path would show as at least one and a half copies more than half: q, k and y.
    const double one_copy = 8.0 * static_cast<double>(kShort) * kDim;
    CHECK(single.heap <= 0.52 * one.heap + 1.1 * one_copy);
  }
}

}  // namespace

TEST_CASE("the heap meter sees allocations of every kind, and their end", "[conformance][workspace]") {
  if (!heap::is_metered()) return;
  const std::size_t before = heap::current_bytes();
  const heap::Peak peak;
  {
    const std::unique_ptr<void, decltype(&std::free)> plain(std::malloc(100000), &std::free),
        zeroed(std::calloc(1000, 100), &std::free);
    const std::unique_ptr<void, decltype(&std::free)> aligned(std::aligned_alloc(64, 64 * 1600), &std::free);
    void* grown = std::malloc(10);
    grown = std::realloc(grown, 100000);
    void* posix = nullptr;
    REQUIRE(posix_memalign(&posix, 128, 100000) == 0);
    const std::vector<char> with_new(100000);
    CHECK(heap::current_bytes() - before >= 600000);
    std::free(grown);
    std::free(posix);
  }
  CHECK(peak.bytes() >= 600000);
  CHECK(peak.bytes() < 700000);
  CHECK(heap::current_bytes() - before < 1000);
}

TEST_CASE("a map that is asked for is seen by both meters", "[conformance][workspace]") {
  const Inputs inputs(1024);
  for (const Estimator& estimator : estimators()) {
    INFO(estimator.info.name);
    const Footprint map = footprint(estimator, {"", {}}, inputs.f32, Precision::f32, "attention");
    CHECK(map.metered >= 1024.0 * 1024 * 4);
    CHECK(map.heap >= 1024.0 * 1024 * 4);
  }
}

TEST_CASE("the workspace of every linear method grows with N and stays far below the map, in both precisions",
          "[conformance][workspace]") {
  const Inputs shorter(kShort), longer(kLong);
  Index checked = 0;
  for (const Estimator& estimator : estimators())
    for (const auto& mix : mixes(estimator, shorter, longer)) {
      if (!is_linear(estimator, mix.first, shorter.f64)) continue;
      check_linear(estimator, mix, shorter, longer);
      ++checked;
    }
  CHECK(checked >= 10);
}

TEST_CASE("linear methods need 2 MB beside their output, however long the sequence", "[conformance][workspace]") {
  if (!heap::is_metered()) return;  // a sanitizer's run of this length takes minutes
  constexpr Index kTokens = 32768, kWide = 64;
  const auto wide = gaussian_sequence({0, kTokens, kTokens, kWide, kWide}, 61, 0.3);
  const auto sequence = Sequence::make(wide->q.as(Dtype::f32), wide->k.as(Dtype::f32), wide->v.as(Dtype::f32));
  Index checked = 0;
  for (const Estimator& estimator : estimators())
    for (const Variant& mix : variants(estimator, sequence, Sizing::defaults)) {
      const bool is_sized = std::any_of(mix.options.begin(), mix.options.end(),
                                        [](const auto& option) { return option.first == "grid"; });
      if (is_sized || !is_linear(estimator, mix, sequence)) continue;
      INFO(mix.text);
      const double output = 4.0 * kTokens * kWide;
      CHECK(footprint(estimator, mix, sequence, Precision::f32).metered - output <=
            2 << 20);  // the heap rounds blocks for large pages
      ++checked;
    }
  CHECK(checked >= 10);
}

TEST_CASE("methods of quadratic time hold no map either", "[conformance][workspace]") {
  const Inputs shorter(kShort), longer(kLong);
  Index checked = 0;
  for (const Estimator& estimator : estimators())
    for (const auto& [variant, unused] : mixes(estimator, shorter, longer)) {
      // softmax materialise=true is the reference that holds its map on purpose.
      if (is_linear(estimator, variant, shorter.f64) || variant.text.find("materialise=true") != std::string::npos)
        continue;
      INFO(variant.text);
      CHECK(footprint(estimator, variant, shorter.f32, Precision::f32).heap <= far_below_map(Precision::f32));
      ++checked;
    }
  CHECK(checked >= 5);
}

TEST_CASE("softmax that materialises its map is caught by the same measure", "[conformance][workspace]") {
  const Inputs inputs(kShort);
  CHECK(footprint(find_estimator("softmax"), {"", {{"materialise", "true"}}}, inputs.f32, Precision::f32).heap >
        10 * far_below_map(Precision::f32));
}

TEST_CASE("reformer holds the buckets of one round, whatever their number", "[workspace][reformer]") {
  const auto sequence = gaussian_sequence({0, kShort, kShort, 4, 4}, 61, 0.3);
  const auto heap_of = [&](const char* hashes) {
    return footprint(find_estimator("reformer"), {"", {{"hashes", hashes}, {"buckets", "64"}}}, sequence,
                     Precision::f64)
        .heap;
  };
  constexpr double kNoiseOfRound = 8.0 * 4 * 32, kBucketsOfRound = 4.0 * 2 * kShort;
  CHECK(heap_of("68") - heap_of("4") <= 64 * (3 * kNoiseOfRound + kBucketsOfRound / 16));
}

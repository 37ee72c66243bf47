#include "bench/peaks.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>

#include "bench/machine.h"
#include "bench/peak_kernels.h"
#include "core/memory.h"
#include "cpu/parallel.h"
#include "cpu/vector_math.h"

namespace omega {

namespace {

constexpr int kPasses = 4, kMostPasses = 12;  // more while other programs are in the way
constexpr double kQuiet = 0.1;                // CPUs that others may use
constexpr int kRepeats = 8;
constexpr double kShortest = 2e-3;  // seconds of one repeat at least: thread start-up hardly matters, and many go undisturbed
constexpr Index kCached = 2048;     // floats in and out that stay in the first cache
constexpr Index kStep = 64;         // floats: a multiple of every vector and of a cache line
constexpr double kSmallestSet = 64 << 10, kLargestSet = 256 << 20;

double seconds_of(const std::function<void()>& body) {
  const auto start = std::chrono::steady_clock::now();
  body();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// What every thread does over and over; returns how much one call did.
using Work = std::function<double(int thread)>;

/// The highest rate per second at which `threads` threads do `work`. Called within as many threads.
double best_rate(int threads, const Work& work, const Progress& progress) {
  const auto time = [&](Index calls) {
    return seconds_of([&] {
      parallel_tiles(threads, 1, progress, [&](Range one) {
        for (Index i = 0; i < calls; ++i) work(static_cast<int>(one.begin));
      });
    });
  };
  const double amount = work(0) * threads;
  Index calls = 1;
  double fastest = time(calls);
  while (fastest < kShortest) fastest = time(calls *= 2);
  for (int repeat = 0; repeat < kRepeats; ++repeat) fastest = std::min(fastest, time(calls));
  return amount * static_cast<double>(calls) / fastest;
}

/// Every thread its own x, y and z.
struct Scratch {
  Buffer<float> numbers;
  Index each;

  Scratch(int threads, Index floats) : numbers(static_cast<std::size_t>(3 * floats * threads), 0.5F), each(floats) {}
  float* x(int thread) { return numbers.data() + 3 * each * thread; }
  float* y(int thread) { return x(thread) + each; }
  float* z(int thread) { return y(thread) + each; }
};

void measure_arithmetic(Peaks& peaks, Scratch& scratch, const Progress& progress) {
  const auto raise = [&](double& peak, const Work& work) { peak = std::max(peak, best_rate(peaks.threads, work, progress)); };
  raise(peaks.flops, [&](int t) { return peak_multiply_adds(4096, scratch.y(t)); });
  raise(peaks.exps, [&](int t) {
    peak_exp(scratch.x(t), kCached, scratch.y(t));
    return static_cast<double>(kCached);
  });
  raise(peaks.sincos, [&](int t) {
    peak_sine_cosine(scratch.x(t), kCached, scratch.y(t), scratch.z(t));
    return static_cast<double>(kCached);
  });
}

/// Four arrays, together `working_set`; every thread has its own stretch of each.
void measure_bandwidth(Bandwidth& bandwidth, int threads, Buffer<float>& arrays, const Progress& progress) {
  const auto all = static_cast<Index>(bandwidth.working_set / (4 * sizeof(float)));
  const Index each = std::max<Index>(all / threads / kStep, 1) * kStep;
  const Work work = [&](int t) {
    float* first = arrays.data() + 4 * each * t;
    peak_add_three(first, first + each, first + 2 * each, each, first + 3 * each);
    return static_cast<double>(4 * sizeof(float) * static_cast<std::size_t>(each));
  };
  bandwidth.bytes = std::max(bandwidth.bytes, best_rate(threads, work, progress));
}

}  // namespace

double Peaks::bandwidth_at(double working_set) const {
  OMEGA_ASSERT(!bandwidths.empty());
  if (working_set <= bandwidths.front().working_set) return bandwidths.front().bytes;
  for (std::size_t i = 1; i < bandwidths.size(); ++i) {
    const Bandwidth &below = bandwidths[i - 1], &above = bandwidths[i];
    if (working_set > above.working_set) continue;
    const double share = std::log(working_set / below.working_set) / std::log(above.working_set / below.working_set);
    return below.bytes + share * (above.bytes - below.bytes);
  }
  return bandwidths.back().bytes;
}

Peaks measure_peaks(int threads, const Progress& progress) {
  Peaks peaks;
  peaks.threads = threads;
  const double largest = std::clamp(static_cast<double>(memory::available_bytes()) / 4, kSmallestSet, kLargestSet);
  for (double set = kSmallestSet; set <= largest; set *= 2) peaks.bandwidths.push_back({set, 0});
  Scratch scratch(threads, kCached);
  // Numbers of ordinary size: sums of zeros would do, but denormal ones would not.
  const auto most = static_cast<std::size_t>(peaks.bandwidths.back().working_set / sizeof(float)) + static_cast<std::size_t>(4 * kStep * threads);
  Buffer<float> arrays(most, 0.25F);
  const OthersMeter others;
  const auto busy = [&] { return others.cpus().value_or(0) > kQuiet; };
  with_threads(threads, [&] {
    for (int pass = 0; pass < kPasses || (busy() && pass < kMostPasses); ++pass) {  // apart in time: a passing load spoils one pass only
      measure_arithmetic(peaks, scratch, progress);
      for (Bandwidth& bandwidth : peaks.bandwidths) measure_bandwidth(bandwidth, threads, arrays, progress);
      progress.report((pass + 1.0) / (busy() ? kMostPasses : std::max(kPasses, pass + 1)));
    }
  });
  progress.report(1);
  peaks.others_cpus = others.cpus();
  return peaks;
}

PeakOwner this_machine(const std::string& version) { return {processor_name(), vector_target(), version}; }

}  // namespace omega

#include "bench/peaks.h"

#include <algorithm>
#include <atomic>
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

constexpr int kPasses = 4, kMostPasses = 8;  // more while other programs are in the way
constexpr double kRecord = 20e-3;            // seconds that every thread works, and writes down how far it is
constexpr double kStep = 30e-6;              // between two entries, at least
constexpr double kStretch = 1e-3;            // the best stretch of this length counts
constexpr double kPatience = 10e-3;          // to wait until all threads are awake
constexpr Index kCached = 2048;              // floats in and out that stay in the first cache
constexpr Index kPiece = 1 << 14;            // floats of each array between two looks at the clock
constexpr Index kGrain = 64;                 // floats: a multiple of every vector and of a cache line
constexpr std::size_t kSmallestSet = 64 << 10, kLargestSet = 256 << 20;

using Clock = std::chrono::steady_clock;

/// The `count`-th of the pieces of work that a thread does over and over; returns how much it was.
using Work = std::function<double(int thread, Index count)>;

/// How much one thread had done, by the time.
struct Record {
  std::vector<double> times, amounts;

  void add(double time, double amount) {
    times.push_back(time);
    amounts.push_back(amount);
  }
  /// Between two entries by a straight line.
  double at(double time) const {
    const auto after = static_cast<std::size_t>(std::upper_bound(times.begin(), times.end(), time) - times.begin());
    if (after == 0) return 0;
    if (after == times.size()) return amounts.back();
    const double share = (time - times[after - 1]) / (times[after] - times[after - 1]);
    return amounts[after - 1] + share * (amounts[after] - amounts[after - 1]);
  }
};

void keep_record(Record& record, int thread, const Work& work, Clock::time_point origin) {
  double amount = 0;
  Index count = 0, burst = 1;  // between two looks at the clock, which takes its time as well
  const double start = seconds_since(origin);
  record.add(start, 0);
  for (double now = start; now < start + kRecord;) {
    for (Index i = 0; i < burst; ++i) amount += work(thread, count++);
    now = seconds_since(origin);
    if (now < record.times.back() + kStep)
      burst *= 2;
    else
      record.add(now, amount);
  }
}

/// The highest rate per second that all threads together held for kStretch. A thread that is interrupted, or not awake
/// yet, spoils its stretch and no other: on a busy machine some are still undisturbed. Called within as many threads.
double best_rate(int threads, const Work& work, const Progress& progress) {
  std::vector<Record> records(static_cast<std::size_t>(threads));
  std::atomic<int> awake{0};
  const auto origin = Clock::now();
  parallel_tiles(threads, 1, progress, [&](Range one) {
    const OnOneCpu place(static_cast<int>(one.begin));
    ++awake;
    for (const auto came = Clock::now(); awake < threads && seconds_since(came) < kPatience;) continue;
    keep_record(records[static_cast<std::size_t>(one.begin)], static_cast<int>(one.begin), work, origin);
  });
  double best = 0;
  for (const Record& first : records)
    for (const double start : first.times) {
      double amount = 0;
      for (const Record& record : records) amount += record.at(start + kStretch) - record.at(start);
      best = std::max(best, amount / kStretch);
    }
  return best;
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
  const auto raise = [&](double& peak, const Work& work) {
    peak = std::max(peak, best_rate(peaks.threads, work, progress));
  };
  raise(peaks.flops, [&](int t, Index) { return peak_multiply_adds(4096, scratch.y(t)); });
  raise(peaks.exps, [&](int t, Index) {
    peak_exp(scratch.x(t), kCached, scratch.y(t));
    return static_cast<double>(kCached);
  });
  raise(peaks.sincos, [&](int t, Index) {
    peak_sine_cosine(scratch.x(t), kCached, scratch.y(t), scratch.z(t));
    return static_cast<double>(kCached);
  });
}

/// Four arrays, together `working_set`; every thread has its own stretch of each and goes through it piece by piece.
void measure_bandwidth(Bandwidth& bandwidth, int threads, Buffer<float>& arrays, const Progress& progress) {
  const auto all = static_cast<Index>(bandwidth.working_set / (4 * sizeof(float)));
  const Index each = std::max<Index>(all / threads / kGrain, 1) * kGrain, pieces = (each + kPiece - 1) / kPiece;
  const Work work = [&](int t, Index count) {
    float* const own = arrays.data() + 4 * each * t;
    const Index first = count % pieces * kPiece, length = std::min(kPiece, each - first);
    peak_add_three(own + first, own + each + first, own + 2 * each + first, length, own + 3 * each + first);
    return static_cast<double>(4 * sizeof(float) * static_cast<std::size_t>(length));
  };
  // What the caches still hold of other sizes must go.
  parallel_tiles(threads, 1, progress, [&](Range one) {
    const OnOneCpu place(static_cast<int>(one.begin));
    for (Index piece = 0; piece < pieces; ++piece) work(static_cast<int>(one.begin), piece);
  });
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
  const std::size_t largest = std::clamp(memory::available_bytes() / 4, kSmallestSet, kLargestSet);
  for (std::size_t set = kSmallestSet; set <= largest; set *= 2)
    peaks.bandwidths.push_back({static_cast<double>(set), 0});
  Scratch scratch(threads, kCached);
  // Numbers of ordinary size: sums of zeros would do, but denormal ones would not.
  const auto most = static_cast<std::size_t>(peaks.bandwidths.back().working_set / sizeof(float)) +
                    static_cast<std::size_t>(4 * kGrain * threads);
  Buffer<float> arrays(most, 0.25F);
  const OthersMeter others;
  const auto busy = [&] { return others.cpus().value_or(0) > kQuietCpus; };
  with_threads(threads, [&] {
    for (int pass = 0; pass < kPasses || (busy() && pass < kMostPasses);
         ++pass) {  // apart in time: a passing load spoils one pass only
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

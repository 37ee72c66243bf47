#include "bench/peak_cache.h"

#include <catch2/catch.hpp>

#include "support/folder.h"

using namespace omega;
using namespace omega::test;

namespace {

const PeakOwner kOwner{"A processor", "AVX", "1.0"};

struct Measured {
  int count = 0;
  PeakCache::Measure measure() {
    return [this](int threads) {
      ++count;
      Peaks peaks;
      peaks.threads = threads;
      peaks.flops = 1e9 * threads;
      peaks.exps = 2e8 / 3;
      peaks.sincos = 1e8;
      peaks.bandwidths = {{1024, 3e9}, {2048, 1e9 / 3}};
      return peaks;
    };
  }
};

bool any_note(const PeakCache& cache, const std::string& word) {
  for (const std::string& note : cache.notes())
    if (note.find(word) != std::string::npos) return true;
  return false;
}

}  // namespace

TEST_CASE("peaks are measured once and kept to the last digit", "[bench]") {
  const Folder folder;
  const std::filesystem::path file = folder / "deep/er/peaks.json";
  Measured measured;
  PeakCache first(file, kOwner, measured.measure());
  CHECK(first.of(1).flops == 1e9);
  CHECK(first.of(2).flops == 2e9);
  CHECK(first.of(1).flops == 1e9);
  CHECK(measured.count == 2);
  CHECK(any_note(first, "measured now"));

  PeakCache second(file, kOwner, measured.measure());
  CHECK(second.of(2).exps == 2e8 / 3);
  CHECK(second.of(2).bandwidths.at(1).bytes == 1e9 / 3);
  CHECK(measured.count == 2);
  CHECK(second.notes().empty());
  second.again(2);
  CHECK(measured.count == 3);
  CHECK(PeakCache(file, kOwner, measured.measure()).of(1).flops == 1e9);  // those of the other count stay
  CHECK(measured.count == 3);
}

TEST_CASE("another processor, instruction set or version has its own peaks", "[bench]") {
  const Folder folder;
  const std::filesystem::path file = folder / "peaks.json";
  Measured measured;
  PeakCache(file, kOwner, measured.measure()).of(1);
  for (const PeakOwner& other : {PeakOwner{"B", "AVX", "1.0"}, PeakOwner{"A processor", "SSE2", "1.0"},
                                 PeakOwner{"A processor", "AVX", "1.1"}}) {
    const int before = measured.count;
    PeakCache(file, other, measured.measure()).of(1);
    CHECK(measured.count == before + 1);
    PeakCache(file, other, measured.measure()).of(1);
    CHECK(measured.count == before + 1);
  }
  PeakCache(file, kOwner, measured.measure()).of(1);
  CHECK(measured.count == 4);
}

TEST_CASE("a broken cache is measured again, said and mended", "[bench]") {
  const Folder folder;
  const std::filesystem::path file = folder / "peaks.json";
  Measured measured;
  PeakCache(file, kOwner, measured.measure()).of(1);
  const std::string good = bytes_of(file);
  const auto with = [&](const std::string& from, const std::string& to) {
    return std::string(good).replace(good.find(from), from.size(), to);
  };
  for (const std::string& text :
       {std::string(), std::string("{"), std::string("[]"), std::string("{\"machines\": 3}"),
        good.substr(0, good.size() / 2), with("1000000000.0", "-1"), with("1000000000.0", "\"fast\""),
        with("\"exps\"", "\"expts\""), with("2048.0", "512.0")}) {
    INFO(text);
    folder.write("peaks.json", text);
    const int before = measured.count;
    PeakCache cache(file, kOwner, measured.measure());
    CHECK(cache.of(1).flops == 1e9);
    CHECK(measured.count == before + 1);
    CHECK(any_note(cache, "cannot be read"));
    PeakCache mended(file, kOwner, measured.measure());
    mended.of(1);
    CHECK(mended.notes().empty());
  }
}

TEST_CASE("a cache that cannot be written is no error", "[bench]") {
  const Folder folder;
  folder.write("file", "not a folder");
  Measured measured;
  for (const std::filesystem::path& file :
       {(folder / "file/peaks.json"), std::filesystem::path("/proc/nope/peaks.json"), std::filesystem::path()}) {
    PeakCache cache(file, kOwner, measured.measure());
    CHECK(cache.of(1).flops == 1e9);
    CHECK(any_note(cache, "cannot be kept"));
    CHECK_FALSE(any_note(cache, "filesystem error"));
  }
  CHECK(bytes_of(folder / "file") == "not a folder");
}

TEST_CASE("peaks measured beside other programs are kept, and said to be", "[bench]") {
  const Folder folder;
  Measured measured;
  const auto busy = [&](int threads) {
    Peaks peaks = measured.measure()(threads);
    peaks.others_cpus = 0.76;
    return peaks;
  };
  CHECK(any_note(PeakCache(folder / "peaks.json", kOwner, busy), "using 0.8 CPUs") == false);  // nothing asked for yet
  for (int run = 0; run < 2; ++run) {
    PeakCache cache(folder / "peaks.json", kOwner, busy);
    cache.of(1);
    CHECK(any_note(cache, "using 0.8 CPUs"));
  }
  CHECK(measured.count == 1);
  const auto one = [&](int threads) {
    Peaks peaks = busy(threads);
    peaks.others_cpus = 1.04;
    return peaks;
  };
  PeakCache cache(folder / "one.json", kOwner, one);
  cache.of(1);
  CHECK(any_note(cache, "using 1 CPU while"));
}

// The ordinary test run's share of fuzzing: the whole seed corpus through every reader, and some thousand mutations,
// so that it needs no fuzzing compiler. The seed is that of the run: the same one makes the same files.
#include <catch2/catch.hpp>
#include <fstream>
#include <iterator>
#include <random>

#include "core/text.h"
#include "fuzz/corpus.h"
#include "fuzz/fuzz_lesson.h"
#include "fuzz/fuzz_reader.h"
#include "io/reader.h"
#include "support/sanitized.h"
#include "support/seed.h"

using namespace omega;
using namespace omega::test;

namespace {

#ifdef OMEGA_SANITIZED
constexpr int kRuns = 1000;
#else
constexpr int kRuns = 10000;
#endif

void feed(const std::string& reader, const std::string& bytes) {
  if (reader == "lesson") return fuzz_lesson(bytes);
  fuzz_reader(reader, std::as_bytes(std::span(bytes)));
}

bool can_be_read(const Reader& reader, const std::string& bytes) {
  try {
    reader.read(InputFile::in_memory("seed" + reader.extensions.front(), std::as_bytes(std::span(bytes))), {});
    return true;
  } catch (const Error&) {
    return false;
  }
}

/// Flips, overwrites, cuts and copies: what finds most bugs in parsers.
std::string mutated(std::string bytes, std::mt19937& random) {
  const auto below = [&](std::size_t n) { return n == 0 ? 0 : random() % n; };
  for (std::size_t change = below(4) + 1; change > 0; --change) {
    const std::size_t at = below(bytes.size());
    if (bytes.empty()) return bytes;
    switch (below(6)) {
      case 0: bytes[at] = static_cast<char>(bytes[at] ^ 1 << below(8)); break;
      case 1: bytes[at] = static_cast<char>(below(256)); break;
      case 2: bytes[at] = "\0\xff\x7f\x80"[below(4)]; break;
      case 3: bytes.resize(at); break;
      case 4: bytes.insert(at, bytes.substr(below(bytes.size()), below(16))); break;
      default: bytes.erase(at, below(16)); break;
    }
  }
  return bytes;
}

}  // namespace

TEST_CASE("every format has a seed that can be read, broken files, and a program that fuzzes it", "[fuzz]") {
  std::ifstream file(OMEGA_SOURCE_DIR "/tests/fuzz/CMakeLists.txt");
  const std::string build{std::istreambuf_iterator<char>(file), {}}, list = "foreach(reader ";
  const std::size_t from = build.find(list) + list.size();
  REQUIRE(from > list.size());
  const std::vector<std::string> fuzzed = split(build.substr(from, build.find(')', from) - from), " ");
  for (const Reader& reader : readers()) {
    INFO(reader.name << ": seeds are in tests/fuzz/corpus.cpp, broken files in tests/io/hostile_*.cpp, the programs in "
                        "tests/fuzz/CMakeLists.txt");
    int sound = 0, broken = 0;
    for (const Seed& seed : seed_corpus())
      if (seed.reader == reader.name) ++(can_be_read(reader, seed.bytes) ? sound : broken);
    CHECK(sound > 0);
    CHECK(broken > 0);
    CHECK(is_among(fuzzed, reader.name));
  }
}

TEST_CASE("the seed corpus goes through every reader without a crash", "[fuzz]") {
  for (const Seed& seed : seed_corpus()) {
    INFO("a file for " << seed.reader << " of " << seed.bytes.size() << " bytes");
    for (const Reader& reader : readers()) REQUIRE_NOTHROW(feed(reader.name, seed.bytes));
    REQUIRE_NOTHROW(feed("lesson", seed.bytes));
  }
}

TEST_CASE("mutated files of every format do not crash a reader", "[fuzz]") {
  const auto seeds = seed_corpus();
  std::mt19937 random(test_seed(20));
  for (int run = 0; run < kRuns; ++run) {
    const Seed& seed = seeds[random() % seeds.size()];
    INFO("run " << run << ", a file for " << seed.reader);
    REQUIRE_NOTHROW(feed(seed.reader, mutated(seed.bytes, random)));
  }
}

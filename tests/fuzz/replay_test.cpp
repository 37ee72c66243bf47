// The ordinary test run's share of fuzzing: the whole seed corpus through every reader, and a few seconds of mutations
// with a seed, so that it needs no fuzzing compiler and always does the same.
#include <catch2/catch.hpp>
#include <chrono>
#include <random>

#include "fuzz/corpus.h"
#include "fuzz/fuzz_lesson.h"
#include "fuzz/fuzz_reader.h"
#include "io/reader.h"
#include "support/seed.h"

using namespace omega;
using namespace omega::test;

namespace {

void feed(const std::string& reader, const std::string& bytes) {
  if (reader == "lesson") return fuzz_lesson(bytes);
  fuzz_reader(reader, std::as_bytes(std::span(bytes)));
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

TEST_CASE("the seed corpus goes through every reader without a crash", "[fuzz]") {
  for (const Seed& seed : seed_corpus()) {
    for (const Reader& reader : readers()) feed(reader.name, seed.bytes);
    feed("lesson", seed.bytes);
  }
  SUCCEED();
}

TEST_CASE("mutated files of every format do not crash a reader", "[fuzz]") {
  const auto seeds = seed_corpus();
  std::mt19937 random(test_seed(20));
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(3);
  std::size_t runs = 0;
  for (; std::chrono::steady_clock::now() < end && runs < 20000; ++runs) {
    const Seed& seed = seeds[random() % seeds.size()];
    feed(seed.reader, mutated(seed.bytes, random));
  }
  INFO(runs << " runs");
  CHECK(runs > 100);
}

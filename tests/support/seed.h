// Seeds of randomised tests: fixed, so that a failure repeats, unless OMEGASCOPE_TEST_SEED rotates them all (the soak
// of test.sh --full does, and prints it). Tests that use it carry the ctest label `randomised`.
#pragma once

#include <cstdint>
#include <cstdlib>

namespace omega {

inline std::uint64_t test_seed(std::uint64_t fixed) {
  const char* rotation = std::getenv("OMEGASCOPE_TEST_SEED");
  return rotation == nullptr ? fixed : fixed + 0x9E3779B97F4A7C15u * std::strtoull(rotation, nullptr, 10);
}

}  // namespace omega

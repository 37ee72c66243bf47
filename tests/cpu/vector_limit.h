// The sets of vector instructions, each in turn; what stood before comes back at the end.
#pragma once

#include <array>
#include <cstdlib>

#include "cpu/vector_math.h"

namespace omega::test {

constexpr std::array kVectorTargets = {"sse2", "ssse3", "avx2", "avx512"};

struct VectorLimit {
  explicit VectorLimit(const char* name) { limit_vector_target(name); }
  VectorLimit(const VectorLimit&) = delete;
  ~VectorLimit() { limit_vector_target(std::getenv(kVectorTargetVariable)); }
};

template <class Body>
void with_every_target(const Body& body) {
  for (const char* name : kVectorTargets) {
    const VectorLimit limit(name);
    body();
  }
}

}  // namespace omega::test

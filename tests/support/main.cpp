// Catch2's own main, but for the vector instructions: tests run under the same limit as the programs.
#define CATCH_CONFIG_RUNNER
#include <catch2/catch.hpp>
#include <cstdlib>

#include "cpu/vector_math.h"

int main(int count, char** words) {
  omega::limit_vector_target(std::getenv(omega::kVectorTargetVariable));
  return Catch::Session().run(count, words);
}

// Catch2's own main, but for the vector instructions: tests run under the same limit as the programs; and for the CUDA
// device, which has its own tests: all others are about the CPU.
#include <cstdlib>

#include "cpu/vector_math.h"
#include "support/session.h"

int main(int count, char** words) {
  setenv("OMEGASCOPE_CUDA_MODULE", "", 0);
  omega::limit_vector_target(std::getenv(omega::kVectorTargetVariable));
  return omega::test::run_session(count, words);
}

// Catch2's own main with two additions: the tests obey the same limit of vector instructions as the programs, and use
// no CUDA device unless OMEGASCOPE_CUDA_MODULE is set before.
#include <cstdlib>

#include "cpu/vector_math.h"
#include "support/session.h"

int main(int count, char** words) {
  setenv("OMEGASCOPE_CUDA_MODULE", "", 0);
  omega::limit_vector_target(std::getenv(omega::kVectorTargetVariable));
  return omega::test::run_session(count, words);
}

#include "about/about.h"

#include "commit.h"
#include "cpu/vector_math.h"
#include "cuda/device_text.h"

namespace omega {

const char* program_version() { return OMEGA_VERSION; }

const char* program_commit() { return OMEGA_COMMIT; }

const char* program_compiler() {
#ifdef __clang__
  return "Clang " __clang_version__;
#else
  return "GCC " __VERSION__;
#endif
}

std::string version_text(const std::string& name) {
  return name + " " + program_version() + "\nCommit:   " + program_commit() + "\nCompiler: " + program_compiler() +
         "\nVectors:  " + vector_target() + "\nCUDA:     " + cuda::device_text() + "\n";
}

}  // namespace omega

// What a program says of itself, to be copied into a report: which one it is, and what it was built from and with.
#pragma once

#include <string>

namespace omega {

/// "0.1.0": the version of project() in CMakeLists.txt, and the only one there is.
const char* program_version();

/// The commit that was checked out when the program was built, "unknown" where the sources came without git. Changes
/// beyond it are not told.
const char* program_commit();

/// "GCC 12.2.0".
const char* program_compiler();

/// What --version of the program `name` prints: these, the vector instructions in use, and the CUDA device or why there
/// is none.
std::string version_text(const std::string& name);

}  // namespace omega

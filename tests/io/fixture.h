// The stored files that these tests read, and arrays of files.
#pragma once

#include <filesystem>
#include <string>

#include "io/npy.h"

namespace omega::test {

inline std::filesystem::path fixture(const std::string& name) {
  return std::filesystem::path(OMEGA_SOURCE_DIR) / "tests/io/fixtures" / name;
}

inline Array npy_of(const InputFile& file) {
  FileStream stream(file);
  return read_npy({file, "", stream, file.size()});
}
inline Array npy_of(const std::filesystem::path& path) { return npy_of(InputFile::open(path)); }

}  // namespace omega::test

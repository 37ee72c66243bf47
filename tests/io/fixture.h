// The stored files that these tests read.
#pragma once

#include <filesystem>
#include <string>

namespace omega::test {

inline std::filesystem::path fixture(const std::string& name) {
  return std::filesystem::path(OMEGA_SOURCE_DIR) / "tests/io/fixtures" / name;
}

}  // namespace omega::test

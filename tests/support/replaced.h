// A text with one change.
#pragma once

#include <catch2/catch.hpp>
#include <string>

namespace omega::test {

inline std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  INFO(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

}  // namespace omega::test

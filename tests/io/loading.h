// Bytes as a file that is loaded, and what was said of it.
#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/text.h"
#include "io/reader.h"

namespace omega::test {

inline ReadOptions options_of(const std::vector<std::pair<std::string, std::string>>& options) {
  ReadOptions set;
  for (const auto& [option, value] : options) set.set(option, value);
  return set;
}

inline Loaded load(const std::string& name, const std::string& bytes,
                   const std::vector<std::pair<std::string, std::string>>& options = {}) {
  return load_sequence(InputFile::in_memory(name, std::as_bytes(std::span(bytes))), options_of(options));
}

inline std::string said(const Loaded& loaded) { return join(loaded.contents.said, "; "); }

}  // namespace omega::test

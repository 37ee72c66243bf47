// Calls of the built command, as a shell would make them.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/array.h"
#include "support/folder.h"

namespace omega::test {

using Json = nlohmann::json;
using Words = std::vector<std::string>;

struct Outcome {
  int exit_code = -1;  // −signal where a signal ended it that it did not hear: a shell says 128 + signal of both
  std::string out, err;

  bool is_one_line() const;  // of err
};

Outcome call(const Words& words);
/// The call must go well and say nothing on standard error.
std::string output_of(const Words& words);
Json json_of(Words words);

/// Writes Q, K, V of gaussian noise, N×D and M×D.
std::string sequence_in(const Folder& folder, const std::string& name, Index tokens, Index keys, Index dim);

}  // namespace omega::test

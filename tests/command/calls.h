// Calls of the built command, as a shell would make them, and a folder to make them in.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/array.h"

namespace omega::test {

using Json = nlohmann::json;
using Words = std::vector<std::string>;

struct Outcome {
  int exit_code = -1;
  std::string out, err;

  bool is_one_line() const;  // of err
};

Outcome call(const Words& words);
/// The call must go well and say nothing on standard error.
std::string output_of(const Words& words);
Json json_of(Words words);

/// Starts a call, sends `signal` after some milliseconds, and waits.
Outcome interrupted_call(const Words& words, int signal, int after_ms);

/// Removed with all that is in it.
class Folder {
 public:
  Folder();
  Folder(const Folder&) = delete;
  ~Folder();

  std::string file(const std::string& name) const { return (path_ / name).string(); }
  /// Writes Q, K, V of gaussian noise, N×D and M×D.
  std::string sequence(const std::string& name, Index tokens, Index keys, Index dim) const;
  std::size_t count() const;

 private:
  std::filesystem::path path_;
};

std::string bytes_of(const std::string& path);

}  // namespace omega::test

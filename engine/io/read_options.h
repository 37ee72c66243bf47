// ReadOptions: what a user can say about how a file becomes q, k and v. An option is a field of it and a line of the
// table read_option_specs(): the command's options and help, what is stored, and the check of which format understands
// which, come from that line.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "core/matrix.h"

namespace omega {

enum class TextTokens { words, bytes };

class ReadOptions {
 public:
  /// Checks and stores one option; a switch takes "true". Throws Error::input naming option, value and what is allowed.
  void set(const std::string& name, const std::string& text);
  bool given(const std::string& name) const { return given_.count(name) != 0; }
  const std::set<std::string>& all_given() const { return given_; }
  /// Whether they tell which arrays of the file are read.
  bool name_arrays() const { return given("q") || given("k") || given("v") || given("qkv"); }

  std::optional<Index> layer, head, heads, kv_heads, dim, patch, max_tokens;
  std::string q, k, v, qkv;  // names of arrays in the file
  TextTokens tokens = TextTokens::words;
  std::uint32_t embedding_seed = 0;
  bool alike = false;  // q, k and v are all the one array
  bool allow_nonfinite = false;
  bool zero_nonfinite = false;

 private:
  std::set<std::string> given_;
};

/// What the help of `layer` says is read without it; a command that reads others says so.
constexpr const char* kFirstLayer = "the first there is";

struct ReadOptionSpec {
  struct Number {
    std::optional<Index> ReadOptions::*field;
    std::int64_t least, most;
  };
  std::string name;   // without the dashes: "layer"
  std::string value;  // what follows it: "N", "NAME", "words|bytes"; empty for a switch
  std::string help;   // one plain sentence
  /// Where it is stored; that tells how it is read.
  std::variant<Number, std::string ReadOptions::*, bool ReadOptions::*, std::uint32_t ReadOptions::*,
               TextTokens ReadOptions::*>
      place;
};
const std::vector<ReadOptionSpec>& read_option_specs();

}  // namespace omega

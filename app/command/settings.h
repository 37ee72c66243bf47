// The options that every subcommand understands, before or after its name.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/options.h"
#include "core/request.h"

namespace omega::command {

constexpr std::int64_t kMostThreads = 1024;

struct Settings {
  int threads = 0;  // 0: all
  Precision precision = Precision::f32;
  Backend backend = Backend::automatic;
  bool json = false;
  bool quiet = false;
};

/// The same as the words of the command line.
struct SettingWords {
  std::string threads = "0", precision = "f32", backend = "auto";
  bool json = false, quiet = false;

  Settings checked() const;
};

// Words to values. Each throws one sentence naming `option`, what was given and what is allowed.
std::int64_t whole_number(const std::string& option, const std::string& text, std::int64_t minimum,
                          std::int64_t maximum);
std::uint32_t seed_number(const std::string& option, const std::string& text);
/// "a,b" to words; empty words and words given twice are errors. `allowed` says which words there are.
std::vector<std::string> comma_list(const std::string& option, const std::string& text,
                                    const std::string& allowed = "such as a,b");
/// "name=value" to its two sides.
std::pair<std::string, std::string> assignment(const std::string& option, const std::string& text);
void require(bool is_given, const std::string& subcommand, const std::string& option_and_value);

std::string precision_name(Precision precision);

}  // namespace omega::command

// The options that every subcommand understands, before or after its name.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "core/options.h"
#include "core/request.h"
#include "core/words.h"
#include "json_text.h"

namespace omega::command {

constexpr std::int64_t kMostThreads = 1024;

/// What a subcommand found: for people, and for programs.
struct Answer {
  std::string text, json;
};

struct Settings {
  int threads = 0;  // 0: all
  Precision precision = Precision::f32;
  Backend backend = Backend::automatic;
  bool json = false;
  bool quiet = false;
  std::vector<std::string> synopsis;         // of the subcommand
  std::map<std::string, std::string> given;  // what else: "--seed" or "STUDY", and the last of its values
  Answer* answer = nullptr;                  // where both go in place of standard output, when another program asks
};

/// The same as the words of the command line.
struct SettingWords {
  std::string threads = "0", precision = "f32", backend = "auto";
  bool json = false, quiet = false;

  Settings checked() const;
};

/// With what would steer a terminal escaped, all but tabs and line ends: a file may have said it.
std::string for_terminal(const std::string& text);

/// What a subcommand was asked for, in the form that was asked for.
void show(const Settings& settings, const std::function<std::string()>& text, const std::function<Json()>& json);
/// The same of what --quiet leaves out for people.
void sum_up(const Settings& settings, const std::function<std::string()>& text, const std::function<Json()>& json);

void require(bool is_given, const std::string& subcommand, const std::string& option_and_value);

std::string precision_name(Precision precision);

}  // namespace omega::command

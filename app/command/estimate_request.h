// One estimate, as a command line or another program says it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/request.h"
#include "input.h"
#include "settings.h"

namespace omega::command {

struct EstimateWords {
  InputWords input;
  std::string method, output, seed = "0", draw = "0";
  std::optional<std::string> want;
  std::vector<std::string> options;  // "landmarks=64"
};

Request request_of(const EstimateWords& words, const Settings& settings, const Input& input);

}  // namespace omega::command

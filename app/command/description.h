// The description of an estimator as text and as JSON.
#pragma once

#include <string>
#include <vector>

#include "core/info.h"
#include "json_text.h"

namespace omega::command {

std::string description_text(const EstimatorInfo& info);
Json description_json(const EstimatorInfo& info);

/// An array or an output, and the options under which it exists: empty for the defaults, else "proposals=given".
template <class Spec>
struct Conditional {
  Spec spec;
  std::string shape;  // in symbols
  std::string condition;
};

/// Over the defaults and over every value of every choice and switch, one at a time.
std::vector<Conditional<ArraySpec>> all_arrays(const EstimatorInfo& info);
std::vector<Conditional<OutputSpec>> all_outputs(const EstimatorInfo& info);

}  // namespace omega::command

// The golden cases of the specification: inputs, options, expected outputs, and the tolerance each output is held to.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/array.h"
#include "core/options.h"

namespace omega::test {

struct GoldenCase {
  std::string name, file, method;
  Options::Given options;
  std::vector<std::string> inputs, outputs;
  std::map<std::string, std::optional<double>> tolerance_f32, tolerance_f64;  // by output; nothing: not compared
  Arrays arrays;

  Arrays given() const;  // the inputs beside Q, K, V
};

/// All cases, or those whose name starts with the environment variable OMEGA_GOLDEN.
std::vector<GoldenCase> golden_cases();

/// ‖got − expected‖ / ‖expected‖ (Frobenius), or ‖got − expected‖ where nothing else than 0 is expected; infinite where
/// shapes or non-finite entries differ.
double relative_error(const Array& got, const Array& expected);

std::string golden_folder();

}  // namespace omega::test

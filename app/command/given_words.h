// Arrays as words of the command line: mu=[[0.5,1],[2,-1]].
#pragma once

#include <string>
#include <utility>

#include "core/array.h"

namespace omega::command {

/// "mu=[[0.5,1],[2,-1]]" to its name and an array of the shape of its brackets. Throws one sentence that names
/// `option`.
std::pair<std::string, Array> given_array(const std::string& option, const std::string& words);

}  // namespace omega::command

// The table of all estimators. Adding one: its pair of files, a line in registry.cpp, a line in CMakeLists.txt.
#pragma once

#include <string>
#include <vector>

#include "core/estimator.h"

namespace omega {

const std::vector<Estimator>& estimators();
/// Throws Error::input naming the method and those there are.
const Estimator& find_estimator(const std::string& name);

}  // namespace omega

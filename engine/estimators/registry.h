// The table of all estimators. Adding one: its file, a line in methods.h, in registry.cpp and in CMakeLists.txt.
#pragma once

#include <string>
#include <vector>

#include "core/estimator.h"

namespace omega {

const std::vector<Estimator>& estimators();
/// Throws Error::input naming the method and those there are.
const Estimator& find_estimator(const std::string& name);

}  // namespace omega

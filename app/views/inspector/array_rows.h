// Single rows and entries of a result's arrays; empty where there is none.
#pragma once

#include <vector>

#include "core/array.h"

namespace omegascope {

/// One row of the flattened leading axes.
std::vector<double> shownRow(const omega::Array& array, omega::Index row);
std::vector<double> shownElement(const omega::Array& array, omega::Index row, omega::Index column);
std::vector<double> shownEntry(const std::vector<double>& values, omega::Index index);

}  // namespace omegascope

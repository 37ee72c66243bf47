// Rows of the engine's arrays as doubles, and back to flat lists: what work on one head needs again and again.
#pragma once

#include <vector>

#include "core/matrix.h"
#include "core/result.h"

namespace omegascope {

/// Some rows, multiplied by a factor.
omega::Matrix<double> rowsOf(const omega::Array& array, omega::Index first, omega::Index count, double factor = 1);
/// One row of the flattened leading axes; empty where there is none.
std::vector<double> rowOf(const omega::Array& array, omega::Index row);
/// Where `row` is in an array that may have a table for each query, `query` saying whose; −1: it has none.
omega::Index ownRow(const omega::Array& array, omega::Index row, omega::Index query);
std::vector<double> flat(const omega::Matrix<double>& coordinates);

/// The card's samples that a query in that row uses: its own in ra, all elsewhere.
omega::Matrix<double> samplesOf(const omega::Result& result, omega::Index row);

}  // namespace omegascope

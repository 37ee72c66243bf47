// Medians and quantiles of a few numbers.
#pragma once

#include <vector>

namespace omega {

double median(std::vector<double> values);

/// The value below which the share `q` of the sorted values lies, between two neighbours by a straight line.
double quantile(const std::vector<double>& sorted, double q);

}  // namespace omega

// What the heads of a model say about estimators, in sentences: which heads are easy for which, and why.
#pragma once

#include <string>
#include <vector>

#include "heads/measure.h"

namespace omega::heads {

/// Rank correlation (Spearman's): +1 where one rises with the other; equal values share their rank. 0 where one of them
/// is the same everywhere.
double rank_correlation(const std::vector<double>& x, const std::vector<double>& y);

/// `target`: an error that is small enough. Says nothing of methods that were measured on fewer than three heads, and
/// gives no reasons on fewer than five.
std::vector<std::string> said_of(const std::vector<Head>& heads, const std::vector<Method>& methods, double target);

}  // namespace omega::heads

// How far one estimate is from softmax attention (specification, section 1).
#pragma once

#include "diagnostics/query_sample.h"

namespace omega {

struct ErrorMetrics {
  double mse = 0;      // mean over queries, output dimensions and heads of (y − y_softmax)²
  double max_abs = 0;  // the largest |y − y_softmax|
  double cosine = 0;   // of the angle between y and y_softmax, each taken as one vector
  // Where these are of a sample of queries: how many of each head, the standard error that this gives to mse, the share
  // of it that a few of them make, and whether that is much.
  Index queries = 0;
  double mse_error = 0;
  double share_of_few = 0;
  bool rests_on_few = false;
};

/// Throws Error::input where the shapes differ. Values that are not finite make the metrics not finite.
ErrorMetrics error_metrics(const Array& y, const Array& y_softmax);
/// `y` of all queries, or of the sampled ones alone; max_abs is the largest among these.
ErrorMetrics error_metrics(const Array& y, const Truth& truth);

}  // namespace omega

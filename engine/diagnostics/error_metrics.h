// How far one estimate is from softmax attention (specification, section 1).
#pragma once

#include "core/array.h"

namespace omega {

struct ErrorMetrics {
  double mse = 0;      // mean over queries, output dimensions and heads of (y − y_softmax)²
  double max_abs = 0;  // the largest |y − y_softmax|
  double cosine = 0;   // of the angle between y and y_softmax, each taken as one vector
};

/// Throws Error::input where the shapes differ. Values that are not finite make the metrics not finite.
ErrorMetrics error_metrics(const Array& y, const Array& y_softmax);

}  // namespace omega

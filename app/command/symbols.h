// Shapes in symbols: an estimator gives the shapes of its arrays as numbers for a concrete problem; for an example whose
// sizes are all different, each number is turned back into the size or option it came from.
#pragma once

#include <string>

#include "core/info.h"

namespace omega::command {

/// The example: primes, so that no product or rounded size looks like one of them.
Sizes example_sizes();

/// "samples x D"; what belongs to neither a size nor an option stays a number. "number" for rank 0.
std::string symbolic_shape(const Shape& shape, const Options& options);

}  // namespace omega::command

// What the shapes of q, k and v must fulfil, before there are any numbers.
#pragma once

#include "core/sequence.h"

namespace omega {

/// Throws Error::input where they do not go together.
Sizes checked_sizes(const Shape& q, const Shape& k, const Shape& v);

}  // namespace omega

// Whether numbers stay in the range of the working precision, before a run and after it: what leaves it must never
// become a result without a word.
#pragma once

#include <cstdint>
#include <string>

#include "core/estimator.h"
#include "core/request.h"

namespace omega {

/// Throws Error::input where a value that is finite as it is stored is not so in `precision`.
void check_range(const std::string& name, const Array& array, Precision precision);

/// Throws Error::input where Q, K or V, or their logits, leave the range of the request's precision.
void check_inputs(const Request& request, double scale);

/// Whether one head of y holds neither infinity nor NaN: asked as soon as the head is computed, while the caches still
/// hold much of it.
bool is_finite(const Array& y, Index head, Index heads, const Progress& progress);

/// Throws Error::failure where y is not finite though its inputs are. The definitions keep what a denominator ≤ 0
/// gives, which is ±∞ in all of a row where it is 0: `nonpositive` says how many there were.
void check_finite(const Request& request, const Array& y, std::int64_t nonpositive);

/// The same for any other output, but for what its own definition lets be infinite.
void check_finite(const Request& request, const OutputSpec& output, const Array& array, std::int64_t nonpositive,
                  const Progress& progress);

}  // namespace omega

// Loops that do one thing as fast as this machine can: what a peak is measured with. SIMD is chosen at run time as in
// engine/cpu. They are not the engine's own loops on purpose: a floor that moved with the engine's speed would say
// nothing.
#pragma once

#include "core/matrix.h"

namespace omega {

/// `rounds` rounds of multiply-adds that stay in registers; `result` only keeps them from being left out.
/// Returns the floating-point operations done, a multiply-add being two.
double peak_multiply_adds(Index rounds, float* result);

/// y = exp x for |x| ≤ 80, with a relative error below 2e-7: enough for float, and nothing for the ends of its range.
/// `count` is a multiple of 64, as below.
void peak_exp(const float* x, Index count, float* y);

/// Sine and cosine for |x| ≤ 100, with an error below 2e-7.
void peak_sine_cosine(const float* x, Index count, float* sine, float* cosine);

/// y = a + b + c: three numbers read for one written, as attention reads q, k, v and writes y.
void peak_add_three(const float* a, const float* b, const float* c, Index count, float* y);

/// float32 numbers in one register of the instruction set in use.
Index vector_lanes();

}  // namespace omega

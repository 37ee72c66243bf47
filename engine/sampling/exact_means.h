// Means of segments of the scaled queries or keys, in double and from the input as it was stored: for discrete choices,
// which must not depend on the working precision.
#pragma once

#include "core/call.h"
#include "math/segments.h"

namespace omega {

template <class T>
Matrix<double> exact_query_means(const Call<T>& call, const std::vector<Runs>& segments);
template <class T>
Matrix<double> exact_key_means(const Call<T>& call, const std::vector<Runs>& segments);

}  // namespace omega

#include "diagnostics/ess.h"

#include <cmath>

#include "cpu/vector_math.h"

namespace omega {

template <class T>
double effective_sample_size(std::span<const T> log_weights) {
  const double highest = static_cast<double>(largest(log_weights.data(), static_cast<Index>(log_weights.size())));
  if (std::isinf(highest) && highest < 0) return 0;
  double sum = 0, squares = 0;
  for (const T log_weight : log_weights) {
    const double weight = std::exp(static_cast<double>(log_weight) - highest);
    sum += weight;
    squares += weight * weight;
  }
  return sum * sum / squares;
}

template <class T>
void effective_sample_sizes(View<const T> log_weights, std::span<double> ess) {
  for (Index n = 0; n < log_weights.rows; ++n)
    ess[static_cast<std::size_t>(n)] = effective_sample_size<T>(log_weights.row_span(n));
}

#define OMEGA_INSTANTIATE(T)                                    \
  template double effective_sample_size<T>(std::span<const T>); \
  template void effective_sample_sizes<T>(View<const T>, std::span<double>);
OMEGA_INSTANTIATE(float)
OMEGA_INSTANTIATE(double)
#undef OMEGA_INSTANTIATE

}  // namespace omega

#include "importance/query_slice.h"

#include "core/error.h"

namespace omega::importance {

Problem query_slice(std::span<const double> weights, std::span<const double> means, std::span<const double> values) {
  OMEGA_ASSERT(weights.size() == means.size() && weights.size() == values.size());
  Problem problem;
  problem.target.is_given = true;
  for (std::size_t m = 0; m < weights.size(); ++m) problem.target.bumps.push_back({weights[m], means[m], 1});
  problem.integrand.kind = Integrand::Kind::given;
  problem.integrand.values.assign(values.begin(), values.end());
  return problem;
}

}  // namespace omega::importance

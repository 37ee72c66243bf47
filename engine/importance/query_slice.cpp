#include "importance/query_slice.h"

#include <algorithm>
#include <cmath>

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

std::vector<Proposal> proposals_at(std::vector<double> means) {
  struct Group {
    double count = 0, mean = 0, squares = 0;  // Σ (x − mean)²
  };
  std::sort(means.begin(), means.end());
  std::vector<Group> groups;
  for (const double mean : means) groups.push_back({1, mean, 0});
  // What the squares would grow by if both were one.
  const auto growth = [&](std::size_t i) {
    const Group &a = groups[i], &b = groups[i + 1];
    return a.count * b.count / (a.count + b.count) * (b.mean - a.mean) * (b.mean - a.mean);
  };
  while (groups.size() > static_cast<std::size_t>(kMostProposals)) {
    std::size_t best = 0;
    for (std::size_t i = 1; i + 1 < groups.size(); ++i)
      if (growth(i) < growth(best)) best = i;
    Group &a = groups[best], &b = groups[best + 1];
    const Group both{a.count + b.count, (a.count * a.mean + b.count * b.mean) / (a.count + b.count),
                     a.squares + b.squares + growth(best)};
    a = both;
    groups.erase(groups.begin() + static_cast<std::ptrdiff_t>(best) + 1);
  }
  std::vector<Proposal> proposals;
  for (const Group& group : groups)
    proposals.push_back(
        {group.mean, std::sqrt(1 + group.squares / group.count), false, static_cast<Index>(group.count)});
  return proposals;
}

}  // namespace omega::importance

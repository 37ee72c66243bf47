#include "jobs/given_means.h"

#include "core/error.h"
#include "estimators/registry.h"

namespace omegascope {

static constexpr const char* kMeans = "mu";

std::optional<MeansNeeded> meansNeeded(const Card& card, const omega::Sizes& sizes) {
  const omega::EstimatorInfo& info = omega::find_estimator(card.method).info;
  omega::Sizes head = sizes;
  head.lead.clear();
  head.heads = 1;
  const omega::Options options(card.method, info.options, givenOf(card.options));
  const omega::Arrays none;
  for (const omega::ArraySpec& array : info.arrays({head, options, none}))
    if (array.name == kMeans && array.shape.size() == 2) return MeansNeeded{array.shape[0], array.shape[1]};
  return std::nullopt;
}

bool meansFit(const Card& card, const omega::Sizes& sizes) {
  if (card.means.empty()) return true;
  try {
    const std::optional<MeansNeeded> needed = meansNeeded(card, sizes);
    return needed && static_cast<std::size_t>(needed->count * needed->dims) == card.means.size();
  } catch (const omega::Error&) {
    return true;
  }
}

omega::Arrays arraysOfMeans(const Card& card, omega::Index dims) {
  const auto numbers = static_cast<omega::Index>(card.means.size()), count = numbers / dims;
  if (card.means.empty() || count * dims != numbers) return {};
  return {{kMeans, omega::Array::from(card.means, {count, dims})}};
}

}  // namespace omegascope

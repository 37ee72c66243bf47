#include "jobs/given_means.h"

#include "core/error.h"
#include "estimators/registry.h"
#include "run/request_facts.h"

namespace omegascope {

std::optional<MeansNeeded> meansNeeded(const Card& card, const omega::Sizes& sizes) {
  const auto& specs = omega::find_estimator(card.method).info.options;
  const auto shape =
      omega::shape_of_means(card.method, omega::Options(card.method, specs, givenOf(card.options)), sizes);
  return shape ? std::optional(MeansNeeded{(*shape)[0], (*shape)[1]}) : std::nullopt;
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
  return {{omega::kGivenMeans, omega::Array::from(card.means, {count, dims})}};
}

}  // namespace omegascope

#include "views/omega_space/omega_slice.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "importance/query_slice.h"

namespace omegascope {

namespace {

constexpr omega::Index kSamplesOfSlice = 64;

/// The first coordinates of pairs.
std::vector<double> alongLine(const std::vector<double>& pairs) {
  std::vector<double> first;
  for (std::size_t i = 0; i + 1 < pairs.size(); i += 2) first.push_back(pairs[i]);
  return first;
}

/// One dimension of the values of the shown head.
std::vector<double> valuesOf(const Snapshot& shown, int dimension) {
  const omega::Sizes& sizes = shown.sequence->sizes;
  const auto rows = static_cast<std::size_t>(sizes.M), dims = static_cast<std::size_t>(sizes.Dv);
  const auto first = static_cast<std::size_t>(shown.head) * rows * dims + static_cast<std::size_t>(dimension);
  std::vector<double> values(rows);
  for (std::size_t m = 0; m < rows; ++m) values[m] = shown.sequence->v.at(first + m * dims);
  return values;
}

/// The normal about 0 that an estimator without proposals draws from.
omega::importance::Proposal aboutNought(const PlaneCard* card, const OmegaPlane& plane) {
  const double origin = -std::inner_product(plane.origin.begin(), plane.origin.end(), plane.axisX.begin(), 0.0);
  return {origin, card ? std::sqrt(card->xx) : 1, false, 1};
}

}  // namespace

std::optional<ChanceState> sliceOf(const Workbench& workbench) {
  const Snapshot& shown = *workbench.snapshot();
  if (!shown.plane || !shown.plane->settings.line || shown.query < 0 || !shown.sequence) return {};
  const std::vector<double> means = alongLine(shown.plane->bumps);
  if (means.empty() || static_cast<omega::Index>(means.size()) > shown.sequence->sizes.M) return {};
  const int dimension =
      std::clamp(workbench.document().view.outputX, 0, static_cast<int>(shown.sequence->sizes.Dv) - 1);
  ChanceState state = workbench.document().chance;
  state.query = shown.query;
  state.head = shown.head;
  state.data = digestOf(shown.document->workload);
  state.dimension = dimension;
  std::vector<double> values = valuesOf(shown, dimension);
  values.resize(means.size());  // a causal query sees no later key
  state.game.problem = omega::importance::query_slice(shown.plane->bumpWeights, means, values);
  omega::importance::Plan& plan = state.game.plan;
  plan = {};
  const PlaneCard* card = shown.plane->card(workbench.selection().shown().card);
  const std::vector<double> places = card ? alongLine(card->proposals) : std::vector<double>();
  plan.proposals = omega::importance::proposals_at(places);
  state.standFor = places.size() > plan.proposals.size() ? static_cast<int>(places.size()) : 0;
  if (places.empty()) plan.proposals = {aboutNought(card, *shown.plane)};
  omega::importance::set_samples(plan, kSamplesOfSlice);
  plan.methods = {{omega::importance::Rule::snis}};
  return state;
}

}  // namespace omegascope

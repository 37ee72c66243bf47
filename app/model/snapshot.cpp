#include "model/snapshot.h"

#include "estimators/registry.h"
#include "run/runner.h"

namespace omegascope {

namespace {

bool sharesSamples(const CardResult& card) {
  return card.result && card.result->has("proposal_means") && card.result->has("log_proposal");
}

bool hasCoefficients(const CardResult& card) {
  return card.result && option_for(omega::find_estimator(card.request->method).info.options, omega::OptionRole::groups);
}

bool hasKernel(const CardResult& card) { return card.request && omega::has_kernel(card.request->method); }

bool learnsKernel(const CardResult& card) { return card.request && omega::has_learned_kernel(card.request->method); }

const CardResult* firstThat(const Snapshot& of, int preferred, bool (*fits)(const CardResult&)) {
  if (const CardResult* wanted = of.card(preferred); wanted && fits(*wanted)) return wanted;
  for (const CardResult& candidate : of.cards)
    if (fits(candidate)) return &candidate;
  return nullptr;
}

}  // namespace

omega::Index groupsOf(const omega::Request& request) {
  const omega::OptionSpec* groups =
      option_for(omega::find_estimator(request.method).info.options, omega::OptionRole::groups);
  return groups ? request.options.integer(groups->name) : 0;
}

std::vector<double> CardResult::outputOf(int query, const std::string& name) const {
  const int row = result && query >= 0 ? rowOf(query) : -1;
  if (row < 0 || !resultOf(query).has(name)) return {};
  const omega::Array& output = resultOf(query).at(name);
  std::vector<double> values(static_cast<std::size_t>(output.shape().back()));
  if ((static_cast<std::size_t>(row) + 1) * values.size() > output.count()) return {};
  output.copy_to(values.data(), static_cast<std::size_t>(row) * values.size(), values.size());
  return values;
}

const ShownTruth& Snapshot::truth(int card) const {
  static const ShownTruth s_none;
  const ShownTruth* found = itemOf(card, truths);
  return found ? *found : s_none;
}

int Snapshot::truthOf(const omega::Request& request) const {
  const double scale = omega::scale_of(request);
  const bool isCausal = request.options.is_causal();
  const auto found = std::find_if(truths.begin(), truths.end(), [&](const ShownTruth& truth) {
    return truth.scale == scale && truth.isCausal == isCausal;
  });
  return found == truths.end() ? kTruth : found->card;
}

int Snapshot::truthOf(int id) const {
  const CardResult* result = card(id);
  return result && result->request ? truthOf(*result->request) : kTruth;
}

std::vector<const ShownTruth*> Snapshot::truthsOfCards() const {
  std::vector<const ShownTruth*> held;
  for (const ShownTruth& truth : truths)
    if (std::any_of(cards.begin(), cards.end(),
                    [&](const CardResult& card) { return card.request && truthOf(*card.request) == truth.card; }))
      held.push_back(&truth);
  if (held.empty()) held.push_back(&truth());
  return held;
}

const CardResult* Snapshot::sharingCard(int preferred) const { return firstThat(*this, preferred, sharesSamples); }

const CardResult* Snapshot::groupingCard(int preferred) const { return firstThat(*this, preferred, hasCoefficients); }

const CardResult* Snapshot::kernelCard(int preferred) const {
  if (const CardResult* wanted = card(preferred); wanted && hasKernel(*wanted)) return wanted;
  const CardResult* learned = firstThat(*this, -1, learnsKernel);
  return learned ? learned : firstThat(*this, -1, hasKernel);
}

const CardResult* Snapshot::inspectedCard(int preferred) const {
  if (const CardResult* wanted = card(preferred)) return wanted;
  for (const CardResult& candidate : cards)
    if (!candidate.request || candidate.request->method != kTruthMethod) return &candidate;
  return cards.empty() ? nullptr : &cards.front();
}

}  // namespace omegascope

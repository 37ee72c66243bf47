#include "model/snapshot.h"

namespace omegascope {

namespace {

bool sharesSamples(const CardResult& card) { return card.result && card.result->has("proposal_means") && card.result->has("log_proposal"); }

}  // namespace

const CardResult* Snapshot::sharingCard(int preferred) const {
  if (const CardResult* wanted = card(preferred); wanted && sharesSamples(*wanted)) return wanted;
  for (const CardResult& candidate : cards)
    if (sharesSamples(candidate)) return &candidate;
  return nullptr;
}

const CardResult* Snapshot::inspectedCard(int preferred) const {
  if (const CardResult* wanted = card(preferred)) return wanted;
  for (const CardResult& candidate : cards)
    if (!candidate.request || candidate.request->method != "softmax") return &candidate;
  return cards.empty() ? nullptr : &cards.front();
}

}  // namespace omegascope

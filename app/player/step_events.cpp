#include "player/step_events.h"

#include <algorithm>

namespace omegascope {

namespace {

std::vector<MovedToken> movedOf(const Document& document, MovedToken::Kind kind) {
  std::vector<MovedToken> moved;
  std::copy_if(document.workload.moved.begin(), document.workload.moved.end(), std::back_inserter(moved),
               [kind](const MovedToken& token) { return token.kind == kind; });
  return moved;
}

bool meansMoved(const Document& before, const Document& after) {
  return std::any_of(after.cards.begin(), after.cards.end(), [&](const Card& card) {
    const Card* was = before.card(card.id);
    return was != nullptr && !card.means.empty() && card.means != was->means;
  });
}

}  // namespace

void StepEvents::begin(const Cursor& locked) {
  m_told.clear();
  m_locked = locked;
  m_redraws = 0;
}

void StepEvents::documentChanged(const Document& before, const Document& after) {
  if (before.draw != after.draw || before.chance.draw != after.chance.draw) ++m_redraws;
  for (const auto& [kind, name] :
       {std::pair(MovedToken::Kind::query, "omega_space.query"), std::pair(MovedToken::Kind::key, "omega_space.key")})
    if (const auto moved = movedOf(after, kind); !moved.empty() && moved != movedOf(before, kind))
      tell("dragged", name);
  if (meansMoved(before, after)) tell("dragged", "omega_space.proposal");
}

void StepEvents::selectionLocked(const Cursor& locked) {
  const auto changed = [&](const char* name, int before, int now) {
    if (now >= 0 && now != before) tell("clicked", name);
  };
  changed("query", m_locked.query, locked.query);
  changed("key", m_locked.key, locked.key);
  changed("sample", m_locked.sample, locked.sample);
  changed("proposal", m_locked.proposal, locked.proposal);
  changed("estimator", m_locked.card, locked.card);
  m_locked = locked;
}

}  // namespace omegascope

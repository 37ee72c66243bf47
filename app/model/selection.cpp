#include "model/selection.h"

#include <algorithm>
#include <limits>

namespace omegascope {

namespace {

constexpr std::size_t kHistory = 200;

int limitOf(const std::map<int, int>& limits, int card) {
  const auto found = limits.find(card);
  return found == limits.end() ? std::numeric_limits<int>::max() : found->second;
}

}  // namespace

Cursor Selection::shown() const {
  if (!m_hovering) return m_locked.cursor;
  Cursor cursor = m_locked.cursor;
  for (int Cursor::*part : {&Cursor::card, &Cursor::query, &Cursor::key, &Cursor::proposal, &Cursor::sample})
    if (m_hovered.*part >= 0) cursor.*part = m_hovered.*part;
  return inside(cursor);  // another card has other samples and proposals than the locked one
}

void Selection::begin(const Cursor& cursor, const Collected& chosen) {
  const Locked first = {inside(cursor), inside(chosen)};
  m_history = {first};
  m_position = 0;
  setLocked(first);
}

void Selection::lock(const Cursor& cursor) {
  Locked next = {inside(cursor), m_locked.chosen};
  const Cursor& before = m_locked.cursor;
  if (next.cursor.sample != before.sample || (next.cursor.card != before.card && next.cursor.sample >= 0))
    next.chosen.samples.clear();
  if (next.cursor.proposal != before.proposal) next.chosen.proposals.clear();
  if (next.cursor.key != before.key) next.chosen.keys.clear();
  remember(next);
}

void Selection::choose(const Collected& chosen) { remember({m_locked.cursor, inside(chosen)}); }

void Selection::toggle(Members Collected::*kind, const Member& member, const Member& locked) {
  Collected next = m_locked.chosen;
  Members& members = next.*kind;
  if (members.empty() && locked.index >= 0 && locked != member) members.insert(locked);
  if (!members.insert(member).second) members.erase(member);
  choose(next);
}

void Selection::toggleSample(const Member& sample) {
  toggle(&Collected::samples, sample, {m_locked.cursor.card, m_locked.cursor.sample});
}

void Selection::toggleProposal(const Member& proposal) {
  toggle(&Collected::proposals, proposal, {m_locked.cursor.card, m_locked.cursor.proposal});
}

void Selection::toggleKey(int key) { toggle(&Collected::keys, {-1, key}, {-1, m_locked.cursor.key}); }

void Selection::remember(const Locked& next) {
  if (next == m_locked) return;
  m_history.resize(m_position + 1);
  m_history.push_back(next);
  if (m_history.size() > kHistory) m_history.erase(m_history.begin());
  m_position = m_history.size() - 1;
  setLocked(next);
}

void Selection::hover(const Cursor& cursor) {
  const Cursor next = inside(cursor);
  if (m_hovering && next == m_hovered) return;
  m_hovered = next;
  m_hovering = true;
  emit changed();
}

void Selection::endHover() {
  if (!m_hovering) return;
  m_hovering = false;
  emit changed();
}

void Selection::releaseOne() {
  if (!m_locked.chosen.isEmpty()) return choose({});
  Cursor next = m_locked.cursor;
  for (int* level : {&next.sample, &next.proposal, &next.card, &next.key, &next.query})
    if (*level >= 0) {
      *level = -1;
      break;
    }
  lock(next);
}

/// From nothing, a step selects the first; else it stays within [0, count).
void Selection::move(Cursor from, int Cursor::*part, int steps, int count) {
  int& index = from.*part;
  index = count == 0 ? -1 : index < 0 ? 0 : std::clamp(index + steps, 0, count - 1);
  lock(from);
}

void Selection::moveQuery(int steps) { move(m_locked.cursor, &Cursor::query, steps, m_limits.queries); }

void Selection::moveKey(int steps) { move(m_locked.cursor, &Cursor::key, steps, m_limits.keys); }

void Selection::moveHead(int steps) { move(m_locked.cursor, &Cursor::head, steps, m_limits.heads); }

void Selection::moveSample(int card, int steps, int sampleCount) {
  Cursor from = m_locked.cursor;
  from.card = card;
  move(from, &Cursor::sample, steps, sampleCount);
}

void Selection::goBack() {
  if (canGoBack()) setLocked(inside(m_history[--m_position]));
}

void Selection::goForward() {
  if (canGoForward()) setLocked(inside(m_history[++m_position]));
}

void Selection::setLimits(const CursorLimits& limits) {
  m_limits = limits;
  m_hovered = inside(m_hovered);
  const Locked next = inside(m_locked);
  if (next == m_locked) return;
  const bool same = next.cursor == m_locked.cursor;
  const auto index = [](int i) { return i < 0 ? tr("none") : QString::number(i); };
  emit clamped(same ? tr("Samples that are no more were taken out of the selection.")
                    : tr("The selection was moved inside what there is now: query %1, key %2, head %3, sample %4.")
                          .arg(index(next.cursor.query), index(next.cursor.key), QString::number(next.cursor.head),
                               index(next.cursor.sample)));
  setLocked(next);
}

Cursor Selection::inside(Cursor cursor) const {
  cursor.head = std::clamp(cursor.head, 0, std::max(0, m_limits.heads - 1));
  cursor.query = std::min(cursor.query, m_limits.queries - 1);
  cursor.key = std::min(cursor.key, m_limits.keys - 1);
  cursor.sample = std::min(cursor.sample, limitOf(m_limits.samples, cursor.card) - 1);
  cursor.proposal = std::min(cursor.proposal, limitOf(m_limits.proposals, cursor.card) - 1);
  return cursor;
}

Collected Selection::inside(Collected chosen) const {
  std::erase_if(chosen.samples, [this](const Member& m) { return m.index >= limitOf(m_limits.samples, m.card); });
  std::erase_if(chosen.proposals, [this](const Member& m) { return m.index >= limitOf(m_limits.proposals, m.card); });
  std::erase_if(chosen.keys, [this](const Member& m) { return m.index >= m_limits.keys; });
  return chosen;
}

void Selection::setLocked(const Locked& locked) {
  m_locked = locked;
  m_hovering = false;
  emit changed();
  emit historyChanged();
}

}  // namespace omegascope

#include "model/selection.h"

#include <algorithm>

namespace omegascope {

namespace {

constexpr std::size_t kHistory = 200;

int over(int hovered, int locked) { return hovered >= 0 ? hovered : locked; }

/// From nothing, a step selects the first; else it stays within [0, count).
int moved(int index, int steps, int count) { return count == 0 ? -1 : index < 0 ? 0 : std::clamp(index + steps, 0, count - 1); }

}  // namespace

Cursor Selection::shown() const {
  if (!m_hovering) return m_locked;
  Cursor cursor = m_locked;
  cursor.card = over(m_hovered.card, cursor.card);
  cursor.query = over(m_hovered.query, cursor.query);
  cursor.key = over(m_hovered.key, cursor.key);
  cursor.proposal = over(m_hovered.proposal, cursor.proposal);
  cursor.sample = over(m_hovered.sample, cursor.sample);
  return cursor;
}

void Selection::lock(const Cursor& cursor) {
  const Cursor next = inside(cursor);
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
  Cursor next = m_locked;
  for (int* level : {&next.sample, &next.proposal, &next.key, &next.query})
    if (*level >= 0) {
      *level = -1;
      break;
    }
  lock(next);
}

void Selection::moveQuery(int steps) {
  Cursor next = m_locked;
  next.query = moved(next.query, steps, m_limits.queries);
  lock(next);
}

void Selection::moveKey(int steps) {
  Cursor next = m_locked;
  next.key = moved(next.key, steps, m_limits.keys);
  lock(next);
}

void Selection::moveHead(int steps) {
  Cursor next = m_locked;
  next.head = moved(next.head, steps, m_limits.heads);
  lock(next);
}

void Selection::moveSample(int steps, int sampleCount) {
  Cursor next = m_locked;
  next.sample = moved(next.sample, steps, sampleCount);
  lock(next);
}

void Selection::pin() { pin(m_locked); }

void Selection::pin(const Cursor& cursor) {
  m_pinned = inside(cursor);
  m_hasPinned = true;
  emit changed();
}

void Selection::unpin() {
  if (!m_hasPinned) return;
  m_hasPinned = false;
  emit changed();
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
  m_pinned = inside(m_pinned);
  const Cursor next = inside(m_locked);
  if (next == m_locked) return;
  emit clamped(tr("The selection was moved inside the new sequence: query %1, key %2, head %3.").arg(next.query).arg(next.key).arg(next.head + 1));
  setLocked(next);
}

Cursor Selection::inside(Cursor cursor) const {
  cursor.head = std::clamp(cursor.head, 0, std::max(0, m_limits.heads - 1));
  cursor.query = std::min(cursor.query, m_limits.queries - 1);
  cursor.key = std::min(cursor.key, m_limits.keys - 1);
  return cursor;
}

void Selection::setLocked(const Cursor& cursor) {
  m_locked = cursor;
  m_hovering = false;
  emit changed();
  emit historyChanged();
}

}  // namespace omegascope

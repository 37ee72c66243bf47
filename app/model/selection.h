// Selection: the one cursor all views share. Hover previews, a click locks, Esc releases one level; Back and Forward walk
// through what was locked. It is not part of the document and not of undo.
#pragma once

#include <QObject>
#include <vector>

namespace omegascope {

/// −1: nothing of that kind is selected.
struct Cursor {
  int card = -1;
  int head = 0;
  int query = -1;
  int key = -1;
  int proposal = -1;
  int sample = -1;
  bool operator==(const Cursor&) const = default;
};

/// How many of each there are now; a cursor is never outside.
struct CursorLimits {
  int heads = 1, queries = 0, keys = 0;
};

class Selection : public QObject {
  Q_OBJECT

 public:
  using QObject::QObject;

  const Cursor& locked() const { return m_locked; }
  /// What views show: the hovered parts over the locked ones.
  Cursor shown() const;
  bool isHovering() const { return m_hovering; }
  const Cursor& pinned() const { return m_pinned; }
  bool hasPinned() const { return m_hasPinned; }

  void lock(const Cursor& cursor);
  void hover(const Cursor& cursor);
  void endHover();
  /// Sample, then proposal, then key, then query.
  void releaseOne();
  void moveQuery(int steps);
  void moveKey(int steps);
  void moveHead(int steps);
  void moveSample(int steps, int sampleCount);

  void pin();
  void pin(const Cursor& cursor);
  void unpin();

  bool canGoBack() const { return m_position > 0; }
  bool canGoForward() const { return m_position + 1 < m_history.size(); }
  void goBack();
  void goForward();

  /// Clamps the cursor into new limits; tells through clamped() if something moved.
  void setLimits(const CursorLimits& limits);
  const CursorLimits& limits() const { return m_limits; }

 signals:
  void changed();
  void historyChanged();
  void clamped(const QString& sentence);

 private:
  Cursor inside(Cursor cursor) const;
  void setLocked(const Cursor& cursor);

  Cursor m_locked, m_hovered, m_pinned;
  bool m_hovering = false, m_hasPinned = false;
  CursorLimits m_limits;
  std::vector<Cursor> m_history{Cursor{}};
  std::size_t m_position = 0;
};

}  // namespace omegascope

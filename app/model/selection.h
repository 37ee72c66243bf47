// Selection: the one cursor all views share, and sets of samples, proposals and keys beside it. Hover previews, a click
// locks, Ctrl+click and brushes collect, Esc releases one level; Back and Forward walk through what was locked. It is
// not part of the document and not of undo.
#pragma once

#include <QObject>
#include <compare>
#include <map>
#include <set>
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

/// A sample or proposal of an estimator, or a key, whose card is −1.
struct Member {
  int card = -1;
  int index = 0;
  auto operator<=>(const Member&) const = default;
};
using Members = std::set<Member>;

/// What was collected: brushed, or added by Ctrl+click.
struct Collected {
  Members samples, proposals, keys;
  bool operator==(const Collected&) const = default;
  bool isEmpty() const { return samples.empty() && proposals.empty() && keys.empty(); }
};

/// How many of each there are now; a cursor is never outside. Cards that are not named are not limited.
struct CursorLimits {
  int heads = 1, queries = 0, keys = 0;
  std::map<int, int> samples = {}, proposals = {};  // by card
};

class Selection : public QObject {
  Q_OBJECT

 public:
  using QObject::QObject;

  const Cursor& locked() const { return m_locked.cursor; }
  /// What views show: the hovered parts over the locked ones.
  Cursor shown() const;
  const Collected& chosen() const { return m_locked.chosen; }

  /// What a session opens with: Back leads no further.
  void begin(const Cursor& cursor, const Collected& chosen = {});
  /// Another sample, proposal or key than before takes the place of those that were collected.
  void lock(const Cursor& cursor);
  void choose(const Collected& chosen);
  /// Ctrl+click: in or out of what is collected; the locked one of the kind is part of a new collection.
  void toggleSample(const Member& sample);
  void toggleProposal(const Member& proposal);
  void toggleKey(int key);
  void hover(const Cursor& cursor);
  void endHover();
  /// What is collected, then sample, proposal, estimator, key, query.
  void releaseOne();
  void moveQuery(int steps);
  void moveKey(int steps);
  void moveHead(int steps);
  /// Among the samples of a card, which comes forward with them.
  void moveSample(int card, int steps, int sampleCount);

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
  struct Locked {
    Cursor cursor;
    Collected chosen;
    bool operator==(const Locked&) const = default;
  };
  void toggle(Members Collected::*kind, const Member& member, const Member& locked);
  void move(Cursor from, int Cursor::*part, int steps, int count);
  Cursor inside(Cursor cursor) const;
  Collected inside(Collected chosen) const;
  Locked inside(const Locked& locked) const { return {inside(locked.cursor), inside(locked.chosen)}; }
  void remember(const Locked& next);
  void setLocked(const Locked& locked);

  Locked m_locked;
  Cursor m_hovered;
  bool m_hovering = false;
  CursorLimits m_limits;
  std::vector<Locked> m_history{Locked{}};
  std::size_t m_position = 0;
};

}  // namespace omegascope

// OmegaLook: everything that a picture of ω-space is made from, and what its points are.
#pragma once

#include <set>

#include "model/selection.h"
#include "model/snapshot.h"
#include "widgets/theme.h"

namespace omegascope {

struct OmegaLook {
  const Snapshot& snapshot;  // its plane is there
  const Snapshot* pinned = nullptr;
  const Document& document;
  Cursor shown;
  Collected chosen;
  std::set<int> behind;  // cards that stand back
  int sampleLimit = -1;  // only the first samples of each card; −1: all

  const OmegaPlane& plane() const { return *snapshot.plane; }
  const ViewSettings& view() const { return document.view; }
};

/// What a point stands for, and its id in a scene, which does not depend on what else is drawn.
struct OmegaHandle {
  enum class Kind { query, key, proposal, sample };
  Kind kind = Kind::query;
  int card = -1;
  int index = 0;

  static constexpr int kMostIndex = 1 << 20;
  int id() const { return ((card + 1) * 4 + static_cast<int>(kind)) * kMostIndex + index; }
  static OmegaHandle of(int id) {
    return {static_cast<Kind>(id / kMostIndex % 4), id / kMostIndex / 4 - 1, id % kMostIndex};
  }
};

/// What the shown query's target is called, with what it is the target of where causal and other cards are shown.
QString withTargetKind(const QString& name, const Snapshot& snapshot);

/// A point of space on the plane that is shown.
QPointF projected(const OmegaPlane& plane, const std::vector<double>& point);
/// A query or a key of a snapshot in ω-space, scaled.
std::vector<double> scaledToken(const Snapshot& snapshot, bool query, int index);

/// What the horizontal and the vertical axis are: "ω₀", "first principal direction".
QString axisTitle(const OmegaPlane& plane, bool vertical, omega::Index dims);
/// The τ of the target, queries and keys where that is another than 1/√D; and of cards that draw for another than it.
QStringList scaleBadges(const OmegaLook& look);
/// "Projected from 64 to 2 dimensions: 41 % of variance shown", and other things not to be overlooked.
QStringList omegaBadges(const OmegaLook& look);
/// "2 of 16 samples", where not all are drawn; else empty.
QString samplesBadge(const OmegaLook& look);
/// Of estimators that have no samples here, since they draw something else; while samples are looked for.
QStringList keyDrawers(const OmegaLook& look);
/// What has to be done before there is more to see: for whoever sits before the window, not for a picture of it.
QStringList omegaPrompts(const OmegaLook& look);
/// What has to be done before f(ω) is an arrow; empty where it is one, or not asked for.
QString missingArrow(const OmegaLook& look);
/// What is known of a point, as a tool tip.
QString omegaTip(const OmegaLook& look, const OmegaHandle& handle);

}  // namespace omegascope

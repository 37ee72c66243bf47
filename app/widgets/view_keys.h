// The keys that choose which part of a map, field or plot is seen.
#pragma once

#include <QKeyEvent>
#include <QPointF>
#include <optional>

namespace omegascope {

/// + and − zoom about the middle, arrows with Shift move, 0 shows everything.
struct ViewStep {
  double zoom = 1;
  QPointF pan;  // how far the picture goes, in shares of what is seen; x to the right, y downwards
  bool isWhole = false;
};

/// Nothing where the key has another use.
std::optional<ViewStep> viewStepOf(const QKeyEvent& event);

/// Which way an arrow points, in pixels; null where it is none.
QPointF wayOf(const QKeyEvent& event);

}  // namespace omegascope

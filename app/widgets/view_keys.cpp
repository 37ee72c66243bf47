#include "widgets/view_keys.h"

namespace omegascope {

QPointF wayOf(const QKeyEvent& event) {
  switch (event.key()) {
    case Qt::Key_Left: return {-1, 0};
    case Qt::Key_Right: return {1, 0};
    case Qt::Key_Up: return {0, -1};
    case Qt::Key_Down: return {0, 1};
    default: return {};
  }
}

std::optional<ViewStep> viewStepOf(const QKeyEvent& event) {
  constexpr double kZoom = 1.25, kShare = 0.1;
  if ((event.modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier)) != 0) return {};
  switch (event.key()) {
    case Qt::Key_Plus:
    case Qt::Key_Equal: return ViewStep{.zoom = kZoom};
    case Qt::Key_Minus: return ViewStep{.zoom = 1 / kZoom};
    case Qt::Key_0: return ViewStep{.isWhole = true};
    default: break;
  }
  const QPointF way = wayOf(event);
  if (way.isNull() || !event.modifiers().testFlag(Qt::ShiftModifier)) return {};
  return ViewStep{.pan = -kShare * way};
}

}  // namespace omegascope

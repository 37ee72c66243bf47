#include "window/tab_order.h"

#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QWidget>
#include <algorithm>

#include "widgets/controls.h"

namespace omegascope {

namespace {

/// In rows: a widget that begins above the middle of a row's first widget is in that row.
QList<QWidget*> asRead(QList<QWidget*> widgets) {
  std::stable_sort(widgets.begin(), widgets.end(), [](const QWidget* a, const QWidget* b) { return a->y() < b->y(); });
  for (auto row = widgets.begin(); row != widgets.end();) {
    const int middle = (*row)->geometry().center().y();
    const auto next = std::find_if(row + 1, widgets.end(), [middle](const QWidget* one) { return one->y() > middle; });
    std::stable_sort(row, next, [](const QWidget* a, const QWidget* b) { return a->x() < b->x(); });
    row = next;
  }
  return widgets;
}

/// Widgets whose parts take the keyboard for them.
bool isWhole(const QWidget& widget) {
  return qobject_cast<const QAbstractSpinBox*>(&widget) != nullptr ||
         qobject_cast<const QComboBox*>(&widget) != nullptr;
}

void collect(const QWidget& in, QList<QWidget*>& stops, bool isTop) {
  QList<QWidget*> inside;
  for (QObject* child : in.children()) {
    auto* widget = qobject_cast<QWidget*>(child);
    if (widget == nullptr || widget->isWindow() || !widget->isVisible() || !widget->isEnabled()) continue;
    // A panel behind another is visible to Qt, but stands outside.
    if (!isTop || widget->geometry().intersects(in.rect())) inside << widget;
  }
  for (QWidget* widget : asRead(inside)) {
    if ((widget->focusPolicy() & Qt::TabFocus) != 0 && widget->focusProxy() == nullptr) stops << widget;
    if (!isWhole(*widget)) collect(*widget, stops, false);
  }
}

}  // namespace

QList<QWidget*> tabOrder(const QWidget& window) {
  QList<QWidget*> stops;
  collect(window, stops, true);
  return stops;
}

bool moveFocus(QWidget& window, bool forward) {
  const QList<QWidget*> stops = tabOrder(window);
  if (stops.isEmpty()) return false;
  // From a panel that was clicked Tab leads into it, from anywhere else to the next stop.
  const QWidget* now = QApplication::focusWidget();
  qsizetype at = stops.indexOf(const_cast<QWidget*>(now));
  if (at < 0 && now != nullptr && now != &window) {
    const auto inside =
        std::find_if(stops.begin(), stops.end(), [now](QWidget* one) { return now->isAncestorOf(one); });
    if (inside != stops.end()) at = (inside - stops.begin()) - (forward ? 1 : 0);
  }
  const qsizetype count = stops.size(),
                  next = at < 0 && !forward ? count - 1 : (at + (forward ? 1 : -1) + count) % count;
  QWidget* target = stops[next];
  target->setFocus(forward ? Qt::TabFocusReason : Qt::BacktabFocusReason);
  bringIntoSight(*target);
  return true;
}

}  // namespace omegascope

#include "widgets/controls.h"

#include <QAction>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QHeaderView>
#include <QLabel>
#include <QScrollArea>
#include <QTableView>
#include <QTextBrowser>
#include <QTimer>
#include <algorithm>

namespace omegascope {

QLabel* wrapped(QLabel* label) {
  label->setWordWrap(true);
  return label;
}

QLabel* selectable(QLabel* label) {
  label->setTextInteractionFlags(Qt::TextSelectableByMouse);
  return label;
}

QComboBox* narrow(QComboBox* box, int letters) {
  box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  box->setMinimumContentsLength(letters);
  return box;
}

QTableView* readOnly(QTableView* table) {
  table->setEditTriggers(QAbstractItemView::NoEditTriggers);
  table->setTabKeyNavigation(false);
  table->setAlternatingRowColors(true);
  table->verticalHeader()->hide();
  return table;
}

void showNumber(QSpinBox* box, int value) {
  if (std::clamp(value, box->minimum(), box->maximum()) != box->value()) box->setValue(value);
}

void showNumber(QDoubleSpinBox* box, double value) {
  // A box keeps no more digits than it shows.
  const double kept = std::clamp(value, box->minimum(), box->maximum());
  if (box->textFromValue(kept) != box->textFromValue(box->value())) box->setValue(value);
}

void restFor(QAction& action, const QString& whyNot) {
  action.setEnabled(whyNot.isEmpty());
  action.setToolTip(whyNot);
}

QAction* switchable(QAction* action, bool isOn) {
  action->setCheckable(true);
  action->setChecked(isOn);
  return action;
}

void setOnce(QTimer& timer, int milliseconds) {
  timer.setSingleShot(true);
  timer.setInterval(milliseconds);
}

void bringIntoSight(QWidget& widget) {
  for (QWidget* outer = widget.parentWidget(); outer != nullptr; outer = outer->parentWidget())
    if (auto* area = qobject_cast<QScrollArea*>(outer)) area->ensureWidgetVisible(&widget);
}

void scrollToLines(QScrollArea& area, int top, int bottom, int around) {
  for (const int y : {bottom, top}) area.ensureVisible(0, y, 0, around);
}

QTextBrowser* makePage(const QString& name, QWidget* parent) {
  auto* page = new QTextBrowser(parent);
  page->setFrameShape(QFrame::NoFrame);
  page->setAccessibleName(name);
  return page;
}

}  // namespace omegascope

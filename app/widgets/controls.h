// What many controls and layouts are told when they are made. Each function returns what it was given.
#pragma once

#include <QLayout>
#include <QString>
#include <QWidget>

class QAction;
class QComboBox;
class QDoubleSpinBox;
class QLabel;
class QScrollArea;
class QSpinBox;
class QTableView;
class QTextBrowser;
class QTimer;

namespace omegascope {

/// Its words go on in the next line where the width ends.
QLabel* wrapped(QLabel* label);
/// Its words can be selected with the mouse, and copied.
QLabel* selectable(QLabel* label);
/// With a name for screen readers, and a tip for the pointer.
template <class Control>
Control* named(Control* control, const QString& name, const QString& tip) {
  control->setAccessibleName(name);
  control->setToolTip(tip);
  return control;
}
/// Without room at its edges.
template <class Layout>
Layout* bare(Layout* layout) {
  layout->setContentsMargins(0, 0, 0, 0);
  return layout;
}
/// With so much room at its edges and between what it holds; −1: as the style has it.
template <class Layout>
Layout* inset(Layout* layout, const QMargins& edges, int between = -1) {
  layout->setContentsMargins(edges);
  layout->setSpacing(between);
  return layout;
}
/// As narrow as so many letters where there is no room for its longest word.
QComboBox* narrow(QComboBox* box, int letters);
/// Nothing in it can be edited, Tab goes on to the next control, and every second row has another colour.
QTableView* readOnly(QTableView* table);
/// Shows a number, unless it is there already: a box that is set anew forgets what is half typed in it.
void showNumber(QSpinBox* box, int value);
void showNumber(QDoubleSpinBox* box, double value);
/// Rich text to read in place of a picture.
QTextBrowser* makePage(const QString& name, QWidget* parent);
/// An action that is switched on and off.
QAction* switchable(QAction* action, bool isOn);
/// An action that cannot be done says why; it can where `whyNot` is empty.
void restFor(QAction& action, const QString& whyNot);
/// Fires once, so many milliseconds after it is started.
void setOnce(QTimer& timer, int milliseconds);
/// Scrolls whatever areas a widget is in until it is seen.
void bringIntoSight(QWidget& widget);
/// Scrolls an area until what it shows from `top` to `bottom` is seen, with so much around it; its beginning in any
/// case, where it is higher than the area.
void scrollToLines(QScrollArea& area, int top, int bottom, int around);

}  // namespace omegascope

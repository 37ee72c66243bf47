// Where Tab leads to, in reading order: bar by bar and panel by panel, in each from top to bottom and from left to
// right. Qt's own order is that in which widgets were made, and cards and maps are made later than what stands below
// them.
#pragma once

#include <QList>

class QWidget;

namespace omegascope {

/// What Tab stops at in a window, in this order.
QList<QWidget*> tabOrder(const QWidget& window);
/// Gives the keyboard to the next stop, and scrolls it into sight; false where there is none.
bool moveFocus(QWidget& window, bool forward);

}  // namespace omegascope

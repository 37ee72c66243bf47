// Where Tab leads to, as one reads: bar by bar and panel by panel, in each from top to bottom and from left to right.
// Qt's own order is that in which widgets were made, and cards and maps come later than what stands below them.
#pragma once

#include <QList>

class QWidget;

namespace omegascope {

/// What Tab stops at in a window, in this order.
QList<QWidget*> tabOrder(const QWidget& window);
/// Gives the next one the keyboard, and brings it into sight where it is scrolled; false where there is none.
bool moveFocus(QWidget& window, bool forward);

}  // namespace omegascope

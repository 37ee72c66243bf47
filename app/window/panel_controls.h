// The controls of a panel by their names, and the way to one: in sight, with the keyboard, framed for a moment.
#pragma once

#include <QStringList>
#include <vector>

class QWidget;

namespace omegascope {

class Panel;

struct PanelControl {
  QStringList path;  // the names of what it is in, from its panel on, and its own
  QString option;    // as commands call it, where it is an option
  QWidget* control = nullptr;
};

/// Those that can be seen when the panel is, also where the card of an estimator has its options folded.
std::vector<PanelControl> controlsOf(const Panel& panel);

/// Of a control that can be seen now.
void leadTo(QWidget& control);

}  // namespace omegascope

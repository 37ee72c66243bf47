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

/// The controls that can be seen when the panel is, including those in the folded options of an estimator's card.
std::vector<PanelControl> controlsOf(const Panel& panel);

/// To a control that can be seen now.
void leadTo(QWidget& control);

}  // namespace omegascope

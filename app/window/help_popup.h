// HelpPopup: what a panel's ? opens: what it shows, its formulas, what to look for. Esc or a click elsewhere closes it.
#pragma once

#include <QFrame>

namespace omegascope {

class Panel;

class HelpPopup : public QFrame {
  Q_OBJECT

 public:
  explicit HelpPopup(const omegascope::Panel& panel, QWidget* parent = nullptr);

  /// Shows it below a point of the screen, moved inside the screen.
  void popUp(QPoint below);
};

}  // namespace omegascope

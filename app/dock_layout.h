// DockLayout: where the panels are at the start, as shares of the window: the same picture at 1280×800 and 1920×1080. As long
// as nobody has moved anything, the shares are kept when the window changes its size.
#pragma once

#include <QMainWindow>
#include <QTimer>
#include <vector>

#include "views/registry.h"

namespace omegascope {

class PanelDock;

class DockLayout : public QObject {
  Q_OBJECT

 public:
  /// The docks in the order of panelKinds().
  DockLayout(QMainWindow& window, std::vector<PanelDock*> docks);

  void arrange();
  /// From now on the sizes are the user's.
  void release() { m_kept = false; }

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  PanelDock* firstAt(Place place) const;
  void placeDocks();
  void share();
  void shareLeft(int width);
  int rows() const;  // the height that the docks have together

  QMainWindow& m_window;
  std::vector<PanelDock*> m_docks;
  QTimer m_soon;  // after the window's own layout has seen its new size
  bool m_kept = false, m_arranging = false;
};

}  // namespace omegascope

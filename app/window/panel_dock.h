// PanelDock: a panel in the main window, with a title bar that explains (?) and exports (⋮), and a way back when
// floating.
#pragma once

#include <QDockWidget>
#include <QTimer>

#include "views/panel.h"

class QLabel;
class QToolButton;

namespace omegascope {

class SignLabel;

class PanelDock : public QDockWidget {
  Q_OBJECT

 public:
  PanelDock(Panel* panel, Workbench& workbench, QWidget* parent);

  Panel* panel() const { return m_panel; }
  void fillMenu(QMenu& menu);
  void showHelp();
  /// Keeps the only panel of a workspace open and in its place.
  void keepOpen();
  /// Whether it fills the window now; its button says what it does then.
  void setMaximised(bool maximised);
  /// Gives the panel away; its place is kept until takeBack().
  Panel* lend();
  void takeBack();

 signals:
  void exportRequested(omegascope::Panel* panel);
  void printRequested(omegascope::Panel* panel);
  void tableRequested(omegascope::Panel* panel);
  void copyImageRequested(omegascope::Panel* panel);
  void copyDataRequested(omegascope::Panel* panel);
  void copyCommandRequested(omegascope::Panel* panel);
  void maximiseRequested(omegascope::PanelDock* dock);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  QWidget* makeTitleBar();

  Panel* m_panel;
  QWidget* m_place = nullptr;  // of the panel while it is lent
  Workbench& m_workbench;
  QLabel* m_title = nullptr;
  QTimer m_patience;
  SignLabel* m_stale = nullptr;  // a clock while what is shown is older than what was asked for
  QToolButton* m_help = nullptr;
  QToolButton* m_maximise = nullptr;
  QToolButton* m_back = nullptr;
  QToolButton* m_close = nullptr;
};

}  // namespace omegascope

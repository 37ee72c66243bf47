// The whole window as tests use it: shown without a screen, with the start picture computed.
#pragma once

#include <QLabel>

#include "app/booth.h"
#include "window/export_actions.h"
#include "window/main_window.h"
#include "window/panel_dock.h"
#include "window/session_keeper.h"

namespace omegascope::test {

struct Window {
  MainWindow window;
  ExportActions actions{window};

  Window();
  Workbench& workbench() { return window.workbench(); }
  void settle();
  /// Whether the window shows a sentence with this in it.
  bool says(const QString& part) const;
  /// Presses the banner's button with this in its label; false where there is none.
  bool press(const QString& part);
  int openCount() const;
  /// What each panel on screen shows, in one size however the window is divided; without those that show measured
  /// times.
  std::map<QString, QImage> pictures();
};

}  // namespace omegascope::test

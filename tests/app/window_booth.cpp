#include "app/window_booth.h"

#include <QCoreApplication>
#include <QPushButton>
#include <catch2/catch.hpp>

#include "widgets/banner.h"

namespace omegascope::test {

Window::Window() {
  window.resize(1280, 800);
  window.workbench().selection().lock({-1, 0, kStartQuery, -1, -1, -1});
  window.show();
  window.resetLayout();
  settle();
}

void Window::settle() {
  QCoreApplication::processEvents();
  const bool settled = window.settle();
  const Snapshot& shown = *workbench().snapshot();
  INFO("held " << workbench().isHeld() << ", shown " << shown.revision << " of " << workbench().revision()
               << ", complete " << shown.complete);
  REQUIRE(settled);
  QCoreApplication::processEvents();
}

bool Window::says(const QString& part) const {
  for (const QLabel* label : window.findChildren<QLabel*>())
    if (label->isVisible() && label->text().contains(part)) return true;
  return false;
}

bool Window::press(const QString& part) {
  for (QPushButton* button : window.banner().findChildren<QPushButton*>()) {
    if (!button->isVisible() || !button->text().contains(part)) continue;
    button->click();
    return true;
  }
  return false;
}

int Window::openCount() const {
  int count = 0;
  for (const PanelDock* dock : window.docks()) count += dock->toggleViewAction()->isChecked();
  return count;
}

std::map<QString, QImage> Window::pictures() {
  std::map<QString, QImage> all;
  for (PanelDock* dock : window.docks()) {
    const Panel& panel = *dock->panel();
    if (panel.isOnScreen() && panel.name() != QStringLiteral("numbers") && panel.name() != QStringLiteral("jobs"))
      all[panel.name()] = pictureOf(panel);
  }
  return all;
}

}  // namespace omegascope::test

// What tests of presenting stand on: a window, its presenter, and what the room sees.
#pragma once

#include <QLabel>
#include <QTest>
#include <catch2/catch.hpp>

#include "app/dresser.h"
#include "app/hands.h"
#include "app/window_booth.h"
#include "player/lesson_player.h"
#include "views/lesson/lesson_panel.h"
#include "window/appearance.h"
#include "window/presenter.h"
#include "window/stage_window.h"

namespace omegascope::test {

inline constexpr QSize kLarge(1920, 1080), kSmall(1024, 768);

struct InLight : Dresser {
  InLight() { applyAppearance(Appearance::Light); }
};

struct Hall : InLight, Window {
  LessonPlayer& player = window.lessonPanel().player();
  Presenter& presenter = window.presenter();

  ~Hall() { presenter.leave(); }
  void present(const char* lesson, int step = 0, QSize size = kSmall) {
    presenter.start(size);
    open(lesson, step);
  }
  void open(const char* lesson, int step = 0) {
    REQUIRE(player.open(QLatin1String(lesson), step));
    settleAll();
  }
  void settleAll() {
    settle();
    window.workbench().settle();
    for (int i = 0; i < 5; ++i) QCoreApplication::processEvents();
  }
  void press(int key) {
    QTest::keyClick(presenter.stage(), static_cast<Qt::Key>(key));
    settleAll();
  }
  /// Until the task that the app does is done.
  void waitForTask() {
    CHECK(waitFor([&] { return !player.isDoing(); }));
    settleAll();
  }
  QString strip() const {
    return presenter.stage()->findChild<QLabel*>(QStringLiteral("read"))->text() +
           presenter.stage()->findChild<QLabel*>(QStringLiteral("act"))->text();
  }
  QStringList panels() const {
    QStringList names;
    for (const PanelDock* dock : window.docks())
      if (dock->panel()->window() == presenter.stage() && dock->panel()->isVisible()) names << dock->panel()->name();
    return names;
  }
};

}  // namespace omegascope::test

// The program's own style, fonts and colours for one test.
#pragma once

#include <QApplication>
#include <QPalette>
#include <QStyle>
#include <QStyleFactory>

#include "window/appearance.h"

namespace omegascope::test {

/// Style, fonts and colours as the program sets them; afterwards those of all other tests.
struct Dresser {
  QPalette palette = QApplication::palette();
  QFont font = QApplication::font();
  QString style = QApplication::style()->name();
  Appearance before = appliedAppearance();
  Dresser() { setUpAppearance(); }
  Dresser(const Dresser&) = delete;
  ~Dresser() {
    applyAppearance(before);
    QApplication::setStyle(QStyleFactory::create(style));
    QApplication::setPalette(palette);
    QApplication::setFont(font);
  }
};

}  // namespace omegascope::test

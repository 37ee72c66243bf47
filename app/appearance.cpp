#include "appearance.h"

#include <QApplication>
#include <QStyleFactory>

#include "widgets/theme.h"

namespace omegascope {

namespace {

QPalette& desktopPalette() {
  static QPalette palette;
  return palette;
}

}  // namespace

void setUpAppearance() {
  loadFonts();
  desktopPalette() = QApplication::palette();
  QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
  applyAppearance(Settings::appearance());
}

void applyAppearance(Appearance appearance) {
  const bool dark = appearance == Appearance::Dark || (appearance == Appearance::FollowDesktop && Theme::of(desktopPalette()).dark);
  const Theme theme = dark ? Theme::night() : Theme::light();
  QApplication::setPalette(paletteOf(theme));
  QApplication::setFont(theme.font);
}

}  // namespace omegascope

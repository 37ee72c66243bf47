// Signs of buttons: each has a drawing in the one style, and looks like the program around it.
#include "widgets/signs.h"

#include <QApplication>
#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QToolButton>
#include <catch2/catch.hpp>
#include <memory>
#include <set>
#include <vector>

#include "widgets/theme.h"

using namespace omegascope;

namespace {

std::vector<Sign> allSigns() {
  std::vector<Sign> all;
  for (int i = 0; i <= static_cast<int>(Sign::up); ++i) all.push_back(static_cast<Sign>(i));
  return all;
}

QImage pictureOfSign(Sign sign, int side = 48) {
  return signIcon(sign).pixmap(QSize(side, side), 1).toImage().convertToFormat(QImage::Format_ARGB32);
}

/// The strongest colour that is there: the others are its edges.
QColor inkOf(const QImage& picture, int* count = nullptr) {
  QColor ink(0, 0, 0, 0);
  int covered = 0;
  for (int y = 0; y < picture.height(); ++y)
    for (int x = 0; x < picture.width(); ++x) {
      const QColor here = picture.pixelColor(x, y);
      covered += here.alpha() > 127;
      if (here.alpha() > ink.alpha()) ink = here;
    }
  if (count) *count = covered;
  return ink;
}

/// The palette of the program, and its look, until the end of a test.
class Dressed {
 public:
  explicit Dressed(const Theme& theme, const DrawingScale& look = {}) {
    QApplication::setPalette(paletteOf(theme));
    setScreenLook(look);
  }
  ~Dressed() {
    QApplication::setPalette(m_before);
    setScreenLook(m_look);
  }

 private:
  QPalette m_before = QApplication::palette();
  DrawingScale m_look = screenLook();
};

}  // namespace

TEST_CASE("every drawing is that of a sign", "[signs]") {
  std::set<QString> drawings, signs{QStringLiteral("omegascope")};  // the program's own
  for (const QString& file : QDir(QStringLiteral(":/assets/icons")).entryList({QStringLiteral("*.svg")}))
    drawings.insert(file.chopped(4));
  for (const Sign sign : allSigns()) signs.insert(nameOf(sign));
  CHECK(drawings == signs);
}

TEST_CASE("every sign is a drawing in one stroke style, unlike the others", "[signs]") {
  static const QRegularExpression s_stroke(QStringLiteral("stroke-width=\"([^\"]*)\""));
  std::set<QByteArray> drawings;
  for (const Sign sign : allSigns()) {
    INFO(nameOf(sign).toStdString());
    QFile file(QStringLiteral(":/assets/icons/%1.svg").arg(nameOf(sign)));
    REQUIRE(file.open(QIODevice::ReadOnly));
    const QString drawing = QString::fromUtf8(file.readAll());
    CHECK(drawing.contains(QStringLiteral("viewBox=\"0 0 16 16\"")));
    CHECK(drawing.count(s_stroke) == 1);
    CHECK(s_stroke.match(drawing).captured(1) == QStringLiteral("1.5"));
    CHECK(drawing.contains(QStringLiteral("fill=\"none\" stroke=\"#000000\"")));
    const QImage picture = pictureOfSign(sign);
    int covered = 0;
    CHECK(inkOf(picture, &covered).alpha() == 255);
    CHECK(covered > 40);
    CHECK(covered < 48 * 48 / 2);
    CHECK(
        drawings.insert(QByteArray(reinterpret_cast<const char*>(picture.constBits()), picture.sizeInBytes())).second);
  }
}

TEST_CASE("a sign that is there already follows the palette, and what is off is faint", "[signs]") {
  const QIcon icon = signIcon(Sign::redraw);
  const auto ink = [&](QIcon::Mode mode) {
    return inkOf(icon.pixmap(QSize(48, 48), 1, mode).toImage().convertToFormat(QImage::Format_ARGB32));
  };
  for (const bool strong : {false, true})
    for (const bool dark : {false, true}) {
      DrawingScale look;
      look.isStrong = strong;
      const Theme theme = dark ? Theme::night(look) : Theme::light(look);
      const Dressed dressed(theme, look);
      CHECK(ink(QIcon::Normal).rgb() == theme.text.rgb());
      CHECK(contrast(ink(QIcon::Normal), theme.window) >= 4.5);
      CHECK(ink(QIcon::Disabled).rgb() ==
            QApplication::palette().color(QPalette::Disabled, QPalette::ButtonText).rgb());
    }
}

TEST_CASE("a sign has the resolution of the screen and the size of the text", "[signs]") {
  const QPixmap fine = signIcon(Sign::eye).pixmap(QSize(16, 16), 2);
  CHECK(fine.size() == QSize(32, 32));
  CHECK(fine.devicePixelRatio() == 2);
  CHECK(signIcon(Sign::eye).pixmap(QSize(16, 16), 1.5).size() == QSize(24, 24));
  CHECK(signSize() == 16);
  const Dressed dressed(Theme::light(), DrawingScale::ofText(2));
  CHECK(signSize() == 29);
  SignLabel label(Sign::clock, nullptr);
  CHECK(label.sizeHint() == QSize(29, 29));
}

TEST_CASE("a button with a sign says what it does, and one that is checked shows another sign", "[signs]") {
  const std::unique_ptr<QToolButton> button(
      makeSignButton(signIcon(Sign::eyeClosed, Sign::eye), QStringLiteral("Show it"), nullptr));
  CHECK(button->accessibleName() == QStringLiteral("Show it"));
  CHECK(button->toolTip() == QStringLiteral("Show it"));
  const auto picture = [&](QIcon::State state) {
    return button->icon().pixmap(QSize(48, 48), 1, QIcon::Normal, state).toImage();
  };
  CHECK(picture(QIcon::Off) == pictureOfSign(Sign::eyeClosed).convertToFormat(picture(QIcon::Off).format()));
  CHECK(picture(QIcon::On) == pictureOfSign(Sign::eye).convertToFormat(picture(QIcon::On).format()));
  CHECK(picture(QIcon::On) != picture(QIcon::Off));
}

TEST_CASE("what is switched on has a breath of the accent, on which text is read", "[signs]") {
  for (const bool strong : {false, true})
    for (const bool dark : {false, true}) {
      DrawingScale look;
      look.isStrong = strong;
      const Theme theme = dark ? Theme::night(look) : Theme::light(look);
      INFO("strong " << strong << ", dark " << dark);
      CHECK(contrast(theme.text, theme.chosen()) >= (strong ? 7 : 4.5));
      CHECK(contrast(theme.accent, theme.window) >= 3);
      CHECK(theme.chosen() != theme.window);
    }
}

TEST_CASE("the page about looks has every sign, and the colours as they are", "[signs]") {
  QFile file(QStringLiteral(OMEGA_LOOKS));
  REQUIRE(file.open(QIODevice::ReadOnly));
  const QString page = QString::fromUtf8(file.readAll());
  for (const Sign sign : allSigns()) {
    INFO(nameOf(sign).toStdString());
    CHECK(page.contains(QStringLiteral("(assets/icons/%1.svg)").arg(nameOf(sign))));
  }
  for (const Theme& theme : {Theme::light(), Theme::night()})
    for (const QColor& colour : {theme.window, theme.canvas, theme.raised(), theme.band(), theme.text, theme.faint,
                                 theme.axis, theme.grid, theme.accent, theme.chosen(), theme.warning}) {
      INFO(colour.name().toStdString());
      CHECK(page.contains(QStringLiteral("`%1`").arg(colour.name())));
    }
}

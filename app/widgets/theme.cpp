#include "widgets/theme.h"

#include <QFontDatabase>
#include <QFontMetricsF>
#include <algorithm>
#include <cmath>

#include "estimators/look.h"

namespace omegascope {
namespace {

constexpr double kTextPixels = 12;

struct ThemeColours {
  QRgb window, canvas, text, faint, axis, grid, accent, warning;
};
constexpr ThemeColours kStrongLight{0xffffff, 0xffffff, 0x000000, 0x3d3d3d, 0x333333, 0xcfcfcf, 0x084d94, 0x7a3000},
    kNight{0x2b2b2b, 0x1e1e1e, 0xececec, 0xb0b0b0, 0x9a9a9a, 0x3a3a3a, 0x6cb6ff, 0xffb066},
    kStrongNight{0x121212, 0x121212, 0xffffff, 0xd6d6d6, 0xcccccc, 0x4c4c4c, 0x8cc8ff, 0xffc080};

void setColours(Theme& theme, const ThemeColours& by) {
  theme.window = by.window;
  theme.canvas = by.canvas;
  theme.text = by.text;
  theme.faint = by.faint;
  theme.axis = by.axis;
  theme.grid = by.grid;
  theme.accent = by.accent;
  theme.warning = by.warning;
}

omega::Rgb rgbOf(const QColor& colour) { return colour.rgb() & 0xffffff; }

DrawingScale& lookOfTheScreen() {
  static DrawingScale look;
  return look;
}

}  // namespace

DrawingScale DrawingScale::ofText(double scale) { return {scale, std::max(1.0, 1 + (scale - 1) * 0.8)}; }

DrawingScale DrawingScale::strongOfText(double scale) {
  constexpr double kStronger = 1.25;
  DrawingScale look = ofText(scale);
  look.lines *= kStronger;
  look.isStrong = true;
  return look;
}

DrawingScale DrawingScale::ofRoom(QSize screen) {
  constexpr double kPixels = 24, kLeast = 16, kWide = 1920, kHigh = 1080, kLines = 1.2;
  const double pixels =
      std::max(kLeast, std::round(kPixels * std::min(screen.width() / kWide, screen.height() / kHigh)));
  const double text = pixels / kTextPixels;
  return {text, 1 + (text - 1) * kLines, pixels, true};
}

const DrawingScale& screenLook() { return lookOfTheScreen(); }
void setScreenLook(const DrawingScale& look) { lookOfTheScreen() = look; }

Theme Theme::light(const DrawingScale& look) {
  Theme theme;
  const omega::Palette paper;
  setColours(theme, look.isStrong ? kStrongLight
                                  : ThemeColours{0xf5f5f5, paper.canvas, paper.text, paper.faint, paper.axis,
                                                 paper.grid, 0x0a66c2, 0x9a3d00});
  theme.font = plotFont(kTextPixels * look.text);
  theme.lineScale = look.lines;
  theme.leastText = look.leastText;
  theme.isStrong = look.isStrong;
  return theme;
}

Theme Theme::night(const DrawingScale& look) {
  Theme theme = light(look);
  theme.dark = true;
  setColours(theme, look.isStrong ? kStrongNight : kNight);
  return theme;
}

Theme Theme::of(const QPalette& palette) {
  return palette.color(QPalette::Window).lightnessF() < 0.5 ? night(screenLook()) : light(screenLook());
}

QColor Theme::chosen() const {
  constexpr double kShare = 0.16;
  const auto mixed = [](int a, int b) { return qRound(a + kShare * (b - a)); };
  return {mixed(window.red(), accent.red()), mixed(window.green(), accent.green()),
          mixed(window.blue(), accent.blue())};
}

double Theme::textContrast() const {
  constexpr double kStrong = 7;
  return isStrong ? kStrong : omega::kTextContrast;
}

double Theme::lineHeight() const { return std::ceil(QFontMetricsF(font).height()); }

QFont Theme::bold() const {
  QFont f = font;
  f.setBold(true);
  return f;
}

QFont Theme::scaled(double factor) const { return plotFont(std::max(6.0, font.pixelSize() * shrunk(factor))); }

QPalette paletteOf(const Theme& theme) {
  QPalette palette;
  palette.setColor(QPalette::Window, theme.window);
  palette.setColor(QPalette::WindowText, theme.text);
  palette.setColor(QPalette::Base, theme.canvas);
  palette.setColor(QPalette::AlternateBase, theme.band());
  palette.setColor(QPalette::ToolTipBase, theme.window);
  palette.setColor(QPalette::ToolTipText, theme.text);
  palette.setColor(QPalette::PlaceholderText, theme.faint);
  palette.setColor(QPalette::Text, theme.text);
  palette.setColor(QPalette::Button, theme.raised());
  palette.setColor(QPalette::ButtonText, theme.text);
  palette.setColor(QPalette::BrightText, theme.warning);
  palette.setColor(QPalette::Link, theme.accent);
  palette.setColor(QPalette::Highlight, theme.dark ? QColor(0x3876c4) : theme.accent);
  palette.setColor(QPalette::HighlightedText, Qt::white);
  if (theme.isStrong && theme.dark) {
    palette.setColor(QPalette::Highlight, theme.accent);
    palette.setColor(QPalette::HighlightedText, theme.window);
  }
  for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText}) {
    palette.setColor(QPalette::Disabled, role, theme.dark ? QColor(0x858585) : QColor(0x8a8a8a));
  }
  return palette;
}

bool loadFonts() {
  static const bool loaded = [] {
    bool all = true;
    for (const char* face : {"", "-Bold", "-Oblique", "-BoldOblique"}) {
      const auto path = QStringLiteral(":/assets/fonts/DejaVuSans%1.ttf").arg(QLatin1String(face));
      all = QFontDatabase::addApplicationFont(path) >= 0 && all;
    }
    return all;
  }();
  return loaded;
}

QFont plotFont(double pixelSize) {
  loadFonts();
  // Chinese letters come from the first of the others that is installed, not from whatever has them.
  QFont font(QStringList{QStringLiteral("DejaVu Sans"), QStringLiteral("WenQuanYi Micro Hei"),
                         QStringLiteral("Noto Sans CJK SC"), QStringLiteral("Noto Sans SC")});
  font.setPixelSize(std::max(1, static_cast<int>(std::lround(pixelSize))));
  font.setHintingPreference(QFont::PreferNoHinting);
  font.setStyleStrategy(static_cast<QFont::StyleStrategy>(QFont::PreferAntialias | QFont::PreferOutline));
  return font;
}

QColor tinted(QColor colour, float ink) {
  colour.setAlphaF(ink);
  return colour;
}

double contrast(const QColor& a, const QColor& b) { return omega::contrast_of(rgbOf(a), rgbOf(b)); }

QColor readable(const QColor& colour, const Theme& theme) {
  return QRgb{omega::readable_on({rgbOf(theme.window), rgbOf(theme.canvas)}, rgbOf(colour), theme.textContrast())};
}

}  // namespace omegascope

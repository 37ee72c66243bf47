// Light or dark, how large and how strong, and everything that follows from it: the colours, the font and the lines of
// every canvas and widget.
#pragma once

#include <QColor>
#include <QFont>
#include <QMargins>
#include <QPalette>
#include <QSize>
#include <algorithm>

namespace omegascope {

// How large and how strong things are drawn: the one place that says so. What is on the screen follows screenLook();
// exports have a look of their own.
struct DrawingScale {
  double text = 1;        // of all text, beside its usual size
  double lines = 1;       // of lines and markers
  double leastText = 0;   // pixels: no text is smaller, scripts of formulas included
  bool isStrong = false;  // all text has a contrast of 7:1 at least

  // For people at a desk: lines grow with the text, but less.
  static DrawingScale ofText(double scale);
  // The same with high contrast, and stronger lines.
  static DrawingScale strongOfText(double scale);
  // For a room that looks at a screen of this size: 24 pixels of 1080, and never less than 16.
  static DrawingScale ofRoom(QSize screen);
  bool operator==(const DrawingScale&) const = default;
};

const DrawingScale& screenLook();
void setScreenLook(const DrawingScale& look);

struct Theme {
  bool dark = false;
  bool isStrong = false;  // high contrast: text and axes have 7:1 at least
  bool isGrey = false;    // what is painted becomes grey: a hue tells nothing
  QColor window;          // around canvases
  QColor canvas;          // behind data
  QColor text;            // at least 4.5:1 on both
  QColor faint;           // secondary text, at least 4.5:1 on both
  QColor axis;            // axis lines and tick marks
  QColor grid;
  QColor accent;               // handles, brushes
  QColor warning;              // text of badges that say that something is off
  QFont font;                  // of ticks, titles, legends and labels
  double lineScale = 1;        // of lines and markers
  double leastText = 0;        // pixels
  bool marksSelection = true;  // rings around what is selected
  bool showsLegends = true;    // of panels that place their own

  static Theme light(const DrawingScale& look);
  static Theme night(const DrawingScale& look);
  static Theme light(double textScale = 1) { return light(DrawingScale::ofText(textScale)); }
  static Theme night(double textScale = 1) { return night(DrawingScale::ofText(textScale)); }
  // By the lightness of the palette's window (Qt 6.4 has no colour scheme to ask for), with the look of the screen.
  static Theme of(const QPalette& palette);

  QColor raised() const { return dark ? QColor(0x363636) : QColor(0xececec); }  // buttons
  QColor band() const { return dark ? QColor(0x262626) : QColor(0xf0f0f0); }    // every second row
  QColor chosen() const;        // behind what is switched on, with the accent around it
  double textContrast() const;  // that all text has at least
  double lineHeight() const;    // of its font, in whole pixels
  QFont bold() const;
  QFont scaled(double factor) const;
  // The factor, or the larger one at which text still has its least size.
  double shrunk(double factor) const { return std::max(factor, std::min(1.0, leastText / font.pixelSize())); }
  // How wide a lesson's ring around a part of a panel is, and what it takes beside the part: two edges, and air.
  int ringWidth() const { return static_cast<int>(3 * lineScale); }
  int roomOfRing() const { return ringWidth() + 4; }
  int roomBesideControls() const { return ringWidth() + 2; }  // they stand closer
  bool operator==(const Theme&) const = default;
};

// The type scale, as shares of the usual size.
inline constexpr double kHeadText = 1.6, kSmallText = 0.85, kFineText = 0.8;

// The grid that widgets stand on: distances are multiples of it, and a panel keeps that much free inside its edge.
inline constexpr int kGrid = 2;
inline constexpr QMargins kPanelMargins(3 * kGrid, 2 * kGrid, 3 * kGrid, 2 * kGrid);

// The palette of widgets that matches a theme.
QPalette paletteOf(const Theme& theme);

// Makes the shipped font known to Qt; idempotent, needs a QGuiApplication. False where the font could not be loaded.
bool loadFonts();

// The shipped font, the same on every machine, without hinting: text takes the same room on screen and in exports.
QFont plotFont(double pixelSize);

// The colour with so much of its ink, 0..1.
QColor tinted(QColor colour, float ink);
// WCAG 2 contrast ratio, 1..21.
double contrast(const QColor& a, const QColor& b);

// The colour for words in the colour of a line, which may be fainter: the same hue, readable on window and canvas.
QColor readable(const QColor& colour, const Theme& theme);

}  // namespace omegascope

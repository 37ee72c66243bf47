// Light or dark, and everything that follows from it: the colours and the font of every canvas.
#pragma once

#include <QColor>
#include <QFont>
#include <QPalette>

namespace omegascope {

struct Theme {
  bool dark = false;
  QColor window;  // around canvases
  QColor canvas;  // behind data
  QColor text;    // at least 4.5:1 on both
  QColor faint;   // secondary text, at least 4.5:1 on both
  QColor axis;    // axis lines and tick marks
  QColor grid;
  QColor accent;         // handles, brushes
  QColor warning;        // text of badges that say that something is off
  QFont font;            // of ticks, titles, legends and labels
  double lineScale = 1;  // of lines and markers; the presenter's is larger

  static Theme light(double textScale = 1);
  static Theme night(double textScale = 1);
  // By the lightness of the palette's window (Qt 6.4 has no colour scheme to ask for), with the text size of the
  // screen.
  static Theme of(const QPalette& palette);

  QFont bold() const;
  QFont scaled(double factor) const;
  bool operator==(const Theme&) const = default;
};

// The size of all text on the screen beside its own: 1 unless the user said so. Exports have a size of their own.
double screenTextScale();
void setScreenTextScale(double scale);

// The palette of widgets that matches a theme.
QPalette paletteOf(const Theme& theme);

// Makes the shipped font known to Qt; idempotent, needs a QGuiApplication. False where the font could not be loaded.
bool loadFonts();

// The shipped font, the same on every machine, without hinting: text takes the same room on screen and in exports.
QFont plotFont(double pixelSize);

// WCAG 2 contrast ratio, 1..21.
double contrast(const QColor& a, const QColor& b);

}  // namespace omegascope

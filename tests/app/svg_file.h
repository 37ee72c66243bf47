// Reads an SVG as a drawing program would: what of it is text, pictures and ink.
#pragma once

#include <QByteArray>
#include <QRectF>
#include <QStringList>
#include <QTransform>
#include <vector>

namespace omegascope::test {

/// A piece of text where it is drawn.
struct SvgText {
  QString words;
  QRectF box;         // of its ink
  double height = 0;  // of its font, pixels of the picture
};

struct SvgFile {
  bool isWellFormed = false;
  QString title, description;
  QStringList texts;
  std::vector<SvgText> placed;  // the same with their places
  int images = 0;
  std::vector<QRectF> imageBoxes;
  QRectF viewBox;
  QRectF ink;  // of all shapes and images but not of text, in the coordinates of the viewBox
};

std::vector<double> numbersIn(const QString& text);

/// Of an element's `transform`: matrix(a b c d e f) or rotate(degrees x y).
QTransform transformOf(const QString& text);

SvgFile readSvg(const QByteArray& bytes);

}  // namespace omegascope::test

// Reads an SVG as a drawing program would: what of it is text, pictures and ink.
#pragma once

#include <QByteArray>
#include <QRectF>
#include <QStringList>

namespace omegascope::test {

struct SvgFile {
  bool isWellFormed = false;
  QString title, description;
  QStringList texts;
  int images = 0;
  QRectF viewBox;
  QRectF ink;  // of all paths and images, in the coordinates of the viewBox
};

SvgFile readSvg(const QByteArray& bytes);

}  // namespace omegascope::test

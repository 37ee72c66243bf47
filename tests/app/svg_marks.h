// Reads back what an SVG draws: its texts and shapes, where they are and in what colour, whoever wrote it.
#pragma once

#include <QByteArray>
#include <QColor>
#include <QPolygonF>
#include <QString>
#include <vector>

namespace omegascope::test {

struct MarkText {
  QString words;
  QRectF box;  // of its letters
  bool isUpright = true;
};

struct SvgShape {
  QColor fill, stroke;  // not valid: none
  QPolygonF corners;
  QRectF box() const { return corners.boundingRect(); }
};

struct SvgMarks {
  std::vector<MarkText> texts;
  std::vector<SvgShape> shapes;
};

SvgMarks readMarks(const QByteArray& svg);

}  // namespace omegascope::test

// One frame of a heat map as plain data, and the reference painter of it. The OpenGL painter takes the same frame.
#pragma once

#include <QColor>
#include <QImage>
#include <QRect>
#include <vector>

#include "widgets/colour_maps.h"
#include "widgets/map_transform.h"

namespace omegascope {

struct Fill {
  QRect rect;  // device pixels
  QColor colour;
};

struct MapFrame {
  QSize pixels;  // of the canvas, device pixels
  QRgb background = 0xffffffff;
  ColourScale scale;
  MapLevel level;                  // what is drawn ...
  std::vector<int> columns, rows;  // ... and which of its blocks at each pixel column and row of the canvas (-1: none)
  std::vector<Fill> fills;         // rings and veils above, in order
};

// What is marked on a map; -1 is nothing.
struct MapMarks {
  qint64 lockedRow = -1, lockedColumn = -1;
  qint64 hoveredRow = -1, hoveredColumn = -1;
  // Bracketed on the axis, [first, last): the segment of a group or proposal, say.
  qint64 rowsFirst = 0, rowsLast = 0;
  std::vector<qint64> drawn;  // columns that a sampler of keys drew for the row that is hovered, else locked
  bool operator==(const MapMarks&) const = default;
};

// Rings around rows and columns: white within black where locked, so that they show on any colour; thin where hovered.
// Below the row there are notches at the drawn columns.
std::vector<Fill> markFills(const MapMarks& marks, const MapTransform& transform, double pixelRatio);

// Opaque, frame.pixels in size.
QImage paintMap(const MapFrame& frame);

}  // namespace omegascope

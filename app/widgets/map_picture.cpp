#include "widgets/map_picture.h"

#include <QPainter>
#include <algorithm>
#include <cmath>
#include <cstring>

namespace omegascope {
namespace {

void paintRow(const MapFrame& frame, const float* values, const Colouriser& colour, QRgb* line) {
  int last = -1;
  QRgb ink = 0;
  for (std::size_t x = 0; x < frame.columns.size(); ++x) {
    const int block = frame.columns[x];
    if (block < 0) continue;
    if (block != last) ink = values[block] == kNoCell ? frame.background : colour(values[block]);
    last = block;
    line[x] = ink;
  }
}

void paintBlocks(const MapFrame& frame, QImage& image) {
  const Colouriser colour(frame.scale);
  int last = -1;
  for (std::size_t y = 0; y < frame.rows.size(); ++y) {
    const int block = frame.rows[y];
    if (block < 0) continue;
    auto* line = reinterpret_cast<QRgb*>(image.scanLine(static_cast<int>(y)));
    if (block == last) {
      std::memcpy(line, image.constScanLine(static_cast<int>(y) - 1), image.width() * sizeof(QRgb));
    } else {
      paintRow(frame, frame.level.values.get() + block * frame.level.columns, colour, line);
    }
    last = block;
  }
}

// The frame of `inner`, `width` pixels wide, outside of it.
void addRing(std::vector<Fill>& fills, const QRect& inner, int width, const QColor& colour) {
  const QRect outer = inner.adjusted(-width, -width, width, width);
  fills.push_back({QRect(outer.left(), outer.top(), outer.width(), width), colour});
  fills.push_back({QRect(outer.left(), inner.bottom() + 1, outer.width(), width), colour});
  fills.push_back({QRect(outer.left(), inner.top(), width, inner.height()), colour});
  fills.push_back({QRect(inner.right() + 1, inner.top(), width, inner.height()), colour});
}

}  // namespace

std::vector<Fill> markFills(const MapMarks& marks, const MapTransform& transform, double pixelRatio) {
  std::vector<Fill> fills;
  const QRectF plot = transform.canvas(), seen = transform.visibleRect();
  const auto device = [&](double x, double origin) { return static_cast<int>(std::lround((x - origin) * pixelRatio)); };
  // A row or column is at least three pixels wide, so that its colours still show within the ring.
  const auto span = [](int first, int last) {
    if (last - first >= 3) return std::pair{first, last};
    const int middle = (first + last) / 2;
    return std::pair{middle - 1, middle + 2};
  };
  const auto rowRect = [&](qint64 row) {
    const auto [top, bottom] = span(device(transform.yOf(row), plot.top()), device(transform.yOf(row + 1), plot.top()));
    const int left = device(seen.left(), plot.left()), right = device(seen.right(), plot.left());
    return QRect(left, top, right - left, bottom - top);
  };
  const auto columnRect = [&](qint64 column) {
    const auto [left, right] =
        span(device(transform.xOf(column), plot.left()), device(transform.xOf(column + 1), plot.left()));
    const int top = device(seen.top(), plot.top()), bottom = device(seen.bottom(), plot.top());
    return QRect(left, top, right - left, bottom - top);
  };
  const int thin = std::max(1, static_cast<int>(std::lround(pixelRatio)));
  const auto hovered = [&](const QRect& rect) {
    addRing(fills, rect, thin, QColor(0, 0, 0, 153));
    addRing(fills, rect.adjusted(-thin, -thin, thin, thin), thin, QColor(255, 255, 255, 153));
  };
  // Hairlines around small cells: a wider ring would cover the rows beside its own.
  const auto locked = [&](const QRect& rect, double cell) {
    constexpr double kSmall = 6;  // logical pixels
    const int light = cell < kSmall ? thin : 2 * thin;
    addRing(fills, rect, light, QColor(Qt::white));
    addRing(fills, rect.adjusted(-light, -light, light, light), thin, QColor(Qt::black));
  };
  if (marks.hoveredRow >= 0 && marks.hoveredRow != marks.lockedRow) hovered(rowRect(marks.hoveredRow));
  if (marks.hoveredColumn >= 0 && marks.hoveredColumn != marks.lockedColumn) hovered(columnRect(marks.hoveredColumn));
  if (marks.lockedRow >= 0) locked(rowRect(marks.lockedRow), transform.cellHeight());
  if (marks.lockedColumn >= 0) locked(columnRect(marks.lockedColumn), transform.cellWidth());
  const qint64 row = marks.hoveredRow >= 0 ? marks.hoveredRow : marks.lockedRow;
  for (const qint64 column : marks.drawn) {
    const double x = transform.xOf(static_cast<double>(column) + 0.5);
    if (row < 0 || x < seen.left() || x > seen.right()) continue;
    const QRect notch(device(x, plot.left()) - thin, rowRect(row).bottom() + 1 + 4 * thin, 2 * thin, 4 * thin);
    addRing(fills, notch, thin, QColor(Qt::black));
    fills.push_back({notch, QColor(Qt::white)});
  }
  return fills;
}

QImage paintMap(const MapFrame& frame) {
  QImage image(frame.pixels, QImage::Format_RGB32);
  if (image.isNull()) return image;
  image.fill(frame.background);
  paintBlocks(frame, image);
  QPainter painter(&image);
  for (const Fill& fill : frame.fills) painter.fillRect(fill.rect, fill.colour);
  return image;
}

}  // namespace omegascope

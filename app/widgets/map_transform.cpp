#include "widgets/map_transform.h"

#include <algorithm>
#include <cmath>

namespace omegascope {
namespace {

constexpr double kLargestCell = 96;  // logical pixels
constexpr double kSquareUpTo = 4;    // ratio of the sides of a matrix
constexpr int kLargestFactor = 1 << 20;

double kept(double centre, double visible, double all) {
  return visible >= all ? all / 2 : std::clamp(centre, visible / 2, all - visible / 2);
}

// For cells of so many device pixels.
int factorOf(double cell) {
  int factor = 1;
  while (factor < (1 - 1e-9) / cell && factor < kLargestFactor) factor *= 2;
  return factor;
}

// The cell at the middle of a device pixel; `start` is where the first pixel begins, `origin` where the first cell
// does.
qint64 cellAtPixel(double pixel, double start, double origin, double cell, qint64 count, double pixelRatio) {
  const double at = std::floor((start + (pixel + 0.5) / pixelRatio - origin) / cell);
  return at >= 0 && at < static_cast<double>(count) ? static_cast<qint64>(at) : -1;
}

std::vector<qint64> cellsAlong(int length, double start, double origin, double cell, qint64 count, double pixelRatio) {
  std::vector<qint64> cells(static_cast<std::size_t>(std::max(0, qRound(length * pixelRatio))));
  for (std::size_t i = 0; i < cells.size(); ++i)
    cells[i] = cellAtPixel(static_cast<double>(i), start, origin, cell, count, pixelRatio);
  return cells;
}

}  // namespace

MapTransform::MapTransform(qint64 rows, qint64 columns, const QRectF& plot, const MapView& wanted, bool isStretched)
    : m_rows(std::max<qint64>(1, rows)),
      m_columns(std::max<qint64>(1, columns)),
      m_isStretched(isStretched),
      m_plot(plot),
      m_view(wanted) {
  double fitX = std::max(1.0, plot.width()) / m_columns, fitY = std::max(1.0, plot.height()) / m_rows;
  const double ratio = static_cast<double>(m_columns) / m_rows;
  if (!isStretched && ratio <= kSquareUpTo && ratio >= 1 / kSquareUpTo) fitX = fitY = std::min(fitX, fitY);
  m_maxZoom = std::max({1.0, kLargestCell / fitX, kLargestCell / fitY});
  m_view.zoom = std::isfinite(wanted.zoom) ? std::clamp(wanted.zoom, 1.0, m_maxZoom) : 1;
  m_cellWidth = fitX * m_view.zoom;
  m_cellHeight = fitY * m_view.zoom;
  m_view.column = kept(m_view.column, plot.width() / m_cellWidth, m_columns);
  m_view.row = kept(m_view.row, plot.height() / m_cellHeight, m_rows);
  m_left = plot.center().x() - m_view.column * m_cellWidth;
  m_top = plot.center().y() - m_view.row * m_cellHeight;
}

QRect MapTransform::canvas() const {
  // A border that is off by rounding alone is no further pixel.
  return visibleRect().adjusted(1e-6, 1e-6, -1e-6, -1e-6).toAlignedRect();
}

MapView MapTransform::zoomed(double factor, QPointF anchor) const {
  MapView view = m_view;
  view.zoom = std::clamp(view.zoom * factor, 1.0, m_maxZoom);
  const double scale = view.zoom / m_view.zoom;
  const QPointF fromCentre = anchor - m_plot.center();
  view.column += fromCentre.x() / m_cellWidth * (1 - 1 / scale);
  view.row += fromCentre.y() / m_cellHeight * (1 - 1 / scale);
  return MapTransform(m_rows, m_columns, m_plot, view, m_isStretched).view();
}

MapView MapTransform::panned(QPointF by) const {
  MapView view = m_view;
  view.column -= by.x() / m_cellWidth;
  view.row -= by.y() / m_cellHeight;
  return MapTransform(m_rows, m_columns, m_plot, view, m_isStretched).view();
}

MapFactor MapTransform::factor(double pixelRatio) const {
  return {factorOf(m_cellHeight * pixelRatio), factorOf(m_cellWidth * pixelRatio)};
}

std::vector<qint64> MapTransform::cellColumns(double pixelRatio) const {
  return cellsAlong(canvas().width(), canvas().left(), m_left, m_cellWidth, m_columns, pixelRatio);
}

std::vector<qint64> MapTransform::cellRows(double pixelRatio) const {
  return cellsAlong(canvas().height(), canvas().top(), m_top, m_cellHeight, m_rows, pixelRatio);
}

std::optional<std::pair<qint64, qint64>> MapTransform::cellShownAt(QPointF position, double pixelRatio) const {
  const QRect on = canvas();
  const double x = std::floor((position.x() - on.left()) * pixelRatio),
               y = std::floor((position.y() - on.top()) * pixelRatio);
  if (x < 0 || y < 0 || x >= qRound(on.width() * pixelRatio) || y >= qRound(on.height() * pixelRatio)) return {};
  const qint64 row = cellAtPixel(y, on.top(), m_top, m_cellHeight, m_rows, pixelRatio);
  const qint64 column = cellAtPixel(x, on.left(), m_left, m_cellWidth, m_columns, pixelRatio);
  if (row < 0 || column < 0) return {};
  return std::pair{row, column};
}

}  // namespace omegascope

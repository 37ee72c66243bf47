// Where cells are on a canvas. Pure arithmetic, used by both painters, by the mouse and by the axes.
#pragma once

#include <QRectF>
#include <optional>
#include <utility>
#include <vector>

#include "widgets/map_source.h"

namespace omegascope {

// What part of a map is shown, independent of the size of the widget: maps with equal views move in step.
struct MapView {
  double row = 0, column = 0;  // the cell coordinate in the middle of the canvas (integers are between cells)
  double zoom = 1;             // 1 shows everything
  bool operator==(const MapView&) const = default;
};

// What an export paints: what is seen, or everything there is.
enum class Extent { Visible, Whole };

class MapTransform {
 public:
  // `plot` in logical pixels. Cells are square unless one side of the matrix is more than four times the other, or they
  // are to fill the plot.
  MapTransform(qint64 rows, qint64 columns, const QRectF& plot, const MapView& wanted, bool isStretched = false);

  const QRectF& plot() const { return m_plot; }
  const MapView& view() const { return m_view; }  // the wanted one, kept within the matrix
  double cellWidth() const { return m_cellWidth; }
  double cellHeight() const { return m_cellHeight; }

  double xOf(double column) const { return m_left + column * m_cellWidth; }
  double yOf(double row) const { return m_top + row * m_cellHeight; }
  double columnAt(double x) const { return (x - m_left) / m_cellWidth; }
  double rowAt(double y) const { return (y - m_top) / m_cellHeight; }
  QRectF mapRect() const {
    return {m_left, m_top, m_columns * m_cellWidth, m_rows * m_cellHeight};
  }                                                                     // of the whole matrix
  QRectF visibleRect() const { return mapRect().intersected(m_plot); }  // of the part of it in the plot
  QRect canvas() const;  // whole logical pixels that hold visibleRect(): what the painters fill

  // The view after zooming by `factor` with the cell under `anchor` staying there.
  MapView zoomed(double factor, QPointF anchor) const;
  MapView panned(QPointF by) const;

  // Cells per block along each axis so that no block is smaller than a device pixel: powers of two, 1 at >= 1:1.
  MapFactor factor(double pixelRatio) const;

  // For each device pixel of the canvas the cell at its centre, -1 outside of the matrix. Both painters draw by these
  // tables.
  std::vector<qint64> cellColumns(double pixelRatio) const;
  std::vector<qint64> cellRows(double pixelRatio) const;
  // By the same arithmetic the cell (row, column) drawn at the device pixel under a logical position.
  std::optional<std::pair<qint64, qint64>> cellShownAt(QPointF position, double pixelRatio) const;

 private:
  qint64 m_rows, m_columns;
  bool m_isStretched;
  QRectF m_plot;
  MapView m_view;
  double m_cellWidth = 1, m_cellHeight = 1, m_left = 0, m_top = 0, m_maxZoom = 1;
};

}  // namespace omegascope

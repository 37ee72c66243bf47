// A matrix as a picture that can be walked through: axes, rings, pan, zoom, hover and click.
// Raster and OpenGL draw the same pixels; the raster painter is the reference.
#pragma once

#include <QStringList>
#include <optional>

#include "language/language.h"
#include "widgets/canvas_widget.h"
#include "widgets/map_picture.h"

namespace omegascope {

struct MapStyle;

// What rows or columns are called, in place of their numbers, where each has room for its name.
struct MapNames {
  QStringList all;  // by number; empty for numbers
  QString widest;   // of them: that much room is left for them
  bool operator==(const MapNames&) const = default;
};

// What is written around a map.
struct MapLabels {
  QString title;                  // above, left
  QString rows = tr("query n");   // beside the vertical axis; empty for none
  QString columns = tr("key m");  // below the horizontal axis; empty for none
  QStringList badges;             // above, right: "projected", "preview ½" ...; the pooling is added to them
  // In place of all that, where it has no room; none: the pooling in short, and the first words of the whole.
  QStringList shortBadges = {};
  qint64 firstRow = 0;                   // the number of the first row
  qint64 rowsEach = 1, columnsEach = 1;  // how many rows and columns of the matrix one cell of the source stands for
  MapNames rowNames = {}, columnNames = {};
  bool operator==(const MapLabels&) const = default;
};

class HeatMap : public CanvasWidget {
  Q_OBJECT

 public:
  explicit HeatMap(QWidget* parent = nullptr);

  // The view stays where it is if the size of the matrix does. Never blank: without a source the last picture stays.
  void setSource(MapSource source);
  void setScale(const ColourScale& scale) { change(m_scale, scale); }
  void setLabels(const MapLabels& labels) { change(m_labels, labels); }
  void setMarks(const MapMarks& marks);
  // Leaves 35 % of the picture: another one is in the foreground.
  void setFaded(bool faded) { change(m_faded, faded); }
  // Cells fill the room, and are not square.
  void setStretched(bool stretched) { change(m_stretched, stretched); }

  const MapSource& source() const { return m_source; }
  const ColourScale& scale() const { return m_scale; }
  const MapMarks& marks() const { return m_marks; }
  MapView view() const { return transform().view(); }
  void setView(const MapView& view);  // emits nothing
  void fit() { changeView({}); }
  // Moves the view so far that a zoomed map shows that cell, if its middle is out of sight; −1: any row, any column.
  void bringIntoSight(qint64 row, qint64 column);
  // "4:1 pooled (mean)", "32:1 pooled (mean) along query n"; empty where every number of the matrix has a pixel.
  QString poolingText() const;

  // The cell shown at the pixel under a position of this widget.
  std::optional<std::pair<qint64, qint64>> cellAt(QPointF position) const;
  MapTransform transform() const;

  // The same picture into any rectangle, for export: axes and text as vectors, the map as one image. Numbers in
  // `locale`.
  void paintTo(QPainter& painter, const QRectF& rect, const Theme& theme, const QLocale& locale = QLocale::c(),
               bool withMarks = true, Extent extent = Extent::Visible) const;
  QImage rasterCanvas() const override;

  QSize sizeHint() const override { return {320, 320}; }
  QSize minimumSizeHint() const override { return {120, 120}; }

 signals:
  void cellHovered(qint64 n, qint64 m);  // -1, -1 when the pointer leaves the matrix
  void cellClicked(qint64 n, qint64 m, Qt::KeyboardModifiers modifiers);
  void clickTakenBack(bool wasZoomed);  // it was the first half of a double-click, which shows all again
  void titleClicked();
  void viewChanged(const omegascope::MapView& view);  // by the user; give it to setView() of the maps that follow

 protected:
  bool event(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void leaveEvent(QEvent* event) override;

 private:
  MapTransform transformIn(const QRectF& rect, const MapStyle& style, Extent extent = Extent::Visible) const;
  MapFrame frameFor(const MapTransform& transform, const Theme& theme, double pixelRatio, bool withMarks) const;
  void changeView(const MapView& view);
  void step(const ViewStep& step) override;
  void hover(QPointF position);
  QColor veil(const Theme& theme) const;  // over the picture
  GlCanvas* makeCanvas() override;
  void renew() override;

  MapSource m_source;
  ColourScale m_scale;
  MapLabels m_labels;
  MapMarks m_marks;
  bool m_faded = false, m_stretched = false;
  MapView m_view;
  std::optional<QPointF> m_dragFrom;
  MapView m_dragView;
  bool m_dragged = false, m_clickedCell = false;
  std::pair<qint64, qint64> m_lastHover{-1, -1};
};

}  // namespace omegascope

// A density on the plane with its contours, and the points, ellipses and arrows above it: omega-space.
// Equal aspect, pan, zoom, hover, click, drag of points, brush. Raster and OpenGL draw the same pixels.
#pragma once

#include <QStringList>
#include <optional>

#include "widgets/canvas_widget.h"
#include "widgets/density_scene.h"
#include "widgets/field_transform.h"
#include "widgets/map_transform.h"

namespace omegascope {

struct FieldFrame;
struct FieldStyle;

struct FieldLabels {
  QString title;
  QString x = QStringLiteral("ω₀"), y = QStringLiteral("ω₁");
  QStringList badges;  // "projected, 64 % of variance" ...
  bool operator==(const FieldLabels&) const = default;
};

class DensityField : public CanvasWidget {
  Q_OBJECT

 public:
  enum class DragMode { Pan, Brush };  // of a drag that starts on no point; Shift gives the other one

  explicit DensityField(QWidget* parent = nullptr);

  void setScene(DensityScene scene);
  void setLabels(const FieldLabels& labels) { change(m_labels, labels); }
  void setDragMode(DragMode mode) { m_dragMode = mode; }
  // The point that keys moved last is somewhere else now.
  void forgetMove() { m_keyMoved = -1; }
  // What a double-click shows; the field's area if never set.
  void setHome(const QRectF& area) { change(m_home, area); }

  const DensityScene& scene() const { return m_scene; }
  FieldView view() const { return transform().view(); }
  void setView(const FieldView& view);  // emits nothing
  void fit();
  bool isMoved() const { return m_view.has_value(); }  // from home
  FieldTransform transform() const;
  std::optional<int> pointAt(QPointF position) const;  // the id

  void paintTo(QPainter& painter, const QRectF& rect, const Theme& theme, const QLocale& locale = QLocale::c(),
               Extent extent = Extent::Visible) const;
  QImage rasterCanvas() const override;

  QSize sizeHint() const override { return {380, 360}; }
  QSize minimumSizeHint() const override { return {140, 120}; }

 signals:
  void pointHovered(int id);  // -1: none
  void pointClicked(int id, Qt::KeyboardModifiers modifiers);
  // A drag of a draggable point begins, by the mouse or by keys ...
  void pointPressed(int id);
  void pointDragged(int id, QPointF to);
  void pointReleased(int id);  // ... and ends: one undo step
  void brushed(const QRectF& area,
               Qt::KeyboardModifiers modifiers);  // data coordinates; empty when it was only a click
  void viewChanged(const omegascope::FieldView& view);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void leaveEvent(QEvent* event) override;
  bool event(QEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;

 private:
  enum class Gesture { None, Press, Pan, Brush, DragPoint };
  QRectF home() const;
  FieldTransform transformIn(const QRectF& rect, const FieldStyle& style, Extent extent = Extent::Visible) const;
  FieldFrame frameFor(const FieldTransform& transform, const Theme& theme, double pixelRatio) const;
  void beginDrag(const FieldTransform& at, Qt::KeyboardModifiers modifiers);
  void changeView(const FieldView& view);
  void step(const ViewStep& step) override;
  bool onKey(const QKeyEvent& event, bool isPress);
  void leavePoint();
  bool isUnder(const FieldPoint& point, QPointF position, const FieldTransform& at) const;
  void hover(QPointF position);
  GlCanvas* makeCanvas() override;
  void renew() override;

  DensityScene m_scene;
  FieldGrid m_finite;                 // the scene's field without NaN and infinities
  std::vector<QPolygonF> m_contours;  // of the scene's field and levels, in data coordinates
  FieldLabels m_labels;
  QRectF m_home;
  std::optional<FieldView> m_view;  // unset until moved: shows home
  DragMode m_dragMode = DragMode::Pan;
  Gesture m_gesture = Gesture::None;
  QPointF m_pointer;            // where it hovered last
  QPointF m_pressedAt, m_grip;  // the grip: from the pointer to the middle of the dragged point, in data coordinates
  FieldView m_pressedView;
  QRectF m_brush;  // logical pixels
  int m_pressedPoint = -1, m_lastHover = -1;
  int m_keyPoint = -1;  // moved by keys as long as one is pressed
  int m_keyMoved = -1;  // moved by keys last ...
  QPointF m_keyPlace;   // ... to here
};

}  // namespace omegascope

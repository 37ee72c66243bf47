#include "widgets/density_field.h"

#include <QMouseEvent>
#include <QPaintEngine>
#include <QPainter>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

#include "widgets/contours.h"
#include "widgets/density_field_style.h"
#include "widgets/field_canvas.h"
#include "widgets/field_picture.h"

namespace omegascope {
namespace {

constexpr double kSlack = 5;       // pixels around a point that still hit it
constexpr double kFieldClick = 4;  // a press that moves less is a click

bool sameField(const FieldGrid& a, const FieldGrid& b) {
  return a.values == b.values && a.columns == b.columns && a.rows == b.rows && a.area == b.area;
}

}  // namespace

DensityField::DensityField(QWidget* parent) : CanvasWidget(parent) { setPainter(preferredPainter()); }

GlCanvas* DensityField::makeCanvas() { return new FieldCanvas(this); }

void DensityField::setScene(DensityScene scene) {
  const bool contoursHold = sameField(scene.field, m_scene.field) && scene.levels == m_scene.levels;
  const bool finiteHolds = sameField(scene.field, m_scene.field) && scene.scale == m_scene.scale;
  m_scene = std::move(scene);
  if (!finiteHolds) m_finite = finiteField(m_scene.field, m_scene.scale);
  if (!contoursHold) {
    m_contours.clear();
    for (const double level : m_scene.levels) {
      auto lines = contourLines(m_scene.field, level);
      m_contours.insert(m_contours.end(), std::make_move_iterator(lines.begin()), std::make_move_iterator(lines.end()));
    }
  }
  renew();
  // What the pointer was on may have gone, as by undo. Only then is it asked again: what is hovered is drawn otherwise,
  // and must not call itself.
  if (m_gesture != Gesture::None || m_lastHover < 0) return;
  const FieldTransform at = transform();
  if (std::none_of(m_scene.points.begin(), m_scene.points.end(),
                   [&](const FieldPoint& point) { return point.id == m_lastHover && isUnder(point, m_pointer, at); }))
    hover(m_pointer);
}

bool DensityField::isUnder(const FieldPoint& point, QPointF position, const FieldTransform& at) const {
  const QPointF off = at.toPixel(point.at) - position;
  return std::hypot(off.x(), off.y()) <= pointRadius(m_scene, point, m_theme) + kSlack;
}

QRectF DensityField::home() const {
  if (!m_home.isEmpty()) return m_home;
  return m_scene.field.isEmpty() ? QRectF(-4, -4, 8, 8) : m_scene.field.area;
}

FieldTransform DensityField::transformIn(const QRectF& rect, const FieldStyle& style, Extent extent) const {
  const QRectF plot = fieldPlotRect(rect, m_labels, style);
  return {plot, m_view && extent == Extent::Visible ? *m_view : FieldTransform::showing(home(), plot)};
}

FieldTransform DensityField::transform() const { return transformIn(rect(), {m_theme, m_numbers}); }

void DensityField::setView(const FieldView& view) {
  m_view = view;
  renew();
}

void DensityField::fit() {
  if (!m_view) return;
  m_view.reset();
  renew();
  emit viewChanged(view());
}

std::optional<int> DensityField::pointAt(QPointF position) const {
  const FieldTransform at = transform();
  if (!at.plot().contains(position)) return {};
  // The upper one of those that are hit; what stands in front before what is faded, what can be dragged before what
  // cannot.
  const auto rank = [](const FieldPoint& point) { return 2 * !point.faded + point.draggable; };
  const FieldPoint* found = nullptr;
  for (const FieldPoint& point : m_scene.points) {
    if (point.id < 0 || (found && rank(*found) > rank(point))) continue;
    if (isUnder(point, position, at)) found = &point;
  }
  return found ? std::optional(found->id) : std::nullopt;
}

FieldFrame DensityField::frameFor(const FieldTransform& transform, const Theme& theme, double pixelRatio) const {
  FieldFrame frame = fieldFrame(m_scene, m_finite, m_contours, transform, theme, pixelRatio);
  if (m_stale || m_gesture == Gesture::Brush) {
    if (frame.above.isNull()) {
      frame.above = QImage(frame.pixels, QImage::Format_ARGB32_Premultiplied);
      frame.above.fill(Qt::transparent);
    }
    QPainter painter(&frame.above);
    painter.scale(pixelRatio, pixelRatio);
    painter.translate(-transform.plot().topLeft());
    if (m_stale) paintVeil(painter, transform.plot(), theme);
    if (m_gesture == Gesture::Brush) paintBrush(painter, m_brush, theme);
  }
  return frame;
}

QImage DensityField::rasterCanvas() const {
  QImage image = paintField(frameFor(transform(), m_theme, devicePixelRatioF()));
  image.setDevicePixelRatio(devicePixelRatioF());
  return image;
}

void DensityField::renew() {
  if (m_canvas) {
    const FieldTransform at = transform();
    m_canvas->setGeometry(at.plot().toRect());
    static_cast<FieldCanvas*>(m_canvas)->setFrame(frameFor(at, m_theme, devicePixelRatioF()));
  }
  m_picture = {};
  update();
}

void DensityField::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(rect(), m_theme.window);
  const FieldTransform at = transform();
  if (!m_canvas) {
    if (m_picture.isNull()) m_picture = paintField(frameFor(at, m_theme, devicePixelRatioF()));
    painter.drawImage(at.plot(), m_picture);
  }
  paintFieldFurniture(painter, rect(), at, {m_theme, m_numbers}, m_labels, m_stale);
}

void DensityField::paintTo(QPainter& painter, const QRectF& rect, const Theme& theme, const QLocale& locale,
                           Extent extent) const {
  painter.save();
  painter.translate(rect.topLeft());
  const QRectF own(QPointF(0, 0), rect.size());
  painter.fillRect(own, theme.window);
  const FieldStyle style{theme, locale};
  const FieldTransform at = transformIn(own, style, extent);
  const QPaintEngine* engine = painter.paintEngine();
  if (engine && engine->type() == QPaintEngine::Raster) {
    const double ratio = painter.deviceTransform().m11();
    painter.drawImage(at.plot(), paintField(fieldFrame(m_scene, m_finite, m_contours, at, theme, ratio)));
  } else {
    paintFieldVector(painter, m_scene, m_finite, m_contours, at, theme);
  }
  paintFieldFurniture(painter, own, at, style, m_labels, false);
  painter.restore();
}

void DensityField::changeView(const FieldView& view) {
  if (m_view == view) return;
  m_view = view;
  renew();
  emit viewChanged(view);
}

void DensityField::hover(QPointF position) {
  m_pointer = position;
  const int id = pointAt(position).value_or(-1);
  if (id == m_lastHover) return;
  m_lastHover = id;
  emit pointHovered(id);
}

void DensityField::mousePressEvent(QMouseEvent* event) {
  const FieldTransform at = transform();
  if (event->button() != Qt::LeftButton || !at.plot().contains(event->position())) return event->ignore();
  m_pressedAt = event->position();
  m_pressedView = at.view();
  m_pressedPoint = pointAt(m_pressedAt).value_or(-1);
  m_gesture = Gesture::Press;
}

void DensityField::beginDrag(const FieldTransform& at, Qt::KeyboardModifiers modifiers) {
  const auto point = std::find_if(m_scene.points.begin(), m_scene.points.end(),
                                  [this](const FieldPoint& p) { return p.id == m_pressedPoint && p.draggable; });
  const bool shift = modifiers & Qt::ShiftModifier;
  if (m_pressedPoint >= 0 && point != m_scene.points.end() && !shift) {
    m_gesture = Gesture::DragPoint;
    forgetMove();
    m_grip = point->at - at.toData(m_pressedAt);
    emit pointPressed(m_pressedPoint);
  } else {
    m_gesture = (m_dragMode == DragMode::Brush) != shift ? Gesture::Brush : Gesture::Pan;
    setCursor(m_gesture == Gesture::Pan ? Qt::ClosedHandCursor : Qt::CrossCursor);
  }
}

void DensityField::mouseMoveEvent(QMouseEvent* event) {
  if (m_gesture == Gesture::None) return hover(event->position());
  const FieldTransform at = transform();
  const QPointF by = event->position() - m_pressedAt;
  if (m_gesture == Gesture::Press) {
    if (by.manhattanLength() < kFieldClick) return;
    beginDrag(at, event->modifiers());
  }
  switch (m_gesture) {
    case Gesture::Pan: changeView(FieldTransform(at.plot(), m_pressedView).panned(by)); break;
    case Gesture::Brush:
      m_brush = QRectF(m_pressedAt, event->position()).normalized().intersected(at.plot());
      renew();
      break;
    case Gesture::DragPoint: emit pointDragged(m_pressedPoint, at.toData(event->position()) + m_grip); break;
    default: break;
  }
}

void DensityField::mouseReleaseEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton || m_gesture == Gesture::None) return;
  const Gesture gesture = std::exchange(m_gesture, Gesture::None);
  unsetCursor();
  const FieldTransform at = transform();
  if (gesture == Gesture::DragPoint) {
    emit pointReleased(m_pressedPoint);
  } else if (gesture == Gesture::Brush) {
    renew();
    emit brushed(QRectF(at.toData(m_brush.bottomLeft()), at.toData(m_brush.topRight())), event->modifiers());
  } else if (gesture == Gesture::Press && m_pressedPoint >= 0) {
    emit pointClicked(m_pressedPoint, event->modifiers());
  }
  hover(event->position());
}

void DensityField::mouseDoubleClickEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton && !pointAt(event->position())) fit();
}

void DensityField::wheelEvent(QWheelEvent* event) {
  const FieldTransform at = transform();
  if (event->angleDelta().y() == 0 || !at.plot().contains(event->position())) return event->ignore();
  changeView(at.zoomed(std::pow(2.0, event->angleDelta().y() / 240.0), event->position()));
  hover(event->position());
  event->accept();
}

// --- Keys ------------------------------------------------------------------------------------------------------------

void DensityField::step(const ViewStep& step) {
  if (step.isWhole) return fit();
  const FieldTransform at = transform();
  const QPointF by(step.pan.x() * at.plot().width(), step.pan.y() * at.plot().height());
  changeView(step.zoom == 1 ? at.panned(by) : at.zoomed(step.zoom, at.plot().center()));
}

/// Arrows with Ctrl move the held point. As long as one is pressed this is one drag.
bool DensityField::onKey(const QKeyEvent& event, bool isPress) {
  constexpr double kPixels = 4;
  const QPointF way = wayOf(event);
  const auto held = std::find_if(m_scene.points.begin(), m_scene.points.end(),
                                 [this](const FieldPoint& p) { return p.id == m_scene.held && p.draggable; });
  if (way.isNull() || event.modifiers() != Qt::ControlModifier || held == m_scene.points.end()) return false;
  if (!isPress) return true;
  if (m_keyPoint != held->id) {
    const FieldPoint point = *held;  // whoever is told below may set another scene
    leavePoint();
    m_keyPoint = point.id;
    // The picture may still be on its way to where the point was moved last.
    if (!m_stale || m_keyMoved != point.id) m_keyPlace = point.at;
    m_keyMoved = point.id;
    emit pointPressed(m_keyPoint);
  }
  const double unit = kPixels / transform().pixelsPerUnit();
  m_keyPlace += QPointF(way.x(), -way.y()) * unit;
  emit pointDragged(m_keyPoint, m_keyPlace);
  return true;
}

void DensityField::leavePoint() {
  if (const int id = std::exchange(m_keyPoint, -1); id >= 0) emit pointReleased(id);
}

bool DensityField::event(QEvent* event) {
  const bool isPress = event->type() == QEvent::KeyPress, isRelease = event->type() == QEvent::KeyRelease;
  if (!isPress && !isRelease && event->type() != QEvent::ShortcutOverride) return CanvasWidget::event(event);
  const auto* key = static_cast<QKeyEvent*>(event);
  if (isRelease) {
    if (!key->isAutoRepeat() && (key->key() == Qt::Key_Control || !wayOf(*key).isNull())) leavePoint();
    return CanvasWidget::event(event);
  }
  if (!onKey(*key, isPress)) return CanvasWidget::event(event);
  event->accept();
  return true;
}

void DensityField::focusOutEvent(QFocusEvent* event) {
  leavePoint();
  CanvasWidget::focusOutEvent(event);
}

void DensityField::leaveEvent(QEvent*) {
  if (m_lastHover < 0) return;
  m_lastHover = -1;
  emit pointHovered(-1);
}

}  // namespace omegascope

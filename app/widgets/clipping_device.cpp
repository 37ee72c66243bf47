#include "widgets/clipping_device.h"

#include <QBuffer>
#include <QPainterPath>
#include <QSvgGenerator>
#include <QTextItem>
#include <optional>

#include "widgets/clip_geometry.h"

namespace omegascope {
namespace {

class ClippingEngine : public PassingEngine {
 public:
  using PassingEngine::PassingEngine;

  void updateState(const QPaintEngineState& state) override {
    PassingEngine::updateState(state);
    const auto dirty = state.state();
    if (dirty & DirtyTransform) m_transform = state.transform();
    if (dirty & DirtyClipRegion) clip(state.clipOperation(), QRectF(state.clipRegion().boundingRect()));
    if (dirty & DirtyClipPath) clip(state.clipOperation(), state.clipPath().boundingRect());
    if (dirty & DirtyClipEnabled) m_enabled = state.isClipEnabled();
  }

  void drawPath(const QPainterPath& path) override {
    const auto bounds = localClip();
    const double reach = m_target.pen().style() == Qt::NoPen ? 0 : m_target.pen().widthF();
    if (!bounds || bounds->contains(path.boundingRect().adjusted(-reach, -reach, reach, reach)))
      return m_target.drawPath(path);
    const auto lines = path.toSubpathPolygons();
    if (!bounds->intersects(path.boundingRect().adjusted(-reach - 1, -reach - 1, reach + 1, reach + 1))) return;
    const QPen pen = m_target.pen();
    const QBrush brush = m_target.brush();
    if (brush.style() != Qt::NoBrush) {
      QPainterPath fill;
      fill.setFillRule(path.fillRule());
      for (const QPolygonF& line : lines) fill.addPolygon(clippedPolygon(line, *bounds));
      m_target.setPen(Qt::NoPen);
      m_target.drawPath(fill);
    }
    if (pen.style() != Qt::NoPen) {
      m_target.setPen(pen);
      m_target.setBrush(Qt::NoBrush);
      for (const QPolygonF& line : lines)
        for (const QPolygonF& part : clippedPolyline(line, *bounds)) m_target.drawPolyline(part);
    }
    m_target.setPen(pen);
    m_target.setBrush(brush);
  }

  void drawPolygon(const QPointF* points, int count, PolygonDrawMode mode) override {
    QPainterPath path;
    path.addPolygon(QList<QPointF>(points, points + count));
    if (mode == PolylineMode) {
      const QBrush brush = m_target.brush();
      m_target.setBrush(Qt::NoBrush);
      drawPath(path);
      m_target.setBrush(brush);
      return;
    }
    path.closeSubpath();
    path.setFillRule(mode == WindingMode ? Qt::WindingFill : Qt::OddEvenFill);
    drawPath(path);
  }
  using PassingEngine::drawPolygon;

  void drawImage(const QRectF& rect, const QImage& image, const QRectF& source,
                 Qt::ImageConversionFlags flags) override {
    const auto bounds = localClip();
    const QRectF kept = bounds ? rect.intersected(*bounds) : rect;
    if (kept.isEmpty() || rect.isEmpty()) return;
    const double sx = source.width() / rect.width(), sy = source.height() / rect.height();
    const QRectF part(source.left() + (kept.left() - rect.left()) * sx, source.top() + (kept.top() - rect.top()) * sy,
                      kept.width() * sx, kept.height() * sy);
    // Copied out: generators embed the image they are given as a whole.
    const QRect pixels = part.toAlignedRect().intersected(image.rect());
    const QRectF target(rect.left() + (pixels.left() - source.left()) / sx,
                        rect.top() + (pixels.top() - source.top()) / sy, pixels.width() / sx, pixels.height() / sy);
    m_target.drawImage(target.intersected(rect), image.copy(pixels), QRectF(QPointF(0, 0), pixels.size()), flags);
  }

  void drawTextItem(const QPointF& at, const QTextItem& item) override {
    const auto bounds = localClip();
    const QRectF box(at.x(), at.y() - item.ascent(), item.width(), item.ascent() + item.descent());
    if (bounds && !bounds->contains(box.center())) return;
    QFont font = item.font();
    font.setFamilies(font.families());  // of a text document they are not its own: the target's would take their place
    m_target.setFont(font);
    m_target.drawText(at, item.text());
  }

 private:
  void clip(Qt::ClipOperation operation, const QRectF& rect) {
    m_enabled = operation != Qt::NoClip;
    if (!m_enabled) return m_clip.reset();
    const QRectF mapped = m_transform.mapRect(rect);
    m_clip = operation == Qt::IntersectClip && m_clip ? m_clip->intersected(mapped) : mapped;
  }

  // The clip where the painter draws; nothing where it is off or lies askew (rotated text).
  std::optional<QRectF> localClip() const {
    if (!m_enabled || !m_clip || m_transform.type() > QTransform::TxScale || !m_transform.isInvertible()) return {};
    return m_transform.inverted().mapRect(*m_clip);
  }

  QTransform m_transform;
  std::optional<QRectF> m_clip;  // device coordinates
  bool m_enabled = false;
};

}  // namespace

ClippingDevice::ClippingDevice(QPainter& target, const QSizeF& size)
    : PassingDevice(size, std::make_unique<ClippingEngine>(target)) {}

QByteArray paintedSvg(const QSizeF& size, const QString& title, const QString& description,
                      const std::function<void(QPainter&)>& paint) {
  QByteArray svg;
  QBuffer buffer(&svg);
  buffer.open(QIODevice::WriteOnly);
  QSvgGenerator generator;
  generator.setOutputDevice(&buffer);
  generator.setResolution(96);
  generator.setSize(QSize(qRound(size.width()), qRound(size.height())));
  generator.setViewBox(QRectF(QPointF(), size));
  generator.setTitle(title.toHtmlEscaped());
  generator.setDescription(description.toHtmlEscaped());
  QPainter target(&generator);
  {
    ClippingDevice device(target, size);
    QPainter painter(&device);
    paint(painter);
  }
  target.end();
  // The generator knows whole pixels only.
  const auto millimetres = [](double pixels) { return QByteArray::number(pixels * 25.4 / 96, 'g', 8); };
  const qsizetype from = svg.indexOf("width=\""), to = svg.indexOf("\n", from);
  return svg.replace(from, to - from,
                     "width=\"" + millimetres(size.width()) + "mm\" height=\"" + millimetres(size.height()) + "mm\"");
}

}  // namespace omegascope

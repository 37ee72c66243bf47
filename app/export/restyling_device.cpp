#include "export/restyling_device.h"

#include <QGradient>
#include <QPainterPath>
#include <QTextItem>

namespace omegascope {

namespace {

QBrush greyOf(const QBrush& brush) {
  QBrush grey = brush;
  if (const QGradient* gradient = brush.gradient()) {
    QGradient copy = *gradient;
    QGradientStops stops = copy.stops();
    for (QGradientStop& stop : stops) stop.second = omegascope::greyOf(stop.second);
    copy.setStops(stops);
    grey = QBrush(copy);
    grey.setTransform(brush.transform());
  } else if (brush.style() == Qt::TexturePattern) {
    grey.setTextureImage(omegascope::greyOf(brush.textureImage()));
  } else {
    grey.setColor(omegascope::greyOf(brush.color()));
  }
  return grey;
}

QPen greyOf(const QPen& pen) {
  QPen grey = pen;
  grey.setBrush(greyOf(pen.brush()));
  return grey;
}

}  // namespace

QColor greyOf(const QColor& colour) {
  const int level = qGray(colour.rgb());
  return {level, level, level, colour.alpha()};
}

QImage greyOf(const QImage& image) {
  QImage grey = image.convertToFormat(QImage::Format_ARGB32);
  for (int y = 0; y < grey.height(); ++y) {
    auto* line = reinterpret_cast<QRgb*>(grey.scanLine(y));
    for (int x = 0; x < grey.width(); ++x) {
      const int level = qGray(line[x]);
      line[x] = qRgba(level, level, level, qAlpha(line[x]));
    }
  }
  return grey;
}

namespace {

/// Only colours and text change on the way.
class RestylingEngine : public PassingEngine {
 public:
  RestylingEngine(QPainter& target, const Restyling& restyling) : PassingEngine(target), m_restyling(restyling) {}

  void updateState(const QPaintEngineState& state) override {
    PassingEngine::updateState(state);
    const auto dirty = state.state();
    if (m_restyling.grey) {
      if (dirty & DirtyPen) m_target.setPen(greyOf(state.pen()));
      if (dirty & DirtyBrush) m_target.setBrush(greyOf(state.brush()));
      if (dirty & DirtyBackground) m_target.setBackground(greyOf(state.backgroundBrush()));
    }
    if (dirty & DirtyClipRegion) m_target.setClipRegion(state.clipRegion(), state.clipOperation());
    if (dirty & DirtyClipPath) m_target.setClipPath(state.clipPath(), state.clipOperation());
    if (dirty & DirtyClipEnabled) m_target.setClipping(state.isClipEnabled());
  }

  void drawPath(const QPainterPath& path) override { m_target.drawPath(path); }
  void drawPolygon(const QPointF* points, int count, PolygonDrawMode mode) override {
    if (mode == PolylineMode)
      m_target.drawPolyline(points, count);
    else
      m_target.drawPolygon(points, count, mode == WindingMode ? Qt::WindingFill : Qt::OddEvenFill);
  }
  using PassingEngine::drawPolygon;
  void drawImage(const QRectF& rect, const QImage& image, const QRectF& source,
                 Qt::ImageConversionFlags flags) override {
    m_target.drawImage(rect, m_restyling.grey ? omegascope::greyOf(image) : image, source, flags);
  }
  void drawTextItem(const QPointF& at, const QTextItem& item) override {
    if (m_restyling.outlines) {
      QPainterPath outlines;
      outlines.addText(at, item.font(), item.text());
      m_target.fillPath(outlines, m_target.pen().brush());
      return;
    }
    // Qt marks only some properties of a rich-text font as set, and would take the others, such as its size, from the
    // font of the target.
    QFont font = item.font();
    font.setResolveMask(QFont::AllPropertiesResolved);
    m_target.setFont(font);
    m_target.drawText(at, item.text());
  }

 private:
  Restyling m_restyling;
};

}  // namespace

RestylingDevice::RestylingDevice(QPainter& target, const QSizeF& size, const Restyling& restyling)
    : PassingDevice(size, std::make_unique<RestylingEngine>(target, restyling)) {}

}  // namespace omegascope

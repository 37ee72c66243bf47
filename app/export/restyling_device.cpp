#include "export/restyling_device.h"

#include <QGradient>
#include <QPaintEngine>
#include <QPainterPath>
#include <QTextItem>
#include <cmath>

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

/// Passes everything on; only colours and text change on the way.
class RestylingEngine : public QPaintEngine {
 public:
  RestylingEngine(QPainter& target, const Restyling& restyling)
      : QPaintEngine(QPaintEngine::AllFeatures), m_target(target), m_restyling(restyling) {}

  bool begin(QPaintDevice*) override {
    m_base = m_target.transform();
    m_target.save();
    setActive(true);
    return true;
  }
  bool end() override {
    m_target.restore();
    setActive(false);
    return true;
  }
  Type type() const override { return QPaintEngine::User; }

  void updateState(const QPaintEngineState& state) override {
    const auto dirty = state.state();
    if (dirty & DirtyTransform) m_target.setTransform(state.transform() * m_base);
    if (dirty & DirtyPen) m_target.setPen(styled(state.pen()));
    if (dirty & DirtyBrush) m_target.setBrush(styled(state.brush()));
    if (dirty & DirtyBrushOrigin) m_target.setBrushOrigin(state.brushOrigin());
    if (dirty & DirtyBackground) m_target.setBackground(styled(state.backgroundBrush()));
    if (dirty & DirtyBackgroundMode) m_target.setBackgroundMode(state.backgroundMode());
    if (dirty & DirtyFont) m_target.setFont(state.font());
    if (dirty & DirtyOpacity) m_target.setOpacity(state.opacity());
    if (dirty & DirtyHints) m_target.setRenderHints(state.renderHints());
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
  void drawPolygon(const QPoint* points, int count, PolygonDrawMode mode) override {
    const QList<QPointF> copy(points, points + count);
    drawPolygon(copy.constData(), count, mode);
  }
  void drawPixmap(const QRectF& rect, const QPixmap& pixmap, const QRectF& source) override {
    drawImage(rect, pixmap.toImage(), source, Qt::AutoColor);
  }
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
  template <class Ink>
  Ink styled(const Ink& ink) const {
    return m_restyling.grey ? greyOf(ink) : ink;
  }

  QPainter& m_target;
  Restyling m_restyling;
  QTransform m_base;
};

RestylingDevice::RestylingDevice(QPainter& target, const QSizeF& size, const Restyling& restyling)
    : m_size(size), m_engine(std::make_unique<RestylingEngine>(target, restyling)) {}
RestylingDevice::~RestylingDevice() = default;
QPaintEngine* RestylingDevice::paintEngine() const { return m_engine.get(); }

int RestylingDevice::metric(PaintDeviceMetric metric) const {
  constexpr int kDpi = 96;
  switch (metric) {
    case PdmWidth: return static_cast<int>(std::ceil(m_size.width()));
    case PdmHeight: return static_cast<int>(std::ceil(m_size.height()));
    case PdmWidthMM: return static_cast<int>(m_size.width() * 25.4 / kDpi);
    case PdmHeightMM: return static_cast<int>(m_size.height() * 25.4 / kDpi);
    case PdmNumColors: return 1 << 24;
    case PdmDepth: return 24;
    case PdmDpiX:
    case PdmDpiY:
    case PdmPhysicalDpiX:
    case PdmPhysicalDpiY: return kDpi;
    case PdmDevicePixelRatio: return 1;
    case PdmDevicePixelRatioScaled: return static_cast<int>(devicePixelRatioFScale());
  }
  return 0;
}

}  // namespace omegascope

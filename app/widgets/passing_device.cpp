#include "widgets/passing_device.h"

#include <cmath>

namespace omegascope {

bool PassingEngine::begin(QPaintDevice*) {
  m_base = m_target.transform();
  m_target.save();
  setActive(true);
  return true;
}

bool PassingEngine::end() {
  m_target.restore();
  setActive(false);
  return true;
}

void PassingEngine::updateState(const QPaintEngineState& state) {
  const auto dirty = state.state();
  if (dirty & DirtyTransform) m_target.setTransform(state.transform() * m_base);
  if (dirty & DirtyPen) m_target.setPen(state.pen());
  if (dirty & DirtyBrush) m_target.setBrush(state.brush());
  if (dirty & DirtyBrushOrigin) m_target.setBrushOrigin(state.brushOrigin());
  if (dirty & DirtyBackground) m_target.setBackground(state.backgroundBrush());
  if (dirty & DirtyBackgroundMode) m_target.setBackgroundMode(state.backgroundMode());
  if (dirty & DirtyFont) m_target.setFont(state.font());
  if (dirty & DirtyOpacity) m_target.setOpacity(state.opacity());
  if (dirty & DirtyHints) m_target.setRenderHints(state.renderHints());
}

void PassingEngine::drawPolygon(const QPoint* points, int count, PolygonDrawMode mode) {
  const QList<QPointF> copy(points, points + count);
  drawPolygon(copy.constData(), count, mode);
}

void PassingEngine::drawPixmap(const QRectF& rect, const QPixmap& pixmap, const QRectF& source) {
  drawImage(rect, pixmap.toImage(), source, Qt::AutoColor);
}

int PassingDevice::metric(PaintDeviceMetric metric) const {
  constexpr int kDpi = 96;
  constexpr double kInch = 25.4;  // mm
  switch (metric) {
    case PdmWidth: return static_cast<int>(std::ceil(m_size.width()));
    case PdmHeight: return static_cast<int>(std::ceil(m_size.height()));
    case PdmWidthMM: return static_cast<int>(m_size.width() * kInch / kDpi);
    case PdmHeightMM: return static_cast<int>(m_size.height() * kInch / kDpi);
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

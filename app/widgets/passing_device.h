// A paint device that paints everything onto another painter. What derives from it changes things on the way.
#pragma once

#include <QPaintDevice>
#include <QPaintEngine>
#include <QPainter>
#include <QSizeF>
#include <memory>

namespace omegascope {

class PassingEngine : public QPaintEngine {
 public:
  explicit PassingEngine(QPainter& target) : QPaintEngine(QPaintEngine::AllFeatures), m_target(target) {}

  bool begin(QPaintDevice* device) override;
  bool end() override;
  Type type() const override { return QPaintEngine::User; }
  /// Passes on everything but the clip.
  void updateState(const QPaintEngineState& state) override;
  using QPaintEngine::drawPolygon;
  void drawPolygon(const QPoint* points, int count, PolygonDrawMode mode) override;
  void drawPixmap(const QRectF& rect, const QPixmap& pixmap, const QRectF& source) override;

 protected:
  QPainter& m_target;

 private:
  QTransform m_base;
};

/// Use: a derived device(target, size); QPainter painter(&device); ... painter.end(). The target must outlive it.
class PassingDevice : public QPaintDevice {
 public:
  QPaintEngine* paintEngine() const override { return m_engine.get(); }

 protected:
  PassingDevice(const QSizeF& size, std::unique_ptr<PassingEngine> engine)
      : m_size(size), m_engine(std::move(engine)) {}
  int metric(PaintDeviceMetric metric) const override;

 private:
  QSizeF m_size;
  std::unique_ptr<PassingEngine> m_engine;
};

}  // namespace omegascope

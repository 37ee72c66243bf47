// Paints onto another painter in greys: for vector formats, where there are no pixels to convert afterwards.
#pragma once

#include <QColor>
#include <QPaintDevice>
#include <QPainter>
#include <memory>

namespace omegascope {

class GreyEngine;

/// Use as ClippingDevice: GreyDevice device(target, size); QPainter painter(&device); ... painter.end().
class GreyDevice : public QPaintDevice {
 public:
  GreyDevice(QPainter& target, const QSizeF& size);
  ~GreyDevice() override;
  QPaintEngine* paintEngine() const override;

 protected:
  int metric(PaintDeviceMetric metric) const override;

 private:
  QSizeF m_size;
  std::unique_ptr<GreyEngine> m_engine;
};

/// As light as the colour looks, and as opaque as it is.
QColor greyOf(const QColor& colour);
QImage greyOf(const QImage& image);

}  // namespace omegascope

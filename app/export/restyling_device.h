// Paints onto another painter in greys, or with its text as outlines: for vector formats, where there is nothing to
// convert afterwards.
#pragma once

#include <QColor>
#include <QPaintDevice>
#include <QPainter>
#include <memory>

namespace omegascope {

class RestylingEngine;

struct Restyling {
  bool grey = false;
  bool outlines = false;  // text as filled paths: the same where the font is missing, but no longer text
};

/// Use as ClippingDevice: RestylingDevice device(target, size, {.grey = true}); QPainter painter(&device); ...
/// painter.end().
class RestylingDevice : public QPaintDevice {
 public:
  RestylingDevice(QPainter& target, const QSizeF& size, const Restyling& restyling);
  ~RestylingDevice() override;
  QPaintEngine* paintEngine() const override;

 protected:
  int metric(PaintDeviceMetric metric) const override;

 private:
  QSizeF m_size;
  std::unique_ptr<RestylingEngine> m_engine;
};

/// As light as the colour looks, and as opaque as it is.
QColor greyOf(const QColor& colour);
QImage greyOf(const QImage& image);

}  // namespace omegascope

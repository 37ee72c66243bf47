// Paints onto a painter whose device cannot clip: Qt 6.4's SVG generator ignores clip rectangles, so everything outside
// of the axes of a zoomed plot would be in the file. Here geometry is cut at the clip rectangle before it is passed on.
#pragma once

#include <QPaintDevice>
#include <QPainter>
#include <QSizeF>
#include <functional>
#include <memory>

namespace omegascope {

class ClippingEngine;

// Use: ClippingDevice device(target, size); QPainter painter(&device); ... painter.end();
// Clips are taken as rectangles (their bounds). Lines are cut exactly, text is kept or left out as a whole, images are
// cropped. The target must outlive the device.
class ClippingDevice : public QPaintDevice {
 public:
  ClippingDevice(QPainter& target, const QSizeF& size);
  ~ClippingDevice() override;
  QPaintEngine* paintEngine() const override;

 protected:
  int metric(PaintDeviceMetric metric) const override;

 private:
  QSizeF m_size;
  std::unique_ptr<ClippingEngine> m_engine;
};

// An SVG of `size` pixels, painted through the above; text stays text.
QByteArray paintedSvg(const QSizeF& size, const QString& title, const QString& description,
                      const std::function<void(QPainter&)>& paint);

}  // namespace omegascope

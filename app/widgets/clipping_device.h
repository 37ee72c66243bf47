// Paints onto a painter whose device cannot clip: Qt 6.4's SVG generator ignores clip rectangles, so everything outside
// of the axes of a zoomed plot would be in the file. Here geometry is cut at the clip rectangle before it is passed on.
#pragma once

#include <functional>

#include "widgets/passing_device.h"

namespace omegascope {

// Clips are taken as rectangles (their bounds). Lines are cut exactly, text is kept or left out as a whole, images are
// cropped.
class ClippingDevice : public PassingDevice {
 public:
  ClippingDevice(QPainter& target, const QSizeF& size);
};

// An SVG of `size` pixels, painted through the above; text stays text.
QByteArray paintedSvg(const QSizeF& size, const QString& title, const QString& description,
                      const std::function<void(QPainter&)>& paint);

}  // namespace omegascope

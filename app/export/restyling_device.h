// Paints onto another painter in greys, or with its text as outlines: for vector formats, where there is nothing to
// convert afterwards.
#pragma once

#include <QColor>

#include "widgets/passing_device.h"

namespace omegascope {

struct Restyling {
  bool grey = false;
  bool outlines = false;  // text as filled paths: the same where the font is missing, but no longer text
};

class RestylingDevice : public PassingDevice {
 public:
  RestylingDevice(QPainter& target, const QSizeF& size, const Restyling& restyling);
};

/// A grey as light as the colour looks, and as opaque as it is.
QColor greyOf(const QColor& colour);
QImage greyOf(const QImage& image);

}  // namespace omegascope

// One frame of a density field as plain data, and the reference painter of it. The OpenGL painter takes the same frame.
#pragma once

#include <QImage>
#include <QPainter>
#include <QPainterPath>
#include <vector>

#include "widgets/density_scene.h"
#include "widgets/field_transform.h"
#include "widgets/theme.h"

namespace omegascope {

// A point as both painters draw it; device pixels and plain floats.
struct Sprite {
  float x, y, radius;
  float red, green, blue, alpha;  // 0..1, not premultiplied
  float shape;                    // PointShape
  float hollow;                   // width of the ring, 0 for filled
};

struct FieldFrame {
  QSize pixels;
  QRgb background = 0xffffffff;
  ColourScale scale;
  FieldGrid field;  // its values are finite
  // Grid coordinates of the middle of pixel (x, y), from the top left: origin + (x, y) * step.
  float originX = 0, originY = 0, stepX = 0, stepY = 0;
  QImage below;  // contours, ellipses, trails; premultiplied, null for none
  std::vector<Sprite> sprites;
  QRgb halo = 0xffffffff;  // the rim of filled points
  QImage above;            // rings, arrows, labels
};

// How much of a pixel at (dx, dy) from the middle of a sprite is inside, as distance: negative within. GLSL has the
// same.
float spriteDistance(const Sprite& sprite, float dx, float dy);

// frame.pixels in size; opaque, or where the background is clear only as opaque as it must be for the same look on it.
QImage paintField(const FieldFrame& frame);

// A copy whose values are finite: what is not becomes the smallest value of the scale.
FieldGrid finiteField(const FieldGrid& grid, const ColourScale& scale);

FieldFrame fieldFrame(const DensityScene& scene, const FieldGrid& finite, const std::vector<QPolygonF>& contours,
                      const FieldTransform& transform, const Theme& theme, double pixelRatio);

// The same by QPainter alone, for vector formats; clipped to the plot.
void paintFieldVector(QPainter& painter, const DensityScene& scene, const FieldGrid& finite,
                      const std::vector<QPolygonF>& contours, const FieldTransform& transform, const Theme& theme);

QPainterPath pointPath(PointShape shape, QPointF at, double radius);
double pointRadius(const DensityScene& scene, const FieldPoint& point, const Theme& theme);  // logical pixels
QColor inkOf(int palette, const QColor& colour, const Theme& theme);

}  // namespace omegascope

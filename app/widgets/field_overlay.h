// What lies below and above the points of a density field, by QPainter in logical pixels: on overlays of both painters
// and in vector formats.
#pragma once

#include <QPainter>

#include "widgets/field_picture.h"

namespace omegascope {

void paintBelowPoints(QPainter& painter, const DensityScene& scene, const std::vector<QPolygonF>& contours,
                      const FieldTransform& transform, const Theme& theme);
void paintAbovePoints(QPainter& painter, const DensityScene& scene, const FieldTransform& transform,
                      const Theme& theme);

}  // namespace omegascope

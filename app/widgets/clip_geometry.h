// Cutting lines and polygons at a rectangle.
#pragma once

#include <QLineF>
#include <QPolygonF>
#include <QRectF>
#include <optional>
#include <vector>

namespace omegascope {

// By Liang and Barsky; nothing where the line misses the rectangle.
std::optional<QLineF> clippedLine(const QLineF& line, const QRectF& rect);
// The parts of an open polyline within the rectangle.
std::vector<QPolygonF> clippedPolyline(const QPolygonF& line, const QRectF& rect);
// By Sutherland and Hodgman; empty where nothing is left.
QPolygonF clippedPolygon(const QPolygonF& polygon, const QRectF& rect);

}  // namespace omegascope

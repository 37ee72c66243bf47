// What is drawn around a map: title, badges, axes, brackets. Always by QPainter, on screen and in exports.
#pragma once

#include <QLocale>
#include <QPainter>

#include "widgets/heat_map.h"

namespace omegascope {

struct MapStyle {
  Theme theme;
  QLocale locale;
};

// What is said of pooling, and the same where there is little room; both empty where nothing is pooled.
struct PooledBadge {
  QString text, shortText;
};

struct MapFurniture {
  const MapLabels& labels;
  MapMarks marks;
  bool stale;
  PooledBadge pooling;
};

// `factor` cells of the source along each axis share a pixel.
PooledBadge pooledBadge(const MapFactor& factor, const MapLabels& labels);

// Whether rows or columns of that size, in pixels, have room for their names.
bool hasRoomForNames(double cell, const Theme& theme);

// The room that is left for the map within `rect`; whole pixels.
QRectF mapPlotRect(const QRectF& rect, const MapLabels& labels, qint64 rows, const MapStyle& style);

void paintMapFurniture(QPainter& painter, const QRectF& rect, const MapTransform& transform, const MapStyle& style,
                       const MapFurniture& furniture);

}  // namespace omegascope

// What is drawn around a map: title, badges, axes, brackets, marginal strips. Always by QPainter, on screen and in exports.
#pragma once

#include <QLocale>
#include <QPainter>

#include "widgets/heat_map.h"

namespace omegascope {

struct MapStyle {
  Theme theme;
  QLocale locale;
};

struct MapFurniture {
  const MapLabels& labels;
  const MapMarginals& marginals;
  MapMarks marks;
  bool stale;
  QString pooling;
};

QString pooledBadge(int factor, Pooling pooling);

// The room that is left for the map within `rect`; whole pixels.
QRectF mapPlotRect(const QRectF& rect, const MapLabels& labels, const MapMarginals& marginals, qint64 rows,
                   const MapStyle& style);

void paintMapFurniture(QPainter& painter, const QRectF& rect, const MapTransform& transform, const MapStyle& style,
                       const MapFurniture& furniture);

}  // namespace omegascope

// What is drawn around a density field, and the veil and brush above it.
#pragma once

#include <QLocale>
#include <QPainter>

#include "widgets/density_field.h"

namespace omegascope {

struct FieldStyle {
  Theme theme;
  QLocale locale;
};

// The room that is left for the plane within `rect`; whole pixels.
QRectF fieldPlotRect(const QRectF& rect, const FieldLabels& labels, const FieldStyle& style);
void paintFieldFurniture(QPainter& painter, const QRectF& rect, const FieldTransform& transform,
                         const FieldStyle& style, const FieldLabels& labels, bool stale);
void paintVeil(QPainter& painter, const QRectF& plot, const Theme& theme);
void paintBrush(QPainter& painter, const QRectF& brush, const Theme& theme);

}  // namespace omegascope

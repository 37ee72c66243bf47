// How an estimator looks, wherever it is drawn: hue, marker and dash, fixed for life; never colour alone.
#pragma once

#include <QColor>
#include <QList>
#include <QPainter>
#include <QPainterPath>
#include <QPen>
#include <QString>

namespace omegascope {

enum class Marker { Circle, Square, Triangle, Diamond, Star, Plus, DownTriangle, Cross };

struct EstimatorStyle {
  QColor colour;
  Marker marker = Marker::Circle;
  QList<qreal> dash;  // in pen widths; empty is solid

  QPen pen(double width) const;
};

// The `copy`-th card of a method (0 is the first) keeps the hue and takes the next dash and marker. Methods that share
// a hue (ra, is and mis; the learned kernels; the baselines) start at different ones.
EstimatorStyle estimatorStyle(const QString& method, int copy, bool dark);

QPainterPath markerPath(Marker marker, QPointF centre, double size);
// Filled, or hollow for what is pinned.
void drawMarker(QPainter& painter, Marker marker, QPointF centre, double size, const QColor& colour,
                bool hollow = false);

// Chip for cards, lists and legends: a stretch of the line with the marker in its middle.
void drawEstimatorChip(QPainter& painter, const QRectF& rect, const EstimatorStyle& style, double lineWidth = 2);

}  // namespace omegascope

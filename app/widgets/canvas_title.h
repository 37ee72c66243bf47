// The line above a canvas: its title to the left, what is special about the picture ("4:1 pooled (mean)") to the right.
#pragma once

#include <QPainter>
#include <QStringList>

#include "widgets/theme.h"

namespace omegascope {

void paintCanvasTitle(QPainter& painter, const QRectF& line, const Theme& theme, const QString& title,
                      const QStringList& badges);

/// The room of a canvas: a whole number of pixels, one at least.
QRectF inWholePixels(const QRectF& room);

}  // namespace omegascope

// The line above a canvas: its title to the left, what is special about the picture ("4:1 pooled (mean)") to the right.
#pragma once

#include <QPainter>
#include <QStringList>

#include "widgets/theme.h"

namespace omegascope {

/// In a second line below there is room for what the first one has none for, if `lines` is 2. Where there is none for
/// the badges, `shorter` stand in their place, if any are given.
void paintCanvasTitle(QPainter& painter, const QRectF& line, const Theme& theme, const QString& title,
                      const QStringList& badges, int lines = 1, const QStringList& shorter = {});
/// How wide a line is that says all of it.
double canvasTitleWidth(const Theme& theme, const QString& title, const QStringList& badges);
/// How many lines it takes to say all of it in this width: 1, or 2 at most.
int canvasTitleLines(double width, const Theme& theme, const QString& title, const QStringList& badges);
/// How high a second line is.
double secondLineHeight(const Theme& theme);

/// The room of a canvas: a whole number of pixels, one at least.
QRectF inWholePixels(const QRectF& room);

}  // namespace omegascope

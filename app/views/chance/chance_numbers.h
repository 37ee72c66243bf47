// The live numbers of a game beside its picture: the gauge of the effective sample size, and a column for each
// estimator.
#pragma once

#include <QPainter>

#include "views/chance/chance_picture.h"

namespace omegascope {

/// Paints the gauge and the table; the same on the screen and in exports.
void paintChanceNumbers(QPainter& painter, const QRectF& area, const Theme& theme, const ChancePicture& picture);
/// The words at a point of it.
QString chanceLabelAt(const QRectF& area, const Theme& theme, const ChancePicture& picture, QPointF at);
/// The table alone.
QString chanceTable(const ChancePicture& picture, const Theme& theme);
/// The estimates of this run in a line, and their ESS; empty before there are any. The numbers: all of the table.
QString chanceWords(const ChancePicture& picture);
QString chanceNumberWords(const ChancePicture& picture, const Theme& theme);
/// A sample in words: x, f, p, q, w.
QString dartText(const ChancePicture& picture, std::size_t dart);
/// What the estimates were after so many samples; empty where they have not fallen yet.
QString runningText(const ChancePicture& picture, double samples);
/// Where the table has the effective sample size, and its law.
QRectF chanceEssRows(const QRectF& area, const Theme& theme, const ChancePicture& picture);
/// And where it has the estimate of this run, with its error.
QRectF chanceEstimateRows(const QRectF& area, const Theme& theme, const ChancePicture& picture);
/// Where the parabola stands among the numbers, and how high the gauge above them is.
QRectF areaOfParabola(const QRectF& area, const Theme& theme);
double chanceGaugeHeight(const Theme& theme);
/// How high the numbers must be at that width.
int chanceNumbersHeight(const ChancePicture& picture, const Theme& theme, double width);
/// The β under a place of the parabola of the variance, where there is one.
std::optional<double> betaAt(const ChancePicture& picture, const QRectF& area, const Theme& theme, QPointF position);

}  // namespace omegascope

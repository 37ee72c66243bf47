// Covers: what a lesson keeps back until its question is answered, on the screen and on paper.
#pragma once

#include <QRectF>
#include <QStringList>

#include "widgets/theme.h"

class QPainter;

namespace omegascope {

class Panel;

void paintCover(QPainter& painter, const QRectF& area, const Theme& theme);

/// Of what stands beside a panel's picture, the parts that its render() covers: on paper nothing else could.
void setCovered(Panel& panel, const QStringList& parts);
bool isCovered(const Panel& panel, const QString& part);

}  // namespace omegascope

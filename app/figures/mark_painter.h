// Paints the engine's marks: what the SVG writer writes, on a screen or wherever a QPainter paints.
#pragma once

#include <QPainter>

#include "studies/marks.h"

namespace omegascope {

void paintMarks(QPainter& painter, const omega::studies::Marks& marks);

}  // namespace omegascope

// Contour lines of values on a grid.
#pragma once

#include <QPolygonF>
#include <vector>

#include "widgets/density_scene.h"

namespace omegascope {

// Marching squares with linear interpolation along the edges of each square; in an ambiguous square the mean of the
// corners decides. Segments are joined to lines; a closed line ends where it began. Squares with a value that is not
// finite are left out.
std::vector<QPolygonF> contourLines(const FieldGrid& grid, double level);

}  // namespace omegascope

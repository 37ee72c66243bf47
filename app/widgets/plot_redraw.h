// When a plot is drawn: with the frame that shows it, once, however often it was changed since the last one.
// QCustomPlot's own queue draws between frames, several plots in one turn of the event loop, in which the window
// answers nobody.
#pragma once

#include <qcustomplot.h>

namespace omegascope {

/// Draws the plot anew in its next paint event. A plot that is not seen is drawn when it is.
void redrawSoon(QCustomPlot& plot);

}  // namespace omegascope

// ω-space along a line, as a plot: the target, the proposals and all queries as densities, samples as stems as high as
// their weight.
#pragma once

#include <qcustomplot.h>

#include <optional>

#include "views/omega_space/omega_look.h"

namespace omegascope {

void fillOmegaLine(QCustomPlot& plot, const OmegaLook& look, const Theme& theme);

/// The sample, proposal or key that is drawn near a position of the plot.
std::optional<OmegaHandle> handleAt(const QCustomPlot& plot, const OmegaLook& look, QPointF position);

}  // namespace omegascope

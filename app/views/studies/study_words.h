// What the Studies workspace says: of a study before it runs, of a point under the pointer, of times.
#pragma once

#include <QString>

#include "jobs/study_run.h"
#include "views/studies/figure_drawing.h"

namespace omegascope {

/// "12 s", "3 min", "1.5 h".
QString durationText(double seconds);
/// What it asks, of what paper, how much there is to do: rich text.
QString introductionOf(const StudyRun& run, int threads);
/// The numbers of a point and what a click on it does, in lines.
QString spotText(const FigureDrawing::Spot& spot, const StudyDefinition& study);

}  // namespace omegascope

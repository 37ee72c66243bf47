// Panels: rows of a study as curves, categories or maps, by the study's own description of them.
#pragma once

#include <vector>

#include "studies/definition.h"
#include "studies/figure.h"
#include "studies/findings.h"

namespace omega::studies {

/// What a row measured under a name; null where it is not there.
Json measured(const Json& row, const std::string& name);
/// The mean of a number over the seeds of a point; not a number where it is not there.
double mean_of(const std::vector<const Json*>& rows, const std::string& name);

/// One panel, or one for each value of what it is split by.
std::vector<FigurePart> build_panels(const PanelSpec& spec, const StudyDefinition& study, const RowsOfPoint& rows);

}  // namespace omega::studies

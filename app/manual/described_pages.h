// Pages made from what the engine says of itself, as --help and `omega describe` are: methods, sequences, games,
// studies, training. No sentence about any of them is written here.
#pragma once

#include "core/info.h"
#include "manual/page_writer.h"

namespace omegascope {

/// All of them in a table.
ManualPage methodsPage(const Theme& theme);
ManualPage methodPage(const omega::EstimatorInfo& info, const Theme& theme);
ManualPage sequencesPage(const Theme& theme);
ManualPage gamesPage(const Theme& theme);
ManualPage studiesPage(const Theme& theme);
ManualPage trainerPage(const Theme& theme);

/// Where an option of a form has its row; `owner` is whose it is, a method, a preset, "chance" or "train".
QString placeOfOption(const QString& owner, const QString& option);

}  // namespace omegascope

// `omega train report`: what runs have recorded, as tables on the screen, CSV and SVG.
#pragma once

#include <string>
#include <vector>

#include "settings.h"

namespace omega::command {

/// `output`: a folder for CSV and SVG; empty for none.
void report_runs(const std::vector<std::string>& folders, const std::string& output, const Settings& settings);

}  // namespace omega::command

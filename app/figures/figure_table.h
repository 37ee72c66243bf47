// What a study's figure shows, as a table for CSV, JSON and the clipboard, and its values as arrays.
#pragma once

#include "studies/figure.h"
#include "views/panel_data.h"

namespace omegascope {

PanelData tableOf(const omega::studies::Figure& figure);

}  // namespace omegascope

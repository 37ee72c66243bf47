// How the values of maps become colours: the user's words, and where they are `auto` the maps' own quantiles.
#pragma once

#include "model/document.h"
#include "views/attention/map_limits.h"
#include "widgets/colour_maps.h"

namespace omegascope {

/// One scale for all maps; `extent` is that of all of them. `auto` is linear where of the cells that are not 0 at least
/// a quarter has a tenth of the last colour's value; square root where a hundredth, or some are well below 0; else
/// logarithmic.
ColourScale mapScale(const ViewSettings& view, const MapExtent& extent);

/// A sentence that says why `auto` took that scale; empty where the user chose one, or all values are 0.
QString whyAuto(const ViewSettings& view, const MapExtent& extent, const ColourScale& scale);

/// "linear", "square root", "logarithmic": what is really used.
QString normText(const ColourScale& scale);
/// The same in short, where there is little room.
QString normSign(const ColourScale& scale);
/// The word of the document for it.
std::string normWord(const ColourScale& scale);

}  // namespace omegascope

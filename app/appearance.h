// Light and dark: one style and palette for the whole program, following the desktop unless told otherwise.
#pragma once

#include "settings.h"

namespace omegascope {

/// Once at start, before any widget: style, fonts, palette.
void setUpAppearance();
void applyAppearance(Appearance appearance);

}  // namespace omegascope

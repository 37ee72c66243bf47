// Light and dark: one style and palette for the whole program, following the desktop unless told otherwise.
#pragma once

#include "model/settings.h"

namespace omegascope {

/// Once at start, before any widget: style, fonts, palette.
void setUpAppearance();
void applyAppearance(Appearance appearance);

/// As the user chooses it: remembered, and applied at once.
QStringList appearanceNames();
void setAppearance(Appearance appearance);
void setTextPercent(int percent);
constexpr int kTextStepPercent = 10;

}  // namespace omegascope

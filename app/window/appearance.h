// Light and dark, as usual or with high contrast: one style and palette for the whole program, following the desktop
// unless told otherwise.
#pragma once

#include <optional>

#include "language/language.h"
#include "model/settings.h"
#include "widgets/theme.h"

namespace omegascope {

class MainWindow;

/// Once at start, before any widget: style, fonts, palette.
void setUpAppearance();
void applyAppearance(Appearance appearance);
/// What was applied last.
Appearance appliedAppearance();
/// A look for a room, until it is taken away again; it replaces the text size of the settings.
void applyRoomLook(const std::optional<DrawingScale>& look);

/// What the user chooses is remembered, and applied at once.
QStringList appearanceNames();
void setAppearance(Appearance appearance);
void setTextPercent(int percent);
/// Sets the size of text for this start only, before the first applyAppearance(); the settings stay as they are.
void startWithTextPercent(int percent);
int shownTextPercent();
void chooseLanguage(Language language, MainWindow& window);
constexpr int kTextStepPercent = 10;

}  // namespace omegascope

// The colour of each symbol in texts and formulas: never of plotted lines, which have those of their estimators.
#pragma once

#include "widgets/math_node.h"
#include "widgets/theme.h"

namespace omegascope {

/// A contrast of at least 4.5:1 on the window, on the canvas and on a highlight; for no role the colour of text.
QColor symbolColour(SymbolRole role, const Theme& theme);
/// Behind a highlighted symbol.
QColor highlightColour(const Theme& theme);

/// A formula in a line of rich text, for tooltips: coloured symbols, real scripts; what is no formula as text.
QString mathHtml(const QString& source, const Theme& theme);

/// Rich text whose symbols (q<sub>n</sub>, ω) look as they do in formulas.
QString withSymbols(const QString& html, const Theme& theme);

}  // namespace omegascope

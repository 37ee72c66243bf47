// The Markdown of a lesson's step as rich text: paragraphs, emphasis, code, formulas and pictures.
#pragma once

#include <QString>

#include "widgets/theme.h"

namespace omegascope {

/// One line. `folder`: where its pictures are; `width`: they are no wider.
QString lineHtml(const QString& text, const Theme& theme, const QString& folder = {}, int width = 400);
/// Its words alone, with formulas as they are written.
QString lineText(const QString& text);
/// HTML of prose in paragraphs, which blank lines end.
QString proseHtml(const QString& prose, const Theme& theme, const QString& folder = {}, int width = 400);

}  // namespace omegascope

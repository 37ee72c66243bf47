// The Markdown of assets/manual as a page: headings, paragraphs, lists, tables, code, links, emphasis, formulas
// between $.
#pragma once

#include "manual/page_writer.h"

namespace omegascope {

/// One line or paragraph as rich text, with links into the manual: "studies.md#x" is "manual:studies#x".
QString markdownLine(const QString& text, const QString& pageId, const Theme& theme);
/// All of it but the line "# Title".
void writeMarkdown(PageWriter& page, const QString& pageId, const QString& text);
/// Its first heading.
QString titleOfMarkdown(const QString& text);
/// A file that the program holds, such as assets/manual/words.md; empty where there is none.
QString manualText(const QString& file);

}  // namespace omegascope

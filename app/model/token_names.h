// Tokens in sentences: a query or a key by its number, and by its name where the sequence has names.
//
// A name is the file's: it may hold "%1", "<b>" or letters from right to left. Put it into a sentence by one arg() with
// all its parts, and into tooltips by plainTip() of views/rich_text.h.
#pragma once

#include <QString>

#include "core/sequence.h"

namespace omegascope {

/// "‘attention’", "(row 3, column 5)"; empty where tokens have no names.
QString tokenName(const omega::Sequence* sequence, int token);
/// "query 12", "query 12 ‘attention’".
QString queryText(const omega::Sequence* sequence, int query);
QString keyText(const omega::Sequence* sequence, int key);

}  // namespace omegascope

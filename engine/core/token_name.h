// What tokens are called where people read: by their words, or by the cells of a picture.
#pragma once

#include <optional>
#include <string>

#include "core/sequence.h"

namespace omega {

/// Where a token of a picture stands; none where it has a word of its own.
struct Cell {
  Index row = 0, column = 0;
};
std::optional<Cell> cell_of(const Sequence& sequence, Index token);

/// Whether tokens have names: words, or cells of a picture.
bool has_token_names(const Sequence& sequence);

/// The one form in which a token's text is shown: "attention", "␣the", "incomprehe…"; ∅ where the text is empty. What
/// would steer a screen is escaped.
std::string shown_token(const std::string& text, std::size_t letters);

/// For an axis, in at most so many letters: "attention"; "3, 5" in a picture, its row and column. Empty without a name.
std::string token_label(const Sequence& sequence, Index token, std::size_t letters);

/// For a sentence, after "query 12": "‘attention’", "(row 3, column 5)". Empty without a name.
std::string token_name(const Sequence& sequence, Index token);

}  // namespace omega

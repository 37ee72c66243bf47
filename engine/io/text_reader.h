// Plain text as an input of attention: words or bytes → seeded embeddings + positions → seeded projections.
//
// A word's embedding is drawn under the hash of its letters, so the same word has the same embedding in every text. The
// tokens are kept as labels.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "io/reader.h"

namespace omega {

/// At most `limit` words and punctuation marks of UTF-8 text; scripts without blanks give one token per character.
std::vector<std::string> words_of(std::string_view text, std::size_t limit);

Reader text_reader();

}  // namespace omega

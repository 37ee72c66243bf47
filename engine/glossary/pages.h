// assets/manual/words.md and symbols.md, held in the program as they are.
#pragma once

#include <string_view>

namespace omega::glossary {

std::string_view words_page();
std::string_view symbols_page();

}  // namespace omega::glossary

// assets/manual/words.md and symbols.md, and those of assets/manual/zh, held in the program as they are.
#pragma once

#include <string_view>

namespace omega::glossary {

std::string_view words_page();
std::string_view symbols_page();
std::string_view words_page_zh();
std::string_view symbols_page_zh();

}  // namespace omega::glossary

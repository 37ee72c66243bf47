// The glossary: what the words that students meet mean, and the letters of the formulas. Each is explained once, on the
// pages words.md and symbols.md of the manual; tooltips, `omega describe` and the manual's search read it here. Pages
// in another language, "zh", explain the same words and letters.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace omega::glossary {

struct Entry {
  std::string name;                // "effective sample size"; of a symbol as it is written: "q_n"
  std::vector<std::string> forms;  // other ways to say it: "ESS"; of a symbol, others of the same row
  std::string text;                // Markdown: paragraphs with formulas between $
  bool marked = true;              // whether texts point it out; words of everyday English are not
  std::string id;                  // its name in English, in every language
};

/// In the order of their pages; in English where there is no such language.
const std::vector<Entry>& words(std::string_view language = "en");
const std::vector<Entry>& symbols(std::string_view language = "en");

/// Every way to write a word, in English.
std::vector<std::string> written_words();

/// The entry of a word, by its name or another form, in capitals or not; null where there is none.
const Entry* find_word(std::string_view written);
/// "w_ns"; one with other indices is explained as the letter before them, if that has a row; otherwise null.
const Entry* find_symbol(std::string_view id, std::string_view language = "en");

/// Where a text has a word: bytes [at, at + size).
struct WordPlace {
  std::size_t at = 0, size = 0;
  const Entry* word = nullptr;
};

/// The words that texts point out, each where it first comes in a text; the longest where several begin. `all`: those
/// of everyday English too, for labels, which mean nothing else. Chinese words may stand anywhere, as no blanks part
/// them; one of a single sign stands alone.
std::vector<WordPlace> words_in(std::string_view text, bool all = false, std::string_view language = "en");

/// Without its marks: links as their words, formulas and code as they are written.
std::string plain_text(std::string_view markdown);

}  // namespace omega::glossary

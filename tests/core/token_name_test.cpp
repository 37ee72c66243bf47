// What tokens are called: words of any length and script, cells of a picture, and tokens without a name.
#include <catch2/catch.hpp>

#include "core/token_name.h"

using namespace omega;

namespace {

Sequence named(const std::vector<std::string>& labels) {
  Sequence sequence;
  sequence.labels = labels;
  return sequence;
}

}  // namespace

TEST_CASE("a token's text is shown in one form: visible, short, of any script", "[unit][core]") {
  CHECK(shown_token("attention", 12) == "attention");
  CHECK(shown_token("attention", 9) == "attention");
  CHECK(shown_token("attention", 8) == "attenti…");
  CHECK(shown_token("注意力机制", 5) == "注意力机制");
  CHECK(shown_token("注意力机制", 3) == "注意…");
  CHECK(shown_token("", 12) == "∅");
  CHECK(shown_token(" the", 12) == "␣the");
  CHECK(shown_token("a\nb\x07", 12) == "a\\x0ab\\x07");
  CHECK(shown_token("\xff", 12) == "\\xff");
  CHECK(shown_token("\xed\xa0\x80", 12) == "\\xed\\xa0\\x80");  // half of a pair of UTF-16 is no character
  CHECK(shown_token(std::string(100000, 'x'), 4) == "xxx…");
  CHECK(shown_token("\u200b", 12) == "\\xe2\\x80\\x8b");  // what nobody would see
  CHECK(shown_token("a\u200d", 40) == "a\\xe2\\x80\\x8d");
  CHECK(shown_token("👩\u200d👧", 40) == "👩\u200d👧");  // joined to one picture
}

TEST_CASE("tokens are called by their words, or by the cells of a picture", "[unit][core]") {
  const Sequence words = named({"[CLS]", "", "a long word, longer than a glance"});
  CHECK(has_token_names(words));
  CHECK(token_name(words, 0) == "‘[CLS]’");
  CHECK(token_name(words, 1) == "‘∅’");
  CHECK(token_name(words, 2) == "‘a␣long␣word,␣longer␣tha…’");
  CHECK(token_label(words, 2, 6) == "a␣lon…");
  CHECK(token_name(words, 3).empty());
  CHECK(token_name(words, -1).empty());
  Sequence cells;
  cells.grid = Grid{2, 3};
  CHECK(has_token_names(cells));
  CHECK(token_name(cells, 4) == "(row 1, column 1)");
  CHECK(token_label(cells, 4, 12) == "1, 1");
  CHECK(token_name(cells, 6).empty());
  CHECK_FALSE(has_token_names(Sequence()));
  CHECK(token_name(Sequence(), 0).empty());
}

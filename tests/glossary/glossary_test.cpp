// The glossary: its pages are read as they are written, and words are found in texts as a reader would.
#include "glossary/glossary.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cctype>
#include <set>

#include "core/text.h"

using namespace omega;
using namespace omega::glossary;

namespace {

std::vector<std::string> found_in(const std::string& text) {
  std::vector<std::string> found;
  for (const WordPlace& place : words_in(text)) found.push_back(text.substr(place.at, place.size));
  return found;
}

std::string lowered(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

}  // namespace

TEST_CASE("every word is explained once, in whole sentences", "[glossary]") {
  CHECK(words().size() >= 60);
  std::set<std::string> names;
  for (const Entry& word : words()) {
    INFO(word.name);
    CHECK(word.text.size() > 40);
    CHECK((word.text.back() == '.' || word.text.back() == ')'));
    CHECK(word.text.find("unmarked") == std::string::npos);
    CHECK(word.text.find("*also") == std::string::npos);
    CHECK(names.insert(lowered(word.name)).second);
    for (const std::string& form : word.forms)
      if (lowered(form) != lowered(word.name)) CHECK(names.insert(lowered(form)).second);
  }
  for (const char* name : {"bias", "variance", "effective sample size", "proposal", "self-normalised",
                           "multiple importance sampling", "control variate", "unbiased", "coverage"})
    CHECK(find_word(name) != nullptr);
}

TEST_CASE("a word has its other names", "[glossary]") {
  REQUIRE(find_word("ESS") != nullptr);
  CHECK(find_word("ESS") == find_word("effective sample size"));
  CHECK(find_word("ess") == find_word("ESS"));
  CHECK(find_word("MIS")->name == "multiple importance sampling");
  CHECK(find_word("esse") == nullptr);
  CHECK(find_word("") == nullptr);
}

TEST_CASE("words are found in a text once, whole, the longest first", "[glossary]") {
  CHECK(found_in("The bias and the variance; the bias again") == std::vector<std::string>{"bias", "variance"});
  CHECK(found_in("Effective sample size and ESS") == std::vector<std::string>{"Effective sample size"});
  CHECK(found_in("multiple importance sampling") == std::vector<std::string>{"multiple importance sampling"});
  CHECK(found_in("self-normalised importance sampling, MIS") ==
        std::vector<std::string>{"self-normalised importance sampling", "MIS"});
  CHECK(found_in("biasing, unbiased") == std::vector<std::string>{"unbiased"});
  CHECK(found_in("it is what it is, says IS") == std::vector<std::string>{"IS"});  // no word of everyday English
  CHECK(found_in("ω-proposal ωbias").size() == 1);
  CHECK(found_in("press a key to see its value").empty());
  CHECK(found_in("").empty());
  REQUIRE(words_in("largest share", true).size() == 1);
  CHECK(words_in("largest share", true).front().word->name == "share");
  CHECK(words_in("largest share").empty());
}

TEST_CASE("symbols are found by their indices, else by their letter", "[glossary]") {
  CHECK(symbols().size() > 40);
  for (const Entry& symbol : symbols()) {
    INFO(symbol.name);
    CHECK_FALSE(symbol.text.empty());
    CHECK(symbol.name.find('$') == std::string::npos);
  }
  REQUIRE(find_symbol("q_c") != nullptr);
  CHECK(find_symbol("q_c") != find_symbol("q_n"));
  CHECK(find_symbol("w_ns") == find_symbol("w_nc"));
  CHECK(find_symbol("k_j") == find_symbol("k"));
  CHECK(find_symbol("♣") == nullptr);
}

TEST_CASE("every word and symbol is explained in Chinese too", "[glossary]") {
  REQUIRE(words("zh").size() == words().size());
  std::set<std::string> names;
  for (std::size_t i = 0; i < words().size(); ++i) {
    const Entry &own = words()[i], &other = words("zh")[i];
    INFO(own.name);
    CHECK(other.id == own.name);
    CHECK(other.marked == own.marked);
    CHECK(other.text != own.text);
    CHECK(other.name.size() >= 3);
    CHECK(names.insert(other.name).second);
    for (const std::string& form : other.forms)
      if (form != other.name) CHECK(names.insert(form).second);
  }
  REQUIRE(symbols("zh").size() == symbols().size());
  for (std::size_t i = 0; i < symbols().size(); ++i) {
    const Entry &own = symbols()[i], &other = symbols("zh")[i];
    INFO(own.name);
    CHECK(other.name == own.name);
    CHECK(other.forms == own.forms);
    CHECK(other.text != own.text);
  }
  CHECK(find_symbol("w_ns", "zh")->text != find_symbol("w_ns")->text);
}

TEST_CASE("Chinese words are found without blanks between them", "[glossary]") {
  const auto found = [](const std::string& text, bool all = false) {
    std::vector<std::string> ids;
    for (const WordPlace& place : words_in(text, all, "zh")) ids.push_back(place.word->id);
    return ids;
  };
  CHECK(found("偏差² 加方差就是均方误差。") == std::vector<std::string>{"bias", "variance", "mean squared error"});
  CHECK(found("仪表给出ESS：样本抵得上多少") == std::vector<std::string>{"effective sample size"});
  CHECK(found("多重重要性采样（MIS）") == std::vector<std::string>{"multiple importance sampling"});
  CHECK(found("没有偏差") == std::vector<std::string>{"bias"});
  CHECK(found("快捷键、数值", true).empty());  // one sign of a longer word
  CHECK(found("键、值", true) == std::vector<std::string>{"key", "value"});
  CHECK(found("the proposal 提议分布") == std::vector<std::string>{"proposal"});
  CHECK(words_in("偏差").empty());
  CHECK(words_in("ESS（有效样本量）").size() == 1);
  CHECK(found("\xE5\x81").empty());  // cut in the middle of a sign
}

TEST_CASE("a text of the glossary without its marks", "[glossary]") {
  CHECK(plain_text("the [bias](#bias) of $ŷ_n$,\n`omega` and *so* on") == "the bias of ŷ_n, omega and so on");
  CHECK(plain_text("E[$E[g]$], [a](b)") == "E[E[g]], a");
}

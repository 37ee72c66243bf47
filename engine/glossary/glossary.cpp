#include "glossary/glossary.h"

#include <algorithm>
#include <cctype>

#include "core/chinese.h"
#include "core/text.h"
#include "glossary/pages.h"

namespace omega::glossary {

namespace {

constexpr std::string_view kAlso = "*also: ", kUnmarked = "<!-- unmarked -->", kChinese = "zh";

/// Sections "## word", with an optional line of other forms and a mark for everyday words.
std::vector<Entry> read_words(std::string_view page) {
  std::vector<Entry> all;
  for (const std::string& line : lines_of(page)) {
    if (line.starts_with("## ")) {
      all.push_back({line.substr(3), {}, {}, true, line.substr(3)});
    } else if (all.empty()) {
      continue;  // what stands above the words
    } else if (line.starts_with(kAlso)) {
      all.back().forms = split(line.substr(kAlso.size(), line.size() - kAlso.size() - 1), ", ");
    } else if (line == kUnmarked) {
      all.back().marked = false;
    } else if (!line.empty() || !all.back().text.empty()) {
      all.back().text += std::string(line) + '\n';
    }
  }
  for (Entry& word : all) word.text.erase(word.text.find_last_not_of('\n') + 1);
  return all;
}

/// Rows "| $w_ns$, $w_s$ | what it stands for |".
std::vector<Entry> read_symbols(std::string_view page) {
  std::vector<Entry> all;
  for (const std::string& line : lines_of(page)) {
    const std::size_t middle = line.find(" | ");
    if (!line.starts_with("| $") || middle == std::string_view::npos) continue;
    std::vector<std::string> ids = split(line.substr(2, middle - 2), ", ");
    for (std::string& id : ids) id = id.substr(1, id.size() - 2);
    Entry symbol{ids.front(), {ids.begin() + 1, ids.end()}, {}, true, ids.front()};
    symbol.text = std::string(line.substr(middle + 3, line.rfind(" |") - middle - 3));
    all.push_back(std::move(symbol));
  }
  return all;
}

/// Words of a page in another language, whose first other form is the English name: in the order of the English ones,
/// which they answer to as well.
std::vector<Entry> translated(const std::vector<Entry>& english, const std::vector<Entry>& page) {
  std::vector<Entry> all = english;
  for (Entry& word : all)
    for (const Entry& own : page) {
      if (own.forms.empty() || own.forms.front() != word.name) continue;
      word.forms.insert(word.forms.begin(), word.name);
      word.forms.insert(word.forms.end(), own.forms.begin() + 1, own.forms.end());
      word.name = own.name;
      word.text = own.text;
      break;
    }
  return all;
}

char lower(char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }

/// Whether it begins one of the signs that words are made of.
bool begins_word_sign(char c) { return begins_chinese_sign(c) && c != '\xE3' && c != '\xEF'; }

bool is_letter(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
         (static_cast<signed char>(c) < 0 && !begins_chinese_sign(c));
}

/// What is written in capitals, ESS or IS, is looked for as it is written.
bool is_name(const std::string& form) {
  return std::none_of(form.begin(), form.end(), [](char c) { return std::islower(static_cast<unsigned char>(c)); });
}

/// Whether a word at [at, at + size) ends where it should: a Latin one before what is no letter, a Chinese one
/// anywhere, but one of a single sign beside no other.
bool stands_whole(std::string_view text, std::size_t at, std::size_t size) {
  const std::size_t end = at + size;
  if (static_cast<signed char>(text[end - 1]) >= 0) return end == text.size() || !is_letter(text[end]);
  if (size > kChineseSignBytes) return true;
  return (at < kChineseSignBytes || !begins_word_sign(text[at - kChineseSignBytes])) &&
         (end == text.size() || !begins_word_sign(text[end]));
}

bool is_at(std::string_view text, std::size_t at, const std::string& form) {
  if (text.size() - at < form.size() || lower(text[at]) != lower(form.front())) return false;
  const std::string_view here = text.substr(at, form.size());
  if (is_name(form) ? here != form : lowered(here) != lowered(form)) return false;
  return stands_whole(text, at, form.size());
}

struct Form {
  std::string text;
  const Entry* word;
};

/// The longest first.
std::vector<Form> forms_of(std::string_view language, bool all) {
  std::vector<Form> forms;
  for (const Entry& word : words(language))
    if (word.marked || all) {
      forms.push_back({word.name, &word});
      for (const std::string& form : word.forms) forms.push_back({form, &word});
    }
  std::stable_sort(forms.begin(), forms.end(),
                   [](const Form& a, const Form& b) { return a.text.size() > b.text.size(); });
  return forms;
}

const Entry* named(const std::vector<Entry>& all, std::string_view name) {
  for (const Entry& entry : all)
    if (entry.name == name || is_among(entry.forms, name)) return &entry;
  return nullptr;
}

}  // namespace

const std::vector<Entry>& words(std::string_view language) {
  static const std::vector<Entry> english = read_words(words_page()),
                                  chinese = translated(english, read_words(words_page_zh()));
  return language == kChinese ? chinese : english;
}

const std::vector<Entry>& symbols(std::string_view language) {
  static const std::vector<Entry> english = read_symbols(symbols_page()), chinese = read_symbols(symbols_page_zh());
  return language == kChinese ? chinese : english;
}

std::vector<std::string> written_words() {
  std::vector<std::string> all;
  for (const Entry& word : words()) {
    all.push_back(word.name);
    all.insert(all.end(), word.forms.begin(), word.forms.end());
  }
  return all;
}

const Entry* find_word(std::string_view written) {
  const std::string wanted = lowered(written);
  const auto is_wanted = [&](const std::string& form) { return lowered(form) == wanted; };
  for (const Entry& word : words())
    if (is_wanted(word.name) || std::any_of(word.forms.begin(), word.forms.end(), is_wanted)) return &word;
  return nullptr;
}

const Entry* find_symbol(std::string_view id, std::string_view language) {
  if (const Entry* exact = named(symbols(language), id)) return exact;
  const std::size_t indices = id.find_first_of("_^");
  return indices == std::string_view::npos ? nullptr : named(symbols(language), id.substr(0, indices));
}

std::vector<WordPlace> words_in(std::string_view text, bool all, std::string_view language) {
  static const std::vector<Form> forms[2][2] = {{forms_of("en", false), forms_of("en", true)},
                                                {forms_of(kChinese, false), forms_of(kChinese, true)}};
  std::vector<WordPlace> found;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t size = 0;
    for (const Form& form : forms[language == kChinese][all]) {
      if (!is_at(text, at, form.text)) continue;
      size = form.text.size();
      if (std::none_of(found.begin(), found.end(), [&](const WordPlace& place) { return place.word == form.word; }))
        found.push_back({at, size, form.word});
      break;
    }
    at += size;
    if (size == 0 && begins_chinese_sign(text[at]))
      at += kChineseSignBytes;
    else if (size == 0)
      while (at < text.size() && is_letter(text[at])) ++at;
    while (at < text.size() && !is_letter(text[at]) && !begins_chinese_sign(text[at])) ++at;
  }
  return found;
}

std::string plain_text(std::string_view markdown) {
  std::string out;
  for (std::size_t i = 0; i < markdown.size(); ++i) {
    const char c = markdown[i];
    const auto is_link = [&](std::size_t end) { return end < markdown.size() - 1 && markdown[end + 1] == '('; };
    if (c == ']' && is_link(i))
      i = std::min(markdown.find(')', i), markdown.size() - 1);
    else if (!(c == '[' && is_link(markdown.find(']', i))) && c != '$' && c != '`' && c != '*')
      out += c == '\n' ? ' ' : c;
  }
  return out;
}

}  // namespace omega::glossary

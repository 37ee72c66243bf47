#include "glossary/glossary.h"

#include <algorithm>
#include <cctype>

#include "glossary/pages.h"

namespace omega::glossary {

namespace {

constexpr std::string_view kAlso = "*also: ", kUnmarked = "<!-- unmarked -->";

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = std::min(text.find('\n', start), text.size());
    lines.push_back(text.substr(start, end - start));
    start = end + 1;
  }
  return lines;
}

std::vector<std::string> split(std::string_view text) {
  std::vector<std::string> parts;
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = std::min(text.find(", ", start), text.size());
    parts.emplace_back(text.substr(start, end - start));
    start = end + 2;
  }
  return parts;
}

/// Sections "## word", with an optional line of other forms and a mark for everyday words.
std::vector<Entry> read_words(std::string_view page) {
  std::vector<Entry> all;
  for (const std::string_view line : lines_of(page)) {
    if (line.starts_with("## ")) {
      all.push_back({std::string(line.substr(3)), {}, {}, true});
    } else if (all.empty()) {
      continue;  // what stands above the words
    } else if (line.starts_with(kAlso)) {
      all.back().forms = split(line.substr(kAlso.size(), line.size() - kAlso.size() - 1));
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
  for (const std::string_view line : lines_of(page)) {
    const std::size_t middle = line.find(" | ");
    if (!line.starts_with("| $") || middle == std::string_view::npos) continue;
    std::vector<std::string> ids = split(line.substr(2, middle - 2));
    for (std::string& id : ids) id = id.substr(1, id.size() - 2);
    Entry symbol{ids.front(), {ids.begin() + 1, ids.end()}, {}, true};
    symbol.text = std::string(line.substr(middle + 3, line.rfind(" |") - middle - 3));
    all.push_back(std::move(symbol));
  }
  return all;
}

char lower(char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }
bool is_letter(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || static_cast<signed char>(c) < 0; }

std::string lowered(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(), lower);
  return out;
}

/// What is written in capitals, ESS or IS, is looked for as it is written.
bool is_name(const std::string& form) {
  return std::none_of(form.begin(), form.end(), [](char c) { return std::islower(static_cast<unsigned char>(c)); });
}

bool begins_with(std::string_view text, const std::string& form) {
  if (text.size() < form.size() || lower(text.front()) != lower(form.front())) return false;
  const std::string_view begin = text.substr(0, form.size());
  if (is_name(form) ? begin != form : lowered(begin) != lowered(form)) return false;
  return text.size() == form.size() || !is_letter(text[form.size()]);
}

struct Form {
  std::string text;
  const Entry* word;
};

/// The longest first.
std::vector<Form> forms_of(bool all) {
  std::vector<Form> forms;
  for (const Entry& word : words())
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
    if (entry.name == name || std::find(entry.forms.begin(), entry.forms.end(), name) != entry.forms.end())
      return &entry;
  return nullptr;
}

}  // namespace

const std::vector<Entry>& words() {
  static const std::vector<Entry> all = read_words(words_page());
  return all;
}

const std::vector<Entry>& symbols() {
  static const std::vector<Entry> all = read_symbols(symbols_page());
  return all;
}

const Entry* find_word(std::string_view written) {
  const std::string wanted = lowered(written);
  for (const Entry& word : words()) {
    if (lowered(word.name) == wanted) return &word;
    for (const std::string& form : word.forms)
      if (lowered(form) == wanted) return &word;
  }
  return nullptr;
}

const Entry* find_symbol(std::string_view id) {
  if (const Entry* exact = named(symbols(), id)) return exact;
  const std::size_t indices = id.find_first_of("_^");
  return indices == std::string_view::npos ? nullptr : named(symbols(), id.substr(0, indices));
}

std::vector<Place> words_in(std::string_view text, bool all) {
  static const std::vector<Form> every = forms_of(true), marked = forms_of(false);
  std::vector<Place> found;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t size = 0;
    for (const Form& form : all ? every : marked) {
      if (!begins_with(text.substr(at), form.text)) continue;
      size = form.text.size();
      if (std::none_of(found.begin(), found.end(), [&](const Place& place) { return place.word == form.word; }))
        found.push_back({at, size, form.word});
      break;
    }
    at += size;
    if (size == 0)
      while (at < text.size() && is_letter(text[at])) ++at;
    while (at < text.size() && !is_letter(text[at])) ++at;
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

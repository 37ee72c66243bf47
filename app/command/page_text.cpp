#include <algorithm>
#include <string_view>

#include "manual.h"
#include "page.h"
#include "table.h"

namespace omega::command {

namespace {

constexpr std::size_t kPageIndent = 4;
constexpr std::size_t kHelpColumn = 30;

std::string spaces(std::size_t count) { return std::string(count, ' '); }
std::string line(const std::string& text) { return spaces(kPageIndent) + text + "\n"; }

/// A term and what it means, side by side where the term is short enough.
std::string entry(const std::string& term, const std::string& meaning) {
  const std::string text = wrapped(meaning, kHelpColumn);
  if (kPageIndent + display_width(term) + 2 > kHelpColumn) return line(term) + text;
  return spaces(kPageIndent) + padded(term, kHelpColumn - kPageIndent) +
         (text.size() > kHelpColumn ? text.substr(kHelpColumn) : "\n");
}

std::string text_of(const Page::Section& section) {
  using Kind = Page::Item::Kind;
  std::string text = section.title + "\n";
  Kind before = Kind::line;
  for (const auto& [kind, term, words] : section.items) {
    switch (kind) {
      case Kind::line: text += line(words); break;
      case Kind::paragraph: text += (before == kind ? "\n" : "") + wrapped(words, kPageIndent); break;
      case Kind::entry: text += entry(term, words); break;
      case Kind::example: text += line(term) + wrapped(words, 2 * kPageIndent); break;
    }
    before = kind;
  }
  return text;
}

}  // namespace

std::string wrapped(std::string_view text, std::size_t indent, std::size_t width) {
  std::string out = spaces(indent);
  std::size_t column = indent;
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = std::min(text.find(' ', start), text.size());
    const std::string_view word = text.substr(start, end - start);
    const std::size_t length = display_width(word);
    if (column > indent && column + 1 + length > width) {
      out += "\n" + spaces(indent);
      column = indent;
    }
    if (column > indent) {
      out += ' ';
      ++column;
    }
    out += word;
    column += length;
    start = end + 1;
  }
  return out + "\n";
}

std::string text_of(const Page& page) {
  std::string text = "NAME\n" + line(page.name + " - " + page.purpose);
  for (const Page::Section& section : page.sections) text += "\n" + text_of(section);
  return text;
}

}  // namespace omega::command

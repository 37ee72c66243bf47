#include <algorithm>
#include <map>
#include <string_view>

#include "page.h"

namespace omega::command {

namespace {

/// Text whose characters stay what they are: roff would turn some into other dashes and quotes, and lines that begin
/// with others into commands.
std::string plain(std::string_view text) {
  static const std::map<char, std::string_view> kNames = {
      {'\\', "\\e"}, {'-', "\\-"}, {'\'', "\\(aq"}, {'`', "\\(ga"}, {'^', "\\(ha"}, {'~', "\\(ti"}, {'"', "\\(dq"}};
  std::string out;
  if (!text.empty() && text.front() == '.') out = "\\&";
  for (const char c : text) {
    const auto name = kNames.find(c);
    if (name == kNames.end())
      out += c;
    else
      out += name->second;
  }
  return out;
}

/// In prose a dash joins the parts of a word.
std::string prose(std::string_view text) {
  std::string out = plain(text);
  for (std::size_t at = 1; (at = out.find("\\-", at)) != std::string::npos; ++at) {
    const auto is_letter = [&](std::size_t i) {
      return i < out.size() && std::isalpha(static_cast<unsigned char>(out[i]));
    };
    const std::size_t start = out.find_last_of(" (", at) + 1;
    if (out.compare(start, 2, "\\-") != 0 && is_letter(at - 1) && is_letter(at + 2)) out.erase(at, 1);
  }
  return out;
}

std::string quoted_argument(std::string text) { return "\"" + text + "\""; }

std::string dashed(std::string name) {
  std::replace(name.begin(), name.end(), ' ', '-');
  return name;
}

std::string upper(std::string text) {
  for (char& c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return text;
}

std::string roff_of(const Page::Section& section) {
  using Kind = Page::Item::Kind;
  std::string text = ".SH " + quoted_argument(plain(section.title)) + "\n";
  Kind before = Kind::entry;
  for (const auto& [kind, term, words] : section.items) {
    switch (kind) {
      case Kind::line: text += std::string(before == kind ? ".br\n" : "") + plain(words) + "\n"; break;
      case Kind::paragraph: text += (before == kind ? ".PP\n" : "") + prose(words) + "\n"; break;
      case Kind::entry:
      case Kind::example: text += ".TP\n.B " + plain(term) + "\n" + prose(words) + "\n"; break;
    }
    before = kind;
  }
  return text;
}

std::string references(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names)
    text += ".BR " + plain(dashed(name)) + " (1)" + (&name == &names.back() ? "" : " ,") + "\n";
  return text;
}

}  // namespace

std::string roff_of(const Page& page, const std::string& version) {
  std::string text = "'\\\" -*- coding: utf-8 -*-\n.TH " + quoted_argument(plain(upper(dashed(page.name)))) +
                     " 1 \"\" " + quoted_argument(plain("Omegascope " + version)) + " " +
                     quoted_argument("Omegascope") +
                     "\n.\\\" Made by --man of the program; edit the descriptions there.\n.nh\n.ad l\n.SH NAME\n" +
                     plain(dashed(page.name)) + " \\- " + prose(page.purpose) + "\n";
  for (const Page::Section& section : page.sections) text += roff_of(section);
  if (page.related.empty()) return text;
  const std::string title = "SEE ALSO";
  const bool has_begun = !page.sections.empty() && page.sections.back().title == title;
  return text + (has_begun ? ".PP\n" : ".SH " + quoted_argument(title) + "\n") + references(page.related);
}

}  // namespace omega::command

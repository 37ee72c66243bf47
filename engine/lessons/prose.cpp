#include "lessons/prose.h"

#include <algorithm>
#include <cctype>
#include <fstream>

#include "core/chinese.h"
#include "core/text.h"

namespace omega::lessons {

namespace {

/// A text with `of_formula` of what stands between two $, and `of_code` of what stands between two `, in which a $ is
/// itself; a sign without another stays.
template <class OfFormula, class OfCode>
std::string with_parts(const std::string& text, OfFormula of_formula, OfCode of_code) {
  std::string out;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const bool is_formula = text[at] == '$', is_code = text[at] == '`';
    const std::size_t end = is_formula || is_code ? text.find(text[at], at + 1) : std::string::npos;
    if (end == std::string::npos) {
      out += text[at];
      continue;
    }
    const std::string inside = text.substr(at + 1, end - at - 1);
    out += is_formula ? of_formula(inside) : of_code(inside);
    at = end;
  }
  return out;
}

/// Stands for each formula, or code.
auto all_as(const char* word) {
  return [word](const std::string& /*inside*/) { return std::string(word); };
}

std::string as_code(const std::string& inside) { return "`" + inside + "`"; }

struct Picture {
  std::size_t begin = 0, end = 0;  // of all of it in the text
  std::string file;
};

std::vector<Picture> find_pictures(const std::string& text) {
  std::vector<Picture> found;
  for (std::size_t at = text.find("!["); at != std::string::npos; at = text.find("![", at + 2)) {
    const std::size_t middle = text.find("](", at), end = text.find(')', at);
    if (middle == std::string::npos || end == std::string::npos || end < middle) continue;
    found.push_back({at, end + 1, text.substr(middle + 2, end - middle - 2)});
  }
  return found;
}

constexpr std::size_t kLongestStart = 1 << 16;  // of a file, in which it says what it is

/// Whether a file is a picture of one of the three kinds by what it holds, whatever its name says.
bool is_picture(const std::filesystem::path& path) {
  std::string start(kLongestStart, '\0');
  std::ifstream file(path, std::ios::binary);
  file.read(start.data(), static_cast<std::streamsize>(start.size()));
  start.resize(static_cast<std::size_t>(file.gcount()));
  const bool is_packed = start.starts_with("\x1F\x8B");  // an SVG may be
  return start.starts_with("\x89PNG\r\n\x1A\n") || start.starts_with("\xFF\xD8\xFF") || is_packed ||
         start.find("<svg") != std::string::npos;
}

std::string refuse_picture(const std::string& file, const std::filesystem::path& folder) {
  const std::filesystem::path path(file);
  const bool is_outside = path.is_absolute() || std::find(path.begin(), path.end(), "..") != path.end();
  if (file.find("://") != std::string::npos)
    return "the picture " + omega::quoted(file) + " is on the net; put it beside the lesson";
  if (is_outside)
    return "the picture " + omega::quoted(file) + " lies outside the folder of the lesson; put it beside it";
  const std::string ending = lowered(path.extension().string());
  if (ending != ".png" && ending != ".jpg" && ending != ".svg")
    return "the picture " + omega::quoted(file) + " must be a .png, .jpg or .svg file";
  if (folder.empty()) return "a lesson that comes with the program has no pictures; leave out " + omega::quoted(file);
  std::error_code failed;
  if (!std::filesystem::is_regular_file(folder / path, failed))
    return "the picture " + omega::quoted(file) + " is not there; it is looked for beside the lesson";
  if (!is_picture(folder / path))
    return "the picture " + omega::quoted(file) + " cannot be read as PNG, JPEG or SVG; save it as one of them";
  return "";
}

/// What is wrong with what stands between two $.
std::string refuse_formula(const std::string& formula) {
  const std::string in = "in the formula " + omega::quoted(formula) + " ";
  if (formula.find_first_not_of(' ') == std::string::npos) return "between two $ stands a formula; here is none";
  if (const std::size_t at = formula.find_first_of("\\!\"#%&*?@`"); at != std::string::npos)
    return in + formula[at] + " has no meaning; it is written as the app's equations are, such as $y = Σ_m π_nm v_m$";
  const auto is_in_word = [](unsigned char c) { return std::isalpha(c) != 0 || c >= 0x80; };
  std::string open;  // the brackets that are
  for (std::size_t i = 0; i < formula.size(); ++i) {
    static const std::string opening = "([{", closing = ")]}";
    const char c = formula[i], before = i == 0 ? ' ' : formula[i - 1],
               after = i + 1 < formula.size() ? formula[i + 1] : ' ';
    if (c == '-' && !(is_in_word(before) && is_in_word(after))) return in + "minus is −, not -";
    if (opening.find(c) != std::string::npos) open += c;
    const std::size_t kind = closing.find(c);
    if (kind == std::string::npos) continue;
    if (open.empty() || open.back() != opening[kind]) return in + c + " closes nothing";
    open.pop_back();
  }
  return open.empty() ? "" : in + open.back() + " is never closed";
}

}  // namespace

int word_count(const std::string& prose) {
  std::string text = with_parts(prose, all_as("$"), as_code);
  const std::vector<Picture> pictures = find_pictures(text);
  for (auto picture = pictures.rbegin(); picture != pictures.rend(); ++picture)
    text.replace(picture->begin, picture->end - picture->begin, "!");
  int words = 0, signs = 0;
  bool in_word = false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    const bool is_sign = begins_chinese_sign(c);
    const bool is_blank = c == ' ' || c == '\n' || c == '\t' || is_sign;
    if (is_sign) {
      ++signs;
      at += kChineseSignBytes - 1;
    }
    if (!is_blank && !in_word) ++words;
    in_word = !is_blank;
  }
  return words + (signs + 1) / 2;  // Chinese has no blanks: two signs are about a word
}

std::vector<std::string> pictures_of(const std::string& prose) {
  std::vector<std::string> files;
  for (const Picture& picture : find_pictures(prose)) files.push_back(picture.file);
  return files;
}

bool has_control_sign(const std::string& text) {
  constexpr unsigned char kDelete = 0x7F;
  return std::any_of(text.begin(), text.end(),
                     [](unsigned char c) { return (c < ' ' && c != '\t' && c != '\n') || c == kDelete; });
}

std::string without_formula_signs(const std::string& text) {
  return with_parts(
      text, [](const std::string& formula) { return formula; }, as_code);
}

std::string refuse_formulas(const std::string& text) {
  std::string problem;
  const auto refuse = [&](const std::string& formula) {
    if (problem.empty()) problem = refuse_formula(formula);
    return std::string();
  };
  const std::string rest = with_parts(text, refuse, all_as(""));
  const bool has_one_alone = rest.find('$') != std::string::npos;
  return problem.empty() && has_one_alone ? "a formula stands between two $; one of them is missing" : problem;
}

std::string refuse_prose(const std::string& prose, const std::filesystem::path& folder) {
  if (has_control_sign(prose)) return "there is a control character in this text, which nobody can see; delete it";
  if (std::string problem = refuse_formulas(prose); !problem.empty()) return problem;
  const std::string plain = with_parts(prose, all_as("$"), all_as("`"));
  for (std::size_t at = plain.find('<'); at != std::string::npos; at = plain.find('<', at + 1)) {
    const char next = at + 1 < plain.size() ? plain[at + 1] : ' ';
    if (std::isalpha(static_cast<unsigned char>(next)) != 0 || next == '/' || next == '!')
      return "HTML is not read; write *emphasis*, **strong**, `code` or a $formula$";
  }
  for (const std::string& file : pictures_of(prose))
    if (std::string problem = refuse_picture(file, folder); !problem.empty()) return problem;
  for (std::size_t at = plain.find("]("); at != std::string::npos; at = plain.find("](", at + 1)) {
    const std::size_t open = plain.rfind('[', at);
    if (open == std::string::npos || open == 0 || plain[open - 1] != '!')
      return "a lesson has no links; name what they lead to";
  }
  return "";
}

}  // namespace omega::lessons

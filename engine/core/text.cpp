#include "core/text.h"

#include <algorithm>
#include <clocale>
#include <cmath>
#include <cstdio>
#include <numeric>
#include <utility>

namespace omega {

namespace {

/// Letters that are left out, put in, or others; two that are swapped are one mistake.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before, above, row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    before = std::exchange(above, row);
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, above[j - 1] + (a[i - 1] != b[j - 1])});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) row[j] = std::min(row[j], before[j - 2] + 1);
    }
  }
  return row[b.size()];
}

/// Whether so few mistakes make one word of the other that it may be meant: most letters stay, unless there was only
/// typed on behind the name. A single letter is near to nothing.
bool is_near(std::string_view given, std::string_view name, std::size_t mistakes) {
  if (mistakes == 0) return true;
  if (std::min(given.size(), name.size()) < 2 || mistakes > given.size() / 3 + 1) return false;
  return mistakes == 1 || 2 * mistakes < std::max(given.size(), name.size()) || given.starts_with(name);
}

/// As names are compared: whatever their case, and without the dashes of an option.
std::string bare(std::string_view name) {
  return lowered(name.substr(std::min(name.find_first_not_of('-'), name.size())));
}

/// Whether a character steers a terminal (ASCII and C1 controls, line separators, changes of direction) or nobody sees
/// it: the soft hyphen, spaces of no width, the mark of byte order.
bool steers(char32_t c) {
  return c < 0x20 || (c >= 0x7F && c < 0xA0) || c == 0xAD || c == 0x200B || c == 0x200E || c == 0x200F ||
         (c >= 0x2028 && c <= 0x202E) || (c >= 0x2060 && c <= 0x2069) || c == 0xFEFF;
}

/// Nobody sees these either, but between two letters or pictures they make one of them.
bool joins(char32_t c) { return c == 0x200C || c == 0x200D; }

}  // namespace

bool is_among(const std::vector<std::string>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

std::string csv_line(const std::vector<std::string>& fields) {
  std::string line;
  for (const std::string& field : fields) {
    if (&field != &fields.front()) line += ',';
    const bool is_quoted = field.find_first_of(",\"\n\r") != std::string::npos;
    if (is_quoted) line += '"';
    for (const char c : field) line += c == '"' ? "\"\"" : std::string(1, c);
    if (is_quoted) line += '"';
  }
  return line + '\n';
}

std::vector<std::string> split(std::string_view text, std::string_view separator) {
  std::vector<std::string> parts;
  for (std::size_t start = 0; start <= text.size();) {
    const std::size_t end = std::min(text.find(separator, start), text.size());
    parts.emplace_back(text.substr(start, end - start));
    start = end + separator.size();
  }
  return parts;
}

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines = split(text, "\n");
  if (lines.back().empty()) lines.pop_back();
  for (std::string& line : lines)
    if (line.ends_with('\r')) line.pop_back();
  return lines;
}

std::string join(const std::vector<std::string>& words, std::string_view separator) {
  std::string text;
  for (const std::string& word : words) {
    if (!text.empty()) text += separator;
    text += word;
  }
  return text;
}

std::string number_text(double value) {
  char text[32];
  const auto end = std::to_chars(text, text + sizeof text, value).ptr;
  return {text, end};
}

std::string formatted(const char* format, double value) {
  char text[64];
  std::snprintf(text, sizeof text, format, value);
  return with_point(text);
}

std::string with_point(std::string number) {
  const std::string sign = std::localeconv()->decimal_point;  // of a host that speaks the desktop's numbers
  if (const std::size_t at = number.find(sign); at != std::string::npos) number.replace(at, sign.size(), ".");
  return number;
}

std::string count_text(long long count, const std::string& what) {
  return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

Character character_at(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[at + i]); };
  const unsigned char lead = byte(0);
  if (lead < 0x80) return {lead, 1};
  const std::size_t length = lead >= 0xc2 && lead < 0xe0   ? 2
                             : lead >= 0xe0 && lead < 0xf0 ? 3
                             : lead >= 0xf0 && lead < 0xf5 ? 4
                                                           : 0;
  if (length == 0 || at + length > text.size()) return {};
  char32_t code = lead & (0x7fu >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return {};
    code = code << 6 | (byte(i) & 0x3fu);
  }
  const bool overlong = (length == 3 && code < 0x800) || (length == 4 && (code < 0x10000 || code > 0x10ffff));
  return overlong || (code >= 0xd800 && code < 0xe000) ? Character{} : Character{code, length};
}

std::size_t utf8_length(std::string_view text) {
  std::size_t good = 0;
  while (good < text.size()) {
    const std::size_t length = character_at(text, good).length;
    if (length == 0) break;
    good += length;
  }
  return good;
}

bool is_utf8(std::string_view text) { return utf8_length(text) == text.size(); }

std::string lowered(std::string_view text) {
  std::string out(text);
  for (char& c : out)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return out;
}

void append_utf8(std::string& text, std::uint32_t code) {
  if (code > 0x10FFFF || (code >= 0xD800 && code < 0xE000)) code = 0xFFFD;
  const int more = code < 0x80 ? 0 : code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
  constexpr std::uint32_t kLead[] = {0, 0xC0, 0xE0, 0xF0};
  text += static_cast<char>(kLead[more] | code >> (6 * more));
  for (int i = more - 1; i >= 0; --i) text += static_cast<char>(0x80 | (code >> (6 * i) & 0x3F));
}

std::string shown(std::string_view text) {
  constexpr std::size_t kLongest = 160;
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    if (out.size() >= kLongest) return out + "…";
    const Character c = character_at(text, i);
    const std::size_t bytes = std::max<std::size_t>(c.length, 1);
    const bool is_between = i > 0 && i + bytes < text.size();
    if (c.length > 0 && !steers(c.code) && (is_between || !joins(c.code))) {
      out += text.substr(i, bytes);
    } else {
      for (std::size_t b = 0; b < bytes; ++b) {
        char escaped[8];
        std::snprintf(escaped, sizeof escaped, "\\x%02x", static_cast<unsigned char>(text[i + b]));
        out += escaped;
      }
    }
    i += bytes;
  }
  return out;
}

std::string quoted(std::string_view text) { return "\"" + shown(text) + "\""; }

std::string closest_hint(std::string_view given, const std::vector<std::string>& known) {
  const std::string* best = nullptr;
  std::size_t fewest = 0;
  for (const std::string& name : known) {
    const std::string word = bare(given), other = bare(name);
    const std::size_t mistakes = edit_distance(word, other);
    if (!is_near(word, other, mistakes) || (best != nullptr && mistakes >= fewest)) continue;
    best = &name;
    fewest = mistakes;
  }
  return best == nullptr ? "" : " (did you mean " + *best + "?)";
}

std::string shell_word(const std::string& text) {
  constexpr std::string_view kPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./:=,+@%-";
  if (!text.empty() && text.find_first_not_of(kPlain) == std::string::npos) return text;
  std::string word = "'";
  for (const char c : text) word += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return word + "'";
}

std::string duration_text(double seconds) {
  if (seconds < 1) return "1 s";
  if (seconds < 90) return std::to_string(std::lround(seconds)) + " s";
  if (seconds < 5400) return std::to_string(std::lround(seconds / 60)) + " min";
  if (seconds < 2 * 86400.0) return std::to_string(std::lround(seconds / 3600)) + " h";
  return std::to_string(std::llround(seconds / 86400)) + " days";
}

}  // namespace omega

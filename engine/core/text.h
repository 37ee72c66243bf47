// Words for people: quoting, joining, numbers, and the nearest known name to a mistyped one.
#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace omega {

std::string join(const std::vector<std::string>& words, std::string_view separator);
bool is_among(const std::vector<std::string>& words, std::string_view word);
/// A line of CSV: fields in quotes where they need them.
std::string csv_line(const std::vector<std::string>& fields);
/// What stands between the separators; one empty text of an empty one.
std::vector<std::string> split(std::string_view text, std::string_view separator);
/// The lines of a text, whatever ends them; the last need not have an end.
std::vector<std::string> lines_of(std::string_view text);
/// The number that all of the text is: digits, no sign but '-'.
template <class Number>
std::optional<Number> number_in(std::string_view text) {
  Number value{};
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  return problem == std::errc{} && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}
/// The shortest text that reads back as the same number: "0.5", "1e-08", "64".
std::string number_text(double value);
/// As printf would write it.
std::string formatted(const char* format, double value);
/// The same for a number of another type that is written already.
std::string with_point(std::string number);
/// "1 head", "2 heads".
std::string count_text(long long count, const std::string& what);
/// A character of UTF-8, with its number in Unicode.
struct Character {
  char32_t code = 0;
  std::size_t length = 0;  // in bytes; 0: not UTF-8
};
Character character_at(std::string_view text, std::size_t at);
/// How many bytes from the start on are UTF-8.
std::size_t utf8_length(std::string_view text);
bool is_utf8(std::string_view text);
/// A letter by its number in Unicode; U+FFFD where there is no such letter.
void append_utf8(std::string& text, std::uint32_t code);
/// In lower case, as far as it is Latin without accents.
std::string lowered(std::string_view text);
/// Fit for any terminal: what steers one (control characters, changes of direction) and bytes that are not UTF-8 are
/// escaped, and what is very long is cut.
std::string shown(std::string_view text);
/// The same in double quotes.
std::string quoted(std::string_view text);
/// A word as it must be written for a shell.
std::string shell_word(const std::string& text);
/// "40 s", "5 min", "3 h", "12 days".
std::string duration_text(double seconds);
/// " (did you mean `x`?)" for a near miss, else nothing.
std::string closest_hint(std::string_view given, const std::vector<std::string>& known);

}  // namespace omega

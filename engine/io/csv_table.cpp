#include "io/csv_table.h"

#include <algorithm>

#include "core/text.h"

namespace omega {

namespace {

constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 30;
constexpr std::size_t kMostColumns = 1 << 17;

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

char separator_of(std::string_view line) {
  for (const char candidate : {'\t', ';', ',', ' '}) {
    bool quoted = false;
    for (const char c : trimmed(line)) {
      if (c == '"') quoted = !quoted;
      if (c == candidate && !quoted) return candidate;
    }
  }
  return ',';
}

/// "1,000" and "-12,345": what a comma between thousands looks like.
bool looks_like_thousands(std::string_view text) {
  if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
  const std::size_t comma = text.find(',');
  if (comma == std::string_view::npos || comma < 1 || comma > 3 || text.size() != comma + 4 || text[0] == '0')
    return false;
  return std::count_if(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; }) ==
         static_cast<std::ptrdiff_t>(text.size()) - 1;
}

/// Walks over the text row by row; a quoted cell may hold separators, doubled quotes and line ends.
class RowReader {
 public:
  RowReader(const InputFile& file, std::string_view text, CsvCells hold, std::deque<std::string>& unquoted)
      : file_(file), rest_(text), has_comments_(hold == CsvCells::numbers), unquoted_(unquoted) {}

  std::size_t line() const { return line_; }
  std::size_t left() const { return rest_.size(); }

  /// Skips lines that hold nothing to read; false at the end.
  bool find_row() {
    while (!rest_.empty()) {
      const std::string_view current = trimmed(rest_.substr(0, rest_.find_first_of("\r\n")));
      if (!current.empty() && !(has_comments_ && current.front() == '#')) return true;
      rest_.remove_prefix(std::min(rest_.find_first_of("\r\n"), rest_.size()));
      end_line();
    }
    return false;
  }
  std::string_view peek_line() const { return rest_.substr(0, rest_.find_first_of("\r\n")); }

  /// Appends the cells of one row.
  void row(char separator, std::vector<std::string_view>& cells) {
    const std::size_t first = cells.size();
    do {
      if (separator == ' ') skip_blanks();
      if (separator == ' ' && cells.size() > first && at_line_end()) break;  // blanks at the end separate nothing
      cells.push_back(cell(separator));
      if (cells.size() - first > kMostColumns)
        throw file_.error("has more than " + std::to_string(kMostColumns) + " columns in line " +
                          std::to_string(line_) + "; rows are tokens, columns their dimensions");
    } while (skip_separator(separator));
    end_line();
  }

 private:
  bool at_line_end() const { return rest_.empty() || rest_.front() == '\n' || rest_.front() == '\r'; }
  void skip_blanks() {
    while (!rest_.empty() && (rest_.front() == ' ' || rest_.front() == '\t')) rest_.remove_prefix(1);
  }
  bool skip_separator(char separator) {
    if (rest_.empty() || rest_.front() != separator) return false;
    rest_.remove_prefix(1);
    return true;
  }
  void end_line() {
    if (rest_.starts_with("\r\n"))
      rest_.remove_prefix(2);
    else if (!rest_.empty())
      rest_.remove_prefix(1);
    ++line_;
  }
  std::string_view cell(char separator) {
    const auto blanks = rest_.find_first_not_of(separator == '\t' ? " " : " \t");
    if (blanks != std::string_view::npos && rest_[blanks] == '"') {
      rest_.remove_prefix(blanks + 1);
      return quoted_cell(separator);
    }
    const char ends[] = {separator, '\r', '\n'};
    const std::size_t end = std::min(rest_.find_first_of(std::string_view(ends, 3)), rest_.size());
    const std::string_view text = trimmed(rest_.substr(0, end));
    rest_.remove_prefix(end);
    return text;
  }
  std::string_view quoted_cell(char separator) {
    const std::size_t opened = line_;
    std::string_view text;
    std::string* joined = nullptr;  // where it cannot be a view, because marks are doubled
    for (;;) {
      const std::size_t quote = rest_.find('"');
      if (quote == std::string_view::npos)
        throw file_.error("opens a quotation mark in line " + std::to_string(opened) +
                          " that is never closed; close it or leave it out");
      const std::string_view part = rest_.substr(0, quote);
      line_ += static_cast<std::size_t>(std::count(part.begin(), part.end(), '\n'));
      rest_.remove_prefix(quote + 1);
      const bool doubled = rest_.starts_with('"');
      if (doubled && joined == nullptr) joined = &unquoted_.emplace_back();
      if (joined == nullptr)
        text = part;
      else
        joined->append(part);
      if (!doubled) break;
      *joined += '"';
      rest_.remove_prefix(1);
    }
    if (joined != nullptr) text = *joined;
    while (!rest_.empty() && rest_.front() == ' ' && separator != ' ') rest_.remove_prefix(1);
    if (!at_line_end() && rest_.front() != separator)
      throw file_.error("has text after a closing quotation mark in line " + std::to_string(line_) +
                        "; double the marks inside a cell");
    return text;
  }

  const InputFile& file_;
  std::string_view rest_;
  bool has_comments_;
  std::deque<std::string>& unquoted_;
  std::size_t line_ = 1;
};

}  // namespace

CsvTable::CsvTable(const InputFile& file, CsvCells hold) : file_(file) {
  file.expect_work((1 + kCutting + kParsing) * file.size());
  text_ = file.all(kMostBytes, "a table");
  const bool has_texts = hold == CsvCells::texts;
  std::string_view rest = text_;
  if (rest.starts_with("\xff\xfe") || rest.starts_with("\xfe\xff")) throw file.error("is UTF-16; save it as UTF-8");
  if (rest.starts_with("\xef\xbb\xbf")) rest.remove_prefix(3);
  if (rest.find('\0') != std::string_view::npos)
    throw file.error(
        std::string("holds zero bytes, so it is not text; ") +
        (has_texts ? "rows of a label and a text were expected" : "comma-separated numbers were expected"));
  for (const char separator : {',', '\t', ';'})
    if (has_texts && has_two_columns(rest, separator)) return;
  read(rest, hold, {});
  if (!has_texts && separator_ != ',') refuse_thousands();
}

void CsvTable::read(std::string_view text, CsvCells hold, std::optional<char> separator) {
  cells_.clear();
  lines_.clear();
  unquoted_.clear();
  RowReader reader(file_, text, hold, unquoted_);
  while (reader.find_row()) {
    if (lines_.empty()) separator_ = separator.value_or(separator_of(reader.peek_line()));
    const std::size_t line = reader.line(), before = reader.left();
    reader.row(separator_, cells_);
    end_row(line);
    file_.worked(kCutting * (before - reader.left()));
  }
  drop_empty_last_column();
  if (lines_.empty())
    throw file_.error(hold == CsvCells::texts ? "holds no rows; a label and a text in each were expected"
                                              : "holds no rows; one row of numbers per token was expected");
}

/// Reads the table so; what cannot be read so has not.
bool CsvTable::has_two_columns(std::string_view text, char separator) try {
  read(text, CsvCells::texts, separator);
  return columns_ == 2;
} catch (const Error&) {
  return false;
}

void CsvTable::drop_empty_last_column() {
  if (columns_ < 2) return;
  for (std::size_t row = 0; row < rows(); ++row)
    if (!cell(row, columns_ - 1).empty()) return;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < cells_.size(); ++i)
    if (i % columns_ != columns_ - 1) cells_[kept++] = cells_[i];
  cells_.resize(kept);
  --columns_;
}

void CsvTable::end_row(std::size_t line) {
  if (lines_.empty()) columns_ = cells_.size();
  lines_.push_back(line);
  const std::size_t count = cells_.size() - (lines_.size() - 1) * columns_;
  if (count != columns_)
    throw file_.error("has " + count_text(static_cast<long long>(count), "cell") + " in line " + std::to_string(line) +
                      " but " + std::to_string(columns_) + " in line " + std::to_string(lines_.front()) +
                      "; every row needs the same number");
}

void CsvTable::refuse_thousands() const {
  std::size_t first = cells_.size();
  for (std::size_t i = 0; i < cells_.size(); ++i) {
    if (cells_[i].find(',') == std::string_view::npos || !is_number(i / columns_, i % columns_)) continue;
    if (!looks_like_thousands(cells_[i])) return;  // so the comma is a decimal one
    first = std::min(first, i);
  }
  if (first == cells_.size()) return;
  throw file_.error("has " + place_text(first / columns_, first % columns_) +
                    ", whose comma may be a decimal one or one between thousands; write numbers like 1000 or 1.5");
}

CsvTable::Parsed CsvTable::parse(std::size_t row, std::size_t column) const {
  std::string_view number = trimmed(cell(row, column));
  std::string with_point;
  if (separator_ != ',' && std::count(number.begin(), number.end(), ',') == 1 &&
      number.find('.') == std::string_view::npos) {
    with_point = number;
    with_point[with_point.find(',')] = '.';
    number = with_point;
  }
  if (number.starts_with('+')) number.remove_prefix(1);
  double value = 0;
  const auto [end, problem] = std::from_chars(number.data(), number.data() + number.size(), value);
  if (end != number.data() + number.size()) return {};
  if (problem == std::errc::result_out_of_range) return {std::nullopt, true};
  return {problem == std::errc{} ? std::optional(value) : std::nullopt};
}

bool CsvTable::is_number(std::size_t row, std::size_t column) const {
  const Parsed parsed = parse(row, column);
  return parsed.value || parsed.is_beyond;
}

std::string CsvTable::place_text(std::size_t row, std::size_t column) const {
  const std::string_view text = trimmed(cell(row, column));
  return (text.empty() ? "an empty cell" : omega::quoted(text)) + " in line " + std::to_string(line(row)) +
         ", column " + std::to_string(column + 1);
}

double CsvTable::number(std::size_t row, std::size_t column) const {
  const Parsed parsed = parse(row, column);
  if (parsed.value) return *parsed.value;
  if (parsed.is_beyond)
    throw file_.error("has " + place_text(row, column) +
                      ", which is beyond double precision; write numbers up to 1.7e308, and 0 for those below 1e-307");
  if (trimmed(cell(row, column)).empty())
    throw file_.error("has " + place_text(row, column) + "; every cell must be a number");
  throw file_.error("has " + place_text(row, column) +
                    ", which is not a number of double precision; write numbers like 1.5 or -2e-3");
}

}  // namespace omega

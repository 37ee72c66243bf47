// Comma-separated text as spreadsheets and numpy.savetxt write it, cut into cells.
//
// Separator: the first of tab, semicolon, comma and blanks that the first line has. UTF-8 with or without byte order
// mark, any line ends, quoted cells; lines that start with # and empty lines are skipped. Every row has the same number
// of cells. With any separator but the comma, 1,5 is read as 1.5; where every comma could as well be one between
// thousands (1,000), the table is refused.
//
// Texts hold # and separators of their own: in a table of texts no line is a comment, and of comma, tab and semicolon
// the first with which every row has two cells separates them; where none does, that of the first line.
#pragma once

#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/input_file.h"

namespace omega {

enum class CsvCells { numbers, texts };

/// Cutting a text into cells, and making numbers of those, takes so many times as long as reading it.
constexpr std::uint64_t kCutting = 9, kParsing = 3;

class CsvTable {
 public:
  explicit CsvTable(const InputFile& file, CsvCells hold = CsvCells::numbers);
  CsvTable(const CsvTable&) = delete;  // cells are views into what it holds

  std::size_t rows() const { return lines_.size(); }
  std::size_t columns() const { return columns_; }
  std::string_view cell(std::size_t row, std::size_t column) const { return cells_[row * columns_ + column]; }
  std::size_t line(std::size_t row) const { return lines_[row]; }  // in the file, from 1
  /// Also where it is beyond double precision.
  bool is_number(std::size_t row, std::size_t column) const;
  /// The number in a cell, or an Error naming line and column.
  double number(std::size_t row, std::size_t column) const;
  /// `"1.5x" in line 2, column 1`, or `an empty cell in ...`.
  std::string place_text(std::size_t row, std::size_t column) const;

 private:
  /// Without a separator it is that of the first line.
  void read(std::string_view text, CsvCells hold, std::optional<char> separator);
  bool has_two_columns(std::string_view text, char separator);
  void drop_empty_last_column();  // what a separator at the end of every line makes
  void end_row(std::size_t line);
  void refuse_thousands() const;
  struct Parsed {
    std::optional<double> value;
    bool is_beyond = false;  // a number, but none of double precision
  };
  Parsed parse(std::size_t row, std::size_t column) const;

  const InputFile& file_;
  char separator_ = ',';
  std::size_t columns_ = 0;
  std::string text_;
  std::deque<std::string> unquoted_;  // cells that had doubled quotation marks
  std::vector<std::string_view> cells_;
  std::vector<std::size_t> lines_;
};

}  // namespace omega

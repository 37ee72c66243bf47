// Tables for people: columns aligned by what a terminal shows, not by bytes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace omega::command {

/// Columns that `text` takes on a terminal; combining marks take none.
std::size_t display_width(std::string_view text);
/// `text` with spaces after it up to `width` columns.
std::string padded(const std::string& text, std::size_t width);

/// The first columns of `text`, with … where something was cut.
std::string shortened(const std::string& text, std::size_t width);

/// "3.14" with two digits after the point.
std::string fixed(double value, int digits);

enum class Align { left, right };
constexpr Align kRight = Align::right;
constexpr std::size_t kWidth = 100;  // of lines beneath tables

class Table {
 public:
  struct Column {
    std::string title;
    Align align = Align::left;
  };

  explicit Table(std::vector<Column> columns) : columns_(std::move(columns)) {}
  /// Columns of words, then columns of numbers.
  Table(const std::vector<std::string>& words, const std::vector<std::string>& numbers);
  std::size_t columns() const { return columns_.size(); }
  bool is_empty() const { return rows_.empty(); }

  void add(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
  /// Lines of text; a row with fewer cells than columns lets its last cell run on to the right.
  std::string text() const;

 private:
  std::vector<std::size_t> widths() const;
  std::string line(const std::vector<std::string>& cells, const std::vector<std::size_t>& widths) const;

  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace omega::command

#include "table.h"

#include <algorithm>

#include "core/text.h"

namespace omega::command {

namespace {

constexpr std::string_view kGap = "  ";

/// U+0300 to U+036F, the marks that sit on the letter before them: the hats and tildes of the equations.
bool is_combining(std::string_view text, std::size_t i) {
  const auto byte = [&](std::size_t at) { return at < text.size() ? static_cast<unsigned char>(text[at]) : 0; };
  return byte(i) == 0xCC || (byte(i) == 0xCD && byte(i + 1) < 0xB0);
}

}  // namespace

std::size_t display_width(std::string_view text) {
  std::size_t width = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool continues = (static_cast<unsigned char>(text[i]) & 0xC0) == 0x80;
    if (!continues && !is_combining(text, i)) ++width;
  }
  return width;
}

std::string padded(const std::string& text, std::size_t width) {
  const std::size_t own = display_width(text);
  return own < width ? text + std::string(width - own, ' ') : text;
}

std::string fixed(double value, int digits) { return formatted(("%." + std::to_string(digits) + "f").c_str(), value); }

std::string shortened(const std::string& text, std::size_t width) {
  if (display_width(text) <= width) return text;
  std::size_t end = 0;
  for (std::size_t next = 1; next <= text.size() && display_width(std::string_view(text).substr(0, next)) < width;
       ++next)
    end = next;
  while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) ++end;  // a whole character
  return text.substr(0, end) + "…";
}

Table::Table(const std::vector<std::string>& words, const std::vector<std::string>& numbers) {
  for (const std::string& title : words) columns_.push_back({title});
  for (const std::string& title : numbers) columns_.push_back({title, Align::right});
}

std::vector<std::size_t> Table::widths() const {
  std::vector<std::size_t> widths;
  for (const Column& column : columns_) widths.push_back(display_width(column.title));
  for (const auto& row : rows_)
    for (std::size_t i = 0; i < row.size(); ++i) {
      const bool runs_on = i + 1 == row.size() && row.size() < columns_.size();
      if (!runs_on) widths[i] = std::max(widths[i], display_width(row[i]));
    }
  return widths;
}

std::string Table::line(const std::vector<std::string>& cells, const std::vector<std::size_t>& widths) const {
  std::string text;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (i > 0) text += kGap;
    const bool right = columns_[i].align == Align::right && cells.size() == columns_.size();
    const std::size_t own = display_width(cells[i]);
    text += right && own < widths[i] ? std::string(widths[i] - own, ' ') + cells[i] : padded(cells[i], widths[i]);
  }
  text.erase(text.find_last_not_of(' ') + 1);
  return text + "\n";
}

std::string Table::text() const {
  const std::vector<std::size_t> all = widths();
  std::vector<std::string> titles;
  for (const Column& column : columns_) titles.push_back(column.title);
  std::string text = line(titles, all);
  for (const auto& row : rows_) text += line(row, all);
  return text;
}

}  // namespace omega::command

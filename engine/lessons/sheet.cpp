#include "lessons/sheet.h"

#include <algorithm>

#include "core/text.h"
#include "lessons/prose.h"

namespace omega::lessons {

namespace {

constexpr std::size_t kRuleWidth = 76;

/// How many characters a text takes on a screen: bytes that continue a character are not counted.
std::size_t width_of(const std::string& text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

/// Between two marks of Markdown, such as **; those that are in it would end them, and are left out but in code.
std::string between(const std::string& mark, const std::string& text) {
  std::string inside;
  bool is_code = false;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t stars = std::min(text.find_first_not_of('*', at), text.size()) - at;
    if (stars != mark.size() || is_code) inside += text.substr(at, std::max<std::size_t>(stars, 1));
    if (text[at] == '`') is_code = !is_code;
    at += std::max<std::size_t>(stars, 1);
  }
  return mark + inside + mark;
}

std::string row_text(const std::vector<std::string>& row, const std::vector<std::size_t>& widths) {
  std::string line = "|";
  for (std::size_t i = 0; i < row.size(); ++i)
    line += " " + row[i] + std::string(widths[i] - width_of(row[i]), ' ') + " |";
  return line + "\n";
}

std::string table_text(const std::vector<std::vector<std::string>>& rows) {
  std::vector<std::size_t> widths(rows.front().size(), 3);
  for (const auto& row : rows)
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], width_of(row[i]));
  std::string text = row_text(rows.front(), widths) + "|";
  for (const std::size_t width : widths) text += std::string(width + 2, '-') + "|";
  text += "\n";
  for (std::size_t r = 1; r < rows.size(); ++r) text += row_text(rows[r], widths);
  return text;
}

std::string choices_text(const SheetBlock& block) {
  std::string text;
  for (std::size_t i = 0; i < block.rows.size(); ++i)
    text += (static_cast<int>(i) == block.ticked ? "- [x] " : "- [ ] ") + block.rows[i][0] + "  " +
            without_formula_signs(block.rows[i][1]) + "\n";
  return text;
}

std::string block_text(const SheetBlock& block) {
  switch (block.kind) {
    case SheetBlock::Kind::heading: return "## " + block.text + "\n";
    case SheetBlock::Kind::text:
    case SheetBlock::Kind::note: return without_formula_signs(block.text) + "\n";
    case SheetBlock::Kind::goal: return between("*", without_formula_signs(block.text)) + "\n";
    case SheetBlock::Kind::question: return between("**", without_formula_signs(block.text)) + "\n";
    case SheetBlock::Kind::table: return table_text(block.rows);
    case SheetBlock::Kind::choices: return choices_text(block);
    case SheetBlock::Kind::picture:
    case SheetBlock::Kind::frame: return "(" + block.text + ")\n";
    case SheetBlock::Kind::space: {
      std::string lines;
      for (int i = 0; i < block.lines; ++i) lines += std::string(kRuleWidth, '_') + "\n\n";
      return lines.substr(0, lines.size() - 1);
    }
    case SheetBlock::Kind::command: return "    " + block.text + "\n";
    case SheetBlock::Kind::page: return "---\n";
  }
  return "";
}

}  // namespace

SheetBlock& Sheet::add(SheetBlock::Kind kind, std::string text) {
  SheetBlock& block = blocks.emplace_back();
  block.kind = kind;
  block.text = std::move(text);
  return block;
}

void Sheet::space(int lines) {
  if (lines > 0) add(SheetBlock::Kind::space, {}).lines = lines;
}

void Sheet::table(std::vector<std::vector<std::string>> rows) {
  add(SheetBlock::Kind::table, {}).rows = std::move(rows);
}

void Sheet::choices(const std::vector<std::string>& texts) {
  SheetBlock& block = add(SheetBlock::Kind::choices, {});
  for (std::size_t i = 0; i < texts.size(); ++i) block.rows.push_back({letter_of(i), texts[i]});
}

void Sheet::append(const Sheet& other) {
  page();
  heading(other.title);
  blocks.insert(blocks.end(), other.blocks.begin(), other.blocks.end());
}

std::string letter_of(std::size_t index) { return std::string(1, static_cast<char>('A' + index)); }

std::string sheet_text(const Sheet& sheet) {
  std::string text = "# " + sheet.title + "\n";
  for (const SheetBlock& block : sheet.blocks) text += "\n" + block_text(block);
  return text + "\n---\n" + sheet.foot + "\n";
}

}  // namespace omega::lessons

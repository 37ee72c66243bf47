#include "core/token_name.h"

#include "core/text.h"

namespace omega {

namespace {

/// In a sentence, and beside a chosen number.
constexpr std::size_t kNameLetters = 24;

bool begins_letter(char byte) { return (static_cast<unsigned char>(byte) & 0xC0) != 0x80; }

/// Cut after a letter, however many bytes it has.
std::string cut(const std::string& text, std::size_t letters) {
  std::size_t count = 0, last = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (!begins_letter(text[i])) continue;
    if (count + 1 == letters) last = i;
    if (++count > letters) return text.substr(0, last) + "…";
  }
  return text;
}

bool is_there(const Sequence& sequence, Index token) {
  return token >= 0 && static_cast<std::size_t>(token) < sequence.labels.size();
}

}  // namespace

std::optional<Cell> cell_of(const Sequence& sequence, Index token) {
  if (is_there(sequence, token) || !sequence.grid) return std::nullopt;
  if (token < 0 || token >= sequence.grid->height * sequence.grid->width) return std::nullopt;
  return Cell{token / sequence.grid->width, token % sequence.grid->width};
}

bool has_token_names(const Sequence& sequence) { return !sequence.labels.empty() || sequence.grid.has_value(); }

std::string shown_token(const std::string& text, std::size_t letters) {
  if (text.empty()) return "∅";
  std::string visible;
  for (const char c : shown(text)) visible += c == ' ' ? std::string("␣") : std::string(1, c);
  return cut(visible, letters);
}

std::string token_label(const Sequence& sequence, Index token, std::size_t letters) {
  if (is_there(sequence, token)) return shown_token(sequence.labels[static_cast<std::size_t>(token)], letters);
  const std::optional<Cell> cell = cell_of(sequence, token);
  return cell ? std::to_string(cell->row) + ", " + std::to_string(cell->column) : "";
}

std::string token_name(const Sequence& sequence, Index token) {
  if (is_there(sequence, token)) return "‘" + token_label(sequence, token, kNameLetters) + "’";
  const std::optional<Cell> cell = cell_of(sequence, token);
  return cell ? "(row " + std::to_string(cell->row) + ", column " + std::to_string(cell->column) + ")" : "";
}

}  // namespace omega

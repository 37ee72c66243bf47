#include "studies/marks.h"

#include <array>
#include <cmath>
#include <sstream>

#include "core/text.h"

namespace omega::studies {

namespace {

/// Of the letters from the space to ~, in thousandths of the size.
constexpr std::array<short, 95> kWidths = {
    318, 401, 460, 838, 636, 950, 780, 275, 390, 390, 500, 838, 318, 361,  318, 337, 636, 636, 636,
    636, 636, 636, 636, 636, 636, 636, 337, 337, 838, 838, 838, 531, 1000, 684, 686, 698, 770, 632,
    575, 775, 752, 295, 295, 656, 557, 863, 748, 787, 603, 787, 695, 635,  611, 732, 684, 989, 685,
    611, 685, 390, 337, 390, 838, 500, 500, 613, 635, 550, 635, 615, 352,  635, 634, 278, 278, 579,
    278, 974, 634, 612, 635, 635, 411, 521, 392, 634, 592, 818, 592, 592,  525, 636, 337, 636, 838};

/// The first bytes of a letter of UTF-8 say which block it is from.
double letter_width(unsigned char first, unsigned char second) {
  constexpr double kRaised = 0.53, kSign = 0.84, kWide = 1;
  if (first < 0x80) return first < 0x20 || first > 0x7e ? 0 : kWidths.at(first - 0x20u) / 1000.0;
  if (first == 0xe2 && second == 0x81) return kRaised;         // ⁰ to ₜ
  if (first == 0xc2) return second == 0xb1 ? kSign : kRaised;  // ¹ ² ³ · ±
  return first < 0xe1 ? kSign : kWide;
}

bool is_letter_start(char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }

std::string superscript(int exponent) {
  static const std::array<const char*, 10> digits = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string text = exponent < 0 ? "⁻" : "";
  for (const char c : std::to_string(std::abs(exponent))) text += digits.at(static_cast<std::size_t>(c - '0'));
  return text;
}

}  // namespace

AreaMark area_of(const Box& box, Ink ink) {
  return {{{box.left, box.top}, {box.right(), box.top}, {box.right(), box.bottom()}, {box.left, box.bottom()}}, ink};
}

double text_width(const std::string& words, double size, bool is_bold) {
  constexpr double kBold = 1.13;
  double width = 0;
  for (std::size_t i = 0; i < words.size(); ++i)
    if (is_letter_start(words[i]))
      width += letter_width(static_cast<unsigned char>(words[i]),
                            i + 1 < words.size() ? static_cast<unsigned char>(words[i + 1]) : 0);
  return width * size * (is_bold ? kBold : 1);
}

std::string elided(const std::string& words, double room, double size, bool is_bold) {
  if (text_width(words, size, is_bold) <= room) return words;
  std::string text = words;
  while (!text.empty() && text_width(text + "…", size, is_bold) > room) {
    while (text.size() > 1 && !is_letter_start(text.back())) text.pop_back();
    text.pop_back();
  }
  return text.empty() ? text : text + "…";
}

std::vector<std::string> wrapped(const std::string& words, double room, double size, bool is_bold, std::size_t most) {
  std::vector<std::string> lines(1);
  std::istringstream stream(words);
  for (std::string word; stream >> word;) {
    const std::string longer = lines.back() + (lines.back().empty() ? "" : " ") + word;
    const bool fits = text_width(longer, size, is_bold) <= room;
    if (fits || lines.back().empty() || lines.size() == most)
      lines.back() = longer;
    else
      lines.push_back(word);
  }
  for (std::string& line : lines) line = elided(line, room, size, is_bold);
  return lines;
}

std::string tick_text(double value) {
  const double size = std::abs(value);
  if (value < 0) return "−" + tick_text(size);
  return size == 0 || (size >= 1e-3 && size < 1e5) ? number_text(std::round(value * 1e6) / 1e6) : power_text(value);
}

std::string power_text(double value) {
  const double size = std::abs(value);
  const int exponent = static_cast<int>(std::floor(std::log10(size) + 1e-9));
  const double factor = std::round(value / std::pow(10, exponent) * 100) / 100;
  if (exponent == 0) return number_text(factor);
  const std::string power = "10" + superscript(exponent);
  return factor == 1 ? power : number_text(factor) + "·" + power;
}

}  // namespace omega::studies

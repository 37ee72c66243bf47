// Marks: what a drawing is made of, in pixels from its upper left corner. Whoever paints them (the SVG writer here, the
// window in app/) paints the same list, one after the other.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "estimators/look.h"

namespace omega::studies {

struct Position {
  double x = 0, y = 0;
};

struct Box {
  double left = 0, top = 0, width = 0, height = 0;
  double right() const { return left + width; }
  double bottom() const { return top + height; }
  double middle() const { return left + width / 2; }
};

struct Ink {
  Rgb colour = 0;
  double opacity = 1;
};

struct LineMark {
  std::vector<Position> places;
  Ink ink;
  double width = 1;
  std::vector<double> dash;  // in line widths
};

struct AreaMark {
  std::vector<Position> corners;
  Ink ink;
};

struct PointMark {
  Position at;
  double size = 0;  // its width, about
  Marker marker = Marker::circle;
  Ink inside, edge;
  double stroke = 0;  // width of the edge
};

enum class Anchor { start, middle, end };

struct TextMark {
  Position at;  // on the base line
  std::string words;
  int size = 0;
  Ink ink;
  Anchor anchor = Anchor::start;
  bool is_bold = false;
  bool is_upward = false;  // read from below
};

/// What follows shows only inside the box; none: everywhere again. Boxes do not nest.
struct ClipMark {
  std::vector<Box> box;
};

using Mark = std::variant<LineMark, AreaMark, PointMark, TextMark, ClipMark>;
using Marks = std::vector<Mark>;

AreaMark area_of(const Box& box, Ink ink);

/// How wide a text is in the font of all drawings, DejaVu Sans.
double text_width(const std::string& words, double size, bool is_bold = false);
/// As much of a text as fits, with … where something is left out.
std::string elided(const std::string& words, double room, double size, bool is_bold = false);
/// A text in lines that fit; the last of `most` is cut.
std::vector<std::string> wrapped(const std::string& words, double room, double size, bool is_bold, std::size_t most);

/// "0.05", "12", "10⁻⁴".
std::string tick_text(double value);
/// "10⁻¹", "2·10⁻⁴", "1".
std::string power_text(double value);

}  // namespace omega::studies

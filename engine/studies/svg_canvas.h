// The pieces of an SVG drawing: shapes and text at places, and how each method looks.
#pragma once

#include <string>
#include <vector>

namespace omega::studies::svg {

struct Place {
  double x = 0, y = 0;
};

struct Box {
  double left = 0, top = 0, width = 0, height = 0;
  double right() const { return left + width; }
  double bottom() const { return top + height; }
};

enum class Marker { circle, square, triangle, diamond, star, plus, down_triangle, cross };

/// Hue, marker and dash of a curve: the method's hue as everywhere in the program, never colour alone.
struct Style {
  std::string colour;
  Marker marker = Marker::circle;
  std::string dash;  // of stroke-dasharray; empty: solid
  bool hollow = false;
};
Style style_of(const std::string& method, int copy, bool is_paper);

inline constexpr const char* kText = "#222222";
inline constexpr const char* kFaint = "#666666";
inline constexpr const char* kGrid = "#E4E4E4";
inline constexpr double kFont = 10;

enum class Anchor { start, middle, end };

struct TextLook {
  double size = kFont;
  Anchor anchor = Anchor::start;
  std::string colour = kText;
  bool bold = false;
  double degrees = 0;
};

class Canvas {
 public:
  void line(Place from, Place to, const std::string& colour, double width, const std::string& dash = "");
  void path(const std::vector<Place>& places, const Style& style, double width);
  void area(const std::vector<Place>& places, const std::string& colour, double opacity);
  void rectangle(const Box& box, const std::string& fill, const std::string& stroke = "none");
  void marker(Place at, const Style& style, double size);
  void text(Place at, const std::string& words, const TextLook& look = {});
  /// What is drawn until end_clip() shows only inside the box.
  void begin_clip(const Box& box);
  void end_clip();

  const std::string& body() const { return body_; }

 private:
  std::string body_;
  int clips_ = 0;
};

/// About how wide a text is.
double text_width(const std::string& words, double size);
/// For use between tags.
std::string escaped(const std::string& words);
/// At most two decimals.
std::string number(double value);
/// "0.05", "12", "10⁻⁴".
std::string tick_text(double value);
/// "10⁻¹", "2·10⁻⁴", "1".
std::string power_text(double value);

}  // namespace omega::studies::svg

#include "studies/svg_canvas.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numbers>

#include "core/text.h"

namespace omega::studies::svg {

namespace {

constexpr int kMarkers = 8;

struct Family {
  const char* colour;
  Marker marker;
  std::vector<std::string> methods;  // those beyond the first start at the next markers and dashes
};

const std::vector<Family>& families() {
  static const std::vector<Family> all = {
      {"#000000", Marker::plus, {"softmax"}},
      {"#91911a", Marker::circle, {"rfa"}},
      {"#006c5b", Marker::square, {"ra", "is", "mis"}},
      {"#3117a3", Marker::triangle, {"lara"}},
      {"#952f04", Marker::diamond, {"eva"}},
      {"#c67195", Marker::star, {"gmm", "fastfood", "generative"}},
      {"#007aff",
       Marker::cross,
       {"linear_elu", "local", "nystrom", "linformer", "scatterbrain", "combiner", "clustered", "reformer",
        "longshort"}},
  };
  return all;
}

const std::array<std::string, 6>& dashes() {
  static const std::array<std::string, 6> all = {"", "6 3", "2 2", "8 2 2 2", "12 4", "4 2 4 5"};
  return all;
}

std::string attribute(const std::string& name, const std::string& value) { return " " + name + "=\"" + value + "\""; }

std::string points_of(const std::vector<Place>& places) {
  std::string text;
  for (const Place& p : places) text += (text.empty() ? "" : " ") + number(p.x) + "," + number(p.y);
  return text;
}

std::vector<Place> polygon(Place centre, double radius, int corners, double start_degrees, double inner) {
  std::vector<Place> places;
  for (int i = 0; i < corners; ++i) {
    const double angle = (start_degrees + 360.0 * i / corners) * std::numbers::pi / 180;
    const double r = i % 2 == 1 ? radius * inner : radius;
    places.push_back({centre.x + r * std::cos(angle), centre.y + r * std::sin(angle)});
  }
  return places;
}

std::string superscript(int exponent) {
  static const std::array<const char*, 10> digits = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string text = exponent < 0 ? "⁻" : "";
  for (const char c : std::to_string(std::abs(exponent))) text += digits.at(static_cast<std::size_t>(c - '0'));
  return text;
}

}  // namespace

Style style_of(const std::string& method, int copy, bool is_paper) {
  const auto& all = families();
  const auto has = [&](const Family& f) {
    return std::find(f.methods.begin(), f.methods.end(), method) != f.methods.end();
  };
  auto family = std::find_if(all.begin(), all.end(), has);
  int first = 0;
  if (family == all.end())
    --family;
  else
    first =
        static_cast<int>(std::find(family->methods.begin(), family->methods.end(), method) - family->methods.begin());
  Style style;
  style.colour = family->colour;
  style.marker = static_cast<Marker>((static_cast<int>(family->marker) + first + copy) % kMarkers);
  style.dash = is_paper ? "1 3" : dashes().at(static_cast<std::size_t>(first + copy) % dashes().size());
  style.hollow = is_paper;
  return style;
}

void Canvas::line(Place from, Place to, const std::string& colour, double width, const std::string& dash) {
  body_ += "<line" + attribute("x1", number(from.x)) + attribute("y1", number(from.y)) + attribute("x2", number(to.x)) +
           attribute("y2", number(to.y)) + attribute("stroke", colour) + attribute("stroke-width", number(width)) +
           (dash.empty() ? "" : attribute("stroke-dasharray", dash)) + "/>\n";
}

void Canvas::path(const std::vector<Place>& places, const Style& style, double width) {
  body_ += "<polyline" + attribute("points", points_of(places)) + attribute("fill", "none") +
           attribute("stroke", style.colour) + attribute("stroke-width", number(width)) +
           attribute("stroke-linejoin", "round") +
           (style.dash.empty() ? "" : attribute("stroke-dasharray", style.dash)) + "/>\n";
}

void Canvas::area(const std::vector<Place>& places, const std::string& colour, double opacity) {
  body_ += "<polygon" + attribute("points", points_of(places)) + attribute("fill", colour) +
           attribute("fill-opacity", number(opacity)) + "/>\n";
}

void Canvas::rectangle(const Box& box, const std::string& fill, const std::string& stroke) {
  body_ += "<rect" + attribute("x", number(box.left)) + attribute("y", number(box.top)) +
           attribute("width", number(box.width)) + attribute("height", number(box.height)) + attribute("fill", fill) +
           attribute("stroke", stroke) + "/>\n";
}

void Canvas::marker(Place at, const Style& style, double size) {
  const std::string fill = style.hollow ? "#FFFFFF" : style.colour;
  const std::string look = attribute("fill", fill) + attribute("stroke", style.hollow ? style.colour : "#FFFFFF") +
                           attribute("stroke-width", style.hollow ? "1.1" : "0.6") + "/>\n";
  const auto shape = [&](int corners, double start, double inner = 1) {
    body_ += "<polygon" + attribute("points", points_of(polygon(at, size, corners, start, inner))) + look;
  };
  const auto bars = [&](double degrees) {
    const std::vector<Place> ends = polygon(at, size, 4, degrees, 1);
    for (int i = 0; i < 2; ++i)
      line(ends[static_cast<std::size_t>(i)], ends[static_cast<std::size_t>(i) + 2], style.colour, 1.6);
  };
  switch (style.marker) {
    case Marker::circle:
      body_ += "<circle" + attribute("cx", number(at.x)) + attribute("cy", number(at.y)) +
               attribute("r", number(0.85 * size)) + look;
      break;
    case Marker::square: shape(4, 45); break;
    case Marker::triangle: shape(3, -90); break;
    case Marker::diamond: shape(4, 0); break;
    case Marker::star: shape(10, -90, 0.45); break;
    case Marker::plus: bars(0); break;
    case Marker::down_triangle: shape(3, 90); break;
    case Marker::cross: bars(45); break;
  }
}

void Canvas::text(Place at, const std::string& words, const TextLook& look) {
  if (words.empty()) return;
  static const std::array<const char*, 3> anchors = {"start", "middle", "end"};
  const std::string turn =
      look.degrees == 0
          ? ""
          : attribute("transform", "rotate(" + number(look.degrees) + " " + number(at.x) + " " + number(at.y) + ")");
  body_ += "<text" + attribute("x", number(at.x)) + attribute("y", number(at.y)) +
           attribute("font-size", number(look.size)) +
           attribute("text-anchor", anchors.at(static_cast<std::size_t>(look.anchor))) +
           attribute("fill", look.colour) + (look.bold ? attribute("font-weight", "bold") : "") + turn + ">" +
           escaped(words) + "</text>\n";
}

void Canvas::begin_clip(const Box& box) {
  const std::string id = "clip" + std::to_string(++clips_);
  body_ += "<clipPath" + attribute("id", id) + ">";
  rectangle(box, "#FFFFFF");
  body_ += "</clipPath>\n<g" + attribute("clip-path", "url(#" + id + ")") + ">\n";
}

void Canvas::end_clip() { body_ += "</g>\n"; }

double text_width(const std::string& words, double size) {
  const auto letters = std::count_if(words.begin(), words.end(),
                                     [](unsigned char c) { return (c & 0xC0) != 0x80; });  // not bytes of UTF-8
  return 0.58 * size * static_cast<double>(letters);
}

std::string escaped(const std::string& words) {
  std::string text;
  for (const char c : words) {
    if (c == '&')
      text += "&amp;";
    else if (c == '<')
      text += "&lt;";
    else if (c == '>')
      text += "&gt;";
    else if (c == '"')
      text += "&quot;";
    else
      text += c;
  }
  return text;
}

std::string number(double value) { return number_text(std::round(value * 100) / 100); }

std::string tick_text(double value) {
  const double size = std::abs(value);
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

}  // namespace omega::studies::svg

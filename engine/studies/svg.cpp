#include "studies/svg.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "core/text.h"
#include "studies/figure_layout.h"

namespace omega::studies {

namespace {

/// At most two decimals.
std::string number(double value) { return number_text(std::round(value * 100) / 100); }

std::string attribute(const std::string& name, const std::string& value) { return " " + name + "=\"" + value + "\""; }
std::string attribute(const std::string& name, double value) { return attribute(name, number(value)); }

/// Whether XML may hold it at all, however it is written.
bool is_of_xml(char32_t c) { return c == '\t' || c == '\n' || c == '\r' || (c >= 0x20 && c != 0xFFFE && c != 0xFFFF); }

/// Without what no XML may hold; for bytes that are not UTF-8 stands U+FFFD.
std::string escaped(const std::string& text) {
  std::string safe;
  for (std::size_t at = 0; at < text.size();) {
    const Character c = character_at(text, at);
    const std::string one = c.length == 0 ? "\uFFFD" : text.substr(at, c.length);
    if (c.length == 0 || is_of_xml(c.code))
      safe += one == "&" ? "&amp;" : one == "<" ? "&lt;" : one == ">" ? "&gt;" : one == "\"" ? "&quot;" : one;
    at += std::max<std::size_t>(c.length, 1);
  }
  return safe;
}

std::string inked(const std::string& what, Ink ink) {
  if (ink.opacity == 0) return attribute(what, "none");
  char colour[16];
  std::snprintf(colour, sizeof colour, "#%06X", ink.colour);
  return attribute(what, colour) + (ink.opacity < 1 ? attribute(what + "-opacity", ink.opacity) : "");
}

std::string points(const std::vector<Position>& places) {
  std::string text;
  for (const Position& p : places) text += (text.empty() ? "" : " ") + number(p.x) + "," + number(p.y);
  return attribute("points", text);
}

class Writer {
 public:
  std::string operator()(const LineMark& line) {
    std::string dash;
    for (const double length : line.dash) dash += (dash.empty() ? "" : " ") + number(length * line.width);
    return "<polyline" + points(line.places) + attribute("fill", "none") + inked("stroke", line.ink) +
           attribute("stroke-width", line.width) + attribute("stroke-linejoin", "round") +
           (dash.empty() ? "" : attribute("stroke-dasharray", dash)) + "/>\n";
  }
  std::string operator()(const AreaMark& area) {
    return "<polygon" + points(area.corners) + inked("fill", area.ink) + "/>\n";
  }
  std::string operator()(const PointMark& mark) {
    const std::string look =
        inked("fill", mark.inside) + inked("stroke", mark.edge) + attribute("stroke-width", mark.stroke) + "/>\n";
    if (mark.marker == Marker::circle)
      return "<circle" + attribute("cx", mark.at.x) + attribute("cy", mark.at.y) + attribute("r", mark.size / 2) + look;
    std::vector<Position> corners;
    for (const auto& [x, y] : corners_of(mark.marker))
      corners.push_back({mark.at.x + x * mark.size / 2, mark.at.y + y * mark.size / 2});
    return "<polygon" + points(corners) + look;
  }
  std::string operator()(const TextMark& text) {
    static const std::array<const char*, 3> anchors = {"start", "middle", "end"};
    const std::string turn = "rotate(-90 " + number(text.at.x) + " " + number(text.at.y) + ")";
    return "<text" + attribute("x", text.at.x) + attribute("y", text.at.y) + attribute("font-size", text.size) +
           attribute("text-anchor", anchors.at(static_cast<std::size_t>(text.anchor))) + inked("fill", text.ink) +
           (text.is_bold ? attribute("font-weight", "bold") : "") +
           (text.is_upward ? attribute("transform", turn) : "") + ">" + escaped(text.words) + "</text>\n";
  }
  std::string operator()(const ClipMark& clip) {
    if (clip.box.empty()) return "</g>\n";
    const Box& box = clip.box.front();
    const std::string id = "clip" + std::to_string(++clips_);
    return "<clipPath" + attribute("id", id) + "><rect" + attribute("x", box.left) + attribute("y", box.top) +
           attribute("width", box.width) + attribute("height", box.height) + "/></clipPath>\n<g" +
           attribute("clip-path", "url(#" + id + ")") + ">\n";
  }

 private:
  int clips_ = 0;
};

}  // namespace

std::string svg_text(const Figure& figure, const std::string& provenance) {
  FigureLook look;
  look.is_alone = true;
  const Drawing drawing = lay_out(figure, look);
  Writer writer;
  std::string body;
  for (const Mark& mark : drawing.marks) body += std::visit(writer, mark);
  const std::string size = attribute("width", drawing.width) + attribute("height", drawing.height) +
                           attribute("viewBox", "0 0 " + number(drawing.width) + " " + number(drawing.height));
  return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\"" + size +
         " font-family=\"DejaVu Sans, Helvetica, Arial, sans-serif\">\n<title>" + escaped(figure.title) +
         "</title>\n<metadata>" + escaped(provenance) + "</metadata>\n<rect width=\"100%\" height=\"100%\"" +
         inked("fill", {look.palette.canvas}) + "/>\n" + body + "</svg>\n";
}

}  // namespace omega::studies

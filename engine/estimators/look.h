// How an estimator looks, wherever it is drawn: hue, marker and dash, fixed for life; never colour alone. And the
// colours of what is drawn around it.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace omega {

using Rgb = std::uint32_t;  // 0xrrggbb

enum class Marker { circle, square, triangle, diamond, star, plus, down_triangle, cross };

struct EstimatorLook {
  Rgb light = 0, dark = 0;  // the hue on white and on black
  Marker marker = Marker::circle;
  std::vector<double> dash;  // strokes and gaps in line widths; empty: solid
};

/// The look of a method's `copy`-th card (0 is the first): it keeps the hue and takes the next dash and marker. Methods
/// that share a hue start at different ones; a method that the table does not name joins the baselines, behind those
/// before it in the registry.
EstimatorLook look_of(const std::string& method, int copy = 0);

/// The least contrast, as contrast_of() gives it, that text has.
inline constexpr double kTextContrast = 4.5;

/// As on white paper.
struct Palette {
  bool is_dark = false;
  Rgb text = 0x1a1a1a, faint = 0x5c5c5c, axis = 0x6e6e6e, grid = 0xe2e2e2, canvas = 0xffffff;
  Rgb window = 0xffffff;  // around the canvases
  double text_contrast = kTextContrast;
};

/// The contrast ratio of WCAG 2, 1 to 21.
double contrast_of(Rgb a, Rgb b);

/// `colour` itself where its contrast with all surfaces is at least `least`, which for lines may be less than for text;
/// else the nearest of its hue that has it, further from the surfaces in lightness (OKLab).
Rgb readable_on(const std::vector<Rgb>& surfaces, Rgb colour, double least = kTextContrast);

/// The corners of a marker of radius 1 around 0; a circle has none.
std::vector<std::array<double, 2>> corners_of(Marker marker);

}  // namespace omega

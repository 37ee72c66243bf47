// Colours that words can be read in. Lightness is moved in OKLab, where hue and strength stay what they look like.
#include <algorithm>
#include <array>
#include <cmath>

#include "estimators/look.h"

namespace omega {

namespace {

using Three = std::array<double, 3>;

double linear_of(double x) { return x <= 0.04045 ? x / 12.92 : std::pow((x + 0.055) / 1.055, 2.4); }
double coded(double x) { return x <= 0.0031308 ? 12.92 * x : 1.055 * std::pow(x, 1 / 2.4) - 0.055; }

/// Red, green and blue as amounts of light, 0 to 1.
Three light_of(Rgb colour) {
  Three light{};
  for (std::size_t i = 0; i < 3; ++i) light[i] = linear_of(static_cast<double>(colour >> (16 - 8 * i) & 0xff) / 255);
  return light;
}

Rgb rgb_of(const Three& light) {
  Rgb colour = 0;
  for (const double x : light)
    colour = colour << 8 | static_cast<Rgb>(std::lround(255 * coded(std::clamp(x, 0.0, 1.0))));
  return colour;
}

double luminance(Rgb colour) {
  const auto [r, g, b] = light_of(colour);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

Three times(const std::array<Three, 3>& matrix, const Three& x) {
  Three y{};
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) y[i] += matrix[i][j] * x[j];
  return y;
}

/// Lightness, and how far it is from grey towards red and towards yellow.
Three oklab_of(Rgb colour) {
  Three cones = times({{{0.4122214708, 0.5363325363, 0.0514459929},
                        {0.2119034982, 0.6806995451, 0.1073969566},
                        {0.0883024619, 0.2817188376, 0.6299787005}}},
                      light_of(colour));
  for (double& x : cones) x = std::cbrt(x);
  return times({{{0.2104542553, 0.7936177850, -0.0040720468},
                 {1.9779984951, -2.4285922050, 0.4505937099},
                 {0.0259040371, 0.7827717662, -0.8086757660}}},
               cones);
}

Three light_of_oklab(const Three& lab) {
  Three cones = times(
      {{{1, 0.3963377774, 0.2158037573}, {1, -0.1055613458, -0.0638541728}, {1, -0.0894841775, -1.2914855480}}}, lab);
  for (double& x : cones) x = x * x * x;
  return times({{{4.0767416621, -3.3077115913, 0.2309699292},
                 {-1.2684380046, 2.6097574011, -0.3413193965},
                 {-0.0041960863, -0.7034186147, 1.7076147010}}},
               cones);
}

bool can_be_shown(const Three& light) {
  constexpr double kRounding = 1e-4;
  return std::all_of(light.begin(), light.end(), [](double x) { return x >= -kRounding && x <= 1 + kRounding; });
}

/// Paler where no screen has so strong a colour of that lightness.
Rgb shown(Three lab) {
  constexpr double kPaler = 0.96;
  Three light = light_of_oklab(lab);
  for (int i = 0; i < 200 && !can_be_shown(light); ++i) {
    lab[1] *= kPaler;
    lab[2] *= kPaler;
    light = light_of_oklab(lab);
  }
  return rgb_of(light);
}

}  // namespace

double contrast_of(Rgb a, Rgb b) {
  const double x = luminance(a), y = luminance(b);
  return (std::max(x, y) + 0.05) / (std::min(x, y) + 0.05);
}

Rgb readable_on(const std::vector<Rgb>& surfaces, Rgb colour, double least) {
  constexpr double kStep = 0.005;
  const auto is_readable = [&](Rgb ink) {
    return std::all_of(surfaces.begin(), surfaces.end(), [&](Rgb s) { return contrast_of(ink, s) >= least; });
  };
  if (is_readable(colour)) return colour;
  // Towards black or white, whichever stands out more.
  const bool is_on_dark = contrast_of(surfaces.front(), 0xffffff) > contrast_of(surfaces.front(), 0);
  for (Three lab = oklab_of(colour); lab[0] > 0 && lab[0] < 1; lab[0] += is_on_dark ? kStep : -kStep)
    if (const Rgb ink = shown(lab); is_readable(ink)) return ink;
  return is_on_dark ? 0xffffff : 0;
}

}  // namespace omega

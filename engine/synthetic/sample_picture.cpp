#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "core/philox.h"
#include "synthetic/samples.h"

namespace omega {

namespace {

constexpr std::uint32_t kPictureDraw = 0xDA7A0100;  // far from the draws of estimators and presets

using Colour = std::array<double, 3>;

Colour mixed(const Colour& a, const Colour& b, double share) {
  Colour colour;
  for (std::size_t c = 0; c < 3; ++c) colour[c] = a[c] + (b[c] - a[c]) * std::clamp(share, 0.0, 1.0);
  return colour;
}

/// The picture as a function of the place, both coordinates from 0 to 1; y grows downwards.
class Landscape {
 public:
  explicit Landscape(std::uint32_t seed) {
    draw_uniforms({seed, kPictureDraw, 0, 0, 0}, chance_.data(), static_cast<std::ptrdiff_t>(chance_.size()));
  }

  Colour at(double x, double y) const {
    if (is_tree(x, y)) return mixed({0.07, 0.25, 0.12}, {0.15, 0.40, 0.18}, 8 * (0.80 - y));
    if (y > 0.72) return field(x, y);
    if (y > ridge(x, 0.58, 0.05, 2)) return {0.20, 0.38, 0.28};
    if (y > ridge(x, 0.46, 0.09, 5)) return {0.36, 0.46, 0.56};
    return sky(x, y);
  }

 private:
  /// The height of a ridge: three waves with phases from the seed.
  double ridge(double x, double height, double swing, std::size_t first) const {
    double y = height;
    for (std::size_t wave = 0; wave < 3; ++wave)
      y += swing / static_cast<double>(1 << wave) *
           std::sin(2 * std::numbers::pi * (static_cast<double>(wave + 1) * x + chance_[first + wave]));
    return y;
  }
  Colour sky(double x, double y) const {
    const Colour air = mixed({0.30, 0.52, 0.85}, {0.95, 0.85, 0.70}, 2 * y);
    const double distance = std::hypot(x - 0.2 - 0.6 * chance_[0], y - 0.15 - 0.1 * chance_[1]);
    return mixed({1.0, 0.95, 0.75}, air, (distance - 0.055) / 0.02);
  }
  Colour field(double x, double y) const {
    const double stripe = std::sin(2 * std::numbers::pi * 9 * (x - 0.5) / (y - 0.55));  // rows that meet far away
    return mixed({0.72, 0.60, 0.25}, {0.52, 0.62, 0.22}, 0.5 + 0.5 * stripe);
  }
  bool is_tree(double x, double y) const {
    const double place = x * 7 + chance_[8], across = (place - std::floor(place) - 0.5) / 7;
    const bool crown = std::hypot(across, (y - 0.68) * 0.7) < 0.045,
               trunk = std::abs(across) < 0.008 && y > 0.68 && y < 0.79;
    return crown || trunk;
  }

  std::array<double, 9> chance_{};
};

}  // namespace

std::vector<std::uint8_t> sample_picture(int side, std::uint32_t seed) {
  const Landscape landscape(seed);
  std::vector<std::uint8_t> rgb;
  rgb.reserve(static_cast<std::size_t>(side) * static_cast<std::size_t>(side) * 3);
  for (int row = 0; row < side; ++row)
    for (int column = 0; column < side; ++column)
      for (const double part : landscape.at((column + 0.5) / side, (row + 0.5) / side))
        rgb.push_back(static_cast<std::uint8_t>(std::lround(255 * std::clamp(part, 0.0, 1.0))));
  return rgb;
}

}  // namespace omega

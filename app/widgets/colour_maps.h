// Colour scales: value -> colour, the same in the raster painters, in GLSL and on colour bars.
#pragma once

#include <QColor>
#include <array>
#include <vector>

namespace omegascope {

enum class ColourMap {
  Viridis,     // attention, the default
  Cividis,     // the same for readers with a colour-vision deficiency
  Grey,        // for print: light is small
  Diverging,   // signed values: blue - neutral - red
  GreySigned,  // signed values where there are no hues: dark - grey - light
  Paper,       // densities under coloured points, on a light canvas
  Night,       // the same on a dark canvas
  Midnight,    // and on that of high contrast
};

enum class Norm { Linear, Sqrt, Log };

using ColourTable = std::array<QRgb, 256>;

const ColourTable& colourTable(ColourMap map);

// Under Norm::Log values <= 0 have no place on the scale; they show the paper they would have been printed on.
inline constexpr QRgb kPaperColour = 0xfffff3d6;
// NaN, in every map and norm.
inline constexpr QRgb kMissingColour = 0xff9e6b8a;

struct ColourScale {
  ColourMap map = ColourMap::Viridis;
  Norm norm = Norm::Linear;
  double min = 0;
  double max = 1;

  // Signed values: zero in the middle of the diverging map, whatever the data.
  static ColourScale symmetric(double extent, Norm norm = Norm::Linear);

  // The same where hues become greys: of the diverging map both ends would be one grey.
  ColourScale forGrey(bool isGrey) const;
  bool isSigned() const { return map == ColourMap::Diverging || map == ColourMap::GreySigned; }

  // What is really used: maps of signed values have no logarithm and take the square root of |value| instead.
  Norm effectiveNorm() const;
  // The smallest value on the scale; positive under Norm::Log even where `min` is not.
  double lowest() const;
  // 0..1 along the map; values outside the range are at its ends. Under Norm::Log what has no logarithm is at the
  // start.
  double position(double value) const;
  bool isPaper(double value) const { return effectiveNorm() == Norm::Log && value <= 0; }
  QRgb colour(double value) const;

  bool operator==(const ColourScale&) const = default;
};

// A scale prepared for millions of values. GLSL does the same arithmetic with the same numbers.
class Colouriser {
 public:
  // What the shader needs: t = clamp((x - offset) * factor), x = log2(value) under Norm::Log, then the bend of
  // Norm::Sqrt.
  struct Numbers {
    int norm;  // 0 linear, 1 sqrt, 2 log
    int diverging;
    float offset, factor;
  };

  explicit Colouriser(const ColourScale& scale);
  QRgb operator()(float value) const;
  /// Many finite values at once, faster.
  void paint(const float* values, QRgb* colours, int count) const;
  const Numbers& numbers() const { return m_numbers; }

 private:
  static constexpr int kSteps = 4096;
  Numbers m_numbers;
  const std::vector<QRgb>& m_steps;  // the table, interpolated
};

// Qualitative colours for proposals and groups: neighbours in index are far apart in hue; the palette never ends.
QColor proposalColour(int index, bool dark);

}  // namespace omegascope

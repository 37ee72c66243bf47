#include "widgets/colour_maps.h"

#include <QFile>
#include <algorithm>
#include <cmath>
#include <map>
#include <mutex>
#include <numbers>

namespace omegascope {
namespace {

// OKLab (Ottosson 2020) from lightness, chroma and hue in degrees, to sRGB; colours outside of sRGB lose chroma, not
// hue.
std::array<double, 3> linearFromOklch(double lightness, double chroma, double hue) {
  const double a = chroma * std::cos(hue * std::numbers::pi / 180), b = chroma * std::sin(hue * std::numbers::pi / 180);
  const double l = std::pow(lightness + 0.3963377774 * a + 0.2158037573 * b, 3);
  const double m = std::pow(lightness - 0.1055613458 * a - 0.0638541728 * b, 3);
  const double s = std::pow(lightness - 0.0894841775 * a - 1.2914855480 * b, 3);
  return {4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
          -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
          -0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s};
}

QRgb fromOklch(double lightness, double chroma, double hue) {
  const auto inside = [](double x) { return x >= -1e-4 && x <= 1 + 1e-4; };
  auto rgb = linearFromOklch(lightness, chroma, hue);
  while (!std::all_of(rgb.begin(), rgb.end(), inside) && chroma > 0) {
    chroma = std::max(0.0, chroma - 0.002);
    rgb = linearFromOklch(lightness, chroma, hue);
  }
  const auto channel = [](double x) {
    x = std::clamp(x, 0.0, 1.0);
    return static_cast<int>(std::lround(255 * (x <= 0.0031308 ? 12.92 * x : 1.055 * std::pow(x, 1 / 2.4) - 0.055)));
  };
  return qRgb(channel(rgb[0]), channel(rgb[1]), channel(rgb[2]));
}

ColourTable stored(const char* name) {
  QFile file(QStringLiteral(":/assets/colour_maps/%1.txt").arg(QLatin1String(name)));
  ColourTable table{};
  const bool opened = file.open(QIODevice::ReadOnly);
  for (QRgb& colour : table) {
    colour = 0xff000000u | file.readLine().trimmed().toUInt(nullptr, 16);
  }
  Q_ASSERT(opened && file.atEnd());
  return table;
}

// Straight lines in OKLCh: equal steps of the value are equal steps of lightness.
template <class Function>
ColourTable computed(Function colourAt) {
  ColourTable table;
  for (int i = 0; i < 256; ++i) table[i] = colourAt(i / 255.0);
  return table;
}

QRgb mix(QRgb a, QRgb b, double t) {
  const auto channel = [t](int x, int y) { return static_cast<int>(std::lround(x + (y - x) * t)); };
  return qRgb(channel(qRed(a), qRed(b)), channel(qGreen(a), qGreen(b)), channel(qBlue(a), qBlue(b)));
}

QRgb tableColour(const ColourTable& table, double position) {
  const double at = std::clamp(position, 0.0, 1.0) * 255;
  const int i = std::min(254, static_cast<int>(at));
  return mix(table[i], table[i + 1], at - i);
}

// The square root of the distance from the start, or from the neutral middle.
template <class Real>
Real bent(Real t, bool diverging) {
  if (!diverging) return std::sqrt(t);
  const Real d = 2 * t - 1, half = static_cast<Real>(0.5);
  return half + std::copysign(half * std::sqrt(std::abs(d)), d);
}

/// A table with `count` colours; made once for each map, for a Colouriser is made for each frame.
const std::vector<QRgb>& fineTable(ColourMap map, int count) {
  static std::mutex mutex;
  static std::map<ColourMap, std::vector<QRgb>> tables;
  const std::scoped_lock lock(mutex);
  std::vector<QRgb>& fine = tables[map];
  if (fine.empty()) {
    const ColourTable& table = colourTable(map);
    for (int i = 0; i < count; ++i) fine.push_back(tableColour(table, i / (count - 1.0)));
  }
  return fine;
}

}  // namespace

const ColourTable& colourTable(ColourMap map) {
  static const ColourTable viridis = stored("viridis"), cividis = stored("cividis");
  static const ColourTable grey = computed([](double t) { return fromOklch(0.93 - 0.81 * t, 0, 0); });
  // The hues bend from teal-blue to indigo and from orange to dark red; the middle is a neutral light grey.
  static const ColourTable diverging = computed([](double t) {
    const double d = std::abs(2 * t - 1);
    return fromOklch(0.955 - 0.58 * d, 0.19 * std::sin(0.72 * std::numbers::pi * d),
                     t < 0.5 ? 238 + 28 * d : 62 - 36 * d);
  });
  static const ColourTable greySigned = computed([](double t) { return fromOklch(0.2 + 0.66 * t, 0, 0); });
  static const ColourTable paper = computed([](double t) { return fromOklch(1.0 - 0.3 * t, 0.03 * t, 250); });
  // Each begins at the canvas of its theme.
  static const ColourTable night = computed([](double t) { return fromOklch(0.235 + 0.34 * t, 0.035 * t, 250); });
  static const ColourTable midnight = computed([](double t) { return fromOklch(0.182 + 0.393 * t, 0.035 * t, 250); });
  switch (map) {
    case ColourMap::Viridis: return viridis;
    case ColourMap::Cividis: return cividis;
    case ColourMap::Grey: return grey;
    case ColourMap::Diverging: return diverging;
    case ColourMap::GreySigned: return greySigned;
    case ColourMap::Paper: return paper;
    case ColourMap::Night: return night;
    case ColourMap::Midnight: return midnight;
  }
  Q_UNREACHABLE();
}

ColourScale ColourScale::symmetric(double extent, Norm norm) {
  const double e = std::isfinite(extent) && extent != 0 ? std::abs(extent) : 1;
  return {ColourMap::Diverging, norm, -e, e};
}

ColourScale ColourScale::forGrey(bool isGrey) const {
  ColourScale scale = *this;
  if (isGrey && map == ColourMap::Diverging) scale.map = ColourMap::GreySigned;
  return scale;
}

Norm ColourScale::effectiveNorm() const { return isSigned() && norm == Norm::Log ? Norm::Sqrt : norm; }

double ColourScale::lowest() const {
  if (effectiveNorm() != Norm::Log || min > 0) return min;
  return max > 0 ? max * 1e-6 : 1e-6;
}

double ColourScale::position(double value) const {
  const double low = lowest();
  const bool log = effectiveNorm() == Norm::Log;
  const double span = log ? std::log2(max / low) : max - low;
  if (!(span > 0)) return value > low ? 1 : 0;
  if (log && value <= low) return 0;
  const double t = std::clamp((log ? std::log2(value / low) : value - low) / span, 0.0, 1.0);
  return effectiveNorm() == Norm::Sqrt ? bent(t, isSigned()) : t;
}

QRgb ColourScale::colour(double value) const {
  if (std::isnan(value)) return kMissingColour;
  if (isPaper(value)) return kPaperColour;
  return tableColour(colourTable(map), position(value));
}

Colouriser::Colouriser(const ColourScale& scale) : m_steps(fineTable(scale.map, kSteps)) {
  const bool log = scale.effectiveNorm() == Norm::Log;
  const double low = log ? std::log2(scale.lowest()) : scale.lowest(), high = log ? std::log2(scale.max) : scale.max;
  m_numbers.norm = static_cast<int>(scale.effectiveNorm());
  m_numbers.diverging = scale.isSigned();
  m_numbers.offset = static_cast<float>(low);
  m_numbers.factor = static_cast<float>(high > low ? 1 / (high - low) : 1e30);
}

QRgb Colouriser::operator()(float value) const {
  if (std::isnan(value)) return kMissingColour;
  if (m_numbers.norm == 2) {
    if (value <= 0) return kPaperColour;
    value = std::log2(value);
  }
  float t = std::clamp((value - m_numbers.offset) * m_numbers.factor, 0.0f, 1.0f);
  if (m_numbers.norm == 1) t = bent(t, m_numbers.diverging != 0);
  return m_steps[static_cast<int>(t * (kSteps - 1) + 0.5f)];
}

void Colouriser::paint(const float* values, QRgb* colours, int count) const {
  if (m_numbers.norm == 2) {
    for (int i = 0; i < count; ++i) colours[i] = (*this)(values[i]);
    return;
  }
  // Blocks that stay in registers and the nearest cache; what can be done for several values at once is a loop of its
  // own.
  constexpr int kBlock = 256;
  float t[kBlock];
  const bool diverging = m_numbers.diverging != 0;
  for (int first = 0; first < count; first += kBlock) {
    const int size = std::min(kBlock, count - first);
    for (int i = 0; i < size; ++i)
      t[i] = std::min(1.0f, std::max(0.0f, (values[first + i] - m_numbers.offset) * m_numbers.factor));
    if (m_numbers.norm == 1)
      for (int i = 0; i < size; ++i) t[i] = bent(t[i], diverging);
    for (int i = 0; i < size; ++i)
      colours[first + i] = m_steps[static_cast<std::size_t>(static_cast<int>(t[i] * (kSteps - 1) + 0.5f))];
  }
}

QColor proposalColour(int index, bool dark) {
  // The golden angle: any few consecutive indices are spread around the circle.
  const double hue = std::fmod(28 + 137.50776405 * index, 360);
  return QColor(dark ? fromOklch(0.74, 0.13, hue) : fromOklch(0.55, 0.14, hue));
}

}  // namespace omegascope

#include <QFontMetricsF>
#include <QRawFont>
#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <numbers>

#include "app/canvas.h"
#include "estimators/registry.h"
#include "widgets/colour_maps.h"
#include "widgets/density_scene.h"
#include "widgets/estimator_style.h"
#include "widgets/theme.h"

using namespace omegascope;

namespace {

const ColourMap kMaps[] = {ColourMap::Viridis,    ColourMap::Cividis, ColourMap::Grey,  ColourMap::Diverging,
                           ColourMap::GreySigned, ColourMap::Paper,   ColourMap::Night, ColourMap::Midnight};

/// The value that has its place there: what ColourScale::position() undoes.
double valueOnScale(const ColourScale& scale, double p) {
  const double low = scale.lowest(), span = scale.max - low;
  switch (scale.effectiveNorm()) {
    case Norm::Linear: return low + p * span;
    case Norm::Log: return low * std::pow(scale.max / low, p);
    case Norm::Sqrt: break;
  }
  const double d = 2 * p - 1;
  return low + span * (scale.isSigned() ? 0.5 + 0.5 * std::copysign(d * d, d) : p * p);
}

double lightness(QRgb c) { return contrast(QColor(c), QColor(Qt::black)); }

/// Every theme that the window can have, at the usual size of text.
std::vector<std::pair<const char*, Theme>> windowThemes() {
  const DrawingScale strong = DrawingScale::strongOfText(1);
  return {{"light", Theme::light()},
          {"dark", Theme::night()},
          {"light, high contrast", Theme::light(strong)},
          {"dark, high contrast", Theme::night(strong)}};
}

// --- Colours as eyes without one kind of cones see them ---

using Linear = std::array<double, 3>;

/// What is left of a colour: Machado, Oliveira and Fernandes, "A physiologically-based model for simulation of color
/// vision deficiency" (2009), the whole deficiency.
struct Eyes {
  const char* name;
  std::array<Linear, 3> rows;
};

constexpr std::array<Eyes, 4> kEyes = {
    {{"all cones", {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}},
     {"protanopia",
      {{{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}}},
     {"deuteranopia",
      {{{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}}},
     {"tritanopia",
      {{{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}}}}}};

Linear seenBy(const Eyes& eyes, const QColor& colour) {
  const auto linear = [](double x) { return x <= 0.04045 ? x / 12.92 : std::pow((x + 0.055) / 1.055, 2.4); };
  const Linear whole{linear(colour.redF()), linear(colour.greenF()), linear(colour.blueF())};
  Linear left{};
  for (std::size_t i = 0; i < 3; ++i)
    left[i] =
        std::clamp(eyes.rows[i][0] * whole[0] + eyes.rows[i][1] * whole[1] + eyes.rows[i][2] * whole[2], 0.0, 1.0);
  return left;
}

struct Lab {
  double L = 0, a = 0, b = 0;
};

Lab labOf(const Linear& rgb) {
  const auto curve = [](double t) { return t > 216.0 / 24389 ? std::cbrt(t) : (24389.0 / 27 * t + 16) / 116; };
  const double x = curve((0.4124564 * rgb[0] + 0.3575761 * rgb[1] + 0.1804375 * rgb[2]) / 0.95047),
               y = curve(0.2126729 * rgb[0] + 0.7151522 * rgb[1] + 0.0721750 * rgb[2]),
               z = curve((0.0193339 * rgb[0] + 0.1191920 * rgb[1] + 0.9503041 * rgb[2]) / 1.08883);
  return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

/// CIEDE2000, how far apart two colours look: 1 is just noticed.
double deltaE(const Lab& one, const Lab& other) {
  const auto degrees = [](double angle) { return angle * 180 / std::numbers::pi; };
  const auto radians = [](double angle) { return angle * std::numbers::pi / 180; };
  const auto pow7 = [](double x) { return x / (x + 6103515625.0); };  // of a seventh power, 25^7
  const double mean = (std::hypot(one.a, one.b) + std::hypot(other.a, other.b)) / 2,
               stretch = 1.5 - 0.5 * std::sqrt(pow7(std::pow(mean, 7)));
  const double c1 = std::hypot(stretch * one.a, one.b), c2 = std::hypot(stretch * other.a, other.b);
  const auto hueOf = [&](const Lab& lab) { return std::fmod(degrees(std::atan2(lab.b, stretch * lab.a)) + 360, 360); };
  const double h1 = hueOf(one), h2 = hueOf(other);
  const double between = c1 * c2 == 0 ? 0 : std::remainder(h2 - h1, 360);
  const double middle = c1 * c2 == 0 ? h1 + h2 : h1 + between / 2;
  const double dL = other.L - one.L, dC = c2 - c1, dH = 2 * std::sqrt(c1 * c2) * std::sin(radians(between / 2));
  const double L = (one.L + other.L) / 2 - 50, C = (c1 + c2) / 2;
  const double t = 1 - 0.17 * std::cos(radians(middle - 30)) + 0.24 * std::cos(radians(2 * middle)) +
                   0.32 * std::cos(radians(3 * middle + 6)) - 0.2 * std::cos(radians(4 * middle - 63));
  const double sL = 1 + 0.015 * L * L / std::sqrt(20 + L * L), sC = 1 + 0.045 * C, sH = 1 + 0.015 * C * t;
  const double hue = std::fmod(middle + 360, 360) - 275;
  const double turn = -2 * std::sqrt(pow7(std::pow(C, 7))) * std::sin(radians(60 * std::exp(-(hue / 25) * (hue / 25))));
  const double l = dL / sL, c = dC / sC, h = dH / sH;
  return std::sqrt(l * l + c * c + h * h + turn * c * h);
}

}  // namespace

TEST_CASE("lightness rises or falls all along a sequential map", "[colour]") {
  for (const auto map : kMaps) {
    if (map == ColourMap::Diverging) continue;
    const ColourTable& table = colourTable(map);
    const double sign = lightness(table[255]) > lightness(table[0]) ? 1 : -1;
    for (int i = 8; i < 256; i += 8) {
      INFO("map " << int(map) << " entry " << i);
      CHECK(sign * (lightness(table[i]) - lightness(table[i - 8])) > 0);
    }
  }
}

TEST_CASE("where a density is 0, ω-space has the colour of the canvas, in every theme", "[colour]") {
  std::vector<std::pair<const char*, Theme>> themes = windowThemes();
  themes.emplace_back("dark, presented", Theme::night(DrawingScale::ofRoom({1920, 1080})));
  themes.emplace_back("light, presented", Theme::light(DrawingScale::ofRoom({1920, 1080})));
  for (const auto& [name, theme] : themes) {
    INFO(name);
    CHECK(QColor(ColourScale{densityMap(theme), Norm::Linear, 0, 1}.colour(0)).name() == theme.canvas.name());
  }
}

TEST_CASE("viridis and cividis begin and end where their papers say", "[colour]") {
  CHECK(colourTable(ColourMap::Viridis)[0] == 0xff440154);
  CHECK(colourTable(ColourMap::Viridis)[255] == 0xfffde725);
  CHECK(colourTable(ColourMap::Cividis)[0] == 0xff00224e);
  CHECK(colourTable(ColourMap::Cividis)[255] == 0xfffee838);
}

TEST_CASE("the diverging map is neutral in the middle and equally light on both sides", "[colour]") {
  const auto scale = ColourScale::symmetric(2.5);
  const QRgb middle = scale.colour(0);
  CHECK(std::abs(qRed(middle) - qGreen(middle)) <= 4);
  CHECK(std::abs(qGreen(middle) - qBlue(middle)) <= 4);
  CHECK(scale.position(0) == 0.5);
  const ColourTable& table = colourTable(ColourMap::Diverging);
  for (int i = 0; i < 128; i += 8) {
    const double a = lightness(table[i]), b = lightness(table[255 - i]);
    CHECK(std::max(a, b) / std::min(a, b) < 1.35);
    CHECK((i > 100 || qBlue(table[i]) > qRed(table[i])));
    CHECK((i > 100 || qRed(table[255 - i]) > qBlue(table[255 - i])));
  }
  CHECK(ColourScale::symmetric(-3).max == 3);
  CHECK(ColourScale::symmetric(0).max > 0);
}

TEST_CASE("where all becomes grey, a value and its opposite are two greys", "[colour]") {
  const ColourScale scale = ColourScale::symmetric(1), grey = scale.forGrey(true);
  CHECK(scale.forGrey(false) == scale);
  CHECK(grey.position(0) == 0.5);
  for (const double value : {0.1, 0.5, 1.0}) {
    const QRgb below = grey.colour(-value), above = grey.colour(value);
    CHECK(QColor(below).saturation() == 0);
    CHECK(qGray(above) - qGray(below) > 15);
  }
  const ColourScale attention{ColourMap::Viridis, Norm::Sqrt, 0, 1};
  CHECK(attention.forGrey(true) == attention);
}

TEST_CASE("a position on a scale and its value are inverse to each other", "[colour]") {
  for (const auto norm : {Norm::Linear, Norm::Sqrt, Norm::Log}) {
    for (const auto map : {ColourMap::Viridis, ColourMap::Diverging}) {
      const ColourScale scale{map, norm, map == ColourMap::Diverging ? -0.7 : 1e-4, 0.7};
      for (double p = 0; p <= 1; p += 1.0 / 64)
        CHECK(scale.position(valueOnScale(scale, p)) == Approx(p).epsilon(1e-9).margin(1e-9));
      CHECK(scale.position(-5) == 0);
      CHECK(scale.position(5) == 1);
    }
  }
  CHECK(ColourScale{ColourMap::Viridis, Norm::Linear, 1, 1}.position(2) == 1);
}

TEST_CASE("zero and less are paper under the logarithm, and nothing else is", "[colour]") {
  for (const auto map : kMaps) {
    const ColourScale scale{map, Norm::Log, 1e-4, 1};
    const bool log = !scale.isSigned();
    CHECK((scale.colour(0) == kPaperColour) == log);
    CHECK((scale.colour(-1) == kPaperColour) == log);
    for (int i = 0; i < 256; ++i) CHECK(offBy(colourTable(map)[i], kPaperColour) >= 12);
    CHECK(scale.colour(std::numeric_limits<double>::quiet_NaN()) == kMissingColour);
  }
  CHECK(ColourScale{ColourMap::Viridis, Norm::Log, 0, 1}.lowest() > 0);
}

TEST_CASE("the fast way to a colour gives the colour of the scale", "[colour]") {
  for (const auto map : kMaps) {
    for (const auto norm : {Norm::Linear, Norm::Sqrt, Norm::Log}) {
      const bool isSigned = ColourScale{map, norm, 0, 1}.isSigned();
      const ColourScale scale{map, norm, isSigned ? -1.0 : 1e-5, 1.0};
      const Colouriser fast(scale);
      for (float v :
           {-2.0f, -0.3f, 0.0f, 1e-6f, 1e-3f, 0.1f, 0.37f, 0.5f, 0.99f, 1.0f, 7.0f, std::nanf(""), INFINITY}) {
        INFO("map " << int(map) << " norm " << int(norm) << " value " << v);
        CHECK(offBy(fast(v), scale.colour(v)) <= 1);
      }
    }
  }
}

TEST_CASE("colours of estimators can be told from both canvases", "[colour]") {
  const QString methods[] = {"softmax", "rfa", "ra", "lara", "eva", "gmm", "local"};
  for (const bool dark : {false, true}) {
    const Theme theme = dark ? Theme::night() : Theme::light();
    for (const QString& method : methods) {
      INFO(method.toStdString() << (dark ? " dark" : " light"));
      const EstimatorStyle style = estimatorStyle(method, 0, dark);
      CHECK(contrast(style.colour, theme.canvas) >= 3);
    }
    for (const QColor& ink : {theme.text, theme.faint, theme.warning}) {
      CHECK(contrast(ink, theme.canvas) >= 4.5);
      CHECK(contrast(ink, theme.window) >= 4.5);
    }
    for (int c = 0; c < 24; ++c) CHECK(contrast(proposalColour(c, dark), theme.canvas) >= 3);
  }
}

TEST_CASE("text has a contrast of 4.5 and lines have 3, in every theme; high contrast has 7", "[colour]") {
  for (const auto& [name, theme] : windowThemes()) {
    INFO(name);
    const double text = theme.isStrong ? 7 : 4.5, lines = theme.isStrong ? 7 : 3;
    for (const QColor& ground : {theme.window, theme.canvas}) {
      for (const QColor& ink : {theme.text, theme.faint, theme.warning, theme.accent})
        CHECK(contrast(ink, ground) >= text);
      CHECK(contrast(theme.axis, ground) >= lines);
    }
    const QPalette palette = paletteOf(theme);
    const auto pair = [&palette](QPalette::ColorRole ink, QPalette::ColorRole ground) {
      return contrast(palette.color(QPalette::Active, ink), palette.color(QPalette::Active, ground));
    };
    using Roles = std::pair<QPalette::ColorRole, QPalette::ColorRole>;
    for (const auto& [ink, ground] :
         {Roles(QPalette::WindowText, QPalette::Window), Roles(QPalette::Text, QPalette::Base),
          Roles(QPalette::Text, QPalette::AlternateBase), Roles(QPalette::ButtonText, QPalette::Button),
          Roles(QPalette::ToolTipText, QPalette::ToolTipBase), Roles(QPalette::PlaceholderText, QPalette::Base),
          Roles(QPalette::Link, QPalette::Window), Roles(QPalette::Link, QPalette::Base),
          Roles(QPalette::BrightText, QPalette::Window), Roles(QPalette::HighlightedText, QPalette::Highlight)}) {
      INFO("roles " << int(ink) << " on " << int(ground));
      CHECK(pair(ink, ground) >= text);
    }
    // A chosen row, and what has the keyboard.
    CHECK(pair(QPalette::Highlight, QPalette::Window) >= lines);
    CHECK(pair(QPalette::Highlight, QPalette::Base) >= lines);
    for (const omega::Estimator& estimator : omega::estimators()) {
      INFO(estimator.info.name);
      const EstimatorStyle style = estimatorStyle(QString::fromStdString(estimator.info.name), 0, theme.dark);
      CHECK(contrast(style.colour, theme.canvas) >= 3);
      CHECK(contrast(style.colour, theme.window) >= 3);
    }
    for (int c = 0; c < 24; ++c) CHECK(contrast(proposalColour(c, theme.dark), theme.canvas) >= 3);
  }
  CHECK(DrawingScale::strongOfText(1).lines > DrawingScale::ofText(1).lines);
  CHECK(DrawingScale::strongOfText(1.5).text == DrawingScale::ofText(1.5).text);
}

TEST_CASE("words in the colour of an estimator are readable on every surface, in a hue that is still its own",
          "[colour]") {
  const auto weakest = [](const QColor& c) {
    return c.red() < std::min(c.green(), c.blue()) ? 0 : c.green() < c.blue() ? 1 : 2;
  };
  const auto strength = [](const QColor& c) {
    return std::max({c.red(), c.green(), c.blue()}) - std::min({c.red(), c.green(), c.blue()});
  };
  int moved = 0;
  for (const auto& [name, theme] : windowThemes())
    for (const omega::Estimator& estimator : omega::estimators()) {
      INFO(name << ", " << estimator.info.name);
      const EstimatorStyle style = estimatorStyle(QString::fromStdString(estimator.info.name), 0, theme.dark);
      const QColor words = readable(style.colour, theme);
      const auto isReadable = [&theme = theme](const QColor& ink) {
        const double least = theme.isStrong ? 7 : 4.5;
        return contrast(ink, theme.window) >= least && contrast(ink, theme.canvas) >= least;
      };
      CHECK(isReadable(words));
      if (isReadable(style.colour)) CHECK(words == style.colour);
      if (words != style.colour && strength(style.colour) > 40) {
        ++moved;
        CHECK(weakest(words) == weakest(style.colour));
        CHECK(strength(words) > 40);
      }
    }
  CHECK(moved > 4);
}

TEST_CASE("the difference of colours is that of its definition", "[colour]") {
  // Pairs of Sharma, Wu and Dalal, "The CIEDE2000 color-difference formula" (2005), table 1.
  CHECK(deltaE({50, 2.6772, -79.7751}, {50, 0, -82.7485}) == Approx(2.0425).margin(1e-4));
  CHECK(deltaE({50, 2.5, 0}, {73, 25, -18}) == Approx(27.1492).margin(1e-4));
  CHECK(deltaE({50, -1, 2}, {50, 0, 0}) == Approx(2.3669).margin(1e-4));
  CHECK(deltaE({2.0776, 0.0795, -1.1350}, {0.9033, -0.0636, -0.5514}) == Approx(0.9082).margin(1e-4));
  CHECK(deltaE({22.7233, 20.0904, -46.6940}, {23.0331, 14.9730, -42.5619}) == Approx(2.0373).margin(1e-4));
}

TEST_CASE("any two series of a plot can be told apart, also without one kind of cones", "[colour]") {
  struct Series {
    std::string name;
    EstimatorStyle style;
  };
  for (const bool dark : {false, true}) {
    int ofOneHue = 0, ofTwo = 0;
    std::vector<Series> all;
    for (const omega::Estimator& estimator : omega::estimators())
      for (const int copy : {0, 1})
        all.push_back({estimator.info.name + " " + std::to_string(copy),
                       estimatorStyle(QString::fromStdString(estimator.info.name), copy, dark)});
    for (std::size_t i = 0; i < all.size(); ++i)
      for (std::size_t j = 0; j < i; ++j) {
        const EstimatorStyle &a = all[i].style, &b = all[j].style;
        INFO(all[i].name << ", " << all[j].name << (dark ? ", dark" : ", light"));
        // Never by hue alone: whoever has one hue differs by marker or dash.
        if (a.colour == b.colour) {
          CHECK((a.marker != b.marker || a.dash != b.dash));
          ++ofOneHue;
          continue;
        }
        ++ofTwo;
        for (const Eyes& eyes : kEyes) {
          INFO(eyes.name);
          CHECK(deltaE(labOf(seenBy(eyes, a.colour)), labOf(seenBy(eyes, b.colour))) >= 10);
        }
      }
    CHECK(ofOneHue >= static_cast<int>(omega::estimators().size()));  // at least each and its copy
    CHECK(ofTwo > ofOneHue);
  }
}

TEST_CASE("the first cards of different families differ by marker too", "[colour]") {
  const QString leaders[] = {"softmax", "rfa", "ra", "lara", "eva", "gmm", "linear_elu"};
  for (const QString& one : leaders)
    for (const QString& other : leaders)
      if (one != other) CHECK(estimatorStyle(one, 0, false).marker != estimatorStyle(other, 0, false).marker);
}

TEST_CASE("a second card keeps the hue and takes another dash and marker", "[colour]") {
  for (const QString method : {"softmax", "rfa", "lara", "mis", "nystrom", "something_new"}) {
    const auto a = estimatorStyle(method, 0, false), b = estimatorStyle(method, 1, false),
               c = estimatorStyle(method, 2, false);
    CHECK(a.colour == b.colour);
    CHECK(a.marker != b.marker);
    CHECK(a.dash != b.dash);
    CHECK(b.marker != c.marker);
    CHECK(b.dash != c.dash);
  }
  const auto ra = estimatorStyle("ra", 0, true), is = estimatorStyle("is", 0, true),
             mis = estimatorStyle("mis", 0, true);
  CHECK(ra.colour == mis.colour);
  CHECK(ra.marker != is.marker);
  CHECK(is.marker != mis.marker);
  CHECK(ra.dash != mis.dash);
}

TEST_CASE("the shipped font has every sign that formulas and axes need", "[font]") {
  REQUIRE(loadFonts());
  for (const bool bold : {false, true}) {
    for (const bool italic : {false, true}) {
      QFont font = plotFont(16);
      font.setBold(bold);
      font.setItalic(italic);
      const QRawFont raw = QRawFont::fromFont(font);
      CHECK(raw.familyName() == "DejaVu Sans");
      const QString needed = QString::fromUtf8("ωξπαβμΣσθτφκγΩ‖∝≈√∑∏∈·−×≤≥∞∫∂²½ⁿₙₘ₁₂→⟨⟩ˆ˜ℝᵀ⊤…–✓\u0302\u0303\u0304");
      for (const QChar c : needed) {
        INFO(QString("U+%1").arg(c.unicode(), 4, 16).toStdString());
        CHECK(raw.supportsCharacter(c));
      }
      CHECK(raw.supportsCharacter(0x1d53cu));  // the double-struck E of expectations
    }
  }
}

TEST_CASE("light or dark follows the palette", "[theme]") {
  QPalette palette;
  palette.setColor(QPalette::Window, 0x202020);
  CHECK(Theme::of(palette).dark);
  palette.setColor(QPalette::Window, 0xefefef);
  CHECK_FALSE(Theme::of(palette).dark);
  const int usual = Theme::of(palette).font.pixelSize();
  setScreenLook(DrawingScale::ofText(2));
  CHECK(Theme::of(palette).font.pixelSize() == 2 * usual);
  setScreenLook(DrawingScale());
  CHECK(Theme::of(paletteOf(Theme::night())).dark);
}

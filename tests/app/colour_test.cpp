#include <QFontMetricsF>
#include <QRawFont>
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "widgets/colour_maps.h"
#include "widgets/estimator_style.h"
#include "widgets/theme.h"

using namespace omegascope;

namespace {

const ColourMap kMaps[] = {ColourMap::Viridis,   ColourMap::Cividis, ColourMap::Grey,
                           ColourMap::Diverging, ColourMap::Paper,   ColourMap::Night};

double lightness(QRgb c) { return contrast(QColor(c), QColor(Qt::black)); }

int channelDifference(QRgb a, QRgb b) {
  return std::max({std::abs(qRed(a) - qRed(b)), std::abs(qGreen(a) - qGreen(b)), std::abs(qBlue(a) - qBlue(b))});
}

}  // namespace

TEST_CASE("lightness rises or falls all along a sequential map", "[colour]") {
  for (const auto map : {ColourMap::Viridis, ColourMap::Cividis, ColourMap::Grey, ColourMap::Paper, ColourMap::Night}) {
    const ColourTable& table = colourTable(map);
    const double sign = lightness(table[255]) > lightness(table[0]) ? 1 : -1;
    for (int i = 8; i < 256; i += 8) {
      INFO("map " << int(map) << " entry " << i);
      CHECK(sign * (lightness(table[i]) - lightness(table[i - 8])) > 0);
    }
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

TEST_CASE("a position on a scale and its value are inverse to each other", "[colour]") {
  for (const auto norm : {Norm::Linear, Norm::Sqrt, Norm::Log}) {
    for (const auto map : {ColourMap::Viridis, ColourMap::Diverging}) {
      const ColourScale scale{map, norm, map == ColourMap::Diverging ? -0.7 : 1e-4, 0.7};
      for (double p = 0; p <= 1; p += 1.0 / 64) CHECK(scale.position(scale.valueAt(p)) == Approx(p).margin(1e-9));
      CHECK(scale.position(-5) == 0);
      CHECK(scale.position(5) == 1);
    }
  }
  CHECK(ColourScale{ColourMap::Viridis, Norm::Linear, 1, 1}.position(2) == 1);
}

TEST_CASE("zero and less are paper under the logarithm, and nothing else is", "[colour]") {
  for (const auto map : kMaps) {
    const ColourScale scale{map, Norm::Log, 1e-4, 1};
    const bool log = map != ColourMap::Diverging;
    CHECK((scale.colour(0) == kPaperColour) == log);
    CHECK((scale.colour(-1) == kPaperColour) == log);
    for (int i = 0; i < 256; ++i) CHECK(channelDifference(colourTable(map)[i], kPaperColour) >= 12);
    CHECK(scale.colour(std::numeric_limits<double>::quiet_NaN()) == kMissingColour);
  }
  CHECK(ColourScale{ColourMap::Viridis, Norm::Log, 0, 1}.lowest() > 0);
}

TEST_CASE("the fast way to a colour gives the colour of the scale", "[colour]") {
  for (const auto map : kMaps) {
    for (const auto norm : {Norm::Linear, Norm::Sqrt, Norm::Log}) {
      const ColourScale scale{map, norm, map == ColourMap::Diverging ? -1.0 : 1e-5, 1.0};
      const Colouriser fast(scale);
      for (float v :
           {-2.0f, -0.3f, 0.0f, 1e-6f, 1e-3f, 0.1f, 0.37f, 0.5f, 0.99f, 1.0f, 7.0f, std::nanf(""), INFINITY}) {
        INFO("map " << int(map) << " norm " << int(norm) << " value " << v);
        CHECK(channelDifference(fast(v), scale.colour(v)) <= 1);
      }
    }
  }
}

TEST_CASE("colours of estimators can be told from both canvases and from each other", "[colour]") {
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

TEST_CASE("a second card keeps the hue and takes the next dash and marker", "[colour]") {
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

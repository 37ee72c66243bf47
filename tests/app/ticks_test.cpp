#include "widgets/ticks.h"

#include <QPainter>
#include <catch2/catch.hpp>
#include <cmath>

#include "widgets/colour_bar.h"

using namespace omegascope;

namespace {

QStringList labels(const std::vector<Tick>& ticks) {
  QStringList texts;
  for (const Tick& tick : ticks) texts << tick.label;
  return texts;
}

}  // namespace

TEST_CASE("linear ticks are round, within the range and about as many as wanted", "[ticks]") {
  CHECK(labels(linearTicks(0, 1, 5, QLocale::c())) == QStringList{"0.0", "0.2", "0.4", "0.6", "0.8", "1.0"});
  CHECK(labels(linearTicks(-2.5, 2.5, 5, QLocale::c())) == QStringList{"−2", "−1", "0", "1", "2"});
  CHECK(labels(linearTicks(-3.9, 3.9, 2, QLocale::c())) == QStringList{"−2", "0", "2"});
  CHECK(linearTicks(1, 1, 5, QLocale::c()).empty());
  CHECK(linearTicks(0, INFINITY, 5, QLocale::c()).empty());
  for (double span = 1e-7; span < 1e9; span *= 3.7) {
    for (const Tick& tick : linearTicks(-0.3 * span, 0.7 * span, 6, QLocale::c())) {
      CHECK(tick.value >= -0.3001 * span);
      CHECK(tick.value <= 0.7001 * span);
      CHECK(tick.label.toDouble() == Approx(tick.value).margin(1e-3 * span));
    }
    const std::size_t count = linearTicks(-0.3 * span, 0.7 * span, 6, QLocale::c()).size();
    CHECK(count >= 2);  // a step is at most 2.5 times a sixth of the span: 0, and one above it
    CHECK(count <= 7);
  }
}

TEST_CASE("logarithmic ticks are powers of ten, with 2 and 5 where the range is short", "[ticks]") {
  CHECK(labels(logTicks(1e-3, 1, 8, QLocale::c())) ==
        QStringList{"0.001", "0.002", "0.005", "0.01", "0.02", "0.05", "0.1", "0.2", "0.5", "1"});
  CHECK(labels(logTicks(1e-8, 1, 4, QLocale::c())) == QStringList{"1e−8", "1e−6", "0.0001", "0.01", "1"});
  CHECK(labels(logTicks(0.0283, 0.0342, 5, QLocale::c())) == QStringList{"0.03", "0.032", "0.034"});
  CHECK(labels(logTicks(0.015, 0.055, 5, QLocale::c())) == QStringList{"0.02", "0.05"});
  CHECK(logTicks(0, 1, 4, QLocale::c()).empty());
}

TEST_CASE("indices are whole numbers", "[ticks]") {
  CHECK(labels(indexTicks(0, 4, 10, QLocale::c())) == QStringList{"0", "1", "2", "3", "4"});
  CHECK(labels(indexTicks(0, 47, 5, QLocale::c())) == QStringList{"0", "10", "20", "30", "40"});
  CHECK(labels(indexTicks(3, 3, 5, QLocale::c())) == QStringList{"3"});
}

TEST_CASE("an index does not stand alone where a second one fits", "[ticks]") {
  CHECK(labels(indexTicks(0, 47, 2, QLocale::c())) == QStringList{"0", "20", "40"});
  CHECK(labels(indexTicks(0, 255, 1, QLocale::c())) == QStringList{"0", "200"});
  CHECK(labels(indexTicks(0, 47, 1, QLocale::c())) == QStringList{"0", "40"});    // three of them would touch
  CHECK(labels(indexTicks(21, 29, 2, QLocale::c())) == QStringList{"22", "28"});  // so would 24 and 26 between them
  CHECK(labels(indexTicks(0, 47, 0, QLocale::c())) == QStringList{"0"});
  CHECK(labels(indexTicks(0, 1, 1, QLocale::c())) == QStringList{"0", "1"});
}

TEST_CASE("a value has as many decimals as its standard error, which has two digits", "[ticks]") {
  const auto text = [](double value, double error) { return formatWithError(value, error, QLocale::c()); };
  CHECK(text(-0.547, 0.1) == "−0.55 ± 0.10");
  CHECK(text(0.0148, 0.00099) == "0.01480 ± 0.00099");
  CHECK(text(0.0148, 0.000999) == "0.0148 ± 0.0010");
  CHECK(text(-9.52e-6, 1.3e-4) == "−0.00001 ± 0.00013");
  CHECK(text(-1e-9, 0.13) == "0.00 ± 0.13");
  CHECK(text(4.23e-5, 9.6e-5) == "(4.2 ± 9.6)e−5");
  CHECK(text(-2e7, 1.5e6) == "(−2.00 ± 0.15)e7");
  CHECK(text(1234, 56) == "1234 ± 56");
  CHECK(text(1234, 560) == "1234 ± 560");
  CHECK(text(0.5, 0) == "0.5");
  CHECK(text(0.5, NAN) == "0.5");
  CHECK(text(0.5, 1e-12) == "0.5");
  CHECK(text(NAN, 0.1) == "nan");
  CHECK(formatWithError(0.25, 0.1, QLocale(QLocale::German, QLocale::Germany)) == "0,25 ± 0,10");
}

TEST_CASE("how far values go beyond a colour bar stands clear of the tick at its end", "[ticks]") {
  const Theme theme = Theme::light();
  ColourBar bar;
  bar.setScale({ColourMap::Viridis, Norm::Linear, 0, 0.15});
  // Lines of words beside the bar, from top to bottom.
  const auto words = [&](std::optional<double> below, std::optional<double> above) {
    bar.setBeyond(below, above);
    QImage image(90, 240, QImage::Format_RGB32);
    image.fill(theme.canvas);
    QPainter painter(&image);
    bar.paintTo(painter, image.rect(), theme);
    int lines = 0;
    bool wasInk = false;
    for (int y = 0; y < image.height(); ++y) {
      bool isInk = false;
      for (int x = 30; x < image.width(); ++x) isInk |= image.pixelColor(x, y) != theme.canvas;
      lines += isInk && !wasInk;
      wasInk = isInk;
    }
    return lines;
  };
  CHECK(words({}, {}) == 4);
  CHECK(words(-0.059, {}) == 5);
  CHECK(words({}, 0.2) == 5);
  CHECK(words(-0.059, 0.2) == 6);
}

TEST_CASE("numbers have the decimal sign of the language of the screen, and a point in exports", "[ticks]") {
  const QLocale german(QLocale::German, QLocale::Germany);
  CHECK(labels(linearTicks(0, 0.4, 4, german)).at(1) == "0,1");
  CHECK(formatNumber(1.5e-7, 3, german) == "1,5e−7");
  CHECK(formatNumber(1.5e-7, 3, QLocale::c()) == "1.5e−7");
  CHECK(formatNumber(2e9, 3, QLocale::c()) == "2e9");
  CHECK(formatNumber(123456, 3, QLocale::c()) == "123456");
  CHECK(formatNumber(0.25, 3, QLocale::c()) == "0.25");
  CHECK(formatNumber(0, 3, QLocale::c()) == "0");
  CHECK(formatNumber(NAN, 3, german) == "nan");
}

// Not a test: run with "[speed]" (hidden from a plain run) to see how long a frame of a large map takes.
#include <QElapsedTimer>
#include <QTest>
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdio>

#include "app/canvas.h"
#include "widgets/density_field.h"
#include "widgets/heat_map.h"

using namespace omegascope;

namespace {

struct Times {
  std::vector<double> ms;
  void print(const char* what) {
    std::sort(ms.begin(), ms.end());
    const auto at = [this](double share) { return ms[static_cast<std::size_t>(share * static_cast<double>(ms.size() - 1))]; };
    std::printf("%-44s median %6.1f ms   p95 %6.1f ms   worst %6.1f ms\n", what, at(0.5), at(0.95), at(1));
  }
};

template <class Widget, class Step>
void measure(Widget& widget, const char* what, Step step) {
  Times times;
  for (int i = 0; i < 200; ++i) {
    QElapsedTimer timer;
    timer.start();
    step(i);
    widget.repaint();
    QCoreApplication::processEvents();
    if (i >= 5) times.ms.push_back(static_cast<double>(timer.nsecsElapsed()) * 1e-6);
  }
  times.print(what);
}

void measureMap(PainterKind kind, const char* name) {
  HeatMap map;
  map.setPainter(kind);
  if (map.painter() != kind) return;
  map.setSource(MapSource::matrix(4096, 4096, attentionLike(4096, 4096)));
  map.resize(900, 700);
  map.show();
  REQUIRE(QTest::qWaitForWindowExposed(&map));
  const double oneToOne = 1 / map.transform().cellWidth();
  for (const auto norm : {Norm::Sqrt, Norm::Log}) {
    map.setScale({ColourMap::Viridis, norm, 1e-9, 0.001});
    const std::string prefix = std::string(name) + (norm == Norm::Log ? " log, " : " sqrt, ");
    measure(map, (prefix + "hover at fit").c_str(), [&](int i) { map.setMarks({i * 20, i * 20, -1, -1, 0, 0, 0, 0}); });
    measure(map, (prefix + "zoom around fit").c_str(),
            [&](int i) { map.setView({2048, 2048, 1 + 0.5 * (1 - std::cos(0.1 * i))}); });
    measure(map, (prefix + "pan at 1:1").c_str(), [&](int i) { map.setView({1000.0 + 9 * i, 1000.0 + 7 * i, oneToOne}); });
    measure(map, (prefix + "zoom from fit to 4:1").c_str(),
            [&](int i) { map.setView({1500, 1800, std::pow(4 * oneToOne, 0.5 - 0.5 * std::cos(0.05 * i))}); });
  }
}

void measureField(PainterKind kind, const char* name) {
  DensityField field;
  field.setPainter(kind);
  if (field.painter() != kind) return;
  field.setScene(exampleScene(false));
  field.resize(700, 600);
  field.show();
  REQUIRE(QTest::qWaitForWindowExposed(&field));
  DensityScene scene = exampleScene(false);
  measure(field, (std::string(name) + " field, a point dragged").c_str(), [&](int i) {
    scene.points[0].at = {std::cos(0.1 * i), std::sin(0.1 * i)};
    field.setScene(scene);
  });
  measure(field, (std::string(name) + " field, new densities").c_str(), [&](int i) {
    DensityScene fresh = exampleScene(false, 128 + i % 2);
    field.setScene(fresh);
  });
}

}  // namespace

TEST_CASE("frames of a 4096 x 4096 map and of a density field", "[.speed]") {
  std::printf("OpenGL: %s%s\n", openGlInfo().usable ? "" : "not usable: ", qPrintable(openGlInfo().description));
  measureMap(PainterKind::Raster, "raster");
  measureField(PainterKind::Raster, "raster");
  if (!openGlInfo().usable) return;
  measureMap(PainterKind::OpenGl, "OpenGL");
  measureField(PainterKind::OpenGl, "OpenGL");
}

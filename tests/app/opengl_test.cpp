// Both painters on the same frames, under a display server with OpenGL 3.3. The raster painter is the reference.
#include <QTest>
#include <catch2/catch.hpp>
#include <cmath>

#include "app/canvas.h"
#include "widgets/density_field.h"
#include "widgets/gl_canvas.h"
#include "widgets/heat_map.h"

using namespace omegascope;

namespace {

template <class Widget>
void show(Widget& widget, QSize size) {
  widget.setPainter(PainterKind::OpenGl);
  widget.resize(size);
  widget.show();
  REQUIRE(QTest::qWaitForWindowExposed(&widget));
  REQUIRE(widget.painter() == PainterKind::OpenGl);
}

template <class Widget>
ImageDifference compare(Widget& widget, const QString& name) {
  GlCanvas* canvas =
      widget.template findChildren<GlCanvas*>().constLast();  // one of before may still be on its way out
  const QImage expected = widget.rasterCanvas(), drawn = canvas->grabFramebuffer();
  INFO(name.toStdString() << " " << expected.width() << "x" << expected.height());
  REQUIRE(expected.size() == drawn.size());
  keep(expected, name + "_raster");
  keep(drawn, name + "_opengl");
  return difference(expected, drawn);
}

}  // namespace

TEST_CASE("OpenGL draws maps as the raster painter does", "[opengl]") {
  HeatMap map;
  map.setMarks({11, 30, 5, -1, 0, 0});
  show(map, {420, 400});
  struct Case {
    int rows, columns;
    ColourScale scale;
  };
  const Case cases[] = {
      {48, 48, {ColourMap::Viridis, Norm::Linear, 0, 0.2}},    {48, 48, {ColourMap::Cividis, Norm::Sqrt, 0, 0.2}},
      {97, 61, {ColourMap::Grey, Norm::Log, 1e-6, 0.3}},       {64, 1000, {ColourMap::Viridis, Norm::Log, 1e-8, 0.01}},
      {1111, 930, {ColourMap::Viridis, Norm::Sqrt, 0, 0.002}}, {33, 50, ColourScale::symmetric(0.05)},
      {33, 50, ColourScale::symmetric(0.05, Norm::Sqrt)},
  };
  int number = 0;
  for (const Case& c : cases) {
    auto values = attentionLike(c.rows, c.columns, number);
    if (c.scale.map == ColourMap::Diverging) {
      for (float& v : values) v -= 0.02f;
    }
    for (std::size_t i = 0; i < values.size(); i += 97) values[i] = i % 2 ? 0 : NAN;
    map.setSource(MapSource::matrix(c.rows, c.columns, std::move(values)));
    map.setScale(c.scale);
    for (const double zoom : {1.0, 1.61, 4.7, 17.0}) {
      map.setView({0.4 * c.rows, 0.6 * c.columns, zoom});
      const auto d = compare(map, QStringLiteral("map_%1_%2").arg(number).arg(zoom));
      CHECK(d.largest <= 2);
    }
    ++number;
  }
  map.setStale(true);
  CHECK(compare(map, "map_stale").largest <= 2);
}

TEST_CASE("OpenGL follows new data, views and sizes", "[opengl]") {
  HeatMap map;
  map.setScale({ColourMap::Viridis, Norm::Linear, 0, 0.1});
  show(map, {300, 300});
  map.setSource(MapSource::matrix(600, 600, attentionLike(600, 600)));
  CHECK(compare(map, "follows_fit").largest <= 2);
  map.setView({300, 300, 5});
  CHECK(compare(map, "follows_zoom").largest <= 2);
  for (int i = 0; i < 4; ++i) {
    map.setSource(MapSource::matrix(600, 600, attentionLike(600, 600, i + 2)));
    map.resize(300 + 40 * i, 320);
    QCoreApplication::processEvents();
    CHECK(compare(map, "follows_new").largest <= 2);
  }
  map.setPainter(PainterKind::Raster);
  CHECK(map.painter() == PainterKind::Raster);
  map.setPainter(PainterKind::OpenGl);
  QCoreApplication::processEvents();
  CHECK(compare(map, "follows_again").largest <= 2);
}

TEST_CASE("OpenGL draws fields and points as the raster painter does", "[opengl]") {
  DensityField field;
  show(field, {460, 430});
  for (const bool dark : {false, true}) {
    field.setTheme(dark ? Theme::night() : Theme::light());
    for (const int nodes : {33, 129, 256}) {
      DensityScene scene = exampleScene(dark, nodes);
      if (nodes == 256) scene.scale.map = ColourMap::Viridis;
      for (std::size_t i = 0; i < scene.points.size(); i += 6)
        scene.points[i].shape = static_cast<PointShape>(static_cast<int>(PointShape::Plus) + i / 6 % 6);
      field.setScene(scene);
      for (const double span : {9.0, 4.3, 0.9}) {
        field.setView({{0.3, 0.4}, span});
        const auto d = compare(field, QStringLiteral("field_%1_%2_%3").arg(dark).arg(nodes).arg(span));
        CHECK(d.beyond <= 0.005);
        CHECK(d.largest <= 60);
      }
      scene.points.clear();
      scene.arrows.clear();
      scene.ellipses.clear();
      scene.levels.clear();
      field.setScene(scene);
      field.setView({{0.2, 0.1}, 3.3});
      CHECK(compare(field, "field_bare").largest <= 2);
    }
  }
  field.setStale(true);
  CHECK(compare(field, "field_stale").beyond <= 0.005);
}

TEST_CASE("a canvas survives being moved to another window", "[opengl]") {
  QWidget first, second;
  auto* map = new HeatMap(&first);
  map->setSource(MapSource::matrix(50, 50, attentionLike(50, 50)));
  map->setScale({ColourMap::Viridis, Norm::Linear, 0, 0.1});
  map->setPainter(PainterKind::OpenGl);
  map->resize(300, 300);
  first.resize(320, 320);
  first.show();
  REQUIRE(QTest::qWaitForWindowExposed(&first));
  CHECK(compare(*map, "moved_before").largest <= 2);
  map->setParent(&second);
  map->show();
  second.resize(320, 320);
  second.show();
  REQUIRE(QTest::qWaitForWindowExposed(&second));
  CHECK(map->painter() == PainterKind::OpenGl);
  CHECK(compare(*map, "moved_after").largest <= 2);
}

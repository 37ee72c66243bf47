#include <QSvgRenderer>
#include <catch2/catch.hpp>

#include "app/canvas.h"
#include "widgets/clip_geometry.h"
#include "widgets/clipping_device.h"
#include "widgets/colour_bar.h"
#include "widgets/density_field.h"
#include "widgets/heat_map.h"
#include "widgets/plot_style.h"

using namespace omegascope;

namespace {

QByteArray svgOf(QSize size, const std::function<void(QPainter&)>& paint) {
  return paintedSvg(size, "title", "description", paint);
}

QImage rendered(const QByteArray& svg, QSize size) {
  QSvgRenderer renderer(svg);
  QImage image(size, QImage::Format_RGB32);
  image.fill(Qt::white);
  QPainter painter(&image);
  renderer.render(&painter);
  return image;
}

// The largest difference of two pictures outside of a rectangle.
int differenceOutside(const QImage& a, const QImage& b, const QRectF& rect) {
  int largest = 0;
  for (int y = 0; y < a.height(); ++y) {
    for (int x = 0; x < a.width(); ++x) {
      if (rect.contains(QPointF(x, y))) continue;
      largest = std::max(largest, offBy(a.pixel(x, y), b.pixel(x, y)));
    }
  }
  return largest;
}

void addWildGraph(QCustomPlot& plot, const Theme& theme) {
  QCPGraph* graph = plot.addGraph();
  QList<double> x, y;
  for (int i = 0; i < 400; ++i) {
    x << i * 0.05 - 5;
    y << 40 * std::sin(i * 0.7) * std::exp(0.01 * i);
  }
  graph->setData(x, y);
  graph->setBrush(bandBrush(estimatorStyle("lara", 0, false)));
  styleGraph(*graph, estimatorStyle("lara", 0, false), theme);
  plot.xAxis->setRange(0, 3);
  plot.yAxis->setRange(-5, 5);
}

}  // namespace

TEST_CASE("a zoomed plot leaves no ink outside of its axes in an SVG file", "[export]") {
  const QSize size(480, 320);
  const Theme theme = Theme::light();
  QByteArray files[2];
  QRectF axes;
  for (const bool withGraph : {false, true}) {
    QCustomPlot plot;
    plot.resize(size);
    applyStyle(plot, theme);
    styleAxis(*plot.xAxis, "samples S", "", AxisKind::Linear, QLocale::c());
    styleAxis(*plot.yAxis, "error", "1e-3", AxisKind::Linear, QLocale::c());
    if (withGraph) addWildGraph(plot, theme);
    plot.xAxis->setRange(0, 3);
    plot.yAxis->setRange(-5, 5);
    files[withGraph] = svgOf(size, [&](QPainter& painter) { paintPlot(plot, painter, QRectF({}, size)); });
    axes = plot.axisRect()->rect();
  }
  const QImage bare = rendered(files[0], size), full = rendered(files[1], size);
  keep(full, "plot_svg");
  CHECK(files[1].contains("samples S"));  // text is text
  CHECK(difference(bare, full).beyond > 0.05);
  CHECK(differenceOutside(bare, full, axes.adjusted(-2, -2, 2, 2)) == 0);
}

TEST_CASE("a zoomed density field leaves no ink outside of its axes in an SVG file", "[export]") {
  const QSize size(420, 400);
  DensityField field;
  field.resize(size);
  field.setTheme(Theme::light());
  DensityScene scene = exampleScene(false);
  field.setLabels({"lara", "ω₁", "ω₂", {}});
  field.setScene(DensityScene{});
  field.setView({{0.6, 0.4}, 1.2});
  const QByteArray bare = svgOf(size, [&](QPainter& p) { field.paintTo(p, QRectF(QPointF(), size), Theme::light()); });
  for (FieldPoint& point : scene.points) point.label.clear();
  scene.arrows[0].label.clear();
  field.setScene(scene);
  const QByteArray full = svgOf(size, [&](QPainter& p) { field.paintTo(p, QRectF(QPointF(), size), Theme::light()); });
  keep(rendered(full, size), "field_svg");
  CHECK(differenceOutside(rendered(bare, size), rendered(full, size),
                          field.transform().plot().adjusted(-2, -2, 2, 2)) == 0);
  CHECK(difference(rendered(bare, size), rendered(full, size)).beyond > 0.3);
  CHECK(full.count("<image") == 1);
}

TEST_CASE("a map is embedded once, with its texts as text", "[export]") {
  HeatMap map;
  map.setSource(MapSource::matrix(40, 60, attentionLike(40, 60)));
  map.setScale({ColourMap::Viridis, Norm::Sqrt, 0, 0.2});
  map.setLabels({"softmax", "query n", "key m", {}});
  map.setView({20, 30, 2.3});
  const QSize size(500, 380);
  const QByteArray svg = svgOf(size, [&](QPainter& p) { map.paintTo(p, QRectF(QPointF(), size), Theme::light()); });
  CHECK(svg.count("<image") == 1);
  CHECK(svg.contains("query n"));
  CHECK(svg.contains("softmax"));
  keep(rendered(svg, size), "map_svg");

  ColourBar bar;
  bar.setScale({ColourMap::Viridis, Norm::Log, 1e-4, 1});
  bar.setTitle("attention", "");
  const QByteArray legend = svgOf({90, 300}, [&](QPainter& p) { bar.paintTo(p, {0, 0, 90, 300}, Theme::light()); });
  CHECK(legend.contains("attention"));
  CHECK(legend.contains("0.01"));
}

TEST_CASE("lines and polygons are cut exactly at a rectangle", "[export]") {
  const QRectF box(0, 0, 10, 10);
  CHECK(clippedLine({-5, 5, 15, 5}, box) == QLineF(0, 5, 10, 5));
  CHECK_FALSE(clippedLine({-5, 11, 15, 11}, box));
  CHECK_FALSE(clippedLine({12, -5, 12, 5}, box));
  CHECK(clippedLine({2, 3, 4, 5}, box) == QLineF(2, 3, 4, 5));
  const auto parts = clippedPolyline(QPolygonF{{-5, 5}, {5, 5}, {5, 20}, {8, 20}, {8, 5}}, box);
  REQUIRE(parts.size() == 2);
  CHECK(parts[0] == QPolygonF{{0, 5}, {5, 5}, {5, 10}});
  CHECK(parts[1] == QPolygonF{{8, 10}, {8, 5}});
  const QPolygonF cut = clippedPolygon(QPolygonF{{-5, -5}, {15, -5}, {15, 5}, {-5, 5}}, box);
  CHECK(cut.boundingRect() == QRectF(0, 0, 10, 5));
  CHECK(clippedPolygon(QPolygonF{{20, 20}, {30, 20}, {30, 30}}, box).isEmpty());
}

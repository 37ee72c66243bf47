// Not a test: "[gallery]" paints every kind of canvas, light and dark, into OMEGASCOPE_TEST_PICTURES, to be looked at.
#include <QGridLayout>
#include <catch2/catch.hpp>

#include "app/canvas.h"
#include "widgets/colour_bar.h"
#include "widgets/density_field.h"
#include "widgets/heat_map.h"
#include "widgets/plot_style.h"

using namespace omegascope;

namespace {

HeatMap* addMap(QGridLayout& grid, int column, const Theme& theme, const QString& title, const ColourScale& scale,
                int size) {
  auto* map = new HeatMap;
  auto values = attentionLike(size, size, column);
  if (scale.map == ColourMap::Diverging) {
    for (float& v : values) v -= 0.03f;
  }
  if (column == 2) std::fill(values.begin() + size * size / 2, values.end() - size * size / 4, 0.0f);
  map->setSource(MapSource::matrix(size, size, std::move(values)));
  map->setScale(scale);
  map->setTheme(theme);
  map->setLabels({title, "query n", "key m", column == 1 ? QStringList{"preview ½"} : QStringList{}});
  map->setMarks({12, column == 1 ? 20 : -1, 30, 5, 24, 36});
  grid.addWidget(map, 0, 2 * column);
  auto* bar = new ColourBar;
  bar->setScale(scale);
  bar->setTitle(scale.map == ColourMap::Diverging ? "signed error" : "attention");
  bar->setTheme(theme);
  bar->setPointer(0.04);
  grid.addWidget(bar, 0, 2 * column + 1);
  return map;
}

QCustomPlot* convergence(const Theme& theme) {
  auto* plot = new QCustomPlot;
  plot->legend->setVisible(true);
  const QString methods[] = {"softmax", "rfa", "ra", "is", "mis", "lara", "lara", "eva", "gmm", "local"};
  int i = 0;
  for (const QString& method : methods) {
    auto* graph = plot->addGraph();
    QList<double> x, y;
    for (double s = 1; s <= 256; s *= 2) {
      x << s;
      y << 0.5 * std::pow(s, -0.4 - 0.08 * i);
    }
    graph->setName(i == 6 ? method + " b" : method);
    graph->setData(x, y);
    styleGraph(*graph, estimatorStyle(method, i == 6 ? 1 : 0, theme.dark), theme, i == 4);
    ++i;
  }
  styleAxis(*plot->xAxis, "samples S", "", AxisKind::Log2);
  styleAxis(*plot->yAxis, "mean squared error", "", AxisKind::Log10);
  applyStyle(*plot, theme);
  plot->rescaleAxes();
  plot->axisRect()->insetLayout()->setInsetAlignment(0, Qt::AlignLeft | Qt::AlignBottom);
  return plot;
}

}  // namespace

TEST_CASE("a sheet of every canvas", "[.gallery]") {
  for (const double text : {1.0, 1.6}) {
    for (const bool dark : {false, true}) {
      const Theme theme = dark ? Theme::night(text) : Theme::light(text);
      QWidget sheet;
      sheet.setPalette(paletteOf(theme));
      auto* grid = new QGridLayout(&sheet);
      addMap(*grid, 0, theme, "softmax", {ColourMap::Viridis, Norm::Sqrt, 0, 0.2}, 48);
      addMap(*grid, 1, theme, "rfa, S = 16, a long title", ColourScale::symmetric(0.1), 1200);
      addMap(*grid, 2, theme, "eva", {ColourMap::Cividis, Norm::Log, 1e-6, 0.2}, 48);
      auto* field = new DensityField;
      DensityScene scene = exampleScene(dark);
      field->setTheme(theme);
      field->setScene(scene);
      field->setLabels({"ω-space", "ω₁", "ω₂", {"projected, 64 % of variance"}});
      grid->addWidget(field, 1, 0, 1, 2);
      auto* near = new DensityField;
      scene.scale.map = ColourMap::Viridis;
      near->setTheme(theme);
      near->setScene(scene);
      near->setView({{0.8, 0.9}, 2.5});
      near->setStale(true);
      near->setLabels({"near", "ω₁", "ω₂", {}});
      grid->addWidget(near, 1, 2, 1, 2);
      grid->addWidget(convergence(theme), 1, 4, 1, 2);
      for (int c = 0; c < 6; c += 2) grid->setColumnStretch(c, 1);
      sheet.resize(1280, 800);
      keep(sheet.grab().toImage(), QStringLiteral("sheet_%1_%2").arg(dark ? "dark" : "light").arg(text));
    }
  }
}

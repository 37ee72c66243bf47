#include "widgets/heat_map.h"

#include <QBuffer>
#include <QPainter>
#include <QSignalSpy>
#include <QSvgGenerator>
#include <QTest>
#include <QWheelEvent>
#include <catch2/catch.hpp>
#include <cmath>

#include "app/canvas.h"

using namespace omegascope;

namespace {

// The mean, or the value farthest from zero, of a block, by its definition.
double blockValue(const std::vector<float>& cells, int rows, int columns, int factor, int row, int column,
                  Pooling pooling) {
  double sum = 0, extreme = 0;
  int count = 0;
  for (int n = row * factor; n < std::min(rows, (row + 1) * factor); ++n) {
    for (int m = column * factor; m < std::min(columns, (column + 1) * factor); ++m, ++count) {
      const double value = cells[static_cast<std::size_t>(n) * columns + m];
      sum += value;
      if (std::abs(value) > std::abs(extreme)) extreme = value;
    }
  }
  return pooling == Pooling::Mean ? sum / count : extreme;
}

void wheel(QWidget& widget, QPointF at, int delta) {
  QWheelEvent event(at, widget.mapToGlobal(at), QPoint(), QPoint(0, delta), Qt::NoButton, Qt::NoModifier,
                    Qt::NoScrollPhase, false);
  QCoreApplication::sendEvent(&widget, &event);
}

void drag(QWidget& widget, QPoint from, QPoint to) {
  QTest::mousePress(&widget, Qt::LeftButton, Qt::NoModifier, from);
  QTest::mouseMove(&widget, (from + to) / 2);
  QMouseEvent move(QEvent::MouseMove, to, widget.mapToGlobal(to), Qt::NoButton, Qt::LeftButton, Qt::NoModifier);
  QCoreApplication::sendEvent(&widget, &move);
  QTest::mouseRelease(&widget, Qt::LeftButton, Qt::NoModifier, to);
}

// 48 x 64 cells whose colours all differ by their position on a grey scale of their own.
std::unique_ptr<HeatMap> ramp(int rows, int columns, QSize size) {
  auto map = std::make_unique<HeatMap>();
  std::vector<float> values(static_cast<std::size_t>(rows) * columns);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>((i * 7) % 256);
  map->setScale({ColourMap::Viridis, Norm::Linear, 0, 255});
  map->setSource(MapSource::matrix(rows, columns, values));
  map->resize(size);
  return map;
}

}  // namespace

TEST_CASE("pooled blocks are the exact means and extremes, ragged edges included", "[map]") {
  const int rows = 53, columns = 37;
  auto cells = attentionLike(rows, columns);
  for (std::size_t i = 0; i < cells.size(); i += 3) cells[i] = -cells[i];
  const MapSource source = MapSource::matrix(rows, columns, cells);
  for (const auto pooling : {Pooling::Mean, Pooling::Max}) {
    for (const int factor : {1, 2, 4, 8, 16, 64}) {
      const auto tile = source.tile({0, 0, rows, columns, factor, pooling});
      REQUIRE(tile);
      for (int r = 0; r < tile->region.blockRows(); ++r) {
        for (int c = 0; c < tile->region.blockColumns(); ++c) {
          const double exact = blockValue(cells, rows, columns, factor, r, c, pooling);
          CHECK(tile->values.get()[r * tile->region.blockColumns() + c] == static_cast<float>(exact));
        }
      }
    }
  }
  CHECK(source.range().first < 0);
}

TEST_CASE("what is hovered is what is drawn there, at odd zooms and sizes", "[map]") {
  for (const QSize size : {QSize(301, 299), QSize(257, 413), QSize(640, 200)}) {
    auto map = ramp(48, 64, size);
    for (const double zoom : {1.0, 1.37, 2.71, 5.003, 13.7}) {
      map->setView({17.3, 40.9, zoom});
      const QRect canvas = map->transform().canvas();
      const QImage picture = map->rasterCanvas();
      REQUIRE(picture.size() == canvas.size());
      const QRgb background = Theme::of(map->palette()).window.rgb();
      int wrong = 0;
      for (int y = 0; y < canvas.height(); y += 11) {
        for (int x = 0; x < canvas.width(); ++x) {
          const auto cell = map->cellAt(QPointF(canvas.left() + x, canvas.top() + y) + QPointF(0.3, 0.8));
          const QRgb drawn = picture.pixel(x, y);
          if (!cell) {
            wrong += drawn != background;
            continue;
          }
          const auto value = map->source().value(cell->first, cell->second);
          wrong += !value || Colouriser(map->scale())(*value) != drawn;
          if (wrong > 5) break;
        }
        if (wrong > 5) break;
      }
      INFO("size " << size.width() << "x" << size.height() << " zoom " << zoom);
      CHECK(wrong == 0);
    }
  }
}

TEST_CASE("a pooled map shows each block and says so; a zoomed one shows cells", "[map]") {
  auto map = ramp(1000, 1000, QSize(420, 430));
  CHECK(map->poolingText().startsWith("4:1 pooled"));
  const auto transform = map->transform();
  CHECK(transform.factor(1) == 4);
  CHECK(transform.cellWidth() * 4 >= 1);
  map->setPooling(Pooling::Max);
  CHECK(map->poolingText().contains("max"));
  map->setView({500, 500, 1 / transform.cellWidth()});
  CHECK(map->poolingText().isEmpty());
}

TEST_CASE("a source whose cells are blocks already counts in rows and columns of the matrix", "[map]") {
  auto map = ramp(1000, 1000, QSize(420, 430));
  MapLabels labels;
  labels.rowsEach = labels.columnsEach = 8;
  map->setLabels(labels);
  CHECK(map->poolingText() == "32:1 pooled (mean)");
  map->setPooling(Pooling::Max);
  CHECK(map->poolingText() == "32:1 pooled (max of means)");
  labels.rowsEach = 1;
  map->setLabels(labels);
  CHECK(map->poolingText().startsWith("4×32:1 pooled"));
  labels.rowsEach = 8;
  map->setLabels(labels);
  QByteArray svg;
  QBuffer buffer(&svg);
  QSvgGenerator generator;
  generator.setOutputDevice(&buffer);
  generator.setSize(map->size());
  QPainter painter(&generator);
  map->paintTo(painter, map->rect(), Theme::light());
  painter.end();
  CHECK(svg.count(">6000<") == 2);  // on both axes
  CHECK(svg.count(">600<") == 0);
}

TEST_CASE("blocks from a provider make the same picture as the matrix they come from", "[map]") {
  const int rows = 700, columns = 530;
  const auto cells = attentionLike(rows, columns);
  const MapSource whole = MapSource::matrix(rows, columns, cells);
  int asked = 0;
  bool ready = true;
  const auto provider = [&](const MapRegion& region) -> std::optional<MapTile> {
    ++asked;
    if (!ready) return {};
    const auto all = whole.tile(region);
    const auto stride = all->region.blockColumns();
    std::vector<float> values;
    for (qint64 r = 0; r < region.blockRows(); ++r) {
      for (qint64 c = 0; c < region.blockColumns(); ++c) {
        values.push_back(
            all->values.get()[(region.row / region.factor + r) * stride + region.column / region.factor + c]);
      }
    }
    return MapTile{region, floatBuffer(std::move(values))};
  };
  HeatMap reference, tiled;
  for (HeatMap* map : {&reference, &tiled}) {
    map->resize(350, 330);
    map->setScale({ColourMap::Viridis, Norm::Log, 1e-6, 0.1});
  }
  reference.setSource(whole);
  tiled.setSource(MapSource::tiles(rows, columns, provider));
  for (const double zoom : {1.0, 1.9, 3.3, 9.1}) {
    for (const double at : {0.0, 200.0, 600.0}) {
      reference.setView({at, at, zoom});
      tiled.setView({at, at, zoom});
      CHECK(difference(reference.rasterCanvas(), tiled.rasterCanvas()).largest == 0);
    }
  }
  // Not there yet: the coarse picture of everything stays, and the finer one comes when it is announced.
  tiled.fit();
  tiled.rasterCanvas();
  ready = false;
  reference.setView({350, 265, 6});
  tiled.setView({350, 265, 6});
  const QImage coarse = tiled.rasterCanvas();
  CHECK(difference(reference.rasterCanvas(), coarse).largest > 0);
  for (int y = 0; y < coarse.height(); y += 10)
    CHECK(coarse.pixel(coarse.width() / 2, y) != Theme::light().window.rgb());
  ready = true;
  tiled.refreshTiles();
  CHECK(difference(reference.rasterCanvas(), tiled.rasterCanvas()).largest == 0);
  CHECK(asked < 60);
}

TEST_CASE("the wheel zooms at the pointer, dragging pans, a double-click fits, and followers are told", "[map]") {
  auto map = ramp(256, 256, QSize(300, 310));
  QSignalSpy moved(map.get(), &HeatMap::viewChanged);
  const QPointF at(150, 130);
  const auto before = map->cellAt(at);
  REQUIRE(before);
  for (int i = 0; i < 6; ++i) wheel(*map, at, 120);
  CHECK(map->view().zoom == Approx(8));
  // The pointer is on the corner of a pixel whose middle decides which cell it shows: one cell of slack.
  const auto there = map->cellAt(at);
  REQUIRE(there);
  CHECK(std::abs(there->first - before->first) <= 1);
  CHECK(std::abs(there->second - before->second) <= 1);
  CHECK(moved.count() == 6);

  auto follower = ramp(256, 256, QSize(180, 220));
  follower->setView(moved.last().at(0).value<MapView>());
  CHECK(follower->view().zoom == map->view().zoom);
  CHECK(follower->view().row == Approx(map->view().row).margin(20));

  drag(*map, {200, 200}, {140, 170});
  const auto after = map->cellAt(at - QPointF(60, 30));
  REQUIRE(after);
  CHECK(*after == *there);

  QTest::mouseDClick(map.get(), Qt::LeftButton, Qt::NoModifier, at.toPoint());
  CHECK(map->view().zoom == 1);
  wheel(*map, at, -1200);
  CHECK(map->view().zoom == 1);
}

TEST_CASE("hovering and clicking name the cell, leaving says none", "[map]") {
  auto map = ramp(5, 4, QSize(260, 300));
  QSignalSpy hovered(map.get(), &HeatMap::cellHovered), clicked(map.get(), &HeatMap::cellClicked);
  const auto transform = map->transform();
  for (int n = 0; n < 5; ++n) {
    for (int m = 0; m < 4; ++m) {
      const QPoint at(static_cast<int>(transform.xOf(m + 0.5)), static_cast<int>(transform.yOf(n + 0.5)));
      QTest::mouseMove(map.get(), at);
      QMouseEvent move(QEvent::MouseMove, at, map->mapToGlobal(at), Qt::NoButton, Qt::NoButton, Qt::NoModifier);
      QCoreApplication::sendEvent(map.get(), &move);
      CHECK(hovered.last() == QVariantList{qint64(n), qint64(m)});
      QTest::mouseClick(map.get(), Qt::LeftButton, Qt::NoModifier, at);
      CHECK(clicked.last().at(0) == qint64(n));
      CHECK(clicked.last().at(1) == qint64(m));
    }
  }
  QEvent leave(QEvent::Leave);
  QCoreApplication::sendEvent(map.get(), &leave);
  CHECK(hovered.last() == QVariantList{qint64(-1), qint64(-1)});
}

TEST_CASE("a locked row is ringed in white and black, and its own colours stay", "[map]") {
  auto map = ramp(16, 16, QSize(320, 330));
  const QImage bare = map->rasterCanvas();
  map->setMarks({7, -1, -1, -1, 0, 0, 0, 0});
  const QImage ringed = map->rasterCanvas();
  const auto transform = map->transform();
  const QPoint origin = transform.canvas().topLeft();
  const int x = bare.width() / 2, top = static_cast<int>(std::lround(transform.yOf(7))) - origin.y();
  CHECK(ringed.pixel(x, top - 1) == 0xffffffff);
  CHECK(ringed.pixel(x, top - 3) == 0xff000000);
  CHECK(ringed.pixel(x, top + 3) == bare.pixel(x, top + 3));
  CHECK(ringed.pixel(x, top - 8) == bare.pixel(x, top - 8));
}

TEST_CASE("the picture of an export holds the same cells as the screen", "[map]") {
  auto map = ramp(20, 30, QSize(400, 330));
  map->setTheme(Theme::light());
  map->setLocaleOfNumbers(QLocale::c());
  const QImage screen = map->grab().toImage();
  QImage exported(map->size(), QImage::Format_RGB32);
  exported.fill(Qt::white);
  QPainter painter(&exported);
  map->paintTo(painter, QRectF(QPointF(0, 0), map->size()), Theme::light());
  painter.end();
  CHECK(difference(screen, exported).beyond < 0.002);
  CHECK(difference(exported, QImage(map->size(), QImage::Format_RGB32)).beyond > 0.5);
}

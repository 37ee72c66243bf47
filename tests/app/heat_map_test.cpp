#include "widgets/heat_map.h"

#include <QBuffer>
#include <QPainter>
#include <QSignalSpy>
#include <QSvgGenerator>
#include <QTest>
#include <QToolTip>
#include <QWheelEvent>
#include <catch2/catch.hpp>
#include <cmath>
#include <set>

#include "app/canvas.h"

using namespace omegascope;

namespace {

// The mean of a block, by its definition.
double blockMean(const std::vector<float>& cells, int rows, int columns, MapFactor factor, int row, int column) {
  double sum = 0;
  int count = 0;
  for (int n = row * factor.rows; n < std::min(rows, (row + 1) * factor.rows); ++n) {
    for (int m = column * factor.columns; m < std::min(columns, (column + 1) * factor.columns); ++m, ++count)
      sum += cells[static_cast<std::size_t>(n) * columns + m];
  }
  return sum / count;
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

// Cells whose values go round 0 … 255 in steps of 7: neighbours in a row differ in colour.
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

TEST_CASE("pooled blocks are the exact means, ragged edges included", "[map]") {
  const int rows = 53, columns = 37;
  auto cells = attentionLike(rows, columns);
  for (std::size_t i = 0; i < cells.size(); i += 3) cells[i] = -cells[i];
  const MapSource source = MapSource::matrix(rows, columns, cells);
  for (const MapFactor factor : {MapFactor{1, 1}, {2, 2}, {4, 4}, {8, 8}, {64, 64}, {1, 16}, {8, 2}}) {
    const MapLevel level = source.level(factor);
    CHECK(level.factor == factor);
    REQUIRE(level.rows == (rows + factor.rows - 1) / factor.rows);
    REQUIRE(level.columns == (columns + factor.columns - 1) / factor.columns);
    for (int r = 0; r < level.rows; ++r) {
      for (int c = 0; c < level.columns; ++c) {
        const double exact = blockMean(cells, rows, columns, factor, r, c);
        CHECK(level.values.get()[r * level.columns + c] == static_cast<float>(exact));
      }
    }
  }
  CHECK(source.range().first < 0);
}

TEST_CASE("what is no cell stays empty, and means are of the other cells", "[map]") {
  const int side = 9;
  std::vector<float> cells(side * side, kNoCell);  // causal: key m of query n is there up to n
  for (int n = 0; n < side; ++n)
    for (int m = 0; m <= n; ++m) cells[static_cast<std::size_t>(n * side + m)] = static_cast<float>(n + m);
  const MapSource source = MapSource::matrix(side, side, cells);
  CHECK(source.range() == std::pair{0.0f, 16.0f});
  const MapLevel level = source.level({2, 2});
  CHECK(level.values.get()[0] == Approx((0 + 1 + 2) / 3.0));
  CHECK(level.values.get()[1] == kNoCell);
  CHECK(level.values.get()[level.columns] == Approx((2 + 3 + 3 + 4) / 4.0));
  MapFrame frame;
  frame.pixels = {side, side};
  frame.background = 0xff123456;
  frame.scale = {ColourMap::Viridis, Norm::Linear, 0, 16};
  frame.level = source.level({});
  for (int i = 0; i < side; ++i) frame.rows.push_back(i), frame.columns.push_back(i);
  const QImage picture = paintMap(frame);
  for (int n = 0; n < side; ++n)
    for (int m = 0; m < side; ++m) CHECK((picture.pixel(m, n) == frame.background) == (m > n));
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
  CHECK(transform.factor(1) == MapFactor{4, 4});
  CHECK(transform.cellWidth() * 4 >= 1);
  map->setView({500, 500, 1 / transform.cellWidth()});
  CHECK(map->poolingText().isEmpty());
}

TEST_CASE("a source whose cells are blocks already counts in rows and columns of the matrix", "[map]") {
  auto map = ramp(1000, 1000, QSize(420, 430));
  MapLabels labels;
  labels.rowsEach = labels.columnsEach = 8;
  map->setLabels(labels);
  CHECK(map->poolingText() == "32:1 pooled (mean)");
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

TEST_CASE("what has room along one axis is not pooled for want of it along the other", "[map]") {
  constexpr int kRows = 16, kColumns = 2000;
  std::vector<float> values;
  for (int row = 0; row < kRows; ++row) values.insert(values.end(), kColumns, static_cast<float>(row));
  HeatMap map;
  map.setPainter(PainterKind::Raster);
  map.setStretched(true);
  map.setScale({ColourMap::Viridis, Norm::Linear, 0, kRows - 1});
  map.setSource(MapSource::matrix(kRows, kColumns, values));
  MapLabels labels;
  labels.title = QStringLiteral("own ω");
  labels.rows = QStringLiteral("proposal c");
  labels.columns = QStringLiteral("query n");
  map.setLabels(labels);
  map.resize(260, 220);
  CHECK(map.poolingText() == "16:1 pooled (mean) along query n");
  const QImage picture = map.rasterCanvas();
  std::set<QRgb> colours;
  for (int y = 0; y < picture.height(); ++y) {
    const QPointF at = map.transform().canvas().topLeft() + QPointF(20.5, y + 0.5);
    const auto cell = map.cellAt(at);
    REQUIRE(cell);
    CHECK(picture.pixel(20, y) == Colouriser(map.scale())(static_cast<float>(cell->first)));  // what is pointed at
    colours.insert(picture.pixel(20, y));
  }
  CHECK(colours.size() == kRows);
  // A small figure for print holds them all, too, and says in short what has no room.
  const QSize small(120, 110);
  QImage print(3 * small, QImage::Format_RGB32);
  QPainter painter(&print);
  painter.scale(3, 3);
  map.paintTo(painter, QRectF(QPointF(0, 0), small), Theme::light());
  painter.end();
  colours.clear();
  for (int y = 0; y < print.height(); ++y)
    for (int x = 0; x < print.width(); ++x) colours.insert(print.pixel(x, y));
  for (int row = 0; row < kRows; ++row) CHECK(colours.count(Colouriser(map.scale())(static_cast<float>(row))) == 1);
  QByteArray svg;
  QBuffer buffer(&svg);
  QSvgGenerator generator;
  generator.setOutputDevice(&buffer);
  generator.setSize(small);
  painter.begin(&generator);
  map.paintTo(painter, QRectF(QPointF(0, 0), small), Theme::light());
  painter.end();
  CHECK_FALSE(svg.contains("…"));
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
  CHECK(follower->view() == map->view());

  drag(*map, {200, 200}, {140, 170});
  const auto after = map->cellAt(at - QPointF(60, 30));
  REQUIRE(after);
  CHECK(*after == *there);
  CHECK(map->view().row != Approx(128).margin(1));
  follower->setView(moved.last().at(0).value<MapView>());
  CHECK(follower->view() == map->view());  // not at an edge, where a map of another shape would be held back

  QTest::mouseDClick(map.get(), Qt::LeftButton, Qt::NoModifier, at.toPoint());
  CHECK(map->view().zoom == 1);
  wheel(*map, at, -1200);
  CHECK(map->view().zoom == 1);
}

TEST_CASE("keys zoom a map about its middle, move it and show it whole; bare arrows are not its own", "[map]") {
  auto map = ramp(256, 256, QSize(300, 310));
  QSignalSpy moved(map.get(), &HeatMap::viewChanged);
  for (int i = 0; i < 4; ++i) QTest::keyClick(map.get(), Qt::Key_Plus);
  CHECK(map->view().zoom == Approx(std::pow(1.25, 4)));
  CHECK(map->view().row == Approx(128));
  CHECK(map->view().column == Approx(128));
  const double seen = 256 / map->view().zoom;
  QTest::keyClick(map.get(), Qt::Key_Right, Qt::ShiftModifier);
  CHECK(map->view().column == Approx(128 + seen / 10).epsilon(0.01));
  QTest::keyClick(map.get(), Qt::Key_Up, Qt::ShiftModifier);
  CHECK(map->view().row == Approx(128 - seen / 10).epsilon(0.01));
  const auto count = moved.count();
  CHECK(count == 6);
  QKeyEvent bare(QEvent::ShortcutOverride, Qt::Key_Right, Qt::NoModifier);
  bare.ignore();
  QCoreApplication::sendEvent(map.get(), &bare);
  CHECK_FALSE(bare.isAccepted());
  QTest::keyClick(map.get(), Qt::Key_Right);
  CHECK(moved.count() == count);
  QTest::keyClick(map.get(), Qt::Key_Minus);
  CHECK(map->view().zoom == Approx(std::pow(1.25, 3)));
  QTest::keyClick(map.get(), Qt::Key_0);
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
  map->setMarks({7, -1, -1, -1, 0, 0});
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
  const QImage screen = map->grab().toImage();
  QImage exported(map->size(), QImage::Format_RGB32);
  exported.fill(Qt::white);
  QPainter painter(&exported);
  map->paintTo(painter, QRectF(QPointF(0, 0), map->size()), Theme::light());
  painter.end();
  CHECK(difference(screen, exported).beyond < 0.002);
  QImage white(map->size(), QImage::Format_RGB32);
  white.fill(Qt::white);
  CHECK(difference(exported, white).beyond > 0.3);
}

TEST_CASE("where there is no map its place says why", "[map]") {
  HeatMap map;
  map.setPainter(PainterKind::Raster);
  map.resize(300, 200);
  MapLabels labels;
  labels.title = QStringLiteral("hyper");
  const auto isBlank = [&] {
    QImage image(map.size(), QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    map.paintTo(painter, QRectF(QPointF(0, 0), map.size()), Theme::light());
    painter.end();
    QImage white(map.size(), QImage::Format_RGB32);
    white.fill(Qt::white);
    return image == white;
  };
  map.setLabels(labels);
  CHECK(isBlank());
  labels.badges << QStringLiteral("too many queries for a map");
  map.setLabels(labels);
  CHECK_FALSE(isBlank());
}

TEST_CASE("the title's tip says all that the line above a map may have no room for", "[map]") {
  HeatMap map;
  map.setPainter(PainterKind::Raster);
  map.setSource(MapSource::matrix(4, 4, std::vector<float>(16, 0.5F)));
  MapLabels labels;
  labels.title = QStringLiteral("softmax");
  labels.badges << QStringLiteral("40 of 171 rows per cell");
  labels.rowsEach = labels.columnsEach = 171;
  map.setLabels(labels);
  map.resize(140, 190);
  const auto tipAt = [&](QPoint at) {
    QToolTip::showText({}, QStringLiteral("before"), &map);
    QHelpEvent help(QEvent::ToolTip, at, map.mapToGlobal(at));
    QCoreApplication::sendEvent(&map, &help);
    return QToolTip::text();
  };
  CHECK(tipAt({60, 6}) == QStringLiteral("softmax\n40 of 171 rows per cell\n171:1 pooled (mean)"));
  CHECK(tipAt({60, 100}) != QStringLiteral("softmax\n40 of 171 rows per cell\n171:1 pooled (mean)"));
  QToolTip::hideText();
}

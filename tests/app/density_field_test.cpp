#include "widgets/density_field.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QSignalSpy>
#include <QTest>
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "app/canvas.h"
#include "widgets/canvas_title.h"
#include "widgets/contours.h"
#include "widgets/density_field_style.h"

using namespace omegascope;

namespace {

template <class Function>
FieldGrid gridOf(int columns, int rows, const QRectF& area, Function f) {
  FieldGrid grid;
  grid.columns = columns;
  grid.rows = rows;
  grid.area = area;
  std::vector<float> values;
  for (int j = 0; j < rows; ++j) {
    for (int i = 0; i < columns; ++i) values.push_back(static_cast<float>(f(grid.node(i, j))));
  }
  grid.values = floatBuffer(std::move(values));
  return grid;
}

void move(QWidget& widget, QPointF to, Qt::MouseButtons buttons, Qt::KeyboardModifiers modifiers = {}) {
  QMouseEvent event(QEvent::MouseMove, to, widget.mapToGlobal(to), Qt::NoButton, buttons, modifiers);
  QCoreApplication::sendEvent(&widget, &event);
}

/// Point 7 at (1, 1), which can be dragged, and point 3, which cannot.
DensityScene freeAndFixed(QPointF fixedAt) {
  DensityScene scene;
  FieldPoint free, fixed;
  free.id = 7;
  free.at = {1, 1};
  free.draggable = true;
  fixed.id = 3;
  fixed.at = fixedAt;
  scene.points = {free, fixed};
  return scene;
}

}  // namespace

TEST_CASE("what is said above a field has a second line where one is too short for it", "[field]") {
  const FieldStyle style{Theme::light(), QLocale::c()};
  const QRectF room(0, 0, 320, 260);
  FieldLabels labels;
  labels.badges = {QStringLiteral("35 % shown")};
  const QRectF one = fieldPlotRect(room, labels, style);
  labels.badges << QStringLiteral("hover or click a row of a map to see its target");
  const QRectF two = fieldPlotRect(room, labels, style);
  CHECK(two.top() == one.top() + secondLineHeight(style.theme));
  CHECK((two.left() == one.left() && two.bottom() == one.bottom()));
  CHECK(fieldPlotRect({0, 0, 900, 260}, labels, style).top() == one.top());
}

TEST_CASE("the label of an arrow that ends at the edge is inside the plot", "[field]") {
  DensityField field;
  field.resize(420, 320);
  const QPointF edge = field.transform().visible().center() + QPointF(field.transform().visible().width() * 0.499, 0);
  const QString label = QStringLiteral("f(ω) = (0.123, 0.456)");
  const auto drawn = [&](const QString& words) {
    DensityScene scene;
    scene.arrows.push_back({field.transform().visible().center(), edge, Qt::black, words});
    field.setScene(scene);
    QImage image(field.size(), QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    field.paintTo(painter, field.rect(), Theme::light(), QLocale::c());
    return image;
  };
  const QImage with = drawn(label), without = drawn({});
  int left = with.width(), right = 0;
  for (int y = 0; y < with.height(); ++y)
    for (int x = 0; x < with.width(); ++x)
      if (with.pixel(x, y) != without.pixel(x, y)) left = std::min(left, x), right = std::max(right, x);
  CHECK(right - left > 0.9 * QFontMetricsF(Theme::light().font).horizontalAdvance(label));
}

TEST_CASE("contours of a paraboloid are closed circles", "[field]") {
  const auto grid = gridOf(101, 81, QRectF(-3, -2.5, 6, 5), [](QPointF p) { return p.x() * p.x() + p.y() * p.y(); });
  for (const double radius : {0.4, 1.0, 2.2}) {
    const auto lines = contourLines(grid, radius * radius);
    REQUIRE(lines.size() == 1);
    CHECK(lines[0].first() == lines[0].last());
    double length = 0;
    for (qsizetype i = 0; i < lines[0].size(); ++i) {
      // Linear interpolation of a quadratic: within h^2 / (4 r) of the circle.
      CHECK(std::hypot(lines[0][i].x(), lines[0][i].y()) ==
            Approx(radius).margin(0.0625 * 0.0625 / (4 * radius) + 1e-6));
      if (i > 0) length += std::hypot(lines[0][i].x() - lines[0][i - 1].x(), lines[0][i].y() - lines[0][i - 1].y());
    }
    CHECK(length == Approx(2 * 3.14159265 * radius).epsilon(0.005));
  }
}

TEST_CASE("contours that leave the grid are open, and a plane has one straight line", "[field]") {
  const auto grid = gridOf(9, 7, QRectF(0, 0, 8, 6), [](QPointF p) { return p.x() + 2 * p.y(); });
  const auto lines = contourLines(grid, 7.3);
  REQUIRE(lines.size() == 1);
  CHECK(lines[0].first() != lines[0].last());
  for (const QPointF& p : lines[0]) CHECK(p.x() + 2 * p.y() == Approx(7.3).margin(1e-5));
  CHECK(contourLines(grid, 100).empty());
  CHECK(contourLines(FieldGrid{}, 0).empty());
}

TEST_CASE("at a saddle lines do not cross, and holes have lines of their own", "[field]") {
  const auto saddle = gridOf(2, 2, QRectF(0, 0, 1, 1), [](QPointF p) { return (2 * p.x() - 1) * (2 * p.y() - 1); });
  for (const double level : {0.1, -0.1}) {
    const auto lines = contourLines(saddle, level);
    REQUIRE(lines.size() == 2);
    // Each is a branch of the hyperbola (2x − 1)(2y − 1) = level: in one quarter around the saddle.
    for (const auto& line : lines)
      for (const QPointF& p : line) {
        CHECK((p.x() > 0.5) == (line.first().x() > 0.5));
        CHECK((p.y() > 0.5) == (line.first().y() > 0.5));
        CHECK((p.x() > 0.5) == ((p.y() > 0.5) == (level > 0)));
      }
  }
  const auto ring = gridOf(120, 120, QRectF(-3, -3, 6, 6), [](QPointF p) {
    const double r = std::hypot(p.x(), p.y());
    return -std::abs(r - 1.5);
  });
  CHECK(contourLines(ring, -0.5).size() == 2);
  const auto broken = gridOf(20, 20, QRectF(-1, -1, 2, 2), [](QPointF p) { return p.x() > 0.5 ? NAN : p.x(); });
  const auto beside = contourLines(broken, 0.2);
  REQUIRE(beside.size() == 1);
  for (const QPointF& p : beside[0]) CHECK(p.x() == Approx(0.2).margin(1e-5));
}

TEST_CASE("a linear field is drawn without error, and what is not finite as the smallest value", "[field]") {
  DensityField field;
  field.resize(330, 320);
  DensityScene scene;
  scene.field = gridOf(7, 5, QRectF(-3, -2, 6, 4), [](QPointF p) { return p.x() + 0.5 * p.y(); });
  scene.scale = {ColourMap::Viridis, Norm::Linear, -4, 4};
  field.setScene(scene);
  const auto at = field.transform();
  const QImage picture = field.rasterCanvas();
  const QPointF corner = at.plot().topLeft();
  int compared = 0;
  for (int y = 3; y < picture.height(); y += 17) {
    for (int x = 3; x < picture.width(); x += 13) {
      const QPointF p = at.toData(corner + QPointF(x + 0.5, y + 0.5));
      if (!scene.field.area.adjusted(0.05, 0.05, -0.05, -0.05).contains(p)) continue;
      const QRgb drawn = picture.pixel(x, y), exact = scene.scale.colour(p.x() + 0.5 * p.y());
      CHECK(std::abs(qRed(drawn) - qRed(exact)) <= 1);
      CHECK(std::abs(qGreen(drawn) - qGreen(exact)) <= 1);
      CHECK(std::abs(qBlue(drawn) - qBlue(exact)) <= 1);
      ++compared;
    }
  }
  CHECK(compared >= 50);
  scene.field = gridOf(5, 5, QRectF(-3, -3, 6, 6), [](QPointF) { return -INFINITY; });
  field.setScene(scene);
  CHECK(field.rasterCanvas().pixel(150, 140) == scene.scale.colour(-4));
}

TEST_CASE("both axes have the same scale, y grows upwards, and pixels lead back to data", "[field]") {
  DensityField field;
  for (const QSize size : {QSize(500, 300), QSize(240, 420)}) {
    field.resize(size);
    field.setHome(QRectF(-2, -1, 4, 2));
    const auto at = field.transform();
    CHECK(at.toPixel({1, 0}).x() - at.toPixel({0, 0}).x() == Approx(at.toPixel({0, 0}).y() - at.toPixel({0, 1}).y()));
    CHECK(at.visible().contains(QRectF(-1.999, -0.999, 3.998, 1.998)));
    const QPointF back = at.toData(at.toPixel({0.37, -0.81}));
    CHECK(back.x() == Approx(0.37));
    CHECK(back.y() == Approx(-0.81));
    const auto zoomed = FieldTransform(at.plot(), at.zoomed(3, {100, 90}));
    CHECK(zoomed.toData({100, 90}).x() == Approx(at.toData({100, 90}).x()));
    CHECK(zoomed.pixelsPerUnit() == Approx(3 * at.pixelsPerUnit()));
  }
}

TEST_CASE("points are hovered, clicked and dragged; the rest pans or brushes", "[field]") {
  DensityField field;
  field.resize(420, 400);
  field.setScene(freeAndFixed({-1, -1}));
  const auto at = field.transform();
  const QPointF a = at.toPixel({1, 1}), b = at.toPixel({-1, -1});
  CHECK(field.pointAt(a) == 7);
  CHECK(field.pointAt(b) == 3);
  CHECK_FALSE(field.pointAt(at.toPixel({0, 0})));

  QSignalSpy hovered(&field, &DensityField::pointHovered), clicked(&field, &DensityField::pointClicked);
  QSignalSpy pressed(&field, &DensityField::pointPressed), dragged(&field, &DensityField::pointDragged);
  QSignalSpy released(&field, &DensityField::pointReleased), brushed(&field, &DensityField::brushed);
  QSignalSpy moved(&field, &DensityField::viewChanged);
  move(field, a, Qt::NoButton);
  CHECK(hovered.last().at(0) == 7);
  QTest::mouseClick(&field, Qt::LeftButton, Qt::NoModifier, b.toPoint());
  CHECK(clicked.last().at(0) == 3);
  QTest::mouseClick(&field, Qt::LeftButton, Qt::NoModifier, at.toPixel({0, 2}).toPoint());
  CHECK(clicked.count() == 1);  // nothing is there

  QTest::mousePress(&field, Qt::LeftButton, Qt::NoModifier, a.toPoint());
  move(field, a.toPoint() + QPointF(10, 0), Qt::LeftButton);
  move(field, a.toPoint() + QPointF(50, -20), Qt::LeftButton);
  QTest::mouseRelease(&field, Qt::LeftButton, Qt::NoModifier, a.toPoint() + QPoint(50, -20));
  CHECK(pressed.count() == 1);
  CHECK(released.count() == 1);
  CHECK(dragged.count() == 2);
  const QPointF to = dragged.last().at(1).toPointF(), wanted = QPointF(1, 1) + QPointF(50, 20) / at.pixelsPerUnit();
  CHECK(to.x() == Approx(wanted.x()).epsilon(1e-6));
  CHECK(to.y() == Approx(wanted.y()).epsilon(1e-6));
  CHECK(moved.count() == 0);

  const QPoint empty = at.toPixel({0, 0}).toPoint();
  QTest::mousePress(&field, Qt::LeftButton, Qt::NoModifier, empty);
  move(field, empty + QPointF(30, 0), Qt::LeftButton);
  QTest::mouseRelease(&field, Qt::LeftButton, Qt::NoModifier, empty + QPoint(30, 0));
  CHECK(moved.count() == 1);
  field.fit();

  QTest::mousePress(&field, Qt::LeftButton, Qt::ShiftModifier, empty);
  move(field, empty + QPointF(40, -60), Qt::LeftButton, Qt::ShiftModifier);
  QTest::mouseRelease(&field, Qt::LeftButton, Qt::ShiftModifier, empty + QPoint(40, -60));
  REQUIRE(brushed.count() == 1);
  const QRectF area = brushed.last().at(0).toRectF();
  CHECK(area.width() == Approx(40 / at.pixelsPerUnit()));
  CHECK(area.height() == Approx(60 / at.pixelsPerUnit()));
  CHECK(area.top() == Approx(at.toData(empty).y()));
}

TEST_CASE("what goes away from under a pointer that rests is hovered no longer", "[field]") {
  DensityField field;
  field.resize(420, 400);
  field.setScene(freeAndFixed({-1, -1}));
  QSignalSpy hovered(&field, &DensityField::pointHovered);
  const QPointF fixed = field.transform().toPixel({-1, -1});
  move(field, fixed, Qt::NoButton);
  REQUIRE(hovered.last().at(0) == 3);
  field.setScene(freeAndFixed({-1, -1}));
  CHECK(hovered.count() == 1);
  field.setScene(freeAndFixed({2, -2}));
  REQUIRE(hovered.count() == 2);
  CHECK(hovered.last().at(0) == -1);
  field.setScene(freeAndFixed({-1, -1}));
  CHECK(hovered.count() == 2);  // whoever comes to it is not asked for
}

TEST_CASE("keys zoom and move a field, and with Ctrl the point that is held: one drag until they are let go",
          "[field]") {
  DensityField field;
  field.resize(420, 400);
  DensityScene scene = freeAndFixed({0, 0});
  field.setScene(scene);
  const FieldView home = field.view();
  QTest::keyClick(&field, Qt::Key_Plus);
  CHECK(field.view().span == Approx(home.span / 1.25));
  CHECK(field.view().centre == home.centre);
  QTest::keyClick(&field, Qt::Key_Up, Qt::ShiftModifier);
  CHECK(field.view().centre.y() == Approx(home.centre.y() + field.transform().visible().height() / 10));
  QTest::keyClick(&field, Qt::Key_0);
  CHECK(field.view() == home);

  QSignalSpy pressed(&field, &DensityField::pointPressed), dragged(&field, &DensityField::pointDragged);
  QSignalSpy released(&field, &DensityField::pointReleased);
  for (const int id : {-1, 3}) {  // nothing is held, or what cannot be moved
    scene.held = id;
    field.setScene(scene);
    QTest::keyClick(&field, Qt::Key_Left, Qt::ControlModifier);
    CHECK(pressed.count() == 0);
  }
  scene.held = 7;
  field.setScene(scene);
  for (int i = 0; i < 3; ++i) QTest::keyPress(&field, Qt::Key_Left, Qt::ControlModifier);
  CHECK(pressed.count() == 1);
  CHECK(dragged.count() == 3);
  const QPointF to = dragged.last().at(1).toPointF();
  const double step = (1 - to.x()) / 3;
  CHECK(step > 0);
  CHECK(step < field.transform().visible().width() / 20);
  CHECK(to.y() == 1);
  CHECK(released.count() == 0);
  QTest::keyRelease(&field, Qt::Key_Left, Qt::ControlModifier);
  CHECK(released.count() == 1);
  QTest::keyPress(&field, Qt::Key_Up, Qt::ControlModifier);
  CHECK(dragged.last().at(1).toPointF() == QPointF(1, 1 + step));
  QFocusEvent away(QEvent::FocusOut);
  QCoreApplication::sendEvent(&field, &away);
  CHECK(released.count() == 2);
  // While the picture of the last move is on its way, the next one goes on from there.
  field.setStale(true);
  QTest::keyClick(&field, Qt::Key_Up, Qt::ControlModifier);
  CHECK(dragged.last().at(1).toPointF().y() == Approx(1 + 2 * step));
  field.forgetMove();  // it was undone
  QTest::keyClick(&field, Qt::Key_Up, Qt::ControlModifier);
  CHECK(dragged.last().at(1).toPointF().y() == Approx(1 + step));
  field.setStale(false);
  QTest::keyClick(&field, Qt::Key_Up, Qt::ControlModifier);
  CHECK(dragged.last().at(1).toPointF().y() == Approx(1 + step));

  // Another point is held in mid-drag, and whoever is told that the first is let go sets another scene.
  scene.points[1].draggable = true;
  QObject::connect(&field, &DensityField::pointReleased, &field, [&field, &scene] { field.setScene(scene); });
  QTest::keyPress(&field, Qt::Key_Up, Qt::ControlModifier);
  scene.held = 3;
  field.setScene(scene);
  QTest::keyPress(&field, Qt::Key_Up, Qt::ControlModifier);
  CHECK(dragged.last().at(0) == 3);
  CHECK(dragged.last().at(1).toPointF() == QPointF(0, step));
}

TEST_CASE("the area of a point is its weight", "[field]") {
  DensityScene scene;
  scene.smallestRadius = 0;
  const auto inked = [&](double weight, PointShape shape) {
    DensityField field;
    field.resize(300, 300);
    field.setTheme(Theme::light());
    FieldPoint point;
    point.weight = weight;
    point.shape = shape;
    point.colour = Qt::black;
    scene.largestArea = 2000;
    scene.points = {point};
    field.setScene(scene);
    const QImage picture = field.rasterCanvas();
    double ink = 0;
    for (int y = 0; y < picture.height(); ++y) {
      for (int x = 0; x < picture.width(); ++x) ink += 1 - qRed(picture.pixel(x, y)) / 255.0;
    }
    return ink;
  };
  for (const auto shape :
       {PointShape::Disc, PointShape::Square, PointShape::Diamond, PointShape::Triangle, PointShape::Star}) {
    CHECK(inked(1, shape) == Approx(2000).epsilon(0.02));
    CHECK(inked(0.25, shape) == Approx(500).epsilon(0.03));
  }
}

// The wheel and the drag in a plot that is filled anew while it is looked at.
#include "widgets/plot_zoom.h"

#include <QTest>
#include <catch2/catch.hpp>

#include "widgets/plot_style.h"

using namespace omegascope;

namespace {

/// Two rectangles, one above the other, that are made again with each fill.
struct ZoomedPlot {
  QCustomPlot plot;
  PlotZoom zoom;
  AxisKind kind;

  ZoomedPlot(PlotZoom::Across across, AxisKind kind_) : zoom(plot, across), kind(kind_) {
    plot.resize(400, 300);
    fill(100);
  }
  void fill(double last) {
    plot.plotLayout()->clear();
    plot.plotLayout()->simplify();
    for (int row = 0; row < 2; ++row) {
      auto* rect = new QCPAxisRect(&plot);
      plot.plotLayout()->addElement(row, 0, rect);
      styleAxis(*rect->axis(QCPAxis::atBottom), QStringLiteral("x"), {}, kind);
      rect->axis(QCPAxis::atBottom)->setRange(1, last);
      rect->axis(QCPAxis::atLeft)->setRange(0, 4);
    }
    zoom.restore({{0, 10}});
    plot.replot();
  }
  const QCPAxis& axis(int row, QCPAxis::AxisType type) { return *plot.axisRect(row)->axis(type); }
  QCPRange across(int row) { return axis(row, QCPAxis::atBottom).range(); }
  QCPRange up(int row) { return axis(row, QCPAxis::atLeft).range(); }
  QPointF middle(int row) { return QRectF(plot.axisRect(row)->rect()).center(); }
  void wheel(QPointF at, int delta) {
    QWheelEvent event(at, plot.mapToGlobal(at), QPoint(), QPoint(0, delta), Qt::NoButton, Qt::NoModifier,
                      Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(&plot, &event);
  }
  void drag(QPointF from, QPointF to) {
    QTest::mousePress(&plot, Qt::LeftButton, Qt::NoModifier, from.toPoint());
    QMouseEvent move(QEvent::MouseMove, to, plot.mapToGlobal(to), Qt::NoButton, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&plot, &move);
    QTest::mouseRelease(&plot, Qt::LeftButton, Qt::NoModifier, to.toPoint());
  }
};

bool equal(const QCPRange& a, const QCPRange& b) {
  return a.lower == Approx(b.lower).epsilon(1e-9).margin(1e-9) && a.upper == Approx(b.upper).epsilon(1e-9).margin(1e-9);
}

}  // namespace

TEST_CASE("the wheel zooms a plot at the pointer, on linear and logarithmic axes; what is under it stays", "[plot]") {
  for (const AxisKind kind : {AxisKind::Linear, AxisKind::Log10}) {
    ZoomedPlot p(PlotZoom::Across::Shared, kind);
    const QPointF at = p.middle(0) + QPointF(40, 20);
    const double x = p.axis(0, QCPAxis::atBottom).pixelToCoord(at.x()),
                 y = p.axis(0, QCPAxis::atLeft).pixelToCoord(at.y());
    CHECK_FALSE(p.zoom.isZoomed());
    p.wheel(at, 240);
    CHECK(p.zoom.isZoomed());
    CHECK(p.axis(0, QCPAxis::atBottom).pixelToCoord(at.x()) == Approx(x));
    CHECK(p.axis(0, QCPAxis::atLeft).pixelToCoord(at.y()) == Approx(y));
    CHECK(p.up(0).size() == Approx(2));
    CHECK(equal(p.across(1), p.across(0)));
    CHECK(equal(p.up(1), {0, 4}));
    p.wheel(at, -240);
    CHECK_FALSE(p.zoom.isZoomed());
    CHECK(equal(p.across(0), {1, 100}));
  }
}

TEST_CASE("what was zoomed to outlives a fill; what was not follows the data", "[plot]") {
  ZoomedPlot p(PlotZoom::Across::Shared, AxisKind::Linear);
  p.fill(200);
  CHECK(equal(p.across(0), {1, 200}));
  p.wheel(p.middle(1), 480);
  const QCPRange shown = p.across(1);
  p.fill(400);
  CHECK(equal(p.across(1), shown));
  QCustomPlot other;
  for (int row = 0; row < 2; ++row) {
    other.plotLayout()->clear();
    other.plotLayout()->simplify();
  }
  for (int row = 0; row < 2; ++row) other.plotLayout()->addElement(row, 0, new QCPAxisRect(&other));
  p.zoom.applyTo(other);
  CHECK(equal(other.axisRect(1)->axis(QCPAxis::atBottom)->range(), shown));
  QTest::mouseDClick(&p.plot, Qt::LeftButton, Qt::NoModifier, p.middle(0).toPoint());
  CHECK_FALSE(p.zoom.isZoomed());
  CHECK(equal(p.across(0), {1, 400}));
}

TEST_CASE("a drag moves a zoomed plot and stops where there is no more; axes of their own do not follow", "[plot]") {
  ZoomedPlot p(PlotZoom::Across::Own, AxisKind::Linear);
  p.drag(p.middle(1), p.middle(1) + QPointF(60, 0));
  CHECK_FALSE(p.zoom.isZoomed());  // there is nothing beside it
  p.wheel(p.middle(1), 240);
  const QCPRange before = p.across(1);
  p.drag(p.middle(1), p.middle(1) + QPointF(-30, 0));
  CHECK(p.across(1).lower > before.lower);
  CHECK(p.across(1).size() == Approx(before.size()));
  CHECK(equal(p.across(0), {1, 100}));
  p.drag(p.middle(1), p.middle(1) + QPointF(-4000, 0));
  CHECK(p.across(1).upper == Approx(100));
  CHECK(p.across(1).size() == Approx(before.size()));
}

TEST_CASE("keys zoom a plot about its middle, move it, and show everything again", "[plot]") {
  ZoomedPlot p(PlotZoom::Across::Shared, AxisKind::Linear);
  QTest::keyClick(&p.plot, Qt::Key_Plus);
  CHECK(p.across(0).size() == Approx(0.8 * 99));
  CHECK(p.across(0).center() == Approx(50.5));
  CHECK(equal(p.across(1), p.across(0)));
  CHECK(p.up(1).size() == Approx(0.8 * 4));
  const QCPRange before = p.across(0);
  QTest::keyClick(&p.plot, Qt::Key_Right);  // of the window
  CHECK(equal(p.across(0), before));
  QTest::keyClick(&p.plot, Qt::Key_Right, Qt::ShiftModifier);
  CHECK(p.across(0).lower == Approx(before.lower + 0.1 * before.size()));
  CHECK(p.across(0).size() == Approx(before.size()));
  QTest::keyClick(&p.plot, Qt::Key_Minus);
  CHECK_FALSE(p.zoom.isZoomed());
  QTest::keyClick(&p.plot, Qt::Key_Plus);
  QTest::keyClick(&p.plot, Qt::Key_0);
  CHECK_FALSE(p.zoom.isZoomed());
}

TEST_CASE("beside an axis the wheel means that axis; outwards it goes as far as there is something", "[plot]") {
  ZoomedPlot p(PlotZoom::Across::Shared, AxisKind::Linear);
  const QRect rect = p.plot.axisRect(0)->rect();
  const QPointF beside(rect.left() - 5, rect.center().y());
  p.wheel(beside, 120);
  CHECK(equal(p.across(0), {1, 100}));
  CHECK(p.up(0).size() < 4);
  p.zoom.reset();
  p.wheel(beside, -2400);
  CHECK(equal(p.up(0), {0, 10}));
  CHECK(p.zoom.isZoomed());
  p.wheel({QRectF(p.plot.axisRect(1)->rect()).left() - 5, p.middle(1).y()}, -2400);
  CHECK(equal(p.up(1), {0, 4}));
  p.zoom.reset();
  for (int i = 0; i < 60; ++i) p.wheel(p.middle(0), 480);
  CHECK(p.across(0).size() > 0.0099);
}

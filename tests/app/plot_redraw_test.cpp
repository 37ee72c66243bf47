// A plot is drawn with the frame that shows it: once, and not before.
#include "widgets/plot_redraw.h"

#include <QSignalSpy>
#include <QTest>
#include <catch2/catch.hpp>

#include "jobs/waiting.h"

using namespace omegascope;

namespace {

struct Plot {
  QCustomPlot plot;
  QSignalSpy drawn{&plot, &QCustomPlot::afterReplot};

  Plot() {
    plot.resize(200, 150);
    plot.addGraph();
    REQUIRE(QTest::qWaitFor([&] { return drawn.count() > 0; }, kUnattendedMs));  // a new plot draws itself once
    drawn.clear();
  }
  void showLine(double y) { plot.graph(0)->setData({0, 1}, {y, y}); }
  QImage picture() { return plot.grab().toImage(); }
};

}  // namespace

TEST_CASE("however often a plot changes, it is drawn once, by its next frame", "[plot_redraw]") {
  Plot p;
  p.plot.show();
  REQUIRE(QTest::qWaitForWindowExposed(&p.plot));
  p.drawn.clear();
  const QImage before = p.picture();
  for (const double y : {1.0, 2.0, 3.0}) {
    p.showLine(y);
    redrawSoon(p.plot);
  }
  CHECK(p.drawn.isEmpty());
  CHECK(QTest::qWaitFor([&] { return p.drawn.count() == 1; }, kUnattendedMs));
  CHECK(p.picture() != before);
  QTest::qWait(60);
  CHECK(p.drawn.count() == 1);
  redrawSoon(p.plot);
  CHECK(QTest::qWaitFor([&] { return p.drawn.count() == 2; }, kUnattendedMs));
}

TEST_CASE("a plot that nobody sees is drawn when it is seen", "[plot_redraw]") {
  Plot p;
  p.showLine(2);
  redrawSoon(p.plot);
  QTest::qWait(30);
  CHECK(p.drawn.isEmpty());
  p.plot.show();
  REQUIRE(QTest::qWaitForWindowExposed(&p.plot));
  CHECK(QTest::qWaitFor([&] { return p.drawn.count() > 0; }, kUnattendedMs));
}

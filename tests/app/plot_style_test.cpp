// The one style of all plots.
#include "widgets/plot_style.h"

#include <catch2/catch.hpp>
#include <cmath>

using namespace omegascope;

TEST_CASE("the label of an axis keeps to its axis, and is whole again where there is room", "[plot_style]") {
  QCustomPlot plot;
  applyStyle(plot, Theme::light());
  QCPAxis& axis = *plot.yAxis;
  const auto labelAt = [&](int height) {
    plot.setViewport(QRect(0, 0, 300, height));
    plot.replot(QCustomPlot::rpImmediateRefresh);
    return axis.label();
  };
  const QString whole = QStringLiteral("squared bias, where above zero");
  axis.setLabel(whole);
  CHECK(labelAt(500) == whole);
  CHECK(labelAt(170) == QStringLiteral("squared bias"));
  const QString low = labelAt(90);
  CHECK(low.endsWith(QStringLiteral("…")));
  CHECK(whole.startsWith(low.chopped(1)));
  CHECK(QFontMetricsF(axis.labelFont()).horizontalAdvance(low) <= axis.axisRect()->height() + 12);
  CHECK(labelAt(500) == whole);
  labelAt(90);
  axis.setLabel(QStringLiteral("A"));
  CHECK(labelAt(90) == QStringLiteral("A"));
  CHECK(labelAt(500) == QStringLiteral("A"));
}

TEST_CASE("an axis without room for its title says a shorter one", "[plot_style]") {
  QCustomPlot plot;
  applyStyle(plot, Theme::light());
  styleAxis(*plot.xAxis, QStringLiteral("nested groups"), {}, AxisKind::Linear);
  setShortTitle(*plot.xAxis, QStringLiteral("groups"));
  const auto labelAt = [&](int width) {
    plot.setViewport(QRect(0, 0, width, 200));
    plot.replot(QCustomPlot::rpImmediateRefresh);
    return plot.xAxis->label();
  };
  CHECK(labelAt(300) == QStringLiteral("nested groups"));
  CHECK(labelAt(110) == QStringLiteral("groups"));
  CHECK(labelAt(300) == QStringLiteral("nested groups"));
  styleAxis(*plot.xAxis, QStringLiteral("effective samples"), {}, AxisKind::Linear);  // which has no shorter one
  CHECK(labelAt(110).startsWith(QStringLiteral("e")));
}

TEST_CASE("the title of a plot ends where the numbers of an axis at its right begin", "[plot_style]") {
  QCustomPlot plot;
  applyStyle(plot, Theme::light());
  QCPAxisRect* rect = plot.axisRect();
  addTitle(plot, rect, QStringLiteral("target filled, proposals, samples as stems"), Theme::light());
  const auto* title = qobject_cast<QCPItemText*>(plot.item(0));
  const auto titleIn = [&](int width) {
    plot.setViewport(QRect(0, 0, width, 200));
    plot.replot(QCustomPlot::rpImmediateRefresh);
    return title->text();
  };
  const int least = [&] {
    int width = 200;
    while (titleIn(width) != QStringLiteral("target filled, proposals, samples as stems")) ++width;
    return width;
  }();
  plot.yAxis2->setVisible(true);
  plot.yAxis2->setTickLabels(true);
  CHECK(titleIn(least) == QStringLiteral("target filled, proposals"));
  CHECK(titleIn(least + 120) == QStringLiteral("target filled, proposals, samples as stems"));
}

TEST_CASE("of listed numbers as many stand at an axis as have room, the first in any case", "[plot_style]") {
  QCustomPlot plot;
  applyStyle(plot, Theme::light());
  QCPAxis& axis = *plot.xAxis;
  styleAxis(axis, {}, {}, AxisKind::Log10);
  axis.setRange(0.8, 60);
  std::vector<Tick> ticks;
  for (const int groups : {8, 1, 2, 4, 16, 32, 48}) ticks.push_back({1.0 * groups, QString::number(groups)});
  setTicks(axis, ticks);
  const auto shownAt = [&](int width) {
    plot.setViewport(QRect(0, 0, width, 200));
    plot.replot(QCustomPlot::rpImmediateRefresh);
    const QFontMetricsF metrics(axis.tickLabelFont());
    double end = -INFINITY;
    for (int i = 0; i < axis.tickVector().size(); ++i) {
      const double at = axis.coordToPixel(axis.tickVector()[i]),
                   half = metrics.horizontalAdvance(axis.tickVectorLabels()[i]) / 2;
      CHECK(at - half > end + 1);
      end = at + half;
    }
    return QStringList(axis.tickVectorLabels());
  };
  CHECK(shownAt(700).size() == 7);
  const QStringList some = shownAt(130);
  CHECK(some.size() >= 2);
  CHECK(some.size() < 6);
  CHECK(some.contains(QStringLiteral("8")));
  CHECK(some.contains(QStringLiteral("1")));  // the farthest from it
  CHECK(shownAt(60).contains(QStringLiteral("8")));
  CHECK(shownAt(700).size() == 7);
}

TEST_CASE("a plot without room draws no axes, and draws them again where there is room", "[plot_style]") {
  QCustomPlot plot;
  applyStyle(plot, Theme::light());
  QCPAxisRect& other = *new QCPAxisRect(&plot);
  plot.plotLayout()->addElement(1, 0, &other);
  other.setVisible(false);  // by somebody else
  const auto isSeenAt = [&](int height) {
    plot.setViewport(QRect(0, 0, 300, height));
    plot.replot(QCustomPlot::rpImmediateRefresh);
    CHECK_FALSE(other.visible());
    return plot.axisRect()->visible();
  };
  CHECK(isSeenAt(300));
  CHECK_FALSE(isSeenAt(40));
  CHECK(isSeenAt(300));
}

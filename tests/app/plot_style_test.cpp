// The one style of all plots.
#include "widgets/plot_style.h"

#include <catch2/catch.hpp>

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

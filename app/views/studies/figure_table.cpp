#include "views/studies/figure_table.h"

#include <QCoreApplication>

#include "views/rich_text.h"

namespace omegascope {

using namespace omega::studies;

namespace {

QString tr(const char* text) { return QCoreApplication::translate("FigureTable", text); }

QString sourceOf(bool isPaper) { return isPaper ? tr("paper") : tr("measured"); }

QString nameAt(const std::vector<std::string>& names, double place) { return QString::fromStdString(names.at(static_cast<std::size_t>(place))); }

}  // namespace

PanelData tableOf(const Figure& figure) {
  PanelData data;
  data.columns = {tr("panel"), tr("series"), tr("source"), tr("x"), tr("y"), tr("low"), tr("high"), tr("standard error"), tr("point")};
  std::vector<double> values;
  const auto pointText = [](omega::Index point) { return point < 0 ? QString() : QString::number(point); };
  for (const auto& part : figure.panels) {
    const QString title = QString::fromStdString(part.title);
    for (const Curve& curve : part.curves)
      for (const CurvePoint& p : curve.points) {
        const QString x = part.x.categories.empty() ? plainNumber(p.x) : nameAt(part.x.categories, p.x);
        data.rows.push_back({title, QString::fromStdString(curve.name), sourceOf(curve.is_paper), x, plainNumber(p.y), curve.has_band ? plainNumber(p.low) : QString(),
                             curve.has_band ? plainNumber(p.high) : QString(), p.error > 0 ? plainNumber(p.error) : QString(), pointText(p.point)});
        values.push_back(p.y);
      }
    for (const MapCell& cell : part.cells) {
      data.rows.push_back({title, nameAt(part.y.categories, static_cast<double>(cell.row)), sourceOf(cell.point < 0), nameAt(part.x.categories, static_cast<double>(cell.column)),
                           plainNumber(cell.value), {}, {}, {}, pointText(cell.point)});
      values.push_back(cell.value);
    }
  }
  if (!values.empty()) data.arrays.emplace("y", omega::Array::from(values, {static_cast<omega::Index>(values.size())}));
  return data;
}

}  // namespace omegascope

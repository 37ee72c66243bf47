#include "studies/figure.h"

#include "core/text.h"
#include "studies/measure.h"

namespace omega::studies {

namespace {

Json axis_json(const Axis& axis) {
  Json json{{"title", axis.title}, {"log", axis.log}};
  if (axis.symmetric) json["symmetric"] = true;
  if (!axis.categories.empty()) json["categories"] = axis.categories;
  return json;
}

Json curve_json(const Curve& curve) {
  Json points = Json::array();
  for (const CurvePoint& p : curve.points) {
    Json one{{"x", p.x}, {"y", p.y}};
    if (curve.has_band) one.update({{"low", finite(p.low)}, {"high", finite(p.high)}});
    if (p.error > 0) one["error"] = p.error;
    if (p.point >= 0) one["point"] = p.point;
    points.push_back(one);
  }
  Json json{{"name", curve.name}, {"method", curve.method}, {"points", points}};
  if (curve.is_paper) json["paper"] = true;
  if (curve.is_theory) json["theory"] = true;
  if (curve.fit)
    json["fit"] = {{"slope", curve.fit->slope},
                   {"slope_error", finite(curve.fit->slope_error)},
                   {"within", finite(curve.fit_within)},
                   {"from", curve.fit_from},
                   {"to", curve.fit_to}};
  return json;
}

Json panel_json(const FigurePart& panel) {
  Json json{{"name", panel.name},
            {"title", panel.title},
            {"kind", panel_kind_names()[static_cast<std::size_t>(panel.kind)]},
            {"x", axis_json(panel.x)},
            {"y", axis_json(panel.y)}};
  if (!panel.group.empty()) json["group"] = panel.group;
  if (!panel.note.empty()) json["note"] = panel.note;
  if (!panel.band.empty()) json["band"] = panel.band;
  if (!panel.bars.empty()) json["bars"] = panel.bars;
  Json curves = Json::array(), cells = Json::array();
  for (const Curve& curve : panel.curves) curves.push_back(curve_json(curve));
  for (const MapCell& cell : panel.cells)
    cells.push_back({{"column", cell.column}, {"row", cell.row}, {"value", cell.value}});
  json["curves"] = curves;
  if (!cells.empty()) json["cells"] = cells;
  return json;
}

}  // namespace

double bar_of(PanelKind kind, const Curve& curve, const CurvePoint& p) {
  return kind == PanelKind::lines && !curve.has_band && curve.reference == 0 ? 2 * p.error : 0;
}

Json to_json(const Figure& figure) {
  Json panels = Json::array();
  for (const FigurePart& panel : figure.panels) panels.push_back(panel_json(panel));
  return {{"title", figure.title}, {"caption", figure.caption}, {"panels", panels}, {"missing", figure.missing}};
}

std::vector<std::vector<std::string>> table_of(const Figure& figure) {
  std::vector<std::vector<std::string>> rows = {
      {"panel", "series", "source", "x", "y", "low", "high", "standard_error", "point"}};
  const auto add = [&](const std::string& panel, const std::string& series, const std::string& source,
                       const std::string& x, const CurvePoint& p, bool has_band) {
    rows.push_back({panel, series, source, x, number_text(p.y), has_band ? number_text(p.low) : "",
                    has_band ? number_text(p.high) : "", p.error > 0 ? number_text(p.error) : "",
                    p.point < 0 ? "" : std::to_string(p.point)});
  };
  for (const FigurePart& panel : figure.panels) {
    const auto& names = panel.x.categories;
    for (const Curve& curve : panel.curves)
      for (const CurvePoint& p : curve.points)
        add(panel.title, curve.name,
            curve.is_paper    ? "paper"
            : curve.is_theory ? "theory"
                              : "measured",
            names.empty() ? number_text(p.x) : names.at(static_cast<std::size_t>(p.x)), p, curve.has_band);
    for (const MapCell& cell : panel.cells)
      add(panel.title, panel.y.categories.at(static_cast<std::size_t>(cell.row)), cell.point < 0 ? "paper" : "measured",
          names.at(static_cast<std::size_t>(cell.column)), {0, cell.value, 0, 0, 0, cell.point}, false);
  }
  return rows;
}

}  // namespace omega::studies

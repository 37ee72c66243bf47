#include "studies/panels.h"

#include <algorithm>
#include <cmath>

#include "core/named.h"
#include "core/text.h"
#include "studies/contrast.h"
#include "studies/measure.h"
#include "studies/papers.h"

namespace omega::studies {

namespace {

using Rows = std::vector<const Json*>;

std::string field_text(const StudyPoint& point, const std::string& field) {
  return field == "series" ? point.series : point.field(field).value_or("");
}

/// A text with the values of the first point; what it has no value for stays as it is.
std::string filled(const std::string& pattern, const std::vector<const StudyPoint*>& points) {
  if (points.empty()) return pattern;
  return fill(pattern, [&](const std::string& name) { return points.front()->field(name).value_or("{" + name + "}"); });
}

bool is_one_of(const std::string& name, const std::vector<std::string>& names) {
  return names.empty() || is_among(names, name);
}

/// The standard error of a mean over seeds, from those of its terms; not a number where one has none.
double error_of_draws(const Rows& rows, const std::string& name) {
  double squares = 0;
  for (const Json* row : rows) {
    const Json error = measured(*row, name + "_error");
    squares += error.is_number() ? std::pow(error.get<double>(), 2) : kUnknown;
  }
  return std::sqrt(squares) / static_cast<double>(rows.size());
}

/// Means of blocks of a row's draws, moved so that their mean is y. None where it has less than two.
std::vector<double> moved_blocks(const Json& row, const std::string& name, double y) {
  const Json all = measured(row, name + "_blocks");
  std::vector<double> blocks;
  if (!all.is_array() || all.size() < 2) return blocks;
  double mean = 0;
  for (const Json& block : all) {
    blocks.push_back(block.is_number() ? block.get<double>() : kUnknown);
    mean += blocks.back() / static_cast<double>(all.size());
  }
  for (double& block : blocks) block += y - mean;
  return blocks;
}

/// The logarithm that a row says, by blocks of its draws where it has them.
double log_of(const Json& row, const std::string& name) {
  const double y = measured(row, name).get<double>();
  const std::vector<double> logs = pseudo_logs(moved_blocks(row, name, y));
  double mean = 0;
  for (const double log : logs) mean += log / static_cast<double>(logs.size());
  if (!logs.empty() && std::isfinite(mean)) return mean;
  return y > 0 ? std::log(y) : kUnknown;
}

/// The numbers of the seeds or, where there is one seed, blocks of its draws.
void add_parts(CurvePoint& p, const PanelSpec& spec, const Rows& rows, Index seeds) {
  if (seeds > 1) {
    p.parts.assign(static_cast<std::size_t>(seeds), kUnknown);
    p.logs = p.parts;
    for (const Json* row : rows) {
      const auto seed = row->at("seed").get<std::size_t>();
      if (seed >= p.parts.size()) continue;
      p.parts[seed] = measured(*row, spec.y).get<double>();
      p.logs[seed] = log_of(*row, spec.y);
    }
    return;
  }
  p.parts = moved_blocks(*rows.front(), spec.y, p.y);
  p.logs = pseudo_logs(p.parts);
  p.parts_are_draws = !p.parts.empty();
}

/// How much one draw of each row makes of the error that y has by its draws.
void add_tail(CurvePoint& p, const PanelSpec& spec, const Rows& rows) {
  const auto count = static_cast<double>(rows.size());
  for (const Json* row : rows) {
    const Json error = measured(*row, spec.y + "_error"), share = measured(*row, "mse_share_of_one");
    const Index draws = row->at("values").value("draws", Index{0});
    if (!error.is_number() || !share.is_number() || draws < 2) continue;
    const double variance = std::pow(error.get<double>() / count, 2);
    p.variance += variance;
    p.variance_of_one += variance * share.get<double>();
    p.draws = draws;
  }
}

CurvePoint curve_point(const PanelSpec& spec, const Rows& rows, double x, Index point, Index seeds) {
  CurvePoint p;
  p.x = x;
  p.y = mean_of(rows, spec.y);
  p.low = spec.low.empty() ? p.y : mean_of(rows, spec.low);
  p.high = spec.high.empty() ? p.y : mean_of(rows, spec.high);
  p.point = point;
  if (!std::isfinite(p.y)) return p;
  add_parts(p, spec, rows, seeds);
  add_tail(p, spec, rows);
  p.error = p.error_of_draws = error_of_draws(rows, spec.y);
  if (rows.size() > 1)
    if (const auto of_seeds = contrast({{&p, 1}}, false)) p.error = of_seeds->error;
  p.has_error = std::isfinite(p.error);
  p.is_drawn = rows.front()->at("values").contains(spec.y + "_error");
  if (!p.has_error) p.error = 0;
  const double rounding = mean_of(rows, "rounding");
  if (std::isfinite(rounding)) p.rounding = rounding;
  return p;
}

/// A row that is a whole curve: lists of numbers under x, y, low and high.
void add_list(Curve& curve, const PanelSpec& spec, const Json& row, Index point) {
  curve.has_line = true;
  curve.is_dashed = curve.reference > 0;
  const Json xs = measured(row, spec.x), ys = measured(row, spec.y);
  const Json lows = spec.low.empty() ? ys : measured(row, spec.low),
             highs = spec.high.empty() ? ys : measured(row, spec.high);
  if (!xs.is_array()) return;
  for (std::size_t i = 0; i < std::min(xs.size(), ys.size()); ++i) {
    if (!xs[i].is_number() || !ys[i].is_number()) continue;
    const auto at = [&](const Json& list) {
      return list.is_array() && i < list.size() && list[i].is_number() ? list[i].get<double>() : ys[i].get<double>();
    };
    curve.points.push_back({xs[i].get<double>(), ys[i].get<double>(), at(lows), at(highs), 0, point});
  }
}

/// Bytes become the unit that the largest of them asks for: in the cells, and in the title that names them.
void use_larger_unit(FigurePart& map) {
  const std::string bytes = "(bytes)";
  const std::size_t at = map.title.find(bytes);
  double most = 0, unit = 1;
  std::string name;
  for (const MapCell& cell : map.cells) most = std::max(most, cell.value);
  for (const char* larger : {"(KiB)", "(MiB)", "(GiB)"})
    if (most >= 1024 * unit) {
      unit *= 1024;
      name = larger;
    }
  if (at == std::string::npos || name.empty()) return;
  map.title.replace(at, bytes.size(), name);
  for (MapCell& cell : map.cells) cell.value /= unit;
}

class PanelBuilder {
 public:
  PanelBuilder(const PanelSpec& spec, const StudyDefinition& study, const RowsOfPoint& rows)
      : spec_(spec), study_(study), rows_(rows) {}

  std::vector<FigurePart> build() const {
    std::vector<std::string> groups;
    for (const StudyPoint& point : study_.points)
      if (is_ours(point)) place_among(groups, field_text(point, spec_.split));
    const bool is_measured_only = !spec_.y.empty() && spec_.paper.empty();
    if (groups.empty() && !is_measured_only) groups.push_back("");
    std::vector<FigurePart> panels;
    for (const std::string& group : groups) panels.push_back(panel_of(group));
    return panels;
  }

 private:
  bool is_ours(const StudyPoint& point) const {
    return !spec_.y.empty() && is_one_of(point.block, spec_.of) && is_one_of(point.series, spec_.series);
  }
  const Rows& rows_of(const StudyPoint& point) const { return rows_[static_cast<std::size_t>(point.index)].measured; }

  /// The points of a panel, measured or not.
  std::vector<const StudyPoint*> points_of(const std::string& group) const {
    std::vector<const StudyPoint*> points;
    for (const StudyPoint& point : study_.points)
      if (is_ours(point) && field_text(point, spec_.split) == group) points.push_back(&point);
    return points;
  }

  PanelPoint wanted(const StudyPoint& point) const {
    const auto x = point.fields.find(spec_.x);
    const bool has_x = spec_.kind == PanelKind::lines && x != point.fields.end() && x->second.is_number();
    const auto index = static_cast<std::size_t>(point.index);
    return {curve_name(point), has_x ? x->second.get<double>() : kUnknown, rows_[index].measured.size(),
            static_cast<std::size_t>(study_.seeds) - rows_[index].problems};
  }

  FigurePart panel_of(const std::string& group) const {
    const std::vector<const StudyPoint*> points = points_of(group);
    FigurePart panel{.name = spec_.name,
                     .title = title_of(group, points),
                     .kind = spec_.kind,
                     .group = group,
                     .x = {.title = filled(spec_.x_title, points), .log = spec_.log_x},
                     .y = {.title = filled(spec_.y_title, points), .log = spec_.log_y, .symmetric = spec_.symmetric},
                     .log_colour = spec_.log_colour};
    for (const StudyPoint* point : points) {
      panel.wanted.push_back(wanted(*point));
      panel.x_is_measured = spec_.kind == PanelKind::lines && !point->fields.contains(spec_.x);
      if (rows_of(*point).empty()) continue;
      panel.band = band_words(find_measure(point->measure)->band);
      if (panel.nothing.empty()) panel.nothing = words_without(*point);
      const Json note = measured(*rows_of(*point).front(), spec_.note);
      if (note.is_string()) panel.note = note.get<std::string>();
      if (spec_.kind == PanelKind::map)
        add_cell(panel, *point);
      else
        add_points(panel, *point);
    }
    use_larger_unit(panel);
    finish_curves(panel);
    for (const Curve& curve : panel.curves)
      for (const CurvePoint& p : curve.points)
        if (bar_of(panel.kind, curve, p) > 0) panel.bars = "bars: ±2 standard errors";
    if (!spec_.paper.empty()) add_paper(panel, *find_paper_table(spec_.paper));
    return panel;
  }

  std::string title_of(const std::string& group, const std::vector<const StudyPoint*>& points) const {
    if (!spec_.title) return group.empty() || spec_.y.empty() ? spec_.y : spec_.y + ", " + group;
    return filled(*spec_.title, points);
  }

  /// What is true of a panel where such a point has no place.
  std::string words_without(const StudyPoint& point) const {
    if (spec_.log_y && mean_of(rows_of(point), spec_.y) <= 0) return "nothing is above 0";
    const auto& words = find_measure(point.measure)->without;
    const auto found = words.find(spec_.y);
    return found == words.end() ? "" : found->second;
  }

  /// Nothing where the panel draws something else as a band, or none.
  std::string band_words(const Band& band) const {
    if (spec_.low.empty() || spec_.low != band.low || spec_.high != band.high) return "";
    return (spec_.kind == PanelKind::categories ? "bar: " : "band: ") + band.words;
  }

  void add_cell(FigurePart& panel, const StudyPoint& point) const {
    const double value = mean_of(rows_of(point), spec_.y);
    const auto column = static_cast<Index>(place_among(panel.x.categories, field_text(point, spec_.x))),
               row = static_cast<Index>(place_among(panel.y.categories, field_text(point, spec_.rows_by)));
    if (std::isfinite(value)) panel.cells.push_back({column, row, value, point.index});
  }

  std::string curve_name(const StudyPoint& point) const {
    return spec_.kind == PanelKind::categories ? point.block : point.series;
  }

  /// The curve of a point; `reference`: of what it is held against.
  Curve& curve_of(FigurePart& panel, const StudyPoint& point, int reference) const {
    const bool has_names = spec_.kind == PanelKind::categories;  // of its points, at the axis: signs are of methods
    std::string name = curve_name(point), legend = has_names ? point.what.method : name, y = spec_.y;
    if (reference > 0) {
      const auto place = static_cast<std::size_t>(reference - 1);
      y = spec_.references[place];
      legend = spec_.reference_names[place];
      name += ", " + legend;
    }
    const auto same = [&](const Curve& curve) { return curve.name == name && curve.method == point.what.method; };
    auto found = std::find_if(panel.curves.begin(), panel.curves.end(), same);
    if (found != panel.curves.end()) return *found;
    return panel.curves.emplace_back(Curve{.name = name,
                                           .legend = legend,
                                           .method = point.what.method,
                                           .copy = has_names ? 0 : point.copy,
                                           .is_theory = is_among(find_measure(point.measure)->of_theory, y),
                                           .has_band = !spec_.low.empty() && reference == 0,
                                           .reference = reference,
                                           .has_line = !has_names && (reference > 0 || spec_.references.empty()),
                                           .is_dashed = reference > 1});
  }

  /// y of a point, then all it is held against.
  void add_points(FigurePart& panel, const StudyPoint& point) const {
    add_point(panel, point, spec_, 0);
    for (std::size_t i = 0; i < spec_.references.size(); ++i) {
      PanelSpec of_reference = spec_;
      of_reference.y = spec_.references[i];
      of_reference.low = of_reference.high = "";
      add_point(panel, point, of_reference, static_cast<int>(i) + 1);
    }
  }

  void add_point(FigurePart& panel, const StudyPoint& point, const PanelSpec& spec, int reference) const {
    const Rows& rows = rows_of(point);
    if (measured(*rows.front(), spec.y).is_array())
      return add_list(curve_of(panel, point, reference), spec, *rows.front(), point.index);
    double x = 0;
    if (spec_.kind == PanelKind::categories) {
      x = static_cast<double>(place_among(panel.x.categories, point.series));
    } else {
      const auto field = point.fields.find(spec_.x);
      x = field != point.fields.end() && field->second.is_number() ? field->second.get<double>()
                                                                   : mean_of(rows, spec_.x);
    }
    const CurvePoint p = curve_point(spec, rows, x, point.index, study_.seeds);
    if (std::isfinite(p.x) && std::isfinite(p.y)) curve_of(panel, point, reference).points.push_back(p);
  }

  void finish_curves(FigurePart& panel) const {
    for (Curve& curve : panel.curves)
      std::stable_sort(curve.points.begin(), curve.points.end(),
                       [](const CurvePoint& a, const CurvePoint& b) { return a.x < b.x; });
    if (!spec_.relative_to.empty()) make_relative(panel);
    for (Curve& curve : panel.curves) {
      leave_gaps(curve);
      if (spec_.fit_from >= 0) fit(curve);
    }
    std::erase_if(panel.curves, [](const Curve& curve) { return curve.points.empty(); });
  }

  /// Leaves out points that have no place on a logarithmic axis; no line will lead across.
  void leave_gaps(Curve& curve) const {
    const auto has_place = [&](const CurvePoint& p) {
      return !(spec_.log_y && p.y <= 0) && !(spec_.log_x && spec_.kind == PanelKind::lines && p.x <= 0);
    };
    for (std::size_t i = 1; i < curve.points.size(); ++i) curve.points[i].after_gap = !has_place(curve.points[i - 1]);
    std::erase_if(curve.points, [&](const CurvePoint& p) { return !has_place(p); });
  }

  /// p in units of another: their errors join, part by part where they have parts in common.
  static CurvePoint relative(CurvePoint p, const CurvePoint& unit) {
    const double ratio = p.y / unit.y;
    for (std::size_t i = 0; i < p.parts.size(); ++i) {
      const bool is_common = i < unit.parts.size();
      p.parts[i] = ratio + (is_common ? p.parts[i] - ratio * unit.parts[i] : kUnknown) / unit.y;
      p.logs[i] -= is_common ? unit.logs[i] : kUnknown;
    }
    p.is_ratio = true;
    for (double* value : {&p.low, &p.high}) *value /= unit.y;
    p.variance = (p.variance + ratio * ratio * unit.variance) / (unit.y * unit.y);
    p.variance_of_one = (p.variance_of_one + ratio * ratio * unit.variance_of_one) / (unit.y * unit.y);
    p.draws = std::max(p.draws, unit.draws);
    p.y = ratio;
    p.rounding = 0;
    p.error = std::hypot(p.error, ratio * unit.error) / unit.y;
    p.error_of_draws = kUnknown;
    p.has_error = p.has_error && unit.has_error;
    if (const auto of_parts = contrast({{&p, 1}}, false)) p.error = of_parts->error;
    return p;
  }

  void make_relative(FigurePart& panel) const {
    const Curve* found = named(panel.curves, spec_.relative_to);
    const std::vector<CurvePoint> reference = found == nullptr ? std::vector<CurvePoint>{} : found->points;
    for (Curve& curve : panel.curves) {
      for (CurvePoint& p : curve.points) {
        const auto same =
            std::find_if(reference.begin(), reference.end(), [&](const CurvePoint& r) { return r.x == p.x; });
        if (same == reference.end())
          p.y = kUnknown;
        else
          p = relative(p, *same);
      }
      std::erase_if(curve.points, [](const CurvePoint& p) { return !std::isfinite(p.y); });
    }
  }

  void fit(Curve& curve) const {
    const auto power = power_of(curve.points, spec_.fit_from);
    if (!power) return;
    curve.turns = power->turns;
    if (power->turns) return;
    curve.fit = power->fit;
    curve.fit_within = power->within;
    curve.fit_from = power->from;
    curve.fit_to = power->to;
  }

  void add_paper(FigurePart& panel, const PaperTable& table) const {
    if (panel.kind == PanelKind::map) return add_paper_map(panel, table);
    const PaperSeries* found = named(table.series, table.reference);
    const bool relative = !spec_.relative_to.empty() && found != nullptr;
    if (panel.kind == PanelKind::categories) panel.x.categories = table.rows;
    for (const PaperSeries& series : table.series) {
      Curve curve{.name = series.name,
                  .legend = series.name,
                  .method = series.method,
                  .copy = copy_of(series, panel),
                  .is_paper = true,
                  .has_line = panel.kind == PanelKind::lines};
      for (std::size_t i = 0; i < series.y.size(); ++i) {
        const double y = relative ? series.y[i] / found->y[i] : series.y[i];
        curve.points.push_back({series.x[i], y, y, y});
      }
      panel.curves.push_back(std::move(curve));
    }
  }

  /// That of what the study measures under this name; else the next of its method here.
  int copy_of(const PaperSeries& series, const FigurePart& panel) const {
    for (const StudyPoint& point : study_.points)
      if (point.what.method == series.method && point.series + " (paper)" == series.name) return point.copy;
    return static_cast<int>(std::ranges::count_if(
        panel.curves, [&](const Curve& other) { return other.is_paper && other.method == series.method; }));
  }

  static void add_paper_map(FigurePart& panel, const PaperTable& table) {
    panel.x.categories = table.columns;
    panel.y.categories = table.rows;
    for (std::size_t row = 0; row < table.series.size(); ++row)
      for (std::size_t i = 0; i < table.series[row].x.size(); ++i)
        panel.cells.push_back(
            {static_cast<Index>(table.series[row].x[i]), static_cast<Index>(row), table.series[row].y[i], -1});
  }

  const PanelSpec& spec_;
  const StudyDefinition& study_;
  const RowsOfPoint& rows_;
};

}  // namespace

Json measured(const Json& row, const std::string& name) {
  for (const char* part : {"values", "machine"}) {
    const auto found = row.find(part);
    if (found != row.end() && found->contains(name)) return found->at(name);
  }
  return {};
}

double mean_of(const std::vector<const Json*>& rows, const std::string& name) {
  double sum = 0;
  for (const Json* row : rows) {
    const Json value = measured(*row, name);
    if (!value.is_number()) return kUnknown;
    sum += value.get<double>();
  }
  return rows.empty() ? kUnknown : sum / static_cast<double>(rows.size());
}

std::vector<FigurePart> build_panels(const PanelSpec& spec, const StudyDefinition& study, const RowsOfPoint& rows) {
  return PanelBuilder(spec, study, rows).build();
}

}  // namespace omega::studies

#include "studies/findings.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>

#include "core/text.h"
#include "studies/panels.h"

namespace omega::studies {

namespace {

constexpr double kVisible = 2;  // standard errors: below, two errors count as equal

std::string shown(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3g", value);
  return text;
}

/// What a finding may look at.
struct Look {
  const FindingSpec& spec;
  const Panel& panel;
  const RowsOfPoint& rows;

  bool wants(const Curve& curve) const {
    if (curve.is_paper || curve.is_reference) return false;
    return spec.series.empty() || curve.name == spec.against || std::find(spec.series.begin(), spec.series.end(), curve.name) != spec.series.end();
  }
  std::string where() const { return panel.title.empty() ? "" : panel.title + ": "; }
  double row_mean(Index point, const std::string& name) const { return point < 0 ? NAN : mean_of(rows[static_cast<std::size_t>(point)], name); }
};

using Finder = std::function<std::vector<Finding>(const Look&)>;

struct Placed {
  const Curve* curve;
  const CurvePoint* point;
};

/// The curves' points at one x, best first.
std::vector<Placed> ranking(const Look& look, double x) {
  std::vector<Placed> all;
  for (const Curve& curve : look.panel.curves)
    for (const CurvePoint& p : curve.points)
      if (look.wants(curve) && p.x == x) all.push_back({&curve, &p});
  std::stable_sort(all.begin(), all.end(), [](const Placed& a, const Placed& b) { return a.point->y < b.point->y; });
  return all;
}

bool is_visibly_less(const CurvePoint& a, const CurvePoint& b) { return b.y - a.y > kVisible * std::hypot(a.error, b.error); }

std::vector<double> all_x(const Look& look) {
  std::vector<double> xs;
  for (const Curve& curve : look.panel.curves)
    if (look.wants(curve))
      for (const CurvePoint& p : curve.points) xs.push_back(p.x);
  std::sort(xs.begin(), xs.end());
  xs.erase(std::unique(xs.begin(), xs.end()), xs.end());
  return xs;
}

std::vector<double> wanted_x(const Look& look) { return look.spec.at.empty() ? all_x(look) : look.spec.at; }

/// "x = 16: ra < lara < rfa", ≈ where two are not visibly apart.
std::vector<Finding> find_order(const Look& look) {
  std::vector<Finding> found;
  for (const double x : wanted_x(look)) {
    const std::vector<Placed> order = ranking(look, x);
    if (order.size() < 2) continue;
    std::string text = look.where() + look.panel.x.title + " " + shown(x) + ": ";
    for (std::size_t i = 0; i < order.size(); ++i) {
      if (i > 0) text += is_visibly_less(*order[i - 1].point, *order[i].point) ? " < " : " ≈ ";
      text += order[i].curve->name;
    }
    found.push_back({"order", text, true});
  }
  return found;
}

/// Where the series loses to the one it is held against, and why: both their effective sample sizes and ‖q + k‖².
std::vector<Finding> find_losses(const Look& look) {
  std::vector<Finding> found;
  for (const double x : wanted_x(look)) {
    const std::vector<Placed> order = ranking(look, x);
    const auto of = [&](const std::string& name) { return std::find_if(order.begin(), order.end(), [&](const Placed& p) { return p.curve->name == name; }); };
    const auto ours = of(look.spec.series.front()), other = of(look.spec.against);
    if (ours == order.end() || other == order.end() || !is_visibly_less(*other->point, *ours->point)) continue;
    std::string text = look.where() + look.panel.x.title + " " + shown(x) + ": " + ours->curve->name + " loses to " + other->curve->name + " (" + shown(ours->point->y) +
                       " against " + shown(other->point->y) + ")";
    const double own_ess = look.row_mean(ours->point->point, "ess"), other_ess = look.row_mean(other->point->point, "ess");
    const double norm = look.row_mean(ours->point->point, "norm2");
    if (std::isfinite(own_ess) && std::isfinite(other_ess)) text += "; effective samples " + shown(own_ess) + " against " + shown(other_ess);
    if (std::isfinite(norm)) text += ", mean ‖q+k‖² " + shown(norm);
    found.push_back({"loss", text, true});
  }
  return found;
}

std::vector<Finding> find_slopes(const Look& look) {
  std::vector<Finding> found;
  for (const Curve& curve : look.panel.curves) {
    if (!look.wants(curve) || !curve.fit) continue;
    std::string text = look.where() + curve.name + " ~ " + look.panel.x.title + "^" + shown(curve.fit->slope);
    if (std::isfinite(curve.fit->slope_error)) text += " ± " + shown(curve.fit->slope_error);
    found.push_back({"slope", text + " from " + shown(curve.fit_from) + " to " + shown(curve.fit_to), true});
  }
  return found;
}

/// Where y grows with x beyond its error: the lowest point and the highest after it.
std::vector<Finding> find_rises(const Look& look) {
  std::vector<Finding> found;
  for (const Curve& curve : look.panel.curves) {
    if (!look.wants(curve)) continue;
    const CurvePoint *low = nullptr, *best_low = nullptr, *best_high = nullptr;
    for (const CurvePoint& p : curve.points) {
      if (low == nullptr || p.y < low->y) low = &p;
      const bool larger = best_low == nullptr || p.y / low->y > best_high->y / best_low->y;
      if (is_visibly_less(*low, p) && larger) {
        best_low = low;
        best_high = &p;
      }
    }
    if (best_low != nullptr)
      found.push_back({"rise", look.where() + curve.name + " rises from " + shown(best_low->y) + " at " + shown(best_low->x) + " to " + shown(best_high->y) + " at " +
                                   shown(best_high->x) + " (×" + shown(best_high->y / best_low->y) + ")", true});
  }
  if (found.empty()) found.push_back({"rise", look.where() + "nothing rises", false});
  return found;
}

const std::vector<std::pair<std::string, Finder>>& finders() {
  static const std::vector<std::pair<std::string, Finder>> all = {{"order", find_order}, {"loss", find_losses}, {"slope", find_slopes}, {"rise", find_rises}};
  return all;
}

}  // namespace

std::vector<std::string> finding_kinds() {
  std::vector<std::string> kinds;
  for (const auto& [kind, finder] : finders()) kinds.push_back(kind);
  return kinds;
}

std::vector<Finding> find_all(const StudyDefinition& study, const Figure& figure, const RowsOfPoint& rows) {
  std::vector<Finding> all;
  for (const FindingSpec& spec : study.findings) {
    const auto finder = std::find_if(finders().begin(), finders().end(), [&](const auto& f) { return f.first == spec.kind; });
    for (const Panel& panel : figure.panels) {
      if (panel.name != spec.panel) continue;
      for (Finding& finding : finder->second({spec, panel, rows})) all.push_back(std::move(finding));
    }
  }
  return all;
}

}  // namespace omega::studies

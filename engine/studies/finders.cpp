#include "studies/finders.h"

#include <algorithm>
#include <cmath>

#include "studies/panels.h"

namespace omega::studies {

bool Look::wants(const Curve& curve) const {
  if (curve.is_paper || curve.reference > 0) return false;
  return spec.series.empty() || curve.name == spec.against ||
         std::find(spec.series.begin(), spec.series.end(), curve.name) != spec.series.end();
}

std::string Look::where() const { return panel.title.empty() ? "" : panel.title + ": "; }

double Look::row_mean(Index point, const std::string& name) const {
  return point < 0 ? NAN : mean_of(rows[static_cast<std::size_t>(point)], name);
}

namespace {

constexpr double kVisible = 2;  // standard errors: below, two errors count as equal

std::string shown(double value) {
  char text[32];
  const bool is_whole = value == std::round(value) && std::abs(value) < 1e7;
  std::snprintf(text, sizeof text, is_whole ? "%.0f" : "%.3g", value);
  return text;
}

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

bool is_visibly_less(const CurvePoint& a, const CurvePoint& b) {
  return b.y - a.y > kVisible * std::hypot(a.error, b.error);
}

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
    const auto of = [&](const std::string& name) {
      return std::find_if(order.begin(), order.end(), [&](const Placed& p) { return p.curve->name == name; });
    };
    const auto ours = of(look.spec.series.front()), other = of(look.spec.against);
    if (ours == order.end() || other == order.end() || !is_visibly_less(*other->point, *ours->point)) continue;
    std::string text = look.where() + look.panel.x.title + " " + shown(x) + ": " + ours->curve->name + " loses to " +
                       other->curve->name + " (" + shown(ours->point->y) + " against " + shown(other->point->y) + ")";
    const double own_ess = look.row_mean(ours->point->point, "ess"),
                 other_ess = look.row_mean(other->point->point, "ess");
    const double norm = look.row_mean(ours->point->point, "norm2");
    if (std::isfinite(own_ess) && std::isfinite(other_ess))
      text += "; effective samples " + shown(own_ess) + " against " + shown(other_ess);
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
      found.push_back({"rise",
                       look.where() + curve.name + " rises from " + shown(best_low->y) + " at " + shown(best_low->x) +
                           " to " + shown(best_high->y) + " at " + shown(best_high->x) + " (×" +
                           shown(best_high->y / best_low->y) + ")",
                       true});
  }
  if (found.empty()) found.push_back({"rise", look.where() + "nothing rises", true});
  return found;
}

/// The least of each curve, or of all of a panel of categories, and what comes next.
std::vector<Finding> find_best(const Look& look) {
  std::vector<Placed> all;
  for (const Curve& curve : look.panel.curves)
    for (const CurvePoint& p : curve.points)
      if (look.wants(curve)) all.push_back({&curve, &p});
  if (all.size() < 2) return {};
  std::stable_sort(all.begin(), all.end(), [](const Placed& a, const Placed& b) { return a.point->y < b.point->y; });
  const auto named = [&](const Placed& p) {
    const bool has_names = !look.panel.x.categories.empty();
    return (has_names ? look.panel.x.categories.at(static_cast<std::size_t>(p.point->x))
                      : p.curve->name + " at " + shown(p.point->x)) +
           " (" + shown(p.point->y) + ")";
  };
  const std::string sign = is_visibly_less(*all[0].point, *all[1].point) ? " < " : " ≈ ";
  return {{"best",
           look.where() + "least error: " + named(all[0]) + sign + named(all[1]) + "; most: " + named(all.back()),
           true}};
}

/// Where y is below the limit.
std::vector<Finding> find_below(const Look& look) {
  std::vector<Finding> found;
  for (const Curve& curve : look.panel.curves) {
    if (!look.wants(curve)) continue;
    std::string places;
    for (const CurvePoint& p : curve.points)
      if (p.y < look.spec.limit) places += (places.empty() ? "" : ", ") + shown(p.x);
    found.push_back({"below",
                     look.where() + curve.name +
                         (places.empty() ? " stays above " + shown(look.spec.limit)
                                         : " is below " + shown(look.spec.limit) + " at " + places),
                     true});
  }
  return found;
}

/// Stops of the bridge: numbers that must be those of another method.
std::vector<Finding> find_identities(const Look& look) {
  std::vector<Finding> found;
  for (const Curve& curve : look.panel.curves)
    for (const CurvePoint& p : curve.points) {
      const double difference = look.row_mean(p.point, "difference");
      if (std::isfinite(difference))
        found.push_back({"identity",
                         look.where() + curve.name + " at " + shown(p.x) +
                             ": largest difference to the method of that name " + shown(difference),
                         difference <= look.spec.limit});
    }
  return found;
}

std::vector<Finding> find_verdicts(const Look& look) {
  std::vector<Finding> found;
  for (const Curve& curve : look.panel.curves)
    if (look.wants(curve) && !curve.points.empty())
      for (const Json* row : look.rows.at(static_cast<std::size_t>(curve.points.front().point)))
        found.push_back({"verdict", look.where() + row->at("values").value("verdict", ""), true});
  return found;
}

/// Simulated variances against their law, in standard errors; and how far off the printed form is.
std::vector<Finding> find_laws(const Look& look) {
  std::vector<Finding> found;
  for (const Curve& curve : look.panel.curves) {
    if (!look.wants(curve)) continue;
    double worst = 0, printed = 0;
    for (const CurvePoint& p : curve.points) {
      const double law = look.row_mean(p.point, "law"), as_printed = look.row_mean(p.point, "printed");
      worst = std::max(worst, std::abs(p.y - law) / p.error);
      if (std::isfinite(as_printed)) printed = std::max(printed, std::max(as_printed / law, law / as_printed));
    }
    std::string text = look.where() + curve.name + ": simulation within " + shown(worst) +
                       " standard errors of the closed form at " + std::to_string(curve.points.size()) + " points";
    if (printed > 0) text += "; as printed it is off by up to ×" + shown(printed);
    found.push_back({"law", text, worst <= look.spec.limit});
  }
  return found;
}

/// Where a curve comes to lie below the one it is held against, between two points by a straight line in logarithms.
std::string crossover(const Curve& curve, const Curve& against) {
  double before_x = 0, before = 0;
  std::size_t common = 0;
  for (const CurvePoint& p : curve.points) {
    const auto other =
        std::find_if(against.points.begin(), against.points.end(), [&](const CurvePoint& q) { return q.x == p.x; });
    if (other == against.points.end()) continue;
    const double gap = std::log(p.y / other->y);
    if (gap < 0)
      return common == 0 ? "below from the shortest on"
                         : "below from about " +
                               shown(std::round(before_x * std::pow(p.x / before_x, before / (before - gap))));
    ++common;
    before_x = p.x;
    before = gap;
  }
  return common == 0 ? "" : "not below up to " + shown(before_x);
}

std::vector<Finding> find_crossovers(const Look& look) {
  std::vector<Finding> found;
  const auto against = std::find_if(look.panel.curves.begin(), look.panel.curves.end(),
                                    [&](const Curve& c) { return c.name == look.spec.against; });
  if (against == look.panel.curves.end()) return found;
  for (const Curve& curve : look.panel.curves) {
    if (!look.wants(curve) || &curve == &*against) continue;
    if (const std::string text = crossover(curve, *against); !text.empty())
      found.push_back({"crossover", look.where() + curve.name + " against " + against->name + ": " + text, true});
  }
  return found;
}

/// How many times were taken beside other programs.
std::vector<Finding> find_disturbed(const Look& look) {
  std::size_t all = 0, disturbed = 0;
  for (const Curve& curve : look.panel.curves)
    for (const CurvePoint& p : curve.points) {
      const double others = look.row_mean(p.point, "others_cpus");
      all += std::isfinite(others) ? 1 : 0;
      disturbed += others > look.spec.limit ? 1 : 0;
    }
  if (disturbed == 0) return {};
  return {{"disturbed",
           std::to_string(disturbed) + " of " + std::to_string(all) +
               " times were taken while other programs used more than " + shown(look.spec.limit) + " CPUs",
           true}};
}

}  // namespace

const std::vector<std::pair<std::string, Finder>>& finders() {
  static const std::vector<std::pair<std::string, Finder>> all = {
      {"order", find_order}, {"loss", find_losses},          {"slope", find_slopes},        {"rise", find_rises},
      {"best", find_best},   {"below", find_below},          {"identity", find_identities}, {"verdict", find_verdicts},
      {"law", find_laws},    {"crossover", find_crossovers}, {"disturbed", find_disturbed},
  };
  return all;
}

}  // namespace omega::studies

#include "studies/finders.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>

#include "core/named.h"
#include "core/text.h"
#include "math/student.h"
#include "studies/contrast.h"
#include "studies/panels.h"

namespace omega::studies {

namespace {

constexpr double kEnough = 0.8;  // of the points that a sentence is about

}  // namespace

bool Covered::is_enough() const {
  return points > 0 && static_cast<double>(points) >= kEnough * static_cast<double>(of_points);
}

std::string Covered::remark() const {
  return rows == of_rows ? "" : " (so far " + std::to_string(rows) + " of " + std::to_string(of_rows) + " rows)";
}

bool Question::wants(const std::string& curve) const {
  return spec.series.empty() || curve == spec.against || is_among(spec.series, curve);
}

bool Question::wants(const Curve& curve) const { return !curve.is_paper && curve.reference == 0 && wants(curve.name); }

double Question::largest(Index point, const std::string& name) const {
  double largest = NAN;
  for (const Json* row : rows[static_cast<std::size_t>(point)].measured)
    if (const Json value = measured(*row, name); value.is_number()) largest = std::fmax(largest, value.get<double>());
  return largest;
}

Covered Question::covered(const std::function<bool(const PanelPoint&)>& is_meant) const {
  Covered covered;
  for (const PanelPoint& point : panel.wanted) {
    if (!wants(point.curve) || !is_meant(point) || point.of_rows == 0) continue;
    ++covered.of_points;
    covered.points += point.rows > 0 ? 1 : 0;
    covered.rows += point.rows;
    covered.of_rows += point.of_rows;
  }
  return covered;
}

Covered Question::covered(const std::string& curve) const {
  return covered([&](const PanelPoint& point) { return point.curve == curve; });
}

Covered Question::covered() const {
  return covered([](const PanelPoint&) { return true; });
}

std::string Question::where() const { return panel.title.empty() ? "" : panel.title + ": "; }

double Question::row_mean(Index point, const std::string& name) const {
  return point < 0 ? NAN : mean_of(rows[static_cast<std::size_t>(point)].measured, name);
}

namespace {

std::string shown(double value) {
  return formatted(value == std::round(value) && std::abs(value) < 1e7 ? "%.0f" : "%.3g", value);
}

/// "2.22 ± 0.47": the error with two digits, the value to the same place where that is not far behind its point.
std::string with_error(double value, double error) {
  if (!(error > 1e-6 * std::abs(value))) return shown(value) + " ± " + shown(error);
  const auto place_of = [](double number) { return static_cast<int>(std::floor(std::log10(std::abs(number)))); };
  const int last = place_of(error * (10 / 9.95)) - 1;  // 0.0999 is 0.10
  if (std::max(std::abs(value), error) >= 1e-4) {
    const std::string format = "%." + std::to_string(std::max(0, -last)) + "f";
    return formatted(format.c_str(), value) + " ± " + formatted(format.c_str(), error);
  }
  const std::string format = "%." + std::to_string(std::max(0, place_of(value) - last)) + "e";
  return formatted(format.c_str(), value) + " ± " + formatted("%.1e", error);
}

/// A curve at one x: a point of it, or where x is measured a place between two of its points, by logarithms.
struct Placed {
  const Curve* curve;
  Contrasted at;
  double y;
};

Placed between(const Curve& curve, const CurvePoint& a, const CurvePoint& b, double x) {
  const double weight = std::log(x / a.x) / std::log(b.x / a.x);
  return {&curve, {{&a, 1 - weight}, {&b, weight}}, a.y * std::pow(b.y / a.y, weight)};
}

std::optional<Placed> placed(const Curve& curve, double x, bool may_lie_between) {
  const auto& points = curve.points;
  for (const CurvePoint& p : points)
    if (p.x == x) return Placed{&curve, {{&p, 1}}, p.y};
  if (!may_lie_between) return std::nullopt;
  for (std::size_t i = 1; i < points.size(); ++i)
    if (points[i - 1].x < x && x < points[i].x) return between(curve, points[i - 1], points[i], x);
  return std::nullopt;
}

/// The curves at one x, best first.
std::vector<Placed> ranking(const Question& look, double x) {
  std::vector<Placed> all;
  for (const Curve& curve : look.panel.curves)
    if (const auto here = look.wants(curve) ? placed(curve, x, look.panel.x_is_measured) : std::nullopt)
      all.push_back(*here);
  std::stable_sort(all.begin(), all.end(), [](const Placed& a, const Placed& b) { return a.y < b.y; });
  return all;
}

std::vector<double> all_x(const Question& look) {
  std::set<double> xs;
  for (const Curve& curve : look.panel.curves)
    if (look.wants(curve))
      for (const CurvePoint& p : curve.points) xs.insert(p.x);
  return {xs.begin(), xs.end()};
}

/// Where x is measured: the x that most curves reach; of several such, the middle one.
std::vector<double> most_shared_x(const Question& look) {
  std::vector<double> best;
  std::size_t most = 2;
  for (const double x : all_x(look)) {
    const std::size_t curves = ranking(look, x).size();
    if (curves > most) best.clear();
    most = std::max(most, curves);
    if (curves == most) best.push_back(x);
  }
  return best.empty() ? best : std::vector<double>{best[best.size() / 2]};
}

std::vector<double> wanted_x(const Question& look) {
  if (!look.spec.at.empty()) return look.spec.at;
  return look.panel.x_is_measured ? most_shared_x(look) : all_x(look);
}

Covered covered_at(const Question& look, double x) {
  return look.panel.x_is_measured ? look.covered()
                                  : look.covered([&](const PanelPoint& point) { return point.x == x; });
}

double cost_of(const Question& look, Index point) { return look.row_mean(point, "flops_share"); }

/// What each costs, since equal numbers of samples do not cost the same. Empty where rows do not say it.
std::string costs(const Question& look, const std::vector<Placed>& order) {
  std::vector<std::string> each;
  for (const Placed& p : order) {
    const double cost = cost_of(look, p.at.front().point->point);
    if (!std::isfinite(cost)) return "";
    each.push_back(p.curve->name + " " + shown(cost));
  }
  return "; arithmetic, exact attention = 1: " + join(each, ", ");
}

/// Curves that do not reach an x that is measured.
std::string beyond(const Question& look, double x) {
  std::string text;
  for (const Curve& curve : look.panel.curves) {
    if (!look.wants(curve) || placed(curve, x, true)) continue;
    text += "; " + curve.name + (curve.points.front().x > x ? " takes more" : " takes less") + " at all its points";
  }
  return text;
}

/// "x = 16: ra < lara < rfa", ≈ where two are not visibly apart.
std::vector<Finding> find_order(const Question& look) {
  std::vector<Finding> found;
  for (const double x : wanted_x(look)) {
    const std::vector<Placed> order = ranking(look, x);
    const Covered covered = covered_at(look, x);
    if (order.size() < 2 || !covered.is_enough()) continue;
    std::string text =
        look.where() + (look.panel.x_is_measured ? "at " : "") + look.panel.x.title + " " + shown(x) + ": ";
    for (std::size_t i = 0; i < order.size(); ++i) {
      if (i > 0) text += is_visibly_less(order[i - 1].at, order[i].at) ? " < " : " ≈ ";
      text += order[i].curve->name;
    }
    text += look.panel.x_is_measured ? beyond(look, x) : costs(look, order);
    found.push_back({text + covered.remark()});
  }
  return found;
}

/// Where the series loses to the one it is held against, and why: both their effective sample sizes and ‖q + k‖².
std::vector<Finding> find_losses(const Question& look) {
  std::vector<Finding> found;
  const std::vector<double> xs = wanted_x(look);
  for (const double x : xs) {
    const std::vector<Placed> order = ranking(look, x);
    const auto of = [&](const std::string& name) {
      return std::find_if(order.begin(), order.end(), [&](const Placed& p) { return p.curve->name == name; });
    };
    const auto ours = of(look.spec.series.front()), other = of(look.spec.against);
    if (ours == order.end() || other == order.end()) continue;
    if (!is_visibly_less(other->at, ours->at, level_of(xs.size()))) continue;
    std::string text = look.where() + look.panel.x.title + " " + shown(x) + ": " + ours->curve->name + " loses to " +
                       other->curve->name + " (" + shown(ours->y) + " against " + shown(other->y) + ")";
    const Index own = ours->at.front().point->point, others = other->at.front().point->point;
    const double own_ess = look.row_mean(own, "ess"), other_ess = look.row_mean(others, "ess");
    const double norm = look.row_mean(own, "norm2");
    if (std::isfinite(own_ess) && std::isfinite(other_ess))
      text += "; effective samples " + shown(own_ess) + " against " + shown(other_ess);
    if (std::isfinite(norm)) text += ", mean ‖q+k‖² " + shown(norm);
    found.push_back({text + covered_at(look, x).remark()});
  }
  return found;
}

/// What is said of each curve that has enough points, after its name; nothing where that is empty.
std::vector<Finding> of_curves(const Question& look, const std::function<Finding(const Curve&)>& say) {
  std::vector<Finding> found;
  for (const Curve& curve : look.panel.curves) {
    const Covered covered = look.covered(curve.name);
    if (!look.wants(curve) || !covered.is_enough()) continue;
    const Finding said = say(curve);
    if (!said.text.empty()) found.push_back({look.where() + curve.name + said.text + covered.remark(), said.holds});
  }
  return found;
}

/// The exponent, and what chance may add to it; why there is none where a curve has enough points and yet no power law.
std::vector<Finding> find_slopes(const Question& look) {
  return of_curves(look, [&](const Curve& curve) -> Finding {
    if (curve.turns) return {" is no power of " + look.panel.x.title + ": it falls and rises"};
    if (!curve.fit) return {};
    const bool has_error = std::isfinite(curve.fit_within);
    return {" ~ " + look.panel.x.title + "^" +
            (has_error ? with_error(curve.fit->slope, curve.fit_within) : shown(curve.fit->slope)) + " from " +
            shown(curve.fit_from) + " to " + shown(curve.fit_to) +
            (std::isinf(curve.fit_within) ? "; no ± since one draw makes much of the scatter within a seed" : "")};
  });
}

/// The largest rise of a curve from one point to a later one.
struct Rise {
  const CurvePoint *low = nullptr, *high = nullptr;
  bool is_step = false;  // of a curve that falls: less than half, in logarithms, of what it fell before

  double factor() const { return low == nullptr ? 1 : high->y / low->y; }
};

/// Beyond chance: among so many pairs the largest may rise by chance alone.
Rise largest_rise(const std::vector<CurvePoint>& points) {
  Rise largest;
  const double level = level_of_pairs(points.size());
  double before = 0;  // the highest so far
  for (auto low = points.begin(); low != points.end(); ++low) {
    before = std::max(before, low->y);
    for (auto high = low + 1; high != points.end(); ++high) {
      if (low->y <= 0 || high->y / low->y <= largest.factor() || !is_visibly_less(*low, *high, level)) continue;
      largest = {&*low, &*high, 2 * std::log(high->y / low->y) < std::log(before / low->y)};
    }
  }
  return largest;
}

/// Where y grows with x.
std::vector<Finding> find_rises(const Question& look) {
  double step = 1;
  std::vector<Finding> found = of_curves(look, [&](const Curve& curve) -> Finding {
    const Rise rise = largest_rise(curve.points);
    if (rise.is_step) step = std::max(step, rise.factor());
    if (rise.low == nullptr || rise.is_step) return {};
    return {" rises from " + shown(rise.low->y) + " at " + shown(rise.low->x) + " to " + shown(rise.high->y) + " at " +
            shown(rise.high->x) + " (×" + shown(rise.factor()) + ")"};
  });
  const Covered all = look.covered();
  if (!found.empty() || !all.is_enough()) return found;
  const std::string but = step > 1 ? " but for steps of up to ×" + shown(step) + " on curves that fall" : "";
  return {Finding{look.where() + "nothing rises beyond chance" + but + all.remark()}};
}

/// "ra ≈ lara": of places in their order, best first, the first and those up to one that is visibly worse. Where there
/// are others further on that are not, it says why: they scatter more than what lies before them.
std::string least_of(const std::vector<Placed>& order, bool says_next,
                     const std::function<std::string(const Placed&)>& name) {
  std::vector<std::string> least, uncertain;
  std::string next;
  const double level = level_of_pairs(order.size());  // any of them may be the first by chance
  for (const Placed& p : order) {
    const bool is_worse = !least.empty() && is_visibly_less(order.front().at, p.at, level);
    if (is_worse && next.empty())
      next = name(p);
    else if (!is_worse)
      (next.empty() ? least : uncertain).push_back(name(p));
  }
  std::string text = join(least, " ≈ ");
  if (says_next && least.size() == 1) text += " < " + next;
  if (!uncertain.empty()) text += "; larger, but too uncertain to be called worse: " + join(uncertain, ", ");
  return text;
}

/// The least of some points with all that are not visibly worse, or else what comes next, each with its cost.
std::optional<Finding> best_of(const Question& look, std::vector<Placed> all, const Covered& covered) {
  if (all.size() < 2 || !covered.is_enough()) return std::nullopt;
  std::stable_sort(all.begin(), all.end(), [](const Placed& a, const Placed& b) { return a.y < b.y; });
  bool has_cost = true;
  const auto named = [&](const Placed& p) {
    const CurvePoint& point = *p.at.front().point;
    const bool has_names = !look.panel.x.categories.empty();
    const double cost = cost_of(look, point.point);
    has_cost = has_cost && std::isfinite(cost);
    return (has_names ? look.panel.x.categories.at(static_cast<std::size_t>(point.x))
                      : p.curve->name + " at " + shown(point.x)) +
           " (" + shown(p.y) + (std::isfinite(cost) ? ", cost " + shown(cost) : "") + ")";
  };
  std::string text = look.where() + "least error: " + least_of(all, true, named) + "; most: " + named(all.back());
  if (has_cost) text += "; cost: arithmetic, exact attention = 1";
  return Finding{text + covered.remark()};
}

/// In a panel of categories the least of all; elsewhere that of each curve: curves may be of different sequences.
std::vector<Finding> find_best(const Question& look) {
  std::vector<Finding> found;
  std::vector<Placed> all;
  const bool has_names = !look.panel.x.categories.empty();
  for (const Curve& curve : look.panel.curves) {
    if (!look.wants(curve)) continue;
    for (const CurvePoint& p : curve.points) all.push_back({&curve, {{&p, 1}}, p.y});
    if (has_names) continue;
    if (const auto best = best_of(look, std::move(all), look.covered(curve.name))) found.push_back(*best);
    all.clear();
  }
  if (const auto best = has_names ? best_of(look, all, look.covered()) : std::nullopt) found.push_back(*best);
  return found;
}

/// A number of the rows along x: "; mean ‖q+k‖² goes from 12 to 3.4"; empty where rows do not say it.
std::string along(const Question& look, const std::vector<Placed>& places, const std::string& name,
                  const std::string& words) {
  const double first = look.row_mean(places.front().at.front().point->point, name),
               last = look.row_mean(places.back().at.front().point->point, name);
  if (!std::isfinite(first) || !std::isfinite(last)) return "";
  const std::string from = shown(first), to = shown(last);
  return "; " + words + (from == to ? " is " + from : " goes from " + from + " to " + to);
}

/// Which curves have the least error at which x, and what errors grow with there.
std::vector<Finding> find_least(const Question& look) {
  const Covered covered = look.covered();
  std::vector<Placed> best;
  std::vector<std::pair<std::string, std::string>> groups;  // names, places
  for (const double x : wanted_x(look)) {
    const std::vector<Placed> order = ranking(look, x);
    if (order.size() < 2) continue;
    const std::string names = least_of(order, false, [](const Placed& p) { return p.curve->name; });
    best.push_back(order[0]);
    if (!groups.empty() && groups.back().first == names)
      groups.back().second += ", " + shown(x);
    else
      groups.emplace_back(names, shown(x));
  }
  if (best.empty() || !covered.is_enough()) return {};
  std::string text = look.where() + "least error at " + look.panel.x.title;
  for (const auto& [names, places] : groups)
    text += (&names == &groups[0].first ? " " : "; at ") + places + ": " + names;
  text += along(look, best, "norm2", "mean ‖q+k‖²");
  text += along(look, best, "spread", "the number of keys that attention is spread over");
  return {Finding{text + covered.remark()}};
}

/// Where y is below the limit, beyond chance.
std::vector<Finding> find_below(const Question& look) {
  return of_curves(look, [&](const Curve& curve) -> Finding {
    std::vector<std::string> places;
    bool is_clear = true;
    for (const CurvePoint& p : curve.points) {
      const Side side = side_of(p, look.spec.limit, level_of(curve.points.size()));
      if (side == Side::below) places.push_back(shown(p.x));
      is_clear = is_clear && side != Side::unclear;
    }
    const std::string limit = shown(look.spec.limit);
    if (!places.empty()) return {" is below " + limit + " at " + join(places, ", ")};
    return {(is_clear ? " stays above " : " is nowhere visibly below ") + limit};
  });
}

/// Numbers that must equal others: those of another method at the stops of the bridge, or for ra a conditional mean.
std::vector<Finding> find_identities(const Question& look) {
  std::vector<Finding> found;
  for (const Curve& curve : look.panel.curves) {
    if (!look.wants(curve)) continue;
    for (const CurvePoint& p : curve.points) {
      const double difference = look.largest(p.point, "difference");
      const Covered covered =
          look.covered([&](const PanelPoint& point) { return point.curve == curve.name && point.x == p.x; });
      if (std::isfinite(difference))
        found.push_back({look.where() + curve.name + " at " + shown(p.x) +
                             ": largest difference from what it must be " + shown(difference) + covered.remark(),
                         difference <= look.spec.limit});
    }
  }
  return found;
}

std::vector<Finding> find_verdicts(const Question& look) {
  std::vector<Finding> found;
  for (const Curve& curve : look.panel.curves)
    if (look.wants(curve) && !curve.points.empty())
      for (const Json* row : look.rows.at(static_cast<std::size_t>(curve.points.front().point)).measured)
        if (const std::string verdict = row->at("values").value("verdict", ""); !verdict.empty())
          found.push_back({look.where() + verdict});
  return found;
}

/// How many standard errors a simulation is from its closed form, and how many chance allows.
struct Apart {
  double errors = 0, by_chance = 0;
  bool of_seeds = false;  // their scatter is the standard error
};

/// All seeds simulate the same, so that the draws of all together make the error, which they tell well. Where rows do
/// not say it the scatter of the seeds does, with few degrees of freedom: the limit of a normal number is that of
/// Student's t of the same level. Without a limit chance alone is beyond it at any of `count` points in one of twenty
/// cases.
std::optional<Apart> apart(const CurvePoint& p, double law, double limit, std::size_t count) {
  constexpr double kSurest = 1 - 1e-12;
  const double level = limit > 0 ? std::min(std::erf(limit / std::numbers::sqrt2), kSurest) : level_of(count);
  const double gap = std::abs(p.y - law);
  const auto in = [gap](double error) { return gap > 0 ? gap / error : 0; };
  if (std::isfinite(p.error_of_draws))
    return Apart{in(p.error_of_draws), limit > 0 ? limit : student_bound(level, kManyDegrees)};
  const auto of_seeds = contrast({{&p, 1}}, false);
  if (!of_seeds) return std::nullopt;
  return Apart{in(of_seeds->error), student_bound(level, of_seeds->freedom), true};
}

/// Simulated variances against their law, in standard errors; and how far off the printed form is.
std::vector<Finding> find_laws(const Question& look) {
  return of_curves(look, [&](const Curve& curve) -> Finding {
    Apart worst{0, 1};
    double printed = 0;
    std::size_t points = 0;
    for (const CurvePoint& p : curve.points) {
      const double law = look.row_mean(p.point, "law"), as_printed = look.row_mean(p.point, "printed");
      const auto here = std::isfinite(law) ? apart(p, law, look.spec.limit, curve.points.size()) : std::nullopt;
      if (!here) continue;
      if (points++ == 0 || here->errors / here->by_chance > worst.errors / worst.by_chance) worst = *here;
      if (std::isfinite(as_printed)) printed = std::max(printed, std::max(as_printed / law, law / as_printed));
    }
    if (points == 0) return {};
    return {
        ": simulation within " + shown(worst.errors) + " standard errors of the closed form at " +
            std::to_string(points) + " points" +
            (worst.of_seeds ? "; by the scatter of the seeds, of which chance allows " + shown(worst.by_chance) : "") +
            (printed > 0 ? "; as printed it is off by up to ×" + shown(printed) : ""),
        worst.errors <= worst.by_chance};
  });
}

/// What was measured of each beside what quadrature predicted of it and of the best; by how far the two differ. Few
/// draws that miss the tails may lie below even the least that is possible.
std::vector<Finding> find_predictions(const Question& look) {
  constexpr double kFar = 2;
  if (!look.covered().is_enough()) return {};
  std::string text, far, below;
  double reachable = NAN;
  bool has_error = false;
  for (const Curve& curve : look.panel.curves)
    for (const CurvePoint& p : curve.points) {
      const double predicted = look.row_mean(p.point, "predicted");
      if (!look.wants(curve) || !std::isfinite(predicted)) continue;
      const std::string name = look.panel.x.categories.at(static_cast<std::size_t>(p.x));
      has_error = has_error || p.error > 0;
      text += (text.empty() ? "" : ", ") + name + " " + (p.error > 0 ? with_error(p.y, p.error) : shown(p.y)) +
              " (predicted " + shown(predicted) + ")";
      const double ratio = p.y / predicted;
      if (ratio > kFar || ratio < 1 / kFar) far += (far.empty() ? "" : ", ") + name + " ×" + shown(ratio);
      reachable = look.row_mean(p.point, "reachable");
      if (p.y < reachable) below += (below.empty() ? "" : ", ") + name;
    }
  if (text.empty()) return {};
  text = look.where() + "measured " + text + (has_error ? "; ± is one standard error" : "") +
         "; the least that is predicted of any weighting: " + shown(reachable);
  if (!below.empty()) text += "; measured below that, as can be where few draws miss the tails: " + below;
  if (!far.empty()) text += "; far from what is predicted: " + far;
  return {Finding{text + look.covered().remark()}};
}

/// A curve beside the one it is held against, at an x that both have.
struct Beside {
  double x = 0, gap = 0;  // of the logarithms
  Side side = Side::unclear;
};

std::vector<Beside> beside(const Curve& curve, const Curve& against) {
  std::vector<Beside> all;
  for (const CurvePoint& p : curve.points)
    for (const CurvePoint& q : against.points)
      if (q.x == p.x) all.push_back({p.x, std::log(p.y / q.y), side_of(p, q, level_of(curve.points.size()))});
  return all;
}

/// Where a curve comes to lie below the one it is held against, beyond chance: between two points by a straight line in
/// logarithms.
std::string crossover(const Curve& curve, const Curve& against) {
  const std::vector<Beside> all = beside(curve, against);
  if (all.empty()) return "";
  const auto is = [](Side side) { return [side](const Beside& one) { return one.side == side; }; };
  const auto below = std::find_if(all.begin(), all.end(), is(Side::below));
  if (below == all.end()) {
    const bool is_clear = std::all_of(all.begin(), all.end(), is(Side::above));
    return (is_clear ? "not below up to " : "not visibly below up to ") + shown(all.back().x);
  }
  const auto again = std::find_if(below, all.end(), is(Side::above));
  const std::string back = again == all.end() ? "" : "; above again at " + shown(again->x);
  if (below == all.begin()) return "already below at the shortest" + back;
  const Beside& before = *(below - 1);
  if (before.side == Side::unclear) return "visibly below from " + shown(below->x) + " on" + back;
  const double part = before.gap / (before.gap - below->gap);
  return "first below at about " + shown(std::round(before.x * std::pow(below->x / before.x, part))) + back;
}

std::vector<Finding> find_crossovers(const Question& look) {
  std::vector<Finding> found;
  const Curve* against = named(look.panel.curves, look.spec.against);
  if (against == nullptr) return found;
  for (const Curve& curve : look.panel.curves) {
    if (!look.wants(curve) || &curve == against) continue;
    const Covered covered = look.covered(
        [&](const PanelPoint& point) { return point.curve == curve.name || point.curve == against->name; });
    if (const std::string text = crossover(curve, *against); !text.empty() && covered.is_enough())
      found.push_back({look.where() + curve.name + " against " + against->name + ": " + text + covered.remark()});
  }
  return found;
}

/// How many of the times were measured while other programs ran.
std::vector<Finding> find_disturbed(const Question& look) {
  std::size_t all = 0, disturbed = 0;
  for (const Curve& curve : look.panel.curves)
    for (const CurvePoint& p : curve.points) {
      const double others = look.row_mean(p.point, "others_cpus");
      all += std::isfinite(others) ? 1 : 0;
      disturbed += others > look.spec.limit ? 1 : 0;
    }
  if (disturbed == 0) return {};
  return {Finding{std::to_string(disturbed) + " of " + std::to_string(all) +
                  " times taken while other programs used more than " + shown(look.spec.limit) + " CPUs"}};
}

}  // namespace

const std::vector<std::pair<std::string, Finder>>& finders() {
  static const std::vector<std::pair<std::string, Finder>> all = {
      {"order", find_order},          {"loss", find_losses},         {"slope", find_slopes},
      {"rise", find_rises},           {"best", find_best},           {"below", find_below},
      {"identity", find_identities},  {"verdict", find_verdicts},    {"law", find_laws},
      {"crossover", find_crossovers}, {"disturbed", find_disturbed}, {"prediction", find_predictions},
      {"least", find_least},          {"heads", find_heads},
  };
  return all;
}

}  // namespace omega::studies

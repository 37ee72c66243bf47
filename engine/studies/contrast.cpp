#include "studies/contrast.h"

#include <algorithm>
#include <cmath>

#include "diagnostics/bias_judge.h"
#include "math/student.h"

namespace omega::studies {

namespace {

constexpr double kRounded = 1e-9;  // up to this a slope, its error or a relative difference is rounding of sums

/// The parts that all points have.
std::vector<std::size_t> common_parts(const Contrasted& points) {
  std::vector<std::size_t> common;
  const std::size_t count = points.front().point->parts.size();
  for (const Weighted& w : points)
    if (w.point->parts.size() != count) return {};
  for (std::size_t i = 0; i < count; ++i)
    if (std::all_of(points.begin(), points.end(), [&](const Weighted& w) { return std::isfinite(w.point->parts[i]); }))
      common.push_back(i);
  return common;
}

double scaled(double y, bool in_logs) { return in_logs ? (y > 0 ? std::log(y) : kUnknown) : y; }

/// The mean of what the parts say, and its standard error by their scatter.
std::optional<Contrast> by_parts(const Contrasted& points, const std::vector<std::size_t>& parts, bool in_logs) {
  const auto count = static_cast<double>(parts.size());
  std::vector<double> values(parts.size(), 0.0);
  for (const auto& [point, weight] : points)
    for (std::size_t i = 0; i < parts.size(); ++i)
      values[i] += weight * (in_logs ? point->logs : point->parts)[parts[i]];
  Contrast found;
  double squares = 0;
  for (const double value : values) found.value += value / count;
  for (const double value : values) squares += std::pow(value - found.value, 2);
  found.error = std::sqrt(squares / (count - 1) / count);
  found.freedom = static_cast<Index>(parts.size()) - 1;
  return std::isfinite(found.error) ? std::optional(found) : std::nullopt;
}

/// From the points' own errors, where each has one and the study has one sequence only: one of several sequences does
/// not tell how much they differ.
std::optional<Contrast> independent(const Contrasted& points, bool in_logs) {
  Contrast found;
  double squares = 0;
  Index freedom = kManyDegrees;
  for (const auto& [point, weight] : points) {
    const std::vector<double>& parts = point->parts;
    const auto measured = std::count_if(parts.begin(), parts.end(), [](double y) { return std::isfinite(y); });
    const bool is_of_one = point->parts_are_draws || parts.empty();
    if (!point->has_error || !is_of_one) return std::nullopt;
    if (point->parts_are_draws) freedom = std::min(freedom, static_cast<Index>(measured) - 1);
    found.value += weight * scaled(point->y, in_logs);
    squares += std::pow(weight * point->error / (in_logs ? point->y : 1), 2);
  }
  found.error = std::sqrt(squares);
  found.freedom = freedom;
  return std::isfinite(found.value) ? std::optional(found) : std::nullopt;
}

/// Whether one draw makes much of the points' errors: a mean of their shares, by their parts in the contrast's error.
bool rest_on_one(const Contrasted& points, bool in_logs) {
  double all = 0, of_one = 0;
  Index draws = 0;
  for (const auto& [point, weight] : points) {
    if (point->variance == 0) continue;
    const double square = std::pow(weight / (in_logs ? point->y : 1), 2);
    all += square * point->variance;
    of_one += square * point->variance_of_one;
    draws = draws == 0 ? point->draws : std::min(draws, point->draws);
  }
  return draws > 0 && all > 0 && rests_on_one_draw(of_one / all, draws);
}

/// The weights that make Σ weight·log y the slope of the line through the points.
Contrasted slope_weights(const std::vector<const CurvePoint*>& points) {
  double mean = 0, xx = 0;
  for (const CurvePoint* p : points) mean += std::log(p->x) / static_cast<double>(points.size());
  for (const CurvePoint* p : points) xx += std::pow(std::log(p->x) - mean, 2);
  Contrasted weights;
  for (const CurvePoint* p : points) weights.push_back({p, (std::log(p->x) - mean) / xx});
  return weights;
}

bool turns(const std::vector<const CurvePoint*>& points) {
  bool falls = false, rises = false;
  const double level = level_of_pairs(points.size());
  for (std::size_t i = 0; i < points.size(); ++i)
    for (std::size_t j = i + 1; j < points.size(); ++j) {
      falls = falls || is_visibly_less(*points[j], *points[i], level);
      rises = rises || is_visibly_less(*points[i], *points[j], level);
    }
  return falls && rises;
}

/// Numbers without any error of their own, such as times: by their scatter about the line.
double within_by_scatter(const PowerFit& fit, std::size_t points) {
  return fit.slope_error * student_bound(kSure, static_cast<Index>(points) - 2);
}

PowerOfCurve fitted(const std::vector<const CurvePoint*>& points) {
  std::vector<FitPoint> line;
  for (const CurvePoint* p : points) line.push_back({p->x, p->y});
  PowerOfCurve found{false, fit_power(line), kUnknown, points.front()->x, points.back()->x};
  const Contrasted weights = slope_weights(points);
  const std::vector<std::size_t> parts = common_parts(weights);
  if (const auto slope = parts.size() > 1 ? contrast(weights, true) : std::nullopt) {
    for (const FitPoint& p : line)
      found.fit.log_factor += (found.fit.slope - slope->value) * std::log(p.x) / static_cast<double>(line.size());
    const bool is_flat = std::abs(slope->value) <= kRounded, is_certain = slope->error <= kRounded;
    found.fit.slope = is_flat ? 0 : slope->value;
    found.fit.slope_error = is_certain ? 0 : slope->rests_on_one ? kUnknown : slope->error;
    // Without noise the parts agree; how well a power law fits they do not tell.
    found.within = is_certain ? kUnknown : slope->within(kSure);
  } else if (std::any_of(points.begin(), points.end(), [](auto* p) { return p->has_error || p->is_drawn; })) {
    found.fit.slope_error = kUnknown;  // points may share their noise: what they scatter by tells nothing
  } else {
    found.within = within_by_scatter(found.fit, points.size());
  }
  return found;
}

}  // namespace

double Contrast::bound(double level) const { return error * student_bound(level, freedom); }

double Contrast::within(double level) const {
  return rests_on_one ? std::numeric_limits<double>::infinity() : bound(level);
}

std::vector<double> pseudo_logs(const std::vector<double>& blocks) {
  const auto count = static_cast<double>(blocks.size());
  double sum = 0;
  for (const double block : blocks) sum += block;
  std::vector<double> logs;
  for (const double block : blocks)
    logs.push_back(count * scaled(sum / count, true) - (count - 1) * scaled((sum - block) / (count - 1), true));
  return logs;
}

std::optional<Contrast> contrast(const Contrasted& points, bool in_logs) {
  const std::vector<std::size_t> parts = common_parts(points);
  auto found = parts.size() > 1 ? by_parts(points, parts, in_logs) : independent(points, in_logs);
  if (found) found->rests_on_one = rest_on_one(points, in_logs);
  return found;
}

bool is_visibly_less(const Contrasted& a, const Contrasted& b, double level) {
  if (std::all_of(b.begin(), b.end(), [](const Weighted& w) { return w.point->y <= w.point->rounding; })) return false;
  Contrasted difference = b;
  for (const Weighted& w : a) difference.push_back({w.point, -w.weight});
  for (const bool in_logs : {true, false})
    if (const auto found = contrast(difference, in_logs))
      return found->value > found->bound(level) && !rest_on_one(a, in_logs);
  return false;
}

bool is_visibly_less(const CurvePoint& a, const CurvePoint& b, double level) {
  return is_visibly_less(Contrasted{{&a, 1}}, Contrasted{{&b, 1}}, level);
}

namespace {

bool knows_chance(const CurvePoint& p) { return p.has_error || p.is_drawn; }

Side side_of_gap(double gap, double size) {
  return std::abs(gap) <= kRounded * size ? Side::unclear : gap < 0 ? Side::below : Side::above;
}

}  // namespace

Side side_of(const CurvePoint& p, double limit, double level) {
  const Side side = side_of_gap(p.y - limit, std::abs(limit));
  if (!knows_chance(p)) return side;
  for (const bool in_logs : {p.is_ratio && limit > 0, false})
    if (const auto found = contrast({{&p, 1}}, in_logs)) {
      const double gap = found->value - scaled(limit, in_logs);
      return std::abs(gap) > found->within(level) && (gap < 0) == (side == Side::below) ? side : Side::unclear;
    }
  return Side::unclear;
}

Side side_of(const CurvePoint& p, const CurvePoint& other, double level) {
  const Side side = side_of_gap(p.y - other.y, std::max(std::abs(p.y), std::abs(other.y)));
  if (!knows_chance(p) && !knows_chance(other)) return side;
  const bool is_apart = side == Side::below ? is_visibly_less(p, other, level) : is_visibly_less(other, p, level);
  return is_apart ? side : Side::unclear;
}

double level_of(std::size_t count) { return 1 - (1 - kSure) / static_cast<double>(std::max<std::size_t>(1, count)); }

double level_of_pairs(std::size_t count) { return level_of(count * (std::max<std::size_t>(1, count) - 1) / 2); }

std::optional<PowerOfCurve> power_of(const std::vector<CurvePoint>& points, double from) {
  std::vector<const CurvePoint*> wanted;
  for (const CurvePoint& p : points)
    if (p.x >= from && p.x > 0 && p.y > 0 && p.y > p.rounding) wanted.push_back(&p);
  if (wanted.size() < 3) return std::nullopt;
  return turns(wanted) ? PowerOfCurve{true, {}, kUnknown, 0, 0} : fitted(wanted);
}

}  // namespace omega::studies

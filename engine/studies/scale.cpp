#include "studies/scale.h"

#include <algorithm>
#include <cmath>

#include "core/text.h"
#include "math/ticks.h"
#include "studies/marks.h"

namespace omega::studies {

namespace {

/// Sizes, to be written out: nobody reads 1024 from 1.02·10³.
bool are_counts(const std::vector<double>& values) {
  constexpr double kMost = 1e7;
  return std::all_of(values.begin(), values.end(), [](double x) { return x == std::floor(x) && std::abs(x) < kMost; });
}

/// All labels of an axis, written in one way.
std::vector<AxisTick> labelled(const std::vector<double>& places, const Scale& scale, bool is_tried) {
  const bool counts = is_tried && are_counts(places);
  const bool powers =
      scale.log && !counts && (scale.in_powers || std::any_of(places.begin(), places.end(), wants_power));
  std::vector<AxisTick> ticks;
  for (const double place : places)
    ticks.push_back({place, counts   ? std::to_string(std::llround(place))
                            : powers ? power_text(place)
                                     : tick_text(place)});
  // Too close to each other for so few digits.
  const auto same = [](const AxisTick& a, const AxisTick& b) { return a.label == b.label; };
  if (std::adjacent_find(ticks.begin(), ticks.end(), same) != ticks.end())
    for (AxisTick& tick : ticks) tick.label = number_text(tick.value);
  return ticks;
}

/// Those whose labels are clear of the one kept before.
std::vector<AxisTick> thinned(const std::vector<AxisTick>& ticks, const Scale& scale, double apart, int text_size,
                              bool side_by_side) {
  std::vector<AxisTick> kept;
  for (const AxisTick& tick : ticks) {
    const auto half = [&](const AxisTick& each) {
      return side_by_side ? text_width(each.label, text_size) / 2 + 0.3 * text_size : 0;
    };
    if (kept.empty() ||
        std::abs(scale.at(tick.value) - scale.at(kept.back().value)) >= std::max(apart, half(tick) + half(kept.back())))
      kept.push_back(tick);
  }
  return kept;
}

std::vector<double> round_places(const Scale& scale, int wanted) {
  return scale.log ? log_ticks(scale.low, scale.high, wanted) : linear_ticks(scale.low, scale.high, wanted).values;
}

}  // namespace

bool wants_power(double value) { return value < 1e-3 || value >= 1e5; }

void ValueRange::add(double value, bool is_log) {
  if (!std::isfinite(value) || (is_log && value <= 0)) return;
  low = std::min(low, value);
  high = std::max(high, value);
}

double Scale::at(double value) const {
  const double share = log ? std::log(value / low) / std::log(high / low) : (value - low) / (high - low);
  return from + share * (to - from);
}

double Scale::value_at(double place) const {
  const double share = (place - from) / (to - from);
  return log ? low * std::pow(high / low, share) : low + share * (high - low);
}

Scale scale_of(ValueRange range, bool is_log, bool is_symmetric, double from, double to) {
  constexpr double kRoom = 0.06, kLeastFactor = 1.15;                                      // at either end
  if (!(range.high >= range.low)) range = is_log ? ValueRange{0.1, 1} : ValueRange{0, 1};  // nothing yet
  if (is_symmetric) {
    range.high = std::max(std::abs(range.low), std::abs(range.high));
    range.low = -range.high;
  }
  if (is_log) {
    const double room = std::max(kLeastFactor, std::pow(range.high / range.low, kRoom));
    return {range.low / room, range.high * room, from, to, true};
  }
  double room = kRoom * (range.high - range.low);
  if (room == 0) room = range.high == 0 ? 1 : 0.1 * std::abs(range.high);
  return {range.low - room, range.high + room, from, to, false};
}

Scale scale_of(const std::vector<std::string>& categories, double from, double to) {
  return {-0.5, static_cast<double>(std::max<std::size_t>(1, categories.size())) - 0.5, from, to, false};
}

std::vector<AxisTick> ticks_of(const Scale& scale, const std::vector<double>& tried, double apart, int text_size,
                               bool side_by_side) {
  constexpr std::size_t kFew = 12, kShort = 4;
  const auto clear = [&](const std::vector<AxisTick>& ticks) {
    return thinned(ticks, scale, apart, text_size, side_by_side);
  };
  const auto is_short = [](double value) { return tick_text(value).size() <= kShort; };
  if (scale.log && !tried.empty() && tried.size() <= kFew &&
      (are_counts(tried) || std::all_of(tried.begin(), tried.end(), is_short)))
    return clear(labelled(tried, scale, true));
  std::vector<AxisTick> most;
  for (int wanted = std::max(5, static_cast<int>(std::abs(scale.to - scale.from) / apart)); wanted > 0; --wanted) {
    const std::vector<AxisTick> ticks = labelled(round_places(scale, wanted), scale, false), kept = clear(ticks);
    if (!scale.log && ticks.size() > 1 && kept.size() == ticks.size()) return ticks;  // even steps
    if (kept.size() > most.size()) most = kept;
  }
  return most;
}

std::vector<double> minor_ticks(const Scale& scale) {
  constexpr double kMostDecades = 7;
  std::vector<double> places;
  if (!scale.log || std::log10(scale.high / scale.low) > kMostDecades) return places;
  for (double power = std::pow(10, std::floor(std::log10(scale.low))); power < scale.high; power *= 10)
    for (int digit = 2; digit < 10; ++digit)
      if (const double value = digit * power; value >= scale.low && value <= scale.high) places.push_back(value);
  return places;
}

}  // namespace omega::studies

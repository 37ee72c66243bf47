#include "views/attention/map_scale.h"

#include <algorithm>

#include "language/language.h"
#include "views/rich_text.h"

namespace omegascope {

namespace {

constexpr double kLinearFrom = 0.1, kSqrtFrom = 0.01;  // of the upper quartile over the last colour's value
// Five decades tell more than the thirty that a softmax can span; `auto` takes more where the quartile is lower.
constexpr double kLogReach = 1e-5, kLongestReach = 1e-12, kBelowQuartile = 1e-2;

ColourMap colourMapOf(const std::string& name) {
  return name == "cividis" ? ColourMap::Cividis : name == "grey" ? ColourMap::Grey : ColourMap::Viridis;
}

/// A logarithm has no room for values well below 0, and would not tell of them.
bool reachesBelow(const ViewSettings& view, const MapExtent& extent, double high) {
  return view.map == MapContent::attention && extent.lowest < -kLinearFrom * high;
}

Norm normOf(const std::string& word, double quartile, double high, bool hasNegative) {
  if (word == "linear") return Norm::Linear;
  if (word == "sqrt") return Norm::Sqrt;
  if (word == "log") return Norm::Log;
  if (quartile <= 0 || quartile >= kLinearFrom * high) return Norm::Linear;
  return quartile >= kSqrtFrom * high || hasNegative ? Norm::Sqrt : Norm::Log;
}

double lowestOf(const ViewSettings& view, const MapExtent& extent, double high) {
  if (view.limits == MapLimits::locked && view.lockedLow > 0) return view.lockedLow;
  const double reach =
      view.norm == "auto" ? std::clamp(kBelowQuartile * extent.quartile / high, kLongestReach, kLogReach) : kLogReach;
  return std::max<double>(extent.smallestPositive, high * reach);
}

}  // namespace

ColourScale mapScale(const ViewSettings& view, const MapExtent& extent) {
  const bool isError = view.map == MapContent::error,
             isLocked = view.limits == MapLimits::locked && view.lockedHigh > 0;
  const double largest = isError ? extent.largest : extent.highest;
  double high = isLocked                           ? view.lockedHigh
                : view.limits == MapLimits::robust ? robustLimit(static_cast<float>(largest), extent.usual)
                                                   : largest;
  if (high <= 0) high = 1;
  const Norm norm = normOf(view.norm, extent.quartile, high, reachesBelow(view, extent, high));
  if (isError) return ColourScale::symmetric(high, norm);
  return {colourMapOf(view.colourMap), norm, norm == Norm::Log ? lowestOf(view, extent, high) : 0, high};
}

QString whyAuto(const ViewSettings& view, const MapExtent& extent, const ColourScale& scale) {
  if (view.norm != "auto" || extent.quartile <= 0) return {};
  if (extent.quartile < kSqrtFrom * scale.max && reachesBelow(view, extent, scale.max))
    return tr("auto: values go down to %1, and a logarithm has no colours below 0, so the scale is %2.")
        .arg(numberText(extent.lowest, 2), normText(scale));
  return tr("auto: in the map with the smallest values about three quarters of the cells that are not 0 are "
            "below %1 in size, and the last colour stands for %2, so the scale is %3.")
      .arg(numberText(extent.quartile, 2), numberText(scale.max, 2), normText(scale));
}

QString normText(const ColourScale& scale) {
  const Norm norm = scale.effectiveNorm();
  return norm == Norm::Linear ? tr("linear") : norm == Norm::Sqrt ? tr("square root") : tr("logarithmic");
}

QString normSign(const ColourScale& scale) {
  const Norm norm = scale.effectiveNorm();
  return norm == Norm::Sqrt ? QStringLiteral("√") : norm == Norm::Log ? QStringLiteral("log") : normText(scale);
}

std::string normWord(const ColourScale& scale) {
  const Norm norm = scale.effectiveNorm();
  return norm == Norm::Linear ? "linear" : norm == Norm::Sqrt ? "sqrt" : "log";
}

}  // namespace omegascope

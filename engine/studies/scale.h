// From numbers to places along an axis, and back; where its ticks stand and what they say.
#pragma once

#include <limits>
#include <string>
#include <vector>

#include "studies/figure.h"

namespace omega::studies {

/// What an axis has to show.
struct ValueRange {
  double low = std::numeric_limits<double>::infinity(), high = -low;

  /// What is not finite, or has no logarithm on such an axis, has no place on it.
  void add(double value, bool is_log);
};

struct Scale {
  double low = 0, high = 1, from = 0, to = 1;
  bool log = false;
  bool in_powers = false;  // numbers of a logarithmic axis are powers of ten, as those of neighbours of its title

  double at(double value) const;
  double value_at(double place) const;
};

/// Some room around the numbers.
Scale scale_of(ValueRange range, bool is_log, bool is_symmetric, double from, double to);
/// Names in place of numbers: 0, 1, 2 … in the middle of places of one length.
Scale scale_of(const std::vector<std::string>& categories, double from, double to);

/// Whether a number above 0 is easier to read as a power of ten.
bool wants_power(double value);

struct AxisTick {
  double value;
  std::string label;
};

/// Ticks whose labels do not overlap: their middles are at least `apart` pixels apart and, side by side, as far as two
/// labels need. `tried`: on a logarithmic axis few of these with short names, such as sizes, are the ticks themselves,
/// where they fit.
std::vector<AxisTick> ticks_of(const Scale& scale, const std::vector<double>& tried, double apart, int text_size,
                               bool side_by_side);
/// Between the labels of a logarithmic axis.
std::vector<double> minor_ticks(const Scale& scale);

}  // namespace omega::studies

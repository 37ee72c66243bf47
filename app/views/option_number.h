// A number of an option in a box: with the digits that it has, the steps and the limits of its option.
#pragma once

#include <QDoubleSpinBox>

#include "core/options.h"

namespace omegascope {

/// Whether the option is so small by itself that its order of magnitude is what counts.
bool isTiny(const omega::OptionSpec& spec);
/// Whether values of it are compared by ratios: whole numbers, which double, and tiny ones.
bool goesByRatios(const omega::OptionSpec& spec);

/// What one step of a box adds to a number that is not whole.
constexpr double kRealStep = 0.05;

class OptionNumber : public QDoubleSpinBox {
 public:
  /// `value` stays in reach, also where the option would refuse it: what is wrong has to be seen.
  void setOption(const omega::OptionSpec& spec, double value);

  QString textFromValue(double value) const override;
};

}  // namespace omegascope

// A number of an option in a box, with its digits and the steps and limits of the option.
#pragma once

#include <QDoubleSpinBox>

#include "core/options.h"

namespace omegascope {

/// Whether the default is so small that its order of magnitude is what counts.
bool isTiny(const omega::OptionSpec& spec);
/// Whether its values are compared by ratios, as whole numbers and tiny ones are.
bool goesByRatios(const omega::OptionSpec& spec);

/// What one step of a box adds to a number that is not whole.
constexpr double kRealStep = 0.05;

class OptionNumber : public QDoubleSpinBox {
 public:
  explicit OptionNumber(QWidget* parent = nullptr);

  /// `value` can be shown even if the option would refuse it: what is wrong has to be seen.
  void setOption(const omega::OptionSpec& spec, double value);

  QString textFromValue(double value) const override;

 protected:
  /// A double-click takes the whole number, not the digits on one side of its point.
  bool eventFilter(QObject* watched, QEvent* event) override;
};

}  // namespace omegascope

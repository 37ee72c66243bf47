// A number of an option in a box, with its digits and the steps and limits of the option.
#pragma once

#include <QDoubleSpinBox>
#include <functional>
#include <optional>

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

/// A box, of a type such as QSpinBox, in which a number beyond the limits can be typed: it becomes the limit, and
/// `onBeyond` hears of it. Qt's own takes no more of such a number than fits, without a word.
template <class Box>
class LimitedBox : public Box {
 public:
  using Box::Box;
  std::function<void(double typed)> onBeyond;

  QValidator::State validate(QString& text, int& at) const override {
    const QValidator::State state = Box::validate(text, at);
    const bool mayGoOn = isBeyond(typedIn(text)) || text == QString(this->locale().negativeSign());
    return state == QValidator::Invalid && mayGoOn ? QValidator::Intermediate : state;
  }
  void fixup(QString& text) const override {
    const std::optional<double> typed = typedIn(text);
    if (!isBeyond(typed)) return Box::fixup(text);
    text = this->textFromValue(*typed > this->maximum() ? this->maximum() : this->minimum());
    if (onBeyond) onBeyond(*typed);
  }

 private:
  std::optional<double> typedIn(const QString& text) const {
    bool isNumber = false;
    const QString digits = text.endsWith(this->suffix()) ? text.chopped(this->suffix().size()) : text;
    const double number = this->locale().toDouble(digits, &isNumber);
    return isNumber ? std::optional(number) : std::nullopt;
  }
  bool isBeyond(const std::optional<double>& number) const {
    return number && (*number > this->maximum() || *number < this->minimum());
  }
};

}  // namespace omegascope

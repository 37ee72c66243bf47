#include "views/option_number.h"

#include <QEvent>
#include <QLineEdit>
#include <QLocale>
#include <algorithm>

namespace omegascope {

bool isTiny(const omega::OptionSpec& spec) {
  constexpr double kTiny = 1e-2;
  const double* value = std::get_if<double>(&spec.default_value);
  return value != nullptr && *value > 0 && *value < kTiny;
}

bool goesByRatios(const omega::OptionSpec& spec) { return spec.kind == omega::OptionKind::integer || isTiny(spec); }

OptionNumber::OptionNumber(QWidget* parent) : QDoubleSpinBox(parent) { lineEdit()->installEventFilter(this); }

bool OptionNumber::eventFilter(QObject* watched, QEvent* event) {
  if (watched != lineEdit() || event->type() != QEvent::MouseButtonDblClick)
    return QDoubleSpinBox::eventFilter(watched, event);
  lineEdit()->selectAll();
  return true;
}

void OptionNumber::setOption(const omega::OptionSpec& spec, double value) {
  constexpr int kMostDecimals = 12;
  const bool isWhole = spec.kind == omega::OptionKind::integer;
  setDecimals(isWhole ? 0 : kMostDecimals);
  setSingleStep(isWhole ? 1 : kRealStep);
  setStepType(isTiny(spec) ? AdaptiveDecimalStepType : DefaultStepType);
  setRange(std::min(spec.minimum, value), std::max(spec.maximum, value));
}

/// Without the zeros behind its last digit.
QString OptionNumber::textFromValue(double value) const {
  QString text = QDoubleSpinBox::textFromValue(value);
  if (!text.contains(locale().decimalPoint())) return text;
  while (text.endsWith(locale().zeroDigit())) text.chop(1);
  if (text.endsWith(locale().decimalPoint())) text.chop(locale().decimalPoint().size());
  return text;
}

}  // namespace omegascope

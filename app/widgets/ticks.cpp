#include "widgets/ticks.h"

#include <algorithm>
#include <cmath>

#include "math/ticks.h"

namespace omegascope {
namespace {

/// A hyphen is shorter than a minus sign, and stands lower.
QString withMinus(QString text, const QLocale& locale) { return text.replace(locale.negativeSign(), QChar(0x2212)); }

QString withoutExponentPadding(QString text) {
  const int e = text.indexOf(QLatin1Char('e'), 0, Qt::CaseInsensitive);
  if (e < 0) return text;
  text[e] = QLatin1Char('e');
  int digits = e + 1;
  if (digits < text.size() && text[digits] == QLatin1Char('+')) text.remove(digits, 1);
  if (digits < text.size() && !text[digits].isDigit()) ++digits;
  while (text.size() - digits > 1 && text[digits].digitValue() == 0) text.remove(digits, 1);
  return text;
}

// All labels of an axis carry the same number of decimals.
QString tickLabel(double value, double step, const QLocale& locale) {
  const double largest = std::max(std::abs(value), step);
  if (largest >= 1e6 || largest < 1e-4) return formatNumber(value, 4, locale);
  const int decimals = std::max(0, static_cast<int>(std::ceil(-std::log10(step) - 1e-9)));
  if (decimals > 5) return formatNumber(value, 4, locale);
  return withMinus(locale.toString(value, 'f', decimals), locale);
}

QLocale plain(const QLocale& locale) {
  QLocale copy = locale;
  copy.setNumberOptions(QLocale::OmitGroupSeparator);
  return copy;
}

}  // namespace

QString formatNumber(double value, int digits, const QLocale& locale) {
  if (std::isnan(value)) return QStringLiteral("nan");
  if (std::isinf(value)) return value < 0 ? QStringLiteral("−inf") : QStringLiteral("inf");
  const double size = std::abs(value);
  if (size != 0 && (size < 1e-4 || size >= 1e6)) {
    QString text = plain(locale).toString(value, 'e', std::max(0, digits - 1));
    const int e = text.indexOf(QLatin1Char('e'), 0, Qt::CaseInsensitive);
    const QString point = locale.decimalPoint();
    QString mantissa = text.left(e);
    while (mantissa.contains(point) && (mantissa.endsWith(locale.zeroDigit()) || mantissa.endsWith(point)))
      mantissa.chop(1);
    return withMinus(withoutExponentPadding(mantissa + text.mid(e)), locale);
  }
  const int wanted = std::max({digits, size >= 1 ? static_cast<int>(std::log10(size)) + 1 : 1});
  return withMinus(plain(locale).toString(value, 'g', wanted), locale);
}

std::vector<Tick> linearTicks(double min, double max, int wanted, const QLocale& locale) {
  const QLocale numbers = plain(locale);
  const omega::LinearTicks found = omega::linear_ticks(min, max, wanted);
  std::vector<Tick> ticks;
  for (const double value : found.values) ticks.push_back({value, tickLabel(value, found.step, numbers)});
  return ticks;
}

std::vector<Tick> logTicks(double min, double max, int wanted, const QLocale& locale) {
  std::vector<Tick> ticks;
  for (const double value : omega::log_ticks(min, max, wanted))
    ticks.push_back({value, formatNumber(value, 6, locale)});
  return ticks;
}

std::vector<Tick> indexTicks(double first, double last, int wanted, const QLocale& locale) {
  std::vector<Tick> ticks;
  if (!(last >= first)) return ticks;
  const QLocale numbers = plain(locale);
  const double step = std::max(1.0, last > first ? omega::round_step(last - first, wanted) : 1.0);
  for (double i = std::ceil(first / step - 1e-9); i * step <= last + 1e-9; ++i) {
    ticks.push_back({i * step, numbers.toString(static_cast<qlonglong>(i * step))});
  }
  return ticks;
}

std::vector<Tick> scaleTicks(const ColourScale& scale, int wanted, const QLocale& locale) {
  if (scale.effectiveNorm() == Norm::Log) return logTicks(scale.lowest(), scale.max, wanted, locale);
  return linearTicks(scale.min, scale.max, wanted, locale);
}

}  // namespace omegascope

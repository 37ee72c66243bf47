#include "widgets/ticks.h"

#include <algorithm>
#include <cmath>

namespace omegascope {
namespace {

double roundStep(double span, int wanted) {
  const double raw = span / std::max(1, wanted);
  const double power = std::pow(10, std::floor(std::log10(raw)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (raw <= factor * power * (1 + 1e-9)) return factor * power;
  }
  return 10 * power;
}

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
  return locale.toString(value, 'f', decimals);
}

QLocale plain(const QLocale& locale) {
  QLocale copy = locale;
  copy.setNumberOptions(QLocale::OmitGroupSeparator);
  return copy;
}

}  // namespace

QString formatNumber(double value, int digits, const QLocale& locale) {
  if (std::isnan(value)) return QStringLiteral("nan");
  if (std::isinf(value)) return value < 0 ? QStringLiteral("-inf") : QStringLiteral("inf");
  const double size = std::abs(value);
  if (size != 0 && (size < 1e-4 || size >= 1e6)) {
    QString text = plain(locale).toString(value, 'e', std::max(0, digits - 1));
    const int e = text.indexOf(QLatin1Char('e'), 0, Qt::CaseInsensitive);
    const QString point = locale.decimalPoint();
    QString mantissa = text.left(e);
    while (mantissa.contains(point) && (mantissa.endsWith(locale.zeroDigit()) || mantissa.endsWith(point))) mantissa.chop(1);
    return withoutExponentPadding(mantissa + text.mid(e));
  }
  return plain(locale).toString(value, 'g', std::max({digits, size >= 1 ? static_cast<int>(std::log10(size)) + 1 : 1}));
}

std::vector<Tick> linearTicks(double min, double max, int wanted, const QLocale& locale) {
  std::vector<Tick> ticks;
  if (!(max > min) || !std::isfinite(max - min)) return ticks;
  const QLocale numbers = plain(locale);
  const double step = roundStep(max - min, wanted);
  const double slack = 1e-9 * (max - min);
  for (double i = std::ceil((min - slack) / step); i * step <= max + slack; ++i) {
    ticks.push_back({i * step, tickLabel(i == 0 ? 0.0 : i * step, step, numbers)});
  }
  // One number alone says nothing of the scale.
  return ticks.size() < 2 && wanted < 5 ? linearTicks(min, max, wanted + 1, locale) : ticks;
}

std::vector<Tick> logTicks(double min, double max, int wanted, const QLocale& locale) {
  std::vector<Tick> ticks;
  if (!(min > 0) || !(max > min) || !std::isfinite(max)) return ticks;
  const double first = std::floor(std::log10(min) + 1e-9), last = std::ceil(std::log10(max) - 1e-9);
  const bool within = last - first <= std::max(2, wanted / 2);
  const double every = std::max(1.0, std::ceil((last - first) / std::max(1, wanted)));
  for (double e = first; e <= last; ++e) {
    if (std::fmod(e - first, every) != 0) continue;
    for (const double factor : {1.0, 2.0, 5.0}) {
      const double value = factor * std::pow(10, e);
      if (factor > 1 && !within) break;
      if (value >= min * (1 - 1e-9) && value <= max * (1 + 1e-9)) ticks.push_back({value, formatNumber(value, 3, locale)});
    }
  }
  return ticks;
}

std::vector<Tick> indexTicks(double first, double last, int wanted, const QLocale& locale) {
  std::vector<Tick> ticks;
  if (!(last >= first)) return ticks;
  const QLocale numbers = plain(locale);
  const double step = std::max(1.0, last > first ? roundStep(last - first, wanted) : 1.0);
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

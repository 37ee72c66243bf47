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

std::vector<double> multiplesOf(double step, double first, double last) {
  std::vector<double> all;
  for (double i = std::ceil(first / step - 1e-9); i * step <= last + 1e-9; ++i) all.push_back(i * step);
  return all;
}

// A number alone says nothing of where the others are: then those of a smaller step, or the first and the last of them,
// where these are not much closer than the ones that were wanted.
std::vector<double> indexValues(double first, double last, int wanted) {
  constexpr double kCloser = 0.65, kBelow = 2.5;  // 5 becomes 2, 2 becomes 1, 1 becomes 0.5
  double step = std::max(1.0, last > first ? omega::round_step(last - first, wanted) : 1.0);
  const double least = kCloser * (last - first + 1) / std::max(1, wanted);
  std::vector<double> values = multiplesOf(step, first, last);
  while (values.size() < 2 && wanted > 0 && step > 1) {
    step = std::max(1.0, omega::round_step(step / kBelow, 1));
    std::vector<double> more = multiplesOf(step, first, last);
    if (more.size() > 2 && step < least) more = {more.front(), more.back()};
    if (more.size() > 1 && more[1] - more[0] >= least) values = more;
  }
  return values;
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

QString formatWithError(double value, double error, const QLocale& locale) {
  constexpr int kDigits = 3, kMostDigits = 7;
  const auto exponentOf = [](double of) { return QString::number(of, 'e', 1).section(QLatin1Char('e'), 1).toInt(); };
  if (!std::isfinite(value) || !(error > 0) || std::isinf(error)) return formatNumber(value, kDigits, locale);
  const int last = exponentOf(error) - 1, largest = exponentOf(std::max(std::abs(value), error));
  if (largest - last >= kMostDigits) return formatNumber(value, kDigits, locale);
  const bool isScaled = largest < -4 || largest >= 6;
  const int power = isScaled ? largest : 0;
  const auto text = [&](double of) {
    const QString digits = plain(locale).toString(std::abs(of) * std::pow(10, -power), 'f', std::max(0, power - last));
    const bool isZero =
        std::all_of(digits.begin(), digits.end(), [](QChar c) { return !c.isDigit() || c.digitValue() == 0; });
    return of < 0 && !isZero ? QChar(0x2212) + digits : digits;
  };
  const QString both = QStringLiteral("%1 ± %2").arg(text(value), text(error));
  return isScaled ? withMinus(QStringLiteral("(%1)e%2").arg(both).arg(power), locale) : both;
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
  for (const double value : indexValues(first, last, wanted))
    ticks.push_back({value, numbers.toString(static_cast<qlonglong>(value))});
  return ticks;
}

std::vector<Tick> scaleTicks(const ColourScale& scale, int wanted, const QLocale& locale) {
  if (scale.effectiveNorm() == Norm::Log) return logTicks(scale.lowest(), scale.max, wanted, locale);
  return linearTicks(scale.min, scale.max, wanted, locale);
}

}  // namespace omegascope

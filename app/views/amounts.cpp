#include "views/amounts.h"

#include "core/text.h"
#include "language/language.h"
#include "views/rich_text.h"

namespace omegascope {

QString durationText(double seconds) { return described(omega::duration_text(seconds)); }

// What three digits round up to the next unit is said in that one.
Unit timeUnit(double milliseconds) {
  constexpr double kSecond = 1e3, kMinute = 60e3, kHour = 3600e3;
  if (milliseconds < 0.9995 * kSecond) return {QStringLiteral("ms"), 1};
  if (milliseconds < 1.5 * kMinute) return {QStringLiteral("s"), kSecond};
  if (milliseconds < 1.5 * kHour) return {QStringLiteral("min"), kMinute};
  return {QStringLiteral("h"), kHour};
}

Unit memoryUnit(double bytes) {
  constexpr double kKibi = 1 << 10, kMebi = 1 << 20, kGibi = 1 << 30;
  if (bytes < 0.9995 * kMebi) return {QStringLiteral("KiB"), kKibi};
  if (bytes < 0.9995 * kGibi) return {QStringLiteral("MiB"), kMebi};
  return {QStringLiteral("GiB"), kGibi};
}

namespace {

QString amountText(double amount, const Unit& unit) {
  return numberText(amount / unit.size, 3) + QLatin1Char(' ') + unit.name;
}

}  // namespace

QString timeText(double milliseconds) { return amountText(milliseconds, timeUnit(milliseconds)); }

QString memoryText(double bytes) { return amountText(bytes, memoryUnit(bytes)); }

QString forecastText(const Forecast& forecast) {
  const QString time = durationText(forecast.seconds), longest = QString::fromStdString(forecast.longest);
  if (forecast.bytes <= 0) return tr("about %1, most of it for %2").arg(time, longest);
  return tr("about %1 and %2 of memory, most of the time for %3").arg(time, memoryText(forecast.bytes), longest);
}

}  // namespace omegascope

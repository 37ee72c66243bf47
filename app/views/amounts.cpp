#include "views/amounts.h"

#include <cmath>

#include "core/text.h"
#include "language/language.h"

namespace omegascope {

QString durationText(double seconds) { return described(omega::duration_text(seconds)); }

QString memoryText(double bytes) {
  constexpr double kMebi = 1 << 20, kGibi = 1 << 30;
  return bytes < kGibi ? QStringLiteral("%1 MiB").arg(std::ceil(bytes / kMebi), 0, 'f', 0)
                       : QStringLiteral("%1 GiB").arg(bytes / kGibi, 0, 'f', 1);
}

QString forecastText(const Forecast& forecast) {
  return tr("about %1 and %2 of memory, most of the time for %3")
      .arg(durationText(forecast.seconds), memoryText(forecast.bytes), QString::fromStdString(forecast.longest));
}

}  // namespace omegascope

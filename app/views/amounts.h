// How long and how much, in words.
#pragma once

#include <QString>

#include "jobs/forecast.h"

namespace omegascope {

/// "12 s", "3 min", "2 h".
QString durationText(double seconds);
/// "340 MiB", "1.2 GiB".
QString memoryText(double bytes);
/// "about 3 min and 1.2 GiB of memory, most of the time for softmax"
QString forecastText(const Forecast& forecast);

}  // namespace omegascope

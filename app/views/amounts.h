// How long and how much, in words.
#pragma once

#include <QString>

#include "jobs/forecast.h"

namespace omegascope {

/// "12 s", "3 min", "2 h".
QString durationText(double seconds);

/// A unit in which an amount has few digits, and how much of the smallest it is.
struct Unit {
  QString name;
  double size = 1;
};
/// ms, s, min or h: of milliseconds.
Unit timeUnit(double milliseconds);
/// KiB, MiB or GiB: of bytes.
Unit memoryUnit(double bytes);
/// What was measured, with three digits: "812 ms", "50.4 s".
QString timeText(double milliseconds);
/// "238 KiB", "1.24 GiB".
QString memoryText(double bytes);

/// "about 3 min and 1.2 GiB of memory, most of the time for softmax"
QString forecastText(const Forecast& forecast);

}  // namespace omegascope

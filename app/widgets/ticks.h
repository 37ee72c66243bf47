// Tick positions and number texts. Exports pass QLocale::c(): a point and plain ASCII, whatever the desktop speaks.
#pragma once

#include <QLocale>
#include <QString>
#include <vector>

#include "widgets/colour_maps.h"

namespace omegascope {

struct Tick {
  double value;
  QString label;
};

// About `wanted` round numbers (1, 2 or 5 times a power of ten) within [min, max].
std::vector<Tick> linearTicks(double min, double max, int wanted, const QLocale& locale);
// Powers of ten within [min, max], thinned to about `wanted`; 1, 2, 5 steps where the range is short, linear ones where
// it is shorter.
std::vector<Tick> logTicks(double min, double max, int wanted, const QLocale& locale);
// Whole numbers only, for query and key indices; not one alone where another fits beside it.
std::vector<Tick> indexTicks(double first, double last, int wanted, const QLocale& locale);
// By the norm of the scale.
std::vector<Tick> scaleTicks(const ColourScale& scale, int wanted, const QLocale& locale);

// Up to `digits` significant digits, no trailing zeros, 1.2e-7 style outside 1e-4 .. 1e6.
QString formatNumber(double value, int digits, const QLocale& locale);
// "0.0148 ± 0.0010": a standard error with two digits, and its value up to the same place; below 1e-4 and from 1e6 on
// "(4.2 ± 9.6)e−5". The value alone where the error is 0, not finite or too small to be beside it.
QString formatWithError(double value, double error, const QLocale& locale);

}  // namespace omegascope

// What a slider stands at, for who does not see it: the number that it sets, not the place of its handle.
#pragma once

#include <functional>

class QSlider;

namespace omegascope {

/// Call it first of all: whatever else is set of the slider is told to screen readers already.
void tellValueOf(QSlider& slider, std::function<double(int)> valueAt, std::function<int(double)> placeOf);

}  // namespace omegascope

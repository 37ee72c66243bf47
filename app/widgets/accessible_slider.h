// Where a slider stands, for people who do not see it: the number that it sets, not the place of its handle.
#pragma once

#include <functional>

class QSlider;

namespace omegascope {

/// Call this before anything else is set on the slider: screen readers are notified of everything that follows.
void tellValueOf(QSlider& slider, std::function<double(int)> valueAt, std::function<int(double)> placeOf);

}  // namespace omegascope

// How far the colours of maps reach. One row with a denominator near 0 can have values a hundred times larger than all
// others: if the scale held them, nothing else could be seen. So the scale holds all rows but such outliers, and says
// what lies beyond.
#pragma once

#include <cstddef>

namespace omegascope {

/// The values of one map; those that are not finite do not count.
struct MapExtent {
  float lowest = 0, highest = 0;  // with 0
  float largest = 0;              // |x|
  float smallestPositive = 1;     // at most 1
  float usual = 0;                // the largest |x| of the rows that are no outliers
  float quartile = 0;             // of those |x| that are not 0, a quarter is larger; 0 where there are none
};

/// A row is an outlier where its largest |x| is more than this many times that of the median row.
inline constexpr float kOutlier = 10;

MapExtent extentOf(const float* values, std::size_t rows, std::size_t columns);

/// Where the colours end: at the largest value, or at the usual one where outliers make the largest more than twice
/// that.
float robustLimit(float largest, float usual);

}  // namespace omegascope

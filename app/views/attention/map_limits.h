// How far the colours of maps reach. One row with a denominator near 0 has values a hundred times those of all others:
// were the scale to hold it, nothing else could be seen. So the scale holds all rows but such outliers, and tells what
// lies beyond.
#pragma once

#include <cstddef>

namespace omegascope {

/// Of one map; what is not finite is left aside.
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

/// Where the colours end for a map, or for several by its union with their extents: at the largest value, or where
/// outliers make that more than twice the usual, at the usual.
float robustLimit(float largest, float usual);

}  // namespace omegascope

// A choice by weights: the first one whose running sum passes a target.
#pragma once

#include "cuda/device/portable.h"

namespace omega::cuda {

__device__ inline int lane_of_warp() { return static_cast<int>(threadIdx.x) % 32; }

/// Goes along weights, 32 at a time and a lane each, until their running sum passes the target.
struct Search {
  double target;
  int last_possible;  // the last one above 0
  int found = -1;
  double before = 0.0;  // the sum of all before the one that was found, or of all

  /// Where rounding leaves none beyond the target, the last possible one is chosen.
  __device__ int choice() const { return found >= 0 ? found : last_possible; }

  __device__ void look(int first, double weight) {
    const int lane = lane_of_warp();
    double sum = weight;
    for (int step = 1; step < 32; step *= 2) {
      const double left = __shfl_up_sync(0xFFFFFFFFu, sum, static_cast<unsigned>(step));
      if (lane >= step) sum += left;
    }
    sum += before;
    const unsigned possible = __ballot_sync(0xFFFFFFFFu, weight > 0.0),
                   passed = __ballot_sync(0xFFFFFFFFu, weight > 0.0 && sum > target);
    if (possible != 0) last_possible = first + 31 - __clz(static_cast<int>(possible));
    const int at = passed != 0 ? 31 - __clz(static_cast<int>(passed & -passed)) : 32;
    if (passed != 0) found = first + at;
    const double left = __shfl_sync(0xFFFFFFFFu, sum, max(at - 1, 0));
    if (at > 0) before = left;
  }
};

}  // namespace omega::cuda

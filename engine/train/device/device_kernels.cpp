#include "train/device/device_kernels.h"

#include <utility>

namespace omega::train {

using namespace cuda;

/// As a product with the matrix of the means, or with its transpose.
void DeviceKernels::segment_means(const SegmentMeans<float>& p) {
  const auto count = static_cast<std::int32_t>(p.segments.size());
  const auto length = static_cast<std::int32_t>(p.segments.back().end);
  Product what{};
  what.heads = p.heads, what.parts = p.parts;
  what.rows = count, what.inner = length, what.columns = p.columns;
  what.a = {p.matrix, 0, length, 1};
  if (p.backward != 0) {
    std::swap(what.rows, what.inner);
    std::swap(what.a.row, what.a.column);
  }
  what.b = p.x;
  what.out = p.out;
  what.factor = 1;
  what.adds = p.adds;
  product(what);
}

}  // namespace omega::train

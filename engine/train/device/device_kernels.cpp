#include "train/device/device_kernels.h"

#include <utility>

namespace omega::train {

using namespace cuda;

/// As a product with the matrix of the means, or with its transpose.
void DeviceKernels::segment_means(const SegmentMeans<float>& p) {
  const auto count = static_cast<std::int32_t>(p.segments.size());
  const auto length = static_cast<std::int32_t>(p.segments.back().end);
  Product what{};
  what.heads = p.heads;
  what.rows = count;
  what.inner = length;
  what.columns = p.columns;
  what.a = p.matrix;
  what.a_row = length;
  what.a_column = 1;
  if (p.backward != 0) {
    std::swap(what.rows, what.inner);
    std::swap(what.a_row, what.a_column);
  }
  what.b = p.x.data;
  what.b_head = p.x.head;
  what.b_row = p.x.row;
  what.b_column = p.x.column;
  what.factor = 1;
  what.out = p.out.data;
  what.out_head = p.out.head;
  what.out_row = p.out.row;
  what.out_column = p.out.column;
  what.adds = p.adds;
  product(what);
}

}  // namespace omega::train

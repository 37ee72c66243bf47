#include "io/rearrange.h"

#include <algorithm>

#include "core/error.h"

namespace omega {

std::vector<std::size_t> c_strides(const Shape& shape) {
  std::vector<std::size_t> strides(shape.size(), 1);
  for (std::size_t a = shape.size(); a-- > 1;) strides[a - 1] = strides[a] * static_cast<std::size_t>(shape[a]);
  return strides;
}

Array rearranged(const Array& source, std::size_t offset, const Shape& shape, const std::vector<std::size_t>& strides) {
  OMEGA_ASSERT(strides.size() == shape.size());
  Array result(source.type(), shape);
  const std::size_t width = size_of(source.type());
  std::vector<std::size_t> index(shape.size(), 0);
  std::size_t from = offset;
  for (std::size_t to = 0; to < result.count(); ++to) {
    std::copy_n(source.raw() + from * width, width, result.raw() + to * width);
    for (std::size_t a = shape.size(); a-- > 0;) {  // count up, the last axis fastest
      from += strides[a];
      if (++index[a] < static_cast<std::size_t>(shape[a])) break;
      from -= strides[a] * index[a];
      index[a] = 0;
    }
  }
  return result;
}

Array split_heads(const Array& array, Index heads) {
  Shape shape = array.shape();
  std::vector<std::size_t> strides = c_strides(shape);
  const std::size_t last = shape.size() - 1;
  const Index dim = shape[last] / heads;
  OMEGA_ASSERT(heads * dim == shape[last]);
  shape[last] = dim;
  shape.insert(shape.end() - 2, heads);
  strides.insert(strides.end() - 2, static_cast<std::size_t>(dim));
  return rearranged(array, 0, shape, strides);
}

bool is_stacked(const Shape& shape) { return shape.size() >= 3 && shape.front() == 3; }

Array one_of_three(const Array& stacked, Index which) {
  Shape shape = stacked.shape();
  std::vector<std::size_t> strides = c_strides(shape);
  const std::size_t offset = static_cast<std::size_t>(which) * strides.front();
  shape.erase(shape.begin());
  strides.erase(strides.begin());
  return rearranged(stacked, offset, shape, strides);
}

Array part_of_last(const Array& array, Index first, Index count) {
  Shape shape = array.shape();
  shape.back() = count;
  return rearranged(array, static_cast<std::size_t>(first), shape, c_strides(array.shape()));
}

Array one_head(const Array& array, Index head) {
  Shape shape = array.shape();
  std::vector<std::size_t> strides = c_strides(shape);
  const auto axis = static_cast<std::ptrdiff_t>(shape.size()) - 3;
  const std::size_t offset = static_cast<std::size_t>(head) * strides[static_cast<std::size_t>(axis)];
  shape.erase(shape.begin() + axis);
  strides.erase(strides.begin() + axis);
  return rearranged(array, offset, shape, strides);
}

Array repeat_heads(const Array& array, Index times) {
  Shape shape = array.shape(), repeated = array.shape();
  std::vector<std::size_t> strides = c_strides(shape);
  shape.insert(shape.end() - 2, times);
  strides.insert(strides.end() - 2, 0);
  repeated[repeated.size() - 3] *= times;
  return rearranged(array, 0, shape, strides).reshaped(repeated);
}

}  // namespace omega

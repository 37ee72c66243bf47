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

namespace {

std::size_t axis_of_heads(const Shape& axes) { return axes.size() - 3; }

}  // namespace

Shape Layout::shape() const {
  Shape shape = axes_;
  if (repeats_ > 1) shape[axis_of_heads(axes_)] *= repeats_;
  return shape;
}

Layout Layout::split_heads(Index heads) const {
  Layout split = *this;
  const Index dim = axes_.back() / heads;
  OMEGA_ASSERT(repeats_ == 1 && heads * dim == axes_.back());
  split.axes_.back() = dim;
  split.axes_.insert(split.axes_.end() - 2, heads);
  split.strides_.insert(split.strides_.end() - 2, static_cast<std::size_t>(dim) * strides_.back());
  return split;
}

bool is_stacked(const Shape& shape) { return shape.size() >= 3 && shape.front() == 3; }

Layout Layout::one_of_three(Index which) const {
  OMEGA_ASSERT(repeats_ == 1);
  Layout one = *this;
  one.offset_ += static_cast<std::size_t>(which) * strides_.front();
  one.axes_.erase(one.axes_.begin());
  one.strides_.erase(one.strides_.begin());
  return one;
}

Layout Layout::part_of_last(Index first, Index count) const {
  OMEGA_ASSERT(repeats_ == 1);
  Layout part = *this;
  part.offset_ += static_cast<std::size_t>(first) * strides_.back();
  part.axes_.back() = count;
  return part;
}

Layout Layout::one_head(Index head) const {
  Layout one = *this;
  const Shape whole = shape();
  for (std::size_t axis = axes_.size() - 2; axis-- > 0; head /= whole[axis]) {
    const Index at = head % whole[axis];
    one.offset_ += static_cast<std::size_t>(axis == axis_of_heads(axes_) ? at / repeats_ : at) * strides_[axis];
  }
  one.axes_.erase(one.axes_.begin(), one.axes_.end() - 2);
  one.strides_.erase(one.strides_.begin(), one.strides_.end() - 2);
  one.repeats_ = 1;
  return one;
}

Layout Layout::repeat_heads(Index times) const {
  OMEGA_ASSERT(repeats_ == 1);
  Layout repeated = *this;
  repeated.repeats_ = times;
  return repeated;
}

Array laid_out(const Array& stored, const Layout& layout) {
  OMEGA_ASSERT(stored.shape() == layout.stored_);
  if (layout.is_whole()) return stored;
  if (layout.repeats_ == 1) return rearranged(stored, layout.offset_, layout.axes_, layout.strides_);
  Shape axes = layout.axes_;
  std::vector<std::size_t> strides = layout.strides_;
  axes.insert(axes.end() - 2, layout.repeats_);
  strides.insert(strides.end() - 2, 0);
  return rearranged(stored, layout.offset_, axes, strides).reshaped(layout.shape());
}

}  // namespace omega

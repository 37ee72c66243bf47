// Bringing the axes of an array into the order [.., heads, tokens, dim].
#pragma once

#include <utility>
#include <vector>

#include "core/array.h"

namespace omega {

/// An array of `shape` whose element at index i is source[offset + Σ i·stride]; strides count elements and may be 0.
Array rearranged(const Array& source, std::size_t offset, const Shape& shape, const std::vector<std::size_t>& strides);

/// Elements from one index to the next, per axis, in C order.
std::vector<std::size_t> c_strides(const Shape& shape);

/// Which elements of a stored array another one is made of: axes cut, left out and brought into another order. Made of
/// shapes alone, so that what a file gives is known before anything of it is read.
class Layout {
 public:
  Layout() = default;
  explicit Layout(Shape stored) : stored_(stored), axes_(std::move(stored)), strides_(c_strides(axes_)) {}
  bool operator==(const Layout&) const = default;

  Shape shape() const;  // of what it makes
  bool is_whole() const { return *this == Layout(stored_); }

  /// [.., tokens, heads·dim] → [.., heads, tokens, dim].
  Layout split_heads(Index heads) const;
  /// One of the queries, keys and values that [3, ..] holds one after the other.
  Layout one_of_three(Index which) const;
  /// Elements [first, first + count) of the last axis.
  Layout part_of_last(Index first, Index count) const;
  /// [.., heads, tokens, dim] → [tokens, dim]: of all heads, counted over all their axes.
  Layout one_head(Index head) const;
  /// Each head `times` times, one after the other, as grouped queries share the heads of keys and values. Only
  /// one_head() may follow.
  Layout repeat_heads(Index times) const;

 private:
  friend Array laid_out(const Array& stored, const Layout& layout);
  Shape stored_, axes_;
  std::size_t offset_ = 0;
  std::vector<std::size_t> strides_;
  Index repeats_ = 1;  // of each head
};

/// The array that a layout makes; the stored one itself where the layout takes all of it.
Array laid_out(const Array& stored, const Layout& layout);

bool is_stacked(const Shape& shape);

}  // namespace omega

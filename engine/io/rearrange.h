// Bringing the axes of an array into the order [.., heads, tokens, dim].
#pragma once

#include <vector>

#include "core/array.h"

namespace omega {

/// An array of `shape` whose element at index i is source[offset + Σ i·stride]; strides count elements and may be 0.
Array rearranged(const Array& source, std::size_t offset, const Shape& shape, const std::vector<std::size_t>& strides);

/// Elements from one index to the next, per axis, in C order.
std::vector<std::size_t> c_strides(const Shape& shape);

/// [.., tokens, heads·dim] → [.., heads, tokens, dim].
Array split_heads(const Array& array, Index heads);

/// [3, ..]: queries, keys and values one after the other.
bool is_stacked(const Shape& shape);
Array one_of_three(const Array& stacked, Index which);

/// Elements [first, first + count) of the last axis.
Array part_of_last(const Array& array, Index first, Index count);

/// [.., heads, tokens, dim] → [.., tokens, dim].
Array one_head(const Array& array, Index head);

/// Each head `times` times, one after the other, as grouped queries share the heads of keys and values.
Array repeat_heads(const Array& array, Index times);

}  // namespace omega

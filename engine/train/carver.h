// Carver: cuts matrices out of one run of numbers, each on a cache line. Over nothing it only counts, so that one
// function says both how much memory a layout needs and where everything lies.
#pragma once

#include <cstddef>

#include "core/matrix.h"

namespace omega::train {

template <class T>
class Carver {
 public:
  explicit Carver(T* start = nullptr) : start_(start) {}

  T* run(Index count) {
    T* at = start_ == nullptr ? nullptr : start_ + used_;
    constexpr Index line = 64 / static_cast<Index>(sizeof(T));
    used_ += (count + line - 1) / line * line;
    return at;
  }
  View<T> matrix(Index rows, Index cols) { return {run(rows * cols), rows, cols}; }
  std::size_t used() const { return static_cast<std::size_t>(used_); }

 private:
  T* start_;
  Index used_ = 0;
};

/// How many numbers a layout takes that is cut for `owner`.
template <class T, class Layout, class Owner>
std::size_t numbers_of(const Owner& owner) {
  Carver<T> counts;
  Layout(counts, owner);
  return counts.used();
}

}  // namespace omega::train

// The keys with the largest logits, the first on ties.
#pragma once

#include <algorithm>
#include <limits>
#include <vector>

#include "core/matrix.h"

namespace omega {

/// The `count` heaviest of the keys seen so far, count ≥ 1.
class Heaviest {
 public:
  explicit Heaviest(Index count) : count_(static_cast<std::size_t>(count)) {}

  void add(double logit, Index key) {
    if (found_.size() >= count_ && logit < least_) return;
    found_.push_back({logit, key});
    if (found_.size() >= 2 * count_) keep_heaviest();
  }
  /// In increasing order.
  std::vector<Index> keys() {
    keep_heaviest();
    std::vector<Index> keys;
    for (const Found& one : found_) keys.push_back(one.key);
    std::sort(keys.begin(), keys.end());
    return keys;
  }

 private:
  struct Found {
    double logit;
    Index key;
  };

  void keep_heaviest() {
    if (found_.size() < count_) return;
    const auto heavier = [](const Found& a, const Found& b) {
      return a.logit != b.logit ? a.logit > b.logit : a.key < b.key;
    };
    const auto last = found_.begin() + static_cast<std::ptrdiff_t>(count_) - 1;
    std::nth_element(found_.begin(), last, found_.end(), heavier);
    least_ = last->logit;
    found_.erase(last + 1, found_.end());
  }

  std::size_t count_;
  std::vector<Found> found_;
  double least_ = -std::numeric_limits<double>::infinity();
};

}  // namespace omega

#include "core/request.h"

#include <algorithm>

namespace omega {

namespace {

bool same_arrays(const Arrays& a, const Arrays& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const auto& x, const auto& y) {
    return x.first == y.first && x.second.type() == y.second.type() && x.second.shape() == y.second.shape() &&
           x.second.raw() == y.second.raw();
  });
}

}  // namespace

// Arrays are immutable once shared, so that equal storage is what equality of requests needs; comparing values would
// cost as much as an estimate.
bool Request::operator==(const Request& other) const {
  return sequence == other.sequence && method == other.method && options == other.options &&
         same_arrays(given, other.given) && stream == other.stream && precision == other.precision &&
         backend == other.backend && want == other.want;
}

}  // namespace omega

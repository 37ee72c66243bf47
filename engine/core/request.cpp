#include "core/request.h"

namespace omega {

namespace {

bool same_storage(const Array& a, const Array& b) {
  return a.type() == b.type() && a.shape() == b.shape() && a.raw() == b.raw();
}

bool same_arrays(const Arrays& a, const Arrays& b) {
  if (a.size() != b.size()) return false;
  for (auto i = a.begin(), j = b.begin(); i != a.end(); ++i, ++j)
    if (i->first != j->first || !same_storage(i->second, j->second)) return false;
  return true;
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

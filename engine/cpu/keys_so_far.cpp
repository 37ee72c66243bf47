#include "cpu/keys_so_far.h"

#include <algorithm>
#include <limits>

#include "cpu/gemm.h"
#include "cpu/parallel.h"

namespace omega {

namespace {

/// Logits of all rows against some keys; −∞ after the last that a row sees.
template <class T>
Matrix<T> logits_so_far(const DotLogits<T>& dots, std::span<const Index> ends, Range keys) {
  const View<const T> k = dots.columns.points.middle_rows(keys);
  Matrix<T> logits(dots.x.rows, keys.size());
  Buffer<T> starts(static_cast<std::size_t>(keys.size()));
  squared_norms(k, starts.data());
  for (Index m = 0; m < keys.size(); ++m) {
    T& start = starts[static_cast<std::size_t>(m)];
    start = dots.columns.norm_factor * start + (dots.columns.bias ? dots.columns.bias[keys.begin + m] : T(0));
  }
  multiply_nt<T>(dots.x, k, logits);
  for (Index r = 0; r < logits.rows(); ++r) {
    const Index seen = std::clamp<Index>(ends[static_cast<std::size_t>(r)] - keys.begin, 0, keys.size());
    for (Index m = 0; m < seen; ++m) logits(r, m) = dots.factor * logits(r, m) + starts[static_cast<std::size_t>(m)];
    std::fill(logits.row(r) + seen, logits.row(r) + keys.size(), -std::numeric_limits<T>::infinity());
  }
  return logits;
}

}  // namespace

template <class T>
void add_keys_so_far(RunningSoftmax<T>& running, const DotLogits<T>& dots, std::span<const Index> ends,
                     View<const T> values) {
  constexpr Index kTile = 256;
  const auto values_of = [&](Range keys) { return values ? values.middle_rows(keys) : View<const T>(); };
  const Index common = ends.front();
  if (common > 0) {
    LaneRows<T> x(dots.x.cols, dots.x.rows);
    x.assign(dots.x, dots.factor);
    running.add(x, dots.columns.middle(0, common), values_of({0, common}));
  }
  for (Index m = common; m < ends.back(); m += kTile) {
    const Range keys{m, std::min(ends.back(), m + kTile)};
    Matrix<T> logits = logits_so_far(dots, ends, keys);
    running.add(logits, values_of(keys));
  }
}

template <class T>
void attend_so_far(const DotLogits<T>& dots, std::span<const Index> ends, View<const T> values, View<T> means,
                   T* log_sums, const Progress& progress) {
  parallel_tiles(dots.x.rows, kLaneRows, progress, [&](Range rows) {
    RunningSoftmax<T> running(rows.size(), means ? values.cols : 0);
    DotLogits<T> own = dots;
    own.x = dots.x.middle_rows(rows);
    add_keys_so_far(running, own,
                    ends.subspan(static_cast<std::size_t>(rows.begin), static_cast<std::size_t>(rows.size())),
                    means ? values : View<const T>());
    if (means) running.mean(means.middle_rows(rows));
    for (Index r = 0; log_sums != nullptr && r < rows.size(); ++r) log_sums[rows.begin + r] = running.log_sum(r);
  });
}

std::vector<Index> ends_of_queries(Range rows, Index each) {
  std::vector<Index> ends;
  for (Index r = rows.begin; r < rows.end; ++r) ends.push_back(r / each + 1);
  return ends;
}

#define OMEGA_INSTANTIATE(T)                                                                                        \
  template void add_keys_so_far<T>(RunningSoftmax<T>&, const DotLogits<T>&, std::span<const Index>, View<const T>); \
  template void attend_so_far<T>(const DotLogits<T>&, std::span<const Index>, View<const T>, View<T>, T*,           \
                                 const Progress&);
OMEGA_INSTANTIATE(float)
OMEGA_INSTANTIATE(double)
#undef OMEGA_INSTANTIATE

}  // namespace omega

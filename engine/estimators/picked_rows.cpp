#include "estimators/picked_rows.h"

#include "cpu/gemm.h"

namespace omega {

template <class T>
void add_picked_keys(RunningSoftmax<T>& running, View<const T> q, std::span<const Index> keys, View<const T> k,
                     View<const T> v, const Progress& progress, const HideKeys<T>& hide) {
  constexpr Index kTile = 256;
  const auto count = static_cast<Index>(keys.size());
  Matrix<T> tile(q.rows, std::min(kTile, count));
  for (Index c = 0; c < count; c += kTile) {
    progress.check();
    const auto some = part_of(keys, {c, std::min(count, c + kTile)});
    const View<T> logits(tile.data(), q.rows, static_cast<Index>(some.size()));
    multiply_nt<T>(q, PickedRows<T>(k, some).view(), logits);
    if (hide) hide(some, logits);
    running.add(logits, PickedRows<T>(v, some).view());
  }
}

template void add_picked_keys<float>(RunningSoftmax<float>&, View<const float>, std::span<const Index>,
                                     View<const float>, View<const float>, const Progress&, const HideKeys<float>&);
template void add_picked_keys<double>(RunningSoftmax<double>&, View<const double>, std::span<const Index>,
                                      View<const double>, View<const double>, const Progress&, const HideKeys<double>&);

}  // namespace omega

#include "estimators/picked_rows.h"

#include <utility>
#include <vector>

#include "cpu/gemm.h"
#include "cpu/merged_chunks.h"
#include "cpu/parallel.h"

namespace omega {

void token_tiles(Index lists, const std::function<std::span<const Index>(Index list)>& tokens_of,
                 const Progress& progress, const std::function<void(Index list, std::span<const Index> tokens)>& body) {
  constexpr Index kTile = 64;
  std::vector<std::pair<Index, std::span<const Index>>> tiles;
  for (Index list = 0; list < lists; ++list) {
    const std::span<const Index> tokens = tokens_of(list);
    const auto count = static_cast<Index>(tokens.size());
    for (Index first = 0; first < count; first += kTile)
      tiles.push_back({list, part_of(tokens, {first, std::min(count, first + kTile)})});
  }
  parallel_tiles(static_cast<Index>(tiles.size()), 1, progress, [&](Range one) {
    const auto& [list, tokens] = tiles[static_cast<std::size_t>(one.begin)];
    body(list, tokens);
  });
}

template <class T>
void add_picked_keys(RunningSoftmax<T>& running, View<const T> q, std::span<const Index> keys, View<const T> k,
                     View<const T> v, const Progress& progress, const HideKeys<T>& hide) {
  constexpr Index kTile = 256;
  const auto count = static_cast<Index>(keys.size());
  if (count > kMostTerms) {
    return merge_terms(running, {0, count}, [&](Range some) {
      RunningSoftmax<T> part(q.rows, v.cols);
      add_picked_keys<T>(part, q, part_of(keys, some), k, v, progress, hide);
      return part;
    });
  }
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

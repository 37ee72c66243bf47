// Sums over many tokens, in chunks: in parallel, and the same bits on any number of threads.
#pragma once

#include <algorithm>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "cpu/parallel.h"

namespace omega {

/// Chunks at most: enough for any desktop's cores, few enough that merging costs nothing. Never a function of the
/// thread count.
constexpr Index kMostChunks = 16;
inline Index chunk_of(Index count, Index least) { return std::max(least, (count + kMostChunks - 1) / kMostChunks); }

/// No more than so many terms go to one sum, and then that to the sum of all: float32 would lose digits over a million
/// terms, each of which is small beside their sum.
constexpr Index kMostTerms = 1024;

/// Merges sum(range), of kMostTerms each, with `total`: of all `terms`, in their order.
template <class Sum, class SumOf>
void merge_terms(Sum& total, Range terms, const SumOf& sum) {
  for (Index first = terms.begin; first < terms.end; first += kMostTerms) {
    auto some = sum(Range{first, std::min(terms.end, first + kMostTerms)});
    total.merge(some);
  }
}

/// sum(range) of each chunk of [0, count), merged in their order. A chunk has `least` or more.
template <class Sum>
auto merged_chunks(Index count, Index least, const Progress& progress, const Sum& sum) {
  using Part = std::invoke_result_t<const Sum&, Range>;
  const Index chunk = chunk_of(count, least);
  std::vector<std::optional<Part>> parts(static_cast<std::size_t>((count + chunk - 1) / chunk));
  parallel_tiles(count, chunk, progress,
                 [&](Range own) { parts[static_cast<std::size_t>(own.begin / chunk)] = sum(own); });
  for (std::size_t i = 1; i < parts.size(); ++i) parts[0]->merge(*parts[i]);
  return Part(std::move(*parts[0]));
}

}  // namespace omega

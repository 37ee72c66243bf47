// The one parallel loop (oneTBB behind it). Tiles have a fixed size, never one that depends on the number of threads,
// and whatever is summed over tiles is merged in their order: the same request gives the same bits on any thread count.
#pragma once

#include <functional>

#include "core/matrix.h"
#include "core/progress.h"

namespace omega {

/// Calls body(range) for [0, count) cut into tiles of `tile`; stops between tiles when asked to. Exceptions come
/// through.
void parallel_tiles(Index count, Index tile, const Progress& progress, const std::function<void(Range)>& body);

/// The same, and reports how much of it is done.
void parallel_tiles_told(Index count, Index tile, const Progress& progress, const std::function<void(Range)>& body);

/// Runs `body` with at most `threads` threads (0: all the machine has).
void with_threads(int threads, const std::function<void()>& body);

int hardware_threads();

/// From here on, the calling thread and the threads that help it give way to others: a window must
/// answer while all cores compute. For threads that do nothing but compute: no thread gets its priority back.
void compute_in_background();

}  // namespace omega

#include "cpu/parallel.h"

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/info.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>

namespace omega {

void parallel_tiles(Index count, Index tile, const Progress& progress, const std::function<void(Range)>& body) {
  const Index tiles = (count + tile - 1) / tile;
  const auto run = [&](Index t) {
    progress.check();
    body({t * tile, std::min(count, (t + 1) * tile)});
  };
  if (tiles == 1) return run(0);
  tbb::parallel_for(Index{0}, tiles, run);
}

void with_threads(int threads, const std::function<void()>& body) {
  if (threads <= 0) return body();
  // The arena may want more workers than the machine has cores (a test of determinism does); global_control allows them.
  const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(std::max(threads, hardware_threads())));
  tbb::task_arena arena(threads);
  arena.execute(body);
}

int hardware_threads() { return tbb::info::default_concurrency(); }

}  // namespace omega

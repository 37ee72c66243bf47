#include "cpu/parallel.h"

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/info.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <optional>
#include <utility>

#include "core/error.h"

#ifdef __linux__
#include <sys/resource.h>
#include <unistd.h>
#endif

#ifdef __SANITIZE_THREAD__
#include <sanitizer/tsan_interface.h>
#endif

namespace omega {

namespace {

/// oneTBB's library is not compiled for the thread sanitizer, which therefore cannot see that it orders what comes
/// before a loop, the loop's tasks, and what comes after. This tells it so, and nothing more: two tasks that share data
/// are reported.
class OrderedByTbb {
 public:
#ifdef __SANITIZE_THREAD__
  OrderedByTbb() { __tsan_release(&before_); }
  void task_begins() { __tsan_acquire(&before_); }
  void task_ends() { __tsan_release(&after_); }
  void all_done() { __tsan_acquire(&after_); }

 private:
  char before_ = 0, after_ = 0;
#else
  void task_begins() {}
  void task_ends() {}
  void all_done() {}
#endif
};

thread_local bool gives_way = false;
thread_local bool in_a_tile = false;

/// While it lives, loops of this thread are inside another.
class InATile {
 public:
  InATile() : before_(std::exchange(in_a_tile, true)) {}
  ~InATile() { in_a_tile = before_; }

 private:
  bool before_;
};

}  // namespace

void compute_in_background() {
  if (gives_way) return;
  gives_way = true;
#ifdef __linux__
  constexpr int kNice = 10;
  setpriority(PRIO_PROCESS, static_cast<id_t>(gettid()), kNice);  // of this thread alone
#endif
}

void parallel_tiles(Index count, Index tile, const Progress& progress, const std::function<void(Range)>& body) {
  const Index tiles = (count + tile - 1) / tile;
  const auto run = [&](Index t) {
    progress.check();
    body({t * tile, std::min(count, (t + 1) * tile)});
  };
  if (tiles == 1) return run(0);
  OrderedByTbb order;
  const bool background = gives_way;
  tbb::task_group_context context;
  const auto loop = [&] {
    tbb::parallel_for(
        Index{0}, tiles,
        [&](Index t) {
          const InATile inside;
          if (background) compute_in_background();
          order.task_begins();
          run(t);
          order.task_ends();
        },
        context);
  };
  // Isolated inside another loop: a thread that waits for the last tiles of a head must not begin another, whose tables
  // would then be in memory beside those of the first. One that waits for the outermost loop may help with anything.
  if (in_a_tile)
    tbb::this_task_arena::isolate(loop);
  else
    loop();
  order.all_done();
  // If a tile of an enclosing loop failed, oneTBB ends this loop early without a word: not all of it was done.
  if (context.is_group_execution_cancelled()) throw Cancelled();
}

namespace {

/// The arena that the calling thread used last. It is kept: the next run of as many threads finds its workers still
/// awake. Shared, since a run inside a run may ask for another one while this thread is still in the first.
std::shared_ptr<tbb::task_arena> arena_of(int threads) {
  thread_local std::shared_ptr<tbb::task_arena> kept;
  if (!kept || kept->max_concurrency() != threads) kept = std::make_shared<tbb::task_arena>(threads);
  return kept;
}

}  // namespace

void parallel_tiles_told(Index count, Index tile, const Progress& progress, const std::function<void(Range)>& body) {
  std::atomic<Index> done{0};
  parallel_tiles(count, tile, progress, [&](Range one) {
    body(one);
    progress.report(static_cast<double>(done += one.size()) / static_cast<double>(count));
  });
}

void with_threads(int threads, const std::function<void()>& body) {
  if (threads <= 0) return body();
  // The arena may want more workers than the machine has cores (a test of determinism does); global_control allows
  // them.
  std::optional<tbb::global_control> limit;
  if (threads > hardware_threads())
    limit.emplace(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(threads));
  OrderedByTbb order;
  const std::shared_ptr<tbb::task_arena> arena = arena_of(threads);
  arena->execute([&] {
    order.task_begins();
    body();
    order.task_ends();
  });
  order.all_done();
}

int hardware_threads() { return tbb::info::default_concurrency(); }

}  // namespace omega

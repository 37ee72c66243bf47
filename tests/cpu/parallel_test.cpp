#include "cpu/parallel.h"

#include <algorithm>
#include <atomic>
#include <catch2/catch.hpp>
#include <stdexcept>
#include <stop_token>
#include <thread>
#include <vector>

#ifdef __linux__
#include <sys/resource.h>
#include <unistd.h>
#endif

using namespace omega;

TEST_CASE("tiles cover every index once, on any number of threads", "[unit][concurrency]") {
  const int threads = GENERATE(0, 1, 2, 5);
  const Index count = GENERATE(0, 1, 7, 64, 1000);
  const Index tile = GENERATE(1, 7, 64);
  std::vector<int> visits(static_cast<std::size_t>(count));
  std::atomic<int> too_long = 0;
  with_threads(threads, [&] {
    parallel_tiles(count, tile, Progress(), [&](Range range) {
      if (range.size() < 1 || range.size() > tile) ++too_long;
      for (Index i = range.begin; i < range.end; ++i) ++visits[static_cast<std::size_t>(i)];
    });
  });
  CHECK(too_long == 0);
  CHECK(visits == std::vector<int>(visits.size(), 1));
}

TEST_CASE("what a tile wrote is there for the tiles of the next loop and for tiles within tiles",
          "[unit][concurrency]") {
  std::vector<double> values(512, 1.0);
  std::vector<double> sums(32);
  with_threads(4, [&] {
    for (int round = 0; round < 50; ++round) {
      parallel_tiles(512, 16, Progress(), [&](Range range) {
        parallel_tiles(range.size(), 4, Progress(), [&](Range inner) {
          for (Index i = inner.begin; i < inner.end; ++i) values[static_cast<std::size_t>(range.begin + i)] += 1.0;
        });
        double& sum = sums[static_cast<std::size_t>(range.begin / 16)];
        sum = 0;
        for (Index i = range.begin; i < range.end; ++i) sum += values[static_cast<std::size_t>(i)];
      });
    }
  });
  CHECK(sums == std::vector<double>(32, 51.0 * 16));
}

TEST_CASE("a run on other threads inside a run leaves the outer one as it was", "[unit][concurrency]") {
  std::atomic<int> tiles = 0;
  for (int round = 0; round < 20; ++round)
    with_threads(4, [&] {
      with_threads(1, [&] { parallel_tiles(10, 1, Progress(), [&](Range) { ++tiles; }); });
      parallel_tiles(10, 1, Progress(), [&](Range) {
        with_threads(2, [&] { parallel_tiles(10, 1, Progress(), [&](Range) { ++tiles; }); });
        with_threads(4, [&] { parallel_tiles(10, 1, Progress(), [&](Range) { ++tiles; }); });
        ++tiles;
      });
      parallel_tiles(10, 1, Progress(), [&](Range) { ++tiles; });
    });
  CHECK(tiles == 20 * (10 + 10 * 21 + 10));
}

TEST_CASE("an exception of a tile comes through and leaves the loop usable", "[unit][concurrency]") {
  with_threads(4, [] {
    for (int round = 0; round < 20; ++round) {
      CHECK_THROWS_WITH(parallel_tiles(100, 1, Progress(),
                                       [](Range r) {
                                         if (r.begin == 50) throw std::runtime_error("tile 50");
                                       }),
                        "tile 50");
    }
    std::atomic<Index> seen = 0;
    parallel_tiles(100, 3, Progress(), [&](Range r) { seen += r.size(); });
    CHECK(seen == 100);
  });
}

TEST_CASE("a loop inside a loop that fails elsewhere does not come back half done", "[unit][concurrency]") {
  std::atomic<bool> half_done = false;
  with_threads(4, [&] {
    for (int round = 0; round < 50; ++round) {
      std::atomic<int> begun = 0;
      CHECK_THROWS_WITH(parallel_tiles(8, 1, Progress(),
                                       [&](Range outer) {
                                         if (outer.begin == 0) {
                                           for (int i = 0; i < 100000 && begun < 3; ++i)
                                             std::this_thread::yield();  // others are at work
                                           throw std::runtime_error("the first");
                                         }
                                         std::atomic<int> done = 0;
                                         parallel_tiles(200, 1, Progress(), [&](Range) {
                                           ++begun;
                                           std::this_thread::yield();
                                           ++done;
                                         });
                                         if (done != 200) half_done = true;
                                       }),
                        "the first");
    }
  });
  CHECK_FALSE(half_done);
}

TEST_CASE("a stop request ends the loop at the next tile", "[unit][concurrency]") {
  std::stop_source stop;
  const Progress progress(stop.get_token());
  std::atomic<int> after = 0;
  with_threads(4, [&] {
    CHECK_THROWS_AS(parallel_tiles(100000, 1, progress,
                                   [&](Range) {
                                     if (stop.stop_requested()) ++after;
                                     stop.request_stop();
                                   }),
                    Cancelled);
  });
  CHECK(after <= 4);  // at most what was already running
}

#ifdef __linux__
TEST_CASE("work in the background lowers its own thread and its helpers, and no other", "[unit][concurrency]") {
  const auto niceness = [] { return getpriority(PRIO_PROCESS, static_cast<id_t>(gettid())); };
  const int before = niceness();
  std::atomic<int> highest_priority = 1000;
  std::atomic<int> tiles = 0;
  std::thread worker([&] {
    compute_in_background();
    for (const int threads : {0, 3})
      with_threads(threads, [&] {
        parallel_tiles(200, 1, Progress(), [&](Range) {
          int seen = highest_priority;
          while (niceness() < seen && !highest_priority.compare_exchange_weak(seen, niceness())) {
          }
          ++tiles;
        });
      });
  });
  worker.join();
  CHECK(tiles == 400);
  CHECK(highest_priority >= std::min(10, before + 10));
  CHECK(niceness() == before);
}
#endif

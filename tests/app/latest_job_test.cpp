// Work that is always on the newest request: the rules one by one, then with a real thread.
#include <atomic>
#include <catch2/catch.hpp>
#include <chrono>
#include <thread>
#include <vector>

#include "jobs/latest_job.h"
#include "jobs/waiting.h"

using namespace omegascope;
using namespace std::chrono_literals;

namespace {

/// Without events: what is waited for is another thread's.
template <class Condition>
bool waitFor(Condition&& condition) {
  for (int i = 0; i < kUnattendedMs && !condition(); ++i) std::this_thread::sleep_for(1ms);
  return condition();
}

}  // namespace

TEST_CASE("idle work starts at once, busy work lets it wait", "[latest]") {
  LatestWins policy;
  CHECK(policy.isIdle());
  CHECK_FALSE(policy.shouldStart());
  policy.posted();
  CHECK(policy.shouldStart());
  CHECK_FALSE(policy.isIdle());
  policy.started();
  CHECK_FALSE(policy.shouldStart());
  CHECK_FALSE(policy.shouldStop());  // nobody waits
  policy.posted();
  CHECK_FALSE(policy.shouldStart());  // one at a time
}

TEST_CASE("work is stopped for a newer request, but not before its preview", "[latest]") {
  LatestWins policy;
  policy.posted();
  policy.started();
  policy.posted();
  CHECK_FALSE(policy.shouldStop());
  policy.previewed();
  CHECK(policy.shouldStop());
  policy.finished();
  CHECK(policy.shouldStart());
  CHECK_FALSE(policy.shouldStop());
}

TEST_CASE("work without a preview holds up a newer request until somebody says so", "[latest]") {
  LatestWins policy;
  policy.posted();
  policy.started();
  CHECK_FALSE(policy.isHeldUp());
  policy.posted();
  CHECK(policy.isHeldUp());
  policy.previewed();
  CHECK_FALSE(policy.isHeldUp());
  std::atomic<int> last = 0;
  LatestJob<int> job([&](int request, const LatestJob<int>::Run& run) {
    while (request == 1 && !run.stop.stop_requested()) std::this_thread::sleep_for(1ms);  // for ever
    last = request;
  });
  job.post(1);
  job.post(2);
  job.hurry(24h);
  CHECK(last == 0);
  CHECK(waitFor([&] {
    job.hurry(0ms);
    return last == 2;
  }));
}

TEST_CASE("a preview before the newer request stops work as soon as that is posted", "[latest]") {
  LatestWins policy;
  policy.posted();
  policy.started();
  policy.previewed();
  CHECK_FALSE(policy.shouldStop());
  policy.posted();
  CHECK(policy.shouldStop());
}

TEST_CASE("each run has to show a preview of its own", "[latest]") {
  LatestWins policy;
  policy.posted();
  policy.started();
  policy.previewed();
  policy.finished();
  policy.posted();
  policy.started();
  policy.posted();
  CHECK_FALSE(policy.shouldStop());
}

TEST_CASE("of a thousand posts the last is worked on, and most in between are not", "[latest]") {
  constexpr int kPosts = 1000, kMeanwhile = 20;
  std::atomic<int> last = -1, runs = 0, posted = 0;
  LatestJob<int> job([&](const int& value, const LatestJob<int>::Run& run) {
    ++runs;
    // However fast the machine: each run takes as long as so many posts.
    while (posted < std::min(kPosts, value + kMeanwhile)) std::this_thread::sleep_for(1ms);
    run.previewed();
    last = value;
  });
  for (int i = 0; i < kPosts; ++i) {
    job.post(i);
    ++posted;
    if (i % 50 == 0) std::this_thread::sleep_for(1ms);
  }
  REQUIRE(waitFor([&] { return job.isIdle(); }));
  CHECK(last == kPosts - 1);
  CHECK(runs <= kPosts / kMeanwhile + 1);
}

TEST_CASE("under a steady stream of posts every run still shows its preview", "[latest]") {
  std::atomic<int> started = 0, previews = 0, stoppedEarly = 0;
  {
    LatestJob<int> job([&](const int&, const LatestJob<int>::Run& run) {
      ++started;
      for (int i = 0; i < 4; ++i) {
        std::this_thread::sleep_for(1ms);
        if (run.stop.stop_requested()) ++stoppedEarly;
      }
      run.previewed();
      ++previews;
      for (int i = 0; i < 50 && !run.stop.stop_requested(); ++i) std::this_thread::sleep_for(1ms);
    });
    for (int i = 0; i < 200 || previews <= 3; ++i) {
      job.post(i);
      std::this_thread::sleep_for(1ms);
    }
    REQUIRE(waitFor([&] { return job.isIdle(); }));
  }
  CHECK(stoppedEarly == 0);
  CHECK(previews == started);
  CHECK(previews > 3);
}

TEST_CASE("closing during work asks it to stop and waits for it", "[latest]") {
  std::atomic<bool> running = false, ended = false;
  {
    LatestJob<int> job([&](const int&, const LatestJob<int>::Run& run) {
      running = true;
      while (!run.stop.stop_requested()) std::this_thread::sleep_for(1ms);  // for ever
      ended = true;
    });
    job.post(1);
    REQUIRE(waitFor([&] { return running.load(); }));
    job.post(2);  // never started
  }
  CHECK(ended);
}

TEST_CASE("cancelling drops what waits and stops what runs", "[latest]") {
  std::atomic<int> runs = 0;
  LatestJob<int> job([&](const int&, const LatestJob<int>::Run& run) {
    ++runs;
    while (!run.stop.stop_requested()) std::this_thread::sleep_for(1ms);  // for ever
  });
  job.post(1);
  REQUIRE(waitFor([&] { return runs == 1; }));
  job.post(2);
  job.cancel();
  REQUIRE(waitFor([&] { return job.isIdle(); }));
  CHECK(runs == 1);
}

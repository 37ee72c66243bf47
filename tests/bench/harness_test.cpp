#include "bench/harness.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <chrono>
#include <thread>
#include <vector>

#include "bench/cases.h"
#include "run/runner.h"

using namespace omega;

TEST_CASE("a timing has as many repeats as asked for, in order", "[bench]") {
  const Request request = case_request(find_case("local16"), 128, 1, 16, 0);
  const Timing few = time_estimate(request, 1, {0, 7, 1000, 3}, Progress());
  CHECK(few.repeats == 7);
  CHECK(few.min_ms > 0);
  CHECK(few.min_ms <= few.p10_ms);
  CHECK(few.p10_ms <= few.median_ms);
  CHECK(few.median_ms <= few.p90_ms);
  CHECK(few.cpu_ms > 0);
  CHECK(time_estimate(request, 1, {60, 7, 20, 3}, Progress()).repeats == 20);
}

TEST_CASE("an estimate into arrays of an earlier one is the same and needs no new ones", "[bench]") {
  const Request request = case_request(find_case("rfa16"), 128, 2, 16, 0);
  Result first = run(request);
  const std::vector<float> y = first.at("y").to_vector<float>();
  const std::byte* storage = first.at("y").raw();
  RunContext context;
  context.into = &first.outputs;
  const Result second = run(request, context);
  CHECK(second.at("y").raw() == storage);
  CHECK(second.at("y").to_vector<float>() == y);

  const Request longer = case_request(find_case("rfa16"), 256, 2, 16, 0);
  Result other = run(request);
  context.into = &other.outputs;
  CHECK(run(longer, context).at("y").count() == 2 * 256 * 16);  // one that does not fit is left
  CHECK(other.has("y"));
}

TEST_CASE("the shortest calls are repeated for all of the time, so that others' CPUs can be told", "[bench]") {
  const Request request = case_request(find_case("softmax"), 2, 1, 2, 0);
  TimingPlan plan;
  plan.seconds = 0.1;
  const Timing timing = time_estimate(request, 1, plan, Progress());
  CHECK(timing.repeats < plan.most);
  CHECK(timing.others_cpus.has_value());
}

TEST_CASE("what takes long by the clock is repeated less, whatever of it counts", "[bench]") {
  int calls = 0;
  const auto once = [&](Progress&) {
    ++calls;
    std::this_thread::sleep_for(std::chrono::milliseconds(3));
    return 1e-3;
  };
  TimingPlan plan{0, 7, 1000, 3};
  plan.slow = 2e-3;
  CHECK(time_repeatedly(once, plan, Progress()).repeats == 3);
  CHECK(calls == 1 + 3);
  calls = 0;
  plan.slow = 3600;
  CHECK(time_repeatedly(once, plan, Progress()).repeats == 7);
  CHECK(calls == 2 + 7);
}

TEST_CASE("a point tells how much of it is done from its first call on, and which call is under way", "[bench]") {
  std::vector<int> begun;
  std::vector<double> told, within_first;
  int calls = 0;
  const auto once = [&](Progress& inside) {
    ++calls;
    std::this_thread::sleep_for(std::chrono::milliseconds(3));
    inside.report(0.5);
    if (calls == 1) within_first = told;
    return 1.0;
  };
  TimingPlan plan{0, 7, 1000, 3};
  plan.slow = 0;
  plan.begins = [&](int number) { begun.push_back(number); };
  time_repeatedly(once, plan, Progress({}, [&](double fraction) { told.push_back(fraction); }));
  CHECK(begun == std::vector<int>{1, 2, 3, 4});
  REQUIRE(within_first.size() == 2);
  CHECK(within_first.front() == 0);
  CHECK(within_first.back() == Approx(0.5 / 4));  // half of the first of four
  CHECK(std::is_sorted(told.begin(), told.end()));
  CHECK(std::count(told.begin(), told.end(), Approx(0.25)) == 1);  // the first has ended
  CHECK(told.back() == Approx(1));

  begun.clear();
  calls = 0;
  plan.slow = 3600;
  time_repeatedly(once, plan, Progress());
  CHECK(begun == std::vector<int>{1, 0});
}

// What goes wrong on a device, on one that can be told to: the reason is a sentence, and the CPU goes on unless it may
// not.
#include <atomic>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <thread>
#include <vector>

#include "command/command_line.h"
#include "cuda/device.h"
#include "cuda/rates.h"
#include "modules.h"
#include "run/runner.h"
#include "support/cases.h"

using namespace omega;
using namespace omega::test;
using Catch::Matchers::Contains;

namespace {

Request lara(Backend backend, std::uint32_t seed = 1) {
  Request request = make_request(gaussian_sequence({2, 90, 90, 8, 4}, seed), "lara", {{"landmarks", "8"}});
  request.backend = backend;
  request.want = {"y"};
  return request;
}

Result cpu_result() { return run(lara(Backend::cpu)); }

/// What `auto` makes of a device that fails: the CPU's very numbers, and why.
void check_fallback(const std::string& reason) {
  const Result result = run(lara(Backend::automatic));
  CHECK(result.stats.backend == "cpu");
  CHECK_THAT(result.stats.why, Contains(reason));
  CHECK(same_bytes(result.at("y"), cpu_result().at("y")));
  CHECK(result.stats.clamped == cpu_result().stats.clamped);
}

std::atomic<int> launches_to_stop{0};
std::stop_source* stopped = nullptr;

/// From now on the launch with this number, counted from 1, asks for a stop.
void stop_at(std::stop_source& stop, int launch, emulator::Faults faults = {}) {
  stopped = &stop;
  launches_to_stop = launch;
  faults.at_launch = [](int) {
    if (--launches_to_stop == 0) stopped->request_stop();
  };
  Arranged::arrange(faults);
}

}  // namespace

TEST_CASE("without a driver or a device there is a reason", "[emulated]") {
  emulator::Faults faults;
  SECTION("no driver") {
    faults.driver = 0;
    const Arranged arranged(faults);
    check_fallback("no NVIDIA driver");
    CHECK_THROWS_WITH(run(lara(Backend::cuda)), Contains("no NVIDIA driver"));
  }
  SECTION("an old driver") {
    faults.driver = 11080;
    const Arranged arranged(faults);
    check_fallback("driver is too old: it knows CUDA 11.8");
  }
  SECTION("no device") {
    faults.devices = 0;
    const Arranged arranged(faults);
    check_fallback("no CUDA device");
  }
}

TEST_CASE("a card that the module has no code for is none", "[emulated]") {
  emulator::Faults faults;
  faults.code = false;
  for (const auto& [card, words] : {std::pair{70, "7.0: no kernel image"}, {90, "9.0: no kernel image"}}) {
    faults.capability = card;
    const Arranged arranged(faults);
    CHECK_FALSE(cuda::Device::get().available());
    check_fallback(std::string("the CUDA module has no code that runs on emulated device, of compute capability ") +
                   words);
  }
}

TEST_CASE("a module that is not there, or not one, is a reason", "[emulated]") {
  auto& device = cuda::Device::get();
  device.use_module("/nonexistent/libomega_cuda.so", true);
  check_fallback("does not load");
  device.use_module(std::string(OMEGA_SOURCE_DIR) + "/README.md", true);
  check_fallback("does not load");
  REQUIRE(use_module());
  CHECK(run(lara(Backend::automatic)).stats.backend == "cuda");
}

TEST_CASE("a launch that fails is a reason, and the next run works", "[emulated]") {
  emulator::Faults faults;
  const Arranged arranged(faults);
  run(lara(Backend::cuda));
  const int launches = Arranged::counts().launches;
  REQUIRE(launches == 3);
  for (const int which : {0, launches / 2, launches - 1}) {
    faults.fail_launch = which;
    Arranged::arrange(faults);
    check_fallback("invalid configuration");
    CHECK(run(lara(Backend::automatic)).stats.backend == "cuda");  // later launches work again
    Arranged::arrange(faults);
    CHECK_THROWS_WITH(run(lara(Backend::cuda)), Contains("the CUDA device failed"));
  }
  faults.fail_launch = -1;
  faults.fail_copy = 1;
  Arranged::arrange(faults);
  check_fallback("copying to the device");
}

TEST_CASE("too little memory is a reason, and is given back", "[emulated]") {
  emulator::Faults faults;
  const Arranged arranged(faults);
  run(lara(Backend::cuda));
  faults.memory = Arranged::counts().allocated - 1;  // enough for what the choice foresees, not for all that follows
  Arranged::arrange(faults);
  check_fallback("MiB");
  faults.memory = 1000;
  Arranged::arrange(faults);
  cuda::Device::get().use_module(module_path(), true);
  check_fallback("memory");
  faults.memory = std::uint64_t{1} << 30;
  Arranged::arrange(faults);
  CHECK(run(lara(Backend::automatic)).stats.backend == "cuda");
}

TEST_CASE("a lost device stays lost until it is loaded again", "[emulated]") {
  emulator::Faults faults;
  faults.lose_at_launch = 1;
  for (const int error : {700, 220, 226, 721, 999}) {  // what CUDA repeats from then on
    INFO(error);
    faults.loses_with = error;
    const Arranged arranged(faults);
    check_fallback("was lost");
    check_fallback("was lost");
    CHECK_THROWS_WITH(run(lara(Backend::cuda)), Contains("was lost"));
  }
  CHECK(run(lara(Backend::automatic)).stats.backend == "cuda");
}

TEST_CASE("a device that breaks in a run that was stopped is lost too", "[emulated]") {
  emulator::Faults faults;
  const Arranged arranged(faults);
  std::stop_source stop;
  faults.lose_at_launch = 1;
  stop_at(stop, 2, faults);
  Progress progress(stop.get_token());
  CHECK_THROWS_AS(run(lara(Backend::cuda), {&progress}), Cancelled);
  CHECK(cuda::Device::get().known() == cuda::Device::Known::absent);
  CHECK_THAT(cuda::Device::get().why(), Contains("was lost"));
}

TEST_CASE("memory that a launch lacks is named as such", "[emulated]") {
  emulator::Faults faults;
  faults.fail_launch = 0;
  faults.fails_for_memory = true;
  const Arranged arranged(faults);
  check_fallback("too little memory: starting");
}

TEST_CASE("a cuBLAS that does not start stops no estimate, and what measures by it says why", "[emulated]") {
  Request product = make_request(gaussian_sequence({1, 40, 40, 8, 4}, 3), "softmax", {{"materialise", "true"}});
  product.want = {"y"};
  for (const auto& [status, sentence] :
       {std::pair{1, "the CUDA device failed (cuBLAS does not start: status 1)"},
        {3, "the CUDA device has too little memory: cuBLAS does not start: status 3"}}) {
    emulator::Faults faults;
    faults.blas_status = status;
    const Arranged arranged(faults);
    CHECK(run(product).stats.backend == "cuda");
    CHECK_THROWS_WITH(cuda::measure_rates(1, 64), sentence);
    faults.blas_status = 0;
    Arranged::arrange(faults);
    CHECK_NOTHROW(cuda::measure_rates(1, 64));  // it is asked again
    CHECK(Arranged::counts().blas_made == 1);
    CHECK(Arranged::counts().zeros_multiplied == 0);  // which would take less power than numbers do
  }
}

TEST_CASE("what one launch or one block of threads has no room for is the CPU's", "[emulated]") {
  emulator::Faults faults;
  faults.most_blocks = 40;
  faults.capability = faults.ptx = 75;  // with 64 KiB of shared memory
  const auto why = [](const char* method, const Shapes& shapes, const Options::Given& options) {
    Request request = make_request(gaussian_sequence(shapes, 1), method, options);
    request.want = {"y"};
    const Result result = run(request);
    return result.stats.backend + ": " + result.stats.why;
  };
  {
    const Arranged arranged(faults);
    CHECK(why("softmax", {40, 3, 3, 2, 64}, {}) == "cuda: there is a CUDA device");
    CHECK(why("softmax", {41, 3, 3, 2, 64}, {}) == "cpu: 41 heads are too many for one launch");
    CHECK(why("softmax", {21, 3, 3, 2, 65}, {}) == "cuda: there is a CUDA device");
    CHECK(why("lara", {1, 3, 3, 1974, 2}, {{"landmarks", "2"}}) == "cuda: there is a CUDA device");
    CHECK(why("lara", {1, 3, 3, 1975, 2}, {{"landmarks", "2"}}) ==
          "cpu: 1975 dimensions do not fit into the device's shared memory");
    CHECK(why("softmax", {1, 3, 3, 1975, 2}, {}) == "cuda: there is a CUDA device");
    CHECK(why("fastfood", {1, 3, 3, 8192, 2}, {{"frequencies", "2"}}) == "cuda: there is a CUDA device");
    CHECK(why("fastfood", {1, 3, 3, 8193, 2}, {{"frequencies", "2"}}) ==
          "cpu: 8193 dimensions do not fit into the device's shared memory");
  }
  faults.capability = faults.ptx = 90;  // where sums over queries and keys go into one launch if there is room
  const Arranged arranged(faults);
  CHECK(why("lara", {30, 3, 3, 2, 2}, {{"landmarks", "2"}}) == "cuda: there is a CUDA device");
}

TEST_CASE("heads with more pieces of 64 values than a grid counts are several launches", "[emulated]") {
  emulator::Faults faults;
  faults.most_blocks = 7;
  const auto sequence = gaussian_sequence({4, 70, 70, 65, 65}, 3);
  for (const int card : {90, 75}) {
    faults.capability = faults.ptx = card;
    const Arranged arranged(faults);
    // Two pieces of values, of dimensions, of proposals and of groups.
    for (const auto& [method, options] : std::vector<std::pair<std::string, Options::Given>>{
             {"softmax", {}},
             {"rfa", {{"samples", "8"}}},
             {"local", {{"window", "20"}}},
             {"lara", {{"landmarks", "66"}, {"weighting", "coupled"}}},
             {"eva", {{"groups", "66"}, {"samples", "2"}, {"group_weight", "exact"}}}}) {
      INFO(method << " on " << card);
      Request request = make_request(sequence, method, options);
      request.want = {"y"};
      request.backend = Backend::cuda;
      const Result ours = run(request);
      request.backend = Backend::cpu;
      CHECK(distance(ours.at("y"), run(request).at("y")) < 1e-3);
    }
  }
}

TEST_CASE("products and frequencies of more pieces than a grid counts along its second axis", "[emulated]") {
  emulator::Faults faults;
  faults.most_blocks = 3;
  for (const int card : {90, 75}) {
    faults.capability = faults.ptx = card;
    const Arranged arranged(faults);
    // Four tiles of keys below a tile of queries and a part of one; seven blocks of frequencies.
    for (const auto& [method, shapes, options] : std::vector<std::tuple<std::string, Shapes, Options::Given>>{
             {"softmax", {2, 80, 250, 3, 2}, {{"materialise", "true"}}},
             {"fastfood", {2, 5, 6, 3, 2}, {{"frequencies", "26"}}},
             {"fastfood", {1, 5, 6, 1, 2}, {{"frequencies", "26"}}}}) {
      INFO(method << " on " << card);
      Request request = make_request(gaussian_sequence(shapes, 3), method, options);
      request.want = {"y"};
      request.backend = Backend::cuda;
      const Result ours = run(request);
      request.backend = Backend::cpu;
      CHECK(distance(ours.at("y"), run(request).at("y")) < 1e-3);
    }
  }
}

TEST_CASE("guards are asked for by a word that is neither empty nor 0", "[emulated]") {
  const Arranged arranged({});
  const struct Restore {
    ~Restore() { unsetenv("OMEGASCOPE_CUDA_GUARD"); }
  } restore;
  for (const auto& [word, guards] : {std::pair{"", false}, {"0", false}, {"1", true}}) {
    INFO('"' << word << '"');
    setenv("OMEGASCOPE_CUDA_GUARD", word, 1);
    cuda::Device::get().use_module(module_path(), false);
    run(lara(Backend::cuda));
    // Without them arrays share chunks of 64 MiB.
    CHECK((Arranged::counts().allocated < std::uint64_t{1} << 20) == guards);
  }
}

TEST_CASE("times stay where the rates beside them cannot be measured", "[emulated]") {
  emulator::Faults faults;
  for (const int status : {0, 1}) {
    faults.blas_status = status;
    const Arranged arranged(faults);
    std::vector<std::string> words = {"omega", "bench",  "--backend", "cuda", "--case", "softmax",
                                      "--n",   "64,128", "--ms",      "0",    "--json", "--quiet"};
    std::vector<char*> pointers;
    for (std::string& word : words) pointers.push_back(word.data());
    std::ostringstream said;
    std::streambuf* const before = std::cout.rdbuf(said.rdbuf());
    const int code = command::run_command_line(static_cast<int>(pointers.size()), pointers.data());
    std::cout.rdbuf(before);
    REQUIRE(code == 0);
    const auto json = nlohmann::json::parse(said.str());
    REQUIRE(json["results"].size() == 2);
    for (const auto& row : json["results"]) {
      CHECK(row["median_ms"] > 0);
      CHECK(row["memory_floor_ms"].is_null() == (status != 0));
      CHECK(row["product_floor_ms"].is_null() == (status != 0));
    }
    CHECK(json["copy_bytes_per_second"].is_null() == (status != 0));
    CHECK(json.contains("why_no_rates") == (status != 0));
  }
}

TEST_CASE("a map of many heads takes one identity", "[emulated]") {
  const Arranged arranged({});
  constexpr Index kHeads = 8, kKeys = 64;
  Request request = make_request(gaussian_sequence({kHeads, kKeys, kKeys, 4, 3}, 1), "softmax", {});
  request.backend = Backend::cuda;
  request.want = {"y", "attention"};
  run(request);
  CHECK(Arranged::counts().allocated < 2 * kHeads * kKeys * kKeys * sizeof(float));
}

TEST_CASE("a stop between launches ends the run", "[emulated]") {
  const Arranged arranged({});
  std::stop_source stop;
  stop_at(stop, 3);
  Progress progress(stop.get_token());
  CHECK_THROWS_AS(run(lara(Backend::cuda), {&progress}), Cancelled);
  CHECK(Arranged::counts().launches == 3);
  Arranged::arrange({});
  CHECK(run(lara(Backend::cuda)).stats.backend == "cuda");
}

namespace {

constexpr std::uint64_t kMiB = std::uint64_t{1} << 20;

/// A device of so much memory whose arenas are as in daily use: without guards.
struct Card {
  explicit Card(std::uint64_t mebibytes) {
    emulator::Faults faults;
    faults.memory = mebibytes * kMiB;
    Arranged::arrange(faults);
    cuda::Device::get().use_module(module_path(), false);
  }
  Arranged arranged{{}};
};

cuda::Session new_run() {
  cuda::Session session = cuda::Device::get().borrow();
  session.check(session.module().begin(session.context()));
  return session;
}

}  // namespace

TEST_CASE("what an idle arena holds counts as free", "[emulated]") {
  const Card card(1024);
  new_run().allocate(50 * kMiB);
  CHECK(Arranged::counts().allocated >= 50 * kMiB);
  CHECK(cuda::Device::get().facts().free_bytes >= 1023 * kMiB);
}

TEST_CASE("memory that is too little is sought among what nobody uses", "[emulated]") {
  const Card card(300);
  SECTION("in pieces of this context") {
    new_run().allocate(60 * kMiB);
    CHECK_NOTHROW(new_run().allocate(250 * kMiB));
  }
  SECTION("in another context") {
    cuda::Session second = new_run();
    new_run().allocate(60 * kMiB);
    CHECK_NOTHROW(second.allocate(250 * kMiB));
  }
  SECTION("and not found") {
    cuda::Session second = new_run(), first = new_run();
    first.allocate(60 * kMiB);
    CHECK_THROWS_WITH(second.allocate(250 * kMiB), Contains("250.0 MiB more are needed"));
    CHECK_NOTHROW(second.allocate(200 * kMiB));
  }
}

TEST_CASE("at rest no more than a quarter of the device is kept from others", "[emulated]") {
  SECTION("by one context") {
    const Card card(300);
    new_run().allocate(200 * kMiB);
    CHECK(Arranged::counts().allocated < kMiB);
  }
  SECTION("by several together") {
    const Card card(1000);
    {
      std::vector<cuda::Session> runs;
      for (int i = 0; i < 4; ++i) runs.push_back(new_run());
      for (const cuda::Session& run : runs) run.allocate(240 * kMiB);
    }
    CHECK(Arranged::counts().allocated <= 250 * kMiB);
    CHECK(Arranged::counts().allocated >= 240 * kMiB);
    CHECK(cuda::Device::get().facts().free_bytes >= 999 * kMiB);
  }
}

TEST_CASE("a device that does not open is asked again", "[emulated]") {
  emulator::Faults faults;
  faults.fail_open = 1;
  const Arranged arranged(faults);
  check_fallback("making a stream");
  CHECK(run(lara(Backend::automatic)).stats.backend == "cuda");
}

TEST_CASE("draws in float64 are cut into launches between which a stop is seen", "[emulated]") {
  const Arranged arranged({});
  Request request = make_request(gaussian_sequence({2, 90, 90, 8, 4}, 5), "ra", {{"samples", "2"}});
  request.backend = Backend::cuda;
  request.want = {"y"};
  const Result whole = run(request);
  const int launches = Arranged::counts().launches;
  cuda::Device::get().launch_work.exact = 2.0 * 90 * (16 + 16) * 20 / 3;  // 20 rows, of 3 processors
  const struct Restore {
    ~Restore() { cuda::Device::get().launch_work = {}; }
  } restore;
  Arranged::arrange({});
  std::vector<double> reported;
  Progress progress({}, [&](double fraction) { reported.push_back(fraction); });
  CHECK(same_bytes(run(request, {&progress}).at("y"), whole.at("y")));
  CHECK(Arranged::counts().launches == launches + 2 * 4);  // sums and choices
  CHECK(reported.size() >= 5);

  std::stop_source stop;
  stop_at(stop, launches);
  Progress stopping(stop.get_token());
  CHECK_THROWS_AS(run(request, {&stopping}), Cancelled);
  CHECK(Arranged::counts().launches == launches + 1);  // these sums' choices still came
}

TEST_CASE("two sequences at once do not meet", "[emulated]") {
  REQUIRE(use_module());
  const Result one = run(lara(Backend::cuda, 1)), two = run(lara(Backend::cuda, 2));
  bool same[2] = {true, true};
  const auto again = [&](std::uint32_t seed, const Result& expected, bool& all) {
    for (int i = 0; i < 3; ++i) all = all && same_bytes(run(lara(Backend::cuda, seed)).at("y"), expected.at("y"));
  };
  std::thread first(again, 1, std::cref(one), std::ref(same[0])), second(again, 2, std::cref(two), std::ref(same[1]));
  first.join();
  second.join();
  CHECK(same[0]);
  CHECK(same[1]);
}

TEST_CASE("memory is used again from run to run, and given back with the module", "[emulated]") {
  const Arranged arranged(emulator::Faults{});
  cuda::Device::get().use_module(module_path(), false);
  run(lara(Backend::cuda));
  const emulator::Counts once = Arranged::counts();
  for (int i = 0; i < 3; ++i) run(lara(Backend::cuda));
  CHECK(Arranged::counts().allocations == once.allocations);
  cuda::Device::get().use_module(module_path(), true);
  CHECK(Arranged::counts().allocated == 0);
}

TEST_CASE("what the device does not compute is said", "[emulated]") {
  REQUIRE(use_module());
  const auto sequence = gaussian_sequence({0, 12, 12, 4, 3}, 1);
  Request request = make_request(sequence, "reformer", {});
  CHECK(run(request).stats.why == "reformer is computed on the CPU only");
  request.backend = Backend::cuda;
  CHECK_THROWS_WITH(run(request),
                    "backend cuda was asked for, but reformer is computed on the CPU only; use auto or cpu");
  request = make_request(sequence, "nystrom", {{"pinv", "svd"}});
  CHECK_THAT(run(request).stats.why, Contains("nystrom with pinv=svd"));
  request = make_request(sequence, "softmax", {});
  request.precision = Precision::f64;
  CHECK(run(request).stats.why == "float64 is computed on the CPU only");
}

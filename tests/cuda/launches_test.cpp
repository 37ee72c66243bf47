// How many kernels a call starts: what is short is paid for by launches.
#include <catch2/catch.hpp>

#include "cuda/device.h"
#include "modules.h"
#include "run/runner.h"
#include "support/cases.h"

using namespace omega;
using namespace omega::test;

namespace {

int launches_of(const char* method, const Options::Given& options, Index tokens) {
  Request request = make_request(gaussian_sequence({1, tokens, tokens, 8, 4}, 3), method, options);
  request.backend = Backend::cuda;
  request.want = {"y"};
  Arranged::arrange({});
  run(request);
  return Arranged::counts().launches;
}

}  // namespace

TEST_CASE("lara and rfa take three launches a call and eva takes two", "[emulated]") {
  const Arranged arranged({});
  for (const Index tokens : {1024, 4096}) {
    INFO("N = " << tokens);
    CHECK(launches_of("lara", {}, tokens) == 3);
    CHECK(launches_of("rfa", {}, tokens) == 3);
    CHECK(launches_of("eva", {}, tokens) == 2);
    CHECK(launches_of("eva", {{"window", "256"}}, tokens) == 2);
  }
}

TEST_CASE("the inverse of a small matrix costs one launch, whatever its size", "[emulated]") {
  const Arranged arranged({});
  const int few = launches_of("nystrom", {{"landmarks", "3"}}, 1024);
  CHECK(few == 9);
  CHECK(launches_of("nystrom", {{"landmarks", "64"}}, 1024) == few);
}

TEST_CASE("what is copied to the device is there before its time is measured", "[emulated]") {
  const Arranged arranged({});
  for (const auto& [method, options] :
       std::vector<std::pair<const char*, Options::Given>>{{"softmax", {}},
                                                           {"rfa", {}},
                                                           {"lara", {}},
                                                           {"eva", {}},
                                                           {"eva", {{"window", "64"}, {"causal", "true"}}},
                                                           {"eva", {{"group_weight", "counted"}}},
                                                           {"lara", {{"proposals", "mixture"}}},
                                                           {"local", {}},
                                                           {"linformer", {}},
                                                           {"ra", {}},
                                                           {"nystrom", {}}}) {
    INFO(method);
    CHECK(launches_of(method, options, 256) > 0);
    CHECK(Arranged::counts().late_uploads == 0);
  }
}

TEST_CASE("a launch is as long as its processors allow, and its pieces begin where two tiles of rows do",
          "[emulated]") {
  const Arranged arranged({});
  constexpr int kTwos = 37;  // pairs of tiles, which a block of threads takes
  Request request = make_request(gaussian_sequence({0, kTwos * 128, 70, 4, 3}, 3), "softmax", {});
  request.backend = Backend::cuda;
  request.want = {"y"};
  const Result whole = run(request);
  CHECK(Arranged::counts().launches == 1);
  CHECK(Arranged::counts().blocks == kTwos);
  const struct Restore {
    ~Restore() { cuda::Device::get().launch_work = {}; }
  } restore;
  // 4 dimensions count as 16, 3 values as 32; of 3 processors.
  cuda::Device::get().launch_work.plain = kTwos * 128.0 * 70 * (16 + 32) / 3 / 2.9;
  Arranged::arrange({});
  CHECK(same_bytes(run(request).at("y"), whole.at("y")));
  CHECK(Arranged::counts().launches == 3);
  CHECK(Arranged::counts().blocks == kTwos);
}

TEST_CASE("the work of a map counts its logits once for every 64 keys", "[emulated]") {
  const Arranged arranged({});
  Request request = make_request(gaussian_sequence({0, 512, 256, 4, 3}, 3), "softmax", {});
  request.backend = Backend::cuda;
  request.want = {"y", "attention"};
  const struct Restore {
    ~Restore() { cuda::Device::get().launch_work = {}; }
  } restore;
  cuda::Device::get().launch_work.plain = 512.0 * 256 * (4 * 16 + 256) / 3 / 3.9;
  run(request);
  CHECK(Arranged::counts().launches == 1 + 1 + 4);  // y, the identity, the map
}

TEST_CASE("options that change no shape change no count of launches", "[emulated]") {
  const Arranged arranged({});
  for (const char* weighting : {"decoupled", "constant", "balance", "power"}) {
    INFO(weighting);
    CHECK(launches_of("lara", {{"weighting", weighting}}, 1024) == 3);
  }
  CHECK(launches_of("lara", {{"antithetic", "true"}, {"per_proposal", "2"}}, 1024) == 3);
  CHECK(launches_of("lara", {{"evaluate", "true"}}, 1024) == 3);
  CHECK(launches_of("rfa", {{"features", "hyperbolic"}}, 1024) == 3);
  CHECK(launches_of("eva", {{"group_weight", "counted"}, {"causal", "true"}}, 1024) == 2);
  CHECK(launches_of("softmax", {}, 1024) == 1);
}

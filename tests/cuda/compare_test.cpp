// What the device computes, held against golden vectors and against the CPU in float64: every method and option that it
// declares.
#include <atomic>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <optional>
#include <thread>

#include "cuda/device.h"
#include "cuda/rates.h"
#include "estimators/registry.h"
#include "modules.h"
#include "run/backend.h"
#include "run/request_facts.h"
#include "run/runner.h"
#include "support/cases.h"
#include "support/golden.h"
#include "support/worst.h"

using namespace omega;
using namespace omega::test;

namespace {

std::vector<OutputSpec> wanted_outputs(const Request& request) {
  std::vector<OutputSpec> outputs = outputs_of(request);
  if (request.want) std::erase_if(outputs, [&](const OutputSpec& o) { return request.want->count(o.name) == 0; });
  return outputs;
}

/// Whether the method declares that it computes all this on the device.
bool declared(Request request) {
  request.backend = Backend::automatic;
  return choose_backend(request, find_estimator(request.method), wanted_outputs(request)).cuda;
}

Result on(Backend backend, Request request) {
  request.backend = backend;
  if (backend == Backend::cpu) request.precision = Precision::f64;
  return run(request);
}

/// A sequence as float32, so that both backends begin with the same numbers.
std::shared_ptr<const Sequence> rounded(const std::shared_ptr<const Sequence>& s) {
  auto out = std::make_shared<Sequence>(*s);
  out->q = s->q.as(Dtype::f32);
  out->k = s->k.as(Dtype::f32);
  out->v = s->v.as(Dtype::f32);
  return out;
}

bool is_counter(const std::string& name) { return name == "clamped" || name == "nonpositive"; }

/// Signed denominators near zero and the pseudo-inverse multiply what rounding leaves; so do weights with 1/Z.
double tolerance_of(const Request& request) {
  if (request.method == "nystrom") return 2e-2;
  if (request.method == "softmax" && request.options.word("products") != "f32")
    return 1e-2;  // weights and values are rounded too
  const bool waves = request.method == "rfa" &&
                     (request.options.word("features") == "trig" || request.options.word("features") == "cosine");
  const bool rks = request.options.has("frequencies") && request.options.word("features") == "rks";
  const bool is_signed = request.options.has("clamp") && request.options.real("clamp") == 0;
  return waves || rks || is_signed ? 5e-3 : 1e-4;
}

void compare_with_cpu(const Request& request) {
  const Result ours = on(Backend::cuda, request), truth = on(Backend::cpu, request);
  CHECK(ours.stats.backend == "cuda");
  int compared = 0;
  for (const auto& [name, array] : truth.outputs) {
    INFO(name);
    if (is_counter(name) || name == "product_error") continue;  // the latter is looked at by itself
    REQUIRE(ours.has(name));
    CHECK(relative_error(ours.at(name), array) <= tolerance_of(request));
    ++compared;
  }
  CHECK(compared > 0);
}

}  // namespace

namespace {

/// Whether the device computes it, which is then held against it.
bool golden_on_device(const GoldenCase& c) {
  Request request =
      make_request(Sequence::make(c.arrays.at("Q"), c.arrays.at("K"), c.arrays.at("V")), c.method, c.options);
  request.given = c.given();
  std::set<std::string> want;
  for (const auto& [output, tolerance] : c.tolerance_f32)
    if (tolerance) want.insert(output);
  request.want = want;
  if (want.empty() || !declared(request)) return false;
  const Result result = on(Backend::cuda, request);
  for (const std::string& output : want) {
    INFO(c.name << ": " << output << ", error " << relative_error(result.at(output), c.arrays.at(output))
                << ", allowed " << *c.tolerance_f32.at(output));
    CHECK(relative_error(result.at(output), c.arrays.at(output)) <= *c.tolerance_f32.at(output));
  }
  return true;
}

}  // namespace

TEST_CASE("golden vectors on the device", "[golden]") {
  REQUIRE(use_module());
  int computed = 0;
  for (const GoldenCase& c : golden_cases()) computed += golden_on_device(c) ? 1 : 0;
  CHECK((std::getenv("OMEGA_GOLDEN") != nullptr || computed >= 200));
}

// What watches every access of a card, and makes a run a hundred times as long, has no time for more.
TEST_CASE("one golden vector of each method on the device", "[golden]") {
  REQUIRE(use_module());
  std::set<std::string> computed;
  for (const GoldenCase& c : golden_cases())
    if (computed.count(c.method) == 0 && golden_on_device(c)) computed.insert(c.method);
  for (const Estimator& estimator : estimators()) {
    INFO(estimator.info.name);
    CHECK((std::getenv("OMEGA_GOLDEN") != nullptr || !estimator.cuda || computed.count(estimator.info.name) == 1));
  }
}

TEST_CASE("every declared method and option against the CPU in float64", "[compare][long]") {
  REQUIRE(use_module());
  int compared = 0;
  for (const Estimator& estimator : estimators()) {
    if (!estimator.cuda) continue;
    for (const Shapes& shapes : {Shapes{2, 12, 12, 4, 3}, Shapes{0, 70, 70, 5, 66}}) {
      const auto sequence = rounded(gaussian_sequence(shapes, 11));
      for (const Variant& variant : variants(estimator, sequence)) {
        const Request request = request_for(estimator, variant, sequence, Precision::f32);
        if (!declared(request)) continue;
        INFO(variant.text << ", N = " << shapes.N);
        compare_with_cpu(request);
        ++compared;
      }
    }
  }
  CHECK(compared >= 30);
}

TEST_CASE("long sequences are cut into parts, tiles and windows that do not fit", "[compare][long]") {
  REQUIRE(use_module());
  const auto sequence = rounded(gaussian_sequence({2, 200, 531, 70, 9}, 5)),
             square = rounded(gaussian_sequence({0, 333, 333, 8, 4}, 6));
  for (const char* method : {"softmax", "rfa", "lara", "linear_elu", "ra", "gmm"}) {
    INFO(method);
    Request request = make_request(sequence, method, {});
    request.want = {"y"};
    compare_with_cpu(request);
  }
  for (const auto& [method, options] : std::vector<std::pair<std::string, Options::Given>>{
           {"local", {{"window", "50"}, {"overlap", "31"}}},
           {"eva", {{"window", "70"}, {"groups", "13"}, {"causal", "true"}}},
           {"local", {{"grid", "9x37"}, {"window", "9"}}},
           {"eva", {{"grid", "9x37"}, {"window", "9"}, {"groups", "9"}}},
           {"scatterbrain", {{"window", "50"}}},
           {"lara", {{"landmarks", "100"}}},
           {"lara", {{"landmarks", "70"}, {"per_proposal", "2"}}},
           {"lara", {{"similarity", "proposals"}}},
           {"lara", {{"weighting", "balance"}, {"landmarks", "130"}}},
           {"softmax", {{"causal", "true"}}}}) {
    INFO(method);
    Request request = make_request(square, method, options);
    request.want = {"y"};
    compare_with_cpu(request);
  }
}

namespace {

bool has_tensor_cores() { return cuda::Device::get().facts().has_tensor_cores != 0; }

/// A method's y on one head more than the device has processors, against the CPU; then the ways that it took.
cuda::Ways ways_of_many_heads(const std::string& method, const Options::Given& options, Index tokens, Index dims = 8) {
  const Index heads = cuda::Device::get().processors() + 1;
  Request request = make_request(rounded(gaussian_sequence({heads, tokens, tokens, dims, 8}, 7)), method, options);
  request.want = {"y"};
  compare_with_cpu(request);
  return ways();
}

}  // namespace

TEST_CASE("two tiles of rows a block of threads, as soon as single ones would come in two rounds", "[compare]") {
  REQUIRE(use_module());
  constexpr Index kTokens = 3 * 64 - 9;
  const int there = has_tensor_cores() ? 1 : 0;
  for (const auto& [method, options] : std::vector<std::pair<std::string, Options::Given>>{
           {"softmax", {}},
           {"softmax", {{"causal", "true"}}},
           {"softmax", {{"products", "tf32"}}},
           {"softmax", {{"products", "bf16"}}},
           {"local", {{"window", "128"}}},
           {"local", {{"window", "100"}, {"overlap", "31"}}},
           {"eva", {{"window", "128"}, {"groups", "13"}}},
           {"eva", {{"window", "128"}, {"groups", "13"}, {"causal", "true"}}}}) {
    INFO(method << (options.empty() ? "" : " " + options.front().first + "=" + options.front().second));
    CHECK(ways_of_many_heads(method, options, kTokens).of_two_tiles == there);
  }
  CHECK(ways_of_many_heads("softmax", {}, kTokens, 70).of_two_tiles == there);
  CHECK(ways_of_many_heads("softmax", {}, 128).of_two_tiles == 0);
}

TEST_CASE("tiles of rows stream past columns that stay, and blocks of keys past rows that draw", "[compare][long]") {
  for (const bool guarded : {true, false}) {
    INFO((guarded ? "guarded" : "in one arena"));
    REQUIRE(use_module(guarded));
    for (int again = 0; again < 2; ++again) {  // where memory is what the run before left
      CHECK((ways_of_many_heads("rfa", {{"samples", "20"}}, 600).most_pairs > 1) == has_tensor_cores());
      CHECK((ways_of_many_heads("lara", {{"landmarks", "20"}}, 600).most_pairs > 1) == has_tensor_cores());
      CHECK(ways_of_many_heads("ra", {}, 600).most_key_blocks > 1);
      if (guarded) break;
    }
  }
  use_module();
}

TEST_CASE("blocks of threads that would leave a third of the places empty share more pairs of tiles", "[emulated]") {
  const Arranged arranged({});
  const auto most_pairs = [](Index heads) {
    Request request = make_request(rounded(gaussian_sequence({heads, 2048, 2048, 4, 3}, 7)), "rfa", {{"samples", "8"}});
    request.want = {"y"};
    compare_with_cpu(request);
    return ways().most_pairs;
  };
  // Of 16 pairs, by 6 blocks at once.
  CHECK(most_pairs(3) == 8);
  CHECK(most_pairs(4) == 6);
}

TEST_CASE("parts of columns are merged by the last of them", "[compare]") {
  REQUIRE(use_module());
  const auto sequence = rounded(gaussian_sequence({2, 70, 600, 8, 4}, 5));
  for (const auto& [method, options] :
       std::vector<std::pair<std::string, Options::Given>>{{"lara", {{"landmarks", "20"}}},
                                                           {"rfa", {{"samples", "20"}}},
                                                           {"softmax", {}},
                                                           {"softmax", {{"products", "tf32"}}},
                                                           {"softmax", {{"products", "bf16"}}}}) {
    INFO(method);
    Request request = make_request(sequence, method, options);
    request.want = {"y"};
    compare_with_cpu(request);
    CHECK(ways().of_parts == 1);
  }
}

TEST_CASE("causal rows meet their columns in parts, of which early rows see the first alone", "[emulated]") {
  for (const int ptx : {90, 75}) {
    INFO(ptx);
    emulator::Faults faults;
    faults.capability = faults.ptx = ptx;
    const Arranged arranged(faults);
    Request request = make_request(rounded(gaussian_sequence({0, 256, 256, 8, 4}, 6)), "softmax", {{"causal", "true"}});
    request.want = {"y"};
    compare_with_cpu(request);
  }
}

TEST_CASE("plain products are the module's own, whatever libraries the process has", "[emulated]") {
  const auto sequence = rounded(gaussian_sequence({2, 90, 70, 9, 67}, 4));
  const auto y_with = [](bool blas, int card, const Request& request) {
    emulator::Faults faults;
    faults.blas = blas;
    faults.capability = faults.ptx = card;
    const Arranged arranged(faults);
    CHECK(cuda::Device::get().available());
    CHECK(cuda::Device::get().finds_blas() == blas);
    compare_with_cpu(request);
    CHECK(Arranged::counts().blas_made == 0);
    return on(Backend::cuda, request).at("y");
  };
  for (const auto& [method, options] :
       std::vector<std::pair<std::string, Options::Given>>{{"softmax", {{"materialise", "true"}}},
                                                           {"linformer", {{"projected", "66"}}},
                                                           {"nystrom", {{"landmarks", "5"}}}}) {
    INFO(method);
    const Request request = make_request(sequence, method, options);
    for (const int card : {90, 75}) CHECK(same_bytes(y_with(true, card, request), y_with(false, card, request)));
  }
}

TEST_CASE("counters agree with the CPU's where no rounding decides", "[compare]") {
  REQUIRE(use_module());
  for (const char* weighting : {"decoupled", "coupled"}) {
    INFO(weighting);
    Request request = make_request(rounded(gaussian_sequence({2, 40, 40, 6, 3}, 8, 1.5)), "lara",
                                   {{"landmarks", "8"}, {"weighting", weighting}, {"beta", "100"}});
    const Result ours = on(Backend::cuda, request);
    request.backend = Backend::cpu;
    CHECK(ours.stats.clamped == run(request).stats.clamped);
    CHECK(ours.stats.clamped > 0);
  }
}

namespace {

/// Rows of ω that stand elsewhere than the CPU's: another key was drawn for them.
struct Choices {
  std::size_t rows = 0, elsewhere = 0;
  std::string names;

  void count(const Request& request, const std::string& text) {
    const Result ours = on(Backend::cuda, request), truth = on(Backend::cpu, request);
    const Array& a = ours.at("omega");
    const Array& b = truth.at("omega");
    const auto dims = static_cast<std::size_t>(a.shape().back());
    for (std::size_t row = 0; row < a.count() / dims; ++row) {
      double away = 0;
      for (std::size_t d = 0; d < dims; ++d)
        away = worst_of(away, std::abs(a.at(row * dims + d) - b.at(row * dims + d)));
      ++rows;
      if (away <= 1e-3) continue;
      ++elsewhere;
      names += text + ": row " + std::to_string(row) + "\n";
    }
  }
};

bool draws_keys(const Request& request) {
  for (const ArraySpec& array : arrays_of(request))
    if (array.source == Source::uniform) return true;
  return false;
}

}  // namespace

TEST_CASE("discrete choices are the CPU's, row by row", "[compare][long]") {
  REQUIRE(use_module());
  const auto sequence = rounded(gaussian_sequence({2, 300, 300, 16, 2}, 9, 1.2));
  Choices choices;
  for (const Estimator& estimator : estimators()) {
    if (!estimator.cuda) continue;
    for (const Variant& variant : variants(estimator, sequence)) {
      Request request = request_for(estimator, variant, sequence, Precision::f32);
      request.want = {"omega"};
      if (draws_keys(request) && declared(request)) choices.count(request, variant.text);
    }
  }
  INFO(choices.elsewhere << " of " << choices.rows << " rows:\n" << choices.names);
  CHECK(choices.rows >= 5000);
  CHECK(choices.elsewhere * 1000000 <= choices.rows);
}

TEST_CASE("discrete choices among many keys are the CPU's", "[compare][long]") {
  REQUIRE(use_module());
  Choices choices;
  for (const auto& [method, options] : std::vector<std::pair<std::string, Options::Given>>{
           {"ra", {{"samples", "3"}}}, {"lara", {{"proposals", "mixture"}}}, {"mis", {{"proposals", "single"}}}})
    for (const Shapes& shapes : {Shapes{2, 150, 5000, 16, 2}, Shapes{0, 70, 3001, 70, 2}}) {
      Request request = make_request(rounded(gaussian_sequence(shapes, 31, 1.2)), method, options);
      request.want = {"omega"};
      REQUIRE(draws_keys(request));
      REQUIRE(declared(request));
      choices.count(request, method);
    }
  INFO(choices.elsewhere << " of " << choices.rows << " rows:\n" << choices.names);
  CHECK(choices.rows >= 1000);
  CHECK(choices.elsewhere == 0);
}

TEST_CASE("the device's own time and rates are there", "[compare]") {
  REQUIRE(use_module());
  const cuda::Rates rates = cuda::measure_rates(1, 64);
  CHECK(rates.bytes_per_second > 0);
  CHECK(rates.flops_per_second > 0);
  Request request = make_request(rounded(gaussian_sequence({2, 40, 40, 6, 3}, 8)), "softmax", {});
  CHECK(on(Backend::cuda, request).stats.milliseconds > 0);
}

namespace {

/// Every declared method, and options that take another way through the kernels.
std::vector<Request> one_of_each(const std::shared_ptr<const Sequence>& sequence) {
  std::vector<Request> requests;
  for (const Estimator& estimator : estimators())
    if (estimator.cuda)
      requests.push_back(request_for(estimator, variants(estimator, sequence).front(), sequence, Precision::f32));
  for (const auto& [method, options] :
       std::vector<std::pair<std::string, Options::Given>>{{"softmax", {{"materialise", "true"}}},
                                                           {"rfa", {{"features", "trig"}}},
                                                           {"lara", {{"weighting", "coupled"}}},
                                                           {"lara", {{"proposals", "mixture"}}},
                                                           {"eva", {{"group_weight", "exact"}, {"window", "20"}}}})
    requests.push_back(make_request(sequence, method, options));
  for (Request& request : requests) request.want = {"y"};
  return requests;
}

}  // namespace

TEST_CASE("the same request gives the same bits on a card that others use", "[device][long]") {
  REQUIRE(use_module());
  const std::vector<Request> requests = one_of_each(rounded(gaussian_sequence({2, 1500, 1500, 64, 64}, 12)));
  std::atomic<int> compared = 0;
  std::vector<std::atomic<int>> others(requests.size());
  std::vector<std::optional<Result>> first(requests.size());
  for (std::size_t i = 0; i < requests.size(); ++i)
    if (declared(requests[i])) first[i] = on(Backend::cuda, requests[i]);
  const auto repeat = [&](std::size_t begin) {
    for (std::size_t n = 0; n < 20 * requests.size(); ++n) {
      const std::size_t i = (begin + n) % requests.size();
      if (!first[i]) continue;
      others[i] += same_bytes(on(Backend::cuda, requests[i]).at("y"), first[i]->at("y")) ? 0 : 1;
      ++compared;
    }
  };
  {
    std::vector<std::jthread> users;
    for (std::size_t user = 0; user < 4; ++user) users.emplace_back(repeat, 5 * user);
  }
  for (std::size_t i = 0; i < requests.size(); ++i) {
    INFO(requests[i].method);
    CHECK(others[i] == 0);
  }
  CHECK(compared >= 4 * 20 * 15);
}

TEST_CASE("cards without tensor cores, or with older ones, compute the same", "[emulated][long]") {
  emulator::Faults older;
  older.capability = older.ptx = 75;
  const Arranged arranged(older);
  int compared = 0;
  for (const Shapes& shapes : {Shapes{2, 100, 100, 9, 5}, Shapes{0, 70, 70, 66, 66}})
    for (const Request& request : one_of_each(rounded(gaussian_sequence(shapes, 12)))) {
      if (!declared(request)) continue;
      INFO(request.method);
      compare_with_cpu(request);
      ++compared;
    }
  CHECK(compared >= 30);
}

TEST_CASE("the same request gives the same bits, whatever the order of threads", "[emulated][long]") {
  int compared = 0;
  for (const Request& request : one_of_each(rounded(gaussian_sequence({2, 100, 100, 9, 5}, 12)))) {
    if (!declared(request)) continue;
    INFO(request.method);
    emulator::Faults order;
    const Arranged straight(order);
    const Result first = on(Backend::cuda, request);
    for (const std::uint32_t seed : {1u, 2u, 3u}) {
      order.order_seed = seed;
      Arranged::arrange(order);
      CHECK(same_bytes(on(Backend::cuda, request).at("y"), first.at("y")));
    }
    ++compared;
  }
  CHECK(compared >= 15);
}

// Softmax by tensor cores against float64, within what rounding its factors may cost.
#include <bit>
#include <catch2/catch.hpp>
#include <cmath>

#include "cuda/device.h"
#include "modules.h"
#include "run/runner.h"
#include "support/cases.h"
#include "support/worst.h"

using namespace omega;
using namespace omega::test;

namespace {

struct Rounding {
  const char* name;
  double unit;  // a number becomes x(1 + δ), |δ| ≤ unit
};

Request softmax(const std::shared_ptr<const Sequence>& sequence, const std::string& products, bool causal) {
  Request request = make_request(sequence, "softmax", {{"products", products}, {"causal", causal ? "true" : "false"}});
  request.backend = Backend::cuda;
  return request;
}

Result exact_of(const std::shared_ptr<const Sequence>& sequence, bool causal) {
  Request request = softmax(sequence, "f32", causal);
  request.backend = Backend::cpu;
  request.precision = Precision::f64;
  request.want = {"y"};
  return run(request);
}

/// |a − b| of logits is at most (2u + u²)τ Σ_d |q_d k_d| for every key, so that weights are off by at most twice the
/// largest of these, relatively; weights and values are rounded once more. float32 sums stay far below.
double bound_of(const Sequence& s, Index query, double unit, double largest_value) {
  const Index dims = s.sizes.D;
  double worst = 0;
  for (Index m = 0; m < s.sizes.M; ++m) {
    double sum = 0;
    for (Index d = 0; d < dims; ++d)
      sum +=
          std::abs(s.q.at(static_cast<std::size_t>(query * dims + d)) * s.k.at(static_cast<std::size_t>(m * dims + d)));
    worst = worst_of(worst, (2 * unit + unit * unit) * sum / std::sqrt(static_cast<double>(dims)));
  }
  return (std::exp(2 * worst) * (1 + unit) * (1 + unit) * (1 + unit) - 1) * largest_value + 1e-5;
}

double largest(const Array& array) {
  double most = 0;
  for (std::size_t i = 0; i < array.count(); ++i) most = worst_of(most, std::abs(array.at(i)));
  return most;
}

/// The largest share of its bound that an element's error takes.
double share_of_bound(const Sequence& s, const Array& y, const Array& exact, double unit) {
  const double most = largest(s.v);
  double share = 0;
  for (Index n = 0; n < s.sizes.N; ++n) {
    const double bound = bound_of(s, n, unit, most);
    for (Index d = 0; d < s.sizes.Dv; ++d) {
      const auto i = static_cast<std::size_t>(n * s.sizes.Dv + d);
      share = worst_of(share, std::abs(y.at(i) - exact.at(i)) / bound);
    }
  }
  return share;
}

}  // namespace

TEST_CASE("products on tensor cores err within their bound, and by no less than rounding does", "[compare]") {
  REQUIRE(use_module());
  for (const Shapes& shapes : {Shapes{0, 70, 131, 5, 66}, Shapes{0, 64, 64, 70, 3}}) {
    const auto sequence = gaussian_sequence(shapes, 21);
    for (const bool causal : {false, true}) {
      const Result exact = exact_of(sequence, causal);
      for (const Rounding& rounding : {Rounding{"tf32", std::ldexp(1.0, -11)}, Rounding{"bf16", std::ldexp(1.0, -8)}}) {
        INFO(rounding.name << ", D " << shapes.D << (causal ? ", causal" : ""));
        const Result ours = run(softmax(sequence, rounding.name, causal));
        CHECK(share_of_bound(*sequence, ours.at("y"), exact.at("y"), rounding.unit) <= 1);
        const double error = distance(ours.at("y"), exact.at("y"));
        CHECK(error > 0.02 * rounding.unit);  // it is rounded
        CHECK(error < 4 * rounding.unit);
      }
    }
  }
}

TEST_CASE("what rounding cost is an output", "[compare]") {
  REQUIRE(use_module());
  const auto sequence = gaussian_sequence({0, 70, 70, 9, 5}, 22);
  const Result ours = run(softmax(sequence, "bf16", false)), exact = exact_of(sequence, false);
  const Array& errors = ours.at("product_error");
  double off = 0;
  for (std::size_t n = 0; n < 70; ++n) {
    double away = 0, norm = 0;
    for (std::size_t i = 5 * n; i < 5 * n + 5; ++i) {
      away += std::pow(ours.at("y").at(i) - exact.at("y").at(i), 2);
      norm += std::pow(exact.at("y").at(i), 2);
    }
    off = worst_of(off, std::abs(errors.at(n) - std::sqrt(away / norm)));
  }
  CHECK(largest(errors) > 1e-4);
  CHECK(off <= 1e-5);
}

namespace {

/// Attention of one query to one key, through the module itself: no input check stands before it.
float value_of_one_key(float value, cuda::Products products) {
  cuda::Session session = cuda::Device::get().borrow();
  const cuda::ModuleTable& module = session.module();
  session.check(module.begin(session.context()));
  auto* numbers = session.allocate<float>(4);
  const float given[4] = {1, 1, value, 0};
  session.check(module.upload(session.context(), numbers, given, sizeof given));
  cuda::Attend what{};
  what.heads = what.rows = what.dims = what.value_dims = what.sources = what.normalised = what.columns[0].count = 1;
  what.out_factor = what.columns[0].factor = 1;
  what.x = {numbers};
  what.columns[0].points = {numbers + 1};
  what.columns[0].values = {numbers + 2};
  what.out = {numbers + 3};
  what.products = products;
  session.check(module.attend(session.context(), &what));
  float out = 0;
  session.check(module.download(session.context(), &out, numbers + 3, sizeof out));
  return out;
}

}  // namespace

TEST_CASE("rounding keeps what is no number", "[compare]") {
  REQUIRE(use_module());
  const float of_a_card = std::bit_cast<float>(0x7FFFFFFFu);  // whose last bits carry
  for (const cuda::Products products : {cuda::kProductsF32, cuda::kProductsTf32, cuda::kProductsBf16}) {
    INFO("products " << products);
    CHECK(std::isnan(value_of_one_key(of_a_card, products)));
    CHECK(!std::isfinite(value_of_one_key(INFINITY, products)));  // in two parts, one of which is 0, it is ∞·0
    CHECK(value_of_one_key(3, products) == 3);
  }
}

TEST_CASE("a module compiled for older cards alone does not round", "[emulated]") {
  emulator::Faults faults;
  faults.ptx = 75;
  const Arranged arranged(faults);
  const auto sequence = gaussian_sequence({0, 40, 40, 8, 4}, 24);
  CHECK(same_bytes(run(softmax(sequence, "tf32", false)).at("y"), run(softmax(sequence, "f32", false)).at("y")));
}

/// How many of so many columns, each a part of its own, come back other than they went in.
std::size_t wrong_parts(std::int32_t columns) {
  constexpr std::size_t kWide = cuda::part_width(1);
  cuda::Session session = cuda::Device::get().borrow();
  const cuda::ModuleTable& module = session.module();
  session.check(module.begin(session.context()));
  std::vector<float> values(static_cast<std::size_t>(columns)), parts(kWide * values.size());
  for (std::size_t c = 0; c < values.size(); ++c) values[c] = static_cast<float>(c);
  auto* zero = session.allocate<float>(values.size());
  auto* on_device = session.allocate<float>(values.size());
  auto* found = session.allocate<float>(parts.size());
  session.check(module.clear(session.context(), zero, values.size() * sizeof(float)));
  session.check(module.upload(session.context(), on_device, values.data(), values.size() * sizeof(float)));
  cuda::Attend what{};
  what.heads = what.rows = what.dims = what.value_dims = what.sources = 1;
  what.columns[0].factor = 1;
  what.columns[0].count = columns;
  what.x = what.columns[0].points = {zero};
  what.columns[0].values = {on_device};
  what.parts = {columns, 1, found};
  session.check(module.attend(session.context(), &what));
  session.check(module.download(session.context(), parts.data(), found, parts.size() * sizeof(float)));
  std::size_t wrong = 0;
  for (std::size_t c = 0; c < values.size(); ++c)
    wrong += parts[kWide * c] != 0 || parts[kWide * c + 1] != 1 || parts[kWide * c + cuda::kPartHead] != values[c];
  return wrong;
}

TEST_CASE("more parts than a grid has blocks along its second axis", "[emulated]") {
  emulator::Faults faults;
  faults.most_blocks = 400;
  const Arranged arranged(faults);
  CHECK(wrong_parts(1000) == 0);
}

TEST_CASE("more parts than a card's grid has blocks along its second axis", "[compare][device]") {
  REQUIRE(use_module());
  CHECK(wrong_parts(65700) == 0);
}

TEST_CASE("the CPU rounds the same queries and keys", "[compare]") {
  REQUIRE(use_module());
  const auto sequence = gaussian_sequence({0, 40, 40, 8, 4}, 23, 2.0);
  for (const char* products : {"tf32", "bf16"}) {
    Request request = softmax(sequence, products, false);
    const Result ours = run(request);
    request.backend = Backend::cpu;
    const Result theirs = run(request);
    INFO(products);
    CHECK(distance(ours.at("y"), theirs.at("y")) < distance(ours.at("y"), exact_of(sequence, false).at("y")));
  }
}

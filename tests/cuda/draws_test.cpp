// Draws of keys through the module itself: by their definition, from numbers stored in either way, and from what is no
// number.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <random>
#include <vector>

#include "cuda/device.h"
#include "modules.h"

using namespace omega;
using namespace omega::test;

namespace {

struct Draws {
  std::int32_t heads, rows, samples, keys, dims;
  bool x_is_double = false, k_is_double = false;
  std::vector<double> x = {}, k = {}, u = {};

  std::size_t count() const { return static_cast<std::size_t>(heads) * static_cast<std::size_t>(rows * samples); }
};

/// Logits have a standard deviation of about `deviation`.
Draws random_draws(Draws what, double deviation) {
  std::mt19937 random(7);
  std::normal_distribution<double> normal(0.0, std::sqrt(deviation / std::sqrt(what.dims)));
  std::uniform_real_distribution<double> uniform;
  const auto fill = [&](std::vector<double>& all, std::int32_t rows, bool is_double) {
    all.resize(static_cast<std::size_t>(what.heads) * static_cast<std::size_t>(rows * what.dims));
    for (double& one : all) one = is_double ? normal(random) : static_cast<float>(normal(random));
  };
  fill(what.x, what.rows, what.x_is_double);
  fill(what.k, what.keys, what.k_is_double);
  what.u.resize(what.count());
  for (double& u : what.u) u = uniform(random);
  return what;
}

template <class T>
const T* to_device(const cuda::Session& session, const std::vector<double>& numbers) {
  const std::vector<T> stored(numbers.begin(), numbers.end());
  T* const place = session.allocate<T>(stored.size());
  session.check(session.module().upload(session.context(), place, stored.data(), stored.size() * sizeof(T)));
  return place;
}

cuda::Stored stored(const cuda::Session& session, const std::vector<double>& numbers, std::int64_t head,
                    bool is_double) {
  return {
      is_double ? static_cast<const void*>(to_device<double>(session, numbers)) : to_device<float>(session, numbers),
      head, is_double ? 1 : 0};
}

std::vector<std::int32_t> chosen(const Draws& d) {
  const cuda::Session session = cuda::Device::get().borrow();
  session.check(session.module().begin(session.context()));
  cuda::DrawKeys what{};
  what.heads = d.heads, what.rows = d.rows, what.samples = d.samples, what.keys = d.keys, what.dims = d.dims;
  what.x = stored(session, d.x, std::int64_t{d.rows} * d.dims, d.x_is_double);
  what.k = stored(session, d.k, std::int64_t{d.keys} * d.dims, d.k_is_double);
  what.x_factor = 2, what.k_factor = 0.5;
  what.u = {const_cast<double*>(to_device<double>(session, d.u)), std::int64_t{d.rows} * d.samples};
  std::vector<std::int32_t> all(d.count(), -1);
  what.chosen = {session.allocate<std::int32_t>(all.size()), what.u.head};
  what.blocks = session.allocate<cuda::KeyBlock>(static_cast<std::size_t>(d.heads * d.rows) *
                                                 static_cast<std::size_t>(cuda::key_blocks(d.keys)));
  session.check(session.module().draw_keys(session.context(), &what));
  session.check(session.module().download(session.context(), all.data(), what.chosen.data, all.size() * sizeof all[0]));
  session.check(session.module().check_guards(session.context()));
  return all;
}

/// exp(x_r·k_m) over the largest of them.
std::vector<double> weights(const Draws& d, std::int32_t head, std::int32_t row) {
  std::vector<double> all(static_cast<std::size_t>(d.keys));
  const double* const x = d.x.data() + std::int64_t{head * d.rows + row} * d.dims;
  double highest = -INFINITY;
  for (std::int32_t m = 0; m < d.keys; ++m) {
    const double* const key = d.k.data() + (std::int64_t{head} * d.keys + m) * d.dims;
    double& logit = all[static_cast<std::size_t>(m)];
    for (std::int32_t i = 0; i < d.dims; ++i) logit += x[i] * key[i];
    highest = std::max(highest, logit);
  }
  for (double& weight : all) weight = std::exp(weight - highest);
  return all;
}

std::int32_t by_definition(const std::vector<double>& weights, double u) {
  double total = 0, running = 0;
  for (const double weight : weights) total += weight;
  std::int32_t last_possible = 0;
  for (std::size_t m = 0; m < weights.size(); ++m) {
    running += weights[m];
    if (weights[m] > 0) last_possible = static_cast<std::int32_t>(m);
    if (running > u * total) return static_cast<std::int32_t>(m);
  }
  return last_possible;
}

std::size_t wrong_choices(const Draws& d) {
  const std::vector<std::int32_t> ours = chosen(d);
  std::size_t wrong = 0, at = 0;
  for (std::int32_t head = 0; head < d.heads; ++head)
    for (std::int32_t row = 0; row < d.rows; ++row) {
      const std::vector<double> all = weights(d, head, row);
      for (std::int32_t s = 0; s < d.samples; ++s, ++at) wrong += ours[at] != by_definition(all, d.u[at]);
    }
  return wrong;
}

}  // namespace

TEST_CASE("keys are drawn as their definition says", "[compare]") {
  REQUIRE(use_module());
  for (const Draws& sizes : {Draws{2, 70, 2, 129, 1}, Draws{1, 3, 40, 4100, 64}, Draws{1, 5, 1, 1, 3},
                             Draws{2, 17, 3, 700, 130, true, false}, Draws{1, 66, 1, 300, 9, false, true},
                             Draws{2, 20, 2, 500, 65, true, true}})
    for (const double deviation : {1.0, 300.0}) {  // weights alike, and such that most of them are 0
      INFO(sizes.rows << " rows, " << sizes.keys << " keys, " << sizes.dims << " dimensions, " << deviation);
      CHECK(wrong_choices(random_draws(sizes, deviation)) == 0);
    }
}

TEST_CASE("the first and the last possible key can be drawn", "[compare]") {
  REQUIRE(use_module());
  Draws draws{1, 1, 3, 400, 1};
  draws.x = {1};
  draws.k.assign(400, -2000);
  draws.k[100] = 0;
  draws.k[250] = 1;
  draws.u = {0, 1, std::nextafter(1.0, 0.0)};
  CHECK(chosen(draws) == std::vector<std::int32_t>{100, 250, 250});
}

TEST_CASE("what is no number draws some key", "[compare]") {
  REQUIRE(use_module());
  for (const double odd : std::vector<double>{NAN, INFINITY, -INFINITY, 1e30})
    for (const bool everywhere : {false, true}) {
      Draws draws = random_draws({1, 3, 2, 300, 4}, 1);
      draws.x[0] = odd;
      if (everywhere) draws.k.assign(draws.k.size(), odd);
      for (const std::int32_t key : chosen(draws)) CHECK((key >= 0 && key < draws.keys));
    }
}

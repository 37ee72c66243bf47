// Sums of very many terms. Tensor cores cut toward zero, which a long sum gathers and no short one shows.
#include <catch2/catch.hpp>
#include <cmath>
#include <random>
#include <vector>

#include "cuda/device.h"
#include "modules.h"
#include "run/runner.h"
#include "support/cases.h"
#include "support/worst.h"

using namespace omega;
using namespace omega::cuda;
using namespace omega::test;

namespace {

constexpr std::size_t kMany = 65536;

using Numbers = std::vector<float>;

/// The same every time: these tests draw nothing anew.
Numbers uniform(std::size_t count, float low, float high) {
  static std::minstd_rand source(7);
  std::uniform_real_distribution<float> numbers(low, high);
  Numbers all(count);
  for (float& x : all) x = numbers(source);
  return all;
}

struct SumCard {
  Session session = Device::get().open();
  const ModuleTable& module = session.module();

  SumCard() { session.check(module.begin(session.context())); }
  float* room(std::size_t count) const { return session.allocate<float>(count); }
  float* put(const Numbers& numbers) const {
    float* place = room(numbers.size());
    session.check(module.upload(session.context(), place, numbers.data(), numbers.size() * sizeof(float)));
    return place;
  }
  Numbers get(const float* place, std::size_t count) const {
    Numbers numbers(count);
    session.check(module.download(session.context(), numbers.data(), place, count * sizeof(float)));
    return numbers;
  }
};

/// What float32 may err by: sums that go term by term, as on old cards, take more roundings.
double allowed() { return Device::get().facts().has_tensor_cores != 0 ? 1e-5 : 5e-5; }

double dot(const Numbers& a, std::size_t row, const Numbers& b, std::size_t other, std::size_t dims) {
  double sum = 0;
  for (std::size_t d = 0; d < dims; ++d)
    sum += static_cast<double>(a[row * dims + d]) * static_cast<double>(b[other * dims + d]);
  return sum;
}

constexpr std::size_t kDims = 4, kRows = 16;

/// Means of `values`, of ones and of what is uniform in 0..1, over many keys.
Numbers means(const SumCard& card, const Numbers& x, const Numbers& points, const Numbers& values, Products products) {
  Attend what{};
  what.heads = what.sources = what.normalised = 1;
  what.rows = kRows;
  what.dims = kDims;
  what.value_dims = 2;
  what.out_factor = what.columns[0].factor = 1;
  what.columns[0].count = static_cast<std::int32_t>(kMany);
  what.x = {card.put(x)};
  what.columns[0].points = {card.put(points)};
  what.columns[0].values = {card.put(values)};
  float* out = card.room(2 * kRows);
  what.out = {out};
  what.products = products;
  card.session.check(card.module.attend(card.session.context(), &what));
  return card.get(out, 2 * kRows);
}

}  // namespace

TEST_CASE("the mean of very many values is theirs", "[compare][long]") {
  REQUIRE(use_module());
  const SumCard card;
  const Numbers x = uniform(kRows * kDims, -1, 1), points = uniform(kMany * kDims, -1, 1);
  Numbers values = uniform(2 * kMany, 0, 1);
  for (std::size_t m = 0; m < kMany; ++m) values[2 * m] = 1;
  for (const Products products : {kProductsF32, kProductsTf32, kProductsBf16}) {
    INFO("products " << products);
    const Numbers found = means(card, x, points, values, products);
    for (std::size_t r = 0; r < kRows; ++r) {
      CHECK(std::abs(found[2 * r] - 1) <= allowed());
      if (products != kProductsF32) continue;  // logits are rounded
      double sum = 0, mean = 0;
      for (std::size_t m = 0; m < kMany; ++m) {
        const double weight = std::exp(dot(x, r, points, m, kDims));
        sum += weight;
        mean += weight * static_cast<double>(values[2 * m + 1]);
      }
      CHECK(std::abs(static_cast<double>(found[2 * r + 1]) * sum / mean - 1) <= allowed());
    }
  }
}

namespace {

/// How far logs of sums of exponentials of logits of 45 are from theirs. All coordinates are of one sign, so that what
/// is cut off gathers.
double worst_log_sum(std::size_t dims, std::size_t rows) {
  const SumCard card;
  constexpr std::size_t kColumns = 70;
  const float size = std::sqrt(45.0f / static_cast<float>(dims));
  const Numbers x = uniform(rows * dims, 0.9f * size, 1.1f * size),
                points = uniform(kColumns * dims, 0.9f * size, 1.1f * size);
  Attend what{};
  what.heads = what.sources = what.normalised = 1;
  what.rows = static_cast<std::int32_t>(rows);
  what.dims = static_cast<std::int32_t>(dims);
  what.out_factor = what.columns[0].factor = 1;
  what.columns[0].count = static_cast<std::int32_t>(kColumns);
  what.x = {card.put(x)};
  what.columns[0].points = {card.put(points)};
  what.log_sum = {card.room(rows)};
  card.session.check(card.module.attend(card.session.context(), &what));
  const Numbers found = card.get(what.log_sum.data, rows);
  double worst = 0;
  for (std::size_t r = 0; r < rows; r += rows / kRows) {
    double sum = 0;
    for (std::size_t c = 0; c < kColumns; ++c) sum += std::exp(dot(x, r, points, c, dims) - 45);
    worst = worst_of(worst, std::abs(static_cast<double>(found[r]) - 45 - std::log(sum)));
  }
  return worst;
}

}  // namespace

TEST_CASE("logits of very many dimensions are theirs", "[compare]") {
  REQUIRE(use_module());
  const double most = Device::get().facts().has_tensor_cores != 0 ? 3e-5 : 1e-3;
  const auto two_tiles = static_cast<std::size_t>(64 * (3 * Device::get().processors() + 1));
  CHECK(worst_log_sum(2048, kRows) <= most);
  CHECK(worst_log_sum(2048, two_tiles) <= most);
  CHECK(worst_log_sum(7936, kRows) <= most);
}

TEST_CASE("softmax over very many tokens keeps ones", "[device][long]") {
  REQUIRE(use_module());
  const auto many = static_cast<Index>(kMany);
  const auto tokens = gaussian_sequence({0, many, many, 16, 1}, 3);
  const Array ones = Array::from(Numbers(kMany, 1.0f), {many, 1});
  Request request =
      make_request(Sequence::make(tokens->q.as(Dtype::f32), tokens->k.as(Dtype::f32), ones), "softmax", {});
  request.backend = Backend::cuda;
  request.want = {"y"};
  const Result result = run(request);
  double worst = 0;
  for (std::size_t i = 0; i < kMany; ++i) worst = worst_of(worst, std::abs(result.at("y").at(i) - 1));
  CHECK(worst <= allowed());
}

TEST_CASE("products with a very long inner dimension are float64's but for rounding", "[compare][long]") {
  REQUIRE(use_module());
  for (const std::size_t columns : {3u, 20u}) {
    INFO(columns << " columns");
    const SumCard card;
    const Numbers a = uniform(kRows * kMany, 0, 1), b = uniform(columns * kMany, 0, 1);
    Product what{};
    what.heads = 1;
    what.rows = static_cast<std::int32_t>(kRows);
    what.inner = static_cast<std::int32_t>(kMany);
    what.columns = static_cast<std::int32_t>(columns);
    what.a = {card.put(a), 0, what.inner, 1};
    what.b = {card.put(b), 0, 1, what.inner};
    what.factor = 1;
    what.out = {card.room(kRows * columns), 0, what.columns, 1};
    card.session.check(card.module.product(card.session.context(), &what));
    const Numbers found = card.get(what.out.data, kRows * columns);
    double worst = 0;
    for (std::size_t r = 0; r < kRows; ++r)
      for (std::size_t c = 0; c < columns; ++c)
        worst = worst_of(worst, std::abs(static_cast<double>(found[r * columns + c]) / dot(a, r, b, c, kMany) - 1));
    CHECK(worst <= allowed());
  }
}

namespace {

/// Softmax attention of training, one head of one example.
struct Heads {
  const SumCard& card;
  std::size_t rows, columns;
  Numbers q = uniform(rows * kDims, -1, 1), k = uniform(columns * kDims, -1, 1);
  SoftmaxHeads what{};

  Strided matrix(float* data) const { return {data, 0, kDims, 1}; }
  void forward(const Numbers& v) {
    what.heads = what.parts = 1;
    what.rows = static_cast<std::int32_t>(rows);
    what.columns = static_cast<std::int32_t>(columns);
    what.dims = static_cast<std::int32_t>(kDims);
    what.q = matrix(card.put(q));
    what.k = matrix(card.put(k));
    what.v = matrix(card.put(v));
    what.y = matrix(card.room(rows * kDims));
    what.log_sums = card.room(rows);
    card.session.check(card.module.softmax_heads(card.session.context(), &what));
  }
  void backward(const Numbers& dy) {
    what.backward = 1;
    what.dy = matrix(card.put(dy));
    what.dq = matrix(card.room(rows * kDims));
    what.dk = matrix(card.room(columns * kDims));
    what.dv = matrix(card.room(columns * kDims));
    what.dots = card.room(rows);
    card.session.check(card.module.softmax_heads(card.session.context(), &what));
  }
};

}  // namespace

TEST_CASE("attention of training sums very many keys forward, and very many queries back", "[compare][long]") {
  REQUIRE(use_module());
  if (Device::get().facts().has_tensor_cores == 0) return;
  const SumCard card;
  constexpr std::size_t kFew = 8;
  Heads forward{card, kFew, kMany};
  forward.forward(Numbers(kMany * kDims, 1.0f));
  for (const float y : card.get(forward.what.y.data, kFew * kDims)) CHECK(std::abs(y - 1) <= allowed());

  Heads back{card, kMany, kFew};
  const Numbers dy = uniform(kMany * kDims, 0, 1);
  back.forward(uniform(kFew * kDims, 0, 1));
  back.backward(dy);
  std::vector<double> expected(kFew * kDims);
  for (std::size_t n = 0; n < kMany; ++n) {
    double weights[kFew], sum = 0;
    for (std::size_t c = 0; c < kFew; ++c) sum += weights[c] = std::exp(dot(back.q, n, back.k, c, kDims));
    for (std::size_t i = 0; i < expected.size(); ++i)
      expected[i] += weights[i / kDims] / sum * static_cast<double>(dy[n * kDims + i % kDims]);
  }
  const Numbers found = card.get(back.what.dv.data, expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i)
    CHECK(std::abs(static_cast<double>(found[i]) / expected[i] - 1) <= allowed());
}

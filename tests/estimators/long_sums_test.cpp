// float32 over a hundred thousand samples or keys: the mean of equal values is that value to 2e-5, however many there
// are. Terms that are equal, too, round all in one direction: the worst there is.
#include "estimators/small_problem.h"
#include "sampling/samples.h"

using namespace omega;
using namespace omega::test;

namespace {

constexpr double kClose = 2e-5;

/// All values are 0.1; of keys that are not equal, a standard normal times 0.3 each.
std::shared_ptr<const Sequence> alike(Index keys, bool equal_keys, Index queries = 1) {
  Array k = normals({keys, 1}, 2, 0.3), v(Dtype::f64, {keys, 1});
  if (equal_keys) std::fill_n(k.data<double>(), k.count(), 0.3);
  std::fill_n(v.data<double>(), v.count(), 0.1);
  return Sequence::make(normals({queries, 1}, 1, 0.3).as(Dtype::f32), k.as(Dtype::f32), v.as(Dtype::f32));
}

double sum_of(const Array& array) {
  double sum = 0;
  for (std::size_t i = 0; i < array.count(); ++i) sum += array.at(i);
  return sum;
}

}  // namespace

TEST_CASE("samples of a query are averaged without losing digits", "[ra][key_sampling][precision]") {
  const auto sequence = alike(2, false);
  for (const char* method : {"ra", "key_sampling"}) {
    INFO(method);
    const Result result = estimate(sequence, method, {{"samples", "131072"}}, {}, Precision::f32, {{"y", "attention"}});
    CHECK(result.at("y").at(0) == Approx(0.1).epsilon(kClose));
    CHECK(sum_of(result.at("attention")) == Approx(1).epsilon(kClose));
  }
}

TEST_CASE("sums over keys lose no digits in a long sequence",
          "[softmax][linear_relu][generative][hyper][reformer][clustered][precision]") {
  const std::pair<const char*, Options::Given> methods[] = {
      {"softmax", {}},
      {"linear_relu", {{"samples", "1"}}},
      {"generative", {}},
      {"hyper", {{"block", "1048576"}}},
      {"reformer", {{"buckets", "2"}}},
      {"clustered", {{"clusters", "1"}, {"topk", "131072"}}},
      {"rfa", {{"features", "hybrid"}, {"samples", "1"}}},
      {"rfa", {{"features", "hybrid"}, {"samples", "1"}, {"angle", "signs"}, {"sign_samples", "1"}}}};
  for (const bool equal_keys : {false, true}) {
    const auto sequence = alike(131072, equal_keys);
    for (const auto& [method, options] : methods) {
      INFO(method << text_of(options) << (equal_keys ? ", equal keys" : ""));
      CHECK(estimate(sequence, method, options, {}, Precision::f32, {{"y"}}).at("y").at(0) ==
            Approx(0.1).epsilon(kClose));
    }
  }
}

TEST_CASE("sums over all earlier keys lose no digits in a long sequence", "[causal][precision]") {
  constexpr Index kTokens = 131072;
  for (const bool equal_keys : {false, true}) {
    const auto sequence = alike(kTokens, equal_keys, kTokens);
    for (const char* method : {"rfa", "linear_relu", "generative"}) {
      INFO(method << (equal_keys ? ", equal keys" : ""));
      Options::Given options{{"causal", "true"}};
      if (std::string(method) != "generative") options.emplace_back("samples", "1");
      const Result result = estimate(sequence, method, options, {}, Precision::f32, {{"y"}});
      CHECK(result.at("y").at(kTokens - 1) == Approx(0.1).epsilon(kClose));
    }
  }
}

TEST_CASE("the effective size of very many samples loses no digits", "[precision]") {
  constexpr Index kSamples = 131072;
  Matrix<float> log_weights(1, kSamples, std::log(0.1F));
  log_weights(0, 0) = 0;
  float ess = 0;
  normalise_weights<float>(log_weights, {}, {}, {&ess, 1});
  constexpr double rest = kSamples - 1;
  CHECK(static_cast<double>(ess) == Approx((1 + 0.1 * rest) * (1 + 0.1 * rest) / (1 + 0.01 * rest)).epsilon(kClose));
}

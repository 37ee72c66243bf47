#include "statistics/draws.h"

#include <cmath>
#include <cstring>

#include "run/runner.h"
#include "support/noise.h"
#include "support/seed.h"

namespace omega::test {

namespace {

double mean_square_of_sums(const Array& q, const Array& k) {
  const Index dim = q.shape()[1], n = q.shape()[0], m = k.shape()[0];
  double sum = 0;
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < m; ++j)
      for (Index d = 0; d < dim; ++d) sum += std::pow(q.data<double>()[i * dim + d] + k.data<double>()[j * dim + d], 2);
  return sum / static_cast<double>(n * m);
}

Array copies(const Array& one, Index count) {
  Shape shape = one.shape();
  shape.insert(shape.begin(), count);
  Array all(one.type(), shape);
  for (Index i = 0; i < count; ++i)
    std::memcpy(all.raw() + static_cast<std::size_t>(i) * one.bytes(), one.raw(), one.bytes());
  return all;
}

}  // namespace

std::uint32_t stream_seed(std::uint32_t fixed) {
  const std::uint64_t seed = test_seed(fixed);
  return static_cast<std::uint32_t>(seed ^ (seed >> 32));
}

std::shared_ptr<const Sequence> small_sequence(Index n, Index dim, double mean_square, std::uint32_t seed) {
  Array q = normals_at({seed, 0, 100, 0, 0}, {n, dim}), k = normals_at({seed, 0, 101, 0, 0}, {n + 1, dim});
  // The default scale is 1/√D: what the estimator sees is smaller by its square root.
  const double factor = std::sqrt(mean_square / mean_square_of_sums(q, k)) * std::pow(static_cast<double>(dim), 0.25);
  for (Array* array : {&q, &k})
    for (std::size_t i = 0; i < array->count(); ++i) array->data<double>()[i] *= factor;
  return Sequence::make(q, k, normals_at({seed, 0, 102, 0, 0}, {n + 1, 2}));
}

std::shared_ptr<const Sequence> repeated(const Sequence& one, Index heads) {
  return Sequence::make(copies(one.q, heads), copies(one.k, heads), copies(one.v, heads));
}

Array draws_of(const Sequence& one, const std::string& method, const Options::Given& options, const std::string& output,
               Index heads, std::uint32_t seed, const Arrays& given) {
  Request request = make_request(repeated(one, heads), method, options);
  request.precision = Precision::f64;
  request.stream.seed = seed;
  request.given = given;
  request.want = {{output}};
  return run(request).at(output);
}

Array exact_attention(const Sequence& one, bool causal) {
  Request request = make_request(std::make_shared<Sequence>(one), "softmax", {{"causal", causal ? "true" : "false"}});
  request.precision = Precision::f64;
  request.want = {{"y"}};
  return run(request).at("y");
}

std::vector<Moments> moments_over_draws(const Array& draws) {
  const std::size_t count = static_cast<std::size_t>(draws.shape()[0]), each = draws.count() / count;
  std::vector<Moments> moments(each);
  for (std::size_t r = 0; r < count; ++r)
    for (std::size_t i = 0; i < each; ++i) moments[i].add(draws.at(r * each + i));
  return moments;
}

void claim_mean(Claim& claim, const std::string& what, const Array& draws, const Array& reference) {
  const std::vector<Moments> moments = moments_over_draws(draws);
  for (std::size_t i = 0; i < moments.size(); ++i)
    claim.mean(what + " entry " + std::to_string(i), moments[i], reference.at(i));
}

double mean_squared_error(const Array& draws, const Array& reference) {
  double sum = 0;
  for (std::size_t i = 0; i < draws.count(); ++i) sum += std::pow(draws.at(i) - reference.at(i % reference.count()), 2);
  return sum / static_cast<double>(draws.count());
}

std::vector<double> uniforms(Index count, std::uint32_t seed, std::uint32_t stream) {
  return uniforms_at({seed, 0, stream, 0, 0}, {count}).to_vector<double>();
}

}  // namespace omega::test

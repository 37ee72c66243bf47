#include "estimators/small_problem.h"
#include "support/cases.h"

using namespace omega;
using namespace omega::test;

namespace {

const Options::Given unscaled = {{"scale", "1"}};

std::shared_ptr<const Sequence> columns(const std::vector<double>& q, const std::vector<double>& k,
                                        const std::vector<double>& v) {
  const auto column = [](const std::vector<double>& x) { return Array::from(x, {static_cast<Index>(x.size()), 1}); };
  return Sequence::make(column(q), column(k), column(v));
}

/// The definition, in a type in which e^-800 is still a number.
Array expected_y(const Sequence& s, long double root) {
  const auto phi = [&](const Array& x, Index row, Index d) {
    const long double value = root * static_cast<long double>(x.at(static_cast<std::size_t>(row * s.sizes.D + d)));
    return value < 0 ? std::exp(value) : value + 1;
  };
  Array y(Dtype::f64, {s.sizes.N, s.sizes.Dv});
  for (Index n = 0; n < s.sizes.N; ++n)
    for (Index j = 0; j < s.sizes.Dv; ++j) {
      long double sum = 0, total = 0;
      for (Index m = 0; m < s.sizes.M; ++m) {
        long double weight = 0;
        for (Index d = 0; d < s.sizes.D; ++d) weight += phi(s.q, n, d) * phi(s.k, m, d);
        sum += weight * static_cast<long double>(s.v.at(static_cast<std::size_t>(m * s.sizes.Dv + j)));
        total += weight;
      }
      y.data<double>()[n * s.sizes.Dv + j] = static_cast<double>(sum / total);
    }
  return y;
}

}  // namespace

TEST_CASE("linear_elu keeps its ratio where all features of a query or of the keys vanish", "[linear_elu]") {
  const double e = std::exp(-1.0);
  for (const Precision precision : {Precision::f32, Precision::f64})
    for (const double far : {-110.0, -800.0, -1e6}) {
      INFO(far);
      const Result queries = estimate(columns({far}, {1, 2}, {1, 3}), "linear_elu", unscaled, {}, precision);
      CHECK(queries.at("y").at(0) == Approx(2.2).epsilon(1e-6));
      CHECK(queries.at("attention").at(0) == Approx(0.4).epsilon(1e-6));
      const Result keys = estimate(columns({1, far}, {far, far - 1}, {1, 3}), "linear_elu", unscaled, {}, precision);
      for (const std::size_t n : {0, 1}) CHECK(keys.at("y").at(n) == Approx((1 + 3 * e) / (1 + e)).epsilon(1e-6));
      CHECK(keys.at("attention").at(3) == Approx(e / (1 + e)).epsilon(1e-6));
    }
}

TEST_CASE("linear_elu far below 0 and at the largest scale is its definition", "[linear_elu]") {
  const auto shifted = [](Array a, double by, Index dim) {
    for (std::size_t i = 0; i < a.count(); ++i)
      a.data<double>()[i] += by * (1 + static_cast<double>(static_cast<Index>(i) % dim));
    return a;
  };
  // Coordinates at different depths: the one with the largest product of both sides decides, not that with the largest
  // query.
  const auto deep = Sequence::make(shifted(normals({30, 4}, 1, 30), -300, 4),
                                   shifted(normals({700, 4}, 2, 60), -150, 4), normals({700, 3}, 3));
  const auto usual = random_sequence(40, 50, 4, 3);
  for (const auto& [sequence, scale] : {std::pair(deep, 1.0), std::pair(usual, 1.0), std::pair(usual, 1e6)}) {
    const Options::Given options = {{"scale", std::to_string(scale)}};
    const Array expected = expected_y(*sequence, std::sqrt(static_cast<long double>(scale)));
    const Result result = estimate(sequence, "linear_elu", options);
    CHECK(relative_error(result.at("y"), expected) < 1e-12);
    CHECK(map_error(result, *sequence) < 1e-12);
    CHECK(relative_error(estimate(sequence, "linear_elu", options, {}, Precision::f32).at("y"), expected) < 1e-4);
  }
}

TEST_CASE("linear_elu far below 0 is the same on any number of threads", "[linear_elu][concurrency]") {
  const auto sequence = Sequence::make(normals({300, 4}, 1, 200), normals({5000, 4}, 2, 200), normals({5000, 3}, 3));
  const Request request = make_request(sequence, "linear_elu", unscaled);
  const Array one = run(request, {nullptr, 1}).at("y");
  CHECK(same_bytes(run(request, {nullptr, 2}).at("y"), one));
  CHECK(same_bytes(run(request, {nullptr, 5}).at("y"), one));
}

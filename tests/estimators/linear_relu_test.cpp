#include <numbers>

#include "estimators/small_problem.h"

using namespace omega;
using namespace omega::test;

TEST_CASE("with many projections linear_relu attends by the arc-cosine kernel", "[linear_relu]") {
  const auto sequence = random_sequence(5, 7, 3, 2, 4);
  const Array map =
      estimate(sequence, "linear_relu", {{"samples", "400000"}}, {}, Precision::f64, {{"attention"}}).at("attention");
  for (std::size_t n = 0; n < 5; ++n) {
    double expected[7] = {}, total = 0;
    for (std::size_t m = 0; m < 7; ++m) {
      double dot = 0, of_q = 0, of_k = 0;
      for (std::size_t d = 0; d < 3; ++d) {
        const double q = sequence->q.at(3 * n + d), k = sequence->k.at(3 * m + d);
        dot += q * k, of_q += q * q, of_k += k * k;
      }
      const double lengths = std::sqrt(of_q * of_k), angle = std::acos(dot / lengths);
      total += expected[m] = lengths * (std::sin(angle) + (std::numbers::pi - angle) * std::cos(angle));
    }
    for (std::size_t m = 0; m < 7; ++m) {
      INFO(n << ", " << m);
      CHECK(map.at(7 * n + m) == Approx(expected[m] / total).margin(0.004));
    }
  }
}

TEST_CASE("linear_relu by hand, also where every projection is cut off", "[linear_relu]") {
  // φ of 2 and −3 at ω = 1 and −2: (2, 0) and (0, 6), each 0.001 more.
  const auto sequence = Sequence::make(Array::from<double>({2}, {1, 1}), Array::from<double>({2, -3}, {2, 1}),
                                       Array::from<double>({1, 5}, {2, 1}));
  const Arrays noise = {{"eps", Array::from<double>({1, -2}, {2, 1})}};
  const Options::Given options = {{"samples", "2"}, {"scale", "1"}};
  const double own = 2.001 * 2.001 + 0.001 * 0.001, other = 2.001 * 0.001 + 0.001 * 6.001;
  CHECK(estimate(sequence, "linear_relu", options, noise).at("y").at(0) ==
        Approx((own + 5 * other) / (own + other)).epsilon(1e-12));
  // The other side of both projections: 0.001 is left, and the mean of the values.
  const auto hidden = Sequence::make(Array::from<double>({-1}, {1, 1}), Array::from<double>({-2, -3}, {2, 1}),
                                     Array::from<double>({1, 5}, {2, 1}));
  const Arrays above = {{"eps", Array::from<double>({1, 2}, {2, 1})}};
  CHECK(estimate(hidden, "linear_relu", options, above).at("y").at(0) == Approx(3).epsilon(1e-12));
}

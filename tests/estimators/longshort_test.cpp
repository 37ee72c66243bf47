#include "estimators/small_problem.h"

using namespace omega;
using namespace omega::test;

TEST_CASE("longshort without long keys equals local", "[identity][longshort]") {
  const auto sequence = random_sequence(150, 150, 5, 4);
  const Array near = estimate(sequence, "local", {{"window", "20"}, {"overlap", "3"}}).at("y");
  CHECK(relative_error(estimate(sequence, "longshort", {{"window", "20"}, {"overlap", "3"}, {"rank", "0"}}).at("y"),
                       near) < 1e-13);
  CHECK(relative_error(estimate(sequence, "longshort", {{"window", "150"}, {"rank", "0"}}).at("y"),
                       estimate(sequence, "softmax").at("y")) < 1e-13);
}

TEST_CASE("one long key alone is the mean that its direction sees", "[identity][longshort]") {
  // Wp = eps/√D: the long key is softmax attention of the query eps/√D, here with the scale √τ on the keys alone.
  const auto sequence = random_sequence(30, 40, 4, 3);
  const Array eps = normals({4, 1}, 9);
  Array direction(Dtype::f64, {1, 4});
  for (std::size_t d = 0; d < 4; ++d) direction.data<double>()[d] = eps.at(d) / 2 * std::pow(4, 0.25);
  const Array expected = estimate(Sequence::make(direction, sequence->k, sequence->v), "softmax").at("y");
  const Array y = estimate(sequence, "longshort", {{"window", "0"}, {"rank", "1"}}, {{"eps", eps}}).at("y");
  for (std::size_t i = 0; i < y.count(); ++i) CHECK(y.at(i) == Approx(expected.at(i % 3)).epsilon(1e-12));
}

TEST_CASE("longshort refuses to see nothing, and a window between unequal lengths", "[unit][longshort]") {
  CHECK(input_error(random_sequence(6, 6, 3, 2), "longshort", {{"window", "0"}, {"rank", "0"}}) ==
        "longshort with window=0 and rank=0 has no keys at all; set window or rank to at least 1");
  CHECK(input_error(random_sequence(5, 6, 3, 2), "longshort", {}) ==
        "longshort with a window needs as many keys as queries, but there are 5 queries and 6 keys");
  CHECK(input_error(random_sequence(5, 6, 3, 2), "longshort", {{"window", "0"}}).empty());
}

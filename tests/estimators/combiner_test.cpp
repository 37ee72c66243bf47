#include "estimators/small_problem.h"

using namespace omega;
using namespace omega::test;

TEST_CASE("combiner with one block equals softmax", "[identity][combiner]") {
  const auto sequence = random_sequence(70, 70, 5, 4);
  const Array exact = estimate(sequence, "softmax").at("y");
  CHECK(relative_error(estimate(sequence, "combiner", {{"window", "70"}}).at("y"), exact) < 1e-13);
  CHECK(relative_error(estimate(sequence, "combiner", {{"window", "1000"}}).at("y"), exact) < 1e-13);
}

TEST_CASE("combiner with blocks of one token equals softmax", "[identity][combiner]") {
  const auto sequence = random_sequence(300, 300, 5, 4);
  CHECK(relative_error(estimate(sequence, "combiner", {{"window", "1"}}).at("y"),
                       estimate(sequence, "softmax").at("y")) < 1e-13);
}

TEST_CASE("combiner needs as many keys as queries", "[unit][combiner]") {
  CHECK(input_error(random_sequence(5, 6, 3, 2), "combiner", {}) ==
        "combiner needs as many keys as queries, but there are 5 queries and 6 keys");
}

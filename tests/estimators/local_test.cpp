#include "estimators/small_problem.h"

using namespace omega;
using namespace omega::test;

TEST_CASE("local with a window over all keys equals softmax", "[identity][local]") {
  const auto sequence = random_sequence(300, 300, 5, 4);
  const Array exact = estimate(sequence, "softmax").at("y");
  CHECK(relative_error(estimate(sequence, "local", {{"window", "300"}}).at("y"), exact) < 1e-13);
  CHECK(relative_error(estimate(sequence, "local", {{"window", "1000"}}).at("y"), exact) < 1e-13);
  CHECK(relative_error(estimate(sequence, "local", {{"window", "7"}, {"overlap", "299"}}).at("y"), exact) < 1e-13);
  CHECK(relative_error(estimate(sequence, "local", {{"window", "20"}, {"grid", "15x20"}}).at("y"), exact) < 1e-13);
  const Array causal = estimate(sequence, "softmax", {{"causal", "true"}}).at("y");
  CHECK(relative_error(estimate(sequence, "local", {{"window", "300"}, {"causal", "true"}}).at("y"), causal) < 1e-13);
}

TEST_CASE("local with a window of one key returns the values", "[identity][local]") {
  const auto sequence = random_sequence(50, 50, 5, 4);
  CHECK(relative_error(estimate(sequence, "local", {{"window", "1"}}).at("y"), sequence->v) < 1e-15);
}

TEST_CASE("local refuses what it cannot mean", "[unit][local]") {
  CHECK(input_error(random_sequence(5, 6, 3, 2), "local", {}) ==
        "local needs as many keys as queries, but there are 5 queries and 6 keys");
  CHECK(input_error(random_sequence(6, 6, 3, 2), "local", {{"window", "0"}}).find("option window of local is \"0\"") ==
        0);
  CHECK(input_error(random_sequence(6, 6, 3, 2), "local", {{"grid", "2x4"}}).find("grid=2x4 does not cover 6 tokens") ==
        0);
}

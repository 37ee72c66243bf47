#include "estimators/small_problem.h"

using namespace omega;
using namespace omega::test;

TEST_CASE("linformer pooling every key by itself equals softmax", "[identity][linformer]") {
  const auto sequence = random_sequence(40, 30, 5, 4);
  const Array exact = estimate(sequence, "softmax").at("y");
  CHECK(relative_error(estimate(sequence, "linformer", {{"projected", "30"}, {"projection", "pool"}}).at("y"), exact) <
        1e-13);
  CHECK(relative_error(estimate(sequence, "linformer", {{"projected", "99"}, {"projection", "pool"}}).at("y"), exact) <
        1e-13);
}

TEST_CASE("linformer with a scaled identity as noise equals softmax", "[identity][linformer]") {
  const auto sequence = random_sequence(40, 9, 5, 4);
  Array eps = Array::from<double>(std::vector<double>(81, 0.0), {9, 9});
  for (std::size_t i = 0; i < 9; ++i) eps.data<double>()[10 * i] = 3;  // √k
  CHECK(relative_error(estimate(sequence, "linformer", {{"projected", "9"}}, {{"eps", eps}}).at("y"),
                       estimate(sequence, "softmax").at("y")) < 1e-13);
}

TEST_CASE("linformer may project to more rows than there are keys", "[unit][linformer]") {
  const auto sequence = random_sequence(7, 5, 3, 2);
  CHECK(map_error(estimate(sequence, "linformer", {{"projected", "50"}}), *sequence) < 1e-12);
}

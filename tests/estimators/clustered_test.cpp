#include "estimators/small_problem.h"

using namespace omega;
using namespace omega::test;

TEST_CASE("clustered with a cluster for each distinct query equals softmax", "[identity][clustered]") {
  const auto sequence = random_sequence(80, 90, 5, 4);
  const Array exact = estimate(sequence, "softmax").at("y");
  for (const char* clusters : {"80", "5000"}) {
    const Result result = estimate(sequence, "clustered", {{"clusters", clusters}});
    CHECK(relative_error(result.at("y"), exact) < 1e-13);
    for (std::size_t n = 0; n < 80; ++n) CHECK(result.at("assignment").at(n) == static_cast<double>(n));
  }
}

TEST_CASE("clustered with all keys on top equals softmax", "[identity][clustered]") {
  const auto sequence = random_sequence(120, 300, 5, 4);
  for (const char* topk : {"300", "9999"})
    CHECK(relative_error(estimate(sequence, "clustered", {{"clusters", "3"}, {"topk", topk}}).at("y"),
                         estimate(sequence, "softmax").at("y")) < 1e-13);
}

TEST_CASE("one cluster gives every query the attention of their mean", "[identity][clustered]") {
  const auto sequence = random_sequence(60, 40, 5, 4);
  Array mean = Array::from<double>(std::vector<double>(5, 0.0), {1, 5});
  for (std::size_t i = 0; i < 300; ++i) mean.data<double>()[i % 5] += sequence->q.at(i) / 60;
  const Array expected = estimate(Sequence::make(mean, sequence->k, sequence->v), "softmax").at("y");
  const Array y = estimate(sequence, "clustered", {{"clusters", "1"}}).at("y");
  for (std::size_t i = 0; i < y.count(); ++i) CHECK(y.at(i) == Approx(expected.at(i % 4)).epsilon(1e-12));
}

TEST_CASE("equal queries go to the first of their equal centroids", "[unit][clustered]") {
  const Array q = Array::from<double>(std::vector<double>(30, 0.3), {10, 3});
  const Result result =
      estimate(Sequence::make(q, normals({7, 3}, 1), normals({7, 2}, 2)), "clustered", {{"clusters", "4"}});
  for (std::size_t n = 0; n < 10; ++n) CHECK(result.at("assignment").at(n) == 0);
}

TEST_CASE("float and double runs of clustered group alike", "[unit][clustered]") {
  const auto sequence = random_sequence(500, 60, 4, 3);
  const Array exact = estimate(sequence, "clustered", {{"clusters", "30"}}).at("assignment");
  const Array rounded = estimate(sequence, "clustered", {{"clusters", "30"}}, {}, Precision::f32).at("assignment");
  CHECK(relative_error(rounded, exact) == 0);
}

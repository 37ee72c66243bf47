#include "estimators/small_problem.h"

using namespace omega;
using namespace omega::test;

TEST_CASE("reformer where all tokens share a bucket equals softmax", "[identity][reformer]") {
  // All coordinates positive and a rotation of ones: every token falls into the first bucket, in every round.
  Array q = normals({300, 4}, 1), k = normals({500, 4}, 2);
  for (std::size_t i = 0; i < q.count(); ++i) q.data<double>()[i] = std::abs(q.at(i)) + 0.1;
  for (std::size_t i = 0; i < k.count(); ++i) k.data<double>()[i] = std::abs(k.at(i)) + 0.1;
  const auto sequence = Sequence::make(q, k, normals({500, 3}, 3));
  const Array ones = Array::from<double>(std::vector<double>(2 * 4 * 3, 1.0), {2, 4, 3});
  const Result result = estimate(sequence, "reformer", {{"hashes", "2"}, {"buckets", "6"}}, {{"eps", ones}});
  CHECK(relative_error(result.at("y"), estimate(sequence, "softmax").at("y")) < 1e-13);
}

TEST_CASE("a query that meets no key gets the mean of the values", "[identity][reformer]") {
  const Array q = Array::from<double>({1, 1, -1, -1}, {2, 2}), k = Array::from<double>({1, 2, 3, 1}, {2, 2});
  const auto sequence = Sequence::make(q, k, Array::from<double>({1, 5}, {2, 1}));
  const Array eps = Array::from<double>({1, 1}, {1, 2, 1});
  const Result result = estimate(sequence, "reformer", {{"hashes", "1"}, {"buckets", "2"}}, {{"eps", eps}});
  CHECK(result.at("y").at(1) == Approx(3));
  CHECK(result.at("attention").at(2) == Approx(0.5));
  CHECK(result.at("attention").at(3) == Approx(0.5));
}

TEST_CASE("a token on the border of two buckets falls into the first", "[unit][reformer]") {
  // xR = 0 for the query: [0, −0] ties, the first bucket wins; the second key is in the other bucket.
  const auto sequence = Sequence::make(Array::from<double>({0, 0}, {1, 2}), Array::from<double>({1, 0, -1, 0}, {2, 2}),
                                       Array::from<double>({7, 9}, {2, 1}));
  const Array eps = Array::from<double>({1, 1}, {1, 2, 1});
  CHECK(estimate(sequence, "reformer", {{"hashes", "1"}, {"buckets", "2"}}, {{"eps", eps}}).at("y").at(0) == Approx(7));
}

TEST_CASE("float and double runs of reformer hash alike", "[unit][reformer]") {
  const auto sequence = random_sequence(400, 400, 6, 3);
  const Options::Given options = {{"hashes", "2"}, {"buckets", "64"}};
  const Array exact = estimate(sequence, "reformer", options).at("attention");
  const Array rounded = estimate(sequence, "reformer", options, {}, Precision::f32).at("attention");
  for (std::size_t i = 0; i < exact.count(); ++i)
    if ((exact.at(i) == 0) != (rounded.at(i) == 0)) FAIL("pair " << i);
}

TEST_CASE("reformer refuses an odd number of buckets", "[unit][reformer]") {
  CHECK(input_error(random_sequence(6, 6, 3, 2), "reformer", {{"buckets", "7"}}) ==
        "reformer with buckets=7 cannot hash: a rotation and its negative make buckets in pairs, so buckets must be "
        "even");
}

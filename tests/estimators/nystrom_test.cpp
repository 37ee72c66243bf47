#include "estimators/small_problem.h"
#include "support/cases.h"

using namespace omega;
using namespace omega::test;

TEST_CASE("nystrom with every token its own landmark equals softmax", "[identity][nystrom]") {
  const auto sequence = random_sequence(24, 24, 8, 4, 1.5);
  const Array exact = estimate(sequence, "softmax").at("y");
  CHECK(relative_error(estimate(sequence, "nystrom", {{"landmarks", "24"}, {"pinv", "svd"}}).at("y"), exact) < 1e-9);
  CHECK(relative_error(estimate(sequence, "nystrom", {{"landmarks", "500"}, {"pinv", "svd"}}).at("y"), exact) < 1e-9);
}

TEST_CASE("nystrom's pseudo-inverse leaves out directions that are not there", "[identity][nystrom]") {
  // Equal keys: A has rank 1, all rows of the map are uniform.
  const Array k = Array::from<double>(std::vector<double>(60, 0.5), {20, 3});
  const auto sequence = Sequence::make(normals({20, 3}, 1), k, normals({20, 2}, 2));
  const Array exact = estimate(sequence, "softmax").at("y");
  const Options::Given options = {{"landmarks", "5"}, {"pinv", "svd"}};
  CHECK(relative_error(estimate(sequence, "nystrom", options).at("y"), exact) < 1e-12);
  CHECK(relative_error(estimate(sequence, "nystrom", options, {}, Precision::f32).at("y"), exact) < 1e-5);
}

TEST_CASE("nystrom finds the missing directions in float as in double", "[identity][nystrom]") {
  // Every key twice, half a sequence apart: A has 4 pairs of equal columns.
  const Array half = normals({40, 8}, 4, 2.5);
  Array k(Dtype::f64, {80, 8});
  for (std::size_t i = 0; i < 640; ++i) k.data<double>()[i] = half.at(i % 320);
  const auto sequence = Sequence::make(normals({80, 8}, 1, 2.5), k, normals({80, 2}, 2));
  const Options::Given options = {{"landmarks", "8"}, {"pinv", "svd"}};
  const Array exact = estimate(sequence, "nystrom", options).at("y");
  CHECK(relative_error(estimate(sequence, "nystrom", options, {}, Precision::f32).at("y"), exact) < 1e-6);
}

TEST_CASE("nystrom with a pseudo-inverse that enlarges everything is the same in both precisions", "[nystrom]") {
  // Landmarks that resemble each other: the smallest singular values that count are near rounding, A⁺ is huge.
  const auto sequence = Sequence::make(normals({252, 5}, 1, 0.3).as(Dtype::f32),
                                       normals({72, 5}, 2, 0.3).as(Dtype::f32), normals({72, 13}, 3).as(Dtype::f32));
  for (const char* landmarks : {"4", "11", "64"}) {
    const Options::Given options = {{"landmarks", landmarks}, {"pinv", "svd"}, {"scale", "0.2"}};
    const Result exact = estimate(sequence, "nystrom", options),
                 single = estimate(sequence, "nystrom", options, {}, Precision::f32);
    INFO(landmarks);
    CHECK(relative_error(single.at("y"), exact.at("y")) < 1e-6);
    CHECK(relative_error(single.at("attention"), exact.at("attention")) < 1e-6);
  }
}

TEST_CASE("nystrom with a pseudo-inverse gives the same bits on any number of threads", "[nystrom][concurrency]") {
  const auto sequence = Sequence::make(normals({300, 4}, 1), normals({3000, 4}, 2), normals({3000, 3}, 3));
  const Request request = make_request(sequence, "nystrom", {{"landmarks", "8"}, {"pinv", "svd"}});
  const Result one = run(request, {nullptr, 1}), four = run(request, {nullptr, 4});
  CHECK(same_bytes(one.at("y"), four.at("y")));
  CHECK(map_error(one, *sequence) < 1e-6);  // landmarks of many keys resemble each other
}

TEST_CASE("nystrom refuses no landmarks and unknown inverses", "[unit][nystrom]") {
  CHECK(input_error(random_sequence(6, 6, 3, 2), "nystrom", {{"landmarks", "0"}})
            .find("option landmarks of nystrom is \"0\"") == 0);
  CHECK(input_error(random_sequence(6, 6, 3, 2), "nystrom", {{"pinv", "qr"}}).find("iterative, svd") !=
        std::string::npos);
}

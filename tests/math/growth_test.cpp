// Growing S, C, N or the number of groups appends to the noise; what was there stays, bit for bit.
#include <catch2/catch.hpp>

#include "estimators/registry.h"
#include "math/loaded_noise.h"
#include "run/runner.h"
#include "support/cases.h"

using namespace omega;
using namespace omega::test;

namespace {

/// The number at (row, sample, coordinate) of an array of rank 1, 2 or 3, by its own index.
double element(const Matrix<double>& flat, const Shape& shape, const Shape& index) {
  Index position = 0;
  for (std::size_t axis = 0; axis < shape.size(); ++axis) position = position * shape[axis] + index[axis];
  return flat.data()[position];
}

/// Whether the smaller array is the corner of the larger one.
bool is_corner(const Matrix<double>& small, const Shape& small_shape, const Matrix<double>& large,
               const Shape& large_shape) {
  Shape index(small_shape.size(), 0);
  for (std::size_t i = 0; i < element_count(small_shape); ++i) {
    std::size_t rest = i;
    for (std::size_t axis = index.size(); axis-- > 0;) {
      index[axis] = static_cast<Index>(rest) % small_shape[axis];
      rest /= static_cast<std::size_t>(small_shape[axis]);
    }
    if (element(small, small_shape, index) != element(large, large_shape, index)) return false;
  }
  return true;
}

std::vector<ArraySpec> specs_of(const Estimator& estimator, const Options::Given& options,
                                const std::shared_ptr<const Sequence>& sequence) {
  const Request request = make_request(sequence, estimator.info.name, options);
  const Problem problem{sequence->sizes, request.options, request.given};
  estimator.info.check(problem);
  return estimator.info.arrays(problem);
}

/// Compares every array drawn from a seed at two sizes; returns how many have another shape at the second.
Index check_growth(const std::vector<ArraySpec>& small, const std::vector<ArraySpec>& large) {
  Index grown = 0;
  for (const ArraySpec& before : small) {
    if (before.source != Source::normal && before.source != Source::uniform) continue;
    const auto after =
        std::find_if(large.begin(), large.end(), [&](const ArraySpec& s) { return s.name == before.name; });
    REQUIRE(after != large.end());
    INFO(before.name << " from " << to_string(before.shape) << " to " << to_string(after->shape));
    grown += before.shape != after->shape;
    for (const Index head : {0, 2})
      CHECK(is_corner(loaded(small, before.name, {9, 4}, head, 3), before.shape,
                      loaded(large, before.name, {9, 4}, head, 3), after->shape));
  }
  return grown;
}

Array omega_of(const std::string& method, const Options::Given& options,
               const std::shared_ptr<const Sequence>& sequence) {
  Request request = make_request(sequence, method, options);
  request.stream = {9, 4};
  request.want = {{"omega"}};
  return run(request).at("omega");
}

/// Checks that there are more numbers than before, and that those that were there stand where they stood.
void check_rows_stay(const Array& small, const Array& large) {
  const Shape &a = small.shape(), &b = large.shape();
  REQUIRE(a.size() == b.size());
  Matrix<double> before(1, static_cast<Index>(small.count())), after(1, static_cast<Index>(large.count()));
  small.copy_to(before.data(), 0, small.count());
  large.copy_to(after.data(), 0, large.count());
  CHECK(small.count() < large.count());
  CHECK(is_corner(before, a, after, b));
}

std::vector<Index> first_rows(Index count) {
  std::vector<Index> rows;
  for (Index i = 0; i < count; ++i) rows.push_back(i);
  return rows;
}

}  // namespace

TEST_CASE("growing any size appends to the noise of every estimator", "[unit][noise]") {
  const auto sequence = gaussian_sequence({0, 12, 12, 4, 3}, 71);
  Index grown = 0;
  for (const Estimator& estimator : estimators())
    for (const OptionSpec& option : estimator.info.options) {
      if (option.kind != OptionKind::integer) continue;
      INFO(estimator.info.name << " " << option.name);
      try {
        grown += check_growth(specs_of(estimator, {{option.name, "2"}}, sequence),
                              specs_of(estimator, {{option.name, "6"}}, sequence));
      } catch (const Error& error) {
        REQUIRE(error.kind() == Error::Kind::input);  // a size that this estimator does not take
      }
    }
  CHECK(grown >= 8);
}

TEST_CASE("growing the sequence appends to the noise of every estimator", "[unit][noise]") {
  const auto shorter = gaussian_sequence({0, 8, 8, 4, 3}, 72), longer = gaussian_sequence({0, 12, 12, 4, 3}, 72);
  Index grown = 0;
  for (const Estimator& estimator : estimators()) {
    INFO(estimator.info.name);
    grown += check_growth(specs_of(estimator, {}, shorter), specs_of(estimator, {}, longer));
  }
  CHECK(grown >= 1);  // ra draws for each query
}

TEST_CASE("growing the number of heads leaves the noise of the first ones", "[unit][noise]") {
  const std::vector<ArraySpec> specs = {{"eps", Source::normal, {3, 5}, 0, ""}};
  const Matrix<double> few = loaded(specs, "eps", {1, 0}, 1, 2), many = loaded(specs, "eps", {1, 0}, 1, 7),
                       other = loaded(specs, "eps", {1, 0}, 2, 7);
  CHECK(is_corner(few, {3, 5}, many, {3, 5}));
  CHECK_FALSE(is_corner(few, {3, 5}, other, {3, 5}));
}

TEST_CASE("projections stay when their number grows", "[unit][noise]") {
  const auto sequence = gaussian_sequence({2, 12, 12, 4, 3}, 73);
  const auto grow = [&](const std::string& method, const std::string& option, const Options::Given& more = {}) {
    INFO(method << " " << option);
    Options::Given small = more, large = more;
    small.emplace_back(option, "6");
    large.emplace_back(option, "11");
    check_rows_stay(omega_of(method, small, sequence), omega_of(method, large, sequence));
  };
  for (const char* draw : {"iid", "orthogonal", "simplex", "halton"}) {
    INFO(draw);
    for (const char* method : {"rfa", "is"}) grow(method, "samples", {{"draw", draw}});
    for (const char* method : {"lara", "mis"}) grow(method, "landmarks", {{"proposals", "standard"}, {"draw", draw}});
    grow("lara", "per_proposal", {{"landmarks", "1"}, {"draw", draw}});
  }
  grow("ra", "samples");
  grow("ra", "samples", {{"variant", "biased"}});
  for (const char* method : {"lara", "mis"})
    for (const char* proposals : {"standard", "single"}) grow(method, "landmarks", {{"proposals", proposals}});
  grow("lara", "per_proposal", {{"landmarks", "1"}});
  grow("lara", "per_proposal", {{"landmarks", "1"}, {"proposals", "mixture"}});
  grow("fastfood", "frequencies");
  grow("gmm", "frequencies", {{"components", "1"}});
}

TEST_CASE("the samples of earlier queries stay when queries are appended", "[unit][noise]") {
  const auto longer = gaussian_sequence({0, 12, 12, 4, 3}, 74);
  const auto shorter = Sequence::make(take_rows(longer->q, first_rows(7)), longer->k, longer->v);
  for (const char* samples : {"1", "3"})
    check_rows_stay(omega_of("ra", {{"samples", samples}}, shorter), omega_of("ra", {{"samples", samples}}, longer));
}

#include "core/array.h"

#include <catch2/catch.hpp>

#include "core/error.h"

using namespace omega;

TEST_CASE("arrays convert between types and share their storage", "[unit][array]") {
  const Array a = Array::from<double>({1, 2, 3, 4, 5, 6}, {2, 3});
  CHECK(a.count() == 6);
  CHECK(a.at(4) == 5);
  const Array f = a.as(Dtype::f32);
  CHECK(f.type() == Dtype::f32);
  CHECK(f.at(5) == 6);
  CHECK(a.as(Dtype::f64).data<double>() == a.data<double>());
  CHECK(a.reshaped({6}).data<double>() == a.data<double>());
  CHECK(to_string(a.shape()) == "2x3");
}

TEST_CASE("an array over memory of others keeps it, and copies nothing", "[unit][array]") {
  auto values = std::make_shared<std::vector<float>>(6, 2.5F);
  const std::weak_ptr<std::vector<float>> watched = values;
  const float* place = values->data();
  const std::shared_ptr<const std::byte> memory(values, reinterpret_cast<const std::byte*>(place));
  {
    const Array a = Array::over(Dtype::f32, {2, 3}, memory), empty = Array::over(Dtype::f32, {0, 3}, nullptr);
    CHECK(a.reshaped({6}).data<float>() == place);
    CHECK(a.at(5) == 2.5);
    CHECK_FALSE(a.empty());
    CHECK(empty.count() == 0);
    values.reset();
    CHECK_FALSE(watched.expired());
  }
  CHECK(watched.use_count() == 1);  // `memory`
}

TEST_CASE("an impossible shape is an input error, not an overflow", "[unit][array]") {
  for (const Shape& shape : {Shape{Index{1} << 40, Index{1} << 40}, Shape{-1}}) {
    INFO(to_string(shape));
    try {
      element_count(shape);
      FAIL_CHECK("was accepted");
    } catch (const Error& error) {
      CHECK(error.kind() == Error::Kind::input);
    }
  }
  CHECK(element_count({0, Index{1} << 40}) == 0);
}

TEST_CASE("the meter sees the peak of a scope", "[unit][memory]") {
  const memory::Peak peak;
  {
    Buffer<double> big(1000);
    Buffer<double> other(std::move(big));
    CHECK(other.size() == 1000);
  }
  Buffer<double> small(10);
  CHECK(peak.bytes() == 8000);
}

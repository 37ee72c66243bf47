#include "io/npy.h"

#include <catch2/catch.hpp>

#include "io/builders.h"
#include "io/fixture.h"
#include "support/folder.h"

using namespace omega;
using namespace omega::test;

namespace {

Array parse(const std::string& bytes) {
  return npy_of(InputFile::in_memory("test.npy", std::as_bytes(std::span(bytes))));
}

}  // namespace

TEST_CASE("npy versions 1, 2 and 3 written by NumPy load", "[unit][io]") {
  for (const char* name : {"version1.npy", "version2.npy", "version3.npy"}) {
    const Array array = npy_of(fixture(name));
    CHECK(array.type() == Dtype::f32);
    CHECK(array.shape() == Shape{2, 3, 4});
    for (std::size_t i = 0; i < 24; ++i) CHECK(array.at(i) == static_cast<double>(i));
  }
}

TEST_CASE("npy round trips keep type, shape and bits", "[unit][io]") {
  const Folder scratch;
  const auto check = [&](const Array& array) {
    write_npy(scratch / "a.npy", array);
    const Array again = npy_of(scratch / "a.npy");
    CHECK(again.type() == array.type());
    CHECK(again.shape() == array.shape());
    CHECK(std::equal(again.raw(), again.raw() + again.bytes(), array.raw()));
  };
  check(Array::from<float>({0.1f, -0.0f, 1e-45f, std::numeric_limits<float>::quiet_NaN(), 5, 6}, {2, 3}));
  check(Array::from<double>({0.1, -1e300, 2}, {3}));
  check(Array::from<std::int64_t>({std::numeric_limits<std::int64_t>::min(), 7}, {1, 2, 1}));
  check(Array::scalar(2.5));
  check(Array(Dtype::f32, {0, 3}));
}

TEST_CASE("npy headers in other spellings are read", "[unit][io]") {
  const std::string data(8, '\0');
  CHECK(parse(npy("{'shape': (2,), 'descr': '<f4', 'fortran_order': False}", data)).shape() == Shape{2});
  CHECK(parse(npy("{\"descr\": \"<f4\", \"fortran_order\": True, \"shape\": (1, 2)}\n", data)).shape() == Shape{1, 2});
  CHECK(parse(npy("{'descr': '<f8', 'fortran_order': False, 'shape': (), }", data)).shape().empty());
  CHECK(parse(npy("{'descr': '|u1', 'fortran_order': False, 'shape': (2L, 4L), }  \n", data)).type() == Dtype::i64);
}

TEST_CASE("an npy header is never evaluated and never believed", "[unit][io]") {
  const std::string data(8, '\0');
  for (const char* literal : {"__import__('os').system('true')",
                              "{'descr': '<f4', 'fortran_order': False, 'shape': (2,)} + {}",
                              "{'descr': '<f4', 'shape': (2,)}",
                              "{'descr': '<f4', 'fortran_order': False, 'shape': (1+1,)}",
                              "{'descr': '<f4', 'fortran_order': 0, 'shape': (2,)}",
                              "{'descr': '<f4', 'fortran_order': False, 'shape': (2)}",
                              "{'descr': '<f4', 'fortran_order': False, 'shape': [2]}",
                              "{'descr': '<f4', 'fortran_order': False, 'shape': (-2,)}",
                              "{'descr': '<f4', 'fortran_order': False, 'shape': (2,), 'x': 1}",
                              "{'descr': '<f4', 'descr': '<f8', 'fortran_order': False, 'shape': (2,)}",
                              "{'descr': '|O', 'fortran_order': False, 'shape': (1,)}",
                              "{'descr': '<c8', 'fortran_order': False, 'shape': (1,)}",
                              "{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (2,)}",
                              "{'descr': '<f16', 'fortran_order': False, 'shape': ()}",
                              "{'descr': '<f4', 'fortran_order': False, 'shape': (3,)}",
                              "{'descr': '<f4', 'fortran_order': False, 'shape': (1,)}",
                              "{'descr': '<f4', 'fortran_order': False, 'shape': (4294967296, 4294967296, 4)}",
                              "{'descr': '<f4', 'fortran_order': False, 'shape': (99999999999999999999999,)}",
                              "",
                              "{",
                              "{'descr': '<f4"}) {
    INFO(literal);
    CHECK_THROWS_WITH(parse(npy(literal, data)), Catch::Contains("\"test.npy\""));
  }
}

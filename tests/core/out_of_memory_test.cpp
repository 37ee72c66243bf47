// Where memory runs out, the sentence names what it was for, once.
#include <catch2/catch.hpp>
#include <functional>
#include <limits>
#include <string>

#include "core/matrix.h"
#include "core/out_of_memory.h"
#include "support/refusal.h"

using namespace omega;

namespace {

constexpr std::size_t kBeyond = std::numeric_limits<std::size_t>::max() / 16;

std::string message(const std::function<void()>& work) { return omega::test::refusal_of(work, Error::Kind::failure); }

}  // namespace

TEST_CASE("what runs out of memory is named, by its own name and no other", "[unit]") {
  const auto too_much = [] { Buffer<double> all(kBeyond); };
  CHECK_THAT(message(too_much), Catch::StartsWith("out of memory: "));
  CHECK_THAT(message([&] { with_memory_for("seq.npy", too_much); }),
             Catch::StartsWith("seq.npy: out of memory: ") && Catch::Contains("MiB"));
  const std::string nested =
      message([&] { with_memory_for("outer", [&] { with_memory_for("rfa on 8 queries", too_much); }); });
  CHECK_THAT(nested, Catch::StartsWith("rfa on 8 queries: out of memory") && !Catch::Contains("outer"));
  CHECK_THAT(message([] { with_memory_for("lara", [] { throw std::bad_alloc(); }); }),
             Catch::StartsWith("lara: out of memory"));
  CHECK(with_memory_for("all well", [] { return 3; }) == 3);
}

TEST_CASE("what is promised but not there is refused before it is written", "[unit]") {
  const std::string sentence = message([] { Buffer<char> all(memory::available_bytes()); });
  CHECK_THAT(sentence, Catch::Contains("MiB were needed at once, but at most ") &&
                           Catch::Contains(" MiB that are free are taken"));
  const auto two = [half = memory::available_bytes() / 10 * 6] { const Buffer<char> first(half), second(half); };
  CHECK_THAT(message(two), Catch::Contains(" MiB that are free are taken"));  // neither is written
}

#include "core/token_move.h"

#include <catch2/catch.hpp>
#include <cmath>

#include "core/error.h"
#include "support/refusal.h"

using namespace omega;

namespace {

std::shared_ptr<const Sequence> two_heads(Dtype type = Dtype::f32) {
  const Array q = Array::from(std::vector<double>{1, 2, 3, 4, 5, 6, 7, 8, -9, 10, 11, 12}, {2, 3, 2}).as(type),
              k = Array::from(std::vector<double>(8, 0.5), {2, 2, 2}).as(type);
  auto made = std::make_shared<Sequence>(*Sequence::make(q, k, k, "two heads"));
  made->labels = {"a", "b", "c"};
  made->grid = Grid{1, 3};
  return made;
}

std::string refusal(const TokenMove& move) {
  return omega::test::refusal_of([&] { with_moved(*two_heads(), {move}); });
}

}  // namespace

TEST_CASE("a sequence with moved tokens is a new one: its extremes are its own, the old one stays",
          "[unit][sequence]") {
  for (const Dtype type : {Dtype::f32, Dtype::f64}) {
    const auto before = two_heads(type);
    const auto after =
        with_moved(*before, {{TokenMove::Kind::query, 1, 1, {-30, 0.25}}, {TokenMove::Kind::key, 0, 1, {40, 0}}});
    CHECK(after->q.to_vector<double>() == std::vector<double>{1, 2, 3, 4, 5, 6, 7, 8, -30, 0.25, 11, 12});
    CHECK(after->k.to_vector<double>() == std::vector<double>{0.5, 0.5, 40, 0, 0.5, 0.5, 0.5, 0.5});
    CHECK(after->largest_q == 30);
    CHECK(after->largest_k == 40);
    CHECK(after->title == "two heads");
    CHECK(after->labels == before->labels);
    CHECK(after->grid == before->grid);
    CHECK(before->q.at(8) == -9);
    CHECK(before->largest_q == 12);
    // Where the largest goes away, the extreme does.
    CHECK(with_moved(*before, {{TokenMove::Kind::query, 1, 2, {0, 0}}})->largest_q == 10);
  }
}

TEST_CASE("a moved token that does not fit is refused with what would", "[unit][sequence]") {
  CHECK_THAT(refusal({TokenMove::Kind::query, 2, 0, {1, 1}}),
             Catch::Contains("query 0 of head 2") && Catch::Contains("2 heads"));
  CHECK_THAT(refusal({TokenMove::Kind::query, 0, -1, {1, 1}}), Catch::Contains("3 queries"));
  CHECK_THAT(refusal({TokenMove::Kind::key, 1, 2, {1, 1}}),
             Catch::Contains("key 2 of head 1") && Catch::Contains("2 keys"));
  CHECK_THAT(refusal({TokenMove::Kind::key, 0, 0, {1}}), Catch::Contains("1 coordinate and must have 2"));
  CHECK_THAT(refusal({TokenMove::Kind::key, 0, 0, {1, std::nan("")}}), Catch::Contains("finite"));
  CHECK_THAT(refusal({TokenMove::Kind::key, 0, 0, {1, 1e39}}), Catch::Contains("finite as float32"));
}

TEST_CASE("a moved token reads back from its words as it was", "[unit][sequence]") {
  for (const TokenMove& move : {TokenMove{TokenMove::Kind::query, 0, 12, {0.1, -1.0 / 3, 5e-324}},
                                TokenMove{TokenMove::Kind::key, 7, 0, {-0.0}}}) {
    const TokenMove read = parse_token_move("--move", to_string(move));
    CHECK(read == move);
    for (std::size_t d = 0; d < move.place.size(); ++d)
      CHECK(std::signbit(read.place.at(d)) == std::signbit(move.place[d]));
  }
  CHECK(to_string(TokenMove{TokenMove::Kind::query, 0, 12, {0.5, -1.25}}) == "q:0:12=0.5,-1.25");
  for (const char* bad : {"", "q", "v:0:1=1,2", "q:0=1,2", "q:0:1", "q:0:1=", "q:0:1=1,", "q:0:1=1;2", "q:0:1.5=1,2",
                          "q:0:1=1,2 ", "key:0:1=1,2"}) {
    INFO(bad);
    CHECK_THROWS_WITH(parse_token_move("--move", bad),
                      Catch::Contains("--move") && Catch::Contains("q:0:12=0.5,-1.25"));
  }
}

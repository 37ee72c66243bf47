// hyper: blocks of sorted queries and keys, and columns that all queries share.
#include <set>

#include "estimators/small_problem.h"

using namespace omega;
using namespace omega::test;

namespace {

using Given = Options::Given;

const auto tokens = random_sequence(14, 14, 3, 2);

Array uniforms_of(Index rows, Index cols, bool same_rows) {
  Array u(Dtype::f64, {rows, cols});
  for (Index r = 0; r < rows; ++r)
    draw_uniforms(NoiseAddress{9, 0, 0, same_rows ? 0 : static_cast<std::uint32_t>(r), 0}, u.data<double>() + r * cols,
                  cols);
  return u;
}

}  // namespace

TEST_CASE("a block as long as the sequence is softmax", "[hyper]") {
  const Array softmax = estimate(tokens, "softmax").at("attention");
  for (const char* normalise : {"self", "none"})
    for (const char* block : {"14", "64"}) {
      const Result result = estimate(tokens, "hyper", {{"block", block}, {"normalise", normalise}});
      CHECK(relative_error(result.at("attention"), softmax) <= 1e-12);
      CHECK(relative_error(result.at("y"), estimate(tokens, "softmax").at("y")) <= 1e-12);
      for (std::size_t n = 0; n < 14; ++n) CHECK(result.at("exact_mass").at(n) == Approx(1));
    }
}

TEST_CASE("without blocks it is key_sampling whose queries draw the same keys", "[hyper]") {
  const Array shared = uniforms_of(14, 6, true);
  for (const char* normalise : {"self", "none"})
    for (const char* power : {"0", "1", "2"}) {
      const Result hyper = estimate(
          tokens, "hyper", {{"block", "0"}, {"samples", "6"}, {"value_power", power}, {"normalise", normalise}},
          {{"u", Array::from(std::vector<double>(shared.data<double>(), shared.data<double>() + 6), {6})}});
      const Result keys =
          estimate(tokens, "key_sampling", {{"samples", "6"}, {"value_power", power}, {"normalise", normalise}},
                   {{"u", shared}});
      for (const char* name : {"y", "attention", "ess", "exact_mass", "error_bound", "denominator_error"}) {
        INFO(name << " " << normalise << " " << power);
        CHECK(relative_error(hyper.at(name), keys.at(name)) <= 1e-11);
      }
      for (std::size_t s = 0; s < 6; ++s) CHECK(hyper.at("drawn").at(s) == keys.at("drawn").at(s));
    }
}

TEST_CASE("without bits blocks are runs of tokens; a query sees its own block and the drawn columns", "[hyper]") {
  const Result result = estimate(tokens, "hyper", {{"block", "5"}, {"bits", "0"}});
  for (std::size_t i = 0; i < 14; ++i) {
    CHECK(result.at("query_order").at(i) == static_cast<double>(i));
    CHECK(result.at("key_order").at(i) == static_cast<double>(i));
  }
  // segments(14, 3): 4, 5, 5. A draw inside the own block counts for nothing there.
  std::set<Index> drawn;
  for (std::size_t s = 0; s < 64; ++s) drawn.insert(static_cast<Index>(result.at("drawn").at(s)));
  const auto block_of = [](Index i) { return i < 4 ? 0 : i < 9 ? 1 : 2; };
  for (Index n = 0; n < 14; ++n)
    for (Index m = 0; m < 14; ++m)
      CHECK((result.at("attention").at(static_cast<std::size_t>(14 * n + m)) > 0) ==
            (block_of(n) == block_of(m) || drawn.count(m) == 1));
}

TEST_CASE("neighbours in the order of the signs differ in one of them", "[hyper]") {
  // Four planes and tokens in every orthant of four dimensions: all 16 codes.
  Array tokens(Dtype::f64, {16, 4}), planes(Dtype::f64, {4, 4});
  for (Index i = 0; i < 16; ++i)
    for (Index d = 0; d < 4; ++d) tokens.data<double>()[4 * i + d] = (i >> d) % 2 == 1 ? 1 : -1;
  for (Index i = 0; i < 16; ++i) planes.data<double>()[i] = i % 5 == 0;
  const auto all = Sequence::make(tokens, tokens, normals({16, 2}, 3));
  const Array order = estimate(all, "hyper", {{"bits", "4"}, {"block", "4"}}, {{"eps", planes}}).at("key_order");
  std::set<int> met;
  for (std::size_t i = 0; i < 16; ++i) {
    const int token = static_cast<int>(order.at(i));
    met.insert(token);
    if (i == 0) continue;
    int apart = token ^ static_cast<int>(order.at(i - 1)), bits = 0;
    for (; apart > 0; apart /= 2) bits += apart % 2;
    CHECK(bits == 1);
  }
  CHECK(met.size() == 16);
  CHECK(order.at(0) == 0);  // no side is met
}

TEST_CASE("y in blocks is what the diagnostics say, over many tiles, in both precisions", "[hyper]") {
  const auto longer = random_sequence(300, 410, 5, 3);
  for (const Given& options :
       {Given{{"block", "70"}}, Given{{"block", "0"}}, Given{{"block", "130"}, {"normalise", "none"}}}) {
    CHECK(map_error(estimate(longer, "hyper", options), *longer) <= 1e-11);
    CHECK(relative_error(estimate(longer, "hyper", options, {}, Precision::f32).at("y"),
                         estimate(longer, "hyper", options).at("y")) <= 1e-5);
  }
}

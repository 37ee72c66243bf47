// Self-normalised estimators approach softmax attention as their samples grow: the mean squared error falls as 1/J.
#include <catch2/catch.hpp>

#include "statistics/draws.h"

using namespace omega;
using namespace omega::test;

namespace {

constexpr Index kDraws = 2400;

double error_at(const Sequence& sequence, const std::string& method, const Options::Given& options,
                std::uint32_t seed) {
  return mean_squared_error(draws_of(sequence, method, options, "y", kDraws, stream_seed(seed)),
                            exact_attention(sequence));
}

/// From `fewest` samples to eight times as many the error falls by 8 where it is all variance, by 2.8 were it 1/√J, by
/// 1 where it stays. The relative standard error of the ratio over 2400 draws is about 5 %, that of its approach to 8 a
/// little more.
bool falls_as_one_over(const Sequence& sequence, const std::string& method, const Options::Given& options,
                       const std::string& count, int fewest) {
  const auto with = [&](int size) {
    Options::Given all = options;
    all.emplace_back(count, std::to_string(size));
    return error_at(sequence, method, all, static_cast<std::uint32_t>(600 + size));
  };
  const double ratio = with(fewest) / with(8 * fewest);
  UNSCOPED_INFO(method << ": the error falls by " << ratio << " from " << fewest << " to " << 8 * fewest << " "
                       << count);
  return ratio > 5 && ratio < 12.5;
}

}  // namespace

TEST_CASE("rfa is consistent: its error falls as 1/S for every feature map", "[statistics][consistency][long]") {
  const auto sequence = small_sequence(4, 3, 0.8, 51);
  for (const char* features : {"positive", "hyperbolic", "trig", "cosine"})
    for (const char* draw : {"iid", "orthogonal"}) {
      INFO(features << " " << draw);
      CHECK(falls_as_one_over(*sequence, "rfa", {{"features", features}, {"draw", draw}}, "samples", 64));
    }
}

TEST_CASE("lara is consistent in the samples of each proposal, for every weighting that sums to one",
          "[statistics][consistency][long]") {
  // Closer to the origin: constant and decoupled weights divide by densities of proposals that did not draw the sample.
  const auto sequence = small_sequence(4, 3, 0.4, 52);
  for (const char* weighting : {"constant", "balance", "power", "decoupled", "coupled"}) {
    INFO(weighting);
    CHECK(falls_as_one_over(*sequence, "lara", {{"landmarks", "4"}, {"weighting", weighting}, {"clamp", "0"}},
                            "per_proposal", 32));
  }
  CHECK(falls_as_one_over(*sequence, "lara", {{"landmarks", "4"}, {"proposals", "mixture"}, {"weighting", "balance"}},
                          "per_proposal", 32));
}

TEST_CASE("with standard and single proposals lara is consistent in their number", "[statistics][consistency][long]") {
  const auto sequence = small_sequence(4, 3, 0.8, 53);
  for (const char* proposals : {"standard", "single"})
    CHECK(falls_as_one_over(*sequence, "lara", {{"proposals", proposals}}, "landmarks", 16));
}

TEST_CASE("a clamp that raises weights keeps lara from getting there", "[statistics][consistency][long]") {
  const auto sequence = small_sequence(4, 3, 6, 54);
  const Options::Given options = {{"landmarks", "4"}, {"clamp", "0.5"}, {"proposal_scale", "2"}};
  const auto with = [&](const char* each) {
    Options::Given all = options;
    all.emplace_back("per_proposal", each);
    return error_at(*sequence, "lara", all, 70);
  };
  CHECK(with("16") / with("128") < 5);  // 1.49 ± 0.02, where what is consistent has 8
}

TEST_CASE("ra needs no more than its variance: its error falls as 1/S from the first sample on",
          "[statistics][consistency][long]") {
  const auto sequence = small_sequence(4, 3, 8, 55);
  const double one = error_at(*sequence, "ra", {}, 71), eight = error_at(*sequence, "ra", {{"samples", "8"}}, 72);
  // 8 ± 0.22
  CHECK(one / eight > 6.5);
  CHECK(one / eight < 9.8);
}

TEST_CASE("where q and k are far apart ra beats rfa, and lara stands between", "[statistics][consistency][long]") {
  const auto sequence = small_sequence(6, 4, 40, 56);
  const double rfa = error_at(*sequence, "rfa", {{"samples", "6"}}, 73),
               ra = error_at(*sequence, "ra", {{"samples", "6"}}, 74);
  const double lara = error_at(*sequence, "lara", {{"landmarks", "6"}, {"weighting", "balance"}}, 75);
  // Ratios of 0.021 ± 0.0003 and 0.78 ± 0.013.
  CHECK(ra < lara);
  CHECK(lara < rfa);
}

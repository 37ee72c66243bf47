// Which estimators are right on average, and which are not. Means over draws are compared with softmax attention where
// the mean ‖q + k‖² is below 1: beyond that the weights have heavy tails, and no number of draws would be enough for a
// z-test. Only ra, which has no such weights, is compared at 6 too.
#include <catch2/catch.hpp>

#include "estimators/registry.h"
#include "statistics/draws.h"
#include "support/cases.h"

using namespace omega;
using namespace omega::test;

namespace {

constexpr Index kTokens = 4, kDim = 3;

std::shared_ptr<const Sequence> tame_sequence() { return small_sequence(kTokens, kDim, 0.8, 21); }

struct Mix {
  std::string method;
  Options::Given options;
  std::string text() const {
    std::string all = method;
    for (const auto& [name, value] : options) all += " " + name + "=" + value;
    return all;
  }
};

/// Holds the mean of every mix to softmax attention.
void check_unbiased(const std::string& sentence, const std::vector<Mix>& mixes, Index draws, const Arrays& given = {}) {
  const auto sequence = tame_sequence();
  const Array exact = exact_attention(*sequence);
  Claim claim(sentence);
  std::uint32_t seed = 1;
  for (const Mix& mix : mixes)
    claim_mean(claim, mix.text(), draws_of(*sequence, mix.method, mix.options, "y", draws, stream_seed(seed++), given),
               exact);
  INFO(claim.text());
  CHECK(claim.holds());
}

bool shows_bias(const Mix& mix, Index draws) {
  const auto sequence = tame_sequence();
  Claim claim(mix.text() + " is unbiased");
  claim_mean(claim, mix.text(), draws_of(*sequence, mix.method, mix.options, "y", draws, stream_seed(77)),
             exact_attention(*sequence));
  return claim.is_refuted();
}

std::vector<Mix> mixes_of(const std::string& weighting, const Options::Given& more) {
  const std::string landmarks = weighting == "own" ? std::to_string(kTokens) : "3";
  std::vector<Mix> mixes;
  for (const char* proposals : {"qk", "attend", "mixed", "q", "standard", "mixture", "single", "given"}) {
    Mix mix{"mis", {{"landmarks", landmarks}, {"proposals", proposals}, {"weighting", weighting}}};
    mix.options.insert(mix.options.end(), more.begin(), more.end());
    mixes.push_back(mix);
  }
  return mixes;
}

Arrays given_means(const std::string& weighting) {
  const Index count = weighting == "own" ? kTokens : 3;
  std::vector<double> mu(static_cast<std::size_t>(count * kDim));
  for (std::size_t i = 0; i < mu.size(); ++i) mu[i] = 0.15 * static_cast<double>(i % 5) - 0.3;
  return {{"mu", Array::from(mu, {count, kDim})}};
}

}  // namespace

TEST_CASE("ra is softmax attention on average, for one sample and for more", "[statistics]") {
  check_unbiased("ra is unbiased", {{"ra", {}}, {"ra", {{"samples", "3"}}}, {"ra", {{"samples", "8"}}}}, 20000);
}

TEST_CASE("whatever says that it is unbiased is, as it comes", "[statistics]") {
  std::vector<Mix> mixes;
  for (const Estimator& estimator : estimators()) {
    const EstimatorInfo& info = estimator.info;
    Mix mix{info.name, {}};
    for (const OptionSpec& option : info.options)
      if (option.of_tokens) mix.options.emplace_back(option.name, "3");  // there are but few tokens
    const Traits traits = info.traits(Options(info.name, info.options, mix.options));
    if (traits.unbiased && !traits.deterministic) mixes.push_back(mix);
  }
  CHECK(mixes.size() >= 2);  // ra and is; others are where their options say so, see below
  check_unbiased("estimators are unbiased where they say so", mixes, 6000);
}

TEST_CASE("ra from one Gaussian at the mean is biased", "[statistics]") {
  // More tokens at a larger distance: the mixture is then no Gaussian.
  const auto sequence = small_sequence(6, 2, 6, 23);
  const Array exact = exact_attention(*sequence);
  Claim claim("ra variant=biased is unbiased");
  claim_mean(claim, "y", draws_of(*sequence, "ra", {{"variant", "biased"}}, "y", 20000, stream_seed(2)), exact);
  CHECK(claim.is_refuted());
  // On the same sequence the exact variant shows none.
  Claim unbiased("ra is unbiased far from the origin too");
  claim_mean(unbiased, "y", draws_of(*sequence, "ra", {}, "y", 20000, stream_seed(2)), exact);
  INFO(unbiased.text());
  CHECK(unbiased.holds());
}

TEST_CASE("importance sampling is softmax attention on average", "[statistics]") {
  check_unbiased("is is unbiased",
                 {{"is", {{"samples", "4"}}},
                  {"is", {{"samples", "16"}}},
                  {"is", {{"samples", "3"}, {"draw", "orthogonal"}}},
                  {"is", {{"samples", "7"}, {"draw", "orthogonal"}}},
                  {"is", {{"samples", "7"}, {"draw", "simplex"}}},
                  {"is", {{"samples", "5"}, {"draw", "halton"}}}},
                 20000);
}

TEST_CASE("mis is softmax attention on average, however its samples are coupled", "[statistics]") {
  std::vector<Mix> mixes;
  for (const char* draw : {"orthogonal", "simplex", "halton"})
    for (const char* proposals : {"qk", "mixture"})
      mixes.push_back({"mis",
                       {{"landmarks", "3"},
                        {"per_proposal", "2"},
                        {"proposals", proposals},
                        {"weighting", "balance"},
                        {"draw", draw}}});
  check_unbiased("mis is unbiased with coupled samples", mixes, 6000);
}

TEST_CASE("importance sampling from a wider normal is softmax attention on average", "[statistics]") {
  check_unbiased("is is unbiased with any proposal variance",
                 {{"is", {{"samples", "4"}, {"proposal_variance", "1.7"}}},
                  {"is", {{"samples", "4"}, {"proposal_variance", "optimal"}}},
                  {"is", {{"samples", "4"}, {"proposal_variance", "full"}}},
                  {"is", {{"samples", "5"}, {"proposal_variance", "full"}, {"draw", "simplex"}}},
                  {"is", {{"samples", "4"}, {"proposal_variance", "optimal"}, {"draw", "halton"}}}},
                 20000);
}

TEST_CASE("key sampling that divides by the exact normaliser is softmax attention on average", "[statistics]") {
  std::vector<Mix> mixes;
  for (const Options::Given& options : std::vector<Options::Given>{
           {{"samples", "3"}},
           {{"samples", "2"}, {"exact_keys", "2"}},
           {{"samples", "3"}, {"value_power", "1"}},
           {{"samples", "3"}, {"sampler", "exact"}},
           {{"samples", "2"}, {"sampler", "exact"}, {"value_power", "1"}, {"exact_keys", "1"}},
           // Where codes are shared so seldom that 20000 draws hardly meet it, a mean tells nothing.
           {{"sampler", "lsh"}, {"bits", "1"}, {"tables", "4"}, {"min_tables", "1"}},
           {{"sampler", "lsh"}, {"bits", "1"}, {"tables", "12"}, {"exact_keys", "1"}},
           {{"sampler", "lsh"}, {"bits", "2"}, {"tables", "40"}, {"min_tables", "1"}, {"centre", "true"}}})
    mixes.push_back({"key_sampling", options});
  for (const Options::Given& options :
       std::vector<Options::Given>{{{"samples", "3"}, {"block", "2"}, {"bits", "3"}},
                                   {{"samples", "3"}, {"block", "0"}, {"value_power", "1"}},
                                   {{"samples", "2"}, {"block", "2"}, {"bits", "0"}, {"value_power", "0"}}})
    mixes.push_back({"hyper", options});
  for (Mix& mix : mixes) mix.options.emplace_back("normalise", "none");
  // The sum of exact draws is Z_n itself.
  mixes.push_back({"key_sampling", {{"samples", "2"}, {"sampler", "exact"}}});
  mixes.push_back({"key_sampling", {{"samples", "2"}, {"sampler", "exact"}, {"exact_keys", "1"}}});
  for (const Mix& mix : mixes) {
    INFO(mix.text());
    const EstimatorInfo& info = find_estimator(mix.method).info;
    CHECK(info.traits(Options(info.name, info.options, mix.options)).unbiased);
  }
  check_unbiased("key sampling is unbiased", mixes, 20000);
}

TEST_CASE("self-normalised key sampling with few draws is biased", "[statistics][long]") {
  CHECK(shows_bias({"key_sampling", {{"samples", "2"}}}, 30000));
  CHECK(shows_bias({"hyper", {{"samples", "2"}, {"block", "0"}}}, 30000));
}

TEST_CASE("rfa with few samples is biased, and less so with many", "[statistics][long]") {
  CHECK(shows_bias({"rfa", {{"samples", "2"}}}, 30000));
  CHECK(shows_bias({"rfa", {{"samples", "2"}, {"features", "hyperbolic"}}}, 30000));
  const auto sequence = tame_sequence();
  const Array exact = exact_attention(*sequence);
  const auto bias = [&](const char* samples) {
    const std::vector<Moments> m =
        moments_over_draws(draws_of(*sequence, "rfa", {{"samples", samples}}, "y", 30000, stream_seed(3)));
    double sum = 0;
    for (std::size_t i = 0; i < m.size(); ++i) sum += (m[i].mean() - exact.at(i)) * (m[i].mean() - exact.at(i));
    return std::sqrt(sum);
  };
  CHECK(bias("32") < 0.25 * bias("2"));  // a ratio of 0.11 ± 0.004
}

TEST_CASE("mis is unbiased for every proposal and weighting", "[statistics][long]") {
  const std::string weighting = GENERATE("constant", "balance", "power", "coupled", "decoupled", "own");
  check_unbiased("mis is unbiased with weighting " + weighting, mixes_of(weighting, {{"clamp", "0"}}), 6000,
                 given_means(weighting));
}

TEST_CASE("mis stays unbiased with every other option of its proposals and weights", "[statistics][long]") {
  const Options::Given more = GENERATE(Options::Given{{"antithetic", "true"}}, Options::Given{{"per_proposal", "3"}},
                                       Options::Given{{"blend", "0.4"}}, Options::Given{{"proposal_scale", "0.5"}},
                                       Options::Given{{"beta", "2"}, {"similarity", "proposals"}},
                                       Options::Given{{"antithetic", "true"}, {"per_proposal", "2"}, {"blend", "0.7"}});
  std::vector<Mix> mixes;
  for (const char* weighting : {"decoupled", "coupled", "balance", "own"}) {
    Options::Given with_clamp = more;
    with_clamp.emplace_back("clamp", "0");
    for (const Mix& mix : mixes_of(weighting, with_clamp)) {
      const std::string& proposals = mix.options[1].second;
      if (proposals == "qk" || proposals == "mixture") mixes.push_back(mix);
    }
  }
  check_unbiased("mis is unbiased with " + more.front().first + " and " + more.back().first, mixes, 6000);
}

TEST_CASE("lara that divides by the exact normaliser is unbiased", "[statistics][long]") {
  std::vector<Mix> mixes;
  for (const char* weighting : {"decoupled", "coupled", "balance", "power", "constant"})
    mixes.push_back({"lara", {{"normalise", "none"}, {"landmarks", "3"}, {"weighting", weighting}, {"clamp", "0"}}});
  check_unbiased("lara normalise=none is unbiased", mixes, 6000);
}

TEST_CASE("self-normalised lara is biased with few proposals", "[statistics][long]") {
  CHECK(shows_bias({"lara", {{"landmarks", "2"}, {"weighting", "balance"}}}, 30000));
}

TEST_CASE("a clamp that raises weights biases mis", "[statistics][long]") {
  CHECK(shows_bias({"mis", {{"landmarks", "3"}, {"clamp", "0.5"}}}, 20000));
}

TEST_CASE("what is unbiased is unbiased with a causal mask too, of causal softmax", "[statistics][long]") {
  // As many keys as queries: of the five keys that the sequence has, the first four.
  const auto all = tame_sequence();
  const auto sequence = Sequence::make(all->q, take_rows(all->k, {0, 1, 2, 3}), take_rows(all->v, {0, 1, 2, 3}));
  const Array exact = exact_attention(*sequence, true);
  std::vector<Mix> mixes = {{"is", {{"samples", "4"}}}, {"ra", {}}, {"ra", {{"samples", "3"}}}};
  for (const char* weighting : {"constant", "balance", "power", "coupled", "decoupled"})
    for (const char* proposals : {"qk", "attend", "mixed", "q", "standard", "mixture"})
      mixes.push_back(
          {"mis", {{"landmarks", "3"}, {"proposals", proposals}, {"weighting", weighting}, {"clamp", "0"}}});
  mixes.push_back({"lara", {{"landmarks", "3"}, {"normalise", "none"}, {"weighting", "balance"}}});
  Claim claim("causal estimates are unbiased");
  std::uint32_t seed = 41;
  for (Mix& mix : mixes) {
    mix.options.emplace_back("causal", "true");
    claim_mean(claim, mix.text(), draws_of(*sequence, mix.method, mix.options, "y", 6000, stream_seed(seed++)), exact);
  }
  INFO(claim.text());
  CHECK(claim.holds());
}

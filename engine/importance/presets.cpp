#include "importance/presets.h"

#include "core/named.h"

namespace omega::importance {

namespace {

using Kind = Integrand::Kind;

Game game(std::vector<Bump> target, Integrand f, std::vector<Proposal> proposals, std::vector<Method> methods) {
  return {{{std::move(target), false, {}}, std::move(f)}, {std::move(proposals), std::move(methods), false, 200}};
}

std::vector<Method> two(Weighting first, Weighting second) { return {{Rule::is, first}, {Rule::is, second}}; }

}  // namespace

const std::vector<Preset>& presets() {
  static const Method is, snis{Rule::snis}, with_x{Rule::is, Weighting::balance, Control::x};
  static const std::vector<Bump> normal = {{1, 0, 1}};
  static const std::vector<Bump> hills = {{1, -2, 0.6}, {1, 0, 0.6}, {1, 3, 0.6}}, apart = {{1, -2, 0.5}, {1, 2, 0.5}};
  static const std::vector<Preset> all = {
      {"three_hills", "Three hills", "An estimate is a random number: its spread is σ/√S, a quarter for 16 times S.",
       game(hills, {Kind::x}, {{0, 1, true, 16}}, {is})},
      {"right_place", "The right place", "Samples from the target itself all weigh the same.",
       game(normal, {Kind::x}, {{0, 1, false, 64}}, {is})},
      {"shifted", "Shifted", "The farther the proposal, the fewer samples count: the share that does dies as exp(−μ²).",
       game(normal, {Kind::x}, {{1, 1, false, 64}}, {is})},
      {"width", "Too narrow, too wide",
       "Make the proposal half as wide as the target: weights have no limit; make it twice as wide: a third is wasted.",
       game(normal, {Kind::x}, {{0, 1, false, 1000}}, {is})},
      {"better_than_the_target", "Better than the target",
       "Widen the proposal to √2 times the target: for f = x it errs less than the target itself.",
       game(normal, {Kind::x}, {{0, 1, false, 64}}, {is})},
      {"rare_event", "A rare event",
       "Of 64 samples from the target nine runs in ten see nothing of p(x > 3); moved onto 3 they answer.",
       game(normal, {Kind::above, 3}, {{0, 1, false, 64}}, {is})},
      {"ratio", "The ratio", "Dividing by Σw leans towards the proposal, and is calmer: with 8 samples it errs less.",
       game(normal, {Kind::x}, {{1, 1, false, 8}}, {is, snis})},
      {"missing_bump", "The bump nobody saw",
       "The gauge says 64 of 64, the estimate is calm and wrong: no sample has seen the second bump.",
       game({{0.8, 0, 1}, {0.2, 6, 1}}, {Kind::above, 3}, {{0, 1, false, 64}}, {snis})},
      {"two_nets", "Two nets",
       "The average of two estimates is unbiased and nearly always near ¼; samples judged by both proposals say ½.",
       game(apart, {Kind::above, 0}, {{-2, 1, false, 8}, {2, 1, false, 8}},
            two(Weighting::constant, Weighting::balance))},
      {"one_tight_net", "One tight net",
       "Where one proposal is nearly perfect, sharper shares win: power beats balance.",
       game({{1, 0, 0.2}}, {Kind::one}, {{0, 0.22, false, 8}, {0, 3, false, 8}},
            two(Weighting::balance, Weighting::power))},
      {"overlapping", "Overlapping nets", "Where both proposals are needed, sharper shares lose: balance beats power.",
       game(normal, {Kind::one}, {{-1, 1, false, 8}, {1, 1, false, 8}}, two(Weighting::balance, Weighting::power))},
      {"free_luck", "Cheaper luck",
       "Mirror the samples, or move β of a known average: the variance of the mean of exp falls for nothing.",
       game(normal, {Kind::exp}, {{0, 1, false, 16}}, {with_x})},
  };
  return all;
}

const Preset& find_preset(const std::string& name) { return find_named(presets(), name, "preset", "the presets are"); }

}  // namespace omega::importance

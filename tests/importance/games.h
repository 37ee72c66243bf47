// Games for tests, by hand or from a preset.
#pragma once

#include <cmath>

#include "importance/importance.h"
#include "importance/presets.h"
#include "support/seed.h"

namespace omega::test {

using namespace omega::importance;

inline Integrand of_kind(Integrand::Kind kind) {
  Integrand f;
  f.kind = kind;
  return f;
}

inline Integrand beyond(double at) {
  Integrand f;
  f.kind = Integrand::Kind::above;
  f.at = at;
  return f;
}

/// N(0, 1) by one Gaussian.
inline Game normal_by(double mean, double sd, Index samples, const Integrand& f = of_kind(Integrand::Kind::x)) {
  return {{{{{1, 0, 1}}, false, {}}, f}, {{{mean, sd, false, samples}}, {Method{}}, false, 1}};
}

inline Game preset(const std::string& name) { return find_preset(name).game; }

inline Game with_samples(Game game, Index samples) {
  set_samples(game.plan, samples);
  return game;
}

inline Game with_replicates(Game game, Index replicates) {
  game.plan.replicates = replicates;
  return game;
}

inline Game by(Game game, const Method& method) {
  game.plan.methods = {method};
  return game;
}

inline Method weighted(Weighting weighting) { return {Rule::is, weighting, Control::none, BetaMode::fixed, 0}; }
inline Method controlled(Control control, BetaMode mode, double beta = 0) {
  return {Rule::is, Weighting::balance, control, mode, beta};
}
inline const Method kSnis{Rule::snis, Weighting::balance, Control::none, BetaMode::fixed, 0};

inline Outcome played(const Game& game, std::uint32_t seed = 0, std::uint32_t draw = 0) {
  return play(game, laws(game), seed, draw);
}

inline double variance_law(const Game& game, std::size_t method = 0) {
  return laws(game).methods[method].variance.value_or(NAN);
}

}  // namespace omega::test

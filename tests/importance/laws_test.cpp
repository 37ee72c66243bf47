// The known answers: laws in closed form that are found anew by quadrature, and simulations that agree with them.
#include "importance/laws.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "importance/curves.h"
#include "importance/games.h"
#include "importance/query_slice.h"
#include "support/statistics.h"
#include "support/z_test.h"

using namespace omega;
using namespace omega::test;
using Kind = Integrand::Kind;
using std::numbers::e;

namespace {

double square_of_weight(const Game& game) {
  const Laws theory = laws(game);
  return static_cast<double>(game.plan.samples()) / theory.methods[0].ess.value_or(NAN);
}

/// The variance over replicates of what has this law, by its standard error.
double z_of_variance(Game game, double law) {
  game.plan.replicates = 4000;
  Moments moments;
  const Outcome outcome = played(game, static_cast<std::uint32_t>(test_seed(3)));
  for (const double estimate : outcome.methods[0].estimates) moments.add(estimate);
  const double error =
      std::sqrt((moments.fourth() - moments.variance() * moments.variance()) / static_cast<double>(moments.count()));
  return (moments.variance() - law) / error;
}

Approx about(double value) { return Approx(value).epsilon(1e-9); }

}  // namespace

TEST_CASE("samples from the target all weigh one", "[importance]") {
  const Game game = with_replicates(normal_by(0, 1, 64), 50);
  const Laws theory = laws(game);
  CHECK(*theory.methods[0].ess == about(64));
  CHECK(*theory.methods[0].variance == about(1.0 / 64));
  const Outcome outcome = played(game);
  for (const double w : outcome.methods[0].weights) CHECK(w == 1);
  for (const double ess : outcome.methods[0].esses) CHECK(ess == 64);
}

TEST_CASE("the mean square of the weights of one Gaussian by another is the closed form", "[importance]") {
  CHECK(square_of_weight(normal_by(1, 1, 10)) == about(e));
  CHECK(square_of_weight(normal_by(2, 1, 10)) == about(std::exp(4)));
  CHECK(square_of_weight(normal_by(3, 1, 10)) == about(std::exp(9)));
  CHECK(square_of_weight(normal_by(0, 2, 10)) == about(4 / std::sqrt(7)));
  CHECK(square_of_weight(normal_by(0, 2, 10)) == about(1.5118578920));
  CHECK(square_of_weight(normal_by(0, 0.75, 10)) == about(1.5909902577));
  CHECK(square_of_weight(normal_by(2, 1.5, 10)) == about(3.7712475990));
  // Just inside of the limit the integrand is forty times as wide as the target, and still found.
  for (const double s : {0.7072, 0.71, 0.72})
    CHECK(square_of_weight(normal_by(0, s, 10)) == Approx(s * s / std::sqrt(2 * s * s - 1)).epsilon(1e-8));
}

TEST_CASE("the sum of the weights has the variance of its law", "[importance]") {
  Game game = normal_by(1, 1, 64, of_kind(Kind::one));
  CHECK(variance_law(game) == about((e - 1) / 64));
  CHECK(std::abs(z_of_variance(game, (e - 1) / 64)) < kZLimit);
}

TEST_CASE("what the first samples say scatters as a game of so few would", "[importance]") {
  const MethodLaw law = laws(normal_by(1, 1, 64)).methods[0];
  for (const Index first : {1, 16, 63, 64})
    CHECK(deviation_after(law, first, 64).value_or(NAN) == about(std::sqrt(variance_law(normal_by(1, 1, first)))));
  CHECK_FALSE(deviation_after(MethodLaw(), 16, 64).has_value());
}

TEST_CASE("a law is infinite where the widest proposal has at most half the variance of the widest bump",
          "[importance]") {
  for (const double s : {0.7, 0.5, std::sqrt(0.5)}) {
    const Laws theory = laws(normal_by(0, s, 10));
    CHECK(std::isinf(*theory.methods[0].variance));
    CHECK(*theory.methods[0].ess == 0);
    CHECK(*theory.truth == 0);
  }
  CHECK(std::isfinite(variance_law(normal_by(0, 0.708, 10))));
  Game two = normal_by(0, 0.5, 10);
  two.plan.proposals.push_back({0, 1, false, 10});
  CHECK(std::isfinite(variance_law(two)));  // one wide proposal saves the balance heuristic ...
  CHECK(std::isinf(variance_law(by(two, weighted(Weighting::constant)))));  // ... and not the average of both
  CHECK(std::isinf(*laws(two).own_variance[0]));
  CHECK(*laws(two).own_variance[1] == about(1.0 / 20));
  // At the limit itself the means decide: weights that grow to the left do no harm to a mean over the right.
  const double limit = std::sqrt(0.5);
  CHECK(std::isfinite(variance_law(normal_by(1, limit, 10, beyond(0)))));
  CHECK(std::isinf(variance_law(normal_by(-1, limit, 10, beyond(0)))));
}

TEST_CASE("the best proposal for f = x is wider than the target by the root of two", "[importance]") {
  const double best = variance_law(normal_by(0, std::sqrt(2), 1));
  CHECK(best == about(4 / std::pow(3, 1.5)));
  CHECK(best == about(0.7698003589));
  for (const double s : {1.0, 1.3, 1.5, 2.0, 2.5}) {
    CHECK(variance_law(normal_by(0, s, 1)) == about(std::pow(s, 4) / std::pow(2 * s * s - 1, 1.5)));
    CHECK(variance_law(normal_by(0, s, 1)) > best);
  }
  CHECK(std::abs(z_of_variance(normal_by(0, std::sqrt(2), 64), best / 64)) < kZLimit);
}

TEST_CASE("f = x by a shifted proposal: variance 2e of IS, bias e/S of SNIS", "[importance]") {
  const Game game = normal_by(1, 1, 256);
  CHECK(variance_law(game) * 256 == about(2 * e));
  const Laws theory = laws(by(game, kSnis));
  CHECK(*theory.methods[0].bias * 256 == about(e));
  CHECK(theory.methods[0].for_large_samples);
  const Outcome outcome = played(with_replicates(by(game, kSnis), 4000), static_cast<std::uint32_t>(test_seed(5)));
  CHECK(std::abs(outcome.methods[0].bias - e / 256) < kZLimit * outcome.methods[0].bias_error + 0.1 * e / 256);
}

TEST_CASE("the expansion of a ratio is not told where it means nothing", "[importance]") {
  const Laws unseen = laws(preset("missing_bump"));  // S/E[w²] is 4e-13: no ratio is off by −2e12
  CHECK_FALSE(unseen.methods[0].bias.has_value());
  CHECK_FALSE(unseen.methods[0].variance.has_value());
  const Laws narrow = laws(by(normal_by(0, 0.5, 64, beyond(0)), kSnis));  // a share of 1 has no infinite variance
  CHECK_FALSE(narrow.methods[0].variance.has_value());
  CHECK(*narrow.methods[0].ess == 0);
}

TEST_CASE("SNIS of a constant is that constant, whatever falls and however it is written", "[importance]") {
  Integrand still = of_kind(Kind::cos), given = of_kind(Kind::given), drawn = of_kind(Kind::drawn);
  still.k = 0;
  given.values = {3};
  drawn.drawn.assign(kDrawnPoints, 0.0);
  for (const Integrand& f : {of_kind(Kind::one), still, given, drawn})
    for (const double sd : {0.5, 2.0}) {  // E w² is infinite, and finite
      Game game = by(normal_by(0.3, sd, 64, f), kSnis);
      game.problem.target.is_given = f.kind == Kind::given;
      const MethodLaw law = laws(game).methods[0];
      INFO(static_cast<int>(f.kind) << ", sd " << sd);
      CHECK(law.aa == Law(0.0));
      CHECK(law.variance == Law(0.0));
      CHECK(law.bias == Law(0.0));
      CHECK_FALSE(law.for_large_samples);
      const MethodOutcome outcome = played(with_replicates(game, 50)).methods[0];
      CHECK(outcome.variance == Approx(0).margin(1e-24));
    }
}

TEST_CASE("a rare event by a proposal upon it", "[importance]") {
  const double p = *laws(normal_by(0, 1, 1, beyond(3))).truth;
  CHECK(p == about(0.0013498980316300957));
  CHECK(variance_law(normal_by(3, 1, 1, beyond(3))) / (p * p) == Approx(3.3871661).epsilon(1e-7));
  CHECK(variance_law(normal_by(0, 1, 1, beyond(3))) / (p * p) == Approx(739.7967).epsilon(1e-6));
  CHECK(std::abs(z_of_variance(normal_by(3, 1, 64, beyond(3)), 3.3871661 * p * p / 64)) < kZLimit);
}

TEST_CASE("shares of several proposals: constant, balance, power, optimal", "[importance]") {
  const auto law = [](const std::string& name, Weighting weighting) {
    return Approx(variance_law(by(preset(name), weighted(weighting)))).epsilon(1e-6);
  };
  CHECK(110.4024 == Approx(variance_law(by(preset("two_nets"), weighted(Weighting::constant)))).epsilon(1e-6));
  CHECK(0.0160900 == Approx(variance_law(by(preset("two_nets"), weighted(Weighting::balance)))).epsilon(4e-6));
  CHECK(0.0160044 == Approx(variance_law(by(preset("two_nets"), weighted(Weighting::power)))).epsilon(4e-6));
  CHECK(0.0149499 == Approx(variance_law(by(preset("two_nets"), weighted(Weighting::optimal)))).epsilon(4e-6));
  CHECK((e - 1) / 16 == law("overlapping", Weighting::constant));
  CHECK(0.0138836 == Approx(variance_law(by(preset("overlapping"), weighted(Weighting::balance)))).epsilon(4e-6));
  CHECK(0.0194677 == Approx(variance_law(by(preset("overlapping"), weighted(Weighting::power)))).epsilon(4e-6));
  for (const Weighting weighting : {Weighting::balance, Weighting::power, Weighting::optimal})
    CHECK(std::abs(z_of_variance(by(preset("two_nets"), weighted(weighting)),
                                 variance_law(by(preset("two_nets"), weighted(weighting))))) < kZLimit);
}

TEST_CASE("mirrored samples and a control variate for the mean of exp", "[importance]") {
  Game game = normal_by(0, 1, 2, of_kind(Kind::exp));
  CHECK(variance_law(game) == about((e * e - e) / 2));
  CHECK(variance_law(game) == Approx(2.3353871).epsilon(1e-7));
  const double plain = variance_law(normal_by(0, 1, 2, of_kind(Kind::x2)));
  game.plan.antithetic = true;
  CHECK(variance_law(game) == about((e - 1) * (e - 1) / 2));
  CHECK(variance_law(game) == Approx(1.4762462).epsilon(1e-7));
  game.problem.integrand.kind = Kind::x2;
  CHECK(variance_law(game) == about(2 * plain));
  CHECK(std::abs(z_of_variance(with_samples(game, 32), 2 * plain * 2 / 32)) < kZLimit);
  const Game one = normal_by(0, 1, 1, of_kind(Kind::exp));
  CHECK(variance_law(by(one, controlled(Control::x, BetaMode::fixed, std::sqrt(e)))) == about(e * e - 2 * e));
  const Laws theory = laws(by(one, controlled(Control::x, BetaMode::best)));
  CHECK(*theory.methods[0].beta == about(std::sqrt(e)));
  CHECK(*theory.methods[0].variance == Approx(1.9524924).epsilon(1e-7));
  const Game sixteen = by(with_samples(one, 16), controlled(Control::x, BetaMode::best));
  CHECK(std::abs(z_of_variance(sixteen, (e * e - 2 * e) / 16)) < kZLimit);
}

TEST_CASE("a control variate that mirroring takes away changes nothing", "[importance]") {
  for (const double mean : {0.0, 0.3, 2.0, -5.0}) {
    INFO("p = q at " << mean);
    Game game = normal_by(mean, 1, 16, of_kind(Kind::exp));
    game.problem.target.bumps[0].mean = mean;
    game.plan.antithetic = true;
    const double plain = variance_law(game);
    const MethodOutcome alone = played(game).methods[0];
    for (const BetaMode mode : {BetaMode::best, BetaMode::estimated}) {
      const Game controlled_game = by(game, controlled(Control::x, mode));
      const MethodLaw law = laws(controlled_game).methods[0];
      CHECK(law.variance.value_or(NAN) == about(plain));
      CHECK(law.bias.value_or(NAN) == 0);
      CHECK(law.beta.value_or(NAN) == 0);
      const MethodOutcome outcome = played(controlled_game).methods[0];
      CHECK(outcome.undefined == 0);
      CHECK(outcome.estimate == Approx(alone.estimate).epsilon(1e-9));
    }
  }
}

TEST_CASE("of mirrored pairs that cancel the variance is 0, whatever the weights", "[importance]") {
  Game game = normal_by(0, 0.5, 64);
  CHECK(std::isinf(variance_law(game)));
  game.plan.antithetic = true;
  CHECK(variance_law(game) == 0);
  CHECK(variance_law(by(game, controlled(Control::x, BetaMode::fixed, 1))) == 0);
  game.plan.proposals[0].mean = 0.1;  // no pair cancels
  CHECK(std::isinf(variance_law(game)));
  game.plan.proposals[0].mean = 0;
  game.problem.target.bumps.push_back({0.05, 0.45, 0.05});  // far out all is even, and here it is not
  CHECK(std::isnan(variance_law(game)));
  game.problem.target.bumps[1].mean = -1;
  game.problem.target.bumps.push_back({0.05, 1, 0.05});
  CHECK(variance_law(game) == 0);
  game.problem.integrand.kind = Kind::x2;
  CHECK(std::isinf(variance_law(game)));
  Game rare = normal_by(0, 0.3, 64, beyond(7));
  rare.problem.target.bumps[0].sd = 0.5;
  rare.plan.antithetic = true;
  CHECK(std::isinf(variance_law(rare)));
}

TEST_CASE("mirrored kinks are no trouble to a law", "[importance]") {
  Game rare = preset("rare_event");
  for (const double mean : {0.7, 2.6, 3.3}) {
    INFO("a proposal at " << mean);
    rare.plan.proposals[0].mean = mean;
    rare.plan.antithetic = false;
    const double plain = variance_law(rare);
    rare.plan.antithetic = true;
    const double mirrored = variance_law(rare);
    CHECK(mirrored > 0);
    CHECK(mirrored < 2 * plain);  // pairs are never worse than one of the two
  }
}

TEST_CASE("optimal shares err no more than balanced ones, and equal proposals are no trouble", "[importance]") {
  for (const Preset& one : presets()) {
    const double balance = variance_law(by(one.game, weighted(Weighting::balance)));
    CHECK(variance_law(by(one.game, weighted(Weighting::optimal))) <= balance * (1 + 1e-9));
  }
  Game twins = normal_by(1, 1, 8);
  twins.plan.proposals.push_back(twins.plan.proposals[0]);
  const double law = variance_law(by(twins, weighted(Weighting::optimal)));
  CHECK(law <= 2 * e / 16 * (1 + 1e-9));
  CHECK(std::isfinite(law));
  CHECK(std::isfinite(played(by(twins, weighted(Weighting::optimal_estimated))).methods[0].estimate));
}

TEST_CASE("truths of all integrands", "[importance]") {
  Game game = normal_by(0, 1, 4);
  game.problem.target.bumps = {{3, 0.5, 0.3}, {1, -2, 1.5}};
  const auto truth = [&](const Integrand& f) {
    game.problem.integrand = f;
    return *laws(game).truth;
  };
  CHECK(truth(of_kind(Kind::one)) == 1);
  CHECK(truth(of_kind(Kind::x)) == about(0.75 * 0.5 - 0.25 * 2));
  CHECK(truth(of_kind(Kind::x2)) == about(0.75 * (0.25 + 0.09) + 0.25 * (4 + 2.25)));
  CHECK(truth(of_kind(Kind::x3)) == about(0.75 * (0.125 + 3 * 0.5 * 0.09) + 0.25 * (-8 - 6 * 2.25)));
  CHECK(truth(of_kind(Kind::exp)) == about(0.75 * std::exp(0.545) + 0.25 * std::exp(-2 + 1.125)));
  CHECK(truth(beyond(0.5)) == about(0.75 / 2 + 0.25 * normal_cdf(-2.5 / 1.5)));
  Integrand wave = of_kind(Kind::cos);
  wave.k = 2;
  CHECK(truth(wave) == about(0.75 * std::cos(1) * std::exp(-2 * 0.09) + 0.25 * std::cos(4) * std::exp(-2 * 2.25)));
  Integrand given = of_kind(Kind::given);
  given.values = {4, -8};
  CHECK(truth(given) == about(1));
}

TEST_CASE("a query along a line: the mean of f is its output", "[importance]") {
  const std::vector<double> weights = {0.2, 0.5, 0.3}, means = {-1, 0.5, 4}, values = {2, -1, 0.5};
  Game game;
  game.problem = query_slice(weights, means, values);
  game.plan = {{{0, 1, false, 64}}, {kSnis}, false, 1};
  const Laws theory = laws(game);
  CHECK(*theory.truth == about(0.2 * 2 - 0.5 + 0.15));
  // By quadrature over f as it is drawn: the same.
  game.problem.integrand = of_kind(Kind::drawn);
  Game shown = game;
  shown.problem = query_slice(weights, means, values);
  game.problem.integrand.drawn = integrand_by_hand(shown);
  CHECK(*laws(game).truth == Approx(*theory.truth).epsilon(0).margin(1e-4));
  CHECK(std::isfinite(played(shown).methods[0].estimate));
}

TEST_CASE("many proposals along a line are taken together with their mean and spread", "[importance]") {
  const std::vector<double> few = {3, -1, 0.5};
  const std::vector<Proposal> kept = proposals_at(few);
  REQUIRE(kept.size() == 3);
  CHECK(kept[0] == Proposal{-1, 1, false, 1});
  CHECK(kept[2] == Proposal{3, 1, false, 1});

  const std::vector<double> many = {-4, -4.1, -3.9, 0, 0.2, 2, 2.3, 5, 5.2, 5.1, 9};
  const std::vector<Proposal> merged = proposals_at(many);
  REQUIRE(merged.size() == 5);
  CHECK(merged[0].mean == Approx(-4));
  CHECK(merged[0].sd == Approx(std::sqrt(1 + 0.02 / 3)));
  CHECK(merged[0].count == 3);
  CHECK(merged[4] == Proposal{9, 1, false, 1});
  // All together keep their number, their mean and their mean square.
  double count = 0, mean = 0, square = 0, mean_before = 0, square_before = 0;
  for (const Proposal& q : merged) {
    const auto n = static_cast<double>(q.count);
    count += n;
    mean += n * q.mean;
    square += n * (q.mean * q.mean + q.sd * q.sd);
  }
  for (const double m : many) {
    mean_before += m;
    square_before += m * m + 1;
  }
  CHECK(count == 11);
  CHECK(mean == Approx(mean_before));
  CHECK(square == Approx(square_before));
}

TEST_CASE("what is drawn by hand is as exact as what has a formula", "[importance]") {
  Game game = normal_by(0, 1, 4);
  Target& target = game.problem.target;
  target.bumps.clear();
  for (Index i = 0; i < kDrawnPoints; ++i) target.drawn.push_back(2.5);  // uniform on [−10, 10], whatever the height
  CHECK(*laws(game).truth == Approx(0).margin(1e-12));
  game.problem.integrand.kind = Kind::x2;
  CHECK(*laws(game).truth == about(100.0 / 3));
  game.plan.proposals = {{0, 1, true, 4}};
  CHECK(variance_law(game) == about((2000 - 10000.0 / 9) / 4));
  game.problem.integrand = beyond(7.123);
  CHECK(*laws(game).truth == about((10 - 7.123) / 20));
  game.problem.integrand = of_kind(Kind::drawn);
  for (Index i = 0; i < kDrawnPoints; ++i)
    game.problem.integrand.drawn.push_back(std::abs(2.0 * static_cast<double>(i) / (kDrawnPoints - 1) - 1));
  CHECK(*laws(game).truth == Approx(0.5).epsilon(1e-5));  // |x|/10, but for the kink between two points
  game.plan.proposals = {{0, 0.2, false, 4}};
  CHECK((!laws(game).methods[0].variance || std::isfinite(*laws(game).methods[0].variance)));  // it ends: never ∞
}

TEST_CASE("a law that no double holds is not known, and is not called infinite", "[importance]") {
  const Laws theory = laws(normal_by(90, 1, 8));  // E w² = e^8100
  CHECK_FALSE(theory.methods[0].variance.has_value());
  CHECK_FALSE(theory.methods[0].ess.has_value());
  CHECK(*theory.truth == 0);
  const Game both = by(normal_by(0, 0.5, 8, of_kind(Kind::one)), controlled(Control::w, BetaMode::fixed, 1));
  CHECK_FALSE(laws(both).methods[0].variance.has_value());  // ∞ − ∞: here 0
}

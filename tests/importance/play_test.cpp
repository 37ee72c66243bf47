// Properties of a game played.
#include "importance/importance.h"

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <numeric>

#include "cpu/parallel.h"
#include "importance/curves.h"
#include "importance/games.h"
#include "importance/numbers.h"

using namespace omega;
using namespace omega::test;
using Kind = Integrand::Kind;

namespace {

Game many_of_all() {
  Game game = preset("two_nets");
  game.plan.methods = {weighted(Weighting::balance), kSnis, controlled(Control::x, BetaMode::estimated)};
  game.plan.proposals = {{-2, 1, false, 5}, {2, 1, false, 9}, {0, 1, true, 6}};
  return with_replicates(game, 60);
}

std::vector<double> places(const Outcome& outcome, Index proposal) {
  std::vector<double> all;
  for (const Dart& dart : outcome.darts)
    if (dart.proposal == proposal) all.push_back(dart.x);
  return all;
}

double squared(double x) { return x * x; }

/// p is narrow, and one of few samples is so much nearer to it that the others weigh nothing: 1e-12 of it and less.
Game one_near_sample(const Method& method) {
  Game game = by(normal_by(1, 0.3, 8), method);
  game.problem.target.bumps = {{1, 0, 0.05}};
  return game;
}

}  // namespace

TEST_CASE("dividing by the weights is a control variate with the estimate for its factor", "[importance]") {
  for (const char* name : {"shifted", "two_nets", "missing_bump"}) {
    Game game = by(preset(name), kSnis);
    const double ratio = played(game, 4).methods[0].estimate;
    game.plan.methods = {controlled(Control::w, BetaMode::fixed, ratio)};
    CHECK(played(game, 4).methods[0].estimate == Approx(ratio).epsilon(1e-12));
  }
}

TEST_CASE("more samples, more replicates and more proposals append", "[importance]") {
  const Game game = many_of_all();
  const Outcome before = played(game, 7, 2);
  Game larger = game;
  larger.plan.proposals[1].count = 30;
  larger.plan.proposals.push_back({1, 2, false, 3});
  const Outcome after = played(larger, 7, 2);
  for (Index c = 0; c < 3; ++c) {
    const std::vector<double> few = places(before, c), many = places(after, c);
    REQUIRE(many.size() >= few.size());
    CHECK(std::equal(few.begin(), few.end(), many.begin()));
  }
  const Outcome longer = played(with_replicates(game, 90), 7, 2);
  for (std::size_t m = 0; m < 3; ++m)
    for (std::size_t r = 0; r < 60; ++r) CHECK(longer.methods[m].estimates[r] == before.methods[m].estimates[r]);
  CHECK(played(game, 7, 3).darts[0].x != before.darts[0].x);
  CHECK(played(game, 8, 2).darts[0].x != before.darts[0].x);
}

TEST_CASE("the shown run is the first replicate, and its last running value the estimate", "[importance]") {
  for (const Preset& one : presets()) {
    const Outcome outcome = played(with_replicates(one.game, 3), 1);
    for (const MethodOutcome& method : outcome.methods) {
      CHECK(method.estimates[0] == method.estimate);
      CHECK(method.esses[0] == method.ess);
      CHECK(method.running.back() == method.estimate);
      CHECK(method.running_at.back() == one.game.plan.samples());
    }
  }
}

TEST_CASE("the same bits on any number of threads", "[importance][concurrency]") {
  const Game game = many_of_all();
  const Outcome all = played(game, 3);
  for (const int threads : {1, 2, 5}) {
    Outcome some;
    with_threads(threads, [&] { some = played(game, 3); });
    for (std::size_t m = 0; m < all.methods.size(); ++m) {
      CHECK(some.methods[m].estimates == all.methods[m].estimates);
      CHECK(some.methods[m].variance == all.methods[m].variance);
    }
  }
}

TEST_CASE("a game that is to stop stops", "[importance]") {
  std::stop_source stop;
  stop.request_stop();
  const Game game = many_of_all();
  CHECK_THROWS_AS(play(game, laws(game), 0, 0, Progress(stop.get_token())), Cancelled);
  CHECK_THROWS_AS(laws(game, Progress(stop.get_token())), Cancelled);
}

TEST_CASE("shares are between 0 and 1 and sum to 1 at any place", "[importance]") {
  for (const Weighting weighting : {Weighting::balance, Weighting::constant, Weighting::power}) {
    const Game game = by(many_of_all(), weighted(weighting));
    const Curves drawn = curves(game, {-30, 30}, 101);
    for (std::size_t i = 0; i < drawn.x.size(); ++i) {
      double sum = 0;
      for (const auto& share : drawn.shares) {
        CHECK(share[i] >= 0);
        sum += share[i];
      }
      CHECK(sum == Approx(1).epsilon(1e-12));
    }
  }
}

TEST_CASE("each sample's weight and densities stand on their curves", "[importance]") {
  const Game game = many_of_all();
  const Outcome outcome = played(game, 5);
  REQUIRE(outcome.darts.size() == 20);
  for (std::size_t i = 0; i < outcome.darts.size(); ++i) {
    const Dart& dart = outcome.darts[i];
    const Curves drawn = curves(game, {dart.x, dart.x + 1}, 2);
    CHECK(drawn.weight[0] == Approx(outcome.methods[0].weights[i]).epsilon(1e-12));  // of the balance heuristic
    CHECK(drawn.shares[static_cast<std::size_t>(dart.proposal)][0] ==
          Approx(outcome.methods[0].shares[i]).epsilon(1e-12));
    CHECK(drawn.target[0] == Approx(dart.p).epsilon(1e-12));
    CHECK(drawn.integrand[0] == Approx(dart.f).epsilon(1e-12));
    CHECK(drawn.proposals[static_cast<std::size_t>(dart.proposal)][0] == Approx(dart.q).epsilon(1e-12));
  }
}

TEST_CASE("with equal weights ESS is S, and one heavy sample is a share of one", "[importance]") {
  const Outcome equal = played(preset("three_hills"));
  CHECK(equal.methods[0].ess == 16);
  CHECK(equal.methods[0].max_share == Approx(1.0 / 16));
  // Weights are exp(1800 − 60 x): the lowest of eight samples outweighs the next by more than e^8.
  const Outcome heavy = played(normal_by(60, 1, 8));
  REQUIRE(heavy.darts.size() == 8);
  CHECK(heavy.methods[0].ess == Approx(1).epsilon(1e-3));
  CHECK(heavy.methods[0].max_share == Approx(1).epsilon(1e-3));
}

TEST_CASE("mirrored samples stand at equal distances from their proposal", "[importance]") {
  Game game = preset("two_nets");
  game.plan.antithetic = true;
  const Outcome outcome = played(game, 2);
  REQUIRE(static_cast<Index>(outcome.darts.size()) == game.plan.samples());
  REQUIRE(outcome.darts.size() >= 4);
  for (std::size_t i = 0; i + 1 < outcome.darts.size(); i += 2) {
    REQUIRE(outcome.darts[i].proposal == outcome.darts[i + 1].proposal);
    const double middle = outcome.darts[i].proposal == 0 ? -2 : 2;
    CHECK(outcome.darts[i].x + outcome.darts[i + 1].x == Approx(2 * middle).epsilon(0).margin(1e-12));
  }
}

TEST_CASE("weights too small for a double are divided all the same", "[importance]") {
  const Outcome far = played(by(normal_by(80, 1, 4), kSnis));
  CHECK(far.methods[0].weights[0] == 0);
  // Their logarithms are 3200 − 80 x: relative to the largest they are exp(80 (lowest − x)).
  REQUIRE(far.darts.size() == 4);
  double lowest = far.darts[0].x, total = 0, weighted = 0;
  for (const Dart& dart : far.darts) lowest = std::min(lowest, dart.x);
  for (const Dart& dart : far.darts) {
    total += std::exp(80 * (lowest - dart.x));
    weighted += std::exp(80 * (lowest - dart.x)) * dart.x;
  }
  CHECK(far.methods[0].estimate == Approx(weighted / total).epsilon(1e-11));
  CHECK(far.methods[0].max_share == Approx(1 / total).epsilon(1e-11));
}

TEST_CASE("an estimate that is 0/0 is not known, and is counted", "[importance]") {
  Game game = by(normal_by(0, 1, 1), kSnis);
  game.problem.target.bumps.clear();
  game.problem.target.drawn.assign(kDrawnPoints, 0);
  for (std::size_t i = 400; i < 500; ++i) game.problem.target.drawn[i] = 1;  // from 5.7 on
  const Outcome outcome = played(with_replicates(game, 20));
  CHECK(std::isnan(outcome.methods[0].estimate));
  CHECK(outcome.methods[0].undefined == 20);
  CHECK(std::isnan(outcome.methods[0].variance));
}

TEST_CASE("of one sample no error is known", "[importance]") {
  const Outcome outcome = played(with_replicates(normal_by(0, 1, 1), 5));
  CHECK(std::isnan(outcome.methods[0].standard_error));
  CHECK(std::isnan(outcome.methods[0].coverage));
  CHECK(std::isfinite(outcome.methods[0].variance));
}

TEST_CASE("a slope that was fitted to the samples takes a degree of freedom", "[importance]") {
  const Method fitted = controlled(Control::w, BetaMode::estimated);
  const MethodOutcome two = played(with_replicates(by(normal_by(1, 1, 2), fitted), 50)).methods[0];
  CHECK(std::isnan(two.standard_error));  // a line goes through two points, whatever they are
  CHECK(std::isnan(two.coverage));
  CHECK(two.without_interval == 50);
  CHECK(std::isfinite(two.estimate));
  // The same β that nobody fitted leaves the same, over one more: Σ(n_c − 1) of S − C.
  for (const char* name : {"shifted", "two_nets"})
    for (const Index samples : {5, 16}) {
      const Game game = with_samples(by(preset(name), fitted), samples);
      const MethodOutcome by_samples = played(game, 3).methods[0];
      const MethodOutcome by_hand =
          played(by(game, controlled(Control::w, BetaMode::fixed, by_samples.beta)), 3).methods[0];
      const double freedom = static_cast<double>(samples - std::ssize(game.plan.proposals));
      REQUIRE(by_hand.standard_error > 0);
      CHECK(squared(by_samples.standard_error / by_hand.standard_error) ==
            Approx(freedom / (freedom - 1)).epsilon(1e-9));
    }
  // Where the control does not vary nothing is fitted.
  CHECK(std::isfinite(played(by(normal_by(0, 1, 2), fitted)).methods[0].standard_error));
}

TEST_CASE("optimal weights from the samples pay for all coefficients but the constant", "[importance]") {
  const Game game = by(preset("two_nets"), weighted(Weighting::optimal_estimated));
  const Outcome outcome = played(game, 1);
  // h = f p/Σ n q on both q_k/Σ n q by least squares, solved by hand.
  const auto density = [](double x, double mean) {
    return std::exp(-0.5 * squared(x - mean)) / std::sqrt(2 * std::acos(-1.0));
  };
  std::vector<std::array<double, 3>> rows;
  double aa = 0, ab = 0, bb = 0, ah = 0, bh = 0;
  for (const Dart& dart : outcome.darts) {
    const double left = density(dart.x, -2), right = density(dart.x, 2), total = 8 * (left + right);
    const double a = left / total, b = right / total, h = dart.f * dart.p / total;
    rows.push_back({a, b, h});
    aa += a * a, ab += a * b, bb += b * b, ah += a * h, bh += b * h;
  }
  const double determinant = aa * bb - ab * ab, first = (ah * bb - bh * ab) / determinant,
               second = (bh * aa - ah * ab) / determinant;
  double mean[2] = {}, within = 0;
  const auto rest = [&](std::size_t i) { return 16 * (rows[i][2] - first * rows[i][0] - second * rows[i][1]); };
  for (std::size_t i = 0; i < rows.size(); ++i) mean[outcome.darts[i].proposal] += rest(i) / 8;
  for (std::size_t i = 0; i < rows.size(); ++i) within += squared(rest(i) - mean[outcome.darts[i].proposal]) / 7;
  CHECK(outcome.methods[0].estimate == Approx(first + second).epsilon(1e-9));
  CHECK(squared(outcome.methods[0].standard_error) == Approx(8.0 / 256 * within * 14 / 13).epsilon(1e-9));
}

TEST_CASE("an interval of no width holds what it is, and nothing beside it", "[importance]") {
  // Nothing was seen: 0 ± 0 is not p(x > 7.1) = 6e-13, however near.
  const Outcome unseen = played(with_replicates(normal_by(0, 1, 64, beyond(7.1)), 200));
  CHECK(unseen.methods[0].standard_error == 0);
  CHECK(unseen.methods[0].coverage == 0);
  // Variances that are 0, up to the rounding of terms that cancel or do not.
  std::vector<Game> exact = {normal_by(0, 1, 64, of_kind(Kind::one)),
                             normal_by(1, 1, 64, of_kind(Kind::exp)),  // w f is the same everywhere
                             by(normal_by(1, 1, 64, of_kind(Kind::one)), kSnis),
                             by(normal_by(1, 1, 64, of_kind(Kind::one)), controlled(Control::w, BetaMode::estimated)),
                             by(normal_by(0, 1, 64), controlled(Control::x, BetaMode::best)),
                             by(normal_by(0, 1, 64), controlled(Control::x, BetaMode::estimated)),
                             by(normal_by(0, 1, 64, of_kind(Kind::one)), weighted(Weighting::optimal))};
  for (const Kind odd : {Kind::x, Kind::x3}) {  // about the middle of the mirrored samples
    exact.push_back(normal_by(0, 1, 64, of_kind(odd)));
    exact.back().plan.antithetic = true;
  }
  exact.push_back(normal_by(1e-4, 1, 64));  // halves of about 1 that leave 1e-4
  exact.back().problem.target.bumps[0].mean = 1e-4;
  exact.back().plan.antithetic = true;
  for (const Game& game : exact) {
    INFO(&game - exact.data());
    const MethodOutcome method = played(with_replicates(game, 50)).methods[0];
    CHECK(method.standard_error == 0);
    CHECK(method.coverage == 1);
  }
  // What varies by 1e-8 of itself is no rounding. Noise is of seed 0: no false alarm.
  Game nearly = normal_by(0, 1, 64, of_kind(Kind::cos));
  nearly.problem.integrand.k = 1e-4;
  const MethodOutcome method = played(with_replicates(nearly, 2000)).methods[0];
  CHECK(method.standard_error > 0);
  CHECK(method.coverage > 0.9);
}

TEST_CASE("where one sample has all the weight no error is known", "[importance]") {
  for (const Method& method : {kSnis, controlled(Control::w, BetaMode::estimated)}) {
    const MethodOutcome alone = played(one_near_sample(method)).methods[0];
    REQUIRE(alone.max_share > 1 - 1e-12);
    CHECK(std::isfinite(alone.estimate));
    CHECK(std::isnan(alone.standard_error));
    Game constant = one_near_sample(method);  // but 1 is 1
    constant.problem.integrand = of_kind(Kind::one);
    CHECK(played(constant).methods[0].standard_error == 0);
  }
  CHECK(played(one_near_sample(Method{})).methods[0].standard_error > 0);  // plain weights are not divided
}

TEST_CASE("a replicate without an interval covers nothing, whichever it is", "[importance]") {
  bool first_is_known = false, first_is_unknown = false;
  for (std::uint32_t seed = 0; seed < 40 && !(first_is_known && first_is_unknown); ++seed) {
    const MethodOutcome method = played(with_replicates(one_near_sample(kSnis), 200), seed).methods[0];
    (std::isnan(method.standard_error) ? first_is_unknown : first_is_known) = true;
    REQUIRE(method.without_interval > 0);
    REQUIRE(method.without_interval < 200);
    CHECK(method.coverage >= 0);
    CHECK(method.coverage <= 1 - static_cast<double>(method.without_interval) / 200);
  }
  CHECK(first_is_known);
  CHECK(first_is_unknown);
}

TEST_CASE("replicates that missed most of a variance say nothing of it", "[importance]") {
  const auto is_beyond = [](Game game, std::size_t method = 0) {
    const Laws theory = laws(game);
    return is_beyond_replicates(theory.methods[method], play(game, theory, 0, 0).methods[method]);
  };
  CHECK(is_beyond(preset("two_nets")));  // constant weights: 0.13 of 1766
  CHECK_FALSE(is_beyond(preset("two_nets"), 1));
  CHECK_FALSE(is_beyond(preset("right_place")));
  CHECK_FALSE(is_beyond(preset("missing_bump")));  // no law is known
  Game narrow = preset("width");
  narrow.plan.proposals[0].sd = 0.5;
  CHECK(is_beyond(narrow));
  Game exact = preset("right_place");  // what never varies is rounding in both
  exact.problem.integrand.kind = Kind::one;
  CHECK_FALSE(is_beyond(exact));
  for (const double mean : {27.0, 30.0, 50.0}) {  // e^(mean²) is more than a double holds
    INFO("a proposal at " << mean);
    CHECK(is_beyond(normal_by(mean, 1, 16)));
    const Game game = normal_by(mean, 1, 16);
    CHECK(laws(game).methods[0].is_too_large);
    CHECK_FALSE(laws(game).methods[0].variance);
  }
  Game rarest = preset("rare_event");  // what is as small as 1e-12 is no rounding for that
  rarest.problem.integrand.at = 7;
  CHECK(is_beyond(rarest));
  int alarms = 0;  // of a plain normal and two replicates: 0.06 % of them by the law of χ²
  for (std::uint32_t draw = 0; draw < 200; ++draw) {
    const Game pair = with_replicates(preset("right_place"), 2);
    const Laws theory = laws(pair);
    alarms += is_beyond_replicates(theory.methods[0],
                                   play(pair, theory, static_cast<std::uint32_t>(test_seed(3)), draw).methods[0]);
  }
  CHECK(alarms < 4);                                                  // P(4 or more of 200) = 1e-5
  const MethodOutcome far = played(normal_by(30, 1, 16)).methods[0];  // weights of about 1e-160 are no zeros
  CHECK(far.estimate > 0);
  CHECK(far.standard_error > 0.1 * far.estimate);
  MethodLaw law;
  law.variance = 100;
  MethodOutcome outcome;
  outcome.estimates.resize(30);
  outcome.variance = 10;
  CHECK(is_beyond_replicates(law, outcome));
  outcome.estimates.resize(10);  // a tenth by chance
  CHECK_FALSE(is_beyond_replicates(law, outcome));
  outcome.variance = 1;
  CHECK(is_beyond_replicates(law, outcome));
  law.for_large_samples = true;  // of few samples it may be far off itself
  CHECK_FALSE(is_beyond_replicates(law, outcome));
}

TEST_CASE("numbers of a game have their names", "[importance]") {
  const Game game = preset("ratio");
  const Laws theory = laws(game);
  const Outcome outcome = play(game, theory, 0, 0);
  const auto numbers = importance_numbers(outcome, theory);
  for (const char* name : {"estimate", "truth", "error", "ess", "ess_law", "max_share", "coverage", "rms", "bias",
                           "variance", "bias_law", "variance_law", "median", "mean", "variance_2", "bias_law_2"})
    CHECK(numbers.at(name).size() == 1);
  for (const char* name : {"estimates", "esses", "max_shares", "estimates_2"}) CHECK(numbers.at(name).size() == 200);
  CHECK(numbers.at("variance_law")[0] == *theory.methods[0].variance);
  CHECK(numbers.at("bias_2")[0] == outcome.methods[1].bias);
  CHECK(numbers.count("estimate_3") == 0);
  CHECK(std::isnan(numbers.at("beta")[0]));  // neither has a control variate
  const Game free = preset("free_luck");
  const Laws free_laws = laws(free);
  CHECK(importance_numbers(play(free, free_laws, 0, 0), free_laws).at("beta")[0] == free.plan.methods[0].beta);
}

TEST_CASE("each number of a game is what its name says, of each estimator", "[importance]") {
  const std::pair<const char*, double MethodOutcome::*> measured[] = {
      {"estimate", &MethodOutcome::estimate},
      {"error", &MethodOutcome::error},
      {"standard_error", &MethodOutcome::standard_error},
      {"ess", &MethodOutcome::ess},
      {"max_share", &MethodOutcome::max_share},
      {"beta", &MethodOutcome::beta},
      {"mean", &MethodOutcome::mean},
      {"median", &MethodOutcome::median},
      {"bias", &MethodOutcome::bias},
      {"bias_error", &MethodOutcome::bias_error},
      {"variance", &MethodOutcome::variance},
      {"rms", &MethodOutcome::rms},
      {"coverage", &MethodOutcome::coverage}};
  const std::pair<const char*, Law MethodLaw::*> known[] = {
      {"ess_law", &MethodLaw::ess}, {"bias_law", &MethodLaw::bias}, {"variance_law", &MethodLaw::variance}};
  const std::pair<const char*, std::vector<double> MethodOutcome::*> lists[] = {
      {"estimates", &MethodOutcome::estimates},
      {"esses", &MethodOutcome::esses},
      {"max_shares", &MethodOutcome::max_shares}};
  Outcome outcome;
  Laws theory;
  double next = 0;  // all are different
  std::map<std::string, std::vector<double>> expected{{"truth", {*(theory.truth = ++next)}}};
  for (const char* end : {"", "_2", "_3"}) {
    MethodOutcome& method = outcome.methods.emplace_back();
    MethodLaw& law = theory.methods.emplace_back();
    for (const auto& [name, field] : measured) expected[name + std::string(end)] = {method.*field = ++next};
    for (const auto& [name, field] : known) expected[name + std::string(end)] = {*(law.*field = ++next)};
    for (const auto& [name, field] : lists) expected[name + std::string(end)] = method.*field = {++next, ++next};
  }
  const auto numbers = importance_numbers(outcome, theory);
  CHECK(numbers.size() == expected.size());
  for (const auto& [name, values] : expected) {
    INFO(name);
    CHECK(numbers.at(name) == values);
  }
}

TEST_CASE("samples of a drawn target follow it", "[importance]") {
  Game game = normal_by(0, 1, 1);
  game.problem.target.bumps.clear();
  for (Index i = 0; i < kDrawnPoints; ++i) game.problem.target.drawn.push_back(static_cast<double>(i));  // a ramp
  game.plan.proposals = {{0, 1, true, 4000}};
  const Outcome outcome = played(with_replicates(game, 50), static_cast<std::uint32_t>(test_seed(11)));
  CHECK(std::abs(outcome.methods[0].mean - 10.0 / 3) < 5 * outcome.methods[0].bias_error);
  for (const double w : outcome.methods[0].weights) CHECK(w == 1);
}

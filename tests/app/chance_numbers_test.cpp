// The table of Chance, read row by row: every number is the one that its name says, of each estimator.
#include <QRegularExpression>
#include <QTextDocument>
#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "app/booth.h"
#include "importance/presets.h"
#include "views/chance/chance_numbers.h"

using namespace omegascope;
using namespace omegascope::test;
namespace imp = omega::importance;

namespace {

/// Numbers that are all different; no game gives these.
struct TableOfThree {
  ChanceState state;
  ChanceResult result;

  TableOfThree() {
    state.game = imp::find_preset("two_nets").game;  // 16 samples
    state.game.plan.methods = {{},
                               {imp::Rule::snis, imp::Weighting::power, imp::Control::none, imp::BetaMode::fixed, 0},
                               {imp::Rule::is, imp::Weighting::balance, imp::Control::x, imp::BetaMode::best, 0}};
    result.asked = state;
    result.isComplete = true;
    result.laws.truth = 0.5;
    result.laws.own_variance = {0.125, 3};
    result.outcome.evaluations = 16;
    result.outcome.darts.resize(16);
    result.outcome.methods = {
        ofOne({1.25, 0.75, 0.0625, 3.5, 0.375}, {-0.25, 0.015, 0.5, 0.875, 0.935}, std::nan("")),
        ofOne({0.5301, 0.0301, 0.5, 12.6, 0.19}, {0.007, 0.0021, 0.0078125, 0.09, 0.5}, std::nan("")),
        ofOne({-2, -2.5, 1.5, 1.13, 0.969}, {-0.31, 0.11, 1.5, 1.25, std::nan("")}, 1.65)};
    imp::MethodLaw plain, limit, wild;
    plain.variance = 0.25;
    plain.bias = -0.125;
    plain.ess = 6.25;
    limit.variance = 0.01;
    limit.bias = 0.0055;
    limit.ess = 13;
    limit.for_large_samples = true;
    wild.variance = std::numeric_limits<double>::infinity();
    result.laws.methods = {plain, limit, wild};
  }
  static imp::MethodOutcome ofOne(const std::array<double, 5>& run, const std::array<double, 5>& all, double beta) {
    imp::MethodOutcome one;
    one.estimate = run[0];
    one.error = run[1];
    one.standard_error = run[2];
    one.ess = run[3];
    one.max_share = run[4];
    one.bias = all[0];
    one.bias_error = all[1];
    one.variance = all[2];
    one.rms = all[3];
    one.coverage = all[4];
    one.beta = beta;
    one.estimates.assign(200, run[0]);
    return one;
  }
  QString html() const {
    ChancePicture picture;
    picture.state = &state;
    picture.result = &result;
    return chanceTable(picture, Theme::light());
  }
  /// "name | first | second | third".
  QStringList rows() const {
    QStringList rows;
    for (const QString& row : html().section(QStringLiteral("</table>"), 0, 0).split(QStringLiteral("</tr>"))) {
      QStringList cells;
      for (const QString& cell : row.split(QRegularExpression(QStringLiteral("</t[hd]>")))) {
        QTextDocument words;
        words.setHtml(cell);
        cells << words.toPlainText().simplified();
      }
      cells.removeLast();  // what is after the last cell
      if (!cells.isEmpty()) rows << cells.join(QStringLiteral(" | "));
    }
    return rows;
  }
};

}  // namespace

TEST_CASE("each row of Chance's table is the number that its name says, of each estimator", "[chance]") {
  TableOfThree t;
  const QStringList ofTheRun = {QStringLiteral("estimate | 1.25 | 0.5301 | −2"),
                                QStringLiteral("error | 0.75 | 0.0301 | −2.5"),
                                QStringLiteral("± 2 se | ± 0.125 | ± 1 | ± 3"),
                                QStringLiteral("ESS | 3.5 | 12.6 | 1.13"),
                                QStringLiteral("… its law | 6.25 | 13 | unknown"),
                                QStringLiteral("largest share | 0.375 | 0.19 | 0.969")},
                    ofAll = {QStringLiteral("bias ± se | −0.25 ± 0.015 | 0.007 ± 0.0021 | (−0.31 ± 0.11)"),
                             QStringLiteral("… its law | −0.125 | ≈ 0.0055 | unknown"),
                             QStringLiteral("variance · S | 8 | 0.125 | (24)"),
                             QStringLiteral("… its law | 4 | ≈ 0.16 | ∞"),
                             QStringLiteral("rms error | 0.875 | 0.09 | (1.25)"),
                             QStringLiteral("coverage | 93.5 % | 50 % | –"),
                             QStringLiteral("β | – | – | 1.65")};
  const auto told = [&] { return text(t.rows().mid(1).join(QLatin1Char('\n'))); };
  const auto lines = [](const QStringList& all) { return text(all.join(QLatin1Char('\n'))); };
  CHECK(text(t.rows().front()) == "truth 0.5 | ● IS, balance | ▲ SNIS, power | ■ IS, balance, x with best β");
  CHECK(told() == lines(ofTheRun + ofAll));
  CHECK(t.html().contains(QStringLiteral("200 replicates; each evaluates p 16 times.")));
  CHECK(t.html().contains(QStringLiteral("q1\u00a02, q2\u00a048.")));  // variance · S

  t.result.isComplete = false;
  CHECK(told() == lines(ofTheRun));

  // Whoever is to guess the truth is told nothing that has it.
  t.result.isComplete = true;
  t.state.showTarget = false;
  CHECK(t.rows().front().startsWith(QStringLiteral("truth hidden | ")));
  CHECK(told() == lines(ofTheRun.mid(0, 1) + ofTheRun.mid(2) + QStringList{ofAll[2], ofAll[3], ofAll[6]}));

  t.result.laws.methods[0].variance.reset();
  t.result.laws.methods[0].is_too_large = true;
  t.result.laws.methods[1].variance.reset();
  CHECK(t.rows().contains(QStringLiteral("… its law | > 1e308 | unknown | ∞")));
}

TEST_CASE("curves are computed once for a game and an interval, and anew for any other", "[chance]") {
  imp::Game game = imp::find_preset("two_nets").game;
  imp::Interval interval = imp::interval_of(game);
  KeptCurves kept;
  const auto isOfNow = [&] {
    const imp::Curves& curves = kept.of(game, interval);
    const imp::Curves fresh = imp::curves(game, interval, static_cast<omega::Index>(curves.x.size()));
    return curves.x == fresh.x && curves.target == fresh.target && curves.integrand == fresh.integrand &&
           curves.weight == fresh.weight && curves.proposals == fresh.proposals && curves.shares == fresh.shares;
  };
  CHECK(isOfNow());
  const double* first = kept.of(game, interval).x.data();
  CHECK(kept.of(game, interval).x.data() == first);  // nothing was made anew
  game.plan.proposals[0].mean += 0.25;
  CHECK(isOfNow());
  game.plan.proposals[0].count += 3;
  CHECK(isOfNow());
  game.plan.methods[0].weighting = imp::Weighting::power;
  CHECK(isOfNow());
  game.problem.target.bumps[0].sd *= 1.5;
  CHECK(isOfNow());
  game.plan.proposals.pop_back();
  CHECK(isOfNow());
  interval.high += 2;
  CHECK(isOfNow());
}

// Convergence and Scaling: the visible cards as a study, measured beside the window.
#include <QComboBox>
#include <QDir>
#include <QLabel>
#include <QPushButton>
#include <QScopeGuard>
#include <QScrollArea>
#include <QScrollBar>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <catch2/catch.hpp>

#include "app/fake_job.h"
#include "app/hands.h"
#include "app/shell.h"
#include "core/text.h"
#include "diagnostics/draws.h"
#include "export/exporter.h"
#include "export/panel_booth.h"
#include "export/provenance.h"
#include "io/npz.h"
#include "views/convergence/convergence_panel.h"
#include "views/scaling/scaling_panel.h"

using namespace omegascope;
using namespace omegascope::test;
using omega::studies::Curve;
using omega::studies::CurvePoint;

namespace {

template <class Kind>
struct Bench {
  Booth booth;
  std::unique_ptr<Panel> shown;

  explicit Bench(const char* name) : shown(booth.show(kindOf(QLatin1String(name)), {900, 460})) {
    booth.workbench().store().change(QStringLiteral("few"), [](Document& d) { d.card(kLara)->visible = false; });
    booth.settle();
  }
  Kind& panel() { return static_cast<Kind&>(*shown); }
  Workbench& workbench() { return booth.workbench(); }
  void measureAll() {
    panel().measure();
    REQUIRE(waitFor([&] { return panel().isFresh() && !panel().isMeasuring(); }));
  }
  const omega::studies::FigurePart& part(const char* name) {
    for (const auto& one : panel().view().figure()->panels)
      if (one.name == name) return one;
    FAIL("no part " << name);
    return panel().view().figure()->panels.front();
  }
};

struct ConvergenceBench : Bench<ConvergencePanel> {
  ConvergenceBench() : Bench("convergence") {}
};

omega::studies::Spot spotOf(const omega::studies::FigurePart& part, double x) {
  for (const Curve& curve : part.curves)
    for (const CurvePoint& point : curve.points)
      if (point.x == x) return {&part, &curve, &point, nullptr};
  return {};
}

struct CountingPanel : ConvergencePanel {
  using ConvergencePanel::ConvergencePanel;
  CardPlan planNow() const override {
    ++plans;
    return ConvergencePanel::planNow();
  }
  mutable int plans = 0;
};

/// The mean squared error of the study's own draws, by the engine.
double errorOf(const omega::Request& request, omega::Index draws) {
  omega::Progress unwatched;
  omega::Truths truths(request.sequence, 0);
  const omega::DrawsSummary summary = omega::measure_draws(
      request, {.draws = draws, .threads = 0, .watch = [](omega::Index, omega::Index) { return omega::Progress(); }},
      truths.of(request, unwatched));
  double mean = 0;
  for (const double one : summary.mse) mean += one / static_cast<double>(draws);
  return mean;
}

}  // namespace

TEST_CASE("convergence asks the sweep for the visible cards on the sequence that is shown", "[convergence]") {
  ConvergenceBench b;
  CHECK(b.panel().caption() != QString());  // nothing is measured yet
  CHECK_FALSE(b.panel().data().rows.empty());
  b.measureAll();
  CHECK(b.panel().caption().isEmpty());
  REQUIRE(b.panel().view().figure() != nullptr);
  const auto& mse = b.part("mse");
  REQUIRE(mse.curves.size() == 1);
  CHECK(mse.curves[0].name == "rfa");
  CHECK(mse.curves[0].has_band);
  REQUIRE(mse.curves[0].fit.has_value());
  CHECK(mse.curves[0].fit->slope < -0.5);
  // The mean over draws is that of the engine on this sequence: draws 0 .. of seed 0.
  const omega::studies::Spot spot = spotOf(mse, 16);
  REQUIRE(spot.at != nullptr);
  const double shownError = spot.at->y;  // the figure is made again with every change
  const auto draws = b.panel().study()->points.front().draws;
  double sum = 0;
  for (omega::Index draw = 0; draw < draws; ++draw) {
    b.workbench().store().change(QStringLiteral("draw"), [draw](Document& d) {
      d.seed = 0;
      d.draw = static_cast<std::uint32_t>(draw);
    });
    b.booth.settle();
    sum += resultOf(b.booth, kRfa).metrics.mse;
  }
  CHECK(shownError == Approx(sum / static_cast<double>(draws)).epsilon(1e-12));
}

TEST_CASE("in a low panel the figure of Convergence scrolls, and its text stays readable", "[convergence]") {
  ConvergenceBench b;
  b.measureAll();
  QCoreApplication::processEvents();
  const auto& area = *b.panel().findChild<QScrollArea*>();
  CHECK(area.verticalScrollBar()->maximum() == 0);
  b.panel().resize(700, 170);
  QCoreApplication::processEvents();
  CHECK(area.verticalScrollBar()->maximum() > 0);
  for (const omega::studies::Mark& mark : b.panel().view().drawing().marks)
    if (const auto* text = std::get_if<omega::studies::TextMark>(&mark))
      CHECK(text->size > 0.55 * QFontInfo(b.panel().font()).pixelSize());
}

TEST_CASE("a click on a point gives the card its S, as one undo step, and the curves stay fresh", "[convergence]") {
  ConvergenceBench b;
  b.measureAll();
  auto& view = *b.panel().findChild<FigureView*>();
  QCoreApplication::processEvents();
  const Document before = b.workbench().document();
  const QPointF at = pixelOf(view, spotOf(b.part("mse"), 64));
  QTest::mouseClick(&view, Qt::LeftButton, {}, at.toPoint());
  CHECK(b.workbench().document().card(kRfa)->options.at("samples") == "64");
  b.booth.settle();
  CHECK(b.panel().isFresh());
  b.workbench().store().undoStack()->undo();
  CHECK(b.workbench().document() == before);
}

TEST_CASE("a series that the legend hides belongs to the session, and can be undone", "[convergence]") {
  ConvergenceBench b;
  b.measureAll();
  const auto buttonOf = [&](const QString& text) -> QToolButton* {
    for (QToolButton* button : b.panel().findChildren<QToolButton*>())
      if (button->text() == text) return button;
    return nullptr;
  };
  const std::size_t all = b.panel().legend().size();
  REQUIRE(all > 0);
  const QString series = b.panel().legend().front().text;
  QToolButton* button = buttonOf(series);
  REQUIRE(button != nullptr);
  button->click();
  CHECK(b.panel().legend().size() == all - 1);
  CHECK(b.panel().isFresh());
  const Session session = sessionFromState(stateText(b.workbench().session()));
  CHECK(session.document.view.hidden == b.workbench().document().view.hidden);
  CHECK(session.document.view.hidden.at("convergence").size() == 1);
  b.workbench().store().undoStack()->undo();
  CHECK(b.panel().legend().size() == all);
  CHECK(buttonOf(series) == button);  // it keeps the focus
  CHECK(button->isChecked());
  CHECK_FALSE(sessionJson(b.workbench().session()).contains("\"hidden\""));  // versions from before can read it
}

TEST_CASE("the part of a figure that is drawn belongs to the session, and can be undone", "[convergence]") {
  ConvergenceBench b;
  b.measureAll();
  REQUIRE(b.panel().view().figure()->panels.size() == 3);
  auto& parts = *b.panel().findChild<QComboBox*>();
  parts.setCurrentIndex(parts.findData(QStringLiteral("variance")));
  emit parts.activated(parts.currentIndex());
  const auto drawsAlone = [&] {
    const auto figure = b.panel().view().figure();
    return figure->panels.size() == 1 && figure->panels.front().name == "variance";
  };
  REQUIRE(waitFor(drawsAlone));
  CHECK(b.panel().isFresh());
  const Session session = b.workbench().session();
  CHECK(sessionFromState(stateText(session)).document.view.parts == OptionTexts{{"convergence", "variance"}});
  b.workbench().store().undoStack()->undo();
  CHECK(waitFor([&] { return b.panel().view().figure()->panels.size() == 3; }));
  CHECK(parts.currentData().toString().isEmpty());
  CHECK_FALSE(sessionJson(b.workbench().session()).contains("\"parts\""));  // versions from before can read it
}

TEST_CASE("another sequence, another card, another option: stale, and said", "[convergence]") {
  ConvergenceBench b;
  b.measureAll();
  const auto isStale = [&] {
    b.booth.settle();
    const bool stale = !b.panel().isFresh();
    b.workbench().store().undoStack()->undo();
    b.booth.settle();
    CHECK(b.panel().isFresh());
    return stale;
  };
  b.workbench().store().change(QStringLiteral("a"), [](Document& d) { d.workload.presetSeed = 8; });
  b.booth.settle();
  bool isSaid = false;
  for (const QLabel* label : b.panel().findChildren<QLabel*>())
    isSaid = isSaid || label->text().contains(QStringLiteral("before the last change"));
  CHECK(isSaid);
  // A preset that is made again is another sequence: what was measured of the old one stays stale.
  CHECK_FALSE(b.panel().isFresh());
  b.measureAll();
  b.workbench().store().change(QStringLiteral("b"), [](Document& d) { d.card(kLara)->visible = true; });
  CHECK(isStale());
  b.workbench().store().change(QStringLiteral("c"), [](Document& d) { d.card(kRfa)->options["features"] = "trig"; });
  CHECK(isStale());
}

TEST_CASE("pointing at queries plans nothing anew; another option, and what cards become of it, does",
          "[convergence]") {
  Booth booth;
  CountingPanel panel(booth.workbench());
  panel.setAttribute(Qt::WA_DontShowOnScreen);
  panel.resize(900, 460);
  panel.show();
  booth.settle();
  const int before = panel.plans;
  CHECK(before > 0);
  for (const int query : {3, 20, 31}) {
    booth.workbench().selection().hover({-1, 0, query, -1, -1, -1});
    booth.settle();
  }
  CHECK(booth.workbench().snapshot()->query == 31);
  CHECK(panel.plans == before);
  const PanelData planned = panel.data();
  booth.workbench().store().change(QStringLiteral("fewer"), [](Document& d) { d.card(kLara)->visible = false; });
  booth.settle();
  CHECK(panel.plans > before);
  CHECK(panel.data().rows.size() < planned.rows.size());
}

TEST_CASE("measuring is a job that can be cancelled, from the panel and from Jobs", "[convergence]") {
  ConvergenceBench b;
  const std::unique_ptr<Panel> jobs = b.booth.show(kindOf(QStringLiteral("jobs")));
  b.panel().measure();
  REQUIRE(b.panel().isMeasuring());
  CHECK(b.workbench().jobs().running().size() == 1);
  QCoreApplication::processEvents();
  for (QPushButton* button : jobs->findChildren<QPushButton*>())
    if (button->toolTip().contains(QStringLiteral("Convergence"))) button->click();
  REQUIRE(waitFor([&] { return !b.panel().isMeasuring(); }));
  CHECK(b.workbench().jobs().running().empty());
  b.panel().measure();
  b.panel().cancelMeasuring();
  REQUIRE(waitFor([&] { return !b.panel().isMeasuring(); }));
  b.measureAll();
}

TEST_CASE("convergence steps back while something else measures times, and when nobody looks", "[convergence]") {
  ConvergenceBench b;
  FakeJob times(true);
  b.workbench().jobs().add(QStringLiteral("times"), &times);
  b.panel().measure();
  times.setUnderWay(true);
  CHECK(b.workbench().jobs().running().back().run->isPaused());
  times.setUnderWay(false);
  CHECK_FALSE(b.workbench().jobs().running().front().run->isPaused());
  b.panel().setOnTop(false);
  CHECK(b.workbench().jobs().running().front().run->isPaused());
  b.panel().setOnTop(true);
  REQUIRE(waitFor([&] { return !b.panel().isMeasuring(); }));
}

TEST_CASE("a learned kernel whose μ was moved is measured with it; moved proposals are named", "[convergence]") {
  ConvergenceBench b;
  b.workbench().store().change(QStringLiteral("gmm"), [](Document& d) {
    Card card;
    card.id = 9;
    card.method = "gmm";
    card.means = {1, 0, -1, 0};
    d.cards.push_back(card);
    d.card(kLara)->visible = true;
    d.card(kLara)->options["proposals"] = "given";
    d.card(kLara)->means.assign(32, 0.1);
  });
  b.booth.settle();
  b.measureAll();
  REQUIRE(b.part("mse").curves.size() == 2);
  const auto& curves = b.part("mse").curves;
  const auto gmm = std::find_if(curves.begin(), curves.end(), [](const Curve& one) { return one.name == "gmm"; });
  REQUIRE(gmm != curves.end());
  const auto at = std::find_if(gmm->points.begin(), gmm->points.end(), [](const auto& one) { return one.x == 64; });
  REQUIRE(at != gmm->points.end());
  omega::Request request = omega::make_request(b.workbench().snapshot()->sequence, "gmm", {{"frequencies", "64"}});
  const omega::Index draws = b.panel().study()->points.front().draws;
  CHECK(at->y != Approx(errorOf(request, draws)).epsilon(1e-3));  // with the μ of its own
  request.given["mu"] = omega::Array::from(std::vector<double>{1, 0, -1, 0}, {2, 2});
  CHECK(at->y == Approx(errorOf(request, draws)).epsilon(1e-9));
  bool isNamed = false, isSaid = false;
  for (const QLabel* label : b.panel().findChildren<QLabel*>()) {
    isNamed = isNamed || label->toolTip().contains(QStringLiteral("lara"));
    isSaid = isSaid || label->text().contains(QStringLiteral("1 estimator left out"));
  }
  CHECK(isNamed);
  CHECK(isSaid);
}

TEST_CASE("what a file has learned is measured with, and only where it fits", "[convergence]") {
  ConvergenceBench b;
  const QTemporaryDir folder;
  const std::string file = folder.filePath(QStringLiteral("learned.npz")).toStdString();
  const auto sequence = b.workbench().snapshot()->sequence;
  omega::Arrays arrays{{"Q", sequence->q},
                       {"K", sequence->k},
                       {"V", sequence->v},
                       {"S", omega::Array::from(std::vector<double>(32, 0.05), {16, 2})}};
  omega::write_npz(file, arrays, "{}");
  b.workbench().store().change(QStringLiteral("learned"), [&](Document& d) {
    d.workload.preset.clear();
    d.workload.file = file;
    d.cards.resize(1);
    Card card;
    card.id = 9;
    card.method = "fastfood";
    card.options["frequencies"] = "32";
    d.cards.push_back(card);
  });
  b.booth.settle();
  b.measureAll();
  const auto& mse = b.part("mse");
  REQUIRE(mse.curves.size() == 1);
  REQUIRE(mse.curves[0].points.size() == 1);  // 32 frequencies are 16 blocks of 2
  const omega::studies::Spot spot = spotOf(mse, 32);
  REQUIRE(spot.at != nullptr);
  omega::Request request = omega::make_request(sequence, "fastfood", {{"frequencies", "32"}});
  request.given["S"] = arrays.at("S");
  const omega::Index draws = b.panel().study()->points.front().draws;
  CHECK(spot.at->y == Approx(errorOf(request, draws)).epsilon(1e-9));

  // A picture without a window is of the same arrays.
  Session session = startSession();
  session.document = b.workbench().document();
  PanelBooth booth(session);
  const auto alone = booth.show(kindOf(QLatin1String("convergence")), {900, 460});
  const auto& figure = *static_cast<ConvergencePanel&>(*alone).view().figure();
  const auto same = std::find_if(figure.panels.begin(), figure.panels.end(),
                                 [](const omega::studies::FigurePart& part) { return part.name == "mse"; });
  REQUIRE(same != figure.panels.end());
  REQUIRE(same->curves.size() == 1);
  CHECK(same->curves[0].points.size() == 1);
}

TEST_CASE("without a card to vary convergence says so", "[convergence]") {
  ConvergenceBench b;
  b.workbench().store().change(QStringLiteral("none"), [](Document& d) { d.cards.resize(1); });
  b.booth.settle();
  CHECK_FALSE(b.panel().findChild<FigureView*>()->isVisible());
  bool isSaid = false;
  for (const QLabel* label : b.panel().findChildren<QLabel*>())
    isSaid = isSaid || (label->isVisible() && label->text().contains(QStringLiteral("rfa")));
  CHECK(isSaid);
  b.panel().measure();
  CHECK_FALSE(b.panel().isMeasuring());
  // Any estimator with a number of samples will do.
  b.workbench().store().change(QStringLiteral("hidden"), [](Document& d) { d.add("ra").visible = false; });
  b.booth.settle();
  CHECK(b.panel().findChild<RemedyButton*>()->text() == QStringLiteral("Show ra"));
}

TEST_CASE("curves are drawn also where the options of their card are refused now", "[convergence]") {
  ConvergenceBench b;
  b.measureAll();
  b.workbench().store().change(QStringLiteral("refused"), [](Document& d) { d.card(kRfa)->options["sampels"] = "3"; });
  CHECK_NOTHROW(pictureOf(b.panel()));
}

TEST_CASE("what was measured before a change has no command, and says why", "[convergence][commands]") {
  ConvergenceBench b;
  b.measureAll();
  CHECK(lineOf(b.panel(), b.workbench()).text.startsWith(QStringLiteral("omega render --state ")));
  b.panel().setOnTop(false);
  b.workbench().store().change(QStringLiteral("seed"),
                               [](Document& d) { d.card(kRfa)->options["draw"] = "orthogonal"; });
  b.booth.settle();
  const ShellLine line = lineOf(b.panel(), b.workbench());
  CHECK(line.text.isEmpty());
  CHECK(line.whyNot.contains(QStringLiteral("measure")));
}

TEST_CASE("the study of a copied line reaches the shell as it is, apostrophes and all", "[scaling][commands]") {
  Bench<ScalingPanel> b("scaling");
  b.panel().measure();
  REQUIRE(waitFor([&] { return b.panel().view().figure() != nullptr; }));
  b.panel().cancelMeasuring();
  REQUIRE(waitFor([&] { return !b.panel().isMeasuring(); }));
  Shell shell;
  shell.run(lineOf(b.panel(), b.workbench()).text.section(QStringLiteral(" && omega study run "), 0, 0));
  CHECK(bytesOf(shell.file(QStringLiteral("scaling.json"))).toStdString() == b.panel().study()->text);
  const std::string awkward = "It's 'time' and \"memory\" of $HOME; `id` \\ 100 % of %1";
  shell.run(QStringLiteral("printf %s ") + QString::fromStdString(omega::shell_word(awkward)) +
            QStringLiteral(" > said"));
  CHECK(bytesOf(shell.file(QStringLiteral("said"))).toStdString() == awkward);
}

TEST_CASE("scaling measures only when asked, alone, and its plan is the visible cards beside softmax both ways",
          "[scaling]") {
  Bench<ScalingPanel> b("scaling");
  // Asked once, convergence measures again by itself after a change; scaling does not.
  {
    const std::unique_ptr<Panel> shown = b.booth.show(kindOf(QStringLiteral("convergence")));
    auto& beside = static_cast<ConvergencePanel&>(*shown);
    const auto isThere = [&] { return beside.isFresh() && !beside.isMeasuring(); };
    beside.measure();
    REQUIRE(waitFor(isThere));
    b.workbench().store().change(QStringLiteral("another"), [](Document& d) { d.workload.presetSeed = 8; });
    b.booth.settle();
    REQUIRE(waitFor(isThere));
  }
  CHECK_FALSE(b.panel().isMeasuring());
  CHECK(b.panel().study() == nullptr);
  std::set<QString> series;
  const PanelData plan = b.panel().data();
  for (const auto& row : plan.rows) series.insert(row[0]);
  CHECK(series ==
        std::set<QString>{QStringLiteral("softmax"), QStringLiteral("softmax, whole map"), QStringLiteral("rfa")});
  b.panel().measure();
  REQUIRE(b.panel().isMeasuring());
  CHECK(b.workbench().isHeld());
  REQUIRE(waitFor([&] { return b.panel().view().figure() != nullptr && b.part("time").curves.size() >= 2; }));
  CHECK_FALSE(b.panel().caption().isEmpty());
  CHECK(b.panel().command().contains(QStringLiteral("omega study run scaling.json")));
  b.panel().setOnTop(false);  // nobody looks: Explore computes again
  CHECK_FALSE(b.workbench().isHeld());
  b.panel().setOnTop(true);
  CHECK(b.workbench().isHeld());
  b.panel().cancelMeasuring();
  REQUIRE(waitFor([&] { return !b.panel().isMeasuring(); }));
  CHECK_FALSE(b.workbench().isHeld());
  CHECK(colourCount(pictureOf(b.panel(), {900, 420})) > 20);
  CHECK_FALSE(b.panel().data().rows.empty());
}

TEST_CASE("a folder for temporary files is made once something is measured", "[scaling]") {
  Booth booth;
  const QTemporaryDir folder;
  const QByteArray before = qgetenv("TMPDIR");
  qputenv("TMPDIR", folder.path().toUtf8());
  const QScopeGuard back([&] { before.isEmpty() ? qunsetenv("TMPDIR") : qputenv("TMPDIR", before); });
  const std::unique_ptr<Panel> shown = booth.show(kindOf(QStringLiteral("scaling")));
  CHECK_FALSE(shown->data().rows.empty());
  CHECK(QDir(folder.path()).isEmpty());
  static_cast<ScalingPanel&>(*shown).measure();
  CHECK_FALSE(QDir(folder.path()).isEmpty());
}

TEST_CASE("what scaling finds is read to its end in a narrow panel", "[scaling]") {
  Bench<ScalingPanel> b("scaling");
  b.shown->resize(420, 460);
  b.measureAll();
  const QLabel* found = nullptr;
  for (const QLabel* label : b.panel().findChildren<QLabel*>())
    if (label->text().contains(QStringLiteral("rfa against softmax, whole map"))) found = label;
  REQUIRE(found != nullptr);
  CHECK(found->fontMetrics().horizontalAdvance(found->text()) > found->width());  // one line would not do
  CHECK(found->height() >= found->heightForWidth(found->width()));
}

// The panel Chance: gestures by mouse and keys, undo, sessions, exports, and numbers that the command gives again.
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QProcess>
#include <QSpinBox>
#include <QTest>
#include <QToolButton>
#include <QToolTip>
#include <catch2/catch.hpp>
#include <cmath>
#include <nlohmann/json.hpp>

#include "app/booth.h"
#include "app/hands.h"
#include "app/window_booth.h"
#include "core/error.h"
#include "export/exporter.h"
#include "export/provenance.h"
#include "importance/numbers.h"
#include "io/npz.h"
#include "model/session_file.h"
#include "views/chance/chance_numbers.h"
#include "views/chance/chance_panel.h"
#include "views/rich_text.h"
#include "widgets/accessible_canvas.h"
#include "window/dock_layout.h"

using namespace omegascope;
using namespace omegascope::test;

namespace {

constexpr ChanceHandle kChanceTop{ChanceHandle::Of::proposal, 0, ChanceHandle::Grip::top},
    kChanceShoulder{ChanceHandle::Of::proposal, 0, ChanceHandle::Grip::shoulder};

struct ChanceTable {
  Booth booth;
  std::unique_ptr<Panel> shown;

  explicit ChanceTable(const char* preset = "shifted") {
    shown = booth.show(kindOf(QStringLiteral("chance")), {1280, 760});
    panel().choose(QLatin1String(preset));
    play();
  }
  ChancePanel& panel() { return static_cast<ChancePanel&>(*shown); }
  QCustomPlot& plot() { return *panel().findChild<QCustomPlot*>(); }
  const ChanceState& state() { return booth.workbench().document().chance; }
  QUndoStack& steps() { return *booth.workbench().store().undoStack(); }
  const ChanceResult& result() { return *booth.workbench().chance().result(); }
  void play() {
    REQUIRE(waitFor([&] { return booth.workbench().chance().isDone(); }));
    QCoreApplication::processEvents();
    plot().replot();
  }
  /// Where a handle is on the screen.
  QPointF pixel(const ChanceHandle& handle) {
    plot().replot();
    ChancePicture picture;
    picture.state = &state();
    picture.curves = omega::importance::curves(state().game, omega::importance::interval_of(state().game), 512);
    const QPointF at = ChanceDrawing::placeIn(picture, handle);
    const QCPAxisRect* rect = ChanceDrawing::rectOf(plot(), ChanceDrawing::kDensities);
    return {rect->axis(QCPAxis::atBottom)->coordToPixel(at.x()), rect->axis(QCPAxis::atLeft)->coordToPixel(at.y())};
  }
  QPointF pixel(double x, double y) {
    const QCPAxisRect* rect = ChanceDrawing::rectOf(plot(), ChanceDrawing::kDensities);
    return {rect->axis(QCPAxis::atBottom)->coordToPixel(x), rect->axis(QCPAxis::atLeft)->coordToPixel(y)};
  }
  /// The numbers; `fallen` samples of the run have fallen, or all.
  QString table(int fallen = -1) {
    ChancePicture picture;
    picture.state = &state();
    picture.result = &result();
    picture.fallen = fallen;
    return chanceTable(picture, Theme::light());
  }
  void key(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) { QTest::keyClick(&plot(), key, modifiers); }
  template <class Kind>
  Kind& control(const QString& name) {
    for (Kind* each : panel().findChildren<Kind*>())
      if (each->accessibleName() == name) return *each;
    FAIL("there is no control " << text(name));
    return *panel().findChild<Kind*>();
  }
};

}  // namespace

TEST_CASE("a proposal is dragged in place and in width, each as one step of undo", "[chance]") {
  ChanceTable t;
  const double mean = t.state().game.plan.proposals[0].mean, sd = t.state().game.plan.proposals[0].sd;
  const int before = t.steps().index();
  const QPointF top = t.pixel(kChanceTop);
  drag(t.plot(), top, top + QPointF(60, 0));
  CHECK(t.state().game.plan.proposals[0].mean > mean + 0.2);
  CHECK(t.state().game.plan.proposals[0].sd == sd);
  CHECK(t.steps().index() == before + 1);
  t.play();
  const QPointF shoulder = t.pixel(kChanceShoulder);
  drag(t.plot(), shoulder, shoulder + QPointF(50, 0));
  CHECK(t.state().game.plan.proposals[0].sd > sd + 0.1);
  CHECK(t.steps().index() == before + 2);
  t.steps().undo();
  t.steps().undo();
  CHECK(t.state().game.plan.proposals[0].mean == mean);
  CHECK(t.state().game.plan.proposals[0].sd == sd);
}

TEST_CASE("a bump of the target is dragged the same", "[chance]") {
  ChanceTable t("three_hills");
  const ChanceHandle bump{ChanceHandle::Of::bump, 2, ChanceHandle::Grip::top};
  const QPointF top = t.pixel(bump);
  drag(t.plot(), top, top + QPointF(40, 0));
  CHECK(t.state().game.problem.target.bumps[2].mean > 3.2);
  t.play();
  const auto& weights = t.result().outcome.methods[0].weights;
  CHECK(static_cast<omega::Index>(weights.size()) == t.state().game.plan.samples());
  for (const double w : weights) CHECK(w == 1);  // q = p still
}

TEST_CASE("by keys: Tab to a handle, arrows, Del, R, S, D", "[chance]") {
  ChanceTable t("two_nets");
  t.plot().setFocus();
  t.key(Qt::Key_Tab);
  t.key(Qt::Key_Right);
  CHECK(t.state().game.plan.proposals[0].mean == Approx(-1.9));
  t.key(Qt::Key_Right, Qt::ShiftModifier);
  CHECK(t.state().game.plan.proposals[0].mean == Approx(-0.9));
  t.key(Qt::Key_Up);
  CHECK(t.state().game.plan.proposals[0].sd == Approx(1.1));
  t.key(Qt::Key_Tab);
  t.key(Qt::Key_Left);
  CHECK(t.state().game.plan.proposals[0].sd == Approx(1.0));
  t.key(Qt::Key_Delete);
  CHECK(t.state().game.plan.proposals.size() == 1);
  const std::uint32_t draw = t.state().draw;
  t.key(Qt::Key_R);
  CHECK(t.state().draw == draw + 1);
  t.play();
  const auto drawn = [&] {
    t.plot().replot();
    return t.plot().grab().toImage();
  };
  const QImage all = drawn();
  t.key(Qt::Key_S);
  const QImage one = drawn();
  CHECK(one != all);
  t.key(Qt::Key_S);
  CHECK(drawn() != one);
  t.key(Qt::Key_D);
  CHECK(t.control<QToolButton>(QStringLiteral("Draw p")).isChecked());
}

TEST_CASE("a double-click is a new proposal, the wheel its width", "[chance]") {
  ChanceTable t;
  QTest::mouseDClick(&t.plot(), Qt::LeftButton, {}, t.pixel(-2, 0.3).toPoint());
  REQUIRE(t.state().game.plan.proposals.size() == 2);
  CHECK(t.state().game.plan.proposals[1].mean == Approx(-2).margin(0.1));
  CHECK(t.state().game.plan.proposals[1].count == 64);
  t.play();
  const QPointF at = t.pixel({ChanceHandle::Of::proposal, 1, ChanceHandle::Grip::top});
  QWheelEvent wheel(at, t.plot().mapToGlobal(at), {}, {0, 120}, Qt::NoButton, {}, Qt::NoScrollPhase, false);
  QApplication::sendEvent(&t.plot(), &wheel);
  CHECK(t.state().game.plan.proposals[1].sd > 1.05);
  for (int i = 0; i < 4; ++i) QTest::mouseDClick(&t.plot(), Qt::LeftButton, {}, t.pixel(3 + 0.1 * i, 0.01).toPoint());
  CHECK(t.state().game.plan.proposals.size() == 5);  // no more than the engine takes
  CHECK(t.panel().refusal().contains(QStringLiteral("there are 6 proposals")));
}

TEST_CASE("a hand lets go of a proposal that is removed while it holds it", "[chance]") {
  ChanceTable t("two_nets");
  const QPointF shoulder = t.pixel(kChanceShoulder);  // tops of bumps lie over those of proposals here
  QTest::mousePress(&t.plot(), Qt::LeftButton, {}, shoulder.toPoint());
  t.key(Qt::Key_Delete);
  REQUIRE(t.state().game.plan.proposals.size() == 1);
  const ChanceState after = t.state();
  moveTo(t.plot(), shoulder + QPointF(60, 0), Qt::LeftButton);
  CHECK(t.state() == after);  // the other one has its number now
  const int steps = t.steps().count();
  for (int i = 0; i < 2; ++i) t.panel().redrawNoise();
  CHECK(t.steps().count() == steps + 2);  // no longer one gesture
  QTest::mouseRelease(&t.plot(), Qt::LeftButton, {}, shoulder.toPoint());
}

TEST_CASE("the target is drawn by hand as one step", "[chance]") {
  ChanceTable t;
  const int before = t.steps().index();
  t.key(Qt::Key_D);
  drag(t.plot(), t.pixel(-2, 0.1), t.pixel(2, 0.1));
  const auto& drawn = t.state().game.problem.target.drawn;
  REQUIRE(drawn.size() == 512);
  CHECK(drawn[256] == Approx(0.1).margin(0.02));
  CHECK(t.steps().index() == before + 1);
  t.play();
  CHECK(t.result().error.empty());
  t.steps().undo();
  CHECK(t.state().game == omega::importance::find_preset("shifted").game);
}

TEST_CASE("the integrand is drawn by hand as one step, below zero too", "[chance]") {
  ChanceTable t;
  const int before = t.steps().index();
  t.key(Qt::Key_F);
  CHECK(t.control<QToolButton>(QStringLiteral("Draw f")).isChecked());
  t.plot().replot();
  const QCPAxisRect* rect = ChanceDrawing::rectOf(t.plot(), ChanceDrawing::kDensities);
  const auto place = [&](double x, double f) {
    return QPointF(rect->axis(QCPAxis::atBottom)->coordToPixel(x), rect->axis(QCPAxis::atRight, 0)->coordToPixel(f));
  };
  drag(t.plot(), place(-1, -1.5), place(2, -1.5));
  const omega::importance::Integrand& f = t.state().game.problem.integrand;
  REQUIRE(f.kind == omega::importance::Integrand::Kind::drawn);
  REQUIRE(f.drawn.size() == 512);
  CHECK(f.drawn[256] == Approx(-1.5).margin(0.1));
  CHECK(f.drawn[400] == Approx(20.0 * 400 / 511 - 10).margin(0.05));  // where the pen was not it is x still
  CHECK(t.state().game.problem.target.drawn.empty());
  CHECK(t.steps().index() == before + 1);
  t.play();
  CHECK(t.result().error.empty());
  CHECK(*t.result().laws.truth < -0.5);
  t.steps().undo();
  CHECK(t.state().game == omega::importance::find_preset("shifted").game);
  t.key(Qt::Key_D);  // one pen at a time
  CHECK_FALSE(t.control<QToolButton>(QStringLiteral("Draw f")).isChecked());
}

TEST_CASE("the pen for p draws where it is, and nothing beyond the ends of the curve", "[chance]") {
  ChanceTable t;
  t.key(Qt::Key_D);
  drag(t.plot(), t.pixel(-3, 0.45), t.pixel(3, 0.45));  // far more than 1 in all
  t.plot().replot();
  const QCPRange axis = ChanceDrawing::rectOf(t.plot(), ChanceDrawing::kDensities)->axis(QCPAxis::atLeft)->range();
  const QPointF at = t.pixel(1, 0.1);
  QTest::mousePress(&t.plot(), Qt::LeftButton, {}, at.toPoint());
  const auto& drawn = t.state().game.problem.target.drawn;
  CHECK(drawn[281] == Approx(0.1).margin(0.01));  // the knot at 1: the heights are those that are shown
  t.plot().replot();
  CHECK(ChanceDrawing::rectOf(t.plot(), ChanceDrawing::kDensities)->axis(QCPAxis::atLeft)->range() == axis);
  QTest::mouseRelease(&t.plot(), Qt::LeftButton, {}, at.toPoint());
  ChanceState state = t.state();
  drawTarget(state, {11, 5}, {15, 5});
  CHECK(state == t.state());
  drawTarget(state, {9, 1}, {11, 3});
  CHECK(state.game.problem.target.drawn.back() == Approx(2).margin(1e-9));
}

TEST_CASE("with fewer proposals no two estimators are one", "[chance]") {
  ChanceTable t("two_nets");
  REQUIRE(t.state().game.plan.methods.size() == 2);
  ChanceState state = t.state();
  removeOf(state, {ChanceHandle::Of::proposal, 1, ChanceHandle::Grip::top});
  CHECK(state.game.plan.methods.size() == 1);
  CHECK(addMethod(state));
  CHECK(state.game.plan.methods[1].rule == omega::importance::Rule::snis);
}

TEST_CASE("a click on the parabola of the variance takes its β", "[chance]") {
  ChanceTable t("free_luck");
  QWidget& numbers = t.control<QWidget>(QStringLiteral("Numbers of the game"));
  ChancePicture shown;
  shown.state = &t.state();
  shown.result = &t.result();
  const Theme theme = Theme::of(numbers.palette());
  const QRectF area = areaOfParabola(numbers.rect(), theme);
  const QPointF middle = area.center();
  const auto beta = betaAt(shown, numbers.rect(), theme, middle);
  REQUIRE(beta.has_value());
  CHECK(*beta == Approx(std::sqrt(std::exp(1.0))).margin(0.05));  // the best one is in the middle
  QTest::mouseClick(&numbers, Qt::LeftButton, {}, middle.toPoint());
  CHECK(t.state().game.plan.methods[0].beta == Approx(std::sqrt(std::exp(1.0))).margin(0.05));
  t.panel().choose(QStringLiteral("shifted"));
  t.play();
  shown.result = &t.result();
  CHECK_FALSE(betaAt(shown, numbers.rect(), theme, middle).has_value());  // without a control variate there is none
}

TEST_CASE("what each of several proposals would do alone is said", "[chance]") {
  ChanceTable t("overlapping");
  ChancePicture shown;
  shown.state = &t.state();
  shown.result = &t.result();
  CHECK(t.result().laws.own_variance.size() == 2);
  CHECK(chanceTable(shown, Theme::light()).contains(QStringLiteral("q1\u00a01.72, q2\u00a01.72")));  // (e − 1)
  const auto marks = [&] {
    int hollow = 0;
    for (int i = 0; i < t.plot().graphCount(); ++i) {
      const QCPGraph* graph = t.plot().graph(i);
      hollow += graph->dataCount() == 2 && graph->lineStyle() == QCPGraph::lsNone &&
                graph->data()->at(0)->value == graph->data()->at(1)->value;
    }
    return hollow;
  };
  CHECK(marks() == 4);  // of two proposals, on two strips
  t.panel().choose(QStringLiteral("shifted"));
  t.play();
  CHECK(marks() == 0);
}

TEST_CASE("what the engine refuses is said in the panel, and nothing changes", "[chance]") {
  ChanceTable t("three_hills");
  const ChanceState before = t.state();
  t.control<QCheckBox>(QStringLiteral("antithetic pairs")).click();
  CHECK(t.state() == before);
  CHECK(t.panel().refusal().startsWith(QStringLiteral("q1 is the target, which has no middle to mirror samples at")));
  CHECK_FALSE(t.control<QCheckBox>(QStringLiteral("antithetic pairs")).isChecked());
  t.panel().choose(QStringLiteral("ratio"));
  CHECK(t.panel().refusal().isEmpty());
  t.panel().choose(QStringLiteral("three_hills"));
  t.control<QCheckBox>(QStringLiteral("antithetic pairs")).click();
  t.steps().undo();
  CHECK(t.panel().refusal().isEmpty());  // it was about what is left
}

TEST_CASE("options of the form are those of the engine, and estimators come to the front", "[chance]") {
  ChanceTable t("two_nets");
  auto& weighting = t.control<QComboBox>(QStringLiteral("weighting"));
  weighting.setCurrentText(QStringLiteral("power"));
  emit weighting.textActivated(QStringLiteral("power"));
  CHECK(t.state().game.plan.methods[0].weighting == omega::importance::Weighting::power);
  auto& front = t.control<QComboBox>(QStringLiteral("Estimator in front"));
  CHECK(front.count() == 2);
  emit front.activated(1);
  CHECK(t.state().game.plan.methods[0].weighting == omega::importance::Weighting::balance);
  t.control<QToolButton>(QStringLiteral("Add an estimator")).click();
  CHECK(t.state().game.plan.methods.size() == 3);
  CHECK_FALSE(t.control<QToolButton>(QStringLiteral("Add an estimator")).isEnabled());
  t.control<QToolButton>(QStringLiteral("Remove the estimator in front")).click();
  CHECK(t.state().game.plan.methods.size() == 2);
  t.play();
  CHECK(t.result().outcome.methods.size() == 2);
}

TEST_CASE("a hidden target and its truth are not shown", "[chance]") {
  ChanceTable t("missing_bump");
  const QImage before = pictureOf(t.panel(), {1280, 720});
  t.control<QCheckBox>(QStringLiteral("target")).click();
  CHECK_FALSE(t.state().showTarget);
  CHECK(pictureOf(t.panel(), {1280, 720}) != before);
  const QString table = t.table();
  CHECK(table.contains(QStringLiteral("truth hidden")));
  for (const char* telling : {"0.201", "bias", "rms", "coverage"}) CHECK_FALSE(table.contains(QLatin1String(telling)));
  ChancePicture picture;
  picture.state = &t.state();
  picture.result = &t.result();
  CHECK(dartText(picture, 0).contains(QStringLiteral("p = hidden")));
  t.control<QCheckBox>(QStringLiteral("target")).click();
  CHECK(t.table().contains(QStringLiteral("truth 0.201")));
}

TEST_CASE("a variance without limit is said, and what replicates say of it stands in brackets", "[chance]") {
  ChanceTable t("width");
  const auto table = [&] {
    t.play();
    return t.table();
  };
  CHECK_FALSE(table().contains(QStringLiteral("∞")));
  t.booth.workbench().store().change(QStringLiteral("narrow"),
                                     [](Document& d) { d.chance.game.plan.proposals[0].sd = 0.5; });
  CHECK(table().contains(QStringLiteral("∞")));
  CHECK(table().contains(QStringLiteral("which mean nothing")));
}

TEST_CASE("what replicates say of a variance of which they missed most stands in brackets", "[chance]") {
  ChanceTable t("two_nets");
  t.play();
  const QString table = t.table();
  CHECK(table.contains(QStringLiteral("of which the replicates missed most")));
  CHECK(table.count(QStringLiteral("(−")) + table.count(QStringLiteral("(0.")) >= 2);
}

TEST_CASE("why a control variate gives no estimate is said", "[chance]") {
  ChanceTable t("width");
  t.booth.workbench().store().change(QStringLiteral("endless"), [](Document& d) {
    auto& method = d.chance.game.plan.methods.front();
    d.chance.game.plan.proposals[0].sd = 0.5;
    method.control = omega::importance::Control::w;
    method.beta_mode = omega::importance::BetaMode::best;
  });
  t.play();
  const QString table = t.table();
  CHECK(table.contains(QStringLiteral("the best β is not known here")));
  CHECK_FALSE(table.contains(QStringLiteral("weights are 0")));
}

TEST_CASE("samples fall one by one", "[chance]") {
  ChanceTable t;
  const QImage all = pictureOf(t.panel(), {1280, 720});
  t.panel().dropOne();
  const QImage one = pictureOf(t.panel(), {1280, 720});
  CHECK(one != all);
  CHECK(t.table(1).contains(QStringLiteral("Fallen so far: 1 of 64 samples;")));
  for (int i = 0; i < 63; ++i) t.panel().dropOne();
  CHECK(pictureOf(t.panel(), {1280, 720}) == all);
}

TEST_CASE("of one question the axis of the replicates only grows, so that a heap is seen to become narrower",
          "[chance]") {
  ChanceTable t("three_hills");
  const auto axis = [&] {
    t.play();
    return ChanceDrawing::rectOf(t.plot(), ChanceDrawing::kReplicates)->axis(QCPAxis::atBottom)->range();
  };
  const auto samples = [&](omega::Index count) {
    t.booth.workbench().store().change(QStringLiteral("samples"),
                                       [&](Document& d) { omega::importance::set_samples(d.chance.game.plan, count); });
    return axis();
  };
  const auto fits = [&] {
    const QCPRange now = axis();  // first: it waits for the result
    return now == ChanceDrawing::replicatesOf(t.result());
  };
  const QCPRange of16 = axis();
  const double sd = std::sqrt(t.result().outcome.methods[0].variance);
  CHECK(fits());
  CHECK(samples(256) == of16);
  CHECK(std::sqrt(t.result().outcome.methods[0].variance) < sd / 3);
  CHECK(ChanceDrawing::replicatesOf(t.result()).size() < of16.size() / 2);
  const QCPRange of4 = samples(4);
  CHECK(of4.size() > of16.size());
  CHECK(samples(256) == of4);
  const QPoint strips = ChanceDrawing::rectOf(t.plot(), ChanceDrawing::kReplicates)->rect().center();
  QTest::mouseDClick(&t.plot(), Qt::LeftButton, {}, strips);
  CHECK(fits());
  samples(4);
  t.panel().choose(QStringLiteral("shifted"));
  CHECK(fits());
  samples(4);
  t.booth.workbench().store().change(QStringLiteral("seed"), [](Document& d) {
    omega::importance::set_samples(d.chance.game.plan, 256);
    d.chance.seed = 3;
  });
  CHECK(fits());
}

TEST_CASE("two estimators stay two when the one in front becomes the other, and keep their colours", "[chance]") {
  using omega::importance::Rule;
  ChanceTable t("ratio");
  const auto colour = [&](std::size_t method) {
    return ChanceDrawing::methodStyle(t.state().game.plan, method, false).colour;
  };
  const QColor is = colour(0), snis = colour(1);
  CHECK(is != snis);
  auto& rule = t.control<QComboBox>(QStringLiteral("estimator"));
  rule.setCurrentText(QStringLiteral("snis"));
  emit rule.textActivated(QStringLiteral("snis"));
  const auto& methods = t.state().game.plan.methods;
  REQUIRE(methods.size() == 2);
  CHECK(methods[0].rule == Rule::snis);
  CHECK(methods[1].rule == Rule::is);
  CHECK(colour(0) == snis);
  CHECK(colour(1) == is);
}

TEST_CASE("the running estimate says under the pointer what it was, of what has fallen and of this draw", "[chance]") {
  ChanceTable t("three_hills");
  t.booth.workbench().store().change(QStringLiteral("samples"),
                                     [](Document& d) { omega::importance::set_samples(d.chance.game.plan, 256); });
  t.play();
  const auto said = [&](int fallen) {
    ChancePicture shown;
    shown.state = &t.state();
    shown.result = &t.result();
    shown.fallen = fallen;
    return runningText(shown, 16.3);
  };
  const double after16 = t.result().outcome.methods[0].running[15];
  CHECK(said(-1).startsWith(QStringLiteral("After 16 of 256 samples: IS ") + numberText(after16, 4)));
  CHECK(said(-1).contains(numberText(after16 - *t.result().laws.truth, 3)));
  CHECK(said(16) == said(-1));
  CHECK(said(15).isEmpty());
  const QCPAxisRect* rect = ChanceDrawing::rectOf(t.plot(), ChanceDrawing::kRunning);
  moveTo(t.plot(), QPointF(rect->axis(QCPAxis::atBottom)->coordToPixel(16), rect->center().y()));
  CHECK(QToolTip::text() == said(-1));
  t.key(Qt::Key_R);
  t.play();
  CHECK(t.result().outcome.methods[0].running[15] != after16);
  CHECK(QToolTip::text() == said(-1));
  QToolTip::hideText();
}

TEST_CASE("the mark of an ESS of 0 is seen as a whole", "[chance]") {
  ChanceTable t("width");
  t.booth.workbench().store().change(QStringLiteral("narrow"),
                                     [](Document& d) { d.chance.game.plan.proposals[0].sd = 0.5; });
  t.play();
  REQUIRE(*t.result().laws.methods[0].ess == 0);
  const ChancePicture shown{.state = &t.state(), .result = &t.result()};
  const Theme theme = Theme::light();
  QImage image(330, 60, QImage::Format_RGB32);
  image.fill(theme.window);
  QPainter painter(&image);
  paintChanceNumbers(painter, QRectF(0, 0, 330, 700), theme, shown);
  painter.end();
  for (int y = 0; y < image.height(); ++y) CHECK(image.pixelColor(0, y).rgb() == theme.window.rgb());
}

TEST_CASE("a game is part of the session, and of --state", "[chance]") {
  ChanceTable t("two_nets");
  t.booth.workbench().store().change(QStringLiteral("more"), [](Document& d) {
    d.chance.game.plan.proposals[0].mean = 0.123456789;
    d.chance.draw = 5;
    d.chance.showWeight = true;
  });
  const Session session = t.booth.workbench().session();
  CHECK(sessionFromJson(sessionJson(session), QStringLiteral("test")).document == session.document);
  CHECK(sessionFromState(stateText(session)).document == session.document);
  const auto refused = [](const char* chance) {
    const std::string json = std::string(R"({"document": {"chance": )") + chance + "}}";
    try {
      sessionFromJson(QByteArray::fromStdString(json), QStringLiteral("test"));
    } catch (const omega::Error& error) {
      return std::string(error.what());
    }
    return std::string("accepted");
  };
  CHECK_THAT(refused(R"({"presset": "ratio"})"), Catch::Contains("document.chance has no \"presset\""));
  CHECK_THAT(refused(R"({"problem": {"preset": "ratio", "samples": 0}})"), Catch::Contains("samples"));
  CHECK(refused(R"({"preset": "ratio"})") == "accepted");
}

TEST_CASE("the numbers say under the pointer what their names mean", "[chance][manual]") {
  ChanceTable t;
  QWidget& numbers = t.control<QWidget>(QStringLiteral("Numbers of the game"));
  QStringList tips;
  for (int y = 1; y < numbers.height(); y += 4) {
    moveTo(numbers, QPointF(24, y));
    tips << numbers.toolTip();
  }
  for (const char* word : {"effective sample size", "share", "bias", "variance", "coverage", "standard error"}) {
    INFO(word);
    CHECK(tips.join(QLatin1Char(' ')).contains(QStringLiteral("<b>%1</b>").arg(QLatin1String(word))));
  }
}

TEST_CASE("the copied command gives the panel's numbers again", "[chance][commands]") {
  for (const char* preset : {"missing_bump", "two_nets"}) {
    ChanceTable t(preset);
    if (std::string(preset) == "two_nets")
      t.booth.workbench().store().change(QStringLiteral("moved"), [](Document& d) {
        d.chance.game.plan.proposals[0].mean = 0.3;
        d.chance.seed = 3;
      });
    t.play();
    const ShellLine line = lineOf(t.panel(), t.booth.workbench());
    REQUIRE(line.text.startsWith(QStringLiteral("omega chance ")));
    QProcess shell;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("PATH"),
                       QStringLiteral(OMEGA_BINARY_DIR ":") + environment.value(QStringLiteral("PATH")));
    shell.setProcessEnvironment(environment);
    shell.start(QStringLiteral("sh"), {QStringLiteral("-c"), line.text});
    REQUIRE(shell.waitForFinished(kProgramMs));
    const auto json = nlohmann::json::parse(shell.readAllStandardOutput().toStdString());
    const auto numbers = omega::importance::importance_numbers(t.result().outcome, t.result().laws);
    for (const auto& [name, values] : numbers) {
      const auto said =
          json["numbers"][name].is_array() ? json["numbers"][name] : nlohmann::json::array({json["numbers"][name]});
      REQUIRE(said.size() == values.size());
      for (std::size_t i = 0; i < values.size(); ++i)
        if (std::isfinite(values[i])) CHECK(said[i].get<double>() == Approx(values[i]).epsilon(1e-12));
    }
  }
}

TEST_CASE("samples are a table, replicates arrays", "[chance]") {
  ChanceTable t("ratio");
  const PanelData data = t.panel().data();
  CHECK(data.rows.size() == 8);
  CHECK(data.columns.size() == 8);
  QTemporaryDir folder;
  ExportOptions options;
  options.format = ExportFormat::Npz;
  const QString path = folder.filePath(QStringLiteral("chance.npz"));
  exportPanel(t.panel(), t.booth.workbench(), path, options);
  const omega::Arrays arrays = omega::read_npz(path.toStdString());
  CHECK(arrays.at("estimates").to_vector<double>() == t.result().outcome.methods[0].estimates);
  CHECK(arrays.at("estimates_2").count() == 200);
}

TEST_CASE("Teach is a workspace with keys of its own, and dragging there computes nothing of Explore", "[chance]") {
  Window w;
  QTest::keyClick(&w.window, Qt::Key_4, Qt::ControlModifier);
  REQUIRE(w.window.layoutOfDocks().workspace() == Workspace::Teach);
  w.settle();
  const std::uint64_t revision = w.workbench().revision();
  const std::uint32_t draw = w.workbench().document().draw, own = w.workbench().document().chance.draw;
  w.window.redraw();
  CHECK(w.workbench().document().chance.draw == own + 1);
  CHECK(w.workbench().document().draw == draw);
  CHECK(w.workbench().revision() == revision);
  w.window.activateWindow();
  auto& plot = *w.window.panel(QStringLiteral("chance"))->findChild<QCustomPlot*>();
  plot.setFocus(Qt::TabFocusReason);
  REQUIRE(waitFor([&] { return plot.hasFocus() && canvasWords(plot).contains(QStringLiteral(", ESS ")); }));
  for (const Qt::Key key : {Qt::Key_Tab, Qt::Key_Right}) QTest::keyClick(&plot, key);
  CHECK(canvasWords(plot).section(QStringLiteral("; "), -1).startsWith(QStringLiteral("keys move ")));
  w.window.layoutOfDocks().setWorkspace(Workspace::Explore);
}

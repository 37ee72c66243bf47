// ω-space under the hand: brushing, dragging, planes, lines, f(ω), samples one after another; against the engine's
// numbers.
#include <qcustomplot.h>

#include <QLabel>
#include <QLayout>
#include <QTest>
#include <QToolButton>
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <map>
#include <random>
#include <set>

#include "app/hands.h"
#include "app/window_booth.h"
#include "estimators/registry.h"
#include "io/npz.h"
#include "model/session_file.h"
#include "views/chance/chance_panel.h"
#include "views/omega_space/omega_legend.h"
#include "views/omega_space/omega_look.h"
#include "views/omega_space/omega_slice.h"
#include "views/omega_space/omega_space_panel.h"
#include "views/sample_weights.h"
#include "widgets/density_field.h"
#include "widgets/field_picture.h"
#include "window/dock_layout.h"
#include "window/opening.h"

using namespace omegascope;
using namespace omegascope::test;

namespace {

/// The shown query's samples of a card within a rectangle of ω-space, by the result itself.
Members samplesWithin(Booth& booth, int card, const QRectF& area) {
  const omega::Array& samples = resultOf(booth, card).result->at("omega");
  Members members;
  for (int s = 0; s < samples.shape()[0]; ++s)
    if (area.contains(
            QPointF(samples.at(static_cast<std::size_t>(2 * s)), samples.at(static_cast<std::size_t>(2 * s + 1)))))
      members.insert({card, s});
  return members;
}

Members membersWithin(Booth& booth, const QRectF& area) {
  Members all = samplesWithin(booth, kRfa, area);
  all.merge(samplesWithin(booth, kLara, area));
  return all;
}

void writeUneven(const QString& path) {
  std::mt19937 random(3);
  std::normal_distribution<float> normal;
  const auto array = [&](omega::Shape shape) {
    omega::Array a(omega::Dtype::f32, std::move(shape));
    for (std::size_t i = 0; i < a.count(); ++i) a.data<float>()[i] = normal(random);
    return a;
  };
  omega::write_npz(path.toStdString(), {{"q", array({3, 20, 64})}, {"k", array({3, 33, 64})}, {"v", array({3, 33, 5})}},
                   "test");
}

void openUneven(Booth& booth, const QString& path) {
  writeUneven(path);
  booth.workbench().store().change(QStringLiteral("open"), [&](Document& d) {
    d.workload = Workload{};
    d.workload.preset.clear();
    d.workload.file = path.toStdString();
  });
  booth.settle();
}

}  // namespace

TEST_CASE("a brush in ω-space chooses the samples inside, with Ctrl more of them, and Esc lets go", "[interaction]") {
  Booth booth;
  const std::unique_ptr<Panel> panel = booth.show(kindOf(QStringLiteral("omega_space")));
  DensityField& field = static_cast<OmegaSpacePanel&>(*panel).field();
  Selection& selection = booth.workbench().selection();
  const QRectF upper(QPointF(-1.3, 0.3), QPointF(2.9, 3.9)), lower(QPointF(-3.2, -2.5), QPointF(0.1, -0.2));
  const auto brush = [&](const QRectF& area, Qt::KeyboardModifiers modifiers) {
    drag(field, field.transform().toPixel(area.topLeft()), field.transform().toPixel(area.bottomRight()), modifiers);
  };
  brush(upper, Qt::ShiftModifier);
  const Members first = membersWithin(booth, upper);
  REQUIRE(first.size() > 2);
  CHECK(selection.chosen().samples == first);
  Members both = first;
  both.merge(membersWithin(booth, lower));
  REQUIRE(both.size() > first.size());
  brush(lower, Qt::ShiftModifier | Qt::ControlModifier);
  CHECK(selection.chosen().samples == both);
  // What they carry together is the sum of the result's weights.
  for (const ChosenShare& share : chosenShares(*booth.workbench().snapshot(), booth.workbench().document(), both)) {
    const omega::Array& weights = resultOf(booth, share.card->id).result->at("weights");
    double sum = 0;
    int count = 0;
    for (const Member& member : both)
      if (member.card == share.card->id)
        sum += weights.at(static_cast<std::size_t>(kStartQuery * weights.shape().back() + member.index)), ++count;
    CHECK(share.share == Approx(sum));
    CHECK(share.count == count);
  }
  const std::unique_ptr<Panel> output = booth.show(kindOf(QStringLiteral("output")));
  bool said = false;
  for (const QLabel* label : output->findChildren<QLabel*>())
    said = said || label->text().contains(
                       chosenLines(*booth.workbench().snapshot(), booth.workbench().document(), both).front());
  CHECK(said);
  selection.releaseOne();
  CHECK(selection.chosen().isEmpty());
  CHECK(selection.locked().query == kStartQuery);
  selection.goBack();
  CHECK(selection.chosen().samples == both);
}

TEST_CASE("each dragged thing is one undo step", "[interaction]") {
  Booth booth;
  const std::unique_ptr<Panel> panel = booth.show(kindOf(QStringLiteral("omega_space")));
  DensityField& field = static_cast<OmegaSpacePanel&>(*panel).field();
  const Document start = booth.workbench().document();
  const auto pointOf = [&](OmegaHandle::Kind kind, int card) {
    for (const FieldPoint& point : field.scene().points) {
      const OmegaHandle handle = OmegaHandle::of(point.id);
      if (point.id >= 0 && handle.kind == kind && handle.card == card &&
          field.pointAt(QPointF(field.transform().toPixel(point.at).toPoint())) == point.id)
        return point;
    }
    FAIL("nothing of this kind can be taken hold of");
    return FieldPoint();
  };
  for (const auto& [kind, card] : {std::pair(OmegaHandle::Kind::query, -1), std::pair(OmegaHandle::Kind::key, -1),
                                   std::pair(OmegaHandle::Kind::proposal, kLara)}) {
    const FieldPoint point = pointOf(kind, card);
    const QPointF from = field.transform().toPixel(point.at),
                  expected = field.transform().toData(from + QPointF(40, -30));
    const double tolerance = 1.5 / field.transform().pixelsPerUnit();
    drag(field, from, from + QPointF(40, -30));
    booth.settle();
    QUndoStack& undo = *booth.workbench().store().undoStack();
    INFO(undo.undoText().toStdString());
    CHECK(undo.count() == 1);
    // It lies where the pointer let go of it.
    const auto& points = field.scene().points;
    const auto moved =
        std::find_if(points.begin(), points.end(), [&](const auto& each) { return each.id == point.id; });
    REQUIRE(moved != points.end());
    CHECK(std::hypot(moved->at.x() - expected.x(), moved->at.y() - expected.y()) < tolerance);
    undo.undo();
    CHECK(booth.workbench().document() == start);
    undo.clear();
    booth.settle();
  }
}

TEST_CASE("keys move what is selected last in ω-space, in one undo step", "[interaction]") {
  Booth booth;
  const std::unique_ptr<Panel> panel = booth.show(kindOf(QStringLiteral("omega_space")));
  DensityField& field = static_cast<OmegaSpacePanel&>(*panel).field();
  const Document start = booth.workbench().document();
  using Kind = OmegaHandle::Kind;
  for (const auto& [kind, cursor] :
       {std::pair(Kind::query, Cursor{kLara, 0, kStartQuery}), std::pair(Kind::key, Cursor{kLara, 0, kStartQuery, 5}),
        std::pair(Kind::proposal, Cursor{kLara, 0, kStartQuery, 5, 2})}) {
    booth.workbench().selection().lock(cursor);
    booth.settle();
    const OmegaHandle held = OmegaHandle::of(field.scene().held);
    CHECK(held.kind == kind);
    const auto placeOf = [&] {
      for (const FieldPoint& point : field.scene().points)
        if (point.id == held.id()) return point.at;
      FAIL("it is not there");
      return QPointF();
    };
    const QPointF from = placeOf();
    for (int i = 0; i < 10; ++i) QTest::keyPress(&field, Qt::Key_Right, Qt::ControlModifier);
    QTest::keyRelease(&field, Qt::Key_Right, Qt::ControlModifier);
    booth.settle();
    const QPointF by = placeOf() - from;
    CHECK(by.x() > 0);
    CHECK(std::abs(by.y()) < 1e-6 + 1e-3 * by.x());
    QUndoStack& undo = *booth.workbench().store().undoStack();
    INFO(undo.undoText().toStdString());
    CHECK(undo.count() == 1);
    undo.undo();
    CHECK(booth.workbench().document() == start);
    undo.clear();
    booth.settle();
  }
}

TEST_CASE("with one dimension ω-space is its axis, with 0 where it is", "[interaction]") {
  Booth booth;
  const QTemporaryDir folder;
  booth.openFile(folder.filePath(QStringLiteral("line.npz")), 16, 1);
  booth.lockQuery(3);
  booth.settle();
  const OmegaPlane& plane = *booth.workbench().snapshot()->plane;
  CHECK(plane.settings.line);
  CHECK(plane.origin == std::vector<double>{0, 0});
  CHECK(plane.axisX == std::vector<double>{1, 0});
  const std::vector<double> query = scaledToken(*booth.workbench().snapshot(), true, 3),
                            key = scaledToken(*booth.workbench().snapshot(), false, 5);
  CHECK(plane.bumps[2 * 5] == Approx(query[0] + key[0]));
}

TEST_CASE("the density of all queries is the mean of theirs, of the keys that each sees", "[interaction]") {
  Booth booth;
  const QTemporaryDir folder;
  booth.openFile(folder.filePath(QStringLiteral("line.npz")), 16, 1);
  for (const char* causal : {"false", "true"}) {
    booth.workbench().store().change(QStringLiteral("causal"), [&](Document& d) {
      d.asks.plane.allQueries = true;
      for (Card& card : d.cards) card.options["causal"] = causal;
    });
    std::vector<double> mean;
    for (int n = 0; n < 16; ++n) {
      booth.lockQuery(n);
      booth.settle();
      const auto& target = booth.workbench().snapshot()->plane->logTargetProfile;
      mean.resize(target.size());
      for (std::size_t i = 0; i < target.size(); ++i) mean[i] += std::exp(target[i]) / 16;
    }
    const auto all = booth.workbench().snapshot()->plane->all;
    REQUIRE(all);
    INFO("causal " << causal);
    REQUIRE(all->logProfile.size() == mean.size());
    for (std::size_t i = 0; i < mean.size(); i += 8)
      CHECK(std::exp(all->logProfile[i]) == Approx(mean[i]).epsilon(1e-9).margin(1e-12));
  }
}

TEST_CASE("a plane through three means holds them, at D = 64, in any head, for a file with N ≠ M", "[interaction]") {
  Booth booth;
  const QTemporaryDir folder;
  openUneven(booth, folder.filePath(QStringLiteral("uneven.npz")));
  booth.workbench().selection().lock({-1, 2, 7, -1, -1, -1});
  booth.settle();
  const auto choose = [&](std::vector<PlaneMean> means) {
    booth.workbench().store().change(QStringLiteral("plane"), [&](Document& d) {
      d.asks.plane.kind = Plane::means;
      d.asks.plane.means = means;
    });
    booth.settle();
    const OmegaPlane& plane = *booth.workbench().snapshot()->plane;
    CHECK(plane.note.empty());
    CHECK(plane.settings.means.size() == 3);
    CHECK((plane.varianceShare.value() > 0 && *plane.varianceShare < 1));
    return plane.settings.means;
  };
  const auto liesInPlane = [&](const std::vector<double>& point) {
    const OmegaPlane& plane = *booth.workbench().snapshot()->plane;
    const QPointF at = projected(plane, point);
    double off = 0;
    for (std::size_t d = 0; d < point.size(); ++d)
      off += std::pow(plane.origin[d] + at.x() * plane.axisX[d] + at.y() * plane.axisY[d] - point[d], 2);
    return off < 1e-9;
  };
  const auto keyMean = [&](int m) {
    std::vector<double> sum = scaledToken(*booth.workbench().snapshot(), true, 7);
    const std::vector<double> key = scaledToken(*booth.workbench().snapshot(), false, m);
    for (std::size_t d = 0; d < sum.size(); ++d) sum[d] += key[d];
    return sum;
  };
  // The three that get most of the attention.
  const std::vector<PlaneMean> heaviest = choose({});
  const std::vector<double>& pi = booth.workbench().snapshot()->plane->bumpWeights;
  std::vector<double> sorted = pi;
  std::sort(sorted.rbegin(), sorted.rend());
  for (std::size_t i = 0; i < 3; ++i) CHECK(pi[static_cast<std::size_t>(heaviest[i].index)] == sorted[i]);
  for (const PlaneMean& mean : heaviest) CHECK(liesInPlane(keyMean(mean.index)));
  CHECK_FALSE(liesInPlane(keyMean((heaviest[0].index + heaviest[1].index + heaviest[2].index + 1) % 33)));
  // Proposals and a key, as they were chosen.
  choose({{kLara, 2}, {kLara, 5}, {-1, 30}});
  const std::vector<double> means = resultOf(booth, kLara).result->at("proposal_means").to_vector<double>();
  for (const int c : {2, 5}) CHECK(liesInPlane({means.begin() + c * 64, means.begin() + (c + 1) * 64}));
  CHECK(liesInPlane(keyMean(30)));
  // What is not there is said, and a plane is shown all the same.
  booth.workbench().store().change(QStringLiteral("plane"), [](Document& d) {
    d.asks.plane.means = {{kLara, 2}, {kLara, 5}, {kLara, 5000}};
  });
  booth.settle();
  CHECK_FALSE(booth.workbench().snapshot()->plane->note.empty());
  const std::unique_ptr<Panel> panel = booth.show(kindOf(QStringLiteral("omega_space")));
  CHECK(colourCount(pictureOf(*panel)) > 5);
}

TEST_CASE("along a line the densities are curves that integrate to one", "[interaction]") {
  Booth booth;
  booth.workbench().store().change(QStringLiteral("line"), [](Document& d) {
    d.asks.plane.line = true;
    d.asks.plane.allQueries = true;
  });
  booth.settle();
  const std::shared_ptr<const OmegaPlane> kept = booth.workbench().snapshot()->plane;
  const OmegaPlane& plane = *kept;
  const auto integral = [&](const std::vector<double>& logs) {
    double sum = 0;
    for (const double value : logs) sum += std::exp(value) * plane.horizontal.width();
    return sum;
  };
  CHECK(integral(plane.logTargetProfile) == Approx(1).margin(0.02));
  CHECK(integral(plane.all->logProfile) == Approx(1).margin(0.02));
  CHECK(plane.all->queries == 48);
  REQUIRE(plane.card(kLara) != nullptr);
  CHECK(integral(plane.card(kLara)->logProfile) == Approx(1).margin(0.02));
  const std::unique_ptr<Panel> panel = booth.show(kindOf(QStringLiteral("omega_space")));
  QCustomPlot& plot = *panel->findChild<QCustomPlot*>();
  REQUIRE(plot.isVisible());
  plot.replot();
  const double x = plane.card(kRfa)->samples[2 * 4], share = weightsOf(resultOf(booth, kRfa), kStartQuery)[4];
  QTest::mouseClick(&plot, Qt::LeftButton, {},
                    QPointF(plot.xAxis->coordToPixel(x), plot.yAxis2->coordToPixel(share)).toPoint());
  CHECK(booth.workbench().selection().locked().sample == 4);
  CHECK(booth.workbench().selection().locked().card == kRfa);
}

TEST_CASE("f(ω) of the selected sample is an arrow, as the result has it", "[interaction]") {
  Booth booth;
  const std::unique_ptr<Panel> space = booth.show(kindOf(QStringLiteral("omega_space"))),
                               output = booth.show(kindOf(QStringLiteral("output")));
  DensityField& field = static_cast<OmegaSpacePanel&>(*space).field();
  booth.workbench().selection().lock({kRfa, 0, kStartQuery, -1, -1, 5});
  booth.settle();
  CHECK(field.scene().arrows.empty());
  booth.workbench().store().change(QStringLiteral("f"), [](Document& d) { d.view.showValues = true; });
  booth.settle();
  REQUIRE(field.scene().arrows.size() == 1);
  const omega::Array &f = resultOf(booth, kRfa).result->at("f"), &samples = resultOf(booth, kRfa).result->at("omega");
  const QPointF along = field.scene().arrows[0].to - field.scene().arrows[0].from, value(f.at(10), f.at(11));
  CHECK(field.scene().arrows[0].from == QPointF(samples.at(10), samples.at(11)));
  CHECK(along.x() * value.y() == Approx(along.y() * value.x()).margin(1e-9));
  CHECK(along.x() * value.x() + along.y() * value.y() > 0);
  bool drawn = false;
  auto* plot = output->findChild<QCustomPlot*>();
  for (int i = 0; i < plot->itemCount(); ++i)
    if (const auto* arrow = qobject_cast<QCPItemLine*>(plot->item(i)))
      drawn =
          drawn || (std::abs(arrow->end->key() - value.x()) < 1e-6 && std::abs(arrow->end->value() - value.y()) < 1e-6);
  CHECK(drawn);
}

TEST_CASE("samples are stepped through one by one, and after the last all are there", "[interaction][window]") {
  Booth booth;
  const std::unique_ptr<Panel> panel = booth.show(kindOf(QStringLiteral("omega_space")));
  auto& space = static_cast<OmegaSpacePanel&>(*panel);
  const auto dots = [&] {
    return std::count_if(space.field().scene().points.begin(), space.field().scene().points.end(),
                         [](const FieldPoint& p) {
                           const OmegaHandle handle = OmegaHandle::of(p.id);
                           return p.id >= 0 && handle.kind == OmegaHandle::Kind::sample && handle.card == kRfa;
                         });
  };
  CHECK(dots() == 16);
  const QImage whole = pictureOf(*panel);
  Opening opening(booth.workbench(), &space);
  opening.step();
  CHECK(dots() == 1);
  opening.step();
  CHECK(dots() == 2);
  const OmegaLook look{*booth.workbench().snapshot(), nullptr, booth.workbench().document(), {}, {}, {}, 2};
  CHECK(omegaBadges(look).contains(QStringLiteral("2 of 16 samples")));
  CHECK(pictureOf(*panel) == whole);  // a figure has all
  for (int i = 0; i < 14; ++i) opening.step();
  CHECK(opening.shown() == -1);
  CHECK(dots() == 16);
  // Along a line, too, it says how many there are.
  booth.workbench().store().change(QStringLiteral("line"), [](Document& d) { d.asks.plane.line = true; });
  booth.settle();
  const QCustomPlot& line = *panel->findChild<QCustomPlot*>();
  const auto said = [&] {
    const auto* words = line.itemCount() > 0 ? qobject_cast<QCPItemText*>(line.item(0)) : nullptr;
    return words == nullptr ? QString() : words->text();
  };
  CHECK(said().isEmpty());
  space.setSampleLimit(3);
  CHECK(said() == QStringLiteral("3 of 16 samples"));
  space.setSampleLimit(-1);
  CHECK(said().isEmpty());
  booth.workbench().store().undoStack()->undo();
  booth.settle();
  // Of another query or draw all are shown.
  opening.step();
  booth.lockQuery(kStartQuery + 1);
  CHECK(opening.shown() == -1);
  opening.step();
  booth.workbench().store().change(QStringLiteral("draw"), [](Document& d) { ++d.draw; });
  booth.settle();
  CHECK(opening.shown() == -1);
  CHECK(dots() == 16);
}

TEST_CASE("query, keys, proposals and samples have signs of their own, and a legend on the screen says which",
          "[omega_space]") {
  Booth booth;
  for (const omega::Estimator& estimator : omega::estimators())
    for (const int copy : {0, 1, 2, 3}) {
      const PointShape shape = dotShape(estimatorStyle(QString::fromStdString(estimator.info.name), copy, false));
      CHECK((shape != kQueryShape && shape != kKeyShape && shape != PointShape::Cross));
    }
  std::set<PointShape> shapes;
  for (int marker = 0; marker <= static_cast<int>(Marker::Cross); ++marker)
    shapes.insert(dotShape({Qt::black, static_cast<Marker>(marker), {}}));
  CHECK(shapes.size() == static_cast<std::size_t>(Marker::Cross) + 1);
  booth.lockQuery(kStartQuery);
  const std::unique_ptr<Panel> panel = booth.show(kindOf(QStringLiteral("omega_space")), {420, 520});
  booth.settle();
  std::map<PointShape, int> count;
  for (const FieldPoint& point : static_cast<OmegaSpacePanel&>(*panel).field().scene().points) ++count[point.shape];
  CHECK(count[kQueryShape] == 1);
  CHECK(count[kKeyShape] == 48);
  LegendStrip* strip = nullptr;
  for (QWidget* one : panel->findChildren<QWidget*>())
    if (auto* legend = dynamic_cast<LegendStrip*>(one)) strip = legend;
  REQUIRE(strip != nullptr);
  CHECK(strip->texts().contains(QStringLiteral("keys")));
  CHECK(strip->texts().size() == static_cast<qsizetype>(panel->legend().size()));
  CHECK(strip->height() > strip->fontMetrics().height());
  CHECK(strip->geometry().bottom() <= panel->height());
  const int rows = strip->height();
  panel->setContentsMargins(80, 0, 80, 0);  // as a frame does
  QCoreApplication::processEvents();
  CHECK(strip->height() > rows);
  panel->setContentsMargins({});
  QCoreApplication::processEvents();
  CHECK(strip->height() == rows);
  panel->resize(420, 160);  // too low for it
  QCoreApplication::processEvents();
  CHECK(strip->height() == 0);
}

TEST_CASE("every shape covers what its outline holds, and as much as a disc", "[omega_space]") {
  constexpr double kRadius = 40, kReach = 1.6 * kRadius + 2;
  for (const PointShape shape : {PointShape::Disc, PointShape::Square, PointShape::Diamond, PointShape::Triangle,
                                 PointShape::Cross, PointShape::Plus, PointShape::Star, PointShape::DownTriangle,
                                 PointShape::FiveStar, PointShape::WidePlus, PointShape::WideCross}) {
    INFO("shape " << static_cast<int>(shape));
    Sprite sprite{};
    sprite.radius = kRadius;
    sprite.shape = static_cast<float>(shape);
    const QPainterPath outline = pointPath(shape, {}, kRadius);
    int within = 0, differing = 0;
    for (double y = 0.37 - kReach; y <= kReach; ++y)  // on no edge
      for (double x = 0.21 - kReach; x <= kReach; ++x) {
        const bool isInk = spriteDistance(sprite, static_cast<float>(x), static_cast<float>(y)) <= 0;
        within += isInk;
        differing += isInk != outline.contains(QPointF(x, y));
      }
    CHECK(differing < 0.01 * within);
    if (shape != PointShape::Cross && shape != PointShape::Plus)
      CHECK(within == Approx(std::acos(-1) * kRadius * kRadius).epsilon(0.02));
  }
}

TEST_CASE("the query and the selected key are drawn above all samples", "[omega_space]") {
  Booth booth;
  booth.workbench().store().change(QStringLiteral("many"),
                                   [](Document& d) { d.card(kRfa)->options["samples"] = "256"; });
  booth.workbench().selection().lock({-1, 0, kStartQuery, 3, -1, -1});
  booth.settle();
  const std::unique_ptr<Panel> panel = booth.show(kindOf(QStringLiteral("omega_space")));
  const std::vector<FieldPoint>& points = static_cast<OmegaSpacePanel&>(*panel).field().scene().points;
  REQUIRE(points.size() > 256);
  const OmegaHandle last = OmegaHandle::of(points.back().id), before = OmegaHandle::of(points[points.size() - 2].id);
  CHECK((last.kind == OmegaHandle::Kind::query && last.index == kStartQuery));
  CHECK((before.kind == OmegaHandle::Kind::key && before.index == 3));
  CHECK(std::count_if(points.begin(), points.end(), [](const FieldPoint& p) { return p.shape == kKeyShape; }) == 48);
}

TEST_CASE("in one dimension the axis is ω₀, and a curve says that it is a density", "[omega_space]") {
  Booth booth;
  booth.workbench().store().change(QStringLiteral("D = 1"), [](Document& d) {
    d.workload = Workload{};
    d.workload.preset = "clusters";
    d.workload.presetOptions = {{"dim", "1"}, {"n", "6"}};
  });
  booth.lockQuery(2);
  const OmegaPlane& plane = *booth.workbench().snapshot()->plane;
  CHECK(axisTitle(plane, false, 1) == QString::fromUtf8("ω₀"));
  CHECK(axisTitle(plane, true, 1).isEmpty());
  const std::unique_ptr<Panel> panel = booth.show(kindOf(QStringLiteral("omega_space")));
  QCustomPlot& plot = *panel->findChild<QCustomPlot*>();
  REQUIRE(plot.isVisible());
  CHECK(plot.xAxis->label().contains(QString::fromUtf8("ω₀")));
  QStringList names;
  for (int i = 0; i < plot.legend->itemCount(); ++i)
    names << static_cast<QCPPlottableLegendItem*>(plot.legend->item(i))->plottable()->name();
  CHECK(names.contains(QStringLiteral("density of rfa's samples")));
}

TEST_CASE("a query goes over as a game whose truth is its output, and back", "[chance]") {
  Window w;
  w.workbench().store().change(QStringLiteral("line"), [](Document& d) { d.asks.plane.line = true; });
  w.settle();
  Panel& space = *w.window.panel(QStringLiteral("omega_space"));
  for (QToolButton* button : space.findChildren<QToolButton*>())
    if (button->text() == QStringLiteral("→ Chance")) button->click();
  REQUIRE(w.window.layoutOfDocks().workspace() == Workspace::Teach);
  w.settle();
  const ChanceState& state = w.workbench().document().chance;
  CHECK(state.query == kStartQuery);
  const ChanceResult& result = *w.workbench().chance().result();
  CHECK(*result.laws.truth == Approx(w.workbench().snapshot()->truth().y[0]).margin(1e-6));
  CHECK(sessionFromJson(sessionJson(w.workbench().session()), QStringLiteral("test")).document.chance == state);
  w.workbench().selection().lock({-1, 0, 3, -1, -1, -1});
  static_cast<ChancePanel*>(w.window.panel(QStringLiteral("chance")))->openQuery();
  CHECK(w.window.layoutOfDocks().workspace() == Workspace::Explore);
  CHECK(w.workbench().selection().locked().query == kStartQuery);
  auto& chance = *static_cast<ChancePanel*>(w.window.panel(QStringLiteral("chance")));
  const auto isSaid = [&](const char* words) {
    w.window.layoutOfDocks().setWorkspace(Workspace::Teach);
    w.settle();
    const auto labels = chance.findChildren<QLabel*>();
    return std::any_of(labels.begin(), labels.end(), [&](const QLabel* label) {
      return label->isVisibleTo(&chance) && label->text().contains(QLatin1String(words));
    });
  };
  CHECK(isSaid("Open query in Explore"));
  CHECK(isSaid("f is dimension 0 of the values"));
  QTest::keyClick(chance.findChild<QCustomPlot*>(), Qt::Key_F);  // its pens are off
  for (const QToolButton* pen : chance.findChildren<QToolButton*>())
    if (pen->isCheckable()) CHECK_FALSE(pen->isChecked());
  w.workbench().store().change(QStringLiteral("other"), [](Document& d) { d.workload.presetSeed = 99; });
  CHECK_FALSE(isSaid("Open query in Explore"));
  CHECK(isSaid("It is of data that are no longer open"));
}

TEST_CASE("more proposals than a game takes are taken together, and the panel says so", "[chance]") {
  Window w;
  w.window.layoutOfDocks().setWorkspace(Workspace::Explore);
  w.workbench().store().change(QStringLiteral("line"), [](Document& d) {
    d.asks.plane.line = true;
    for (Card& card : d.cards)
      if (card.method == "lara") card.set("landmarks", "12");
  });
  Cursor cursor = w.workbench().selection().locked();
  for (const Card& card : w.workbench().document().cards)
    if (card.method == "lara") cursor.card = card.id;
  w.workbench().selection().lock(cursor);
  w.settle();
  const auto slice = sliceOf(w.workbench());
  REQUIRE(slice.has_value());
  const omega::importance::Plan& plan = slice->game.plan;
  CHECK(plan.proposals.size() == 5);
  CHECK(slice->standFor == 12);
  double wider = 0;
  for (const auto& q : plan.proposals) wider = std::max(wider, q.sd);
  CHECK(wider > 1);  // neighbours have a spread together
  Booth booth;
  const std::unique_ptr<Panel> chance = booth.show(kindOf(QStringLiteral("chance")));
  booth.workbench().store().change(QStringLiteral("slice"), [&](Document& d) { d.chance = *slice; });
  REQUIRE(waitFor([&] { return booth.workbench().chance().isDone(); }));
  bool isSaid = false;
  for (const QLabel* label : chance->findChildren<QLabel*>())
    isSaid = isSaid || label->text().contains(QStringLiteral("Its 12 proposals are 5 here"));
  CHECK(isSaid);
  CHECK(documentFromJson(toJson(booth.workbench().document())).chance == *slice);
}

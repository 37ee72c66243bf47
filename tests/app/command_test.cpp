// Copy command: in whatever state the window is, each panel's line gives the panel's numbers again from an empty
// folder, or there is a sentence why no line can. And the lines that the manual shows run.
#include <QMenu>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>
#include <set>

#include "app/hands.h"
#include "app/shell.h"
#include "app/window_booth.h"
#include "estimators/registry.h"
#include "export/exporter.h"
#include "export/provenance.h"
#include "io/npz.h"
#include "manual/manual_window.h"
#include "synthetic/synthetic.h"
#include "views/omega_space/omega_space_panel.h"
#include "widgets/density_field.h"
#include "window/manual_help.h"
#include "window/panel_dock.h"

using namespace omegascope;
using namespace omegascope::test;

namespace {

constexpr int kMoved = 20;  // the query that is dragged

QByteArray exported(const Panel& panel, const Workbench& workbench) {
  const QTemporaryDir folder;
  const QString path = folder.filePath(QStringLiteral("own.csv"));
  ExportOptions options;
  options.format = ExportFormat::Csv;
  exportPanel(panel, workbench, path, options);
  return bytesOf(path);
}

/// What the line writes in an empty folder.
QByteArray remade(const QString& line, const QString& name) {
  Shell shell;
  shell.run(line);
  CHECK(shell.files() == QStringList{name});
  return bytesOf(shell.file(name));
}

/// Everything but the columns of Numbers that are measured, which no line can make again.
QByteArray withoutMeasured(const QByteArray& csv) {
  QByteArrayList kept;
  QList<qsizetype> measured;
  for (const QByteArray& line : csv.split('\n')) {
    QByteArrayList cells = line.split(',');
    if (line.startsWith("estimator,")) measured = {cells.indexOf("ms"), cells.indexOf("KiB")};
    if (!line.startsWith('#'))
      for (const qsizetype column : measured)
        if (column < cells.size()) cells[column].clear();
    kept << cells.join(',');
  }
  CHECK(measured.size() == 2);
  CHECK_FALSE(measured.contains(-1));
  return kept.join('\n');
}

/// Every number that `omega estimate` wrote for the shown head is the one that the window has, bit for bit.
void checkEstimate(const QString& line, const Workbench& workbench) {
  INFO(text(line));
  Shell shell;
  shell.run(line);
  const Card* card = nullptr;
  for (const Card& each : workbench.document().cards)
    if (shell.files() == QStringList{QString::fromStdString(each.label()).replace(QLatin1Char(' '), QLatin1Char('_')) +
                                     QStringLiteral(".npz")})
      card = &each;
  REQUIRE(card != nullptr);
  const Snapshot& shown = *workbench.snapshot();
  const omega::Arrays written = omega::read_npz(shell.file(shell.files().front()).toStdString());
  int compared = 0;
  for (const auto& [name, own] : shown.card(card->id)->result->outputs) {
    const auto found = written.find(name);
    if (found == written.end() || own.rank() == 0) continue;  // not asked for; a counter, which is of all heads
    INFO(name);
    const omega::Array& all = found->second;
    REQUIRE(all.count() == own.count() * static_cast<std::size_t>(shown.sequence->sizes.heads));
    CHECK(std::memcmp(all.raw() + static_cast<std::size_t>(shown.head) * own.bytes(), own.raw(), own.bytes()) == 0);
    ++compared;
  }
  CHECK(compared > 0);
}

/// The line of each panel, and the lines of the estimates behind it.
void checkAll(Booth& booth) {
  std::set<QString> estimates;
  int lines = 0;
  for (const PanelKind& kind : panelKinds()) {
    // Their lines are of omega chance and omega heads: chance_test.cpp, model_view_test.cpp.
    if (kind.name == QStringLiteral("chance") || kind.name == QStringLiteral("model_view")) continue;
    INFO(text(kind.name));
    const std::unique_ptr<Panel> panel = booth.show(kind);
    if (kind.name == QStringLiteral("convergence")) panel->complete();
    const ShellLine line = lineOf(*panel, booth.workbench());
    INFO(text(line.text));
    REQUIRE(line.text.isEmpty() != line.whyNot.isEmpty());
    if (line.text.isEmpty()) {  // where it says why; no run is trained here
      CHECK((!panel->whyNoCommand().isEmpty() || kind.workspace == Workspace::Train));
      continue;
    }
    ++lines;
    CHECK(line.text.startsWith(QStringLiteral("omega render --state ")));
    const QByteArray own = exported(*panel, booth.workbench()),
                     again = remade(line.text, exportName(*panel, booth.workbench(), ExportFormat::Csv));
    CHECK(own.contains(line.text.toUtf8()));
    if (kind.name == QStringLiteral("numbers"))
      CHECK(withoutMeasured(again) == withoutMeasured(own));
    else
      CHECK(again == own);
    for (const QString& one : panel->command().split(QLatin1Char('\n'), Qt::SkipEmptyParts)) estimates.insert(one);
  }
  CHECK(lines >= 12);  // panels of Explore, but for times and lists of what was done
  CHECK(estimates.size() >= 5);
  for (const QString& line : estimates) checkEstimate(line, booth.workbench());
}

/// Something to show in every panel: all cards, one of them twice, and a learned kernel.
void showEverything(Booth& booth) {
  booth.showAllCards();
  booth.workbench().store().change(QStringLiteral("more"), [](Document& d) {
    for (const char* method : {"gmm", "rfa"}) {
      Card& card = d.add(method);
      if (card.method == "rfa") card.options["samples"] = "32";
    }
  });
  booth.workbench().selection().lock({kLara, 0, 30, 4, 3, 5});
  booth.settle();
}

/// By hand in ω-space; `from` finds what is dragged on the plane.
void dragInSpace(Booth& booth, const std::function<QPointF(const OmegaPlane&)>& from) {
  const std::unique_ptr<Panel> panel = booth.show(kindOf(QStringLiteral("omega_space")));
  DensityField& field = static_cast<OmegaSpacePanel&>(*panel).field();
  const QPointF at = from(*booth.workbench().snapshot()->plane);
  drag(field, field.transform().toPixel(at), field.transform().toPixel(at + QPointF(0.7, -0.45)));
  booth.settle();
}

/// The key that no query lies near: a query would be taken in its place.
QPointF loneKey(const OmegaPlane& plane) {
  QPointF best;
  double farthest = 0;
  for (std::size_t k = 0; k + 1 < plane.keys.size(); k += 2) {
    double nearest = HUGE_VAL;
    for (std::size_t q = 0; q + 1 < plane.queries.size(); q += 2)
      nearest =
          std::min(nearest, std::hypot(plane.keys[k] - plane.queries[q], plane.keys[k + 1] - plane.queries[q + 1]));
    if (nearest <= farthest) continue;
    farthest = nearest;
    best = {plane.keys[k], plane.keys[k + 1]};
  }
  return best;
}

QPointF pointOf(const std::vector<double>& points, int index) {
  return {points.at(2 * static_cast<std::size_t>(index)), points.at(2 * static_cast<std::size_t>(index) + 1)};
}

/// Three heads under names of one's own, in a file whose name a shell would trip over.
void openAwkwardFile(Booth& booth, const QTemporaryDir& folder) {
  const QString made = folder.filePath(QStringLiteral("made.npz")),
                path = folder.filePath(QStringLiteral("it's my $data.npz"));
  Shell().run(QStringLiteral("omega synth clusters --n 40 --dim 3 --heads 3 --seed 3 --output ") + made);
  const omega::Arrays arrays = omega::read_npz(made.toStdString());
  omega::write_npz(path.toStdString(),
                   {{"first one", arrays.at("Q")}, {"keys", arrays.at("K")}, {"it's v", arrays.at("V")}}, "");
  booth.workbench().store().change(QStringLiteral("open"), [&](Document& d) {
    d.workload = Workload{};
    d.workload.preset.clear();
    d.workload.file = path.toStdString();
    d.workload.fileOptions = {{"q", "first one"}, {"k", "keys"}, {"v", "it's v"}, {"zero-nonfinite", "true"}};
  });
  booth.settle();
  booth.workbench().selection().lock({kLara, 2, 17, 4, 3, 5});
  booth.settle();
}

}  // namespace

TEST_CASE("the copied line gives the panel's numbers again: a preset", "[commands][export]") {
  Booth booth;
  showEverything(booth);
  booth.workbench().store().change(QStringLiteral("other"), [](Document& d) {
    d.seed = 4000000000u;
    d.draw = 3;
    d.workload.presetSeed = 11;
    d.workload.presetOptions = {{"n", "36"}};
    d.card(kLara)->options["weighting"] = "balance";
    d.view.map = MapContent::error;
    d.view.logWeights = true;
  });
  booth.settle();
  checkAll(booth);
}

TEST_CASE("... a head of a file", "[commands][export]") {
  Booth booth;
  const QTemporaryDir folder;
  showEverything(booth);
  openAwkwardFile(booth, folder);
  checkAll(booth);
}

TEST_CASE("... a query that was dragged", "[commands][export]") {
  Booth booth;
  showEverything(booth);
  booth.lockQuery(kMoved);
  dragInSpace(booth, [](const OmegaPlane& plane) { return pointOf(plane.queries, kMoved); });
  REQUIRE(booth.workbench().document().workload.moved.size() == 1);
  CHECK(booth.workbench().document().workload.moved.front().kind == MovedToken::Kind::query);
  checkAll(booth);
}

TEST_CASE("... a key that was dragged", "[commands][export]") {
  Booth booth;
  showEverything(booth);
  dragInSpace(booth, loneKey);
  REQUIRE(booth.workbench().document().workload.moved.size() == 1);
  CHECK(booth.workbench().document().workload.moved.front().kind == MovedToken::Kind::key);
  checkAll(booth);
}

TEST_CASE("... proposals that were dragged, and a kernel", "[commands][export]") {
  Booth booth;
  showEverything(booth);
  dragInSpace(booth, [](const OmegaPlane& plane) { return pointOf(plane.card(kLara)->proposals, 3); });
  REQUIRE_FALSE(booth.workbench().document().card(kLara)->means.empty());
  booth.workbench().store().change(QStringLiteral("kernel"), [](Document& d) {
    for (Card& card : d.cards)
      if (card.method == "gmm") card.means = {1.0 / 3, 0, -1.0 / 3, 0};
  });
  booth.settle();
  checkAll(booth);
}

TEST_CASE("... beside a query that was pinned", "[commands][export]") {
  Booth booth;
  showEverything(booth);
  booth.workbench().pin();
  REQUIRE(booth.workbench().pinned() != nullptr);
  booth.workbench().store().change(QStringLiteral("moved"), [](Document& d) {
    d.workload.moved = {{MovedToken::Kind::query, 0, 5, {0.1, 1.0 / 3}}};
    d.seed = 8;
  });
  booth.lockQuery(5);
  checkAll(booth);
}

TEST_CASE("... and what the pointer previews", "[commands][export]") {
  Booth booth;
  Cursor over = booth.workbench().selection().locked();
  over.query = 40;
  booth.workbench().selection().hover(over);
  booth.settle();
  const std::unique_ptr<Panel> panel = booth.show(kindOf(QStringLiteral("weights")));
  REQUIRE(booth.workbench().snapshot()->query == 40);
  CHECK(remade(lineOf(*panel, booth.workbench()).text, QStringLiteral("weights_seed7.csv")) ==
        exported(*panel, booth.workbench()));
}

TEST_CASE(
    "... and for maps that are pooled to what the panel has room for, or show the rows that the pointer came from",
    "[commands][export]") {
  Booth booth;
  const QTemporaryDir folder;
  booth.openFile(folder.filePath(QStringLiteral("long one.npz")), 700, 8);
  const std::unique_ptr<Panel> panel = booth.show(kindOf(QStringLiteral("attention")), {480, 400});
  booth.settle();
  const auto check = [&] {
    const QString line = lineOf(*panel, booth.workbench()).text;
    INFO(text(line));
    CHECK(line.contains(QStringLiteral(" --size 512x512 ")));
    CHECK(remade(line, QStringLiteral("attention_seed7.csv")) == exported(*panel, booth.workbench()));
  };
  check();
  booth.lockQuery(500);
  booth.workbench().store().change(QStringLiteral("rows"), [](Document& d) { d.asks.detail = MapDetail::around; });
  booth.lockQuery(520);
  REQUIRE(booth.workbench().snapshot()->maps.front().map.first_row == 468);
  check();
}

TEST_CASE("what no line can carry is said: in the menu, and where it is asked for by the keyboard", "[commands]") {
  Booth booth;
  const auto whyNot = [&](const char* name) {
    return lineOf(*booth.show(kindOf(QLatin1String(name))), booth.workbench()).whyNot;
  };
  CHECK(whyNot("jobs").contains(QStringLiteral("no command")));
  CHECK(whyNot("scaling").contains(QStringLiteral("Measure")));
  CHECK(whyNot("control_variates").contains(QStringLiteral("no numbers")));
  // Thousands of numbers that were moved by hand.
  const QTemporaryDir folder;
  booth.openFile(folder.filePath(QStringLiteral("wide.npz")), 70, 70);
  booth.workbench().store().change(QStringLiteral("many"), [](Document& d) {
    d.card(kLara)->options = {{"landmarks", "70"}, {"proposals", "given"}};
    d.card(kLara)->means.assign(70 * 70, 0.0);
    for (std::size_t i = 0; i < 70 * 70; ++i) d.card(kLara)->means[i] = std::sin(static_cast<double>(i)) / 3;
  });
  booth.settle();
  CHECK(whyNot("weights").contains(QStringLiteral("omega render")));
  CHECK_FALSE(booth.workbench().commandFor(*booth.workbench().document().card(kLara)).text.isEmpty());
  // A disabled entry, with the reason.
  const PanelKind& weights = kindOf(QStringLiteral("weights"));
  PanelDock dock(weights.make(booth.workbench(), nullptr), booth.workbench(), nullptr);
  QMenu menu;
  dock.fillMenu(menu);
  bool isFound = false;
  for (const QAction* action : menu.actions()) {
    if (action->text() != QStringLiteral("Copy command")) continue;
    isFound = true;
    CHECK_FALSE(action->isEnabled());
    CHECK(action->toolTip().contains(QStringLiteral("omega render")));
  }
  CHECK(isFound);
  CHECK(menu.toolTipsVisible());
}

TEST_CASE("the commands of every made page run", "[commands]") {
  Window w;
  QStringList lines;
  for (const ManualPage& page : w.window.manual().window().book().pages())
    if (page.id.startsWith(QStringLiteral("method")) || page.id == QStringLiteral("sequences") ||
        page.id == QStringLiteral("games") || page.id == QStringLiteral("all-studies") ||
        page.id == QStringLiteral("train"))
      for (const QString& line : page.commands) lines << line;
  CHECK(lines.size() >= static_cast<qsizetype>(omega::estimators().size() + omega::synthetics().size() + 8));
  for (QString line : lines) {
    // As they are written, but for a moment only.
    if (line.startsWith(QStringLiteral("omega study run"))) line += QStringLiteral(" --size toy");
    if (line.startsWith(QStringLiteral("omega train"))) line += QStringLiteral(" --steps 2");
    INFO(text(line));
    Shell shell;
    shell.run(line);
  }
}

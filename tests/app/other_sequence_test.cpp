// Another sequence: nothing of the one before stands under its name, and what was dragged on that one does not follow.
#include <QFile>
#include <QPushButton>
#include <catch2/catch.hpp>
#include <limits>

#include "app/hands.h"
#include "app/window_booth.h"
#include "jobs/explorer.h"
#include "jobs/given_means.h"
#include "views/omega_space/omega_space_panel.h"
#include "widgets/banner.h"
#include "widgets/density_field.h"
#include "widgets/heat_map.h"

using namespace omegascope;
using namespace omegascope::test;

namespace {

using Snapshots = std::vector<std::shared_ptr<const Snapshot>>;

/// What a window would be told of one request after the other.
struct Told {
  Explorer explorer;
  std::uint64_t revision = 0;

  Snapshots explore(const Document& document, const Needs& needs = {}) {
    ExploreRequest request;
    request.revision = ++revision;
    request.document = std::make_shared<const Document>(document);
    request.query = kStartQuery;
    request.needs = needs;
    Snapshots all;
    explorer.explore(request, {},
                     [&](std::shared_ptr<const Snapshot> snapshot) { all.push_back(std::move(snapshot)); });
    REQUIRE_FALSE(all.empty());
    return all;
  }
};

Document withPreset(const std::string& preset, OptionTexts options = {}) {
  Document document = Document::start();
  document.workload = Workload{};
  document.workload.preset = preset;
  document.workload.presetOptions = std::move(options);
  return document;
}

bool isBare(const Snapshot& snapshot) {
  return !snapshot.sequence && snapshot.cards.empty() && snapshot.maps.empty() && snapshot.clouds.empty() &&
         !snapshot.plane && !snapshot.shares && !snapshot.groups && !snapshot.kernel;
}

/// As dragging a proposal leaves it: every mean given.
void dragProposal(Workbench& workbench) {
  const std::vector<double> means = workbench.snapshot()->card(kLara)->result->at("proposal_means").to_vector<double>();
  workbench.store().change(QStringLiteral("Move proposal 0"), [&](Document& d) {
    Card* card = d.card(kLara);
    card->options["proposals"] = "given";
    card->means = means;
    card->means.front() += 0.5;
  });
}

/// Rows of 6 numbers, as a file.
QString writeFile(const QTemporaryDir& folder, const char* name) {
  const QString path = folder.filePath(QLatin1String(name));
  Booth().openFile(path, 30, 6);
  return path;
}

}  // namespace

TEST_CASE("of a sequence that is shown no more nothing stays in memory", "[other_sequence]") {
  Told told;
  Document document = withPreset("clusters");
  document.cards[3].visible = true;
  const int id = document.cards[3].id;
  const std::weak_ptr<const omega::Sequence> before = [&] {
    const std::shared_ptr<const Snapshot> last = told.explore(document).back();
    REQUIRE(last->card(id) != nullptr);
    return last->card(id)->request->sequence;
  }();
  CHECK_FALSE(before.expired());
  document.cards[3].visible = false;  // so that nothing new takes its place
  document.workload.preset = "gaussian";
  CHECK(told.explore(document).back()->sequence != nullptr);
  CHECK(before.expired());
}

TEST_CASE("nothing of a sequence is shown under the name of another", "[other_sequence]") {
  Told told;
  told.explore(withPreset("three_clusters"));
  const auto check = [&](const Document& document) {
    const Snapshots all = told.explore(document);
    REQUIRE(all.size() > 2);
    CHECK(isBare(*all.front()));
    CHECK(all.front()->next == Work::estimates);
    CHECK_FALSE(all.front()->complete);
    for (std::size_t i = 1; i < all.size(); ++i) {
      INFO("snapshot " << i);
      REQUIRE(all[i]->sequence);
      for (const MapImage& image : all[i]->maps) CHECK_FALSE(image.isOld);
      for (const OutputCloud& cloud : all[i]->clouds) CHECK_FALSE(cloud.isOld);
      if (all[i]->next <= Work::shares) CHECK_FALSE(all[i]->shares);
      if (all[i]->next <= Work::maps) CHECK(all[i]->maps.empty());
    }
    CHECK(all[1]->next == Work::shares);  // the estimates are there, the rest is not
    CHECK_FALSE(all.back()->maps.empty());
    CHECK(all.back()->complete);
  };
  SECTION("another preset of the same sizes") { check(withPreset("two_camps")); }
  SECTION("the same preset with more tokens") { check(withPreset("three_clusters", {{"n", "96"}})); }
}

TEST_CASE("the same sequence moved: its last pictures stay, marked as old until their turn", "[other_sequence]") {
  Told told;
  told.explore(withPreset("three_clusters"));
  const Snapshots all = told.explore(withPreset("three_clusters", {{"radius", "2"}}));
  REQUIRE(all.size() > 2);
  CHECK(all.front()->sequence);
  REQUIRE_FALSE(all.front()->maps.empty());
  REQUIRE_FALSE(all.front()->clouds.empty());
  for (const MapImage& image : all.front()->maps) CHECK(image.isOld);
  for (const OutputCloud& cloud : all.front()->clouds) CHECK(cloud.isOld);
  for (const MapImage& image : all.back()->maps) CHECK_FALSE(image.isOld);
  for (const OutputCloud& cloud : all.back()->clouds) CHECK_FALSE(cloud.isOld);
  // One estimator changed: the maps of the others are as they were, and not old.
  Document document = withPreset("three_clusters", {{"radius", "2"}});
  document.cards[1].options["samples"] = "32";
  const auto changed = told.explore(document);
  REQUIRE(changed.front()->maps.size() > 1);
  for (const MapImage& image : changed.front()->maps) CHECK(image.isOld == (image.card == kRfa));
}

TEST_CASE("a move that does not fit leaves nothing of its sequence to the one before", "[other_sequence]") {
  Told told;
  const Document first = withPreset("three_clusters");
  const auto sequence = told.explore(first).back()->sequence;
  Document wrong = withPreset("gaussian", {{"n", "5"}, {"dim", "3"}});
  wrong.workload.moved = {{MovedToken::Kind::query, 0, 2, {1, std::numeric_limits<double>::infinity(), 3}}};
  CHECK(told.explore(wrong).back()->sequenceError.find("finite") != std::string::npos);
  const auto back = told.explore(first).back();
  REQUIRE(back->sequence);
  CHECK(back->sequence->q.shape() == sequence->q.shape());
  CHECK(back->sequenceError.empty());
  CHECK(back->plane);
  CHECK(back->complete);
}

TEST_CASE("a sequence that cannot be made: its sentence, and no other sequence in its place", "[other_sequence]") {
  Told told;
  told.explore(withPreset("three_clusters"));
  Document gone = Document::start();
  gone.workload = Workload{};
  gone.workload.preset.clear();
  gone.workload.file = "/nowhere/mine.npz";
  const Snapshots all = told.explore(gone);
  for (const auto& snapshot : all) CHECK(isBare(*snapshot));
  CHECK(all.back()->sequenceError.find("mine.npz") != std::string::npos);
  CHECK(all.back()->complete);
}

TEST_CASE("a session whose data is gone shows no example under its name", "[other_sequence][window]") {
  const QTemporaryDir folder;
  Session session = startSession();
  session.document.workload = Workload{};
  session.document.workload.preset.clear();
  session.document.workload.file = folder.filePath(QStringLiteral("gone.npz")).toStdString();
  for (Card& card : session.document.cards) card.visible = true;
  const QString path = folder.filePath(QStringLiteral("s.omega"));
  writeSession(path, session);
  Window w;
  for (const HeatMap* map : w.window.panel(QStringLiteral("attention"))->findChildren<HeatMap*>())
    CHECK_FALSE(map->source().isEmpty());
  w.window.openFile(path);
  w.settle();
  CHECK(w.says(QStringLiteral("gone.npz")));
  int bare = 0;
  for (PanelDock* dock : w.window.docks()) {
    Panel& panel = *dock->panel();
    INFO(text(panel.name()));
    panel.bringUpToDate();
    CHECK_FALSE(panel.grab().isNull());
    if (kindOf(panel.name()).workspace != Workspace::Explore || panel.name() == QStringLiteral("estimators") ||
        panel.name() == QStringLiteral("workload") || panel.name() == QStringLiteral("jobs"))
      continue;
    CHECK(panel.data().rowCount() == 0);
    CHECK(panel.data().arrays.empty());
    ++bare;
  }
  CHECK(bare >= 8);
  for (const HeatMap* map : w.window.panel(QStringLiteral("attention"))->findChildren<HeatMap*>())
    CHECK(map->source().isEmpty());
  CHECK(static_cast<OmegaSpacePanel*>(w.window.panel(QStringLiteral("omega_space")))->field().scene().points.empty());
  CHECK(w.window.panel(QStringLiteral("workload"))->data().rows.size() == 1);  // why there is nothing
  // Back at a sequence everything is there again.
  w.workbench().store().change(QStringLiteral("back"), [](Document& d) { d.workload = Workload{}; });
  w.settle();
  CHECK_FALSE(w.says(QStringLiteral("gone.npz")));
  for (const HeatMap* map : w.window.panel(QStringLiteral("attention"))->findChildren<HeatMap*>())
    CHECK_FALSE(map->source().isEmpty());
}

TEST_CASE("means that were dragged go with the sequence they were dragged on, and undo brings them back",
          "[other_sequence][window]") {
  const QTemporaryDir folder;
  const QString path = writeFile(folder, "six.npz");
  Window w;
  dragProposal(w.workbench());
  w.settle();
  const Document dragged = w.workbench().document();
  const auto checkDropped = [&](int count, int dims) {
    const Card& card = *w.workbench().document().card(kLara);
    CHECK(card.means.empty());
    CHECK(card.options.count("proposals") == 0);
    CHECK(w.workbench().snapshot()->card(kLara)->error.empty());
    CHECK(w.workbench().snapshot()->card(kLara)->result);
    CHECK(w.says(QStringLiteral("lara")));
    CHECK(w.says(QStringLiteral("takes %1 of them in %2 dimensions now").arg(count).arg(dims)));
    CHECK(w.says(QStringLiteral("Undo brings them back")));
  };
  const auto checkBack = [&] {
    w.workbench().store().undoStack()->undo();
    w.settle();
    CHECK(w.workbench().document() == dragged);
    CHECK(w.workbench().snapshot()->card(kLara)->error.empty());
    CHECK_FALSE(w.says(QStringLiteral("in %1 dimensions now").arg(2)));
    CHECK_FALSE(w.window.banner().isVisible());
  };
  SECTION("a file") {
    w.window.openData(path);
    w.settle();
    checkDropped(16, 6);
    CHECK(w.workbench().store().undoStack()->count() == 2);
    const Document opened = w.workbench().document();
    checkBack();
    w.workbench().store().undoStack()->redo();
    w.settle();
    CHECK(w.workbench().document() == opened);
  }
  SECTION("another number of them") {
    w.workbench().store().change(QStringLiteral("C"), [](Document& d) { d.card(kLara)->options["landmarks"] = "8"; });
    w.settle();
    checkDropped(8, 2);
    checkBack();
  }
  SECTION("another preset of as many dimensions keeps them") {
    w.workbench().store().change(QStringLiteral("two camps"), [](Document& d) { d.workload.preset = "two_camps"; });
    w.settle();
    CHECK(w.workbench().document().card(kLara)->means == dragged.card(kLara)->means);
    CHECK_FALSE(w.window.banner().isVisible());
  }
}

TEST_CASE("a state is put right without a step of its own", "[document]") {
  DocumentStore store;
  const Document start = store.document();
  store.change(QStringLiteral("one"), [](Document& d) { d.seed = 8; });
  store.amend([](Document& d) { d.draw = 5; });
  const Document amended = store.document();
  CHECK(store.undoStack()->count() == 1);
  store.change(QStringLiteral("two"), [](Document& d) { d.seed = 9; });
  store.undoStack()->undo();
  CHECK(store.document() == amended);
  store.amend([](Document& d) { d.draw = 6; });  // of the state in the middle: seen from both sides
  const Document middle = store.document();
  store.undoStack()->undo();
  CHECK(store.document() == start);
  store.undoStack()->redo();
  CHECK(store.document() == middle);
  // Of a gesture that came back to where it began.
  store.beginGesture();
  store.change(QStringLiteral("there"), [](Document& d) { d.seed = 20; });
  store.change(QStringLiteral("back"), [](Document& d) { d.seed = 8; });
  store.endGesture();
  store.amend([](Document& d) { d.draw = 7; });
  store.undoStack()->undo();
  store.undoStack()->redo();
  CHECK(store.document().draw == 7);
}

TEST_CASE("means of a sequence of other dimensions are no array of this one", "[other]") {
  Card card;
  card.means = {1, 2, 3};
  CHECK(arraysOfMeans(card, 2).empty());
  card.means = {1, 2, 3, 4};
  REQUIRE(arraysOfMeans(card, 2).size() == 1);
  CHECK(arraysOfMeans(card, 2).begin()->second.shape() == omega::Shape{2, 2});
}

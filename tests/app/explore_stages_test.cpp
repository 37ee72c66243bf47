// Explore as stages: what is slow or fails holds back nothing but what is made of it.
#include <catch2/catch.hpp>
#include <cmath>
#include <new>

#include "app/hands.h"
#include "app/window_booth.h"
#include "core/error.h"
#include "jobs/explorer.h"

using namespace omegascope;
using namespace omegascope::test;

namespace {

using Snapshots = std::vector<std::shared_ptr<const Snapshot>>;

/// A stage that says what it would take and does only what the test says; what it made stands as a card.
class ToldStage : public StageOf<int, int> {
 public:
  ToldStage(Work work, int card, double seconds, std::function<void()> turn)
      : StageOf(work), m_card(card), m_seconds(seconds), m_turn(std::move(turn)) {}

  std::vector<Item> asked(const Scene&) const override { return {{m_card, 0}}; }
  Takes takes(const Scene&, const int&) const override { return {m_seconds, 0, 0}; }
  int make(Scene&, const int&) override {
    m_turn();
    return m_card;
  }
  void show(Scene& scene) override {
    if (const int* made = shown(scene, {m_card, 0}); made && scene.snapshot.card(*made) == nullptr) {
      scene.snapshot.cards.emplace_back();
      scene.snapshot.cards.back().card = *made;
    }
  }

 private:
  int m_card;
  double m_seconds;
  std::function<void()> m_turn;
};

/// An explorer with a table of the test's own.
struct Told {
  StageTable table;
  std::vector<int> turns;  // cards, as they were computed
  Snapshots published;
  std::unique_ptr<Explorer> explorer;

  void add(Work work, int card, double seconds, std::function<void()> also = {}) {
    table.push_back(std::make_unique<ToldStage>(work, card, seconds, [this, card, also] {
      turns.push_back(card);
      if (also) also();
    }));
  }
  bool isShown(int card) const { return !published.empty() && published.back()->card(card) != nullptr; }
  void explore(const Needs& needs = {}) {
    if (!explorer) explorer = std::make_unique<Explorer>(std::move(table));
    turns.clear();
    published.clear();
    ExploreRequest request;
    request.document = std::make_shared<const Document>(Document::start());
    request.needs = needs;
    explorer->explore(request, {},
                      [this](std::shared_ptr<const Snapshot> snapshot) { published.push_back(std::move(snapshot)); });
    REQUIRE_FALSE(published.empty());
    CHECK(published.back()->complete);
    for (std::size_t i = 0; i + 1 < published.size(); ++i) CHECK_FALSE(published[i]->complete);
  }
};

constexpr int kSoftmax = 0;
constexpr double kLong = 100;  // seconds, that nobody waits for here

/// Exact attention takes many seconds on any machine, the linear methods next to nothing.
Document longDocument() {
  Document document = Document::start();
  document.workload.preset = "clusters";
  document.workload.presetOptions = {{"n", "65536"}, {"dim", "64"}};
  return document;
}

bool hasLinear(const Snapshot& snapshot) {
  return snapshot.card(kRfa) && snapshot.card(kRfa)->result && snapshot.card(kLara) && snapshot.card(kLara)->result;
}

}  // namespace

TEST_CASE("what is slow is computed last, and all that is not is shown before it", "[explore_stages]") {
  Told told;
  told.add(Work::estimates, 1, 2 * kLong, [&] { CHECK((told.isShown(2) && told.isShown(3) && told.isShown(4))); });
  told.add(Work::estimates, 2, 0);
  told.add(Work::maps, 3, kLong, [&] {
    CHECK((told.isShown(2) && !told.isShown(3) && told.isShown(4)));
    CHECK(told.published.back()->next == Work::maps);
  });
  told.add(Work::clouds, 4, 0, [&] { CHECK(told.isShown(2)); });
  told.explore();
  CHECK(told.turns == std::vector<int>{2, 4, 3, 1});
  told.explore();  // everything is known, and shown at once
  CHECK(told.turns.empty());
  CHECK(told.published.size() == 1);
}

TEST_CASE("what nobody looks at is not computed, slow or not", "[explore_stages]") {
  Told told;
  told.add(Work::estimates, 1, kLong);
  told.add(Work::maps, 2, 0);
  told.add(Work::clouds, 3, 0);
  told.explore({Work::clouds});
  CHECK(told.turns == std::vector<int>{3, 1});
  told.explore({Work::maps, Work::clouds});
  CHECK(told.turns == std::vector<int>{2});
}

TEST_CASE("a stage that fails says so; the others are there, and it is tried again", "[explore_stages]") {
  Told told;
  bool fails = true;
  told.add(Work::estimates, 1, 0);
  told.add(Work::maps, 2, 0, [&] {
    if (fails) throw std::bad_alloc();
  });
  told.add(Work::maps, 3, 0, [&] {
    if (fails) throw omega::Error::failure("no luck; use --head 1");
  });
  told.add(Work::clouds, 4, kLong);
  told.explore();
  CHECK(told.turns == std::vector<int>{1, 2, 3, 4});
  const Snapshot& last = *told.published.back();
  CHECK((told.isShown(1) && !told.isShown(2) && !told.isShown(3) && told.isShown(4)));
  CHECK(last.sequenceError.empty());
  REQUIRE(last.failures.size() == 2);
  CHECK(last.failures.back().find("no luck; use “head”") == 0);
  fails = false;
  told.explore();
  CHECK(told.turns == std::vector<int>{2, 3});
  CHECK((told.isShown(2) && told.isShown(3)));
  CHECK(told.published.back()->failures.empty());
}

TEST_CASE("linear methods are shown while exact attention is still to come, and nothing of the sequence before",
          "[explore_stages]") {
  Explorer explorer;
  ExploreRequest request;
  request.query = kStartQuery;
  request.document = std::make_shared<const Document>(Document::start());
  std::shared_ptr<const Snapshot> before, linear;
  explorer.explore(request, {}, [&](std::shared_ptr<const Snapshot> snapshot) { before = std::move(snapshot); });
  REQUIRE(before->complete);
  REQUIRE_FALSE(before->maps.empty());
  CHECK(before->cards.size() == 3);
  request.revision = 1;
  request.document = std::make_shared<const Document>(longDocument());
  std::stop_source stop;
  Snapshots all;
  explorer.explore(request, stop.get_token(), [&](std::shared_ptr<const Snapshot> snapshot) {
    all.push_back(snapshot);
    if (!hasLinear(*snapshot)) return;
    linear = std::move(snapshot);
    stop.request_stop();
  });
  REQUIRE(linear);
  REQUIRE(all.size() >= 2);
  CHECK(all.front()->isBlank());
  CHECK_FALSE(linear->complete);
  CHECK(linear->sequence->sizes.N == 65536);
  CHECK(linear->card(kSoftmax) == nullptr);
  CHECK(linear->truth.empty());
  for (const CardResult& card : linear->cards) {
    CHECK_FALSE(card.isOld);
    CHECK(std::isnan(card.metrics.mse));  // against what is not there yet
  }
  for (const auto& snapshot : all) {
    for (const MapImage& image : snapshot->maps) CHECK_FALSE(image.isOld);
    CHECK(snapshot->clouds.empty());
    CHECK((!snapshot->plane || snapshot->plane->keys.size() == 2 * 65536));
  }
}

TEST_CASE("panels show what is there of a picture and say that the rest is still to come", "[explore_stages][window]") {
  Window w;
  w.workbench().store().change(QStringLiteral("long"), [](Document& d) { d = longDocument(); });
  REQUIRE(waitFor([&] { return hasLinear(*w.workbench().snapshot()); }));
  CHECK(w.workbench().isBusy());
  CHECK(w.workbench().snapshot()->card(kSoftmax) == nullptr);
  CHECK(w.says(QStringLiteral("lara …")));  // its error
  for (PanelDock* dock : w.window.docks()) {
    INFO(text(dock->panel()->name()));
    dock->panel()->bringUpToDate();
    CHECK_FALSE(dock->panel()->grab().isNull());
  }
  w.workbench().cancel();
}

// Explore as stages: what is slow or fails holds back nothing but what is made of it.
#include <QLabel>
#include <algorithm>
#include <catch2/catch.hpp>
#include <new>

#include "app/hands.h"
#include "app/slowed_stage.h"
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
  ToldStage(Work work, int card, double seconds, std::function<void()> turn, bool isMore)
      : StageOf(work), m_card(card), m_seconds(seconds), m_turn(std::move(turn)), m_isMore(isMore) {}

  std::vector<Item> asked(const Scene&) const override { return {{m_card, 0, true, m_isMore}}; }
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
  bool m_isMore;
};

/// Explore with one stage slow; its requests follow one another as in a drag.
struct Explored {
  Explorer explorer;
  ExploreRequest request;
  Snapshots published;

  Explored(std::size_t slow, double seconds, int card = kEveryCard) : explorer(slowedTable(slow, seconds, card)) {
    request.query = kStartQuery;
  }
  /// Where another request waits, all that comes after the preview is left.
  const Snapshot& explore(const Document& document, bool anotherWaits = false) {
    ++request.revision;
    request.document = std::make_shared<const Document>(document);
    published.clear();
    std::stop_source stop;
    explorer.explore(request, stop.get_token(), [&](std::shared_ptr<const Snapshot> snapshot) {
      published.push_back(snapshot);
      if (anotherWaits && snapshot->isPreview) stop.request_stop();
    });
    REQUIRE_FALSE(published.empty());
    return *published.back();
  }
};

// Places in the table of stages.
constexpr std::size_t kPlane = 4, kAllQueries = 5;

/// An explorer with a table of the test's own.
struct ToldTable {
  StageTable table;
  std::vector<int> turns;  // cards, as they were computed
  Snapshots published;
  std::unique_ptr<Explorer> explorer;

  void add(Work work, int card, double seconds, std::function<void()> also = {}, bool isMore = false) {
    const auto turn = [this, card, also] {
      turns.push_back(card);
      if (also) also();
    };
    table.push_back(std::make_unique<ToldStage>(work, card, seconds, turn, isMore));
  }
  bool isShown(int card) const { return !published.empty() && published.back()->card(card) != nullptr; }
  void explore(const Needs& needs = {}, bool again = false, const std::stop_token& stop = {}) {
    if (!explorer) explorer = std::make_unique<Explorer>(std::move(table));
    turns.clear();
    published.clear();
    ExploreRequest request;
    request.document = std::make_shared<const Document>(Document::start());
    request.needs = needs;
    request.again = again;
    explorer->explore(request, stop,
                      [this](std::shared_ptr<const Snapshot> snapshot) { published.push_back(std::move(snapshot)); });
    if (stop.stop_requested()) return;
    REQUIRE_FALSE(published.empty());
    CHECK(published.back()->complete);
    for (std::size_t i = 0; i + 1 < published.size(); ++i) CHECK_FALSE(published[i]->complete);
  }
};

constexpr double kLong = 100;  // seconds, that nobody waits for here

}  // namespace

TEST_CASE("what is slow is computed last, and all that is not is shown before it", "[explore_stages]") {
  ToldTable told;
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

TEST_CASE("more of what is there already gives way to what is new, but for what takes much longer",
          "[explore_stages]") {
  ToldTable told;
  told.add(Work::estimates, 1, kLong, {}, true);
  told.add(Work::maps, 2, 2 * kLong);
  told.add(Work::clouds, 3, 8 * kLong);
  told.explore();
  CHECK(told.turns == std::vector<int>{2, 1, 3});
}

TEST_CASE("what nobody looks at is not computed, slow or not", "[explore_stages]") {
  ToldTable told;
  told.add(Work::estimates, 1, kLong);
  told.add(Work::maps, 2, 0);
  told.add(Work::clouds, 3, 0);
  told.explore({Work::clouds});
  CHECK(told.turns == std::vector<int>{3, 1});
  told.explore({Work::maps, Work::clouds});
  CHECK(told.turns == std::vector<int>{2});
}

TEST_CASE("a stage that fails says so; the others are there, and it is tried again when that is asked for",
          "[explore_stages]") {
  ToldTable told;
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
  const std::shared_ptr<const Snapshot> kept = told.published.back();
  const Snapshot& last = *kept;
  CHECK((told.isShown(1) && !told.isShown(2) && !told.isShown(3) && told.isShown(4)));
  CHECK(last.sequenceError.empty());
  REQUIRE(last.failures.size() == 2);
  CHECK(last.failures.back().find("no luck; use “head”") == 0);
  fails = false;
  told.explore();  // as when the pointer moves on
  CHECK(told.turns.empty());
  CHECK(told.published.back()->failures == last.failures);
  told.explore({}, true);
  CHECK(told.turns == std::vector<int>{2, 3});
  CHECK((told.isShown(2) && told.isShown(3)));
  CHECK(told.published.back()->failures.empty());
}

TEST_CASE("what is cancelled between two stages ends there", "[explore_stages]") {
  ToldTable told;
  std::stop_source stop;
  told.add(Work::estimates, 1, 0, [&] { stop.request_stop(); });
  told.add(Work::estimates, 2, 0);
  told.explore({}, false, stop.get_token());
  CHECK(told.turns == std::vector<int>{1});
  CHECK(told.published.empty());
  told.explore();
  CHECK(told.turns == std::vector<int>{2});  // the first is known
}

TEST_CASE("of items with the same key one that is ready is made, for all", "[explore_stages]") {
  class Twins : public StageOf<int, int> {
   public:
    explicit Twins(std::vector<std::pair<int, bool>> items) : StageOf(Work::estimates), m_items(std::move(items)) {}
    std::vector<Item> asked(const Scene&) const override {
      std::vector<Item> all;
      for (const auto& [card, isReady] : m_items) all.push_back({card, 0, isReady});
      return all;
    }
    int make(Scene&, const int&) override { return ++made; }
    void show(Scene& scene) override {
      scene.snapshot.cards.clear();
      for (const Item& item : asked(scene))
        if (shown(scene, item)) scene.snapshot.cards.emplace_back().card = item.card;
    }
    int made = 0;

   private:
    std::vector<std::pair<int, bool>> m_items;
  };
  const auto explored = [](std::vector<std::pair<int, bool>> items, int made) {
    ToldTable told;
    auto stage = std::make_unique<Twins>(std::move(items));
    const Twins& twins = *stage;
    told.table.push_back(std::move(stage));
    told.explore();
    CHECK(twins.made == made);
    return told.published.back();
  };
  const auto both = explored({{1, false}, {2, true}}, 1);
  CHECK((both->card(1) && both->card(2)));
  CHECK(explored({{1, false}}, 0)->cards.empty());
  // A stage that asks for two items of one card would be computed for ever: it is a bug, and said to be one.
  CHECK_FALSE(explored({{1, true}, {1, true}}, 0)->sequenceError.empty());
}

TEST_CASE("in a steady drag estimates that are slow are shown, but for what would hold it up", "[explore_stages]") {
  Document document = Document::start();
  const auto isFresh = [](const Snapshot& snapshot, int card) {
    return snapshot.card(card) != nullptr && !snapshot.card(card)->isOld;
  };
  SECTION("all are slow") {
    Explored explored(kEstimates, 0.9 * Explorer::kPatienceSeconds);
    explored.explore(document);
    for (int step = 0; step < 3; ++step) {
      ++document.seed;
      const Snapshot& shown = explored.explore(document, true);
      CHECK(explored.published.front()->card(kRfa)->isOld);
      CHECK((isFresh(shown, kRfa) && isFresh(shown, kLara)));
      CHECK(shown.card(kRfa)->request->stream.seed == document.seed);
    }
  }
  SECTION("one takes longer than anybody would wait") {
    Explored explored(kEstimates, 2 * Explorer::kPatienceSeconds, kRfa);
    explored.explore(document);
    ++document.seed;
    const Snapshot& shown = explored.explore(document, true);
    CHECK((!isFresh(shown, kRfa) && isFresh(shown, kLara)));
    CHECK(isFresh(explored.explore(document), kRfa));  // at rest
  }
}

TEST_CASE("estimates that the pointer does not change are not computed again under it", "[explore_stages]") {
  Explored explored(kEstimates, kLong);
  Document document = Document::start();
  const Snapshot& first = explored.explore(document);
  const omega::Array& means = first.card(kLara)->result->at("proposal_means");
  document.card(kLara)->setMeans(means.to_vector<double>());
  const auto result = explored.explore(document).card(kLara)->result;
  ++explored.request.query;
  CHECK(explored.explore(document).card(kLara)->result == result);
}

TEST_CASE("the density of all queries stays while the pointer moves among them", "[explore_stages]") {
  Explored explored(kAllQueries, kLong);
  Document document = Document::start();
  document.asks.plane.allQueries = true;
  const std::shared_ptr<const OmegaPlane> before = explored.explore(document).plane;
  REQUIRE((before && before->all && before->all->log));
  ++explored.request.query;
  explored.explore(document);
  for (const auto& snapshot : explored.published) {
    REQUIRE(snapshot->plane);
    CHECK(snapshot->plane->all == before->all);
    CHECK_FALSE(snapshot->plane->isOld);
    CHECK(snapshot->plane->logTarget != before->logTarget);
    CHECK(snapshot->next != Work::estimates);
  }
  // A token is dragged: the plane follows, with the density from before until the new one is there.
  document.workload.moved.push_back({MovedToken::Kind::key, 0, 3, {9, -8}});
  const Snapshot& moved = explored.explore(document);
  REQUIRE(explored.published.front()->plane);
  CHECK(explored.published.front()->plane->isOld);
  CHECK(explored.published.front()->plane->all == before->all);
  CHECK(explored.published.front()->plane->keys == moved.plane->keys);
  CHECK(moved.plane->all != before->all);
  CHECK_FALSE(moved.plane->isOld);
}

TEST_CASE("a plane that is slow for another query stays, without what it said of the one before", "[explore_stages]") {
  Explored explored(kPlane, kLong);
  const std::shared_ptr<const OmegaPlane> before = explored.explore(Document::start()).plane;
  ++explored.request.query;
  const Snapshot& last = explored.explore(Document::start());
  const std::shared_ptr<const OmegaPlane> old = explored.published.front()->plane;
  REQUIRE(old);
  CHECK(old->isOld);
  CHECK((old->keys == before->keys && old->axisX == before->axisX && old->cards.size() == before->cards.size()));
  CHECK((old->bumps.empty() && old->bumpWeights.empty() && !old->logTarget));
  CHECK_FALSE(last.plane->isOld);
  CHECK_FALSE(last.plane->bumps.empty());
}

TEST_CASE("whatever stage is slow: what stays of before is marked as old until the new one is there",
          "[explore_stages]") {
  Document document = Document::start();
  for (Card& card : document.cards) card.visible = true;
  Document other = document;
  ++other.seed;
  other.asks.kernelSum = 2;
  const auto isOld = [](const auto& item) { return item.isOld; };
  std::vector<std::size_t> marked;
  for (std::size_t slow = 0; slow < exploreStages().size(); ++slow) {
    INFO("stage " << slow);
    const Work work = exploreStages().at(slow)->work();
    Explored explored(slow, kLong);
    explored.explore(document);
    ++explored.request.query;
    explored.explore(other);
    bool isMarked = false;
    for (const auto& snapshot : explored.published) {
      const Snapshot& now = *snapshot;
      if (std::any_of(now.cards.begin(), now.cards.end(), isOld)) CHECK(now.isOld(Work::estimates));
      if (std::any_of(now.maps.begin(), now.maps.end(), isOld)) CHECK(now.isOld(Work::maps));
      if (std::any_of(now.clouds.begin(), now.clouds.end(), isOld)) CHECK(now.isOld(Work::clouds));
      if (now.next == work) isMarked = isMarked || now.isOld(work) || now.plane->isOld;
    }
    if (isMarked) marked.push_back(slow);
    CHECK(explored.published.back()->old.empty());
    CHECK_FALSE(explored.published.back()->plane->isOld);
  }
  // Errors and places are made of what is new; nobody asked for all queries. Both stages of maps are marked as one.
  CHECK(marked == std::vector<std::size_t>{kEstimates, kPlane, 7, 8, 9, 10, 11, 12, 13, 14});
}

TEST_CASE("a card that is of another method now shows nothing of the one before", "[explore_stages]") {
  Explored explored(kEstimates, kLong);
  Document document = Document::start();
  explored.explore(document);
  document.card(kLara)->method = "rfa";
  document.card(kLara)->options = {{"samples", "8"}};
  ++document.seed;
  explored.explore(document);
  const Snapshot& first = *explored.published.front();
  CHECK((first.card(kRfa) && first.map(kRfa) && first.cloud(kRfa)));
  CHECK((first.card(kRfa)->isOld && first.map(kRfa)->isOld && first.cloud(kRfa)->isOld));
  CHECK_FALSE((first.card(kLara) || first.map(kLara) || first.cloud(kLara)));
}

TEST_CASE("what is slow is marked as old; cancelled, nothing says that it comes", "[explore_stages][window]") {
  Window w;
  const auto mark = [&](const char* name) {
    PanelDock* dock = w.window.dockOf(w.window.panel(QLatin1String(name)));
    dock->raise();
    return dock->findChild<QWidget*>(QStringLiteral("stale"));
  };
  QWidget *attention = mark("attention"), *output = mark("output");
  REQUIRE((output && attention));
  w.settle();
  CHECK((output->isHidden() && attention->isHidden()));
  const auto said = [&](const char* sentence) { return w.says(QString::fromUtf8(sentence)); };
  w.workbench().store().change(QStringLiteral("draws"), [](Document& d) { d.outputDraws = 200000; });
  const auto isSlow = [&] { return !w.workbench().isStale() && w.workbench().snapshot()->next == Work::clouds; };
  REQUIRE(waitFor([&] { return isSlow() && !output->isHidden(); }));
  CHECK(w.workbench().snapshot()->isOld(Work::clouds));
  CHECK(said("updating …"));
  w.workbench().pin();  // what is not complete is computed to its end first
  CHECK(w.workbench().pinned() == nullptr);
  REQUIRE(waitFor([&] { return w.workbench().pinned() != nullptr; }));
  CHECK(w.workbench().pinned()->complete);
  CHECK(w.workbench().isBusy());
  w.workbench().cancel();
  CHECK_FALSE(said("updating …"));
  CHECK(said("from before the last change"));
  CHECK_FALSE(output->isHidden());
  CHECK(attention->isHidden());  // its maps are those of now
  w.workbench().store().change(QStringLiteral("draws"), [](Document& d) { d.outputDraws = 8; });
  w.settle();
  CHECK(output->isHidden());
  CHECK_FALSE(said("from before the last change"));
}

TEST_CASE("clouds of a query that is let go leave, and nothing is marked as old", "[explore_stages]") {
  Explored explored(kEstimates, 0);
  const Document document = Document::start();
  const std::size_t all = explored.explore(document).clouds.size();
  REQUIRE(all > 0);
  explored.request.query = -1;
  const Snapshot& none = explored.explore(document);
  CHECK(none.clouds.empty());
  CHECK_FALSE(none.isOld(Work::clouds));
  // What nobody looks at stays for when somebody does.
  explored.request.query = kStartQuery;
  explored.explore(document);
  explored.request.needs = {Work::maps};
  explored.request.query = -1;
  CHECK(explored.explore(document).clouds.size() == all);
}

TEST_CASE("a first run of a method, and one that was held up, are timed again where that costs little",
          "[explore_stages]") {
  UsualTimes times;
  CHECK(times.isDoubtful("lara", 21.1, 0.1));  // pays for threads and memory
  times.learn("lara", 0.114, 0.1);
  CHECK(times.isDoubtful("lara", 0.114, 0.1));  // costs nothing
  CHECK_FALSE(times.isDoubtful("lara", 11.4, 10));
  CHECK_FALSE(times.isDoubtful("lara", 22, 10));
  CHECK(times.isDoubtful("lara", 40, 10));
  CHECK_FALSE(times.isDoubtful("lara", 400, 10));  // would take too long
  CHECK(times.isDoubtful("rfa", 21.1, 10));
  times.learn("lara", 40, 10);  // it is so: a drag is not held up
  CHECK_FALSE(times.isDoubtful("lara", 41, 10));
  CHECK(times.isDoubtful("rfa", 110, 0.1));  // no machine is that slow: it was held up
  CHECK_FALSE(times.isDoubtful("rfa", 110, 10));
}

namespace {

/// What is there in part, and would take long to be whole.
class Refined : public Stage {
 public:
  explicit Refined(int& steps) : Stage(Work::maps), m_steps(steps) {}
  std::vector<Missing> missing(const Scene&) override {
    if (m_steps == 3) return {};
    std::vector<Missing> all{{this, 1, {kLong, 0, 0}, true, true}};
    all.back().isFiner = true;
    return all;
  }
  void compute(Scene&, int) override { ++m_steps; }
  void show(Scene&) override {}
  void forgetFailures() override {}
  void forget() override {}

 private:
  int& m_steps;
};

struct Announced {
  Explorer explorer;
  ExploreRequest request;
  std::vector<bool> begun;  // of each announcement, whether it began

  explicit Announced(StageTable table) : explorer(std::move(table)) {
    request.document = std::make_shared<const Document>(Document::start());
    request.may = {Allowance::kSeconds, false};
  }
  void explore(const std::stop_token& stop = {}) {
    ++request.revision;
    begun.clear();
    explorer.explore(
        request, stop, [](const std::shared_ptr<const Snapshot>&) {},
        [this](const Forecast&, bool begins) { begun.push_back(begins); });
  }
};

}  // namespace

TEST_CASE("nobody is asked about what makes finer what is shown", "[explore_stages]") {
  int steps = 0;
  StageTable table;
  table.push_back(std::make_unique<Refined>(steps));
  Announced announced(std::move(table));
  announced.explore();
  CHECK(announced.begun == std::vector<bool>{true});
  CHECK(steps == 3);
}

TEST_CASE("what was begun goes on at another query without a question, not with another document", "[explore_stages]") {
  ToldTable told;
  std::stop_source stop;
  told.add(Work::estimates, 1, kLong, [&] { stop.request_stop(); });
  told.add(Work::maps, 2, kLong);
  Announced announced(std::move(told.table));
  announced.explore();
  CHECK(announced.begun == std::vector<bool>{false});
  CHECK(told.turns.empty());
  announced.request.may = {};  // a word
  announced.explore(stop.get_token());
  CHECK(announced.begun == std::vector<bool>{true});
  CHECK(told.turns == std::vector<int>{1});
  announced.request.may = {Allowance::kSeconds, false};
  announced.request.query = 3;
  SECTION("another query") {
    announced.explore();
    CHECK(announced.begun == std::vector<bool>{true});
    CHECK(told.turns == std::vector<int>{1, 2});
  }
  SECTION("another document") {
    Document other = Document::start();
    ++other.seed;
    announced.request.document = std::make_shared<const Document>(other);
    announced.explore();
    CHECK(announced.begun == std::vector<bool>{false});
  }
}

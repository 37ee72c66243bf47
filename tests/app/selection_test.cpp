// The one cursor: hover over lock, Esc by levels, Back and Forward, and never outside of the sequence.
#include <QSignalSpy>
#include <catch2/catch.hpp>
#include <random>

#include "model/selection.h"
#include "support/seed.h"

using namespace omegascope;

namespace {

Cursor at(int query, int key = -1, int proposal = -1, int sample = -1) { return {-1, 0, query, key, proposal, sample}; }

}  // namespace

TEST_CASE("hover previews over what is locked", "[selection]") {
  Selection selection;
  selection.setLimits({1, 48, 48});
  selection.lock(at(12, 3));
  selection.hover(at(20));
  CHECK(selection.shown().query == 20);
  CHECK(selection.shown().key == 3);  // the hover says nothing of keys
  CHECK(selection.locked().query == 12);
  selection.endHover();
  CHECK(selection.shown() == selection.locked());
}

TEST_CASE("Esc releases sample, proposal, key, query, in this order", "[selection]") {
  Selection selection;
  selection.setLimits({1, 48, 48});
  selection.lock(at(12, 3, 4, 5));
  selection.releaseOne();
  CHECK(selection.locked() == at(12, 3, 4));
  selection.releaseOne();
  CHECK(selection.locked() == at(12, 3));
  selection.releaseOne();
  CHECK(selection.locked() == at(12));
  selection.releaseOne();
  CHECK(selection.locked() == at(-1));
  selection.releaseOne();
  CHECK(selection.locked() == at(-1));
}

TEST_CASE("Ctrl+click collects, starting with what is locked; another lock or Esc lets go of the collection",
          "[selection]") {
  Selection selection;
  selection.setLimits({1, 48, 48, {{1, 16}}, {{1, 4}}});
  selection.lock({1, 0, 12, 3, -1, 5});
  selection.toggleSample({1, 9});
  CHECK(selection.chosen().samples == Members{{1, 5}, {1, 9}});
  selection.toggleSample({1, 5});
  CHECK(selection.chosen().samples == Members{{1, 9}});
  selection.toggleKey(7);
  CHECK(selection.chosen().keys == Members{{-1, 3}, {-1, 7}});
  CHECK(selection.chosen().proposals.empty());
  selection.moveQuery(1);
  CHECK(selection.chosen().samples == Members{{1, 9}});  // samples are shared by all queries
  selection.lock({1, 0, 13, 3, -1, 2});
  CHECK(selection.chosen().samples.empty());
  CHECK(selection.chosen().keys.size() == 2);
  selection.releaseOne();
  CHECK(selection.chosen().isEmpty());
  CHECK(selection.locked().sample == 2);
  selection.goBack();
  CHECK(selection.chosen().keys.size() == 2);
}

TEST_CASE("Ctrl+click collects proposals by their own numbers, beside a sample", "[selection]") {
  Selection selection;
  selection.setLimits({1, 48, 48, {{1, 16}}, {{1, 4}}});
  selection.lock({1, 0, 12, -1, 2, 1});
  selection.toggleProposal({1, 3});
  CHECK(selection.chosen().proposals == Members{{1, 2}, {1, 3}});
  CHECK(selection.chosen().samples.empty());
  selection.toggleProposal({1, 2});
  CHECK(selection.chosen().proposals == Members{{1, 3}});
  selection.setLimits({1, 48, 48, {{1, 16}}, {{1, 3}}});
  CHECK(selection.chosen().isEmpty());
  CHECK(selection.locked().proposal == 2);
}

TEST_CASE("fewer samples: those that are no more leave the selection", "[selection]") {
  Selection selection;
  selection.setLimits({1, 48, 48, {{1, 64}, {2, 64}}, {}});
  selection.lock({1, 0, 12, -1, -1, 40});
  selection.choose({{{1, 3}, {1, 50}, {2, 50}}, {}, {}});
  QSignalSpy said(&selection, &Selection::clamped);
  selection.setLimits({1, 48, 48, {{1, 16}, {2, 64}}, {}});
  CHECK(said.count() == 1);
  CHECK(selection.locked().sample == 15);
  CHECK(selection.chosen().samples == Members{{1, 3}, {2, 50}});
}

TEST_CASE("Back and Forward walk through what was locked", "[selection]") {
  Selection selection;
  selection.setLimits({1, 48, 48});
  for (const int query : {1, 2, 2, 3}) selection.lock(at(query));
  CHECK_FALSE(selection.canGoForward());
  selection.goBack();
  CHECK(selection.locked().query == 2);
  selection.goBack();
  CHECK(selection.locked().query == 1);
  selection.goForward();
  CHECK(selection.locked().query == 2);
  selection.lock(at(9));  // a new way: the old future is gone
  CHECK_FALSE(selection.canGoForward());
  selection.goBack();
  CHECK(selection.locked().query == 2);
  for (int i = 0; i < 5; ++i) selection.goBack();
  CHECK_FALSE(selection.canGoBack());
  CHECK(selection.locked() == Cursor{});
}

TEST_CASE("Back leads to what a session was opened with, and no further", "[selection]") {
  Selection selection;
  selection.setLimits({1, 48, 48, {{1, 16}}});
  selection.begin(at(12));
  CHECK(selection.locked().query == 12);
  CHECK_FALSE(selection.canGoBack());
  selection.moveQuery(1);
  selection.goBack();
  CHECK(selection.locked().query == 12);
  selection.moveQuery(5);
  const Collected chosen{.samples = {{1, 3}, {1, 99}}};
  selection.begin(at(60, 3), chosen);
  CHECK(selection.locked() == at(47, 3));
  CHECK(selection.chosen().samples == Members{{1, 3}});
  CHECK_FALSE(selection.canGoBack());
  CHECK_FALSE(selection.canGoForward());
}

TEST_CASE("hundreds of locks keep the last 200", "[selection]") {
  Selection selection;
  selection.setLimits({1, 1000, 1000});
  for (int query = 0; query < 500; ++query) selection.lock(at(query));
  int steps = 0;
  for (; selection.canGoBack(); ++steps) selection.goBack();
  CHECK(steps == 199);
  CHECK(selection.locked().query == 300);
}

TEST_CASE("a shorter sequence moves the cursor inside, and says so once", "[selection]") {
  Selection selection;
  selection.setLimits({4, 48, 64});
  selection.lock({-1, 3, 40, 60, -1, -1});
  QSignalSpy said(&selection, &Selection::clamped);
  selection.setLimits({2, 16, 16});
  CHECK(selection.locked() == Cursor{-1, 1, 15, 15, -1, -1});
  CHECK(said.count() == 1);
  selection.setLimits({2, 16, 16});
  CHECK(said.count() == 1);
  selection.goBack();
  CHECK(selection.locked() == Cursor{});
}

TEST_CASE("whatever is done, the cursor is inside", "[selection]") {
  std::mt19937 random(static_cast<std::mt19937::result_type>(omega::test_seed(6)));
  const auto any = [&](int low, int high) {
    return low + static_cast<int>(random() % static_cast<unsigned>(high - low + 1));
  };
  Selection selection;
  for (int i = 0; i < 5000; ++i) {
    switch (any(0, 8)) {
      case 0: selection.setLimits({any(1, 4), any(1, 50), any(1, 50)}); break;
      case 1: selection.lock({-1, any(0, 5), any(-1, 60), any(-1, 60), any(-1, 9), any(-1, 9)}); break;
      case 2: selection.hover(at(any(-1, 60), any(-1, 60))); break;
      case 3: selection.endHover(); break;
      case 4: selection.moveQuery(any(-3, 3)); break;
      case 5: selection.moveKey(any(-3, 3)); break;
      case 6: selection.goBack(); break;
      case 7: selection.goForward(); break;
      default: selection.releaseOne();
    }
    const CursorLimits& limits = selection.limits();
    const Cursor& cursor = selection.locked();
    REQUIRE((cursor.head >= 0 && cursor.head < std::max(1, limits.heads)));
    REQUIRE((cursor.query >= -1 && cursor.query < std::max(0, limits.queries)));
    REQUIRE((cursor.key >= -1 && cursor.key < std::max(0, limits.keys)));
    REQUIRE(selection.shown().query < std::max(0, limits.queries));
  }
}

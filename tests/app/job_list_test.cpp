// What is under way beside the exploring: who waits for whom while times are measured, and in what units they are told.
#include <QTableWidget>
#include <QTest>
#include <catch2/catch.hpp>
#include <chrono>
#include <cmath>
#include <thread>
#include <tuple>

#include "app/booth.h"
#include "app/fake_job.h"
#include "jobs/paced.h"
#include "views/amounts.h"
#include "views/rich_text.h"

using namespace omegascope;
using namespace omegascope::test;

namespace {

struct Jobs {
  Booth booth;
  std::unique_ptr<FakeJob> times = std::make_unique<FakeJob>(true);
  FakeJob training{false};

  Jobs() {
    booth.workbench().jobs().add(QStringLiteral("times"), times.get());
    booth.workbench().jobs().add(QStringLiteral("training"), &training);
  }
  bool isHeld() { return booth.workbench().isHeld(); }
};

}  // namespace

TEST_CASE("the workbench is held while times are measured, whoever pauses, ends or removes the job", "[jobs]") {
  Jobs j;
  CHECK_FALSE(j.isHeld());
  j.times->setUnderWay(true);
  CHECK(j.isHeld());
  j.times->setPaused(true);
  CHECK_FALSE(j.isHeld());
  j.times->setPaused(false);
  CHECK(j.isHeld());
  j.times->cancel();
  CHECK_FALSE(j.isHeld());
  j.times->setUnderWay(true);
  j.booth.workbench().store().change(QStringLiteral("seed"), [](Document& d) { d.seed = 99; });
  CHECK(j.booth.workbench().isBusy());
  j.times.reset();
  CHECK_FALSE(j.isHeld());
  j.booth.settle();
  CHECK(j.booth.workbench().snapshot()->document->seed == 99);
}

TEST_CASE("what was asked for while times are measured, and cancelled, does not begin afterwards", "[jobs]") {
  Jobs j;
  Workbench& workbench = j.booth.workbench();
  j.booth.settle();
  j.times->setUnderWay(true);
  workbench.store().change(QStringLiteral("seed"), [](Document& d) { d.seed = 99; });
  REQUIRE(workbench.isBusy());
  workbench.cancel();
  CHECK_FALSE(workbench.isBusy());
  j.times->setUnderWay(false);
  QTest::qWait(300);
  CHECK(workbench.snapshot()->document->seed != 99);
  workbench.computeAgain();
  j.booth.settle();
  CHECK(workbench.snapshot()->document->seed == 99);
}

TEST_CASE("what is pinned is computed after times were measured", "[jobs]") {
  Jobs j;
  Workbench& workbench = j.booth.workbench();
  j.booth.settle();
  Session session = workbench.session();
  session.pinned = Pin{Document::start(), 0, 12};
  session.pinned->document.seed = 99;
  j.times->setUnderWay(true);
  workbench.open(session);
  QTest::qWait(300);
  CHECK(workbench.pinned() == nullptr);
  j.times->setUnderWay(false);
  j.booth.settle();
  REQUIRE(workbench.pinned() != nullptr);
  CHECK(workbench.pinned()->document->seed == 99);
}

TEST_CASE("other jobs rest while times are measured, and go on afterwards", "[jobs]") {
  Jobs j;
  j.training.setUnderWay(true);
  j.times->setUnderWay(true);
  CHECK(j.training.isPaused());
  j.times->setUnderWay(false);
  CHECK_FALSE(j.training.isPaused());

  SECTION("one that begins meanwhile rests too") {
    j.training.setUnderWay(false);
    j.times->setUnderWay(true);
    j.training.setUnderWay(true);
    CHECK(j.training.isPaused());
  }
  SECTION("one that the user lets go on goes on") {
    j.times->setUnderWay(true);
    j.training.setPaused(false);
    CHECK_FALSE(j.training.isPaused());
  }
  SECTION("one that the user lets go on and pauses again stays paused") {
    j.times->setUnderWay(true);
    j.training.setPaused(false);
    j.training.setPaused(true);
    j.times->setUnderWay(false);
    CHECK(j.training.isPaused());
  }
  SECTION("one that was paused before stays so") {
    j.training.setPaused(true);
    j.times->setUnderWay(true);
    j.times->setUnderWay(false);
    CHECK(j.training.isPaused());
  }
  SECTION("one that is closed meanwhile is forgotten") {
    auto closed = std::make_unique<FakeJob>(false);
    j.booth.workbench().jobs().add(QStringLiteral("closed"), closed.get());
    closed->setUnderWay(true);
    j.times->setUnderWay(true);
    closed.reset();
    j.times->setUnderWay(false);
    CHECK_FALSE(j.isHeld());
  }
}

TEST_CASE("times and sizes are said with three digits, in the unit that fits", "[jobs]") {
  for (const auto& [milliseconds, words] : {std::pair{0.335, "0.335 ms"},
                                            {812.3, "812 ms"},
                                            {999.7, "1 s"},
                                            {50445.0, "50.4 s"},
                                            {738000.0, "12.3 min"},
                                            {7.2e6, "2 h"}})
    CHECK(timeText(milliseconds).toStdString() == words);
  for (const auto& [kibibytes, words] :
       {std::pair{512.0, "512 KiB"}, {238282.0, "233 MiB"}, {1048550.0, "1 GiB"}, {1.3 * (1 << 20), "1.3 GiB"}})
    CHECK(memoryText(kibibytes * 1024).toStdString() == words);
}

TEST_CASE("an error beside a number is said in percent of it, with two digits, and with three from 10 on", "[jobs]") {
  for (const auto& [value, error, words] : {std::tuple{0.0031, 0.000155, "0.0031 ± 5 %"},
                                            {-200.0, 1.5, "−200 ± 0.75 %"},
                                            {2.0, 0.4, "2 ± 20 %"},
                                            {4.0, 10.01, "4 ± 250 %"},
                                            {1.25, 0.0, "1.25"},
                                            {0.0, 0.5, "0"},
                                            {std::nan(""), 1.0, "–"}})
    CHECK(text(numberWithError(value, error)) == words);
}

TEST_CASE("Numbers has one unit for a column, and files have milliseconds and kibibytes", "[jobs]") {
  Booth booth;
  booth.workbench().setNeeds({Work::estimates});
  booth.workbench().store().change(QStringLiteral("larger"), [](Document& d) {
    d.workload.preset = "clusters";
    d.workload.presetOptions = {{"n", "2048"}, {"dim", "256"}};
  });
  const std::unique_ptr<Panel> panel = booth.show(kindOf(QStringLiteral("numbers")));
  booth.settle();
  double largest = 0;
  for (const CardResult& card : booth.workbench().snapshot()->cards)
    if (card.result && !card.sample) largest = std::max(largest, static_cast<double>(card.result->stats.peak_bytes));
  REQUIRE(memoryUnit(largest).name == QStringLiteral("MiB"));
  const auto& table = *panel->findChild<QTableWidget*>();
  QStringList headers;
  for (int i = 0; i < table.columnCount(); ++i) headers << table.horizontalHeaderItem(i)->text();
  const auto column = static_cast<int>(headers.indexOf(QStringLiteral("MiB")));
  REQUIRE(column > 0);
  QStringList cells;
  for (int row = 0; row < table.rowCount(); ++row) cells << table.item(row, column)->text();
  CHECK(cells.contains(numberText(largest / (1 << 20), 3)));
  const PanelData data = panel->data();
  const auto& names = data.columns;
  const auto at = std::find(names.begin(), names.end(), QStringLiteral("KiB"));
  REQUIRE(at != names.end());
  CHECK(std::count(names.begin(), names.end(), QStringLiteral("ms")) == 1);
  bool isThere = false;
  for (const auto& row : data.rows)
    isThere = isThere || row[static_cast<std::size_t>(at - names.begin())].toDouble() == Approx(largest / 1024);
  CHECK(isThere);
}

TEST_CASE("news that come fast are told together, and what it takes to paint them counts in their pace", "[jobs]") {
  using namespace std::chrono_literals;
  /// Paints slowly, in the frame after it was told.
  struct Slow : QWidget {
    int painted = 0;
    void paintEvent(QPaintEvent*) override {
      std::this_thread::sleep_for(30ms);
      ++painted;
    }
  };
  Slow slow;
  slow.show();
  REQUIRE(QTest::qWaitForWindowExposed(&slow));
  REQUIRE(waitFor([&] { return slow.painted > 0; }));
  const int before = slow.painted;
  int told = 0;
  Paced paced(10ms, [&] {
    ++told;
    slow.update();
  });
  for (int i = 0; i < 5; ++i) paced.soon();
  CHECK(told == 0);
  CHECK(waitFor([&] { return paced.interval() >= Paced::kShare * 30ms; }));
  CHECK(told == 1);
  CHECK(slow.painted == before + 1);
  // Where painting is quick again, so are the news.
  Paced quick(10ms, [&] { ++told; });
  quick.soon();
  CHECK(waitFor([&] { return told == 2; }));
  quick.soon();
  CHECK(waitFor([&] { return told == 3; }));
}

// What is under way beside the exploring: who waits for whom while times are measured.
#include <QTest>
#include <catch2/catch.hpp>

#include "app/booth.h"
#include "app/fake_job.h"

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

// What the Train workspace says of runs in states that are seldom met.
#include <QPushButton>
#include <QTextBrowser>
#include <QUndoStack>

#include "app/gym.h"
#include "app/painted_text.h"
#include "views/rich_text.h"
#include "views/train/run_words.h"

using namespace omegascope;
using namespace omegascope::test;
using namespace omega::train;

TEST_CASE("before its first validation a run is said to be neither below a mark nor to wait for a step that it has not",
          "[train]") {
  Gym gym;
  TrainRun& run = gym.start(small({{"steps", "4000"}, {"validate_every", "4500"}}));
  gym.untilStep(run, 3);
  run.stop();
  gym.rest(run);
  REQUIRE(run.picture()->record.validations.empty());
  const QString tables = gym.panel("train_measures").findChild<QTextBrowser*>()->toPlainText();
  CHECK_FALSE(tables.contains(QStringLiteral("below 20")));
  CHECK(tables.contains(QStringLiteral("not measured yet")));
  QString painted;
  for (const PaintedText& text : paintedTexts(gym.panel("train_confusion"))) painted += text.text + QLatin1Char(' ');
  INFO(text(painted));
  CHECK_FALSE(painted.contains(countText(4500)));
  CHECK(painted.contains(countText(4000)));
}

TEST_CASE("a redraw period that was changed and put back leaves a run without a command", "[train][commands]") {
  Gym gym;
  TrainRun& run = gym.start(small({{"steps", "40"}, {"attention", "lara"}, {"redraw", "8"}}));
  gym.rest(run);
  CHECK(whyNotAgain(run).isEmpty());
  TrainRun& changed = gym.start(small({{"steps", "300"}, {"attention", "lara"}, {"redraw", "5000"}}));
  gym.untilStep(changed, 3);
  changed.stop();
  gym.rest(changed);
  changed.setRedraw(1);
  gym.rest(changed);
  changed.step(1);
  gym.untilStep(changed, changed.picture()->state.step + 1);
  changed.stop();
  gym.rest(changed);
  changed.setRedraw(5000);
  gym.rest(changed);
  changed.start(1);
  REQUIRE(waitFor([&] { return changed.isFinished(); }));
  CHECK(changed.picture()->state.redraw == 5000);
  CHECK(whyNotAgain(changed).contains(QStringLiteral("changed by hand")));
}

TEST_CASE("a head is opened under the name of its run, whichever is chosen when it comes", "[train]") {
  Gym gym;
  auto& heads = gym.panel("train_heads");
  TrainRun& other = gym.start(small({{"steps", "2"}}));
  gym.rest(other);
  TrainRun& run = gym.start(small({{"steps", "2"}}));
  gym.rest(run);
  REQUIRE(waitFor([&] { return run.trainer() != nullptr; }));
  for (QPushButton* button : heads.findChildren<QPushButton*>())
    if (button->text() == QStringLiteral("Open in Explore")) button->click();
  gym.runs().setCurrent(&other);
  const QUndoStack& undo = *gym.booth->workbench().store().undoStack();
  REQUIRE(waitFor([&] { return undo.count() > 0; }));
  CHECK(undo.text(undo.count() - 1) == QStringLiteral("Layer 0, head 0 of %1").arg(run.name()));
}

// The way of a lecture: which step the next key leads to, in a lesson and from one to the next.
#include <QAction>
#include <QLabel>
#include <QToolTip>
#include <QWindow>
#include <catch2/catch.hpp>
#include <set>

#include "app/hall.h"
#include "lessons/state_writer.h"
#include "player/lesson_state.h"
#include "window/dock_layout.h"
#include "window/hands_field.h"
#include "window/lesson_stage.h"
#include "window/speaker_view.h"
#include "window/stage_glass.h"

using namespace omegascope;
using namespace omegascope::test;

TEST_CASE("a clicker goes through a lesson and back: question, answer, task, step", "[presenter]") {
  const auto [name, next, count] = GENERATE(table<std::string, std::string, std::size_t>(
      {{"lara", "eva", 5}, {"unbiased-is-not-better", "features", 5}, {"attention-is-an-average", "one-cloud", 4}}));
  INFO(name);
  Hall room;
  const int reached = room.player.progressOf(name).reached;
  room.present(name.c_str());
  struct Seen {
    int step;
    bool answered, away;
    std::string state;
    bool operator==(const Seen&) const = default;
  };
  const auto look = [&] {
    const Workbench& bench = room.workbench();
    return Seen{room.player.stepIndex(), room.player.isAnswered(), room.player.isAway(),
                omega::lessons::to_json(stateOf(bench.document(), bench.selection().locked())).dump()};
  };
  std::vector<Seen> seen = {look()};
  while (seen.size() < 40) {
    room.press(Qt::Key_PageDown);
    room.waitForTask();
    if (room.player.lesson()->name != name) break;
    seen.push_back(look());
  }
  // Every step but those for who studies alone, as the last of lara.
  const auto& steps = room.player.shelf().find(name)->lesson.steps;
  std::vector<int> lecture, gone;
  for (int i = 0; i < static_cast<int>(steps.size()); ++i)
    if (!steps[static_cast<std::size_t>(i)].self_study) lecture.push_back(i);
  for (const Seen& one : seen)
    if (gone.empty() || gone.back() != one.step) gone.push_back(one.step);
  CHECK(gone == lecture);
  CHECK(lecture.size() == count);
  CHECK(seen.size() > steps.size());
  CHECK(room.player.lesson()->name == next);
  CHECK(room.player.stepIndex() == 0);
  CHECK(room.player.progressOf(name).reached == reached);  // a lecture is nobody's progress
  // The same pictures, the last one first.
  std::vector<Seen> back;
  while (back.size() < 40) {
    room.press(Qt::Key_PageUp);
    room.waitForTask();
    if (room.player.lesson()->name != name) break;
    back.push_back(look());
  }
  CHECK(std::count_if(seen.begin(), seen.end(), [](const Seen& one) { return one.away; }) > 0);
  std::reverse(back.begin(), back.end());
  REQUIRE(back.size() == seen.size());
  for (std::size_t i = 0; i < back.size(); ++i) CHECK(back[i] == seen[i]);
}

TEST_CASE("a lesson for self-study is shown in full when it is asked for, and passed over on the way", "[presenter]") {
  Hall room;
  room.present("tokens-or-projections");
  const auto& lesson = *room.player.lesson();
  REQUIRE_FALSE(hasLecture(lesson));
  std::set<int> gone;
  for (int i = 0; i < 30; ++i) {
    gone.insert(room.player.stepIndex());
    room.press(Qt::Key_PageDown);
    room.waitForTask();
  }
  CHECK(gone.size() == lesson.steps.size());
  const auto& lessons = room.player.shelf().lessons;
  const auto here = std::find_if(lessons.begin(), lessons.end(),
                                 [](const auto& one) { return one.lesson.name == "tokens-or-projections"; });
  REQUIRE(std::next(here) == lessons.end());
  const std::string before = std::prev(here)->lesson.name;
  room.player.open(QString::fromStdString(before), std::prev(here)->lesson.steps.size() - 1);
  for (int i = 0; i < 6; ++i) {
    room.press(Qt::Key_PageDown);
    room.waitForTask();
  }
  CHECK(room.player.lesson()->name == before);
}

TEST_CASE("the speaker is told of the step that PageDown leads to, and of the end of the lesson", "[presenter]") {
  Hall room;
  room.present("lara");
  const auto next = [&] {
    for (const QLabel* label : room.presenter.speaker()->findChildren<QLabel*>())
      if (label->text().startsWith(QStringLiteral("<b>Next:</b>"))) return label->text();
    return QString();
  };
  const auto& steps = room.player.lesson()->steps;
  int passedOver = 0;
  for (int i = 0; i < static_cast<int>(steps.size()); ++i) {
    if (steps[static_cast<std::size_t>(i)].self_study) continue;
    room.player.goTo(i);
    int after = i + 1;
    while (after < static_cast<int>(steps.size()) && steps[static_cast<std::size_t>(after)].self_study) {
      ++after;
      ++passedOver;
    }
    INFO(i << ": " << text(next()));
    CHECK(next().contains(after < static_cast<int>(steps.size())
                              ? QString::fromStdString(steps[static_cast<std::size_t>(after)].title).toHtmlEscaped()
                              : QStringLiteral("the lesson ends here")));
  }
  CHECK(passedOver > 0);
}

TEST_CASE("undo and controls are those of the lesson that is presented, wherever the window was left", "[presenter]") {
  Hall room;
  room.open("lara", 1);
  const QAction* undo = room.window.findChild<QAction*>(QStringLiteral("undo"));
  REQUIRE(undo != nullptr);
  for (const Workspace elsewhere : {Workspace::Studies, Workspace::Train}) {
    room.window.layoutOfDocks().setWorkspace(elsewhere);
    CHECK_FALSE(undo->isEnabled());
    room.presenter.start(kSmall);
    room.settleAll();
    CHECK(undo->isEnabled());
    room.press(Qt::Key_C);
    CHECK(room.panels().contains(QStringLiteral("estimators")));
    room.presenter.leave();
    room.settleAll();
    CHECK(room.window.layoutOfDocks().workspace() == elsewhere);
    CHECK_FALSE(undo->isEnabled());
  }
}

TEST_CASE("the window shows the panels of the step that a lecture has reached", "[presenter]") {
  Hall room;
  const auto seen = [&] {
    QStringList names;
    for (const PanelDock* dock : room.window.docks())
      if (dock->panel()->isOnScreen()) names << dock->panel()->name();
    return names;
  };
  const auto isStaged = [&] {
    const QStringList now = seen(), wanted = panelsOf(room.player);
    return now.contains(QStringLiteral("lesson")) &&
           std::all_of(wanted.begin(), wanted.end(), [&](const QString& name) { return now.contains(name); });
  };
  SECTION("from the window") { room.open("one-cloud", 0); }
  SECTION("from the start") { room.presenter.showStepAfterwards(); }
  room.presenter.start(kSmall);
  room.open("two-nets", 1);  // of the game of chance
  room.presenter.leave();
  room.settleAll();
  INFO(text(seen().join(QLatin1Char(' '))));
  CHECK(isStaged());
  CHECK_FALSE(seen().contains(QStringLiteral("omega_space")));
}

TEST_CASE("what is said of one step does not stand above the next", "[presenter]") {
  Hall room;
  room.present("two-nets", 0);
  while (room.player.step()->ask) room.player.skip();
  const QLabel* said = room.presenter.stage()->findChild<QLabel*>(QStringLiteral("said"));
  const int step = room.player.stepIndex();
  room.press(Qt::Key_T);
  CHECK(said->isVisible());
  room.player.goTo(step == 0 ? 1 : step - 1);
  room.settleAll();
  CHECK_FALSE(said->isVisible());
}

TEST_CASE("the field for hands says what it is for while it is typed into", "[presenter]") {
  HandsField field(nullptr);
  field.resize(400, 60);
  field.ask();
  field.setText(QStringLiteral("12 30"));
  const auto* name = field.findChild<QLabel*>();
  REQUIRE(name != nullptr);
  CHECK(name->isVisible());
  CHECK(name->text() == QStringLiteral("Hands:"));
  CHECK(field.textMargins().left() >= name->geometry().right());
}

TEST_CASE("when hands were counted on the other screen, keys lead the lecture as before", "[presenter]") {
  Hall room;
  room.present("two-nets");
  StageWindow& stage = *room.presenter.stage();
  SpeakerView& speaker = *room.presenter.speaker();
  speaker.show();
  const auto says = [&](const char* words) {
    for (const QLabel* label : speaker.findChildren<QLabel*>())
      if (label->text().contains(QLatin1String(words))) return true;
    return false;
  };
  HandsField& field = speaker.handsField();
  room.press(Qt::Key_T);
  REQUIRE(waitFor([&] { return field.hasFocus(); }));
  QTest::keyClicks(&field, QStringLiteral("1 2 3 4"));
  QTest::keyClick(&field, Qt::Key_Return);
  REQUIRE(says("up to 3 numbers"));
  SECTION("entered") {
    field.setText(QStringLiteral("4 16"));
    QTest::keyClick(&field, Qt::Key_Return);
    CHECK(room.player.hands() == std::vector<int>{4, 16, 0});
  }
  SECTION("given up") { QTest::keyClick(&field, Qt::Key_Escape); }
  room.settleAll();
  CHECK_FALSE(field.isVisible());
  CHECK_FALSE(says("up to 3 numbers"));
  CHECK(waitFor([&] { return stage.isActiveWindow(); }));
  for (QWidget* window : std::initializer_list<QWidget*>{&stage, &speaker}) {
    window->activateWindow();
    REQUIRE(waitFor([&] { return window->isActiveWindow(); }));
    QWidget* focus = QApplication::focusWidget();
    QTest::keyClick(focus != nullptr ? focus : window, Qt::Key_B);
    CHECK(stage.curtain() == StageWindow::Curtain::Black);
    stage.draw(StageWindow::Curtain::Open);
  }
}

TEST_CASE("the room sees the pointer while the speaker writes in the other window, and afterwards", "[presenter]") {
  Hall room;
  room.present("one-cloud");
  StageWindow& stage = *room.presenter.stage();
  const auto* glass = stage.findChild<StageGlass*>(QStringLiteral("glass"));
  QCursor::setPos(stage.mapToGlobal(QPoint(stage.width() / 3, stage.height() / 3)));
  REQUIRE(waitFor([&] { return stage.isActiveWindow(); }));
  room.press(Qt::Key_Z);
  REQUIRE(waitFor([&] { return glass->hasLens(); }));
  SpeakerView& speaker = *room.presenter.speaker();
  speaker.show();
  speaker.activateWindow();
  REQUIRE(waitFor([&] { return speaker.isActiveWindow(); }));
  stage.setLens(true);  // looks again
  CHECK(glass->hasLens());
}

TEST_CASE("no tip covers what the lens enlarges", "[presenter]") {
  Hall room;
  room.present("one-cloud");
  StageWindow& stage = *room.presenter.stage();
  QCursor::setPos(stage.mapToGlobal(QPoint(stage.width() / 3, stage.height() / 3)));
  REQUIRE(waitFor([&] { return stage.isActiveWindow(); }));
  const auto areTipsSeen = [&] {
    QToolTip::showText(QCursor::pos(), QStringLiteral("a tip"), &stage);
    for (const QWidget* each : QApplication::topLevelWidgets())
      if (each->windowType() == Qt::ToolTip && each->windowHandle() != nullptr && each->windowHandle()->isVisible())
        return true;
    return false;
  };
  CHECK(areTipsSeen());
  room.press(Qt::Key_Z);
  REQUIRE(waitFor([&] { return stage.hasLens(); }));
  CHECK_FALSE(areTipsSeen());
  room.press(Qt::Key_Z);
  CHECK(areTipsSeen());
  QToolTip::hideText();
}

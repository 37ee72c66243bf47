// What a room sees: sizes as they are painted, keys, screens, and the window as it was.
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScreen>
#include <QScrollArea>
#include <QScrollBar>
#include <QTemporaryDir>
#include <QTest>
#include <QToolBar>
#include <QToolTip>
#include <QUndoStack>
#include <catch2/catch.hpp>
#include <map>
#include <set>

#include "app/hall.h"
#include "app/painted_text.h"
#include "math_text/symbol_colours.h"
#include "player/lesson_state.h"
#include "widgets/banner.h"
#include "window/appearance.h"
#include "window/dock_layout.h"
#include "window/hands_field.h"
#include "window/speaker_view.h"

using namespace omegascope;
using namespace omegascope::test;

namespace {

void checkText(Hall& room, double least) {
  const std::vector<PaintedText> all = paintedTexts(*room.presenter.stage());
  CHECK(all.size() >= 3);  // the sentence of the step, a title of a panel, its axis
  for (const PaintedText& one : all) {
    INFO(text(one.where) << " paints \"" << text(one.text) << "\"");
    CHECK(one.pixels >= least - 0.01);
  }
  CHECK(QToolTip::font().pixelSize() >= least);
}

/// Nothing is given less room than it needs; what scrolls needs less.
void checkRoom(Hall& room) {
  const StageWindow& stage = *room.presenter.stage();
  for (const char* name : {"read", "act"}) {
    const auto* label = stage.findChild<QLabel*>(QLatin1String(name));
    if (!label->isVisible()) continue;
    INFO(text(label->text()));
    CHECK(label->height() >= label->heightForWidth(label->width()));
    CHECK(stage.rect().contains(QRect(label->mapTo(&stage, QPoint()), label->size())));
  }
  for (const PanelDock* dock : room.window.docks()) {
    const QWidget& panel = *dock->panel();
    if (panel.window() != &stage || !panel.isVisible()) continue;
    INFO(text(dock->panel()->name()) << " needs " << panel.minimumSizeHint().width() << " x "
                                     << panel.minimumSizeHint().height());
    CHECK(panel.minimumSizeHint().width() <= panel.width());
    CHECK(panel.minimumSizeHint().height() <= panel.height());
  }
}

/// All that says where something is.
QList<QRect> spotsOf(const MainWindow& window) {
  QList<QRect> places{window.geometry()};
  for (const PanelDock* dock : window.docks())
    if (dock->isVisible() && dock->panel()->isOnScreen())
      places << QRect(dock->mapTo(&window, QPoint()), dock->size())
             << QRect(dock->panel()->mapTo(&window, QPoint()), dock->panel()->size());
  return places;
}

/// What saveState() knows but for the room that each panel needs, which goes with what the panel shows.
QStringList arrangementOf(const MainWindow& window) {
  QStringList docks;
  for (PanelDock* dock : window.docks()) {
    QStringList words{dock->panel()->name(), QString::number(window.dockWidgetArea(dock))};
    if (dock->isHidden()) words << QStringLiteral("hidden");
    if (dock->isFloating()) words << QStringLiteral("floating");
    if (dock->toggleViewAction()->isChecked()) words << QStringLiteral("open");
    for (const QDockWidget* other : window.tabifiedDockWidgets(dock)) words << other->objectName();
    docks << words.join(QLatin1Char(' '));
  }
  return docks;
}

}  // namespace

TEST_CASE("the look of a room grows with its screen, and never falls below 16 pixels", "[presenter]") {
  CHECK(Theme::light(DrawingScale::ofRoom(kLarge)).font.pixelSize() == 24);
  CHECK(Theme::light(DrawingScale::ofRoom(kSmall)).font.pixelSize() == 16);
  CHECK(Theme::light(DrawingScale::ofRoom({640, 480})).font.pixelSize() == 16);
  CHECK(Theme::light(DrawingScale::ofRoom({3840, 2160})).font.pixelSize() == 48);
  for (const QSize size : {kLarge, kSmall})
    for (const Theme& theme : {Theme::light(DrawingScale::ofRoom(size)), Theme::night(DrawingScale::ofRoom(size))}) {
      CHECK(theme.lineScale > 1.3);
      CHECK(theme.scaled(0.5).pixelSize() == theme.font.pixelSize());
      for (const QColor& colour : {theme.text, theme.faint, theme.warning, theme.accent})
        for (const QColor& ground : {theme.window, theme.canvas}) CHECK(contrast(colour, ground) >= 7);
      for (int role = 0; role <= static_cast<int>(SymbolRole::share); ++role)
        CHECK(contrast(symbolColour(static_cast<SymbolRole>(role), theme), theme.canvas) >= 7);
    }
}

TEST_CASE("all text of a presentation is at least 24 pixels high at 1920x1080, and 16 at 1024x768", "[presenter]") {
  for (const QSize size : {kLarge, kSmall}) {
    Hall room;
    room.presenter.start(size);
    REQUIRE(room.presenter.stage()->size() == size);
    std::set<std::vector<std::string>> seen;
    int revealed = 0;
    for (const auto& one : room.player.shelf().lessons)
      for (int step = 0; step < static_cast<int>(one.lesson.steps.size()); ++step) {
        if (!seen.insert(one.lesson.steps[static_cast<std::size_t>(step)].show).second && step > 0) continue;
        INFO(size.width() << ", " << one.lesson.name << " " << step + 1);
        room.open(one.lesson.name.c_str(), step);
        checkText(room, size == kLarge ? 24 : 16);
        checkRoom(room);
        if (!room.player.reveal()) continue;
        room.settleAll();
        checkText(room, size == kLarge ? 24 : 16);
        checkRoom(room);
        ++revealed;
      }
    CHECK(revealed > 3);
  }
}

TEST_CASE("after a presentation the window is as it was, bit for bit", "[presenter]") {
  Hall room;
  MainWindow& window = room.window;
  const auto compare = [&] {
    const QStringList state = arrangementOf(window);
    const QList<QRect> places = spotsOf(window);
    const Cursor cursor = room.workbench().selection().locked();
    const DrawingScale look = screenLook();
    const auto pictures = room.pictures();
    room.present("one-cloud");
    CHECK_FALSE(window.isVisible());
    for (const PanelDock* dock : window.docks()) CHECK_FALSE(dock->isVisible());  // those that float, too
    CHECK(room.panels() == QStringList{QStringLiteral("weights"), QStringLiteral("omega_space")});
    room.press(Qt::Key_D);
    room.press(Qt::Key_C);
    room.open("game-of-chance");
    const Document document = room.workbench().document();
    QTest::keyClick(room.presenter.stage(), Qt::Key_Escape);
    CHECK(waitFor([&] { return !room.presenter.isOn(); }));
    room.settleAll();
    CHECK(window.isVisible());
    CHECK(arrangementOf(window) == state);
    CHECK(spotsOf(window) == places);
    CHECK(screenLook() == look);
    CHECK(room.workbench().document() == document);
    room.workbench().store().undoStack()->setIndex(0);
    room.workbench().selection().lock(cursor);  // which no undo brings back
    room.settleAll();
    const auto after = room.pictures();
    REQUIRE(after.size() == pictures.size());
    for (const auto& [name, picture] : pictures) {
      INFO(text(name));
      CHECK(after.at(name) == picture);
    }
  };
  compare();
  // As the user arranged it: other sizes, a panel closed, one floating.
  window.layoutOfDocks().release();  // as a press on the line between docks does
  window.resizeDocks({window.docks()[0], window.docks()[2]}, {330, 420}, Qt::Horizontal);
  window.dockOf(window.panel(QStringLiteral("inspector")))->close();
  PanelDock& outside = *window.dockOf(window.panel(QStringLiteral("output")));
  outside.setFloating(true);
  outside.setGeometry(500, 300, 420, 330);
  room.settleAll();
  REQUIRE(outside.isVisible());
  compare();
  CHECK(outside.geometry() == QRect(500, 300, 420, 330));
  window.layoutOfDocks().setWorkspace(Workspace::Teach);
  room.settleAll();
  compare();
}

TEST_CASE("after a presentation controls ask for as much room as before", "[presenter]") {
  Hall room;
  const auto hints = [&] {
    std::map<const QWidget*, std::pair<QSize, QSize>> all;
    for (const QComboBox* box : room.window.findChildren<QComboBox*>())
      if (box->isVisible()) all[box] = {box->sizeHint(), box->minimumSizeHint()};
    for (const QToolBar* bar : room.window.findChildren<QToolBar*>()) all[bar] = {bar->sizeHint(), bar->size()};
    return all;
  };
  room.settleAll();
  const auto before = hints();
  REQUIRE(before.size() > 3);
  room.presenter.start(kLarge);
  room.settleAll();
  room.presenter.leave();
  hints();  // as a layout asks before the loop of events goes on
  room.settleAll();
  for (const auto& [control, size] : hints()) {
    INFO(control->metaObject()->className() << " " << text(control->accessibleName()) << text(control->objectName()));
    REQUIRE(before.contains(control));
    CHECK(size == before.at(control));
  }
}

TEST_CASE("what was predicted is covered until one key reveals it, each time anew", "[presenter]") {
  Hall room;
  room.open("one-cloud", 1);
  room.player.choose(0);
  room.present("one-cloud", 1);
  const auto covers = [&] {
    return room.presenter.stage()->findChildren<QWidget*>(QStringLiteral("lesson cover")).size();
  };
  CHECK_FALSE(room.player.isAnswered());
  CHECK(covers() == 1);
  CHECK_FALSE(room.strip().contains(QStringLiteral("✓")));
  room.press(Qt::Key_1);
  CHECK(room.player.chosen() == 0);
  CHECK(room.strip().contains(QStringLiteral("✗")));
  CHECK(covers() == 0);
  room.press(Qt::Key_PageUp);
  CHECK(covers() == 1);
  room.press(Qt::Key_PageDown);
  CHECK(room.player.chosen() == 1);
  CHECK(room.strip().contains(QStringLiteral("A handful of darts")));
  CHECK(covers() == 0);
}

TEST_CASE("curtain, pen, halo and colours have a key each", "[presenter]") {
  Hall room;
  room.present("one-cloud");
  StageWindow& stage = *room.presenter.stage();
  const auto middle = [&] { return stage.grab().toImage().pixelColor(stage.width() / 2, stage.height() / 2); };
  room.press(Qt::Key_B);
  CHECK(middle() == QColor(Qt::black));
  room.press(Qt::Key_W);
  CHECK(middle() == QColor(Qt::white));
  room.press(Qt::Key_W);
  CHECK(stage.curtain() == StageWindow::Curtain::Open);
  CHECK(stage.hasHalo());
  room.press(Qt::Key_H);
  CHECK_FALSE(stage.hasHalo());
  const QImage before = stage.grab().toImage();
  room.press(Qt::Key_L);
  CHECK(stage.hasPen());
  drag(*stage.findChild<QWidget*>(QStringLiteral("glass")), {300, 200}, {420, 260});
  room.settleAll();
  CHECK(stage.grab().toImage() != before);
  room.press(Qt::Key_E);
  room.press(Qt::Key_L);
  CHECK(stage.grab().toImage() == before);
  room.press(Qt::Key_D);
  CHECK(Theme::of(stage.palette()).dark);
  checkText(room, 16);
  room.press(Qt::Key_D);
  CHECK_FALSE(Theme::of(stage.palette()).dark);
}

TEST_CASE("a lens enlarges what is below the pointer, and lets it be used", "[presenter]") {
  Hall room;
  room.present("one-cloud");
  StageWindow& stage = *room.presenter.stage();
  room.press(Qt::Key_H);
  const QPoint at(stage.width() / 3, stage.height() / 3);
  QCursor::setPos(stage.mapToGlobal(at));
  REQUIRE(waitFor([&] { return stage.isActiveWindow(); }));
  room.settleAll();
  const QImage before = stage.grab().toImage();
  room.press(Qt::Key_Z);
  REQUIRE(stage.hasLens());
  const auto* glass = stage.findChild<QWidget*>(QStringLiteral("glass"));
  CHECK(glass->testAttribute(Qt::WA_TransparentForMouseEvents));
  QImage enlarged;
  REQUIRE(waitFor([&] { return (enlarged = stage.grab().toImage()) != before; }));
  // Twice as far from the pointer, what was there before: as far as the eye can tell that is the same picture.
  int alike = 0, seen = 0;
  for (int dx = -20; dx <= 20; dx += 4)
    for (int dy = -20; dy <= 20; dy += 4, ++seen)
      alike += std::abs(qGray(enlarged.pixel(at + 2 * QPoint(dx, dy))) - qGray(before.pixel(at + QPoint(dx, dy)))) < 40;
  CHECK(alike > 0.8 * seen);
  CHECK(enlarged.pixel(10, stage.height() - 10) == before.pixel(10, stage.height() - 10));
  room.press(Qt::Key_B);
  CHECK(stage.grab().toImage().pixelColor(at) == QColor(Qt::black));
  room.press(Qt::Key_B);
  room.press(Qt::Key_Z);
  CHECK_FALSE(stage.hasLens());
  CHECK(stage.grab().toImage() == before);
}

TEST_CASE("hands are written in the order of the answers, by letters, or one by one", "[presenter]") {
  using Hands = std::optional<std::vector<int>>;
  for (const char* said : {"12 30 5", "12,30,5", "A12 B30 C5", "a12b30c5", "C 5 A=12 B: 30", " 12; 30; 5 ", "12，30、5",
                           "Ａ：１２ Ｂ３０；５"})
    CHECK(handsIn(QString::fromUtf8(said), 3) == Hands({12, 30, 5}));
  CHECK(handsIn(QStringLiteral("AABAC"), 3) == Hands({3, 1, 1}));
  CHECK(handsIn(QStringLiteral("A A B"), 3) == Hands({2, 1, 0}));
  CHECK(handsIn(QStringLiteral("B4 7"), 3) == Hands({0, 4, 7}));
  CHECK(handsIn(QStringLiteral("12"), 3) == Hands({12, 0, 0}));
  for (const char* wrong : {"1 2 3 4", "D4", "A-3", "1.5", "many", "A123456", "3 é"})
    CHECK_FALSE(handsIn(QString::fromUtf8(wrong), 3));
}

TEST_CASE("counted hands stand beside the answers, and the next lecture tells its speaker of them", "[presenter]") {
  const QTemporaryDir folder;
  Hall room;
  room.player.keepProgressIn(folder.filePath(QStringLiteral("kept.json")));
  room.present("one-cloud");
  REQUIRE(room.player.open(QStringLiteral("two-nets"), 0));
  room.settleAll();
  StageWindow& stage = *room.presenter.stage();
  const auto* act = stage.findChild<QLabel*>(QStringLiteral("act"));
  HandsField& field = stage.handsField();
  room.press(Qt::Key_T);
  REQUIRE(waitFor([&] { return field.hasFocus(); }));
  QTest::keyClick(&field, Qt::Key_Escape);
  room.settleAll();
  CHECK_FALSE(field.isVisible());
  CHECK(room.presenter.isOn());
  room.press(Qt::Key_T);
  REQUIRE(waitFor([&] { return field.hasFocus(); }));
  QTest::keyClicks(&field, QStringLiteral("bbb 1 2 3"));
  QTest::keyClick(&field, Qt::Key_Return);
  CHECK(field.isVisible());  // it says what is wrong, and leaves it to be mended
  CHECK(stage.findChild<QLabel*>(QStringLiteral("said"))->text().contains(QStringLiteral("up to 3 numbers")));
  field.setText(QStringLiteral("4 16"));
  QTest::keyClick(&field, Qt::Key_Return);
  room.settleAll();
  CHECK_FALSE(field.isVisible());
  CHECK(room.player.hands() == std::vector<int>{4, 16, 0});
  CHECK(room.player.stepIndex() == 0);
  CHECK_FALSE(room.player.isAnswered());  // nobody is judged
  CHECK(act->text().contains(QStringLiteral(">███</span> 4")));
  CHECK(act->text().contains(QStringLiteral(">████████████</span> 16")));
  CHECK(act->text().contains(QStringLiteral("></span> 0")));
  checkRoom(room);
  room.press(Qt::Key_PageDown);
  CHECK(room.player.isAnswered());
  CHECK(act->text().contains(QStringLiteral("████████████</span> 16")));  // beside what is right
  room.presenter.leave();
  room.settleAll();

  room.present("two-nets");
  REQUIRE(room.player.open(QStringLiteral("two-nets"), 0));
  room.settleAll();
  CHECK(room.player.hands().empty());
  CHECK(room.player.handsBefore() == std::vector<int>{4, 16, 0});
  room.presenter.speaker()->refresh();
  bool isSaid = false;
  for (const QLabel* label : room.presenter.speaker()->findChildren<QLabel*>())
    isSaid = isSaid || label->text().contains(QStringLiteral("(last time 16)"));
  CHECK(isSaid);
  CHECK_FALSE(room.presenter.stage()->findChild<QLabel*>(QStringLiteral("act"))->text().contains(QStringLiteral("█")));
  CHECK(ProgressFile(folder.filePath(QStringLiteral("kept.json"))).of("two-nets").hands.at(0) ==
        std::vector<int>{4, 16, 0});
  CHECK(ProgressFile(folder.filePath(QStringLiteral("kept.json"))).of("two-nets").answers.empty());
}

TEST_CASE("keys of the window work in the room; letters are typed where a text is", "[presenter]") {
  Hall room;
  room.present("one-cloud");
  const int query = room.workbench().selection().locked().query;
  room.press(Qt::Key_Down);
  CHECK(room.workbench().selection().locked().query == query + 1);
  const auto draw = room.workbench().document().draw;
  room.press(Qt::Key_R);
  CHECK(room.workbench().document().draw == draw + 1);
  QTest::keyClick(room.presenter.stage(), Qt::Key_Z, Qt::ControlModifier);
  room.settleAll();
  CHECK(room.workbench().document().draw == draw);
  QLineEdit line(room.presenter.stage());
  line.show();
  line.setFocus();
  REQUIRE(waitFor([&] { return line.hasFocus(); }));
  QTest::keyClicks(&line, QStringLiteral("b1"));
  CHECK(line.text() == QStringLiteral("b1"));
  CHECK(room.presenter.stage()->curtain() == StageWindow::Curtain::Open);
  CHECK_FALSE(room.player.isAnswered());
  QTest::keyClick(&line, Qt::Key_PageDown);
  room.settleAll();
  CHECK((room.player.isDoing() || room.player.isMet() || room.player.stepIndex() == 1));
}

TEST_CASE("whoever removes all estimators in a step is told the way back, and all goes on", "[presenter]") {
  Hall room;
  room.present("one-cloud", 1, kLarge);
  room.workbench().store().change(QStringLiteral("remove"), [](Document& d) { d.cards.clear(); });
  room.settleAll();
  CHECK(room.strip().contains(QStringLiteral("which was removed; Backspace brings the step back")));
  checkText(room, 24);
  checkRoom(room);
  room.press(Qt::Key_PageDown);
  CHECK(room.player.isAnswered());
  room.press(Qt::Key_Backspace);
  CHECK_FALSE(room.strip().contains(QStringLiteral("which was removed")));
  CHECK(room.workbench().document().cards.size() == 2);
  // The panel of lessons says it as well.
  room.presenter.leave();
  room.open("one-cloud", 0);
  room.workbench().store().change(QStringLiteral("remove"), [](Document& d) { d.cards.clear(); });
  room.settleAll();
  CHECK(room.says(QStringLiteral("which was removed; Backspace brings the step back")));
}

TEST_CASE("what the window has to say during or after a presentation lies over nothing, and can be answered",
          "[presenter]") {
  const bool isAfter = GENERATE(false, true);
  INFO("after " << isAfter);
  Hall room;
  bool isAnswered = false;
  const auto offer = [&] {
    room.window.banner().tell(QStringLiteral("An earlier session ended with unsaved changes."),
                              {{QStringLiteral("Restore it"), [&] { isAnswered = true; }}});
  };
  room.present("game-of-chance");
  if (!isAfter) offer();
  room.press(Qt::Key_Escape);
  CHECK(waitFor([&] { return !room.presenter.isOn(); }));
  if (isAfter) offer();
  room.settleAll();
  const Banner& banner = room.window.banner();
  REQUIRE(banner.isVisible());
  CHECK(banner.width() > room.window.width() / 2);
  for (const PanelDock* dock : room.window.docks())
    if (dock->isVisible() && !dock->isFloating()) {
      INFO(text(dock->panel()->name()));
      CHECK_FALSE(banner.geometry().intersects(dock->geometry()));
    }
  auto* restore = banner.findChild<QPushButton*>();
  REQUIRE(restore != nullptr);
  const QPoint at = restore->mapTo(&room.window, restore->rect().center());
  REQUIRE(room.window.childAt(at) == restore);
  QTest::mouseClick(restore, Qt::LeftButton);
  CHECK(isAnswered);
}

TEST_CASE("a message in the room lies over no picture", "[presenter]") {
  Hall room;
  room.present("one-cloud");
  room.window.showBanner(QStringLiteral("There is no such file; give the path of a file that can be read"));
  room.settleAll();
  StageWindow& stage = *room.presenter.stage();
  const auto* said = stage.findChild<QLabel*>(QStringLiteral("said"));
  if (said->isHidden()) stage.say(QStringLiteral("There is no such file"));  // the speaker's screen had it
  REQUIRE(said->isVisible());
  for (const PanelDock* dock : room.window.docks()) {
    const Panel& panel = *dock->panel();
    if (panel.window() == &stage && panel.isVisible())
      CHECK_FALSE(QRect(panel.mapTo(&stage, QPoint()), panel.size()).intersects(said->geometry()));
  }
  CHECK(stage.rect().contains(said->geometry()));
}

TEST_CASE("a lecture begins at the beginning, wherever one stopped when studying alone", "[presenter]") {
  Hall room;
  room.player.keepProgressIn({});  // that of other tests
  room.open("game-of-chance", 2);
  room.player.close();
  room.settleAll();
  room.presenter.start(kSmall);
  REQUIRE(room.player.open(QStringLiteral("game-of-chance")));
  room.settleAll();
  CHECK(room.player.stepIndex() == 0);
  room.player.close();
  room.presenter.leave();
  REQUIRE(room.player.open(QStringLiteral("game-of-chance")));
  CHECK(room.player.stepIndex() == 2);  // which the lecture did not touch
}

TEST_CASE("a question that was answered in the window is open again as the lecture begins", "[presenter]") {
  Hall room;
  room.open("game-of-chance");
  while (room.player.step() != nullptr && !room.player.step()->ask) room.player.skip();
  REQUIRE(room.player.step() != nullptr);
  REQUIRE(room.player.reveal());
  room.presenter.start(kSmall);
  room.settleAll();
  CHECK_FALSE(room.player.isAnswered());
  CHECK_FALSE(room.player.isMet());
}

TEST_CASE("the speaker's controls of a step on chance are those of Chance itself", "[presenter]") {
  Hall room;
  room.present("game-of-chance");
  const QStringList before = room.panels();
  room.press(Qt::Key_C);
  CHECK(room.panels() == before);
}

TEST_CASE("a lecture on chance leaves sequence, estimators and query as they are", "[presenter]") {
  Hall room;
  room.workbench().store().change(QStringLiteral("own"), [](Document& d) {
    d.workload.presetOptions["radius"] = "2";
    d.draw = 3;
  });
  room.workbench().selection().lock({-1, 0, 20, 5, -1, -1});
  room.settleAll();
  const Document before = room.workbench().document();
  const Cursor cursor = room.workbench().selection().locked();
  room.present("game-of-chance");
  for (int i = 0; i < 10; ++i) {
    room.press(Qt::Key_PageDown);
    room.waitForTask();
  }
  CHECK(isOfChanceAlone(room.player.lesson()->steps.front().state));
  room.presenter.leave();
  room.settleAll();
  Document after = room.workbench().document();
  CHECK_FALSE(after.chance == before.chance);
  after.chance = before.chance;
  CHECK(after == before);
  CHECK(room.workbench().selection().locked() == cursor);
}

TEST_CASE("without a lesson the panel in front is presented, and the next ones", "[presenter]") {
  Hall room;
  room.presenter.start(kSmall);
  room.settleAll();
  const QStringList first = room.panels();
  CHECK(first.size() == 1);
  room.press(Qt::Key_PageDown);
  CHECK(room.panels().size() == 1);
  CHECK(room.panels() != first);
  room.press(Qt::Key_PageUp);
  CHECK(room.panels() == first);
}

TEST_CASE("notes that are longer than the speaker's screen are scrolled, each step from its beginning", "[presenter]") {
  Hall room;
  room.present("lara");
  SpeakerView& speaker = *room.presenter.speaker();
  speaker.resize(600, 220);
  speaker.show();
  QCoreApplication::processEvents();
  auto* reading = speaker.findChild<QScrollArea*>(QStringLiteral("reading"));
  REQUIRE(reading != nullptr);
  reading->setMaximumHeight(40);  // whatever the fonts
  QCoreApplication::processEvents();
  QScrollBar& bar = *reading->verticalScrollBar();
  REQUIRE(bar.maximum() > 0);
  for (const QLabel* label : reading->widget()->findChildren<QLabel*>())
    if (label->isVisible()) CHECK(label->height() >= label->heightForWidth(label->width()));
  bar.setValue(bar.maximum());
  room.player.goTo(1);
  CHECK(bar.value() == 0);
}

TEST_CASE("with two screens the speaker has one; a screen that goes takes nothing with it", "[screens]") {
  const QList<QScreen*> screens = QGuiApplication::screens();
  REQUIRE(screens.size() == 2);
  Hall room;
  room.presenter.start();
  room.open("one-cloud", 1);
  SpeakerView& speaker = *room.presenter.speaker();
  StageWindow& stage = *room.presenter.stage();
  const auto says = [&](const char* words) {
    for (const QLabel* label : speaker.findChildren<QLabel*>())
      if (label->isVisible() && label->text().contains(QLatin1String(words))) return true;
    return false;
  };
  CHECK(speaker.isVisible());
  CHECK(stage.screen() == screens[1]);
  CHECK(stage.geometry() == screens[1]->geometry());
  CHECK(speaker.screen() == screens[0]);
  CHECK(screens[0]->geometry().contains(speaker.geometry()));
  CHECK(says("Mean over queries and many draws"));  // the notes
  CHECK(says("3 or 4"));                            // the answer
  CHECK(says("The same thing, another name"));      // the next step
  CHECK(says("this step 0:"));
  CHECK_FALSE(room.player.isAnswered());  // which the room does not see
  CHECK(Theme::of(stage.palette()).font.pixelSize() ==
        Theme::light(DrawingScale::ofRoom(stage.size())).font.pixelSize());
  room.press(Qt::Key_X);
  CHECK(stage.screen() == screens[0]);
  CHECK(speaker.screen() == screens[1]);
  room.press(Qt::Key_X);
  room.press(Qt::Key_PageDown);
  const Document document = room.workbench().document();
  // The screen of the room goes, and comes back.
  room.presenter.placeOn({screens[0]});
  room.settleAll();
  CHECK(stage.screen() == screens[0]);
  CHECK(stage.geometry() == screens[0]->geometry());
  CHECK_FALSE(speaker.isVisible());
  CHECK(room.player.stepIndex() == 1);
  CHECK(room.player.isAnswered());
  CHECK(room.workbench().document() == document);
  QTest::keyPress(&stage, Qt::Key_N);
  const auto* notes = stage.findChild<QLabel*>(QStringLiteral("notes"));
  CHECK(notes->isVisible());
  CHECK(notes->text().contains(QStringLiteral("Mean over queries")));
  QTest::keyRelease(&stage, Qt::Key_N);
  CHECK_FALSE(notes->isVisible());
  room.presenter.place();
  room.settleAll();
  CHECK(speaker.isVisible());
  CHECK(stage.screen() == screens[1]);
}

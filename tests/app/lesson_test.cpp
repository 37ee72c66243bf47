// Lessons in the app: steps as steps of undo, conditions on finished pictures, questions, progress, files that change.
#include <qcustomplot.h>

#include <QAction>
#include <QDir>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QTest>
#include <QUndoStack>
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "app/window_booth.h"
#include "dialogs/lesson_recorder.h"
#include "lessons/marks.h"
#include "lessons/state_reader.h"
#include "player/lesson_player.h"
#include "views/estimators/estimator_card.h"
#include "views/lesson/lesson_panel.h"
#include "views/lesson/lesson_text.h"
#include "views/option_form.h"
#include "widgets/banner.h"
#include "window/dock_layout.h"
#include "window/panel_dock.h"

using namespace omegascope;
using namespace omegascope::test;

namespace {

const QByteArray kLesson = R"lesson(# Four times the darts
```json lesson
{"format": 1, "name": "darts", "goal": "Four times the samples.", "minutes": 3,
 "start": {"workload": "three_clusters:radius=1", "cards": ["softmax", {"ra": {"samples": 4}}], "selection": {"query": 12}}}
```
## A guess
What do *more* samples make of $1/S$?
```json step
{"show": ["weights", "numbers"], "hide": ["numbers.mse"], "light": ["estimators.ra.samples"],
 "ask": {"question": "The error is", "answers": [
   {"text": "half", "say": "That is its root."}, {"text": "a quarter", "right": true, "say": "Yes."}]},
 "do": "Pull samples to 16.", "when": "ra.samples >= 16 and ra.mse < 100"}
```
## Other queries
Look around.
```json step
{"set": {"cards": ["softmax", {"rfa": {"samples": 8}}, {"rfa b": {"samples": 8}}]},
 "do": "Look at two others.", "when": "visited(selection.query == 13, selection.query == 14) and redraws >= 2"}
```
## A number
How many samples?
```json step
{"ask": {"question": "How many?", "value": "rfa.samples", "within": "1", "say": "The card says it."}}
```
)lesson";

struct Shown {
  Booth booth;
  QTemporaryDir folder;
  std::unique_ptr<LessonPlayer> player;
  QStringList told;

  Shown() {
    write(kLesson);
    player = make(folder.filePath(QStringLiteral("kept/progress.json")));
  }
  std::unique_ptr<LessonPlayer> make(const QString& progress) {
    auto made = std::make_unique<LessonPlayer>(booth.workbench(), progress);
    made->setFolder(folder.path());
    QObject::connect(made.get(), &LessonPlayer::told, made.get(),
                     [this](const QString& sentence) { told << sentence; });
    return made;
  }
  QString path() const { return folder.filePath(QStringLiteral("darts.md")); }
  void write(const QByteArray& text) const {
    QFile file(path());
    REQUIRE(file.open(QIODevice::WriteOnly));
    file.write(text);
  }
  void open(int step = -1) {
    REQUIRE(player->open(QStringLiteral("darts"), step));
    settle();
  }
  void settle() {
    booth.settle();
    QCoreApplication::processEvents();
  }
  const Document& document() { return booth.workbench().document(); }
  void set(int card, const char* option, const char* value) {
    booth.workbench().store().change(
        QStringLiteral("set"), [&](Document& d) { d.cards[static_cast<std::size_t>(card)].options[option] = value; });
    settle();
  }
};

}  // namespace

TEST_CASE("a step is the document it asks for, in one step of undo", "[lesson]") {
  Shown s;
  const Document before = s.document();
  const int steps = s.booth.workbench().store().undoStack()->count();
  s.open();
  CHECK(s.booth.workbench().store().undoStack()->count() == steps + 1);
  CHECK(s.document().workload.presetOptions.at("radius") == "1");
  REQUIRE(s.document().cards.size() == 2);
  CHECK(s.document().cards[1].options.at("samples") == "4");
  CHECK(s.booth.workbench().selection().locked().query == 12);
  s.booth.workbench().store().undoStack()->undo();
  CHECK(s.document() == before);
}

TEST_CASE("the way on waits for the answer and for the task; skip does not", "[lesson]") {
  Shown s;
  s.open();
  CHECK_FALSE(s.player->mayGoOn());
  s.set(1, "samples", "16");
  CHECK(s.player->isMet());
  CHECK_FALSE(s.player->mayGoOn());
  s.player->next();
  CHECK(s.player->stepIndex() == 0);
  s.player->choose(0);
  CHECK(s.player->isAnswered());
  CHECK(s.player->mayGoOn());
  s.set(1, "samples", "8");
  CHECK(s.player->mayGoOn());  // it was done once
  s.player->next();
  CHECK(s.player->stepIndex() == 1);
  CHECK(s.document().cards.back().label() == "rfa b");
  s.player->skip();
  CHECK(s.player->stepIndex() == 2);
  s.player->back();
  CHECK(s.player->stepIndex() == 1);
}

TEST_CASE("what was visited and how often was redrawn counts since the step began", "[lesson]") {
  Shown s;
  s.open(1);
  const auto look = [&](int query) {
    Cursor cursor = s.booth.workbench().selection().locked();
    cursor.query = query;
    s.booth.workbench().selection().lock(cursor);
  };
  const auto redraw = [&] {
    s.booth.workbench().store().change(QStringLiteral("redraw"), [](Document& d) { ++d.draw; });
    s.settle();
  };
  for (const int query : {13, 20, 14}) {
    look(query);
    s.settle();
  }
  CHECK_FALSE(s.player->isMet());
  redraw();
  s.player->goTo(1);
  s.settle();
  CHECK_FALSE(s.player->isMet());
  for (const int query : {13, 14, 15}) look(query);  // keys may come faster than pictures
  redraw();
  CHECK_FALSE(s.player->isMet());
  redraw();
  CHECK(s.player->isMet());
  s.player->goTo(1);
  s.settle();
  CHECK(s.player->isMet());  // what was done stays done
}

TEST_CASE("a number is right within what the step allows", "[lesson]") {
  Shown s;
  s.open(2);
  s.player->guess(5);
  CHECK(s.player->isAnswered());
  CHECK_FALSE(s.player->guessed()->is_right);
  s.player->guess(8.5);
  CHECK(s.player->guessed()->is_right);
  CHECK(s.player->askedNumber() == 8);
}

TEST_CASE("whoever leaves the path comes back to the step as it was", "[lesson]") {
  Shown s;
  s.open();
  const Document begun = s.document();
  CHECK_FALSE(s.player->isAway());
  s.booth.workbench().store().change(QStringLiteral("remove all"), [](Document& d) { d.cards.clear(); });
  s.settle();
  CHECK(s.player->isAway());
  CHECK_FALSE(s.player->isMet());
  s.player->backToStep();
  s.settle();
  CHECK_FALSE(s.player->isAway());
  CHECK(s.document() == begun);
}

TEST_CASE("how far one is, and what was answered, is kept; a file that cannot be written is said once", "[lesson]") {
  Shown s;
  s.open();
  s.player->choose(1);
  s.player->skip();
  const auto again = s.make(s.folder.filePath(QStringLiteral("kept/progress.json")));
  CHECK(again->progressOf("darts").step == 1);
  CHECK(again->progressOf("darts").answers.at(0).choice == 1);
  REQUIRE(again->open(QStringLiteral("darts")));
  CHECK(again->stepIndex() == 1);
  again->back();
  CHECK(again->chosen() == 1);
  CHECK(s.told.isEmpty());

  const auto unkept = s.make(QStringLiteral("/proc/nowhere/progress.json"));
  REQUIRE(unkept->open(QStringLiteral("darts"), 0));
  unkept->choose(0);
  unkept->skip();
  CHECK(unkept->stepIndex() == 1);
  CHECK(s.told.size() == 1);
}

TEST_CASE("a lesson that is saved is read again; a broken one leaves the version before", "[lesson]") {
  Shown s;
  s.open(1);
  s.write(QByteArray(kLesson).replace("Look around.", "Look far around."));
  CHECK(waitFor([&] { return s.player->step()->prose == "Look far around."; }));
  CHECK(s.player->stepIndex() == 1);
  s.write(QByteArray(kLesson).replace("visited(selection.query", "visited(selection.quarry"));
  CHECK(waitFor([&] { return !s.player->fileProblem().isEmpty(); }));
  INFO(text(s.player->fileProblem()));
  CHECK(s.player->fileProblem().contains(QStringLiteral("darts.md:18: ")));
  CHECK(s.player->fileProblem().contains(QStringLiteral("did you mean query?")));
  CHECK(s.player->step()->prose == "Look far around.");
  s.write(kLesson);
  CHECK(waitFor([&] { return s.player->fileProblem().isEmpty(); }));
  CHECK(s.player->step()->prose == "Look around.");
}

TEST_CASE("a question that is saved as another one is open again", "[lesson]") {
  Shown s;
  s.open(0);
  s.player->choose(1);
  s.write(QByteArray(kLesson).replace("What do *more*", "What do *many*"));
  CHECK(waitFor([&] { return s.player->step()->prose.starts_with("What do *many*"); }));
  CHECK(s.player->chosen() == 1);
  s.write(QByteArray(kLesson).replace(R"("text": "half")", R"("text": "a half")"));
  CHECK(waitFor([&] { return !s.player->isAnswered(); }));
  s.player->goTo(2);
  s.settle();
  s.player->guess(8);
  REQUIRE(s.player->isAnswered());
  s.write(QByteArray(kLesson).replace(R"("value": "rfa.samples", "within": "1", "say": "The card says it.")",
                                      R"("answers": [{"text": "8", "right": true}, {"text": "9", "say": "No."}])"));
  CHECK(waitFor([&] { return !s.player->isAnswered(); }));
}

TEST_CASE("the panel is played by keys: answers, next, back and the list", "[lesson]") {
  Window w;
  QTemporaryDir folder;
  QFile file(folder.filePath(QStringLiteral("darts.md")));
  REQUIRE(file.open(QIODevice::WriteOnly));
  file.write(kLesson);
  file.close();
  LessonPanel& panel = w.window.lessonPanel();
  LessonPlayer& player = panel.player();
  player.setFolder(folder.path());
  REQUIRE(player.open(QStringLiteral("darts"), 0));
  w.settle();
  const auto covers = [&] { return w.window.findChildren<QWidget*>(QStringLiteral("lesson cover")).size(); };
  CHECK(w.window.layoutOfDocks().workspace() == Workspace::Explore);
  CHECK(w.window.panel(QStringLiteral("weights"))->isOnScreen());
  CHECK_FALSE(w.window.panel(QStringLiteral("omega_space"))->isOnScreen());
  CHECK(panel.isOnScreen());
  CHECK(covers() == 1);
  const auto rings = [&] { return w.window.findChildren<QWidget*>(QStringLiteral("lesson ring")); };
  CHECK(waitFor([&] { return rings().size() == 1 && rings().front()->height() < 60; }));  // the control, not its panel
  CHECK(w.says(QStringLiteral("The error is")));

  QTest::keyClick(&panel, Qt::Key_1);
  CHECK(player.chosen() == 0);
  CHECK(covers() == 0);
  CHECK(w.says(QStringLiteral("That is its root.")));
  QTest::keyClick(&panel, Qt::Key_B);
  CHECK(player.chosen() == 1);
  QTest::keyClick(&panel, Qt::Key_PageDown);
  CHECK(player.stepIndex() == 0);  // the task is left
  const int ra = w.workbench().document().cards[1].id;
  w.workbench().store().change(QStringLiteral("set"), [ra](Document& d) { d.card(ra)->options["samples"] = "16"; });
  w.settle();
  QCoreApplication::processEvents();
  CHECK(player.isMet());
  QTest::keyClick(&panel, Qt::Key_Backspace);
  CHECK(w.workbench().document().cards[1].options.at("samples") == "4");
  QTest::keyClick(&panel, Qt::Key_Return);
  CHECK(player.stepIndex() == 1);
  QTest::keyClick(&panel, Qt::Key_PageUp);
  CHECK(player.stepIndex() == 0);
  player.close();
  w.settle();
  CHECK(w.window.layoutOfDocks().workspace() == Workspace::Teach);
  CHECK(panel.isOnScreen());  // the list
  w.window.layoutOfDocks().setWorkspace(Workspace::Explore);
  w.settle();
  CHECK(w.window.panel(QStringLiteral("omega_space"))->isOnScreen());
  CHECK_FALSE(panel.isOnScreen());
}

TEST_CASE("a part of a panel is covered or pointed at by itself, where it has a place of its own", "[lesson]") {
  Window w;
  LessonPlayer& player = w.window.lessonPanel().player();
  REQUIRE(player.open(QStringLiteral("two-nets"), 0));  // the estimate, replicates and numbers are kept back
  w.settle();
  QCoreApplication::processEvents();
  Panel& chance = *w.window.panel(QStringLiteral("chance"));
  const auto covers = [&] { return chance.findChildren<QWidget*>(QStringLiteral("lesson cover")); };
  REQUIRE(covers().size() == 4);  // what the numbers say of the estimate is one of its own
  for (const char* part : {"estimate", "replicates", "numbers"}) {
    const QRect place = chance.placeOf(QLatin1String(part)).toAlignedRect();
    INFO(part);
    CHECK(place.height() > 40);
    CHECK(place.height() < chance.height());
    const bool isCovered = waitFor([&] {
      for (const QWidget* cover : covers())
        if (cover->geometry() == place.intersected(chance.rect())) return true;
      return false;
    });
    CHECK(isCovered);
  }
  const QRect curves = chance.placeOf(QStringLiteral("curves")).toAlignedRect();
  for (const QWidget* cover : covers()) CHECK_FALSE(cover->geometry().contains(curves.center()));
  CHECK(chance.placeOf(QStringLiteral("nothing")).isEmpty());
  player.choose(1);
  CHECK(covers().isEmpty());
}

TEST_CASE("errors beside the weights are kept back as those of Numbers are", "[lesson]") {
  Window w;
  LessonPlayer& player = w.window.lessonPanel().player();
  REQUIRE(player.open(QStringLiteral("tokens-or-projections"), 0));  // which of two errors is smaller?
  w.settle();
  const auto tellsErrors = [&] {
    const std::vector<LegendEntry> legend = w.window.panel(QStringLiteral("weights"))->legend();
    REQUIRE(legend.size() == 2);
    return std::any_of(legend.begin(), legend.end(),
                       [](const LegendEntry& entry) { return entry.text.contains(QStringLiteral("mse")); });
  };
  CHECK_FALSE(tellsErrors());
  player.choose(1);
  CHECK(tellsErrors());
}

TEST_CASE("parts of panels have places inside them", "[lesson]") {
  Booth booth;
  booth.showAllCards();
  const std::vector<std::pair<const char*, QStringList>> all = {
      {"chance", {"curves", "stems", "estimate", "truth", "replicates", "bias", "width", "ess", "numbers"}},
      {"numbers", {"mse", "ess", "nonpositive", "cost"}},
      {"output", {"truth", "cloud", "bias", "ellipse", "mse"}},
      {"weights", {"bars", "ess"}},
      {"kernels", {"kernel", "variance", "parameters"}}};
  for (const auto& [name, parts] : all) {
    const std::unique_ptr<Panel> panel = booth.show(kindOf(QLatin1String(name)), {1100, 640});
    for (QCustomPlot* plot : panel->findChildren<QCustomPlot*>()) plot->replot();
    for (const QString& part : parts) {
      INFO(name << "." << text(part));
      const QRectF place = panel->placeOf(part);
      CHECK(place.width() >= 20);
      CHECK(place.height() >= 10);
      CHECK(QRectF(panel->rect()).adjusted(-1, -1, 1, 1).contains(place));
      CHECK(place.width() * place.height() < 0.9 * panel->width() * panel->height());
    }
  }
}

namespace {

template <class Kind>
Kind& controlOf(QWidget& in, const char* name) {
  for (Kind* each : in.findChildren<Kind*>())
    if (each->accessibleName() == QLatin1String(name)) return *each;
  FAIL("there is no control " << name);
  return *in.findChild<Kind*>();
}

/// As a person writes: the line is edited.
void typeInto(QWidget& in, const char* name, const char* words) {
  auto& line = controlOf<QLineEdit>(in, name);
  line.selectAll();
  QTest::keyClicks(&line, QString::fromUtf8(words));
}

}  // namespace

TEST_CASE("steps are recorded with their texts, saved as a lesson and opened at once", "[lesson]") {
  Window w;
  const QTemporaryDir folder;
  LessonPlayer& player = w.window.lessonPanel().player();
  player.setFolder(folder.filePath(QStringLiteral("mine")));  // it is made
  QAction* record = nullptr;
  for (QAction* action : w.window.findChildren<QAction*>())
    if (action->text().contains(QStringLiteral("Record a lesson"))) record = action;
  REQUIRE(record != nullptr);
  record->trigger();
  auto& recorder = *w.window.findChild<LessonRecorder*>();
  const auto samplesOfRfa = [&](const char* samples) {
    w.workbench().store().change(QStringLiteral("set"), [&](Document& d) { d.cards[1].options["samples"] = samples; });
    w.settle();
  };
  typeInto(recorder, "Title of the lesson", "My own");
  typeInto(recorder, "Goal of the lesson", "More samples help.");
  samplesOfRfa("8");
  recorder.addStep();
  typeInto(recorder, "Heading of the step", "Few");
  controlOf<QPlainTextEdit>(recorder, "Text of the step").setPlainText(QStringLiteral("Look at *rfa*."));
  typeInto(recorder, "Task", "Pull samples to 64.");
  typeInto(recorder, "Done when", "rfa.sample >= 64");
  CHECK_FALSE(recorder.save());
  CHECK(controlOf<QLabel>(recorder, "What is wrong").text().contains(QStringLiteral("did you mean samples?")));
  CHECK_FALSE(QFile::exists(folder.filePath(QStringLiteral("mine/my-own.md"))));
  typeInto(recorder, "Done when", "rfa.samples >= 64");
  samplesOfRfa("256");
  recorder.addStep();
  typeInto(recorder, "Heading of the step", "Many");
  controlOf<QPlainTextEdit>(recorder, "Text of the step").setPlainText(QStringLiteral("And now?"));
  typeInto(recorder, "Question", "The error");
  typeInto(recorder, "Answer A", "falls");
  typeInto(recorder, "Answer B", "rises");
  typeInto(recorder, "Said of answer B", "More samples err less.");
  REQUIRE(recorder.saveAndOpen());

  const omega::lessons::Lesson lesson = omega::lessons::read_lesson_file(
      std::filesystem::path(folder.filePath(QStringLiteral("mine/my-own.md")).toStdString()));
  CHECK(lesson.title == "My own");
  REQUIRE(lesson.steps.size() == 2);
  const std::vector<std::string>& show = lesson.steps[0].show;
  CHECK(std::find(show.begin(), show.end(), "attention") != show.end());
  CHECK(lesson.steps[1].ask->answers[0].right);
  REQUIRE(player.lesson() != nullptr);
  CHECK(player.lesson()->name == "my-own");
  w.settle();
  CHECK(w.workbench().document().cards[1].options.at("samples") == "8");
  CHECK_FALSE(player.isMet());
  samplesOfRfa("64");
  QCoreApplication::processEvents();
  CHECK(player.isMet());
  player.next();
  w.settle();
  CHECK(w.workbench().document().cards[1].options.at("samples") == "256");
  // Saved again, this one is written over.
  REQUIRE(recorder.save());
  CHECK(QDir(folder.filePath(QStringLiteral("mine"))).entryList(QDir::Files).size() == 1);
}

TEST_CASE("the window writes the handout of the open lesson and an exam, each with its key beside it", "[lesson]") {
  Window w;
  const QTemporaryDir folder;
  const auto isPdf = [&](const char* name) {
    return bytesOf(folder.filePath(QLatin1String(name))).startsWith("%PDF-");
  };
  CHECK_FALSE(w.actions.handoutTo(folder.filePath(QStringLiteral("none.pdf"))));  // none is open
  LessonPlayer& player = w.window.lessonPanel().player();
  REQUIRE(player.open(QStringLiteral("ratio"), 1));
  w.settle();
  const Document before = w.workbench().document();
  CHECK(w.actions.handoutTo(folder.filePath(QStringLiteral("ratio.pdf"))));
  CHECK(isPdf("ratio.pdf"));
  CHECK(isPdf("ratio-key.pdf"));
  CHECK(w.actions.examTo(3, folder.filePath(QStringLiteral("exam.pdf"))));
  CHECK(isPdf("exam.pdf"));
  CHECK(isPdf("exam-key.pdf"));
  CHECK(w.workbench().document() == before);  // pictures were made beside the window
  CHECK(player.stepIndex() == 1);
  CHECK_FALSE(w.actions.examTo(3, QStringLiteral("/proc/nowhere/exam.pdf")));
  CHECK(w.says(QStringLiteral("/proc/nowhere")));
}

TEST_CASE("a card that a lesson brings into view has its options open", "[lesson]") {
  Window w;
  const QString label = QString::fromStdString(w.workbench().document().cards[3].label());
  const auto form = [&]() -> QWidget* {
    for (EstimatorCard* card : w.window.findChildren<EstimatorCard*>())
      if (card->accessibleName() == label) return card->findChild<OptionForm*>();
    return nullptr;
  };
  const auto show = [&](bool visible) {
    w.workbench().store().change(QStringLiteral("lesson"), [&](Document& d) { d.cards[3].visible = visible; });
    w.settle();
  };
  show(false);
  REQUIRE(form() != nullptr);
  CHECK(form()->isHidden());
  show(true);
  CHECK_FALSE(form()->isHidden());
  w.workbench().store().undoStack()->undo();
  w.settle();
  CHECK(form()->isHidden());
}

TEST_CASE("every step of the program's lessons opens without a complaint, and nothing is done before it is done",
          "[lesson]") {
  Shown s;
  int asked = 0;
  for (const auto& one : omega::lessons::read_shelf().lessons)
    for (int step = 0; step < static_cast<int>(one.lesson.steps.size()); ++step) {
      INFO(one.lesson.file << ", step " << step + 1);
      REQUIRE(s.player->open(QString::fromStdString(one.lesson.name), step));
      s.settle();
      const Snapshot& snapshot = *s.booth.workbench().snapshot();
      CHECK(snapshot.sequenceError.empty());
      for (const CardResult& card : snapshot.cards) CHECK(card.error.empty());
      CHECK_FALSE(s.player->isMet());
      CHECK_FALSE(s.player->isAway());  // nothing was dropped or clamped
      if (!s.player->step()->ask) continue;
      ++asked;
      CHECK_FALSE(s.player->isAnswered());
      for (int answer = 0; answer < static_cast<int>(s.player->step()->ask->answers.size()); ++answer) {
        s.player->choose(answer);
        CHECK(s.player->chosen() == answer);
      }
    }
  CHECK(asked >= 15);
  CHECK(s.told.isEmpty());
}

TEST_CASE("a screen of 1024x768 has room for every step of the lessons", "[lesson]") {
  const QSize screen(1024, 768);
  Window w;
  w.window.resize(screen);
  LessonPanel& panel = w.window.lessonPanel();
  LessonPlayer& player = panel.player();
  player.keepProgressIn({});
  int panels = 0, steps = 0;
  for (const auto& one : omega::lessons::read_shelf().lessons)
    for (int step = 0; step < static_cast<int>(one.lesson.steps.size()); ++step, ++steps) {
      INFO(one.lesson.name << ", step " << step + 1);
      REQUIRE(player.open(QString::fromStdString(one.lesson.name), step));
      const auto isWhole = [&](const QWidget& widget) {
        return w.window.rect().contains(QRect(widget.mapTo(&w.window, QPoint()), widget.size()));
      };
      // Behind another panel of the step, whose place it shares; the first is never.
      const auto isBehindTab = [&](Panel& asked) {
        const QList<QDockWidget*> beside = w.window.tabifiedDockWidgets(w.window.dockOf(&asked));
        return asked.name() != QString::fromStdString(player.step()->show.front()) && !asked.isOnScreen() &&
               std::any_of(beside.begin(), beside.end(), [&](QDockWidget* dock) {
                 const Panel& other = *static_cast<PanelDock*>(dock)->panel();
                 return other.isOnScreen() && std::count(player.step()->show.begin(), player.step()->show.end(),
                                                         other.name().toStdString()) == 1;
               });
      };
      w.settle();
      for (int i = 0; i < 3; ++i) QCoreApplication::processEvents();
      CHECK(w.window.size() == screen);
      for (const std::string& name : player.step()->show) {
        Panel& shown = *w.window.panel(QString::fromStdString(name));
        INFO(name << " is " << shown.width() << " x " << shown.height());
        if (isBehindTab(shown)) continue;
        ++panels;
        CHECK(shown.isOnScreen());
        CHECK(isWhole(shown));
        // What the panel shows now may need another width than what it showed before: the layout follows.
        CHECK(waitFor([&] {
          return shown.width() >= std::max(200, shown.minimumSizeHint().width()) &&
                 shown.height() >= std::max(100, shown.minimumSizeHint().height());
        }));
      }
      CHECK(isWhole(panel));
      for (const QScrollArea* area : panel.findChildren<QScrollArea*>())
        if (area->isVisible()) CHECK(area->widget()->width() <= area->viewport()->width());
      for (const QPushButton* button : panel.findChildren<QPushButton*>())
        if (button->isVisible()) {
          INFO(text(button->text()));
          CHECK(button->sizeHint().width() <= button->width());
        }
    }
  CHECK(steps >= 50);
  CHECK(panels >= steps);  // each step shows one at least
}

TEST_CASE("the prose of a step: emphasis, code, formulas and pictures", "[lesson]") {
  const Theme theme = Theme::light();
  CHECK(proseHtml(QStringLiteral("a *b* **c**\n\nd"), theme) == QStringLiteral("<p>a <i>b</i> <b>c</b></p><p>d</p>"));
  CHECK(lineHtml(QStringLiteral("2 * 3 * 4 `*x*` <b>"), theme) ==
        QStringLiteral("2 * 3 * 4 <code>*x*</code> &lt;b&gt;"));
  CHECK(lineHtml(QStringLiteral("*of $q_n$*"), theme).startsWith(QStringLiteral("<i>of <")));
  CHECK(lineHtml(QStringLiteral("$q_n$"), theme).contains(QStringLiteral("<sub>")));
  CHECK(lineHtml(QStringLiteral("![a hill](none.png)"), theme) == QStringLiteral("<i>a hill</i>"));
}

TEST_CASE("the names that lessons know are those of the app", "[lesson]") {
  std::vector<std::string> panels;
  for (const PanelKind& kind : panelKinds())
    if (kind.name != QStringLiteral("lesson")) panels.push_back(kind.name.toStdString());
  std::vector<std::string> known = omega::lessons::panel_names();
  std::sort(panels.begin(), panels.end());
  std::sort(known.begin(), known.end());
  CHECK(panels == known);
  const nlohmann::json view = toJson(Document())["view"];
  for (const omega::lessons::ViewKey& key : omega::lessons::view_keys()) {
    INFO(key.name);
    REQUIRE(view.contains(key.place()));
    CHECK(view[key.place()] == nlohmann::json(key.usual));
  }
}

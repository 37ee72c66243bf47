// What was answered and kept of a lesson: the first answer, whichever question the lesson asks by now, and notes, on
// the screen and on paper.
#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QStatusBar>
#include <QTemporaryDir>
#include <QTest>
#include <catch2/catch.hpp>

#include "app/tools.h"
#include "app/window_booth.h"
#include "language/language.h"
#include "lessons/lesson.h"
#include "model/session_file.h"
#include "player/lesson_player.h"
#include "player/progress_file.h"
#include "views/lesson/answer_button.h"
#include "views/lesson/lesson_panel.h"
#include "views/lesson/lesson_text.h"
#include "window/stage_window.h"

using namespace omegascope;
using namespace omegascope::test;

namespace {

const QByteArray kAskedTwice = R"lesson(# Asked twice
```json lesson
{"format": 1, "name": "twice", "goal": "Two questions.", "minutes": 2, "start": {"workload": "gaussian", "cards": [{"rfa": {"samples": 8}}]}}
```
## A number
Count.
```json step
{"show": ["numbers"], "ask": {"question": "How many samples?", "value": "rfa.samples", "within": "1", "say": "The card says it."}}
```
## A choice
Guess.
```json step
{"ask": {"question": "Is it so?", "answers": [{"text": "surely", "say": "It is not."}, {"text": "hardly", "right": true, "say": "As it is."}]}}
```
)lesson";

/// A window with a folder for lessons and for what is kept of them.
struct Desk {
  Window w;
  QTemporaryDir folder;
  LessonPanel& panel = w.window.lessonPanel();
  LessonPlayer& player = panel.player();
  QLineEdit& number = *panel.findChild<QLineEdit*>();

  explicit Desk(const QByteArray& lesson = kAskedTwice) {
    write(lesson);
    player.keepProgressIn(kept());
    player.setFolder(folder.path());
  }
  QString kept() const { return folder.filePath(QStringLiteral("kept.json")); }
  void write(const QByteArray& lesson) const {
    QFile file(folder.filePath(QStringLiteral("twice.md")));
    REQUIRE(file.open(QIODevice::WriteOnly));
    file.write(lesson);
  }
  void rewrite(const QByteArray& lesson) {
    write(lesson);
    player.readAgain();
    w.settle();
  }
  void open(const char* lesson, int step) {
    REQUIRE(player.open(QLatin1String(lesson), step));
    w.settle();
  }
  void type(const char* text) {
    number.setText(QString::fromUtf8(text));
    QTest::keyClick(&number, Qt::Key_Return);
  }
  void change(const std::function<void(Document&)>& edit) {
    w.workbench().store().change(QStringLiteral("set"), edit);
    w.settle();
  }
  void choose(const char* inMenu) {
    for (QAction* action : w.window.findChildren<QAction*>())
      if (action->text() == QLatin1String(inMenu)) action->trigger();
  }
  /// The words of "My answers" of the open lesson; none where nothing here reads PDF.
  std::optional<QString> paper(Tools& tools) {
    const QString pdf = folder.filePath(QStringLiteral("answers.pdf"));
    REQUIRE(w.actions.answersTo(pdf));
    return tools.wordsOf(pdf);
  }
};

}  // namespace

TEST_CASE("what was answered first is kept with numbers, comes back with its step, and is written on paper",
          "[lesson]") {
  Desk desk;
  auto& [w, folder, panel, player, number] = desk;
  REQUIRE(player.open(QStringLiteral("twice"), 0));
  w.settle();
  emit w.window.answersRequested();
  CHECK(w.says(QStringLiteral("You have not answered any question of “Asked twice” yet.")));
  desk.type("5");
  CHECK(player.stepIndex() == 0);  // what is said of it is there to be read
  REQUIRE(player.guessed());
  player.guess(8.5);  // the first one counts
  player.skip();
  w.settle();
  player.choose(0);
  player.choose(1);
  player.back();
  w.settle();
  REQUIRE(player.guessed());
  CHECK(player.guessed()->given == 5);
  CHECK_FALSE(player.guessed()->is_right);
  CHECK(number.text() == QStringLiteral("5"));
  CHECK(panel.feedback().contains(QStringLiteral("It is 8.")));

  const omega::lessons::GivenAnswers answers = ProgressFile(desk.kept()).of("twice").answers;
  REQUIRE(answers.size() == 2);
  CHECK(answers == player.progressOf("twice").answers);
  CHECK(answers.at(0).number == omega::lessons::Given::Number{5, 8, false});
  CHECK(answers.at(1).choice == 0);

  player.skip();
  w.settle();
  w.workbench().store().change(QStringLiteral("set"), [](Document& d) { d.cards[0].options["samples"] = "32"; });
  for (int i = 0; i < 2; ++i) desk.choose("&Keep as a note");
  CHECK(w.window.statusBar()->currentMessage().startsWith(QStringLiteral("Kept as 2-2.omega; ")));  // in a line
  const std::vector<LessonNote> notes = player.notes().of("twice");
  REQUIRE(notes.size() == 2);
  CHECK(notes[1].path == folder.filePath(QStringLiteral("notes/twice/2-2.omega")));
  CHECK(readSession(notes[0].path).document.cards[0].options.at("samples") == "32");

  player.close();
  for (auto* list : panel.findChildren<QListWidget*>())
    for (int row = 0; row < list->count(); ++row)
      if (list->item(row)->text().contains(QStringLiteral("Asked twice"))) list->setCurrentRow(row);
  Tools tools;
  if (const auto words = desk.paper(tools)) {  // of the lesson that is chosen in the list
    CHECK(words->contains(QStringLiteral("My answers: Asked twice")));
    CHECK(words->contains(QStringLiteral("My number: 5. It was 8.")));
    CHECK(words->contains(QStringLiteral("It is not.")));
    CHECK(words->contains(QStringLiteral("The right answer is B.")));
    CHECK(words->contains(QStringLiteral("My note 2-1.omega.")));
    CHECK(words->contains(QStringLiteral("samples=32")));  // in the line below its picture
  }
}

TEST_CASE("a note is on paper as it was kept: with the draw of a game, with the estimator in front", "[lesson]") {
  Tools tools;
  Desk desk(R"lesson(# Two cards
```json lesson
{"format": 1, "name": "twice", "goal": "One of them is in front.", "minutes": 2, "start": {"cards": [{"rfa": {"samples": 8}}, "lara"]}}
```
## Look
Choose a sample.
```json step
{"show": ["inspector", "weights"]}
```
)lesson");
  desk.open("two-nets", 1);
  desk.change([](Document& d) { d.chance.game.plan.replicates = 64; });
  REQUIRE(desk.w.workbench().document().chance.draw == 3);
  desk.choose("&Keep as a note");
  if (const auto words = desk.paper(tools)) {
    const qsizetype note = words->indexOf(QStringLiteral("My note 2-1.omega."));
    REQUIRE(note > 0);
    CHECK(words->indexOf(QStringLiteral("--draw 3"), note) > note);
    CHECK_FALSE(words->contains(QStringLiteral("--draw 0")));
  }

  desk.open("twice", 0);
  const Document& document = desk.w.workbench().document();
  desk.w.workbench().selection().lock({document.cards[1].id, 0, 3, -1, -1, 5});
  desk.choose("&Keep as a note");
  if (const auto words = desk.paper(tools)) {
    CHECK(words->contains(QStringLiteral("lara › head 0 › query 3 › sample 5")));
    CHECK_FALSE(words->contains(QStringLiteral("rfa › head 0 › query 3 › sample 5")));
  }
}

TEST_CASE("of a note without a picture the paper says why", "[lesson]") {
  Tools tools;
  Desk desk;
  desk.open("twice", 1);
  for (int i = 0; i < 2; ++i) desk.choose("&Keep as a note");
  const std::vector<LessonNote> notes = desk.player.notes().of("twice");
  REQUIRE(notes.size() == 2);
  QFile broken(notes[0].path);
  REQUIRE(broken.open(QIODevice::WriteOnly));
  broken.write("no session");
  broken.close();
  Session session = readSession(notes[1].path);
  session.document.workload.preset.clear();
  session.document.workload.presetOptions.clear();
  session.document.workload.file = desk.folder.filePath(QStringLiteral("mine.npz")).toStdString();
  writeSession(notes[1].path, session);
  if (const auto words = desk.paper(tools)) {
    CHECK(words->contains(QStringLiteral("My note 2-1.omega: it cannot be read.")));
    CHECK(words->contains(QStringLiteral("My note 2-2.omega: its sequence is a ")));
    CHECK(words->contains(QStringLiteral(" of yours; open the note to see it.")));  // "file" has a ligature
  }
}

TEST_CASE("a state is copied with the draw of the game that is seen, or with the estimator in front", "[lesson]") {
  using omega::lessons::Json;
  Desk desk;
  const auto copied = [&] {
    desk.choose("&Copy the state for a lesson");
    return Json::parse(QGuiApplication::clipboard()->text().toStdString())["set"];
  };
  desk.open("two-nets", 1);
  CHECK(copied()["draw"] == 3);
  desk.change([](Document& d) { d.chance.seed = 11; });
  CHECK(copied()["seed"] == 11);
  desk.open("twice", 0);
  CHECK_FALSE(copied().contains("selection"));
  desk.w.workbench().selection().lock({desk.w.workbench().document().cards[0].id, 0, 3, -1, -1, 5});
  CHECK(copied()["selection"] == Json{{"query", 3}, {"sample", 5}, {"card", "rfa"}});
  CHECK_FALSE(copied().contains("view"));
  desk.change([](Document& d) {
    d.view.map = MapContent::error;
    d.view.limits = MapLimits::locked;  // at numbers of this picture: no lesson can say them
    d.view.showTokens = false;
    d.asks.plane.line = true;
  });
  CHECK(copied()["view"] == Json{{"map", "error"}, {"show_tokens", false}, {"plane", {{"line", true}}}});
  // No lesson can say where somebody moved a token: nothing is copied in its place.
  const QString before = QGuiApplication::clipboard()->text();
  const auto dims = static_cast<std::size_t>(desk.w.workbench().snapshot()->sequence->sizes.D);
  desk.change([dims](Document& d) {
    d.seed = 12;
    d.workload.moved.push_back({MovedToken::Kind::query, 0, 3, std::vector<double>(dims, 1)});
  });
  desk.choose("&Copy the state for a lesson");
  CHECK(QGuiApplication::clipboard()->text() == before);
  CHECK(desk.w.window.banner().isVisibleTo(&desk.w.window));
}

TEST_CASE("an answer is the answer to its question alone, which another one takes the place of", "[lesson]") {
  const auto asksFor = [](const char* value) {
    return QByteArray(kAskedTwice).replace(R"("value": "rfa.samples")", QByteArray(R"("value": ")") + value + '"');
  };
  Desk desk;
  desk.open("twice", 0);
  desk.type("5");
  desk.player.skip();
  desk.player.choose(0);
  const auto answers = [&] { return ProgressFile(desk.kept()).of("twice").answers; };
  REQUIRE(answers().size() == 2);
  desk.player.close();
  Tools tools;

  SECTION("another number") {
    desk.rewrite(asksFor("rfa.samples * 100"));
    desk.open("twice", 0);
    CHECK_FALSE(desk.player.isAnswered());
    CHECK(desk.number.text().isEmpty());
    CHECK(desk.panel.feedback().isEmpty());
    if (const auto words = desk.paper(tools)) CHECK(words->contains(QStringLiteral("Not answered.")));
    desk.type("700");
    CHECK(answers().at(0).number == omega::lessons::Given::Number{700, 800, false});
    desk.type("800");  // the first one counts
    CHECK(answers().at(0).number->given == 700);
  }
  SECTION("a choice in place of a number") {
    desk.rewrite(QByteArray(kAskedTwice)
                     .replace(R"("value": "rfa.samples", "within": "1", "say": "The card says it.")",
                              R"("answers": [{"text": "8", "right": true}, {"text": "9", "say": "No."}])"));
    desk.open("twice", 0);
    CHECK_FALSE(desk.player.isAnswered());
    desk.player.choose(1);
    CHECK(answers().at(0).choice == 1);
    CHECK_FALSE(answers().at(0).number);
    if (const auto words = desk.paper(tools)) CHECK_FALSE(words->contains(QStringLiteral("Not answered.")));
  }
  SECTION("other words") {
    desk.rewrite(QByteArray(kAskedTwice).replace("Is it so?", "Is it not so?"));
    desk.open("twice", 1);
    CHECK_FALSE(desk.player.isAnswered());
  }
  SECTION("none but in a record of an earlier version") {
    QFile file(desk.kept());
    REQUIRE(file.open(QIODevice::WriteOnly));
    file.write(R"({"lessons": {"twice": {"answers": {"0": {"number": 5, "asked": 8, "right": false}, "1": 1}}}})");
    file.close();
    desk.player.keepProgressIn(desk.kept());
    desk.open("twice", 0);
    CHECK(desk.number.text() == QStringLiteral("5"));
    desk.player.skip();
    CHECK(desk.player.chosen() == 1);
    CHECK(answers().at(1).choice == 1);
  }
}

TEST_CASE("a step that is put before others takes no answer away, and the step that is open stays open", "[lesson]") {
  QByteArray longer = kAskedTwice;
  longer.replace("## A number", "## New first\nText new.\n## A number");
  Desk desk;
  desk.open("twice", 0);
  desk.type("5");
  desk.player.skip();
  desk.player.choose(0);
  const auto kept = [&] { return ProgressFile(desk.kept()).of("twice").answers; };
  const auto before = kept();
  REQUIRE(before.size() == 2);
  desk.rewrite(longer);
  CHECK(kept() == before);
  CHECK(desk.player.step()->title == "A choice");
  CHECK(desk.player.stepIndex() == 2);
  CHECK(desk.player.chosen() == 0);
  Tools tools;
  if (const auto words = desk.paper(tools)) CHECK_FALSE(words->contains(QStringLiteral("Not answered.")));
  desk.player.back();
  desk.w.settle();
  CHECK(desk.number.text() == QStringLiteral("5"));
  desk.rewrite(kAskedTwice);
  CHECK(kept() == before);
  desk.rewrite(QByteArray(kAskedTwice).replace("\"value\": \"rfa.samples\"", "\"value\": \"rfa.samples + 1\""));
  CHECK_FALSE(desk.player.isAnswered());
  desk.rewrite(kAskedTwice);
  CHECK(desk.number.text() == QStringLiteral("5"));  // with its question
}

TEST_CASE("a lesson is followed to another name, and a file that is gone is told of", "[lesson]") {
  Desk desk;
  desk.open("twice", 1);
  desk.player.choose(0);
  desk.rewrite(QByteArray(kAskedTwice).replace("\"twice\"", "\"renamed\"").replace("Guess.", "Guess again."));
  REQUIRE(desk.player.lesson() != nullptr);
  CHECK(desk.player.lesson()->name == "renamed");
  CHECK(desk.player.step()->prose == "Guess again.");
  CHECK(desk.player.chosen() == 0);
  CHECK(desk.player.progressOf("renamed").answers.at(1).choice == 0);
  CHECK(desk.player.fileProblem().isEmpty());
  const QString file = desk.folder.filePath(QStringLiteral("twice.md"));
  REQUIRE(QFile::rename(file, file + QStringLiteral(".away")));
  desk.player.readAgain();
  CHECK(desk.player.step()->prose == "Guess again.");
  const auto says = [&] {
    for (const QLabel* label : desk.panel.findChildren<QLabel*>())
      if (label->isVisible() && label->text().contains(QStringLiteral("The file of this lesson is gone")))
        return label->text().contains(QStringLiteral("another lesson. The last sound version is shown."));
    return false;
  };
  CHECK(waitFor(says));
  REQUIRE(QFile::rename(file + QStringLiteral(".away"), file));
  desk.player.readAgain();
  CHECK(desk.player.fileProblem().isEmpty());
}

TEST_CASE("a lesson of one's own that has the name of one of the program is followed by its file", "[lesson]") {
  const auto named = [](const char* name) { return QByteArray(kAskedTwice).replace("twice", name); };
  Desk desk(named("two-nets"));
  desk.open("two-nets", 1);
  REQUIRE(desk.player.step()->title == "A choice");
  desk.player.choose(0);
  desk.rewrite(named("renamed").replace("Guess.", "Guess again."));
  CHECK(desk.player.lesson()->name == "renamed");
  CHECK(desk.player.step()->prose == "Guess again.");
  CHECK(desk.player.chosen() == 0);
  desk.rewrite(named("two-nets"));
  CHECK(desk.player.step()->prose == "Guess.");
  const QString file = desk.folder.filePath(QStringLiteral("twice.md")), other = file + QStringLiteral(".other.md");
  REQUIRE(QFile::rename(file, other));  // another file of the user's with its name is the same lesson
  desk.player.readAgain();
  CHECK(desk.player.fileProblem().isEmpty());
  REQUIRE(QFile::remove(other));
  desk.player.readAgain();
  CHECK(desk.player.fileProblem().startsWith(QStringLiteral("The file of this lesson is gone")));
  CHECK(desk.player.step()->title == "A choice");
}

TEST_CASE("an answer shows its signs and formulas, in as many lines as it needs", "[lesson]") {
  const QByteArray words = "bias & variance of one $x^2$, and then so many words more that no line holds all of them";
  Desk desk(QByteArray(kAskedTwice).replace("surely", words).replace("hardly", "**hardly** *for $x^2$* `<5>`"));
  desk.open("twice", 1);
  const AnswerButton& button = *desk.panel.findChildren<AnswerButton*>().front();
  CHECK(desk.panel.findChildren<AnswerButton*>()[1]->text() == QStringLiteral("B ▲  hardly for x^2 <5>"));
  CHECK(lineText(QStringLiteral("`$5` *is* `$6`")) == QStringLiteral("$5 is $6"));
  CHECK(withoutMnemonic(button.text()) ==
        QStringLiteral("A ●  ") + QString::fromLatin1(words).remove(QLatin1Char('$')));
  CHECK(button.heightForWidth(200) >= 3 * button.fontMetrics().height());
  CHECK(button.heightForWidth(2000) < 2 * button.fontMetrics().height() + 12);
  CHECK(button.height() >= button.heightForWidth(button.width()));
  StageWindow room(desk.player);
  room.refresh();
  const QString said = room.findChild<QLabel*>(QStringLiteral("act"))->text();
  CHECK(said.contains(QStringLiteral("bias &amp; variance of one ")));
  CHECK_FALSE(said.contains(QLatin1Char('$')));
  CHECK(withoutMnemonic(asButtonText(QStringLiteral("a & b"))) == QStringLiteral("a & b"));
}

TEST_CASE("what a question asks of the draws is measured though no panel of the step shows it", "[lesson]") {
  Desk desk(QByteArray(kAskedTwice)
                .replace(R"("value": "rfa.samples")", R"("value": "rfa.variance")")
                .replace(R"("show": ["numbers"])", R"("show": ["attention"])"));
  desk.open("twice", 0);
  desk.type("5");
  CHECK(desk.panel.feedback().contains(QStringLiteral("once a query is chosen")));
  desk.w.workbench().selection().lock({desk.w.workbench().document().cards[0].id, 0, 3, -1, -1, -1});
  desk.w.settle();
  CHECK(desk.player.askedNumber().has_value());
}

TEST_CASE("a lesson that is shorter now shows its last step with what was answered there", "[lesson]") {
  const QByteArray third = "## More\nAnd on.\n";
  Desk desk(kAskedTwice + third);
  desk.open("twice", 1);
  desk.player.choose(0);
  desk.player.skip();
  REQUIRE(desk.player.stepIndex() == 2);
  desk.rewrite(kAskedTwice);
  CHECK(desk.player.stepIndex() == 1);
  CHECK(desk.player.chosen() == 0);
  CHECK(ProgressFile(desk.kept()).of("twice").answers.at(1).choice == 0);
}

TEST_CASE("a verdict stands beside the number that it judges; what is no guess is told why", "[lesson]") {
  Desk desk;
  desk.open("twice", 0);
  for (const char* none : {"nan", "inf", "many"}) {
    desk.type(none);
    CHECK_FALSE(desk.player.isAnswered());
    CHECK(desk.panel.feedback().startsWith(QStringLiteral("Write a number")));
  }
  const bool isFirst = GENERATE(true, false);
  if (!isFirst) desk.type("5.0625");
  desk.change([](Document& d) { d.cards.clear(); });
  desk.type("99");
  CHECK(desk.panel.feedback().contains(QStringLiteral("rfa, which was removed")));
  CHECK(desk.number.text() == (isFirst ? QStringLiteral("99") : QStringLiteral("5.0625")));
  desk.player.backToStep();
  desk.w.settle();
  desk.type("7.5");
  CHECK(desk.player.guessed()->given == 7.5);
  CHECK(desk.player.guessed()->is_right);
}

TEST_CASE("what is typed to guess again stays, but where an answer comes back", "[lesson]") {
  Desk desk;
  desk.open("twice", 0);
  desk.type("5");
  desk.number.clear();
  desk.change([](Document& d) { d.cards[0].options["samples"] = "32"; });
  CHECK(desk.player.guessed());
  CHECK(desk.number.text().isEmpty());
  desk.rewrite(QByteArray(kAskedTwice).replace("rfa.samples", "rfa.samples + 1"));
  REQUIRE_FALSE(desk.player.isAnswered());
  desk.number.setText(QStringLiteral("3"));
  desk.rewrite(kAskedTwice);
  CHECK(desk.player.guessed()->given == 5);
  CHECK(desk.number.text() == QStringLiteral("5"));
}

TEST_CASE("a guess is written on paper as it was typed, and leaves the field with its question", "[lesson]") {
  Desk desk(QByteArray(kAskedTwice).replace(R"("value": "rfa.samples")", R"("value": "rfa.samples * 10000 + 48")"));
  desk.open("twice", 0);
  desk.type("80049.25");
  CHECK(desk.number.text() == QStringLiteral("80049.25"));
  Tools tools;
  if (const auto words = desk.paper(tools))
    CHECK(words->contains(QStringLiteral("My number: 80049.25. It was 80048.")));
  desk.rewrite(kAskedTwice);
  CHECK_FALSE(desk.player.isAnswered());
  CHECK(desk.number.text().isEmpty());
}

TEST_CASE("counts of hands go with their question", "[lesson]") {
  QByteArray longer = kAskedTwice;
  longer.replace("## A choice", R"(## Another
Guess.
```json step
{"ask": {"question": "And now?", "answers": [{"text": "surely", "say": "No."}, {"text": "hardly", "right": true}]}}
```
## A choice)");
  using Hands = std::vector<int>;
  Desk desk;
  auto& player = desk.player;
  player.setLecture(true);
  desk.open("twice", 1);
  player.count({4, 2});
  const auto kept = [&](const char* name) { return ProgressFile(desk.kept()).of(name).hands; };
  desk.rewrite(longer);
  REQUIRE(player.stepIndex() == 2);
  CHECK(player.hands() == Hands{4, 2});
  player.back();
  CHECK(player.hands().empty());
  CHECK(player.handsBefore().empty());
  CHECK(kept("twice") == std::map<int, Hands>{{2, {4, 2}}});
  desk.rewrite(QByteArray(kAskedTwice).replace("twice", "renamed"));
  REQUIRE(player.stepIndex() == 1);
  CHECK(player.hands() == Hands{4, 2});
  CHECK(kept("renamed") == std::map<int, Hands>{{1, {4, 2}}});
  player.setLecture(true);
  CHECK(player.handsBefore() == Hands{4, 2});
  desk.rewrite(QByteArray(kAskedTwice).replace("twice", "renamed").replace("Is it so?", "Is it not so?"));
  CHECK(player.handsBefore().empty());
}

TEST_CASE("counts of hands that are not all counts are none", "[lesson]") {
  const QTemporaryDir folder;
  QFile file(folder.filePath(QStringLiteral("kept.json")));
  REQUIRE(file.open(QIODevice::WriteOnly));
  file.write(R"({"lessons": {"twice": {"hands": {"0": [4, "x", 2], "1": [4, 2]}}}})");
  file.close();
  const std::map<int, std::vector<int>> hands = ProgressFile(file.fileName()).of("twice").hands;
  CHECK(hands == std::map<int, std::vector<int>>{{1, {4, 2}}});
}

TEST_CASE("a task that was done is done after a restart, whatever else changes, but not where it is another task",
          "[lesson]") {
  const QByteArray lesson = QByteArray(kAskedTwice)
                                .replace("\"show\": [\"numbers\"]",
                                         "\"do\": \"Draw anew.\", \"when\": \"redraws >= 2\", \"show\": [\"numbers\"]");
  Desk desk(lesson);
  desk.open("twice", 0);
  desk.type("5");
  for (int i = 0; i < 2; ++i) desk.change([](Document& document) { ++document.draw; });
  REQUIRE(waitFor([&] { return desk.player.isMet(); }));
  desk.player.next();
  REQUIRE(desk.player.stepIndex() == 1);
  desk.player.back();
  CHECK(desk.player.isMet());
  const auto metAgain = [&](const QByteArray& text) {
    desk.write(text);
    LessonPlayer again(desk.w.workbench(), desk.kept());
    again.setFolder(desk.folder.path());
    REQUIRE(again.open(QStringLiteral("twice"), 0));
    return again.isMet();
  };
  CHECK(metAgain(lesson));
  CHECK(metAgain(QByteArray(lesson).replace("Draw anew.", "Press R twice.")));
  CHECK_FALSE(metAgain(QByteArray(lesson).replace("redraws >= 2", "redraws >= 3")));
  CHECK_FALSE(metAgain(kAskedTwice));
}

// All lessons from begin to end by keys alone, as a student without a mouse plays them: each wrong answer, the right
// one, the task at the control that sets it, and on. And what lessons leave as it is, or give back.
#include <qcustomplot.h>

#include <QAbstractSpinBox>
#include <QAction>
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QFile>
#include <QLineEdit>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>
#include <QTextDocument>
#include <QUndoStack>
#include <catch2/catch.hpp>
#include <functional>
#include <map>
#include <set>

#include "app/window_booth.h"
#include "jobs/chance_run.h"
#include "lessons/lesson.h"
#include "player/lesson_player.h"
#include "views/estimators/estimator_card.h"
#include "views/lesson/lesson_panel.h"
#include "views/lesson/lesson_text.h"
#include "window/dock_layout.h"

using namespace omegascope;
using namespace omegascope::test;

namespace {

constexpr int kMostPresses = 60;

// For each step what its task takes, nothing where an answer is all: keys, "rfa.samples=256" at that control, "@chance"
// at the plot of that panel, "!scaling" at its Measure; a key with * is pressed until the task is done.
const std::map<std::string, std::vector<const char*>> kTasks = {
    {"game-of-chance", {"R R R R R", "chance.samples=256", "R R R R R R R R R R", ""}},
    {"wrong-place",
     {"@chance Tab Shift+Right", "@chance Tab Shift+Up Shift+Up Down*", "@chance Tab Shift+Right Shift+Right",
      "@chance Tab Up*", "@chance Tab Shift+Right Shift+Right Shift+Right"}},
    {"ratio", {"chance.estimator=snis", "", "R R R", "@chance Tab Shift+Up Shift+Up Shift+Up Shift+Right Shift+Right"}},
    {"two-nets", {"R R R R R", "chance.weighting=balance", "chance.Game=Overlapping_nets", "chance.weighting=optimal"}},
    {"cheaper-luck", {"chance.antithetic chance.integrand=x2", "chance.beta=1.65", "chance.beta_mode=estimated"}},
    {"attention-is-an-average", {"Down Down Down", "R R R", "ra.samples=64", "ra.samples=64"}},
    {"one-cloud", {"Down Down Down", "workload.radius=3", "", "rfa.samples=256"}},
    {"unbiased-is-not-better", {"", "rfa.samples=256", "R R R R R", "lara.proposal_scale=1", "workload.radius=3"}},
    {"features", {"rfa.features=trig", "rfa_b.samples=32", "R*", "rfa.draw=orthogonal"}},
    {"sharing-proposals", {"R*", "", "mis.weighting=balance . .", "mis.weighting=power", ""}},
    {"lara",
     {"R R R R R", "lara.proposal_scale=0 lara.proposal_scale=2", "workload.order=turns", "lara.beta=4", "",
      "lara_b.antithetic"}},
    {"eva",
     {"Right*", "eva.groups=3", "eva.window=32", "eva.window=16", "eva.group_weight=counted eva.partition=complement"}},
    {"learning-where-to-look", {"@kernels Tab Shift+Right Shift+Right", "R R R gmm.features=prf", "R R", ""}},
    {"what-does-linear-buy", {"", "!scaling", "", ""}},
    {"tokens-or-projections", {"", "workload.dim=64", "key_sampling.exact_keys=1", ""}},
};

class Student {
 public:
  explicit Student(Window& window) : m_w(window) {
    m_w.window.activateWindow();
    m_player.keepProgressIn({});  // that of other tests
  }

  void play(const omega::lessons::Lesson& lesson) { play(lesson, kTasks.at(lesson.name)); }
  void play(const omega::lessons::Lesson& lesson, const std::vector<const char*>& tasks) {
    REQUIRE(tasks.size() == lesson.steps.size());
    REQUIRE(m_player.open(QString::fromStdString(lesson.name), 0));
    for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
      INFO(lesson.name << ", step " << i + 1 << ": " << tasks[i]);
      settle();
      REQUIRE(m_player.stepIndex() == static_cast<int>(i));
      const omega::lessons::Step step = *m_player.step();
      if (step.ask || step.when) CHECK_FALSE(m_player.mayGoOn());
      if (step.ask) answer(*step.ask);
      for (const QString& word : QString::fromUtf8(tasks[i]).split(QLatin1Char(' '), Qt::SkipEmptyParts)) act(word);
      if (step.when) {
        INFO(step.when->text());
        REQUIRE(waitFor([&] { return m_player.isMet(); }));
      }
      REQUIRE(m_player.mayGoOn());
      m_panel.setFocus();
      QTest::keyClick(&m_panel, Qt::Key_Return);
    }
    settle();
    CHECK(m_player.lesson() == nullptr);  // the list
    CHECK(m_player.progressOf(lesson.name).done);
  }

 private:
  void settle() {
    m_w.settle();
    if (m_w.workbench().chance().isUnderWay()) CHECK(waitFor([&] { return !m_w.workbench().chance().isUnderWay(); }));
    for (int i = 0; i < 3; ++i) QCoreApplication::processEvents();
  }

  void answer(const omega::lessons::Ask& ask) {
    if (ask.value) return guess(ask);
    tryEach(ask);
  }

  /// A number is typed: the first one counts, right or not, and is said to be the one or the other.
  void guess(const omega::lessons::Ask& ask) {
    auto& line = *m_panel.findChild<QLineEdit*>();
    focus(line);
    QTest::keyClicks(&line, QStringLiteral("1"));
    QTest::keyClick(&line, Qt::Key_Return);
    settle();
    REQUIRE(m_player.guessed());
    CHECK(m_player.guessed()->given == 1);
    CHECK(saysOf(ask.say, m_player.guessed()->is_right ? "✓ Right: it is" : "✗ It is"));
    m_at = &m_panel;
  }

  /// Every answer by its key, the right one last; each says what is said of it and nothing else.
  void tryEach(const omega::lessons::Ask& ask) {
    std::vector<std::size_t> order;
    for (const bool right : {false, true})
      for (std::size_t i = 0; i < ask.answers.size(); ++i)
        if (ask.answers[i].right == right) order.push_back(i);
    REQUIRE(order.size() == ask.answers.size());
    m_panel.setFocus();
    for (const std::size_t i : order) {
      QTest::keyClick(&m_panel, static_cast<Qt::Key>(Qt::Key_1 + static_cast<int>(i)));
      settle();
      CHECK(m_player.chosen() == static_cast<int>(i));
      CHECK(saysOf(ask.answers[i].say, ask.answers[i].right ? "✓ Right." : "✗ Not so."));
    }
  }

  /// Whether this is what the panel says of an answer.
  bool saysOf(const std::string& say, const char* verdict) {
    QTextDocument said;
    said.setHtml(lineHtml(QString::fromStdString(say), Theme::light()));
    UNSCOPED_INFO(text(m_panel.feedback()));
    return m_panel.feedback().contains(said.toPlainText()) && m_panel.feedback().contains(QString::fromUtf8(verdict));
  }

  void act(const QString& word) {
    if (word.startsWith(QLatin1Char('@'))) return goTo(word.mid(1));
    if (word.startsWith(QLatin1Char('!'))) return measureIn(word.mid(1));
    if (word.contains(QLatin1Char('.')) && word.size() > 1) return setAt(word);
    const bool isRepeated = word.endsWith(QLatin1Char('*'));
    const QKeyCombination keys = QKeySequence(isRepeated ? word.chopped(1) : word)[0];
    for (int i = 0; i < (isRepeated ? kMostPresses : 1) && !(isRepeated && m_player.isMet()); ++i) {
      QTest::keyClick(m_at, keys.key(), keys.keyboardModifiers());
      settle();
    }
  }

  /// Gives it the focus: it is to be seen, enabled, and takes the focus by Tab. That Tab leads there is not tried here.
  void focus(QWidget& widget) {
    INFO(text(widget.accessibleName()) << " " << widget.metaObject()->className());
    REQUIRE(widget.isVisible());
    REQUIRE(widget.isEnabled());
    REQUIRE((widget.focusPolicy() & Qt::TabFocus) != 0);
    widget.setFocus(Qt::TabFocusReason);
    REQUIRE(waitFor([&] { return widget.hasFocus(); }));
    m_at = &widget;
  }

  void goTo(const QString& panel) {
    auto* plot = m_w.window.panel(panel)->findChild<QCustomPlot*>();
    REQUIRE(plot != nullptr);
    focus(*plot);
  }

  void measureIn(const QString& panel) {
    const auto buttons = m_w.window.panel(panel)->findChildren<QPushButton*>();
    const auto measure = std::find_if(buttons.begin(), buttons.end(), [](const QPushButton* button) {
      return button->text() == QStringLiteral("Measure");
    });
    REQUIRE(measure != buttons.end());
    CHECK_FALSE(m_player.isMet());
    focus(**measure);
    QTest::keyClick(m_at, Qt::Key_Space);
    m_panel.setFocus();
  }

  QWidget& ownerOf(const QString& name) {
    const QString label = QString::fromStdString(omega::lessons::label_of_name(name.toStdString()));
    for (EstimatorCard* card : m_w.window.findChildren<EstimatorCard*>())
      if (card->isVisible() && card->accessibleName() == label) return *card;
    if (Panel* panel = m_w.window.panel(name)) return *panel;  // after the cards: mis is both
    FAIL("there is no " << text(name));
    return m_panel;
  }

  /// "rfa.samples=256": types the number, goes down the list to the word, or ticks the box.
  void setAt(const QString& word) {
    const QStringList sides = word.split(QLatin1Char('='));
    QWidget& owner = ownerOf(sides[0].section(QLatin1Char('.'), 0, 0));
    const QString name = sides[0].section(QLatin1Char('.'), 1);
    QWidget* control = nullptr;
    for (QWidget* one : owner.findChildren<QWidget*>())
      if ((one->objectName() == name || one->accessibleName() == name) && one->isVisible()) control = one;
    INFO(text(name));
    REQUIRE(control != nullptr);
    if (auto* box = qobject_cast<QCheckBox*>(control)) {
      focus(*box);
      QTest::keyClick(box, Qt::Key_Space);
    } else if (auto* list = qobject_cast<QComboBox*>(control); list != nullptr && !list->isEditable()) {
      choose(*list, sides[1]);
    } else {
      auto* number = control->findChild<QAbstractSpinBox*>();
      focus(number ? *number : *control);
      auto* line = m_at->findChild<QLineEdit*>();
      (line ? line : qobject_cast<QLineEdit*>(m_at))->selectAll();
      QTest::keyClicks(m_at, sides[1]);
      QTest::keyClick(m_at, Qt::Key_Return);
    }
    settle();
    m_panel.setFocus();
    m_at = &m_panel;
  }

  void choose(QComboBox& list, QString word) {
    word.replace(QLatin1Char('_'), QLatin1Char(' '));
    focus(list);
    QTest::keyClick(&list, Qt::Key_Home);
    for (int i = 0; i < list.count() && list.currentText() != word; ++i) {
      settle();
      QTest::keyClick(&list, Qt::Key_Down);
    }
    CHECK(list.currentText() == word);
  }

  Window& m_w;
  LessonPanel& m_panel = m_w.window.lessonPanel();
  LessonPlayer& m_player = m_panel.player();
  QWidget* m_at = &m_panel;
};

}  // namespace

TEST_CASE("all lessons are played to their end by keys, with every wrong answer and the right one", "[lesson]") {
  Window w;
  Student student(w);
  const auto& lessons = w.window.lessonPanel().player().shelf().lessons;
  std::set<std::string> names, played;
  for (const auto& one : lessons) names.insert(one.lesson.name);
  for (const auto& [name, tasks] : kTasks) played.insert(name);
  REQUIRE(names == played);
  for (const auto& one : lessons) student.play(one.lesson);
}

TEST_CASE("a question for a number is answered by keys, too", "[lesson]") {
  const QTemporaryDir folder;
  QFile file(folder.filePath(QStringLiteral("guessed.md")));
  REQUIRE(file.open(QIODevice::WriteOnly));
  file.write(R"lesson(# A number
```json lesson
{"format": 1, "name": "guessed", "goal": "A guess.", "minutes": 1, "start": {"workload": "gaussian", "cards": [{"rfa": {"samples": 8}}]}}
```
## Guess, then act
Count.
```json step
{"show": ["numbers"], "ask": {"question": "How many samples?", "value": "rfa.samples", "within": "1", "say": "The card says it."}, "do": "Draw anew.", "when": "redraws >= 1"}
```
)lesson");
  file.close();
  Window w;
  Student student(w);
  LessonPlayer& player = w.window.lessonPanel().player();
  player.setFolder(folder.path());
  student.play(player.shelf().find("guessed")->lesson, {"R"});
}

namespace {

/// Somebody who has set something of their own, and then turns to lessons.
struct Visitor {
  Window w;
  LessonPanel& panel = w.window.lessonPanel();
  LessonPlayer& player = panel.player();
  Document own;
  Cursor at{-1, 0, 20, 5, -1, -1};

  Visitor() {
    w.window.activateWindow();
    player.keepProgressIn({});
    change("own", [](Document& d) {
      d.workload.presetOptions["radius"] = "2";
      d.add("mis");
      d.draw = 3;
    });
    w.workbench().selection().lock(at);
    w.settle();
    own = document();
  }
  const Document& document() { return w.workbench().document(); }
  void change(const char* what, const std::function<void(Document&)>& edit) {
    w.workbench().store().change(QLatin1String(what), edit);
    w.settle();
  }
  bool isAsItWas() {
    Document now = document();
    now.chance = own.chance;
    return now == own && w.workbench().selection().locked() == at;
  }
  QPushButton* button(const char* words) {
    for (QPushButton* each : panel.findChildren<QPushButton*>())
      if (each->text() == QLatin1String(words)) return each;
    FAIL("there is no button " << words);
    return nullptr;
  }
  void openAndClose(const char* lesson) {
    REQUIRE(player.open(QLatin1String(lesson), 0));
    w.settle();
    player.close();
    w.settle();
  }
};

}  // namespace

TEST_CASE("a lesson of chance is played, and Explore has its sequence, estimators and query as before", "[lesson]") {
  Visitor v;
  Student student(v.w);
  student.play(v.player.shelf().find("game-of-chance")->lesson);
  CHECK(v.isAsItWas());
  QTest::keyClick(&v.w.window, Qt::Key_1, Qt::ControlModifier);
  v.w.settle();
  CHECK(v.isAsItWas());
  CHECK(v.w.workbench().snapshot()->query == 20);
  CHECK_FALSE(v.button("Back to what was open")->isVisibleTo(&v.panel));  // it is there
}

TEST_CASE("in a lesson of chance the way back to the step leaves alone what was done in Explore", "[lesson]") {
  Visitor v;
  REQUIRE(v.player.open(QStringLiteral("game-of-chance"), 0));
  v.w.settle();
  v.change("radius", [](Document& d) { d.workload.presetOptions["radius"] = "3"; });
  v.change("remove", [](Document& d) { d.cards.pop_back(); });
  CHECK_FALSE(v.player.isAway());
  CHECK(v.player.missingText().isEmpty());
  v.change("draw", [](Document& d) { ++d.chance.draw; });
  CHECK(v.player.isAway());
  v.player.backToStep();
  v.w.settle();
  CHECK(v.document().chance.draw == 0);
  CHECK(v.document().workload.presetOptions.at("radius") == "3");
  CHECK(v.document().cards.size() + 1 == v.own.cards.size());
}

TEST_CASE("how a step is shown does not make one leave it, and going back does not forget how far one was",
          "[lesson]") {
  Visitor v;
  const QTemporaryDir folder;
  v.player.keepProgressIn(folder.filePath(QStringLiteral("progress.json")));
  REQUIRE(v.player.open(QStringLiteral("one-cloud"), 0));
  v.w.settle();
  v.change("colours", [](Document& d) {
    d.view.colourMap = "magma";
    d.view.logWeights = !d.view.logWeights;
  });
  CHECK_FALSE(v.player.isAway());
  v.change("seed", [](Document& d) { ++d.seed; });
  CHECK(v.player.isAway());

  for (int i = 0; i < 2; ++i) v.player.skip();
  v.player.back();
  CHECK(v.player.stepIndex() == 1);
  CHECK(v.player.progressOf("one-cloud").step == 1);
  CHECK(v.player.progressOf("one-cloud").reached == 2);
  const PanelData data = v.panel.data();
  const auto at = std::find(data.columns.begin(), data.columns.end(), QStringLiteral("reached")) - data.columns.begin();
  QStringList reached;
  for (const auto& row : rowsOf(data))
    if (row[0] == QStringLiteral("one-cloud")) reached << row[static_cast<std::size_t>(at)];
  CHECK(reached == QStringList{QStringLiteral("2")});
}

TEST_CASE("what was open before lessons took its place comes back with its query by one button", "[lesson]") {
  Visitor v;
  v.openAndClose("one-cloud");
  v.openAndClose("lara");
  REQUIRE_FALSE(v.isAsItWas());
  QPushButton* back = v.button("Back to what was open");
  REQUIRE(back->isVisible());
  back->click();
  v.w.settle();
  CHECK(v.isAsItWas());
  CHECK(v.w.window.layoutOfDocks().workspace() == Workspace::Explore);
  CHECK_FALSE(v.player.mayGoBackToOwn());
  v.w.workbench().store().undoStack()->undo();
  CHECK_FALSE(v.isAsItWas());
}

TEST_CASE("a button of a lesson that can no longer be pressed leaves the keyboard to the lesson", "[lesson]") {
  Visitor v;
  REQUIRE(v.player.open(QStringLiteral("game-of-chance"), 0));
  v.w.settle();
  v.panel.setFocus();
  for (int i = 0; i < 5; ++i) {
    QTest::keyClick(&v.panel, Qt::Key_R);
    v.w.settle();
  }
  REQUIRE(waitFor([&] { return v.player.mayGoOn(); }));
  QPushButton* next = v.button("Next");
  REQUIRE(waitFor([&] { return next->isEnabled(); }));
  next->setFocus(Qt::TabFocusReason);
  REQUIRE(waitFor([&] { return next->hasFocus(); }));
  QTest::keyClick(next, Qt::Key_Space);
  v.w.settle();
  CHECK(v.player.stepIndex() == 1);
  CHECK_FALSE(next->isEnabled());
  CHECK(QApplication::focusWidget() == &v.panel);
}

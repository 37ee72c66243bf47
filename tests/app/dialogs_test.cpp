// What the menus open: shortcuts, preferences, methods, about, printing; and copies side by side.
#include <QAction>
#include <QApplication>
#include <QDir>
#include <QDoubleSpinBox>
#include <QFile>
#include <QFileInfo>
#include <QKeySequenceEdit>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QLockFile>
#include <QMenu>
#include <QMenuBar>
#include <QPlainTextEdit>
#include <QPointer>
#include <QPrinter>
#include <QStatusBar>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QTreeWidget>
#include <QUndoView>
#include <catch2/catch.hpp>
#include <set>

#include "about/about.h"
#include "app/tools.h"
#include "app/window_booth.h"
#include "dialogs/about_dialog.h"
#include "dialogs/lesson_recorder.h"
#include "dialogs/shortcuts_dialog.h"
#include "estimators/registry.h"
#include "manual/described_pages.h"
#include "model/settings.h"
#include "views/lesson/lesson_panel.h"
#include "views/option_form.h"
#include "widgets/theme.h"
#include "window/appearance.h"
#include "window/dock_layout.h"
#include "window/help_popup.h"
#include "window/icon.h"
#include "window/preferences_dialog.h"

using namespace omegascope;
using namespace omegascope::test;

namespace {

void collect(const QMenu& menu, QList<QAction*>& actions) {
  for (QAction* action : menu.actions()) {
    if (action->menu() != nullptr)
      collect(*action->menu(), actions);
    else
      actions << action;
  }
}

QList<QAction*> actionsOf(const MainWindow& window) {
  QList<QAction*> actions;
  for (const QAction* top : window.menuBar()->actions()) collect(*top->menu(), actions);
  return actions;
}

QAction* actionNamed(const MainWindow& window, const QString& text) {
  for (QAction* action : actionsOf(window))
    if (QString(action->text()).remove(QLatin1Char('&')) == text) return action;
  return nullptr;
}

}  // namespace

TEST_CASE("no two actions have the same keys", "[dialogs]") {
  Window w;
  std::set<QString> seen;
  for (const QAction* action : actionsOf(w.window))
    for (const QKeySequence& keys : action->shortcuts()) {
      INFO(text(action->text()) << " " << text(keys.toString()));
      CHECK(seen.insert(keys.toString()).second);
    }
  CHECK(seen.size() > 30);
}

TEST_CASE("shortcuts are changed, kept, refused where taken, and reset", "[dialogs]") {
  {
    Window w;
    ShortcutsDialog dialog(*w.window.menuBar());
    QAction* redraw = actionNamed(w.window, QStringLiteral("Redraw the noise"));
    REQUIRE(redraw != nullptr);
    CHECK_FALSE(dialog.change(redraw, QKeySequence::Save));
    CHECK(dialog.said().contains(QStringLiteral("Save session")));
    CHECK(redraw->shortcut() == QKeySequence(Qt::Key_R));
    CHECK(dialog.change(redraw, QKeySequence(Qt::CTRL | Qt::Key_J)));
    CHECK(dialog.said().isEmpty());
  }
  Window next;
  QAction* redraw = actionNamed(next.window, QStringLiteral("Redraw the noise"));
  CHECK(redraw->shortcut() == QKeySequence(Qt::CTRL | Qt::Key_J));
  ShortcutsDialog(*next.window.menuBar()).resetAll();
  CHECK(redraw->shortcut() == QKeySequence(Qt::Key_R));
  CHECK(actionNamed(next.window, QStringLiteral("Redo"))->shortcuts().size() == 2);
  Window last;
  CHECK(actionNamed(last.window, QStringLiteral("Redraw the noise"))->shortcut() == QKeySequence(Qt::Key_R));
}

TEST_CASE("recent files are no actions that keys are chosen for", "[dialogs]") {
  const QString path = QStringLiteral("/data/recent.npz");
  Settings::addRecentFile(path);
  Window w;
  for (QMenu* menu : w.window.menuBar()->findChildren<QMenu*>()) emit menu->aboutToShow();
  REQUIRE(actionNamed(w.window, path) != nullptr);
  const ShortcutsDialog dialog(*w.window.menuBar());
  CHECK(dialog.findChild<QTreeWidget*>()->findItems(path, Qt::MatchExactly | Qt::MatchRecursive).isEmpty());
  Settings::clearRecentFiles();
}

TEST_CASE("one action gets its first keys back, unless another has them now", "[dialogs]") {
  Window w;
  ShortcutsDialog dialog(*w.window.menuBar());
  QAction *redraw = actionNamed(w.window, QStringLiteral("Redraw the noise")),
          *redo = actionNamed(w.window, QStringLiteral("Redo"));
  REQUIRE(dialog.change(redraw, QKeySequence(Qt::CTRL | Qt::Key_J)));
  REQUIRE(dialog.change(redo, QKeySequence(Qt::Key_R)));
  CHECK_FALSE(dialog.reset(redraw));
  CHECK(dialog.said().contains(QStringLiteral("Redo")));
  CHECK(dialog.reset(redo));
  CHECK(redo->shortcuts().size() == 2);
  CHECK(dialog.reset(redraw));
  CHECK(dialog.said().isEmpty());
  Window next;
  CHECK(actionNamed(next.window, QStringLiteral("Redraw the noise"))->shortcut() == QKeySequence(Qt::Key_R));
}

TEST_CASE("keys are changed by keys alone, and Shift+Tab, Esc and arrows change none", "[dialogs]") {
  Window w;
  ShortcutsDialog dialog(*w.window.menuBar());
  dialog.setVisible(true);
  dialog.activateWindow();
  REQUIRE(waitFor([&] { return dialog.isActiveWindow(); }));
  auto& list = *dialog.findChild<QTreeWidget*>();
  const QAction* redraw = actionNamed(w.window, QStringLiteral("Redraw the noise"));
  QTreeWidgetItem* row = list.findItems(QStringLiteral("Redraw the noise"), Qt::MatchExactly | Qt::MatchRecursive)[0];
  const auto& field = *qobject_cast<QKeySequenceEdit*>(list.itemWidget(row, 1));
  const auto press = [](Qt::Key key, Qt::KeyboardModifiers with = {}) {
    QTest::keyClick(QApplication::focusWidget(), key, with);
  };
  const auto said = [&] { return row->data(0, Qt::AccessibleTextRole).toString(); };
  const auto backKeys = [&] {
    const auto all = list.findChildren<QToolButton*>();
    return std::count_if(all.begin(), all.end(), [](const QToolButton* one) { return one->isVisible(); });
  };
  CHECK(backKeys() == 0);
  list.setFocus();
  list.setCurrentItem(row);
  press(Qt::Key_Return);
  REQUIRE(field.hasFocus());
  press(Qt::Key_Shift, Qt::ShiftModifier);
  CHECK(field.keySequence() == QKeySequence(Qt::Key_R));
  press(Qt::Key_Backtab, Qt::ShiftModifier);
  CHECK_FALSE(field.hasFocus());
  list.setFocus();
  press(Qt::Key_Return);
  press(Qt::Key_Escape);
  CHECK(dialog.isVisible());
  CHECK(list.hasFocus());
  CHECK(redraw->shortcut() == QKeySequence(Qt::Key_R));
  press(Qt::Key_Return);
  press(Qt::Key_J, Qt::ControlModifier);
  press(Qt::Key_Return);
  CHECK(list.hasFocus());
  CHECK(redraw->shortcut() == QKeySequence(Qt::CTRL | Qt::Key_J));
  CHECK(said() == QStringLiteral("Redraw the noise: Ctrl+J"));
  CHECK(backKeys() == 1);
  press(Qt::Key_Delete);
  CHECK(redraw->shortcut().isEmpty());
  press(Qt::Key_Tab);
  CHECK(qobject_cast<QToolButton*>(QApplication::focusWidget()) != nullptr);
  press(Qt::Key_Space);
  CHECK(redraw->shortcut() == QKeySequence(Qt::Key_R));
  CHECK(list.currentItem() == row);
  press(Qt::Key_Escape);
  CHECK_FALSE(dialog.isVisible());
}

TEST_CASE("the history lists every step, and a click goes there; Train has steps of its own", "[dialogs]") {
  Window w;
  for (const std::uint32_t seed : {11, 12, 13})
    w.workbench().store().change(QStringLiteral("Seed %1").arg(seed), [seed](Document& d) { d.seed = seed; });
  const std::uint32_t first = Document::start().seed;
  actionNamed(w.window, QStringLiteral("History …"))->trigger();
  auto* history = w.window.findChild<QUndoView*>();
  REQUIRE(history != nullptr);
  REQUIRE(history->isVisible());
  const auto click = [&](int row) {
    const QModelIndex index = history->model()->index(row, 0);
    QTest::mouseClick(history->viewport(), Qt::LeftButton, {}, history->visualRect(index).center());
    return w.workbench().document().seed;
  };
  REQUIRE(history->model()->rowCount() == 4);
  CHECK(history->model()->index(2, 0).data().toString() == QStringLiteral("Seed 12"));
  CHECK(click(1) == 11);
  CHECK(click(3) == 13);
  CHECK(click(0) == first);
  w.window.layoutOfDocks().setWorkspace(Workspace::Train);
  CHECK(history->model()->rowCount() == 1);
  w.window.layoutOfDocks().setWorkspace(Workspace::Explore);
  CHECK(history->model()->rowCount() == 4);
}

TEST_CASE("a menu that opens ticks what is so by then", "[dialogs]") {
  Window w;
  const auto isTicked = [&](const char* name) {
    QAction* action = actionNamed(w.window, QLatin1String(name));
    REQUIRE(action != nullptr);
    auto* menu = qobject_cast<QMenu*>(action->parent());
    REQUIRE(menu != nullptr);
    emit menu->aboutToShow();
    return action->isChecked();
  };
  for (const bool on : {false, true}) {
    Settings::setSingleKeys(on);  // as Preferences do
    CHECK(isTicked("Keys without Ctrl or Alt act") == on);
    w.window.setWindowState(on ? Qt::WindowNoState : Qt::WindowFullScreen);
    CHECK(isTicked("Full screen") != on);
  }
}

TEST_CASE("text grows and shrinks everywhere, within limits", "[dialogs]") {
  Window w;
  setTextPercent(100);
  const int before = QApplication::font().pixelSize();
  setTextPercent(150);
  CHECK(QApplication::font().pixelSize() == before * 3 / 2);
  CHECK(Theme::of(QApplication::palette()).font.pixelSize() == before * 3 / 2);
  w.settle();
  const QFont label = w.window.panel(QStringLiteral("workload"))->findChild<QLabel*>()->font();
  CHECK(label.pixelSize() == before * 3 / 2);
  setTextPercent(10000);
  CHECK(Settings::textPercent() == Settings::kMostTextPercent);
  setTextPercent(100);
  CHECK(QApplication::font().pixelSize() == before);
}

TEST_CASE("every method has a page with its formulas and all its options", "[dialogs]") {
  for (const omega::Estimator& estimator : omega::estimators()) {
    INFO(estimator.info.name);
    const QString all = methodPage(estimator.info, Theme::light()).html;
    CHECK(all.contains(QString::fromStdString(estimator.info.title).toHtmlEscaped()));
    for (const omega::OptionSpec& option : estimator.info.options)
      CHECK(all.contains(QStringLiteral("<b>%1</b>").arg(QString::fromStdString(option.name))));
    for (const omega::Equation& equation : omega::all_equations(estimator.info))
      CHECK(all.contains(formulaHtml(describedLines(equation.lines))));
  }
}

TEST_CASE("about names what a report of a fault needs", "[dialogs]") {
  const QString report = AboutDialog::report(QStringLiteral("CPU (no CUDA device)"));
  CHECK(report.contains(QString::fromLatin1(qVersion())));
  CHECK(report.contains(QStringLiteral("CPU (no CUDA device)")));
  CHECK(report.contains(QStringLiteral("commit ") + QString::fromLatin1(omega::program_commit())));
  CHECK(report.contains(QString::fromLatin1(omega::program_compiler())));
  CHECK(report.contains(QStringLiteral("CUDA: none: ")));
  CHECK(report.split(QLatin1Char('\n')).size() == 6);
}

TEST_CASE("the window's icon is drawn at every size", "[dialogs]") {
  const QIcon icon = programIcon();
  REQUIRE(icon.availableSizes().size() == 7);
  for (const QSize size : icon.availableSizes()) {
    const QImage image = icon.pixmap(size).toImage();
    INFO(size.width());
    CHECK(image.pixelColor(size.width() / 2, size.height() * 7 / 32).red() > 150);  // the query
    CHECK(image.pixelColor(0, 0).alpha() < 255);                                    // outside the round corner
  }
}

TEST_CASE("a panel prints", "[dialogs]") {
  Window w;
  const QTemporaryDir folder;
  QPrinter printer;
  printer.setOutputFormat(QPrinter::PdfFormat);
  printer.setOutputFileName(folder.filePath(QStringLiteral("page.pdf")));
  REQUIRE(w.actions.printTo(printer, *w.window.panel(QStringLiteral("weights"))));
  const QByteArray pdf = bytesOf(printer.outputFileName());
  CHECK(pdf.startsWith("%PDF"));
  CHECK(pdf.size() > 5000);
  Tools tools;
  if (const std::optional<QString> words = tools.wordsOf(printer.outputFileName())) {
    CHECK(words->contains(QStringLiteral("three_clusters, N = 48, M = 48, D = 2; seed 7, draw 0")));
    CHECK_FALSE(words->contains(QStringLiteral("--state")));  // it would have no end on paper
  }
}

TEST_CASE("copies of the program keep what they would lose apart", "[dialogs]") {
  const QString own = Settings::recoveryFile();
  CHECK(Settings::leftBehind().isEmpty());
  const QDir folder = QFileInfo(own).absoluteDir();
  const QString other = folder.filePath(QStringLiteral("recovery-7.omega"));
  REQUIRE(own != other);
  QFile file(other);
  REQUIRE(file.open(QIODevice::WriteOnly));
  file.close();
  {
    QLockFile running(folder.filePath(QStringLiteral("recovery-7.lock")));
    REQUIRE(running.tryLock(0));
    CHECK(Settings::leftBehind().isEmpty());  // it runs: not ours to take
  }
  CHECK(Settings::leftBehind() == other);
  QFile::remove(other);
  CHECK(Settings::leftBehind().isEmpty());
}

TEST_CASE("shares along the line of ω-space sum to 1 at every place", "[dialogs]") {
  Booth booth;
  booth.workbench().store().change(QStringLiteral("line"), [](Document& d) {
    d.asks.plane.line = true;
    for (Card& card : d.cards)
      if (card.method == "lara") card.options["clamp"] = "0";
  });
  booth.lockQuery(3);
  const std::shared_ptr<const ProposalShares> shares = booth.workbench().snapshot()->shares;
  REQUIRE(shares);
  REQUIRE(shares->linePositions.size() == 128);
  const std::size_t proposals = shares->alpha.size();
  REQUIRE(shares->lineAlpha.size() == 128 * proposals);
  for (std::size_t p = 0; p < 128; ++p) {
    double sum = 0;
    for (std::size_t c = 0; c < proposals; ++c) sum += shares->lineAlpha[p * proposals + c];
    CHECK(sum == Approx(1).margin(1e-4));
  }
  const auto panel = booth.show(kindOf(QStringLiteral("mis")));
  booth.settle();
  CHECK(colourCount(pictureOf(*panel)) > 60);
  const PanelData data = panel->data();
  CHECK(data.arrays.at("lara_alpha_on_line").shape() == omega::Shape{128, static_cast<omega::Index>(proposals)});
}

TEST_CASE("a principal plane does not turn while a token is moved by hand", "[dialogs]") {
  Booth booth;
  const QTemporaryDir folder;
  booth.openFile(folder.filePath(QStringLiteral("five.npz")), 24, 5);
  booth.lockQuery(2);
  const std::shared_ptr<const OmegaPlane> before = booth.workbench().snapshot()->plane;
  REQUIRE(before);
  booth.workbench().store().change(QStringLiteral("move"), [](Document& d) {
    d.workload.moved.push_back({MovedToken::Kind::key, 0, 3, {9, -8, 7, 6, -5}});
  });
  booth.settle();
  const std::shared_ptr<const OmegaPlane> after = booth.workbench().snapshot()->plane;
  CHECK(after->axisX == before->axisX);
  CHECK(after->axisY == before->axisY);
  CHECK(after->keys != before->keys);
}

TEST_CASE("the largest seed can be seen and set", "[dialogs]") {
  Window w;
  constexpr std::uint32_t kLargest = 4294967295u;
  w.workbench().store().change(QStringLiteral("seed"), [](Document& d) { d.seed = d.workload.presetSeed = kLargest; });
  w.settle();
  int found = 0;
  for (QDoubleSpinBox* box : w.window.findChildren<QDoubleSpinBox*>())
    if (box->value() == kLargest) {
      ++found;
      box->setValue(kLargest - 1.0);
    }
  CHECK(found == 2);
  CHECK(w.workbench().document().seed == kLargest - 1);
  CHECK(w.workbench().document().workload.presetSeed == kLargest - 1);
}

TEST_CASE("the recorder keeps what is not saved when it is closed, and goes when all is", "[dialogs]") {
  Window w;
  const QTemporaryDir folder;
  w.window.lessonPanel().player().setFolder(folder.path());
  QAction* record = actionNamed(w.window, QStringLiteral("Record a lesson …"));
  record->trigger();
  const QPointer<LessonRecorder> recorder = w.window.findChild<LessonRecorder*>();
  REQUIRE(recorder != nullptr);
  const auto type = [&](const char* name, const char* words) {
    for (QLineEdit* line : recorder->findChildren<QLineEdit*>())
      if (line->accessibleName() == QLatin1String(name)) {
        line->clear();
        QTest::keyClicks(line, QLatin1String(words));
      }
  };
  const auto close = [&] {
    recorder->reject();  // as Esc does
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
  };
  type("Title of the lesson", "Mine");
  recorder->addStep();
  // A step that was removed comes back with all its words.
  type("Heading of the step", "First");
  for (const char* words : {"Remove", "Bring it back"})
    for (QPushButton* button : recorder->findChildren<QPushButton*>())
      if (button->text().remove(QLatin1Char('&')) == QLatin1String(words)) button->click();
  REQUIRE(recorder->findChild<QListWidget*>()->count() == 1);
  CHECK(recorder->findChild<QListWidget*>()->item(0)->text() == QStringLiteral("First"));
  // What is wrong is said until something is changed.
  auto* problem = w.window.findChild<QLabel*>();
  for (QLabel* label : recorder->findChildren<QLabel*>())
    if (label->accessibleName() == QStringLiteral("What is wrong")) problem = label;
  CHECK_FALSE(recorder->save());
  CHECK(problem->isVisibleTo(recorder));
  type("Goal of the lesson", "One step.");
  CHECK_FALSE(problem->isVisibleTo(recorder));
  for (QPlainTextEdit* prose : recorder->findChildren<QPlainTextEdit*>()) prose->setPlainText(QStringLiteral("Look."));
  REQUIRE(recorder->save());
  recorder->addStep();
  type("Heading of the step", "Not saved");
  close();
  REQUIRE(recorder != nullptr);
  CHECK_FALSE(recorder->isVisible());
  CHECK(w.window.statusBar()->currentMessage().contains(QStringLiteral("keeps what is not saved")));
  record->trigger();
  CHECK(recorder->isVisible());
  CHECK(recorder->isUnsaved());
  CHECK(recorder->findChild<QListWidget*>()->count() == 2);
  for (QPlainTextEdit* prose : recorder->findChildren<QPlainTextEdit*>()) prose->setPlainText(QStringLiteral("On."));
  REQUIRE(recorder->save());
  close();
  CHECK(recorder == nullptr);
}

TEST_CASE("a lesson of one's own comes back into the recorder, unless it has more than that can keep", "[dialogs]") {
  Window w;
  const QTemporaryDir folder;
  LessonPlayer& player = w.window.lessonPanel().player();
  player.setFolder(folder.path());
  QAction* goOn = actionNamed(w.window, QStringLiteral("Go on recording this lesson …"));
  REQUIRE(goOn != nullptr);
  REQUIRE(player.open(QStringLiteral("one-cloud"), 0));
  CHECK_FALSE(goOn->isEnabled());  // the program's own
  actionNamed(w.window, QStringLiteral("Record a lesson …"))->trigger();
  const auto recorder = [&]() -> LessonRecorder& { return *w.window.findChild<LessonRecorder*>(); };
  const auto line = [&](const char* name) -> QLineEdit& {
    for (QLineEdit* each : recorder().findChildren<QLineEdit*>())
      if (each->accessibleName() == QLatin1String(name)) return *each;
    FAIL("there is no " << name);
    return *recorder().findChild<QLineEdit*>();
  };
  const auto type = [&](const char* name, const char* words) {
    line(name).clear();
    QTest::keyClicks(&line(name), QLatin1String(words));
  };
  type("Title of the lesson", "Mine");
  type("Goal of the lesson", "One step.");
  recorder().addStep();
  type("Heading of the step", "First");
  recorder().findChild<QPlainTextEdit*>()->setPlainText(QStringLiteral("Look."));
  type("Answer A", "falls");
  type("Answer B", "rises");
  type("Said of answer B", "It does not.");
  CHECK_FALSE(recorder().save());  // answers to what?
  CHECK(recorder().isUnsaved());
  type("Question", "The error");
  REQUIRE(recorder().saveAndOpen());
  CHECK_FALSE(recorder().isUnsaved());
  recorder().close();
  QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
  REQUIRE(w.window.findChild<LessonRecorder*>() == nullptr);
  REQUIRE(goOn->isEnabled());
  goOn->trigger();
  REQUIRE(w.window.findChild<LessonRecorder*>() != nullptr);
  CHECK(line("Title of the lesson").text() == QStringLiteral("Mine"));
  CHECK(line("Answer B").text() == QStringLiteral("rises"));
  type("Answer B", "stays");
  CHECK(recorder().isUnsaved());
  REQUIRE(recorder().save());
  REQUIRE(player.lesson() != nullptr);
  CHECK(player.lesson()->steps.front().ask->answers.at(1).text == "stays");
  CHECK(QDir(folder.path()).entryList(QDir::Files).size() == 1);
  // The file of now counts, also where nothing has told of it yet.
  QFile file(folder.filePath(QStringLiteral("mine.md")));
  REQUIRE(file.open(QIODevice::ReadWrite));
  const QByteArray text = file.readAll();
  file.seek(0);
  file.write(QByteArray(text).replace("stays", "sinks"));
  file.close();
  goOn->trigger();
  CHECK(line("Answer B").text() == QStringLiteral("sinks"));
  // A note for the speaker is nothing that the recorder knows.
  REQUIRE(file.open(QIODevice::Append));
  file.write("> A note.\n");
  file.close();
  player.readAgain();
  REQUIRE(player.lesson()->steps.front().note.find("A note") != std::string::npos);
  goOn->trigger();
  CHECK(w.says(QStringLiteral("It keeps no claims, marks, notes")));
  CHECK(w.window.findChild<LessonRecorder*>() == nullptr);
}

TEST_CASE("the help of a panel says what its signs stand for, however small its picture is", "[dialogs]") {
  Window w;
  for (const char* name : {"omega_space", "attention"}) {
    const Panel& panel = *w.window.panel(QLatin1String(name));
    REQUIRE_FALSE(panel.legend().empty());
    const HelpPopup help(panel, &w.window);
    const auto labels = help.findChildren<QLabel*>();
    CHECK(std::any_of(labels.begin(), labels.end(), [&](const QLabel* label) {
      return !label->pixmap().isNull() && label->accessibleName().contains(panel.legend().back().text);
    }));
  }
}

TEST_CASE("a key gives the option that has the keyboard its default", "[dialogs]") {
  Window w;
  w.window.activateWindow();
  REQUIRE(waitFor([&] { return w.window.isActiveWindow(); }));
  const auto radius = [&] { return w.workbench().document().workload.presetOptions.count("radius"); };
  w.workbench().store().change(QStringLiteral("radius"),
                               [](Document& d) { d.workload.presetOptions["radius"] = "2.5"; });
  w.settle();
  const QWidget* control = nullptr;
  for (const OptionForm* form : w.window.panel(QStringLiteral("workload"))->findChildren<OptionForm*>())
    if (const auto* found = form->findChild<QWidget*>(QStringLiteral("radius"))) control = found;
  REQUIRE(control != nullptr);
  control->findChild<QDoubleSpinBox*>()->setFocus();
  REQUIRE(radius() == 1);
  QTest::keyClick(QApplication::focusWidget(), Qt::Key_D, Qt::ControlModifier);
  CHECK(radius() == 0);
}

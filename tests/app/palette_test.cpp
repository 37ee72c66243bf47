// The palette: everything that can be done, set or shown is found by its name, and done by Enter.
#include <QAction>
#include <QCheckBox>
#include <QFormLayout>
#include <QLineEdit>
#include <QListView>
#include <QMenuBar>
#include <QSignalSpy>
#include <QTest>
#include <QUndoStack>
#include <algorithm>
#include <catch2/catch.hpp>

#include "app/speaking.h"
#include "app/window_booth.h"
#include "dialogs/command_palette.h"
#include "dialogs/shortcuts_dialog.h"
#include "estimators/registry.h"
#include "importance/presets.h"
#include "jobs/training_runs.h"
#include "language/language.h"
#include "model/settings.h"
#include "synthetic/synthetic.h"
#include "train/task.h"
#include "views/card_study/card_study_panel.h"
#include "views/lesson/lesson_panel.h"
#include "views/studies/studies_panel.h"
#include "widgets/theme.h"
#include "window/dock_layout.h"
#include "window/main_menus.h"
#include "window/palette_source.h"
#include "window/preferences_dialog.h"

using namespace omegascope;
using namespace omegascope::test;

namespace {

using EntryKind = PaletteEntry::Kind;

PaletteEntry entryOf(const char* where, const char* title, EntryKind kind = EntryKind::Action, const char* name = "") {
  PaletteEntry entry;
  entry.kind = kind;
  entry.where = QString::fromUtf8(where);
  entry.title = QString::fromUtf8(title);
  entry.id = entry.path();
  entry.name = QString::fromUtf8(name);
  return entry;
}

QStringList pathsFound(const std::vector<PaletteEntry>& entries, const char* typed, const QStringList& recent = {}) {
  QStringList paths;
  const PaletteIndex index(entries, recent);
  for (const PaletteHit& hit : index.find(QString::fromUtf8(typed))) paths << index.entry(hit).path();
  return paths;
}

/// What is marked of a title: "[sa]mples".
std::string marked(const char* word, const char* text) {
  const std::vector<PaletteHit> hits = PaletteIndex({entryOf("", text)}, {}).find(QString::fromUtf8(word));
  if (hits.empty()) return "-";
  QString shown;
  for (int i = 0; i < QString::fromUtf8(text).size(); ++i)
    shown += hits[0].places.contains(i) ? QStringLiteral("[%1]").arg(QString::fromUtf8(text)[i])
                                        : QString(QString::fromUtf8(text)[i]);
  return shown.replace(QStringLiteral("]["), QString()).toStdString();
}

/// The palette of a window, driven by keys.
struct Asked {
  Window w;
  CommandPalette& palette = *w.window.findChild<CommandPalette*>();
  QLineEdit& line = *palette.findChild<QLineEdit*>();
  QListView& rows = *palette.findChild<QListView*>();

  Asked() { QCoreApplication::processEvents(); }
  void open(Qt::Key key = Qt::Key_K) {
    w.window.activateWindow();
    QWidget* focus = QApplication::focusWidget();
    QTest::keyClick(focus != nullptr ? focus : &w.window, key, Qt::ControlModifier);
    REQUIRE(palette.isVisible());
    REQUIRE(QApplication::focusWidget() == &line);
  }
  void type(const QString& text) {
    line.clear();
    QTest::keyClicks(&line, text);
  }
  /// The row with these names; −1: none.
  int rowOf(const QString& path) const { return static_cast<int>(palette.shown().indexOf(path)); }
  /// −1: none is chosen.
  void setCurrentRow(int row) { rows.setCurrentIndex(rows.model()->index(row, 0)); }
  /// Types that title, goes down to its row and presses Enter; false where there is no such row.
  bool run(const QString& path) {
    open();
    line.setText(path.section(QStringLiteral(" ▸ "), -1));
    const int row = rowOf(path);
    if (row < 0) return false;
    setCurrentRow(row);
    QTest::keyClick(&line, Qt::Key_Return);
    return true;
  }
};

struct MenuAction {
  QString path;
  QAction* action = nullptr;
};

void collectActions(const QString& where, const QMenu& menu, std::vector<MenuAction>& all) {
  for (QAction* action : menu.actions()) {
    const QString path = within(where, plainText(*action));
    if (action->menu() != nullptr)
      collectActions(path, *action->menu(), all);
    else if (!action->isSeparator() && !action->text().isEmpty())
      all.push_back({path, action});
  }
}

std::vector<MenuAction> menuActions(const MainWindow& window) {
  std::vector<MenuAction> all;
  for (const QAction* top : window.menuBar()->actions()) collectActions(plainText(*top), *top->menu(), all);
  return all;
}

bool isToggle(const MainWindow& window, const QAction* action) {
  return std::any_of(window.docks().begin(), window.docks().end(),
                     [action](const PanelDock* dock) { return dock->toggleViewAction() == action; });
}

}  // namespace

TEST_CASE("letters are found side by side, at beginnings of words, and left out inside of them", "[palette]") {
  CHECK(marked("sam", "Estimators ▸ rfa ▸ samples") == "Estimators ▸ rfa ▸ [sam]ples");
  CHECK(marked("mples", "samples") == "sa[mples]");
  CHECK(marked("smpls", "samples") == "[s]a[mpl]e[s]");
  CHECK(marked("rs", "rfa ▸ samples") == "[r]fa ▸ [s]amples");
  CHECK(marked("RL", "Reset layout") == "[R]eset [l]ayout");
  CHECK(marked("噪声", "重抽噪声") == "重抽[噪声]");
  CHECK(marked("重声", "重抽噪声") == "[重]抽噪[声]");
  // Not from the middle of one word to that of another.
  CHECK(marked("ala", "samples of lara") == "-");
  CHECK(marked("xyz", "samples") == "-");
  CHECK(marked("samples", "sam") == "-");
}

TEST_CASE("the likeliest stands first: the name itself, its beginning, beginnings of words, what is inside",
          "[palette]") {
  const std::vector<PaletteEntry> entries = {
      entryOf("Estimators ▸ lara", "samples", EntryKind::Setting),
      entryOf("Estimators", "lara", EntryKind::Setting),
      entryOf("Studies", "What LARA's parts do", EntryKind::Study, "lara_ablation"),
      entryOf("Estimators ▸ Add estimator", "lara — Linear randomised attention", EntryKind::Method, "lara"),
      entryOf("Edit", "Redraw the noise"),
      entryOf("File", "Print panel …"),
      entryOf("Lesson", "LARA", EntryKind::Lesson, "lara"),
      entryOf("Explore", "Convergence", EntryKind::Panel),
      entryOf("Studies", "Error against samples", EntryKind::Study, "convergence")};
  CHECK(pathsFound(entries, "lara").front() == entries[3].path());
  CHECK(pathsFound(entries, "lara").size() == 5);
  CHECK(pathsFound(entries, "convergence") == QStringList{entries[7].path(), entries[8].path()});
  CHECK(pathsFound(entries, "lara_ablation") == QStringList{entries[2].path()});
  CHECK(pathsFound(entries, "lara samp") == QStringList{entries[0].path()});
  CHECK(pathsFound(entries, "samp lara") == QStringList{entries[0].path()});
  CHECK(pathsFound(entries, "rtn") == QStringList{entries[4].path()});
  CHECK(pathsFound(entries, "no such thing").isEmpty());
  // What was done lately stands before what was not, but for what was found better.
  CHECK(pathsFound(entries, "", {entries[4].id, entries[0].id}).mid(0, 2) ==
        QStringList{entries[4].path(), entries[0].path()});
  CHECK(pathsFound(entries, "").size() == static_cast<qsizetype>(entries.size()));
  CHECK(pathsFound(entries, "lara", {entries[0].id}).front() == entries[3].path());
  CHECK(pathsFound(entries, "p", {entries[2].id}).front() == entries[5].path());
}

TEST_CASE("every action of the menus is reached by its name and Enter", "[palette]") {
  const Workspace workspace = GENERATE(Workspace::Explore, Workspace::Train);
  Asked asked;
  asked.w.window.layoutOfDocks().setWorkspace(workspace);
  asked.w.settle();
  int count = 0;
  for (const auto& [path, action] : menuActions(asked.w.window)) {
    if (isToggle(asked.w.window, action) || action->objectName() == kPaletteAction) continue;
    INFO(text(path));
    // What it does is its own matter: dialogs would ask.
    QObject::disconnect(action, &QAction::triggered, nullptr, nullptr);
    const bool wasEnabled = action->isEnabled();
    action->setEnabled(true);
    const QSignalSpy spy(action, &QAction::triggered);
    CHECK(asked.run(path));
    CHECK(spy.count() == 1);
    CHECK_FALSE(asked.palette.isVisible());
    action->setEnabled(wasEnabled);
    ++count;
  }
  CHECK(count > 60);
}

TEST_CASE("every panel is opened by its name, in its workspace, and closed", "[palette]") {
  Asked asked;
  for (const PanelKind& kind : panelKinds()) {
    const Panel& panel = *asked.w.window.panel(kind.name);
    INFO(text(kind.name));
    CHECK(asked.run(within(workspaceTitle(kind.workspace), panel.title())));
    CHECK(asked.w.window.layoutOfDocks().workspace() == kind.workspace);
    CHECK(waitFor([&] { return panel.isOnScreen(); }));
  }
  asked.w.window.layoutOfDocks().setWorkspace(Workspace::Explore);
  PanelDock* weights = asked.w.window.dockOf(asked.w.window.panel(QStringLiteral("weights")));
  CHECK(asked.run(QStringLiteral("Explore ▸ Close Weights")));
  CHECK_FALSE(weights->toggleViewAction()->isChecked());
  CHECK(asked.run(QStringLiteral("Explore ▸ Weights")));
  CHECK(weights->toggleViewAction()->isChecked());
  CHECK(waitFor([&] { return weights->panel()->isOnScreen(); }));
  // A panel that is elsewhere comes out from behind one that fills the window.
  REQUIRE(asked.run(QStringLiteral("Weights ▸ Maximise or restore")));
  const Panel& attention = *asked.w.window.panel(QStringLiteral("attention"));
  CHECK_FALSE(attention.isOnScreen());
  REQUIRE(asked.run(QStringLiteral("Explore ▸ Attention")));
  CHECK(waitFor([&] { return attention.isOnScreen(); }));
  CHECK(waitFor([&] { return asked.w.window.panel(QStringLiteral("omega_space"))->isOnScreen(); }));
}

TEST_CASE("a method is added by its name alone, and a preset, a study and a lesson are opened", "[palette]") {
  Asked asked;
  Workbench& bench = asked.w.workbench();
  for (const omega::Estimator& estimator : omega::estimators()) {
    INFO(estimator.info.name);
    const std::size_t before = bench.document().cards.size();
    asked.open();
    asked.type(QString::fromStdString(estimator.info.name));
    QTest::keyClick(&asked.line, Qt::Key_Return);
    REQUIRE(bench.document().cards.size() == before + 1);
    CHECK(bench.document().cards.back().method == estimator.info.name);
    bench.store().undoStack()->undo();
  }
  for (const omega::Synthetic& synthetic : omega::synthetics()) {
    if (synthetic.name == "minilm") continue;  // it is large
    INFO(synthetic.name);
    CHECK(asked.run(QStringLiteral("Workload ▸ ") + QString::fromStdString(synthetic.title())));
    CHECK(bench.document().workload.preset == synthetic.name);
  }
  for (const omega::importance::Preset& preset : omega::importance::presets()) {
    INFO(preset.name);
    const QString title = asked.w.window.panel(QStringLiteral("chance"))->title();
    CHECK(asked.run(within(title, QString::fromStdString(preset.title))));
    CHECK(bench.document().chance.preset == preset.name);
  }
  const auto& studies = static_cast<StudiesPanel&>(*asked.w.window.panel(QStringLiteral("studies")));
  for (int row = 0; row < studies.catalogue().count(); ++row) {
    const QString name = studies.catalogue().nameAt(row);
    INFO(text(name));
    const auto study = studies.catalogue().definition(name, QStringLiteral("small"));
    CHECK(asked.run(within(studies.title(), QString::fromStdString(study->title))));
    CHECK(asked.w.window.layoutOfDocks().workspace() == Workspace::Studies);
    CHECK(studies.subject() == name);
  }
  const LessonPlayer& player = asked.w.window.lessonPanel().player();
  for (const omega::lessons::ShelvedLesson& one : player.shelf().lessons) {
    INFO(one.lesson.name);
    CHECK(asked.run(QStringLiteral("Lesson ▸ ") + QString::fromStdString(one.lesson.title)));
    REQUIRE(player.lesson() != nullptr);
    CHECK(player.lesson()->name == one.lesson.name);
  }
}

TEST_CASE("what a panel measures is asked for before the panel was ever seen", "[palette]") {
  Asked a;
  auto& scaling = static_cast<CardStudyPanel&>(*a.w.window.panel(QStringLiteral("scaling")));
  REQUIRE_FALSE(scaling.isOnScreen());
  REQUIRE(a.run(QStringLiteral("Scaling ▸ Measure")));
  CHECK(scaling.isOnScreen());
  CHECK(scaling.isMeasuring());
  scaling.cancelMeasuring();
  CHECK(waitFor([&] { return !scaling.isMeasuring(); }));
  a.open();
  a.type(QStringLiteral("Measure"));
  CHECK(a.rowOf(QStringLiteral("Convergence ▸ Measure")) >= 0);
}

TEST_CASE("presets of training, choices of panels, the tool bar and the preferences are found too", "[palette]") {
  Asked asked;
  asked.open();
  const QStringList shown = asked.palette.shown();
  for (const omega::train::Task& task : omega::train::tasks())
    for (const omega::train::TrainPreset& preset : task.presets)
      CHECK(shown.contains(QStringLiteral("New run ▸ %1 ▸ %2")
                               .arg(QString::fromStdString(task.name), QString::fromStdString(preset.name))));
  for (const char* path : {"Weights ▸ Logarithmic weights", "ω-space ▸ Show samples", "Attention ▸ Cells ▸ Every cell",
                           "Tool bar ▸ seed", "Tool bar ▸ query n", "Preferences ▸ Threads", "New run ▸ Start a run",
                           "Estimators ▸ rfa ▸ samples", "Estimators ▸ eva ▸ groups"}) {
    INFO(path);
    CHECK(shown.contains(QString::fromUtf8(path)));
  }
  for (const QString& name : PreferencesDialog::names()) CHECK(shown.contains(QStringLiteral("Preferences ▸ ") + name));
  asked.palette.leave();
  REQUIRE(asked.run(QStringLiteral("Weights ▸ Logarithmic weights")));
  CHECK(asked.w.workbench().document().view.logWeights);
  REQUIRE(asked.run(QStringLiteral("Tool bar ▸ seed")));
  REQUIRE(asked.w.window.focusWidget() != nullptr);
  CHECK(asked.w.window.focusWidget()->accessibleName() == QStringLiteral("seed"));
  REQUIRE(asked.run(QStringLiteral("New run ▸ copy ▸ quick")));
  CHECK(asked.w.says(described(omega::train::find_task("copy").summary)));
}

TEST_CASE("opening the palette reads no training run; those that somebody has looked at are found", "[palette]") {
  Asked asked;
  TrainingRuns& training = asked.w.workbench().training();
  REQUIRE_FALSE(training.isRead());
  asked.open();
  CHECK_FALSE(training.isRead());
  CHECK(asked.rowOf(QStringLiteral("Runs ▸ Open the folder of a run …")) >= 0);  // its menu was asked for, too
  asked.palette.leave();
  training.showStored();
  REQUIRE_FALSE(training.entries().empty());
  const QString name = training.entries().front().run->name();
  training.setCurrent(training.entries().back().run.get());
  REQUIRE(asked.run(QStringLiteral("Runs ▸ ") + name));
  CHECK(training.current()->name() == name);
}

TEST_CASE("what was done last is read when the palette opens, not with every letter", "[palette]") {
  Asked asked;
  REQUIRE(asked.run(QStringLiteral("Explore ▸ MIS")));
  const QString before = Settings::recentCommands().front(), last = QStringLiteral("Edit ▸ Redraw the noise");
  REQUIRE(asked.run(last));
  asked.open();
  REQUIRE(asked.palette.shown().front() == last);
  Settings::addRecentCommand(before);  // by another window
  asked.type(QStringLiteral("mis"));
  asked.line.clear();
  CHECK(asked.palette.shown().front() == last);
  asked.palette.leave();
  asked.open();
  CHECK(asked.palette.shown().front() == QStringLiteral("Explore ▸ MIS"));
}

TEST_CASE("every preference gets the keyboard by its name", "[palette]") {
  Window w;
  for (const QString& name : PreferencesDialog::names()) {
    INFO(text(name));
    PreferencesDialog dialog(w.window);
    dialog.show();
    dialog.focusOn(name);
    const QWidget* focus = dialog.focusWidget();
    REQUIRE(focus != nullptr);
    const auto* form = qobject_cast<QFormLayout*>(dialog.layout());
    const auto* label = qobject_cast<const QLabel*>(form->labelForField(const_cast<QWidget*>(focus)));
    const auto* box = qobject_cast<const QCheckBox*>(focus);
    CHECK(withoutMnemonic(label != nullptr ? label->text() : box != nullptr ? box->text() : QString()) == name);
  }
}

TEST_CASE("a setting is found by its name and gets the keyboard; where none is found, that is said", "[palette]") {
  Asked asked;
  asked.open(Qt::Key_F);
  CHECK(asked.palette.shown().size() > 30);
  asked.type(QStringLiteral("RFA samp"));
  REQUIRE(asked.palette.shown().front() == QStringLiteral("Estimators ▸ rfa ▸ samples"));
  QTest::keyClick(&asked.line, Qt::Key_Return);
  QWidget* focus = asked.w.window.focusWidget();
  REQUIRE(focus != nullptr);
  CHECK(focus->parentWidget()->accessibleName() == QStringLiteral("samples"));
  // One that only experts want, by its own name too.
  asked.open(Qt::Key_F);
  asked.type(QStringLiteral("rfa proposal_var"));
  REQUIRE(asked.palette.shown().front() == QStringLiteral("Estimators ▸ rfa ▸ proposal variance"));
  QTest::keyClick(&asked.line, Qt::Key_Return);
  REQUIRE(asked.w.window.focusWidget() != nullptr);
  CHECK(asked.w.window.focusWidget()->objectName() == QStringLiteral("proposal_variance"));
  CHECK(asked.w.window.focusWidget()->isVisible());
  asked.open(Qt::Key_F);
  asked.type(QStringLiteral("add gmm"));
  REQUIRE(asked.palette.shown().front().startsWith(QStringLiteral("Estimators ▸ Add estimator ▸ gmm")));
  QTest::keyClick(&asked.line, Qt::Key_Return);
  asked.w.settle();
  CHECK(asked.w.workbench().document().cards.back().method == "gmm");
  asked.open(Qt::Key_F);
  asked.type(QStringLiteral("gmm comp"));
  CHECK(asked.palette.shown().front() == QStringLiteral("Estimators ▸ gmm ▸ components"));
  asked.type(QStringLiteral("no such thing"));
  CHECK(asked.palette.shown().isEmpty());
  CHECK(asked.w.says(QStringLiteral("No setting")));
}

TEST_CASE("a setting whose card is folded is found, unfolded, and gets the keyboard", "[palette]") {
  Asked asked;
  const Card* eva = nullptr;
  for (const Card& card : asked.w.workbench().document().cards)
    if (card.method == "eva") eva = &card;
  REQUIRE(eva != nullptr);
  REQUIRE_FALSE(eva->visible);
  REQUIRE(asked.run(QStringLiteral("Estimators ▸ eva ▸ groups")));
  QWidget* focus = asked.w.window.focusWidget();
  REQUIRE(focus != nullptr);
  CHECK(focus->parentWidget()->accessibleName() == QStringLiteral("groups"));
  CHECK(waitFor([&] { return focus->isVisible() && !focus->visibleRegion().isEmpty(); }));
}

TEST_CASE("what was done last stands first, in the next start and in the other language too", "[palette]") {
  {
    Asked asked;
    REQUIRE(asked.run(QStringLiteral("Edit ▸ Redraw the noise")));
    REQUIRE(asked.run(QStringLiteral("Explore ▸ MIS")));
  }
  {
    Asked asked;
    asked.open();
    CHECK(asked.palette.shown().mid(0, 2) ==
          QStringList{QStringLiteral("Explore ▸ MIS"), QStringLiteral("Edit ▸ Redraw the noise")});
  }
  const Speaking speaking(Language::Chinese);
  Asked chinese;
  chinese.open();
  CHECK(chinese.palette.shown().at(1).endsWith(QStringLiteral("重抽噪声")));
  chinese.type(QStringLiteral("redraw noise"));  // its English leads there too
  CHECK(chinese.palette.shown().front().endsWith(QStringLiteral("重抽噪声")));
}

TEST_CASE("Esc leaves the palette as it was found, keys of the window rest meanwhile, Ctrl+F asks for settings",
          "[palette]") {
  Asked asked;
  QWidget* before = asked.w.window.panel(QStringLiteral("weights"));
  before->setFocus();
  const int query = asked.w.workbench().selection().locked().query;
  const Document document = asked.w.workbench().document();
  asked.open();
  asked.type(QStringLiteral("r"));
  for (const Qt::Key key : {Qt::Key_Down, Qt::Key_PageDown, Qt::Key_Up}) QTest::keyClick(&asked.line, key);
  CHECK(asked.rows.currentIndex().row() > 0);
  CHECK(asked.line.accessibleDescription().startsWith(asked.rows.currentIndex().data().toString()));
  QTest::keyClick(&asked.line, Qt::Key_Escape);
  CHECK_FALSE(asked.palette.isVisible());
  CHECK(asked.w.window.focusWidget() == before);
  CHECK(asked.w.workbench().selection().locked().query == query);
  CHECK(asked.w.workbench().document() == document);
  asked.open(Qt::Key_F);
  for (const QString& path : asked.palette.shown()) CHECK_FALSE(path.startsWith(QStringLiteral("File ▸ ")));
  CHECK(asked.rowOf(QStringLiteral("Estimators ▸ rfa ▸ samples")) >= 0);
  CHECK(asked.rowOf(QStringLiteral("Edit ▸ Redraw the noise")) < 0);
  // A click elsewhere is meant for there.
  before->setFocus(Qt::MouseFocusReason);
  CHECK_FALSE(asked.palette.isVisible());
}

TEST_CASE("what cannot be done now is shown, and not done", "[palette]") {
  Asked asked;
  asked.open();
  asked.type(QStringLiteral("previous step"));
  REQUIRE(asked.palette.shown().front() == QStringLiteral("Lesson ▸ Previous step"));
  CHECK(asked.line.accessibleDescription().contains(QStringLiteral("not now")));
  QTest::keyClick(&asked.line, Qt::Key_Return);
  CHECK(asked.palette.isVisible());
  const auto says = [&](const char* sentence) {
    const auto* said = asked.palette.findChild<QLabel*>();
    return said->isVisible() && said->text() == QLatin1String(sentence);
  };
  CHECK(says("No lesson is open."));
  CHECK(asked.line.accessibleDescription() == QStringLiteral("No lesson is open."));
  asked.line.setText(QStringLiteral("undo"));
  CHECK_FALSE(says("No lesson is open."));
  asked.setCurrentRow(asked.rowOf(QStringLiteral("Edit ▸ Undo")));
  QTest::keyClick(&asked.line, Qt::Key_Return);
  CHECK(says("There is nothing to undo."));
  asked.line.setText(QStringLiteral("softmax move up"));
  asked.setCurrentRow(0);
  QTest::keyClick(&asked.line, Qt::Key_Return);
  CHECK(says("It is the first already."));
}

TEST_CASE("what the menus cannot do now says why", "[palette]") {
  Settings::clearRecentFiles();
  Window w;
  for (QMenu* menu : w.window.menuBar()->findChildren<QMenu*>()) emit menu->aboutToShow();
  for (const MenuAction& one : menuActions(w.window)) {
    if (!one.action->isVisible()) continue;
    INFO(text(one.path));
    CHECK((one.action->isEnabled() || !one.action->property(kWhyNot).toString().isEmpty()));
  }
  for (PanelDock* dock : w.window.docks()) {
    QMenu menu;
    dock->fillMenu(menu);
    std::vector<MenuAction> actions;
    collectActions(dock->panel()->title(), menu, actions);
    for (const MenuAction& one : actions) {
      INFO(text(one.path));
      CHECK((one.action->isEnabled() || one.action->toolTip() != QAction(one.action->text()).toolTip()));
    }
  }
}

TEST_CASE("what cannot be done now is grey", "[palette]") {
  Asked asked;
  asked.open();
  asked.type(QStringLiteral("e"));
  asked.setCurrentRow(-1);
  // Of all that is painted of the row, beside its ground.
  const auto strongest = [&](const char* path) {
    const QModelIndex row = asked.rows.model()->index(asked.rowOf(QString::fromUtf8(path)), 0);
    asked.rows.scrollTo(row);
    const QImage picture = asked.rows.viewport()->grab(asked.rows.visualRect(row)).toImage();
    double most = 0;
    for (int y = 0; y < picture.height(); ++y)
      for (int x = 0; x < picture.width(); ++x)
        most = std::max(most, contrast(picture.pixelColor(x, y), picture.pixelColor(0, 0)));
    return most;
  };
  CHECK(strongest("Lesson ▸ Previous step") < 0.7 * strongest("View ▸ Show one sample more"));
}

TEST_CASE("the palette fits into the window, and letters that were found are underlined", "[palette]") {
  Asked asked;
  asked.open();
  for (const QSize size : {QSize(1024, 768), QSize(1280, 800)}) {
    asked.w.window.resize(size);
    QCoreApplication::processEvents();
    CHECK(asked.w.window.rect().contains(asked.palette.geometry()));
  }
  const auto inked = [&](const QString& typed) {
    asked.line.setText(typed);
    asked.setCurrentRow(-1);
    const QModelIndex row = asked.rows.model()->index(asked.rowOf(QStringLiteral("Edit ▸ Redraw the noise")), 0);
    asked.rows.scrollTo(row);
    return asked.rows.viewport()->grab(asked.rows.visualRect(row)).toImage();
  };
  CHECK(inked(QStringLiteral("redraw the noise")) != inked(QStringLiteral("noise")));
}

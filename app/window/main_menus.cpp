#include "window/main_menus.h"

#include <QActionGroup>
#include <QApplication>
#include <QClipboard>
#include <QCoreApplication>
#include <QDialog>
#include <QGuiApplication>
#include <QMenuBar>
#include <QUndoGroup>
#include <QUndoStack>
#include <QUndoView>
#include <QVBoxLayout>
#include <algorithm>

#include "dialogs/about_dialog.h"
#include "dialogs/command_palette.h"
#include "dialogs/shortcuts_dialog.h"
#include "files/running_copy.h"
#include "language/language.h"
#include "model/settings.h"
#include "views/lesson/lesson_panel.h"
#include "views/option_form.h"
#include "views/train/runs_panel.h"
#include "widgets/controls.h"
#include "window/appearance.h"
#include "window/dock_layout.h"
#include "window/lesson_stage.h"
#include "window/main_window.h"
#include "window/manual_help.h"
#include "window/opening.h"
#include "window/palette_source.h"
#include "window/panel_dock.h"
#include "window/preferences_dialog.h"
#include "window/presenter.h"
#include "window/selection_menu.h"
#include "window/session_keeper.h"

namespace omegascope {

namespace {

using PanelSignal = void (MainWindow::*)(Panel*);

/// An action on the panel that has the keyboard.
void addForPanel(QMenu& menu, const QString& text, const QKeySequence& keys, MainWindow& window, PanelSignal signal) {
  menu.addAction(text, keys, &window, [&window, signal] { emit(window.*signal)(window.currentPanel()); });
}

void fillRecent(QMenu& menu, MainWindow& window) {
  menu.clear();
  const QStringList files = Settings::recentFiles();
  for (const QString& path : files)
    menu.addAction(asButtonText(path), &window, [&window, path] { window.openFile(path); });
  menu.addSeparator();
  QAction* clear = menu.addAction(MainWindow::tr("Clear list"), &window, [] { Settings::clearRecentFiles(); });
  clear->setEnabled(!files.isEmpty());
  clear->setProperty(kWhyNot, MainWindow::tr("The list is empty."));
}

void makeFileMenu(MainWindow& window) {
  QMenu* file = window.menuBar()->addMenu(MainWindow::tr("&File"));
  SessionKeeper& sessions = window.sessions();
  file->addAction(MainWindow::tr("&New"), QKeySequence::New, &sessions, &SessionKeeper::begin);
  const auto startAnother = [&window] {
    if (!startAnotherCopy()) window.showBanner(MainWindow::tr("Another window could not be started."));
  };
  file->addAction(MainWindow::tr("New &window"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_N), &window, startAnother)
      ->setStatusTip(MainWindow::tr("Starts Omegascope once more, beside this window"));
  file->addAction(MainWindow::tr("&Open session or data …"), QKeySequence::Open, &window, &MainWindow::chooseAndOpen);
  file->addAction(MainWindow::tr("Open a copied lin&k"), &sessions,
                  [&sessions] { sessions.openLink(QGuiApplication::clipboard()->text()); });
  file->addAction(MainWindow::tr("Open &training run …"), &window, [&window] {
    window.layoutOfDocks().setWorkspace(Workspace::Train);
    window.panel<RunsPanel>().chooseFolder();
  });
  QMenu* recent = file->addMenu(MainWindow::tr("Open &recent"));
  recent->setProperty(kComesAndGoes, true);
  QObject::connect(recent, &QMenu::aboutToShow, &window, [recent, &window] { fillRecent(*recent, window); });
  file->addSeparator();
  file->addAction(MainWindow::tr("&Save session"), QKeySequence::Save, &sessions, &SessionKeeper::save);
  file->addAction(MainWindow::tr("Save session &as …"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_S), &sessions,
                  &SessionKeeper::saveAs);
  file->addSeparator();
  addForPanel(*file, MainWindow::tr("&Export panel …"), QKeySequence(Qt::CTRL | Qt::Key_E), window,
              &MainWindow::exportRequested);
  file->addAction(MainWindow::tr("Export a&ll …"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_E), &window,
                  &MainWindow::exportAllRequested);
  file->addAction(MainWindow::tr("&Figure for a paper …"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_F), &window,
                  &MainWindow::figureRequested);
  addForPanel(*file, MainWindow::tr("&Print panel …"), QKeySequence::Print, window, &MainWindow::printRequested);
  file->addSeparator();
  file->addAction(MainWindow::tr("&Quit"), QKeySequence::Quit, &window, &QWidget::close);
}

/// Every step since the session was opened; a click goes there.
void showHistory(MainWindow& window) {
  const QString name = QStringLiteral("history");
  auto* dialog = window.findChild<QDialog*>(name);
  if (dialog == nullptr) {
    dialog = new QDialog(&window);
    dialog->setObjectName(name);
    dialog->setWindowTitle(MainWindow::tr("History"));
    dialog->resize(320, 420);
    auto* view = new QUndoView(window.findChild<QUndoGroup*>(), dialog);
    view->setEmptyLabel(MainWindow::tr("As opened"));
    view->setAccessibleName(MainWindow::tr("Steps that can be undone"));
    auto* layout = new QVBoxLayout(dialog);
    layout->addWidget(view);
  }
  dialog->show();
  dialog->raise();
}

/// Undo belongs to the workspace that is shown: nobody wants to take back what they do not see. A lesson before an
/// audience is about Explore, wherever the window was left.
QUndoGroup* stepsOfWorkspaces(MainWindow& window) {
  auto* steps = new QUndoGroup(&window);
  QUndoStack *explore = window.workbench().store().undoStack(), *train = window.workbench().training().undoStack();
  steps->addStack(explore);
  steps->addStack(train);
  DockLayout& layout = window.layoutOfDocks();
  const LessonPlayer& player = window.lessonPanel().player();
  const Presenter& presenter = window.presenter();
  const auto follow = [steps, explore, train, &layout, &player, &presenter] {
    const bool isTaught = presenter.isOn() && player.lesson() != nullptr;
    const Workspace shown = isTaught ? Workspace::Explore : layout.workspace();
    steps->setActiveStack(shown == Workspace::Studies ? nullptr : shown == Workspace::Train ? train : explore);
  };
  QObject::connect(&layout, &DockLayout::workspaceChanged, steps, follow);
  QObject::connect(&presenter, &Presenter::changed, steps, follow);
  QObject::connect(&player, &LessonPlayer::staged, steps, follow);
  follow();
  return steps;
}

/// Of the control that has the keyboard.
void giveDefault() {
  QWidget* focus = QApplication::focusWidget();
  for (QWidget* outer = focus; outer != nullptr; outer = outer->parentWidget())
    if (auto* form = qobject_cast<OptionForm*>(outer)) return form->bringBack(form->optionAt(focus));
}

/// One line that finds everything; the second entry, settings only.
void addPalette(QMenu& edit, MainWindow& window) {
  using Scope = CommandPalette::Scope;
  auto* palette = new CommandPalette([source = new PaletteSource(window)] { return source->gather(); }, &window);
  const auto open = [palette](Scope scope) { return [palette, scope] { palette->openFor(scope); }; };
  QAction* all = edit.addAction(MainWindow::tr("Command pa&lette …"), palette, open(Scope::Everything));
  all->setObjectName(kPaletteAction);
  all->setShortcuts({QKeySequence(Qt::CTRL | Qt::Key_K), QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_I)});
  edit.addAction(MainWindow::tr("&Find setting …"), QKeySequence::Find, palette, open(Scope::Settings));
}

/// They rest while nothing is shown that they act on.
template <class Shown>
void restUnless(MainWindow& window, const QList<QAction*>& actions, Shown isShown) {
  for (QAction* action : actions)
    action->setProperty(kWhyNot, MainWindow::tr("Nothing is shown now that this would change."));
  QObject::connect(&window, &MainWindow::panelsChanged, &window, [actions, isShown, &window] {
    for (QAction* action : actions) action->setEnabled((window.*isShown)());
  });
}

void makeEditMenu(MainWindow& window) {
  QMenu* edit = window.menuBar()->addMenu(MainWindow::tr("&Edit"));
  QUndoGroup* steps = stepsOfWorkspaces(window);
  QAction* undo = steps->createUndoAction(&window, MainWindow::tr("&Undo"));
  undo->setObjectName(QStringLiteral("undo"));  // its text changes
  undo->setProperty(kTitleWithoutSteps, MainWindow::tr("Undo"));
  undo->setProperty(kWhyNot, MainWindow::tr("There is nothing to undo."));
  undo->setShortcut(QKeySequence::Undo);
  QAction* redo = steps->createRedoAction(&window, MainWindow::tr("&Redo"));
  redo->setObjectName(QStringLiteral("redo"));
  redo->setProperty(kTitleWithoutSteps, MainWindow::tr("Redo"));
  redo->setProperty(kWhyNot, MainWindow::tr("There is nothing to redo."));
  redo->setShortcuts({QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Z), QKeySequence(Qt::CTRL | Qt::Key_Y)});
  // Steps of lessons have headings in their names, where an & is a sign.
  const auto withSigns = [](QAction* action, const QString& title) {
    return [action, title](const QString& step) {
      if (step.contains(QLatin1Char('&'))) action->setText(title + QLatin1Char(' ') + asButtonText(step));
    };
  };
  QObject::connect(steps, &QUndoGroup::undoTextChanged, undo, withSigns(undo, MainWindow::tr("&Undo")));
  QObject::connect(steps, &QUndoGroup::redoTextChanged, redo, withSigns(redo, MainWindow::tr("&Redo")));
  edit->addActions({undo, redo});
  edit->addAction(MainWindow::tr("&History …"), &window, [&window] { showHistory(window); });
  edit->addSeparator();
  QMenu* selection = edit->addMenu(MainWindow::tr("&Selection"));
  fillSelectionMenu(*selection, window);
  new SingleKeys(&window);
  edit->addSeparator();
  QAction* redraw =
      edit->addAction(MainWindow::tr("Redraw the &noise"), QKeySequence(Qt::Key_R), &window, &MainWindow::redraw);
  QAction* first = edit->addAction(MainWindow::tr("Back to the first draw"), QKeySequence(Qt::SHIFT | Qt::Key_R),
                                   &window, &MainWindow::backToSeed);
  window.presenter().offer(selection->actions() + QList<QAction*>{undo, redo, redraw, first});
  restUnless(window, {first}, &MainWindow::isExploring);
  restUnless(window, {redraw}, &MainWindow::showsSamples);
  edit->addSeparator();
  addForPanel(*edit, MainWindow::tr("Copy &image"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C), window,
              &MainWindow::copyImageRequested);
  addForPanel(*edit, MainWindow::tr("Copy &data"), QKeySequence::Copy, window, &MainWindow::copyDataRequested);
  addForPanel(*edit, MainWindow::tr("Copy &command"), QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_C), window,
              &MainWindow::copyCommandRequested);
  edit->addAction(MainWindow::tr("Copy as lin&k"), &window.sessions(), &SessionKeeper::copyLink);
  edit->addSeparator();
  edit->addAction(MainWindow::tr("&Give the option its default"), QKeySequence(Qt::CTRL | Qt::Key_D), &window,
                  giveDefault);
  addPalette(*edit, window);
  edit->addAction(MainWindow::tr("&Preferences …"), QKeySequence(Qt::CTRL | Qt::Key_Comma), &window,
                  [&window] { PreferencesDialog(window).exec(); });
}

void addColours(QMenu& view) {
  QMenu* colours = view.addMenu(MainWindow::tr("&Colours"));
  auto* group = new QActionGroup(colours);
  const QStringList names = appearanceNames();
  for (int i = 0; i < names.size(); ++i)
    group->addAction(
        switchable(colours->addAction(names[i], colours, [i] { setAppearance(static_cast<Appearance>(i)); }), false));
  QObject::connect(colours, &QMenu::aboutToShow, group,
                   [group] { group->actions()[static_cast<int>(Settings::appearance())]->setChecked(true); });
}

/// Each language in its own words, for those who cannot read the others.
void addLanguages(QMenu& view, MainWindow& window) {
  QMenu* languages = view.addMenu(MainWindow::tr("&Language"));
  auto* group = new QActionGroup(languages);
  for (const Language one : {Language::English, Language::Chinese})
    group->addAction(
        switchable(languages->addAction(nameOf(one), languages, [one, &window] { chooseLanguage(one, window); }),
                   one == language()));
}

void addTextSizes(QMenu& view) {
  QMenu* sizes = view.addMenu(MainWindow::tr("Text si&ze"));
  const auto step = [](int percent) { setTextPercent(shownTextPercent() + percent); };
  sizes->addAction(MainWindow::tr("&Larger"), sizes, [step] { step(kTextStepPercent); })
      ->setShortcuts({QKeySequence::ZoomIn, QKeySequence(Qt::CTRL | Qt::Key_Equal)});
  sizes->addAction(MainWindow::tr("&Smaller"), QKeySequence::ZoomOut, sizes, [step] { step(-kTextStepPercent); });
  sizes->addAction(MainWindow::tr("&Normal"), QKeySequence(Qt::CTRL | Qt::Key_0), sizes, [] { setTextPercent(100); });
}

QString titleOf(Workspace workspace) {
  switch (workspace) {
    case Workspace::Explore: return MainWindow::tr("E&xplore");
    case Workspace::Studies: return MainWindow::tr("&Studies");
    case Workspace::Train: return MainWindow::tr("&Train");
    case Workspace::Teach: return MainWindow::tr("T&each");
  }
  return {};
}

/// The workspaces that have a panel, in the menu and at the end of the tool bar.
void addWorkspaces(QMenu& view, MainWindow& window) {
  DockLayout& layout = window.layoutOfDocks();
  auto* group = new QActionGroup(&window);
  int key = Qt::Key_1;
  for (const Workspace workspace : kWorkspaces) {
    const QString title = titleOf(workspace);
    const QKeySequence keys(Qt::CTRL | static_cast<Qt::Key>(key++));
    if (std::none_of(panelKinds().begin(), panelKinds().end(),
                     [workspace](const PanelKind& kind) { return kind.workspace == workspace; }))
      continue;
    QAction* action = view.addAction(title, keys, &window, [&layout, workspace] { layout.setWorkspace(workspace); });
    switchable(action, workspace == layout.workspace());
    action->setIconText(withoutMnemonic(title));
    action->setToolTip(MainWindow::tr("%1 (%2)").arg(withoutMnemonic(title), keys.toString(QKeySequence::NativeText)));
    group->addAction(action);
    QObject::connect(&layout, &DockLayout::workspaceChanged, action,
                     [action, &layout, workspace] { action->setChecked(layout.workspace() == workspace); });
  }
  window.addWorkspaceActions(group->actions());
  view.addSeparator();
}

/// Qt's own action would close a panel that is behind another, and open one behind the others.
void addPanelToggle(QMenu& panels, PanelDock& dock, MainWindow& window) {
  QAction* toggle = dock.toggleViewAction();
  QObject::disconnect(toggle, &QAction::triggered, &dock, nullptr);
  QObject::connect(toggle, &QAction::triggered, &window, [&dock, &window, toggle] {
    dock.panel()->isOnScreen() ? static_cast<void>(dock.close()) : window.showPanel(*dock.panel());
    toggle->setChecked(!dock.isHidden());
  });
  panels.addAction(toggle);
}

void makeViewMenu(MainWindow& window) {
  QMenu* view = window.menuBar()->addMenu(MainWindow::tr("&View"));
  addWorkspaces(*view, window);
  QMenu* panels = view->addMenu(MainWindow::tr("&Panels"));
  for (PanelDock* dock : window.docks()) addPanelToggle(*panels, *dock, window);
  QObject::connect(panels, &QMenu::aboutToShow, &window, [&window] {
    for (PanelDock* dock : window.docks())
      dock->toggleViewAction()->setVisible(window.layoutOfDocks().isOf(dock, window.layoutOfDocks().workspace()));
  });
  view->addAction(MainWindow::tr("Max&imise or restore"), QKeySequence(Qt::CTRL | Qt::Key_M), &window,
                  [&window] { window.layoutOfDocks().toggleMaximised(window.dockOf(window.currentPanel())); });
  addForPanel(*view, MainWindow::tr("As a ta&ble"), QKeySequence(Qt::Key_F2), window, &MainWindow::tableRequested);
  view->addAction(MainWindow::tr("&Reset layout"), &window, &MainWindow::resetLayout);
  view->addSeparator();
  const QList<QAction*> ofSamples = {
      view->addAction(MainWindow::tr("Play or p&ause the samples"), QKeySequence(Qt::Key_Space), &window,
                      &MainWindow::togglePlay),
      view->addAction(MainWindow::tr("Show one sample &more"), QKeySequence(Qt::Key_S), &window, &MainWindow::dropOne)};
  window.presenter().offer(ofSamples);
  restUnless(window, ofSamples, &MainWindow::showsSamples);
  view->addSeparator();
  addColours(*view);
  addTextSizes(*view);
  addLanguages(*view, window);
  const auto fill = [&window] { window.setWindowState(window.windowState() ^ Qt::WindowFullScreen); };
  QAction* full =
      switchable(view->addAction(MainWindow::tr("&Full screen"), QKeySequence(Qt::Key_F11), view, fill), false);
  QObject::connect(view, &QMenu::aboutToShow, full, [full, &window] { full->setChecked(window.isFullScreen()); });
}

void makeHelpMenu(MainWindow& window) {
  QMenu* help = window.menuBar()->addMenu(MainWindow::tr("&Help"));
  ManualHelp& manual = window.manual();
  help->addAction(MainWindow::tr("&Manual"), QKeySequence::HelpContents, &manual, &ManualHelp::openForFocus);
  help->addAction(MainWindow::tr("&What this panel shows"), QKeySequence::WhatsThis, &window,
                  [&window] { window.dockOf(window.currentPanel())->showHelp(); });
  help->addAction(MainWindow::tr("M&ethods and papers"), &manual,
                  [&manual] { manual.open(QStringLiteral("methods")); });
  help->addAction(MainWindow::tr("W&ords"), &manual, [&manual] { manual.open(QStringLiteral("words")); });
  help->addAction(MainWindow::tr("&Shortcuts …"), QKeySequence(Qt::CTRL | Qt::Key_Question), &window,
                  [&window] { ShortcutsDialog(*window.menuBar(), &window).exec(); });
  help->addSeparator();
  help->addAction(MainWindow::tr("&About Omegascope"), &window,
                  [&window] { AboutDialog(window.device(), &window).exec(); });
}

}  // namespace

QString workspaceTitle(Workspace workspace) { return withoutMnemonic(titleOf(workspace)); }

void makeMenus(MainWindow& window) {
  makeFileMenu(window);
  makeEditMenu(window);
  makeViewMenu(window);
  window.lessons().fillMenu(*window.menuBar()->addMenu(MainWindow::tr("&Lesson")));
  makeHelpMenu(window);
  applyChosenShortcuts(*window.menuBar());
}

}  // namespace omegascope

#include "window/main_window.h"

#include <QApplication>
#include <QCloseEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QScreen>
#include <QStatusBar>
#include <QTabBar>
#include <QToolButton>
#include <QUndoStack>

#include "core/error.h"
#include "core/text.h"
#include "files/data_opener.h"
#include "files/file_kind.h"
#include "io/reader.h"
#include "jobs/training_runs.h"
#include "model/settings.h"
#include "views/card_study/card_study_panel.h"
#include "views/chance/chance_panel.h"
#include "views/lesson/lesson_panel.h"
#include "views/model_view/model_view_panel.h"
#include "views/omega_space/omega_space_panel.h"
#include "views/registry.h"
#include "views/studies/studies_panel.h"
#include "views/weights/weights_panel.h"
#include "views/word_tips.h"
#include "widgets/banner.h"
#include "window/appearance.h"
#include "window/dock_layout.h"
#include "window/drop_zone.h"
#include "window/focus_ring.h"
#include "window/lesson_stage.h"
#include "window/main_menus.h"
#include "window/manual_help.h"
#include "window/opening.h"
#include "window/panel_dock.h"
#include "window/panel_table.h"
#include "window/presenter.h"
#include "window/session_keeper.h"
#include "window/status_line.h"
#include "window/tab_order.h"
#include "window/tool_bar.h"

namespace omegascope {

namespace {

/// It goes before the window does.
bool isPresenting(const Presenter* presenter) { return presenter != nullptr && presenter->isOn(); }

}  // namespace

MainWindow::MainWindow(QWidget* parent) : MainWindow(std::make_unique<Workbench>(), parent) {
  m_workbench.setThreads(Settings::threads());
}

MainWindow::MainWindow(std::unique_ptr<Workbench> workbench, QWidget* parent)
    : QMainWindow(parent), m_ownWorkbench(std::move(workbench)), m_workbench(*m_ownWorkbench) {
  setObjectName(QStringLiteral("main"));
  setDockNestingEnabled(true);
  setDockOptions(AnimatedDocks | AllowNestedDocks | AllowTabbedDocks);
  resize(1280, 800);
  makeDocks();
  makeToolBar();
  makeBanner();
  makeStatusBar();
  m_sessions = new SessionKeeper(*this);
  m_presenter = new Presenter(*this, lessonPanel().player());
  m_lessons = new LessonStage(*this, lessonPanel().player());
  m_manual = new ManualHelp(*this);
  new WordTips(this);
  new DropZone(*this);
  FocusRing::setUp();
  makeMenus(*this);
  m_layout->arrange();
  connect(&m_workbench, &Workbench::snapshotChanged, this, &MainWindow::tellFailures);
  connect(&m_workbench, &Workbench::forecastChanged, this, &MainWindow::tellForecast);
  connect(&m_workbench.selection(), &Selection::clamped, this, &MainWindow::remark);
  connect(m_workbench.store().undoStack(), &QUndoStack::cleanChanged, this, &MainWindow::updateTitle);
  connect(m_workbench.store().undoStack(), &QUndoStack::indexChanged, this, &MainWindow::updateTitle);
  connect(m_sessions, &SessionKeeper::nameChanged, this, &MainWindow::updateTitle);
  updateTitle();
  tellFailures();
  setFocus();  // keys choose queries and keys until a control is chosen: Qt would give them to the first one
}

// The panels go before the workbench that they refer to, without signals.
MainWindow::~MainWindow() {
  disconnect(this, &MainWindow::panelsChanged, nullptr, nullptr);
  delete std::exchange(m_presenter, nullptr);
  while (!m_docks.empty()) {
    PanelDock* dock = m_docks.front();
    m_docks.erase(m_docks.begin());  // the keyboard does not go to it any more
    disconnect(dock, nullptr, this, nullptr);
    delete dock;
  }
}

void MainWindow::takeOver(MainWindow& before) {
  DockLayout& old = before.layoutOfDocks();
  const Workspace workspace = old.workspace();
  const bool wasStaged = old.isStaged();
  const QByteArray layout = old.endInExplore();
  m_sessions->takeOver(*before.m_sessions);
  m_opener->takeOver(*before.m_opener);
  tellForecast();  // what waits for a word waits in this window
  setGeometry(before.geometry());
  setWindowState(before.windowState());
  before.hide();
  show();
  if (!restoreLayout(layout)) resetLayout();
  m_layout->setWorkspace(workspace);
  const auto goOn = [&](auto* panel) {
    if (panel != nullptr) panel->takeOver(*static_cast<decltype(panel)>(before.panel(panel->name())));
  };
  for (const PanelDock* dock : m_docks) {
    goOn(qobject_cast<CardStudyPanel*>(dock->panel()));
    goOn(qobject_cast<StudiesPanel*>(dock->panel()));
    goOn(qobject_cast<LessonPanel*>(dock->panel()));
    goOn(qobject_cast<ModelViewPanel*>(dock->panel()));
  }
  if (wasStaged) m_lessons->stage();  // a lesson goes on with its own panels
  m_lessons->takeOver(*before.m_lessons);
}

// --- Panels ----------------------------------------------------------------------------------------------------------

void MainWindow::makeDocks() {
  for (const PanelKind& kind : panelKinds()) {
    auto* dock = new PanelDock(kind.make(m_workbench, this), m_workbench, this);
    connect(dock, &PanelDock::exportRequested, this, &MainWindow::exportRequested);
    connect(dock, &PanelDock::printRequested, this, &MainWindow::printRequested);
    connect(dock, &PanelDock::tableRequested, this, &MainWindow::tableRequested);
    connect(dock, &PanelDock::copyImageRequested, this, &MainWindow::copyImageRequested);
    connect(dock, &PanelDock::copyDataRequested, this, &MainWindow::copyDataRequested);
    connect(dock, &PanelDock::copyCommandRequested, this, &MainWindow::copyCommandRequested);
    connect(dock, &PanelDock::maximiseRequested, this,
            [this](PanelDock* wanted) { m_layout->toggleMaximised(wanted); });
    connect(dock, &QDockWidget::visibilityChanged, this, &MainWindow::updateNeeds);
    if (kind.place == Place::Whole) dock->keepOpen();
    m_docks.push_back(dock);
  }
  connect(this, &MainWindow::tableRequested, this, &MainWindow::showTable);
  m_layout = new DockLayout(*this, m_docks);
  connect(m_layout, &DockLayout::workspaceChanged, this, &MainWindow::updateNeeds);
  connect(&m_workbench, &Workbench::workspaceWanted, m_layout, &DockLayout::setWorkspace);
  connect(&m_workbench.training(), &TrainingRuns::created, this, [this] {  // from where it may be behind, too
    dockOf(panel(QStringLiteral("train_runs")))->raise();
  });
}

void MainWindow::resetLayout() { m_layout->arrange(); }

bool MainWindow::restoreLayout(const QByteArray& layout) {
  if (layout.isEmpty()) return false;
  const bool told = m_banner->isVisibleTo(this);
  const bool restored = m_layout->restore(layout);
  m_banner->setVisible(told);  // what is said belongs to now, not to the layout
  return restored;
}

void MainWindow::playOpening() { m_opening->play(); }

Panel* MainWindow::panel(const QString& name) const {
  for (const PanelDock* dock : m_docks)
    if (dock->panel()->name() == name) return dock->panel();
  return nullptr;
}

Panel* MainWindow::currentPanel() const {
  // Another window may have the keyboard now: then the panel that had it last.
  for (const QWidget* focus : {QApplication::focusWidget(), focusWidget()})
    for (const PanelDock* dock : m_docks)
      if (dock->panel()->isOnScreen() && dock->isAncestorOf(focus)) return dock->panel();
  // The one in the middle of the workspace.
  for (std::size_t i = 0; i < m_docks.size(); ++i) {
    const Place place = panelKinds()[i].place;
    if ((place == Place::Centre || place == Place::Whole) && m_docks[i]->panel()->isOnScreen())
      return m_docks[i]->panel();
  }
  return panel(QStringLiteral("attention"));
}

PanelDock* MainWindow::dockOf(const Panel* panel) const {
  return *std::find_if(m_docks.begin(), m_docks.end(),
                       [panel](const PanelDock* dock) { return dock->panel() == panel; });
}

void MainWindow::showPanel(const Panel& panel) {
  if (const PanelKind* kind = panelKind(panel.name())) m_layout->setWorkspace(kind->workspace);
  if (!panel.isOnScreen()) m_layout->unmaximise();
  PanelDock* dock = dockOf(&panel);
  dock->show();
  dock->raise();
}

void MainWindow::showTable(Panel* panel) {
  const QString name = panel->name() + QStringLiteral("_table");
  auto* table = findChild<PanelTable*>(name);
  if (table == nullptr) {
    table = new PanelTable(*panel, m_workbench, this);
    table->setObjectName(name);
    connect(table, &PanelTable::copyRequested, this, &MainWindow::copyDataRequested);
    connect(table, &PanelTable::exportRequested, this, &MainWindow::exportRequested);
  }
  table->show();
  table->raise();
  table->activateWindow();
}

LessonPanel& MainWindow::lessonPanel() const { return panel<LessonPanel>(); }

void MainWindow::showErrors(bool shown) {
  m_status->showErrors(shown);
  for (const PanelDock* dock : m_docks) dock->panel()->showErrors(shown);
}

QString MainWindow::device() const { return m_status->device(); }

void MainWindow::letGo() {
  if (m_layout->isMaximised()) return m_layout->unmaximise();
  if (isExploring()) m_workbench.selection().releaseOne();
}

void MainWindow::updateNeeds() {
  Needs needs{Work::estimates};
  for (const PanelDock* dock : m_docks)
    if (dock->panel()->isOnScreen() || (isPresenting(m_presenter) && dock->panel() == &lessonPanel()))
      for (const Work work : {dock->panel()->work(), dock->panel()->workBeside()}) needs.add(work);
  m_workbench.setNeeds(needs);
  emit panelsChanged();
}

bool MainWindow::isExploring() const {
  if (!isPresenting(m_presenter)) return m_layout->workspace() == Workspace::Explore;
  return std::any_of(m_docks.begin(), m_docks.end(), [this](const PanelDock* dock) {
    return dock->panel()->isOnScreen() && m_layout->isOf(dock, Workspace::Explore);
  });
}

// --- Tool bar and status bar -----------------------------------------------------------------------------------------

void MainWindow::makeToolBar() {
  auto* bar = new ToolBar(m_workbench, this);
  addToolBar(bar);
  connect(bar, &ToolBar::redrawRequested, this, &MainWindow::redraw);
  connect(bar, &ToolBar::limited, this, &MainWindow::remark);
  m_opening = new Opening(m_workbench, &panel<OmegaSpacePanel>());
  bar->follow(m_opening);
  connect(m_layout, &DockLayout::workspaceChanged, bar,
          [this, bar] { bar->setExploring(m_layout->workspace() == Workspace::Explore); });
  if (Settings::hintDismissed()) return;
  addToolBarBreak();
  m_hint = makeHintBar(this);
  addToolBar(m_hint);
  connect(m_layout, &DockLayout::workspaceChanged, this, &MainWindow::updateHint);
}

/// It speaks of Explore; while a lesson is open that says what to do.
void MainWindow::updateHint() {
  if (m_hint == nullptr) return;
  const bool isExplore = m_layout->workspace() == Workspace::Explore;
  m_hint->setVisible(isExplore && lessonPanel().player().lesson() == nullptr && !Settings::hintDismissed());
}

void MainWindow::addWorkspaceActions(const QList<QAction*>& actions) { findChild<ToolBar*>()->addWorkspaces(actions); }

void MainWindow::makeStatusBar() {
  m_status = new StatusLine(m_workbench, this);
  setStatusBar(m_status);
  connect(m_layout, &DockLayout::workspaceChanged, m_status,
          [this] { m_status->setExploring(m_layout->workspace() == Workspace::Explore); });
}

ChancePanel* MainWindow::chanceInFront() const {
  auto& chance = panel<ChancePanel>();
  const bool isShown = isPresenting(m_presenter) ? chance.isOnScreen() : m_layout->workspace() == Workspace::Teach;
  return isShown ? &chance : nullptr;
}

void MainWindow::remark(const QString& sentence) {
  constexpr int kReadMs = 6000;
  statusBar()->showMessage(sentence, kReadMs);
}

/// New noise for what is shown.
void MainWindow::redraw() {
  if (ChancePanel* chance = chanceInFront()) return chance->redrawNoise();
  m_workbench.store().change(tr("Redraw"), [](Document& d) { ++d.draw; });
}

void MainWindow::togglePlay() {
  ChancePanel* chance = chanceInFront();
  chance ? chance->togglePlay() : m_opening->toggle();
}

void MainWindow::dropOne() {
  ChancePanel* chance = chanceInFront();
  chance ? chance->dropOne() : m_opening->step();
}

void MainWindow::backToSeed() {
  m_workbench.store().change(tr("Back to the first draw"), [](Document& d) { d.draw = 0; });
}

// --- Banner ----------------------------------------------------------------------------------------------------------

void MainWindow::makeBanner() {
  m_banner = new Banner(this);
  addToolBarBreak();
  addToolBar(m_banner);
  m_banner->hide();
  m_opener = new DataOpener(m_workbench, *m_banner, this);
  connect(m_opener, &DataOpener::opened, this, [this](const QString& path) {
    Settings::addRecentFile(path);
    m_sessions->dataOpened();
  });
  connect(m_opener, &DataOpener::anotherWanted, this, &MainWindow::chooseAndOpen);
  connect(m_opener, &DataOpener::locationWanted, this, &MainWindow::askWhereDataIs);
  connect(m_opener, &DataOpener::busyChanged, this,
          [this](bool busy) { statusBar()->showMessage(busy ? tr("Reading the file …") : QString()); });
  connect(&m_workbench, &Workbench::told, this, [this](const QString& sentence) {
    m_banner->tell(sentence);
    m_told = sentence;
  });
  connect(m_workbench.store().undoStack(), &QUndoStack::indexChanged, this, [this, last = 0](int index) mutable {
    if (std::exchange(last, index) > index) m_banner->takeBack(m_told);  // undone, it is no longer true
  });
  connect(&m_workbench, &Workbench::fileWanted, this,
          [this](const QString& path, const OptionTexts& options, bool choose) {
            choose ? m_opener->chooseArrays(path, options) : m_opener->open(path, options);
          });
  connect(&m_workbench, &Workbench::fileWantedAgain, this,
          [this] { m_opener->again(QString::fromStdString(m_workbench.document().workload.file)); });
}

void MainWindow::showBanner(const QString& sentence) { m_banner->warn(sentence); }

/// Why there is no sequence, or which parts of the picture could not be made: told once, however many pictures it is
/// true of, and taken back when the cause is gone.
void MainWindow::tellFailures() {
  const Snapshot& snapshot = *m_workbench.snapshot();
  const std::string error =
      snapshot.sequenceError.empty() ? omega::join(snapshot.failures, " ") : snapshot.sequenceError;
  if (error == m_toldError) return;
  m_toldError = error;
  if (error.empty()) return m_banner->takeBackWarning();
  std::vector<BannerAction> remedies;
  if (!snapshot.sequenceError.empty() && !m_workbench.document().workload.file.empty())
    remedies = m_opener->waysBack(QString::fromStdString(m_workbench.document().workload.file));
  m_banner->warn(QString::fromStdString(error), std::move(remedies));
}

/// What takes long is said before it begins; what takes very long begins when it is told to.
void MainWindow::tellForecast() {
  const std::optional<Forecast>& forecast = m_workbench.forecast();
  const QString takes = forecast ? forecastText(*forecast) : QString();
  if (std::exchange(m_asksToCompute, m_workbench.isAwaited()) && !m_asksToCompute) m_banner->takeBack(m_question);
  if (m_asksToCompute) {
    m_question = forecast->isTooMuch()
                     ? tr("This takes %1, and only %2 is free.").arg(takes, memoryText(forecast->available))
                     : tr("This takes %1.").arg(takes);
    std::vector<BannerAction> actions{
        {tr("Compute"), [this] { m_workbench.computeAgain(); }, tr("Begins; Jobs can stop it")}};
    if (QUndoStack* steps = m_workbench.store().undoStack(); m_workbench.isOfLastStep() && steps->canUndo())
      actions.push_back({tr("Undo"), [steps] { steps->undo(); }, tr("Takes back: %1").arg(steps->undoText())});
    m_banner->tell(m_question, std::move(actions));
  }
  const bool runs = forecast && !m_asksToCompute;
  if (std::exchange(m_tellsForecast, runs) && !runs) statusBar()->clearMessage();
  constexpr int kReadMs = 4000;  // then the errors are seen again
  if (runs) statusBar()->showMessage(tr("Computing: %1; Jobs can stop it.").arg(takes), kReadMs);
}

void MainWindow::askWhereDataIs() {
  const QString path = QFileDialog::getOpenFileName(
      this, tr("Where is %1?").arg(QString::fromStdString(m_workbench.document().workload.file)),
      Settings::folderFor(QStringLiteral("open")));
  if (!path.isEmpty()) return locateData(path);
  m_toldError.clear();  // the banner went with the press on its button
  tellFailures();
}

void MainWindow::locateData(const QString& path) { m_opener->locate(path); }

// --- Files -----------------------------------------------------------------------------------------------------------

void MainWindow::openFile(const QString& path) {
  switch (kindOfFile(path)) {
    case FileKind::Run:
      m_layout->setWorkspace(Workspace::Train);
      for (const QString& run : runsIn(path)) m_workbench.training().open(run);
      break;
    case FileKind::Study:
      m_layout->setWorkspace(Workspace::Studies);
      panel<StudiesPanel>().add(path);
      break;
    case FileKind::Lesson: openLesson(path); break;
    case FileKind::Session: m_sessions->open(path); break;
    case FileKind::Data: openData(path); break;
  }
}

void MainWindow::openLesson(const QString& path) {
  LessonPlayer& player = lessonPanel().player();
  try {
    player.open(player.shelve(path));
  } catch (const omega::Error& error) {
    showBanner(QString::fromUtf8(error.what()));
  }
}

void MainWindow::openData(const QString& path) { m_opener->open(path); }

bool MainWindow::settle() { return m_opener->settle() && m_workbench.settle(); }

void MainWindow::apply(const Session& session) {
  m_workbench.open(session);
  restoreLayout(session.layout);
  m_layout->setWorkspace(session.workspace);
}

Session MainWindow::session() const {
  Session session = m_workbench.session();
  session.workspace = m_layout->workspace();
  if (session.workspace == Workspace::Explore) session.layout = m_layout->state();
  return session;
}

void MainWindow::chooseAndOpen() {
  QString patterns = QStringLiteral("*.omega *.json");  // sessions and studies; lessons end like texts
  for (const std::string& extension : omega::readable_extensions())
    patterns += QStringLiteral(" *") + QString::fromStdString(extension);
  const QString path =
      QFileDialog::getOpenFileName(this, tr("Open"), Settings::folderFor(QStringLiteral("open")),
                                   tr("Everything that can be opened (%1);;All files (*)").arg(patterns));
  if (path.isEmpty()) return;
  Settings::setFolderFor(QStringLiteral("open"), QFileInfo(path).absolutePath());
  openFile(path);
}

void MainWindow::updateTitle() {
  setWindowTitle(tr("%1[*] — Omegascope").arg(m_sessions->name()));
  setWindowModified(m_sessions->isChanged());
}

/// A click on a tab is meant for its panel, which is in front once the press is over. Qt makes the bars when it needs
/// them.
void MainWindow::listenToTabs(QObject* child) {
  auto* bar = qobject_cast<QTabBar*>(child);
  if (bar == nullptr || bar->parent() != this) return;
  bar->setAccessibleName(tr("Panels behind each other"));
  bar->setElideMode(Qt::ElideNone);  // where there are many they are scrolled: nobody can read a letter and dots
  connect(bar, &QTabBar::tabBarClicked, this, [this, bar](int index) {
    for (PanelDock* dock : m_docks)
      if (dock->windowTitle() == bar->tabText(index))
        QMetaObject::invokeMethod(
            dock->panel(), [panel = dock->panel()] { panel->setFocus(Qt::MouseFocusReason); }, Qt::QueuedConnection);
  });
}

bool MainWindow::event(QEvent* event) {
  // What had the keyboard may be gone since: then Qt would give it to the first control.
  if (event->type() == QEvent::WindowActivate && (focusWidget() == nullptr || !focusWidget()->isVisible()))
    keepKeyboard();
  if (event->type() == QEvent::ChildPolished) listenToTabs(static_cast<QChildEvent*>(event)->child());
  // Signs are as large as text and lines ask; colours of high contrast come with stronger lines.
  if (event->type() == QEvent::FontChange || event->type() == QEvent::PaletteChange) setIconSize(QSize());
  if (event->type() != QEvent::UpdateRequest) return QMainWindow::event(event);
  m_workbench.trace().frameBegins();
  const bool handled = QMainWindow::event(event);  // paints all that is outdated and shows it
  m_workbench.trace().frameEnds();
  return handled;
}

/// Qt asks for the next place not only on Tab, but also where the one that has the keyboard was hidden or disabled.
/// That would be a number of the tool bar, and the next key would change it.
bool MainWindow::focusNextPrevChild(bool next) {
  const QWidget* now = focusWidget();
  if (now == nullptr || (now->isVisible() && now->isEnabled())) return moveFocus(*this, next);
  keepKeyboard();
  return true;
}

void MainWindow::keepKeyboard() {
  Panel* current = currentPanel();
  current != nullptr && current->isOnScreen() ? current->setFocus() : setFocus();
}

void MainWindow::closeEvent(QCloseEvent* event) {
  m_presenter->leave();
  if (!m_sessions->mayEnd()) {
    event->ignore();
    return;
  }
  if (const QByteArray layout = m_layout->endInExplore(); !layout.isEmpty()) Settings::setLayout(layout);
  Settings::setGeometry(saveGeometry());
  m_workbench.trace().flush();
  event->accept();
}

}  // namespace omegascope

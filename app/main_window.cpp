#include "main_window.h"

#include <QActionGroup>
#include <QApplication>
#include <QClipboard>
#include <QCloseEvent>
#include <QDir>
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QMenuBar>
#include <QMessageBox>
#include <QMimeData>
#include <QPainter>
#include <QScreen>
#include <QStatusBar>
#include <QToolButton>
#include <QVBoxLayout>

#include "appearance.h"
#include "banner.h"
#include "core/error.h"
#include "dock_layout.h"
#include "files/data_opener.h"
#include "opening.h"
#include "panel_dock.h"
#include "selection_menu.h"
#include "settings.h"
#include "tool_bar.h"
#include "views/omega_space/omega_space_panel.h"
#include "views/registry.h"

namespace omegascope {

namespace {

constexpr int kLayoutVersion = 1;
constexpr int kAutosaveMs = 60000;

}  // namespace

MainWindow::MainWindow(QWidget* parent) : QMainWindow(parent) {
  setObjectName(QStringLiteral("main"));
  setAcceptDrops(true);
  setDockNestingEnabled(true);
  setDockOptions(AnimatedDocks | AllowNestedDocks | AllowTabbedDocks);
  resize(1280, 800);
  makeDocks();
  makeMenus();
  makeToolBar();
  makeBanner();
  makeStatusBar();
  m_layout->arrange();
  connect(&m_workbench, &Workbench::snapshotChanged, this, &MainWindow::updateStatus);
  connect(&m_workbench.selection(), &Selection::changed, this, &MainWindow::updateStatus);
  connect(&m_workbench.selection(), &Selection::clamped, this, [this](const QString& sentence) { statusBar()->showMessage(sentence, 6000); });
  connect(&m_workbench.store(), &DocumentStore::changed, this, &MainWindow::updateStatus);
  connect(m_workbench.store().undoStack(), &QUndoStack::cleanChanged, this, &MainWindow::updateTitle);
  m_autosave.setInterval(kAutosaveMs);
  connect(&m_autosave, &QTimer::timeout, this, &MainWindow::autosave);
  m_autosave.start();
  updateTitle();
  updateStatus();
}

// The panels go before the workbench they look at, and silently.
MainWindow::~MainWindow() {
  for (PanelDock* dock : m_docks) {
    disconnect(dock, nullptr, this, nullptr);
    delete dock;
  }
}

// --- Panels ----------------------------------------------------------------------------------------------------------------

void MainWindow::makeDocks() {
  for (const PanelKind& kind : panelKinds()) {
    auto* dock = new PanelDock(kind.make(m_workbench, this), m_workbench, this);
    connect(dock, &PanelDock::exportRequested, this, &MainWindow::exportRequested);
    connect(dock, &PanelDock::copyImageRequested, this, &MainWindow::copyImageRequested);
    connect(dock, &PanelDock::copyDataRequested, this, &MainWindow::copyDataRequested);
    connect(dock, &PanelDock::copyCommandRequested, this, &MainWindow::copyCommandRequested);
    connect(dock, &PanelDock::maximiseRequested, this, &MainWindow::toggleMaximised);
    connect(dock, &QDockWidget::visibilityChanged, this, &MainWindow::updateNeeds);
    m_docks.push_back(dock);
  }
  m_layout = new DockLayout(*this, m_docks);
}

void MainWindow::resetLayout() {
  m_unmaximised.clear();
  m_layout->arrange();
}

bool MainWindow::restoreLayout(const QByteArray& layout) {
  if (layout.isEmpty()) return false;
  m_layout->release();
  const bool told = m_banner->isVisibleTo(this);
  const bool restored = restoreState(layout, kLayoutVersion);
  m_banner->setVisible(told);  // what is said belongs to now, not to the layout
  return restored;
}

// By showing and hiding only: QMainWindow::restoreState() in the middle of a click can show a tab bar that is gone.
void MainWindow::toggleMaximised(PanelDock* dock) {
  if (!m_unmaximised.isEmpty()) return unmaximise();
  m_layout->release();
  for (PanelDock* other : m_docks)
    if (other->toggleViewAction()->isChecked() && !other->isFloating()) m_unmaximised.push_back({other, other->size(), other->panel()->isOnScreen()});
  for (const DockBefore& before : m_unmaximised) before.dock->setVisible(before.dock == dock);
}

void MainWindow::unmaximise() {
  const QList<DockBefore> all = std::exchange(m_unmaximised, {});
  QList<QDockWidget*> docks;
  QList<int> widths, heights;
  for (const DockBefore& before : all) {
    before.dock->show();
    if (!before.wasOnTop) continue;
    docks << before.dock;
    widths << before.size.width();
    heights << before.size.height();
  }
  for (QDockWidget* dock : docks) dock->raise();
  resizeDocks(docks, widths, Qt::Horizontal);
  resizeDocks(docks, heights, Qt::Vertical);
}

void MainWindow::playOpening() { m_opening->play(); }

Panel* MainWindow::panel(const QString& name) const {
  for (const PanelDock* dock : m_docks)
    if (dock->panel()->name() == name) return dock->panel();
  return nullptr;
}

Panel* MainWindow::focusedPanel() const {
  for (const PanelDock* dock : m_docks)
    if (dock->isAncestorOf(QApplication::focusWidget())) return dock->panel();
  return nullptr;
}

void MainWindow::updateNeeds() {
  const auto visible = [&](const char* name) {
    const Panel* p = panel(QLatin1String(name));
    return p != nullptr && p->isOnScreen();
  };
  m_workbench.setNeeds(visible("attention"), visible("output"), visible("mis") || visible("inspector"));
}

// --- Menus -----------------------------------------------------------------------------------------------------------------

void MainWindow::makeMenus() {
  makeFileMenu();
  makeEditMenu();
  makeViewMenu();
  makeHelpMenu();
}

void MainWindow::makeFileMenu() {
  QMenu* file = menuBar()->addMenu(tr("&File"));
  file->addAction(tr("&New"), QKeySequence::New, this, [this] {
    if (mayDiscard()) m_workbench.store().replace(Document::start());
  });
  file->addAction(tr("&Open session or data …"), QKeySequence::Open, this, &MainWindow::chooseAndOpen);
  QMenu* recent = file->addMenu(tr("Open &recent"));
  connect(recent, &QMenu::aboutToShow, this, [this, recent] { fillRecent(*recent); });
  file->addSeparator();
  file->addAction(tr("&Save session"), QKeySequence::Save, this, &MainWindow::save);
  file->addAction(tr("Save session &as …"), QKeySequence::SaveAs, this, &MainWindow::saveAs);
  file->addSeparator();
  file->addAction(tr("&Export panel …"), QKeySequence(Qt::CTRL | Qt::Key_E), this, [this] {
    Panel* panel = focusedPanel();
    emit exportRequested(panel ? panel : m_docks.front()->panel());
  });
  file->addAction(tr("Export a&ll …"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_E), this, &MainWindow::exportAllRequested);
  file->addSeparator();
  file->addAction(tr("&Quit"), QKeySequence::Quit, this, &QWidget::close);
}

void MainWindow::makeEditMenu() {
  QMenu* edit = menuBar()->addMenu(tr("&Edit"));
  QUndoStack* stack = m_workbench.store().undoStack();
  QAction* undo = stack->createUndoAction(this, tr("&Undo"));
  undo->setShortcut(QKeySequence::Undo);
  QAction* redo = stack->createRedoAction(this, tr("&Redo"));
  redo->setShortcuts({QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Z), QKeySequence(Qt::CTRL | Qt::Key_Y)});
  edit->addActions({undo, redo});
  edit->addSeparator();
  fillSelectionMenu(*edit->addMenu(tr("&Selection")), m_workbench);
  new SingleKeys(this);
  edit->addSeparator();
  edit->addAction(tr("Redraw the &noise"), QKeySequence(Qt::Key_R), this, &MainWindow::redraw);
  edit->addAction(tr("Back to the first draw"), QKeySequence(Qt::SHIFT | Qt::Key_R), this, &MainWindow::backToSeed);
  edit->addSeparator();
  edit->addAction(tr("Copy &image"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C), this, [this] {
    if (Panel* panel = focusedPanel()) emit copyImageRequested(panel);
  });
  edit->addAction(tr("Copy &data"), QKeySequence::Copy, this, [this] {
    if (Panel* panel = focusedPanel()) emit copyDataRequested(panel);
  });
  edit->addAction(tr("Copy &command"), this, [this] {
    if (Panel* panel = focusedPanel()) emit copyCommandRequested(panel);
  });
}

void MainWindow::makeViewMenu() {
  QMenu* view = menuBar()->addMenu(tr("&View"));
  QMenu* panels = view->addMenu(tr("&Panels"));
  for (PanelDock* dock : m_docks) panels->addAction(dock->toggleViewAction());
  view->addAction(tr("&Reset layout"), this, &MainWindow::resetLayout);
  view->addAction(tr("Play or pause the &samples"), QKeySequence(Qt::Key_Space), this, [this] { m_opening->toggle(); });
  view->addAction(tr("Show one sample &more"), QKeySequence(Qt::Key_S), this, [this] { m_opening->step(); });
  QAction* still = view->addAction(tr("Reduce &motion"), this, [](bool on) { Settings::setReducedMotion(on); });
  still->setCheckable(true);
  still->setChecked(Settings::reducedMotion());
  view->addSeparator();
  QMenu* colours = view->addMenu(tr("&Colours"));
  auto* group = new QActionGroup(this);
  const QStringList names = {tr("Follow the desktop"), tr("Light"), tr("Dark")};
  for (int i = 0; i < names.size(); ++i) {
    QAction* action = colours->addAction(names[i], this, [this, i] { setAppearance(i); });
    action->setCheckable(true);
    action->setChecked(static_cast<int>(Settings::appearance()) == i);
    group->addAction(action);
  }
  view->addSeparator();
  QAction* full = view->addAction(tr("&Full screen"), QKeySequence(Qt::Key_F11), this, [this] { setWindowState(windowState() ^ Qt::WindowFullScreen); });
  full->setCheckable(true);
}

void MainWindow::makeHelpMenu() {
  QMenu* help = menuBar()->addMenu(tr("&Help"));
  help->addAction(tr("&About Omegascope"), this, [this] {
    QMessageBox::about(this, tr("About Omegascope"),
                       tr("<p><b>Omegascope %1</b></p><p>See how attention is estimated by random projections ω.</p>"
                          "<p>Qt %2, %3. GPL-3.0-or-later.</p>")
                           .arg(QCoreApplication::applicationVersion(), QString::fromLatin1(qVersion()), m_device->text()));
  });
}

void MainWindow::setAppearance(int appearance) {
  Settings::setAppearance(static_cast<Appearance>(appearance));
  applyAppearance(Settings::appearance());
}

// --- Tool bar and status bar -------------------------------------------------------------------------------------------------

void MainWindow::makeToolBar() {
  auto* bar = new ToolBar(m_workbench, this);
  addToolBar(bar);
  connect(bar, &ToolBar::redrawRequested, this, &MainWindow::redraw);
  m_opening = new Opening(m_workbench, qobject_cast<OmegaSpacePanel*>(panel(QStringLiteral("omega_space"))));
  bar->follow(m_opening);
  if (Settings::hintDismissed()) return;
  addToolBarBreak();
  addToolBar(makeHintBar(this));
}

void MainWindow::makeStatusBar() {
  m_errors = new QLabel(this);
  m_timing = new QLabel(this);
  m_memory = new QLabel(this);
  m_device = new QLabel(tr("CPU (no CUDA device)"), this);
  m_errors->setToolTip(tr("Mean squared error to softmax of every visible estimator, for the head that is shown"));
  m_timing->setToolTip(tr("Time from the last change to the frame that showed it, and the worst within five seconds"));
  m_memory->setToolTip(tr("Memory of the numbers the engine holds"));
  m_errors->setMinimumWidth(1);  // long lists are cut rather than widening the window
  statusBar()->addWidget(m_errors, 1);
  for (QLabel* label : {m_timing, m_memory, m_device}) statusBar()->addPermanentWidget(label);
}

void MainWindow::updateStatus() {
  const Snapshot& snapshot = *m_workbench.snapshot();
  QStringList errors;
  for (const CardResult& card : snapshot.cards) {
    const Card* shown = m_workbench.document().card(card.card);
    if (shown == nullptr || shown->method == "softmax") continue;
    errors << QStringLiteral("%1 %2").arg(QString::fromStdString(shown->label()), card.error.empty() ? QString::number(card.metrics.mse, 'g', 3) : tr("not applicable"));
  }
  m_errors->setText(errors.isEmpty() ? QString() : tr("mse  ") + errors.join(QStringLiteral("  ·  ")));
  if (const auto latency = m_workbench.trace().latency())
    m_timing->setText(tr("frame %1 ms, worst %2").arg(latency->lastMs, 0, 'f', 0).arg(latency->worstMs, 0, 'f', 0));
  m_memory->setText(tr("%1 MiB").arg(static_cast<double>(omega::memory::current_bytes()) / (1 << 20), 0, 'f', 1));
  tellWorkloadError(snapshot.sequenceError);
}

void MainWindow::redraw() {
  m_workbench.store().change(tr("Redraw"), [](Document& d) { ++d.draw; });
}

void MainWindow::backToSeed() {
  m_workbench.store().change(tr("Back to the first draw"), [](Document& d) { d.draw = 0; });
}

// --- Banner ------------------------------------------------------------------------------------------------------------------

void MainWindow::makeBanner() {
  m_banner = new Banner(this);
  addToolBarBreak();
  addToolBar(m_banner);
  m_banner->hide();
  m_opener = new DataOpener(m_workbench, *m_banner, this);
  connect(m_opener, &DataOpener::opened, this, [](const QString& path) { Settings::addRecentFile(path); });
  connect(m_opener, &DataOpener::anotherWanted, this, &MainWindow::chooseAndOpen);
  connect(m_opener, &DataOpener::busyChanged, this, [this](bool busy) {
    if (busy) statusBar()->showMessage(tr("Reading the file …"));
    else statusBar()->clearMessage();
  });
  connect(&m_workbench, &Workbench::fileWanted, this, [this](const QString& path, const OptionTexts& options, bool choose) {
    choose ? m_opener->chooseArrays(path, options) : m_opener->open(path, options);
  });
}

void MainWindow::showBanner(const QString& sentence) { m_banner->warn(sentence); }

// Said once, however often the status is renewed; taken back when the cause is gone.
void MainWindow::tellWorkloadError(const std::string& error) {
  if (error == m_toldError) return;
  m_toldError = error;
  if (error.empty()) return m_banner->hide();
  std::vector<BannerAction> remedies;
  if (!m_workbench.document().workload.file.empty())
    remedies.push_back({tr("Locate …"), [this] { locateData(); }, tr("Says where the data of this session is now")});
  m_banner->warn(QString::fromStdString(error), std::move(remedies));
}

void MainWindow::locateData() {
  const Workload& workload = m_workbench.document().workload;
  const QString path = QFileDialog::getOpenFileName(this, tr("Where is %1?").arg(QString::fromStdString(workload.file)), Settings::folderFor(QStringLiteral("open")));
  if (!path.isEmpty()) m_opener->open(path, workload.fileOptions);
}

// --- Files -------------------------------------------------------------------------------------------------------------------

void MainWindow::openFile(const QString& path) {
  if (path.endsWith(QStringLiteral(".omega")) || path.endsWith(QStringLiteral(".json")))
    openSession(path);
  else
    openData(path);
}

bool MainWindow::openSession(const QString& path) {
  try {
    Session session = readSession(path);
    std::string& file = session.document.workload.file;
    // Data that went elsewhere together with the session are beside it.
    const QString beside = QFileInfo(path).absoluteDir().filePath(QFileInfo(QString::fromStdString(file)).fileName());
    if (!file.empty() && !QFileInfo::exists(QString::fromStdString(file)) && QFileInfo(beside).isFile()) file = beside.toStdString();
    apply(session);
  } catch (const std::exception& error) {
    showBanner(QString::fromUtf8(error.what()));
    return false;
  }
  m_path = path;
  Settings::addRecentFile(QFileInfo(path).absoluteFilePath());
  updateTitle();
  return true;
}

void MainWindow::openData(const QString& path) { m_opener->open(path); }

bool MainWindow::settle() { return m_opener->settle() && m_workbench.settle(); }

void MainWindow::apply(const Session& session) {
  m_workbench.open(session);
  restoreLayout(session.layout);
}

Session MainWindow::session() const {
  Session session = m_workbench.session();
  session.layout = saveState(kLayoutVersion);
  return session;
}

bool MainWindow::saveTo(const QString& path) {
  try {
    writeSession(path, session());
  } catch (const std::exception& error) {
    showBanner(QString::fromUtf8(error.what()));
    return false;
  }
  m_path = path;
  m_workbench.store().undoStack()->setClean();
  Settings::addRecentFile(QFileInfo(path).absoluteFilePath());
  updateTitle();
  return true;
}

bool MainWindow::save() { return m_path.isEmpty() ? saveAs() : saveTo(m_path); }

bool MainWindow::saveAs() {
  QString path = QFileDialog::getSaveFileName(this, tr("Save session"), Settings::folderFor(QStringLiteral("session")) + QStringLiteral("/session.omega"), tr("Omegascope sessions (*.omega)"));
  if (path.isEmpty()) return false;
  if (QFileInfo(path).suffix().isEmpty()) path += QStringLiteral(".omega");
  Settings::setFolderFor(QStringLiteral("session"), QFileInfo(path).absolutePath());
  return saveTo(path);
}

void MainWindow::chooseAndOpen() {
  const QString path = QFileDialog::getOpenFileName(this, tr("Open"), Settings::folderFor(QStringLiteral("open")),
                                                    tr("Everything that can be opened (*.omega *.json *.npz *.npy *.safetensors *.csv *.tsv *.png *.jpg *.jpeg *.txt);;All files (*)"));
  if (path.isEmpty()) return;
  Settings::setFolderFor(QStringLiteral("open"), QFileInfo(path).absolutePath());
  openFile(path);
}

void MainWindow::fillRecent(QMenu& menu) {
  menu.clear();
  for (const QString& path : Settings::recentFiles()) menu.addAction(path, this, [this, path] { openFile(path); });
  menu.addSeparator();
  menu.addAction(tr("Clear list"), this, [] { Settings::clearRecentFiles(); });
}

void MainWindow::updateTitle() {
  const QString name = m_path.isEmpty() ? tr("Untitled") : QFileInfo(m_path).fileName();
  setWindowTitle(tr("%1[*] — Omegascope").arg(name));
  setWindowModified(!m_workbench.store().undoStack()->isClean());
}

void MainWindow::autosave() {
  m_workbench.trace().flush();
  try {
    writeSession(Settings::recoveryFile(), session());
  } catch (const std::exception& error) {
    statusBar()->showMessage(tr("Autosave failed: %1").arg(QString::fromUtf8(error.what())), 10000);
  }
}

void MainWindow::setAutosave(int seconds) { m_autosave.start(seconds * 1000); }

void MainWindow::offerRecovery() {
  const QString left = Settings::recoveryFile(), offered = Settings::offeredFile();
  // Moved aside: this session is saved under that name from now on.
  if (QFileInfo::exists(left) && (!QFileInfo::exists(offered) || QFile::remove(offered))) QFile::rename(left, offered);
  if (!QFileInfo::exists(offered)) return;
  const auto restore = [this, offered] {
    try {
      apply(readSession(offered));
      QFile::remove(offered);
    } catch (const std::exception& error) {
      showBanner(QString::fromUtf8(error.what()));
    }
  };
  m_banner->tell(tr("The last session did not end properly."), {{tr("Restore it"), restore, tr("Opens what was saved last before it ended")},
                                                                {tr("Discard it"), [offered] { QFile::remove(offered); }, tr("Deletes what was saved and starts anew")}});
}

bool MainWindow::mayDiscard() {
  if (m_workbench.store().undoStack()->isClean()) return true;
  const auto answer = QMessageBox::question(this, tr("Unsaved session"), tr("Save the changes to this session?"),
                                            QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, QMessageBox::Save);
  if (answer == QMessageBox::Save) return save();
  return answer == QMessageBox::Discard;
}

bool MainWindow::event(QEvent* event) {
  if (event->type() != QEvent::UpdateRequest) return QMainWindow::event(event);
  m_workbench.trace().frameBegins();
  const bool handled = QMainWindow::event(event);  // paints all that is outdated and shows it
  m_workbench.trace().frameEnds();
  return handled;
}

void MainWindow::closeEvent(QCloseEvent* event) {
  // A session nobody ever saved under a name is remembered by autosave's file only while it runs: ask for named ones.
  if (!m_path.isEmpty() && !mayDiscard()) {
    event->ignore();
    return;
  }
  unmaximise();
  Settings::setLayout(saveState(kLayoutVersion));
  Settings::setGeometry(saveGeometry());
  QFile::remove(Settings::recoveryFile());
  m_workbench.trace().flush();
  event->accept();
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
  if (event->mimeData()->hasUrls() && event->mimeData()->urls().front().isLocalFile()) event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) { openFile(event->mimeData()->urls().front().toLocalFile()); }

}  // namespace omegascope

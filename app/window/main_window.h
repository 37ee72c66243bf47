// MainWindow: puts the panels around one workbench; menus, toolbar, status bar, sessions. It computes and draws
// nothing.
#pragma once

#include <QMainWindow>

#include "model/session_file.h"
#include "window/panel_dock.h"
#include "workbench/workbench.h"

namespace omegascope {

class Banner;
class ChancePanel;
class DataOpener;
class DockLayout;
class LessonPanel;
class LessonStage;
class ManualHelp;
class Opening;
class Presenter;
class SessionKeeper;
class StatusLine;

class MainWindow : public QMainWindow {
  Q_OBJECT

 public:
  explicit MainWindow(QWidget* parent = nullptr);
  explicit MainWindow(std::unique_ptr<Workbench> workbench, QWidget* parent = nullptr);
  ~MainWindow() override;

  /// Hands the workbench to the window that takes over; this one still refers to it.
  std::unique_ptr<Workbench> releaseWorkbench() { return std::move(m_ownWorkbench); }
  /// Takes the place of another window of the same workbench and shows itself there.
  void takeOver(MainWindow& before);

  Workbench& workbench() { return m_workbench; }
  const std::vector<PanelDock*>& docks() const { return m_docks; }
  Panel* panel(const QString& name) const;
  /// The one panel of a class.
  template <class P>
  P& panel() const;
  /// The panel that was clicked last, on its title, its tab or inside; else the one in the middle. Never a panel that
  /// is hidden behind another.
  Panel* currentPanel() const;
  PanelDock* dockOf(const Panel* panel) const;
  /// Shows a panel in its workspace, in front of the others.
  void showPanel(const Panel& panel);
  /// What computes, in words.
  QString device() const;

  /// A session, data to look at, a run, a lesson or a study; tells of problems in the banner. Data is read by a worker:
  /// settle() waits for it.
  void openFile(const QString& path);
  void openData(const QString& path);
  void openLesson(const QString& path);
  /// Says where the data of the session is now.
  void locateData(const QString& path);
  /// Waits until files are read and everything is computed.
  bool settle();
  void apply(const Session& session);
  Session session() const;
  SessionKeeper& sessions() { return *m_sessions; }

  /// The samples of ω-space appear one after another, once.
  void playOpening();
  Opening& opening() { return *m_opening; }

  void redraw();
  /// Lets samples fall one by one, or pauses them; dropOne() drops one more.
  void togglePlay();
  void dropOne();
  void backToSeed();
  /// Asks which file.
  void chooseAndOpen();

  /// Adds them at the right end of the tool bar.
  void addWorkspaceActions(const QList<QAction*>& actions);
  DockLayout& layoutOfDocks() { return *m_layout; }
  void resetLayout();
  /// What Esc does: the panel that fills the window makes room for the others, else a level of the selection goes.
  void letGo();
  bool restoreLayout(const QByteArray& layout);
  void showBanner(const QString& sentence);
  /// The numbers of a panel, in a window of their own.
  void showTable(omegascope::Panel* panel);
  /// Asks for what the panels on screen need, and no more.
  void updateNeeds();
  /// Shows the sentence about Explore where it is of use.
  void updateHint();
  /// Whether Explore is shown, and whether samples are: those of Explore, or those of a game.
  bool isExploring() const;
  bool showsSamples() const { return isExploring() || chanceInFront() != nullptr; }
  Banner& banner() { return *m_banner; }
  /// The errors of the estimators in the status bar and beside the weights: a lesson may ask for them first.
  void showErrors(bool shown);
  LessonPanel& lessonPanel() const;
  LessonStage& lessons() { return *m_lessons; }
  ManualHelp& manual() { return *m_manual; }
  Presenter& presenter() { return *m_presenter; }

 signals:
  void exportRequested(omegascope::Panel* panel);
  void exportAllRequested();
  void figureRequested();
  void printRequested(omegascope::Panel* panel);
  void handoutRequested();
  void answersRequested();
  void examRequested();
  void tableRequested(omegascope::Panel* panel);
  void copyImageRequested(omegascope::Panel* panel);
  void copyDataRequested(omegascope::Panel* panel);
  void copyCommandRequested(omegascope::Panel* panel);
  /// Other panels are on screen, maybe.
  void panelsChanged();
  /// Another language was chosen; this window still speaks the one before.
  void languageChanged();

 protected:
  bool event(QEvent* event) override;
  bool focusNextPrevChild(bool next) override;
  void closeEvent(QCloseEvent* event) override;

 private:
  /// The panel of games, where Teach is shown.
  ChancePanel* chanceInFront() const;
  void makeDocks();
  void makeToolBar();
  void makeStatusBar();
  void makeBanner();
  void tellFailures();
  void tellForecast();
  /// Says it in the status bar, for a while.
  void remark(const QString& sentence);
  void askWhereDataIs();
  void updateTitle();
  void listenToTabs(QObject* child);
  /// The keyboard goes to the current panel, where no key changes a number.
  void keepKeyboard();

  std::unique_ptr<Workbench> m_ownWorkbench;
  Workbench& m_workbench;
  std::vector<PanelDock*> m_docks;
  DockLayout* m_layout = nullptr;
  LessonStage* m_lessons = nullptr;
  ManualHelp* m_manual = nullptr;
  Presenter* m_presenter = nullptr;
  Banner* m_banner = nullptr;
  DataOpener* m_opener = nullptr;
  SessionKeeper* m_sessions = nullptr;
  std::string m_toldError;
  QString m_told;      // what the workbench said last
  QString m_question;  // before what takes long begins
  bool m_asksToCompute = false, m_tellsForecast = false;
  StatusLine* m_status = nullptr;
  Opening* m_opening = nullptr;
  QToolBar* m_hint = nullptr;  // none where it was dismissed before
};

template <class P>
P& MainWindow::panel() const {
  P* found = nullptr;
  for (const PanelDock* dock : m_docks)
    if (found == nullptr) found = qobject_cast<P*>(dock->panel());
  return *found;
}

}  // namespace omegascope

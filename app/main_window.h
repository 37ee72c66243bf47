// MainWindow: puts the panels around one workbench; menus, toolbar, status bar, sessions. It computes and draws nothing.
#pragma once

#include <QMainWindow>
#include <QTimer>

#include "model/session_file.h"
#include "workbench.h"

class QLabel;
class QMenu;

namespace omegascope {

class Banner;
class DataOpener;
class DockLayout;
class Opening;
class Panel;
class PanelDock;

class MainWindow : public QMainWindow {
  Q_OBJECT

 public:
  explicit MainWindow(QWidget* parent = nullptr);
  ~MainWindow() override;

  Workbench& workbench() { return m_workbench; }
  const std::vector<PanelDock*>& docks() const { return m_docks; }
  Panel* panel(const QString& name) const;

  /// A session, or data to look at; tells of problems in the banner. Data is read by a worker: settle() waits for it.
  void openFile(const QString& path);
  bool openSession(const QString& path);
  void openData(const QString& path);
  /// Waits until files are read and everything is computed.
  bool settle();
  void apply(const Session& session);
  Session session() const;
  bool saveTo(const QString& path);
  void offerRecovery();
  void setAutosave(int seconds);

  /// The samples of ω-space appear one after another, once.
  void playOpening();
  const Opening& opening() const { return *m_opening; }

  void resetLayout();
  bool restoreLayout(const QByteArray& layout);
  void showBanner(const QString& sentence);
  /// Has computed what the panels on screen need, no more.
  void updateNeeds();
  Banner& banner() { return *m_banner; }

 signals:
  void exportRequested(omegascope::Panel* panel);
  void exportAllRequested();
  void copyImageRequested(omegascope::Panel* panel);
  void copyDataRequested(omegascope::Panel* panel);
  void copyCommandRequested(omegascope::Panel* panel);

 protected:
  bool event(QEvent* event) override;
  void closeEvent(QCloseEvent* event) override;
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;

 private:
  struct DockBefore {
    PanelDock* dock = nullptr;
    QSize size;
    bool wasOnTop = false;
  };

  void makeDocks();
  void makeMenus();
  void makeFileMenu();
  void makeEditMenu();
  void makeViewMenu();
  void makeHelpMenu();
  void makeToolBar();
  void makeStatusBar();
  void makeBanner();
  void tellWorkloadError(const std::string& error);
  void locateData();
  void fillRecent(QMenu& menu);
  void setAppearance(int appearance);
  void toggleMaximised(PanelDock* dock);
  void unmaximise();
  void redraw();
  void backToSeed();
  void updateStatus();
  void updateTitle();
  void autosave();
  void chooseAndOpen();
  bool save();
  bool saveAs();
  bool mayDiscard();
  Panel* focusedPanel() const;

  Workbench m_workbench;
  std::vector<PanelDock*> m_docks;
  DockLayout* m_layout = nullptr;
  Banner* m_banner = nullptr;
  DataOpener* m_opener = nullptr;
  std::string m_toldError;
  QLabel* m_errors = nullptr;
  QLabel* m_timing = nullptr;
  QLabel* m_memory = nullptr;
  QLabel* m_device = nullptr;
  QTimer m_autosave;
  Opening* m_opening = nullptr;
  QString m_path;            // of the session, if it was saved
  QList<DockBefore> m_unmaximised;  // what was open before a panel filled the window
};

}  // namespace omegascope

// DockLayout: which panels are there and where: the workspaces, each with docks of its own; one panel that fills the
// window; and the start layout, as shares of the window: the same picture at 1280×800 and 1920×1080. The shares are
// kept when the window changes its size: those of the start layout as long as nobody has moved anything, then the
// user's own. A window that is narrow for its text has two columns in place of three: what stands on the right is
// behind the middle.
#pragma once

#include <QMainWindow>
#include <QTimer>
#include <map>
#include <utility>
#include <vector>

#include "views/registry.h"

namespace omegascope {

class PanelDock;

class DockLayout : public QObject {
  Q_OBJECT

 public:
  /// The docks in the order of panelKinds().
  DockLayout(QMainWindow& window, std::vector<PanelDock*> docks);

  /// The start layout of the workspace that is shown.
  void arrange();
  /// From now on the user decides the sizes.
  void release();

  Workspace workspace() const { return m_workspace; }
  /// The panels of another workspace take the place of these, which stay as they are for the way back.
  void setWorkspace(Workspace workspace);
  bool isOf(const PanelDock* dock, Workspace workspace) const { return kindOf(dock).workspace == workspace; }

  /// Shows the workspace of the first of these panels with these panels alone, the panels that set something at the
  /// left, and the strip below. Where there are none, all stays as it is, with the strip.
  void stage(const QStringList& panels);
  /// Whether the panels that a lesson chose are those that are shown.
  bool isStaged() const;
  /// All is as it was before the first stage().
  void unstage();

  /// Nothing moves, whatever becomes of what is in the docks, until wake().
  void rest();
  void wake();

  /// One panel fills the window, or its own window where it floats; a second call undoes that. It only shows and hides
  /// docks: QMainWindow::restoreState() in the middle of a click can show a tab bar that is gone.
  void toggleMaximised(PanelDock* dock);
  void unmaximise();
  bool isMaximised() const { return !m_unmaximised.isEmpty(); }
  /// Where the docks are and what share of the window each has, for restore(); while one fills the window, or a lesson
  /// chose what is open, where they were before.
  QByteArray state() const;
  /// Shows Explore as it was before a lesson chose, and returns its state(); nothing where its docks have no sizes yet,
  /// which after an arrangement they get when the window has seen it. For the next start, or the next window.
  QByteArray endInExplore();
  /// Takes what earlier versions kept as well, which had no shares.
  bool restore(const QByteArray& state);

 signals:
  void workspaceChanged();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  static constexpr int kVersion = 1;

  struct DockBefore {
    PanelDock* dock = nullptr;
    QSize size, room;  // room: of all docks together
    bool wasOnTop = false;
  };

  const PanelKind& kindOf(const PanelDock* dock) const;
  /// Where a dock is put in the present arrangement.
  Place placeOf(const PanelDock* dock) const;
  /// Whether there is room for two columns only, and whether there are two.
  bool isNarrow() const;
  bool isFolded() const;
  bool fold();
  /// The docks of the workspace that is shown.
  std::vector<PanelDock*> ownDocks() const;
  PanelDock* firstAt(Place place) const;
  void showStrip();
  void widenStrip(bool wide);
  void spareForFirst(const QList<QDockWidget*>& middle, QList<int>& heights) const;
  void shareStage();
  void showMaximised(const PanelDock* dock);
  void placeDocks();
  void share();
  void shareLeft(int width);
  int rows() const { return rowsOf(m_window.height()); }  // the height that the docks have together
  int rowsOf(int height) const;                           // the same where the window has this height
  int handle() const;
  QList<DockBefore> seen() const;
  DockBefore asItIs(PanelDock* dock, QSize room) const;
  int heightOfTabs(PanelDock* dock) const;
  void showAgain(const QList<DockBefore>& docks);
  void giveShares(const QList<DockBefore>& docks);
  void noteRest();
  QByteArray withShares(const QByteArray& state) const;
  QByteArray withoutShares(const QByteArray& state, QList<DockBefore>& docks, bool& wasKept) const;

  QMainWindow& m_window;
  std::vector<PanelDock*> m_docks;
  QTimer m_soon;        // after the window's own layout has seen its new size
  bool m_kept = false;  // nobody has moved anything since it was arranged
  bool m_arranging = false, m_isNew = false, m_isResting = false;
  bool m_isNarrow = false;                              // as it was arranged
  bool m_wasNarrow = false, m_isOtherText = false;      // before the size of text changed; whether it did
  QSize m_sizeBefore;                                   // of the window
  std::vector<std::pair<PanelDock*, QRect>> m_outside;  // those that float, while the others rest
  Workspace m_workspace = Workspace::Explore;
  std::map<Workspace, QList<DockBefore>> m_left;  // as the others were left
  QTimer m_rests;
  QSize m_sizeTold;                 // of the window, by its last event
  QList<DockBefore> m_atRest;       // what the docks had when they last came to rest
  QList<DockBefore> m_shares;       // the user's own; none: as the docks are now
  QList<DockBefore> m_unmaximised;  // what was open before a panel filled the window
  QByteArray m_unmaximisedState;
  bool m_wasKept = false;
  std::map<Workspace, QList<DockBefore>> m_unstaged;  // what was open before a lesson chose
  std::map<Workspace, QByteArray> m_unstagedStates;   // and state() then
  bool m_wasKeptUnstaged = false;
  QStringList m_stage;  // what it chose
};

}  // namespace omegascope

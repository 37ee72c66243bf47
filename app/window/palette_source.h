// PaletteSource: what the palette can find in the window: the menus, what panels have to choose, set and press, and
// what can be opened: panels, methods, presets, studies, runs and lessons.
#pragma once

#include <QMenu>
#include <QObject>
#include <memory>

#include "dialogs/palette_search.h"

namespace omegascope {

class MainWindow;
class Panel;
class PanelDock;

/// The action that opens the palette: it is not looked for there.
inline const QString kPaletteAction = QStringLiteral("palette");

class PaletteSource : public QObject {
  Q_OBJECT

 public:
  explicit PaletteSource(MainWindow& window);

  /// All there is now. Reads no file: training runs are there once somebody has looked at them.
  std::vector<PaletteEntry> gather();

 private:
  /// A text as it is shown and as it is in English; entries are remembered by the English one, and found by both.
  struct Words {
    QString shown, english;
  };
  using Kind = PaletteEntry::Kind;

  static Words wordsOf(const QString& text);
  static Words join(const Words& where, const Words& name);

  PaletteEntry& add(Kind kind, const Words& where, const Words& title, std::function<void()> act);
  void addMenu(const Words& where, QMenu& menu, Panel* panel);
  void addAction(const Words& where, QAction& action, Panel* panel, bool showsTip);
  void addPanel(PanelDock& dock);
  void addControls(Panel& panel);
  void addToolBar();
  void addPreferences();
  void addPresets();
  void addTrainingPresets();
  void addRuns();
  void addStudies();
  void addLessons();

  MainWindow& m_window;
  std::vector<PaletteEntry> m_entries, m_fixed;  // what stays as it is in this window, and its language
  QList<QAction*> m_toggles;                     // of panels, which are entries of their own
  std::vector<std::unique_ptr<QMenu>> m_menus;   // with the options of panels, until the next time
};

}  // namespace omegascope

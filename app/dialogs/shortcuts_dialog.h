// ShortcutsDialog: every key of the menus, to be read and to be changed, and what the mouse does.
#pragma once

#include <QDialog>
#include <QList>

class QAction;
class QKeySequenceEdit;
class QLabel;
class QMenu;
class QMenuBar;
class QToolButton;
class QTreeWidget;
class QTreeWidgetItem;

namespace omegascope {

/// A property: what an action is called where its text names the step that it would take back.
constexpr char kTitleWithoutSteps[] = "title_without_steps";

/// A property of a menu: what is in it changes, and cannot be given keys.
constexpr char kComesAndGoes[] = "comes_and_goes";

/// The text of an action without the mark of its letter.
QString plainText(const QAction& action);
/// What has a key, or may be given one, of a menu and those inside it.
QList<QAction*> actionsOf(const QMenu& menu);
/// What the mouse and keys do that are no one's to change: what, and how.
struct Gestures {
  QString title;
  QList<std::pair<QString, QString>> rows;
};
QList<Gestures> allGestures();

/// Gives the actions of the menus the keys that the user chose earlier. Once, when the menus are complete.
void applyChosenShortcuts(const QMenuBar& menus);

class ShortcutsDialog : public QDialog {
  Q_OBJECT

 public:
  explicit ShortcutsDialog(const QMenuBar& menus, QWidget* parent = nullptr);

  /// Refused, with a sentence, where another action has these keys.
  bool change(QAction* action, const QKeySequence& keys);
  /// Gives it the keys it first had. Refused, with a sentence, where another action has them now.
  bool reset(QAction* action);
  void resetAll();
  QString said() const;

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  struct Row {
    QTreeWidgetItem* item = nullptr;
    QAction* action = nullptr;
    QKeySequenceEdit* edit = nullptr;
    QToolButton* reset = nullptr;  // seen where the keys are not those it first had
  };

  QTreeWidgetItem* addGroup(const QString& title);
  void addMenu(const QString& title, const QList<QAction*>& actions);
  void addGestures(const Gestures& gestures);
  /// Whether no other action has any of these keys; says which one has.
  bool areFree(const QList<QKeySequence>& wanted, const QAction* action);
  /// Whose field this is, or the one that is chosen in the list; null for others.
  const Row* rowOf(const QObject* watched) const;
  /// The list has the keyboard again, and the row shows the keys that its action has.
  void leave(const Row& row) const;
  void show(const Row& row) const;
  void showAll() const;

  QTreeWidget* m_list = nullptr;
  QLabel* m_said = nullptr;
  QList<Row> m_rows;
};

}  // namespace omegascope

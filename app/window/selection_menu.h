// The menu of everything that moves the selection, with its keys; and the rules that keys without Ctrl or Alt go first
// to what is being edited, and that Undo goes there only while something typed is not taken yet.
#pragma once

#include <QObject>

class QKeyEvent;
class QMenu;
class QWidget;

namespace omegascope {

class MainWindow;

void fillSelectionMenu(QMenu& menu, MainWindow& window);

/// Keeps single keys from acting while a number or a text is edited, or at all where they are switched off; and hands
/// Undo and Redo to the window where nothing typed is left to undo.
class SingleKeys : public QObject {
  Q_OBJECT

 public:
  explicit SingleKeys(QObject* parent);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
};

}  // namespace omegascope

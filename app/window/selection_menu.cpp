#include "window/selection_menu.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractSlider>
#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMenu>
#include <QTabBar>
#include <QTextEdit>
#include <functional>

#include "model/settings.h"
#include "views/sample_weights.h"
#include "widgets/controls.h"
#include "window/main_menus.h"
#include "window/main_window.h"
#include "workbench/layers.h"
#include "workbench/workbench.h"

namespace omegascope {

namespace {

/// Moves among the samples of the estimator that is inspected.
void moveSample(Workbench& workbench, int steps) {
  Selection& selection = workbench.selection();
  const std::shared_ptr<const Snapshot> snapshot = workbench.snapshot();
  const CardResult* card = snapshot->inspectedCard(selection.locked().card);
  const int count = card ? sampleCountOf(*card) : 0;
  if (count > 0) selection.moveSample(card->card, steps, count);
}

bool isArrow(int key) {
  return key == Qt::Key_Up || key == Qt::Key_Down || key == Qt::Key_Left || key == Qt::Key_Right;
}

/// Whether a widget has a use of its own for a key. A list or a table finds rows by their first letters, and ticks
/// them.
bool uses(const QWidget* widget, int key) {
  if (widget == nullptr) return false;
  if (const auto* text = qobject_cast<const QTextEdit*>(widget)) return !text->isReadOnly();
  if (qobject_cast<const QLineEdit*>(widget) || qobject_cast<const QAbstractSpinBox*>(widget) ||
      qobject_cast<const QComboBox*>(widget) || qobject_cast<const QAbstractItemView*>(widget))
    return true;
  if (qobject_cast<const QAbstractButton*>(widget)) return key == Qt::Key_Space;
  return isArrow(key) && (qobject_cast<const QAbstractSlider*>(widget) || qobject_cast<const QTabBar*>(widget));
}

/// The line in which a text or a number is typed; null for other widgets.
QLineEdit* lineOf(QObject* watched) {
  if (auto* box = qobject_cast<QAbstractSpinBox*>(watched)) return box->findChild<QLineEdit*>();
  return qobject_cast<QLineEdit*>(watched);
}

/// What was typed there is taken once the event is handled: then Undo means the document again.
void forgetTyping(QObject* watched) {
  if (QLineEdit* line = lineOf(watched))
    QMetaObject::invokeMethod(
        line, [line] { line->setModified(false); }, Qt::QueuedConnection);
}

}  // namespace

void fillSelectionMenu(QMenu& menu, MainWindow& window) {
  Workbench& workbench = window.workbench();
  Selection& selection = workbench.selection();
  const auto add = [&](const QString& text, const QKeySequence& keys, const std::function<void()>& act) {
    return menu.addAction(text, keys, &selection, act);
  };
  QAction* back =
      add(MainWindow::tr("&Back"), QKeySequence(Qt::ALT | Qt::Key_Left), [&selection] { selection.goBack(); });
  QAction* forward =
      add(MainWindow::tr("&Forward"), QKeySequence(Qt::ALT | Qt::Key_Right), [&selection] { selection.goForward(); });
  add(MainWindow::tr("&Release one level"), QKeySequence(Qt::Key_Escape), [&window] { window.letGo(); });
  QList<QAction*> others{add(MainWindow::tr("&Pin or unpin the query"), QKeySequence(Qt::Key_P),
                             [&workbench] { workbench.pinned() ? workbench.unpin() : workbench.pin(); })};
  menu.addSeparator();
  const auto addKey = [&](const QString& text, Qt::Key key, const std::function<void()>& act) {
    others << add(text, QKeySequence(key), act);
  };
  addKey(MainWindow::tr("Next query"), Qt::Key_Down, [&selection] { selection.moveQuery(1); });
  addKey(MainWindow::tr("Previous query"), Qt::Key_Up, [&selection] { selection.moveQuery(-1); });
  addKey(MainWindow::tr("Next key"), Qt::Key_Right, [&selection] { selection.moveKey(1); });
  addKey(MainWindow::tr("Previous key"), Qt::Key_Left, [&selection] { selection.moveKey(-1); });
  addKey(MainWindow::tr("Next head"), Qt::Key_BracketRight, [&selection] { selection.moveHead(1); });
  addKey(MainWindow::tr("Previous head"), Qt::Key_BracketLeft, [&selection] { selection.moveHead(-1); });
  addKey(MainWindow::tr("Next layer"), Qt::Key_BraceRight, [&workbench] { moveLayer(workbench, 1); });
  addKey(MainWindow::tr("Previous layer"), Qt::Key_BraceLeft, [&workbench] { moveLayer(workbench, -1); });
  addKey(MainWindow::tr("Next sample"), Qt::Key_Period, [&workbench] { moveSample(workbench, 1); });
  addKey(MainWindow::tr("Previous sample"), Qt::Key_Comma, [&workbench] { moveSample(workbench, -1); });
  const auto enable = [=, &selection, &window] {
    const bool isShown = window.isExploring();  // nobody wants to change what they do not see
    const auto follow = [isShown](QAction* action, bool isPossible, const QString& whyNot) {
      action->setEnabled(isShown && isPossible);
      action->setProperty(kWhyNot, isShown ? whyNot : MainWindow::tr("Nothing is shown now that this would change."));
    };
    follow(back, selection.canGoBack(), MainWindow::tr("Nothing was selected before."));
    follow(forward, selection.canGoForward(), MainWindow::tr("Nothing was selected after this."));
    for (QAction* action : others) follow(action, true, {});
  };
  QObject::connect(&selection, &Selection::historyChanged, &menu, enable);
  QObject::connect(&window, &MainWindow::panelsChanged, &menu, enable);
  enable();
  menu.addSeparator();
  QAction* keys = switchable(menu.addAction(MainWindow::tr("Keys without Ctrl or Alt act"), &menu,
                                            [](bool on) { Settings::setSingleKeys(on); }),
                             Settings::singleKeys());
  QObject::connect(&menu, &QMenu::aboutToShow, keys, [keys] { keys->setChecked(Settings::singleKeys()); });
}

SingleKeys::SingleKeys(QObject* parent) : QObject(parent) { qApp->installEventFilter(this); }

bool SingleKeys::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::FocusOut) forgetTyping(watched);
  if (event->type() != QEvent::ShortcutOverride && event->type() != QEvent::KeyPress)
    return QObject::eventFilter(watched, event);
  const auto* key = static_cast<QKeyEvent*>(event);
  if (event->type() == QEvent::KeyPress) {
    if (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) forgetTyping(watched);
    return QObject::eventFilter(watched, event);
  }
  if (key->key() == Qt::Key_Escape && QApplication::activePopupWidget() != nullptr) {
    event->accept();  // it closes the list or the menu that is open, and nothing else
    return true;
  }
  const QLineEdit* line = lineOf(watched);
  if (line && !line->isModified() && (key->matches(QKeySequence::Undo) || key->matches(QKeySequence::Redo)))
    return true;  // the window's
  const bool plain = !(key->modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier));
  const bool single = plain && (key->key() < Qt::Key_Escape || isArrow(key->key()));  // no Esc, no function keys
  if (!single || (Settings::singleKeys() && !uses(QApplication::focusWidget(), key->key())))
    return QObject::eventFilter(watched, event);
  event->accept();
  return true;
}

}  // namespace omegascope

#include "dialogs/shortcuts_dialog.h"

#include <QAction>
#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QKeySequenceEdit>
#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <QPushButton>
#include <QSignalBlocker>
#include <QToolButton>
#include <QTreeWidget>
#include <QVBoxLayout>

#include "language/language.h"
#include "model/settings.h"
#include "widgets/controls.h"

namespace omegascope {

namespace {

constexpr char kDefaults[] = "default_shortcuts";

/// What its keys are remembered by, in every language.
QString nameOf(const QAction& action) {
  return action.objectName().isEmpty() ? withoutMnemonic(englishOf(action.text())) : action.objectName();
}

/// What it is called here: "Undo", whatever would be undone.
QString titleOf(const QAction& action) {
  const QVariant always = action.property(kTitleWithoutSteps);
  return always.isValid() ? always.toString() : plainText(action);
}

QList<QKeySequence> defaultsOf(const QAction& action) {
  return action.property(kDefaults).value<QList<QKeySequence>>();
}

/// Only the first column is read aloud.
void readAloud(QTreeWidgetItem& item, const QString& what, const QString& how) {
  item.setData(0, Qt::AccessibleTextRole, how.isEmpty() ? what : QStringLiteral("%1: %2").arg(what, how));
}

bool isModifier(int key) {
  return key == Qt::Key_Shift || key == Qt::Key_Control || key == Qt::Key_Alt || key == Qt::Key_AltGr ||
         key == Qt::Key_Meta;
}

Gestures ofMouse() {
  return {
      ShortcutsDialog::tr("Mouse"),
      {{ShortcutsDialog::tr("Preview a query, key, sample or proposal everywhere"), ShortcutsDialog::tr("Point at it")},
       {ShortcutsDialog::tr("Keep it"), ShortcutsDialog::tr("Click")},
       {ShortcutsDialog::tr("Add it to a set"), ShortcutsDialog::tr("Ctrl+click")},
       {ShortcutsDialog::tr("Zoom a map, field or plot at the pointer"), ShortcutsDialog::tr("Wheel")},
       {ShortcutsDialog::tr("Move the part that is seen"), ShortcutsDialog::tr("Drag")},
       {ShortcutsDialog::tr("See everything again"), ShortcutsDialog::tr("Double-click")},
       {ShortcutsDialog::tr("Move a query, key or proposal in ω-space"), ShortcutsDialog::tr("Drag its sign")},
       {ShortcutsDialog::tr("Choose all samples of a rectangle in ω-space"), ShortcutsDialog::tr("Shift+drag")},
       {ShortcutsDialog::tr("Fill the window with a panel, and back"), ShortcutsDialog::tr("Double-click its title")},
       {ShortcutsDialog::tr("Give an option its default again"), ShortcutsDialog::tr("Double-click its name")}}};
}

Gestures ofCanvases() {
  return {ShortcutsDialog::tr("On a map, ω-space or curves of Train that have the keyboard"),
          {{ShortcutsDialog::tr("Zoom about the middle"), QStringLiteral("+, −")},
           {ShortcutsDialog::tr("Move what is seen"), ShortcutsDialog::tr("Shift+arrows")},
           {ShortcutsDialog::tr("Show everything"), QStringLiteral("0")},
           {ShortcutsDialog::tr("In ω-space, move the selected proposal, key or query"),
            ShortcutsDialog::tr("Ctrl+arrows")}}};
}

/// Clickers send them.
Gestures ofPresenting() {
  return {ShortcutsDialog::tr("While presenting"),
          {{ShortcutsDialog::tr("The answer, the task done, the next step"), ShortcutsDialog::tr("PageDown, Enter")},
           {ShortcutsDialog::tr("The same way back"), ShortcutsDialog::tr("PageUp")},
           {ShortcutsDialog::tr("An answer that somebody gave"), ShortcutsDialog::tr("1 to 6")},
           {ShortcutsDialog::tr("The step as it began"), ShortcutsDialog::tr("Backspace")},
           {ShortcutsDialog::tr("Black, white"), ShortcutsDialog::tr("B, W")},
           {ShortcutsDialog::tr("Pen; wipe its ink"), ShortcutsDialog::tr("L, E")},
           {ShortcutsDialog::tr("Halo around the pointer"), ShortcutsDialog::tr("H")},
           {ShortcutsDialog::tr("Controls of the step"), ShortcutsDialog::tr("C")},
           {ShortcutsDialog::tr("Light or dark"), ShortcutsDialog::tr("D")},
           {ShortcutsDialog::tr("Notes, while held"), ShortcutsDialog::tr("N")},
           {ShortcutsDialog::tr("The other screen"), ShortcutsDialog::tr("X")},
           {ShortcutsDialog::tr("Back to the window"), ShortcutsDialog::tr("Esc, F5")}}};
}

}  // namespace

QString plainText(const QAction& action) { return withoutMnemonic(action.text()); }

QList<QAction*> actionsOf(const QMenu& menu) {
  QList<QAction*> found;
  if (menu.property(kComesAndGoes).toBool()) return found;
  for (QAction* action : menu.actions()) {
    if (const QMenu* inner = action->menu())
      found += actionsOf(*inner);
    else if (!action->isSeparator() && !action->text().isEmpty())
      found << action;
  }
  return found;
}

QList<Gestures> allGestures() { return {ofMouse(), ofCanvases(), ofPresenting()}; }

void applyChosenShortcuts(const QMenuBar& menus) {
  for (const QAction* top : menus.actions())
    for (QAction* action : actionsOf(*top->menu())) {
      action->setProperty(kDefaults, QVariant::fromValue(action->shortcuts()));
      if (const std::optional<QKeySequence> chosen = Settings::shortcut(nameOf(*action))) action->setShortcut(*chosen);
    }
}

ShortcutsDialog::ShortcutsDialog(const QMenuBar& menus, QWidget* parent) : QDialog(parent) {
  setWindowTitle(tr("Shortcuts"));
  resize(640, 620);
  auto* layout = new QVBoxLayout(this);
  layout->addWidget(wrapped(
      new QLabel(tr("Click into the keys of a row, or choose the row and press Enter; then press the new keys. Esc "
                    "leaves the keys "
                    "as they are, Del takes them away. Keys without Ctrl or Alt act while no text is being typed."),
                 this)));
  m_list = new QTreeWidget(this);
  m_list->setHeaderLabels({tr("What"), tr("Keys or mouse"), {}});
  m_list->header()->setSectionResizeMode(0, QHeaderView::Stretch);
  m_list->header()->setStretchLastSection(false);
  m_list->setColumnWidth(1, 190);
  m_list->setColumnWidth(2, 36);
  m_list->setAccessibleName(windowTitle());
  m_list->installEventFilter(this);
  layout->addWidget(m_list, 1);
  m_said = wrapped(new QLabel(this));
  layout->addWidget(m_said);
  for (const QAction* top : menus.actions()) addMenu(plainText(*top), actionsOf(*top->menu()));
  for (const Gestures& gestures : allGestures()) addGestures(gestures);
  m_list->expandAll();
  m_list->setCurrentItem(m_rows.front().item);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
  buttons->button(QDialogButtonBox::Close)->setDefault(true);
  QPushButton* reset = buttons->addButton(tr("Reset all"), QDialogButtonBox::ResetRole);
  reset->setAutoDefault(false);  // Enter is no reset
  reset->setToolTip(tr("Gives every action the keys it first had"));
  connect(reset, &QPushButton::clicked, this, &ShortcutsDialog::resetAll);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  layout->addWidget(buttons);
}

QTreeWidgetItem* ShortcutsDialog::addGroup(const QString& title) {
  auto* group = new QTreeWidgetItem(m_list, {title});
  group->setFirstColumnSpanned(true);
  QFont bold = font();
  bold.setBold(true);
  group->setFont(0, bold);
  return group;
}

void ShortcutsDialog::addMenu(const QString& title, const QList<QAction*>& actions) {
  QTreeWidgetItem* group = addGroup(title);
  for (QAction* action : actions) {
    auto* place = new QWidget(m_list);  // the list shows it, whatever is in it
    const Row row{new QTreeWidgetItem(group, {titleOf(*action)}), action, new QKeySequenceEdit(m_list),
                  new QToolButton(place)};
    row.edit->setAccessibleName(tr("Keys of %1").arg(titleOf(*action)));
    row.edit->installEventFilter(this);
    for (QWidget* field : {static_cast<QWidget*>(row.edit), row.edit->findChild<QWidget*>()})
      field->setFocusPolicy(Qt::ClickFocus);  // Tab goes through what is around the list, arrows go through its rows
    row.reset->setText(QStringLiteral("↺"));
    row.reset->setAutoRaise(true);
    row.reset->setToolTip(tr("Gives “%1” the keys it first had").arg(titleOf(*action)));
    row.reset->setAccessibleName(row.reset->toolTip());
    bare(new QHBoxLayout(place))->addWidget(row.reset);
    m_list->setItemWidget(row.item, 1, row.edit);
    m_list->setItemWidget(row.item, 2, place);
    m_rows << row;
    show(row);
    connect(row.edit, &QKeySequenceEdit::editingFinished, this, [this, row] {
      const QKeySequence keys = row.edit->keySequence();
      if (!keys.isEmpty() && keys != row.action->shortcut()) change(row.action, keys);
      row.edit->hasFocus() || row.edit->isAncestorOf(focusWidget()) ? leave(row) : show(row);  // it may be late
    });
    connect(row.reset, &QToolButton::clicked, this, [this, row] {
      reset(row.action);
      leave(row);
    });
  }
}

void ShortcutsDialog::addGestures(const Gestures& gestures) {
  QTreeWidgetItem* group = addGroup(gestures.title);
  for (const auto& [what, how] : gestures.rows) {
    auto* row = new QTreeWidgetItem(group, {what, how});
    row->setToolTip(0, what);
    readAloud(*row, what, how);
  }
}

const ShortcutsDialog::Row* ShortcutsDialog::rowOf(const QObject* watched) const {
  for (const Row& row : m_rows)
    if (watched == row.edit || (watched == m_list && row.item == m_list->currentItem())) return &row;
  return nullptr;
}

/// Rows are walked by arrows and begun by Enter: then every key is a new one, but for those that end it.
bool ShortcutsDialog::eventFilter(QObject* watched, QEvent* event) {
  const Row* row = event->type() == QEvent::KeyPress ? rowOf(watched) : nullptr;
  if (row == nullptr) return QDialog::eventFilter(watched, event);
  const auto* press = static_cast<QKeyEvent*>(event);
  const bool isBegun = watched == row->edit;
  if (isBegun && isModifier(press->key())) return true;  // the field would forget its keys before the next are complete
  if ((press->modifiers() & ~Qt::KeypadModifier) != Qt::NoModifier) return QDialog::eventFilter(watched, event);
  switch (press->key()) {
    case Qt::Key_Delete:
    case Qt::Key_Backspace: change(row->action, {}); break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
      isBegun ? emit row->edit->editingFinished() : row->edit->setFocus(Qt::ShortcutFocusReason);
      return true;
    case Qt::Key_Escape:
      if (isBegun) break;
      [[fallthrough]];
    default: return QDialog::eventFilter(watched, event);
  }
  leave(*row);
  return true;
}

void ShortcutsDialog::leave(const Row& row) const {
  show(row);
  m_list->setCurrentItem(row.item);
  m_list->setFocus();
}

void ShortcutsDialog::show(const Row& row) const {
  const QSignalBlocker quiet(row.edit);
  row.edit->setKeySequence(row.action->shortcut());
  readAloud(*row.item, titleOf(*row.action), row.action->shortcut().toString(QKeySequence::NativeText));
  row.reset->setVisible(row.action->shortcuts() != defaultsOf(*row.action));
}

bool ShortcutsDialog::areFree(const QList<QKeySequence>& wanted, const QAction* action) {
  for (const QKeySequence& keys : wanted)
    for (const Row& row : m_rows)
      if (!keys.isEmpty() && row.action != action && row.action->shortcuts().contains(keys)) {
        m_said->setText(tr("%1 already belongs to “%2”; choose other keys, or change those first.")
                            .arg(keys.toString(QKeySequence::NativeText), titleOf(*row.action)));
        return false;
      }
  m_said->clear();
  return true;
}

bool ShortcutsDialog::change(QAction* action, const QKeySequence& keys) {
  if (!areFree({keys}, action)) return false;
  action->setShortcut(keys);
  Settings::setShortcut(nameOf(*action), keys);
  showAll();
  return true;
}

bool ShortcutsDialog::reset(QAction* action) {
  if (!areFree(defaultsOf(*action), action)) return false;
  action->setShortcuts(defaultsOf(*action));
  Settings::forgetShortcut(nameOf(*action));
  showAll();
  return true;
}

QString ShortcutsDialog::said() const { return m_said->text(); }

void ShortcutsDialog::resetAll() {
  Settings::forgetShortcuts();
  for (const Row& row : m_rows) row.action->setShortcuts(defaultsOf(*row.action));
  m_said->clear();
  showAll();
}

void ShortcutsDialog::showAll() const {
  for (const Row& row : m_rows) show(row);
}

}  // namespace omegascope

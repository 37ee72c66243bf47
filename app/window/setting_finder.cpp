#include "window/setting_finder.h"

#include <QAbstractButton>
#include <QAbstractSlider>
#include <QAbstractSpinBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QPushButton>
#include <QScrollArea>
#include <QTimer>
#include <QVBoxLayout>
#include <algorithm>

#include "views/option_form.h"
#include "window/panel_dock.h"

namespace omegascope {

namespace {

constexpr int kFlashMs = 1500;

bool setsSomething(const QWidget* widget) {
  return widget->focusPolicy() != Qt::NoFocus &&
         (qobject_cast<const QAbstractButton*>(widget) || qobject_cast<const QAbstractSlider*>(widget) ||
          qobject_cast<const QAbstractSpinBox*>(widget) || qobject_cast<const QComboBox*>(widget) ||
          qobject_cast<const QLineEdit*>(widget));
}

/// The control itself, or the first beneath that can be set.
QWidget* focusableOf(QWidget* control) {
  if (setsSomething(control)) return control;
  for (QWidget* inner : control->findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly))
    if (setsSomething(inner) && inner->isVisibleTo(control)) return inner;
  return nullptr;
}

/// The names of what a control is in, from its panel down to itself.
QString pathOf(const QWidget* control, const Panel& panel) {
  QStringList names;
  for (const QWidget* widget = control; widget != &panel; widget = widget->parentWidget())
    if (!widget->accessibleName().isEmpty()) names.prepend(widget->accessibleName());
  names.prepend(panel.title());
  return names.join(QStringLiteral(" ▸ "));
}

/// A frame around a control for a moment, so that the eye finds it.
void flash(QWidget* control) {
  auto* frame = new QFrame(control->parentWidget());
  frame->setAttribute(Qt::WA_TransparentForMouseEvents);
  frame->setStyleSheet(
      QStringLiteral("border: 2px solid %1; border-radius: 3px;").arg(Theme::of(control->palette()).accent.name()));
  frame->setGeometry(control->geometry().adjusted(-3, -3, 3, 3));
  frame->show();
  QTimer::singleShot(kFlashMs, frame, &QObject::deleteLater);
}

}  // namespace

SettingFinder::SettingFinder(const std::vector<PanelDock*>& docks, QWidget* parent) : QDialog(parent) {
  setWindowTitle(tr("Find setting"));
  resize(420, 360);
  auto* layout = new QVBoxLayout(this);
  m_typed = new QLineEdit(this);
  m_typed->setPlaceholderText(tr("Part of its name: samples, noise, proposals …"));
  m_typed->setClearButtonEnabled(true);
  m_typed->setAccessibleName(windowTitle());
  m_list = new QListWidget(this);
  m_list->setAccessibleName(tr("Settings found"));
  m_nothing = new QLabel(tr("No setting of the panels and no estimator that can be added has that name."), this);
  m_nothing->setWordWrap(true);
  m_nothing->hide();
  layout->addWidget(m_typed);
  layout->addWidget(m_nothing);
  layout->addWidget(m_list, 1);
  for (PanelDock* dock : docks) collect(*dock);
  connect(m_typed, &QLineEdit::textChanged, this, &SettingFinder::list);
  connect(m_typed, &QLineEdit::returnPressed, this, &SettingFinder::go);
  connect(m_list, &QListWidget::itemActivated, this, &SettingFinder::go);
  list({});
}

void SettingFinder::collect(PanelDock& dock) {
  const Panel& panel = *dock.panel();
  for (QWidget* control : panel.findChildren<QWidget*>())
    if (!control->accessibleName().isEmpty() && (control->isVisibleTo(&panel) || OptionForm::folding(*control)) &&
        focusableOf(control) != nullptr)
      m_settings << Setting{pathOf(control, panel), &dock, control, nullptr};
  // What can be added is found by its name before it is there.
  for (const QPushButton* button : panel.findChildren<QPushButton*>())
    if (button->menu() != nullptr)
      for (QAction* action : button->menu()->actions())
        m_settings << Setting{
            pathOf(button, panel) + QStringLiteral(" ▸ ") + button->text() + QStringLiteral(" ▸ ") + action->text(),
            &dock, nullptr, action};
}

void SettingFinder::list(const QString& typed) {
  m_list->clear();
  const QStringList words = typed.split(QLatin1Char(' '), Qt::SkipEmptyParts);
  for (int i = 0; i < m_settings.size(); ++i) {
    const QWidget* control = m_settings[i].control;
    const QString path = m_settings[i].path, said = control ? path + QLatin1Char(' ') + control->objectName() : path;
    if (!std::all_of(words.begin(), words.end(),
                     [&](const QString& word) { return said.contains(word, Qt::CaseInsensitive); }))
      continue;
    auto* item = new QListWidgetItem(path, m_list);
    item->setData(Qt::UserRole, i);
  }
  m_list->setCurrentRow(0);
  m_nothing->setVisible(m_list->count() == 0);
}

QStringList SettingFinder::shown() const {
  QStringList paths;
  for (int i = 0; i < m_list->count(); ++i) paths << m_list->item(i)->text();
  return paths;
}

void SettingFinder::go() {
  const QListWidgetItem* item = m_list->currentItem();
  if (item == nullptr) return;
  const Setting setting = m_settings[item->data(Qt::UserRole).toInt()];
  accept();
  if (!setting.control && !setting.action) return;
  setting.dock->show();
  setting.dock->raise();
  if (setting.action) return setting.action->trigger();
  if (OptionForm* form = OptionForm::folding(*setting.control)) form->reveal(setting.control->objectName());
  for (QWidget* outer = setting.control->parentWidget(); outer != nullptr; outer = outer->parentWidget())
    if (auto* area = qobject_cast<QScrollArea*>(outer)) area->ensureWidgetVisible(setting.control);
  if (QWidget* target = focusableOf(setting.control)) target->setFocus(Qt::ShortcutFocusReason);
  flash(setting.control);
}

}  // namespace omegascope

#include "window/panel_controls.h"

#include <QAbstractButton>
#include <QAbstractSlider>
#include <QAbstractSpinBox>
#include <QComboBox>
#include <QFrame>
#include <QLineEdit>
#include <QTabBar>
#include <QTimer>
#include <algorithm>

#include "language/language.h"
#include "views/estimators/estimator_card.h"
#include "views/option_form.h"
#include "views/panel.h"
#include "widgets/controls.h"

namespace omegascope {

namespace {

constexpr int kFlashMs = 1500;

bool setsSomething(const QWidget& widget) {
  return widget.focusPolicy() != Qt::NoFocus &&
         (qobject_cast<const QAbstractButton*>(&widget) || qobject_cast<const QAbstractSlider*>(&widget) ||
          qobject_cast<const QAbstractSpinBox*>(&widget) || qobject_cast<const QComboBox*>(&widget) ||
          qobject_cast<const QLineEdit*>(&widget));
}

/// The control itself, or the first beneath that can be set.
QWidget* focusableOf(QWidget& control) {
  if (setsSomething(control)) return &control;
  for (QWidget* inner : control.findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly))
    if (setsSomething(*inner) && inner->isVisibleTo(&control)) return inner;
  return nullptr;
}

/// The name that a screen reader says. For a button that is its text, unless the text is only a sign.
QString calledBy(const QWidget& widget) {
  if (!widget.accessibleName().isEmpty()) return widget.accessibleName();
  const auto* button = qobject_cast<const QAbstractButton*>(&widget);
  if (button == nullptr) return {};
  const QString text = withoutMnemonic(button->text());
  return std::any_of(text.begin(), text.end(), [](QChar c) { return c.isLetter(); }) ? text : QString();
}

/// The slider and the box of a number are one control; buttons inside a line or a row of tabs mean nothing alone.
bool isPart(const QWidget& widget) {
  const QWidget* outer = widget.parentWidget();
  return qobject_cast<const OptionForm*>(outer->parentWidget()) || outer->accessibleName() == calledBy(widget) ||
         qobject_cast<const QTabBar*>(outer) || qobject_cast<const QLineEdit*>(outer) ||
         qobject_cast<const QAbstractSpinBox*>(outer) || qobject_cast<const QComboBox*>(outer);
}

EstimatorCard* cardOf(QWidget& control) {
  for (QWidget* at = &control; at != nullptr; at = at->parentWidget())
    if (auto* card = qobject_cast<EstimatorCard*>(at)) return card;
  return nullptr;
}

/// Options that a form has folded away, and the folded form of a card, can be seen too.
bool canBeSeen(const QWidget& control, const Panel& panel) {
  for (const QWidget* at = &control; at != &panel; at = at->parentWidget()) {
    // Qt calls hidden what was never shown, as all of a panel that was never in front.
    if (!at->isHidden() || !at->testAttribute(Qt::WA_WState_ExplicitShowHide)) continue;
    const auto* form = qobject_cast<const OptionForm*>(at->parentWidget());
    const bool isOfCard = qobject_cast<const OptionForm*>(at) && qobject_cast<EstimatorCard*>(at->parentWidget());
    if (!isOfCard && (form == nullptr || !form->hasUseFor(at->objectName()))) return false;
  }
  return true;
}

/// A frame around a control for a moment, so that the eye finds it.
void flash(QWidget& control) {
  auto* frame = new QFrame(control.parentWidget());
  frame->setAttribute(Qt::WA_TransparentForMouseEvents);
  frame->setStyleSheet(
      QStringLiteral("border: 2px solid %1; border-radius: 3px;").arg(Theme::of(control.palette()).accent.name()));
  frame->setGeometry(control.geometry().adjusted(-3, -3, 3, 3));
  frame->show();
  QTimer::singleShot(kFlashMs, frame, &QObject::deleteLater);
}

}  // namespace

std::vector<PanelControl> controlsOf(const Panel& panel) {
  std::vector<PanelControl> controls;
  for (QWidget* control : panel.findChildren<QWidget*>()) {
    const QString name = calledBy(*control);
    if (name.isEmpty() || isPart(*control) || !canBeSeen(*control, panel) || focusableOf(*control) == nullptr) continue;
    QStringList path{name};
    for (const QWidget* outer = control->parentWidget(); outer != &panel; outer = outer->parentWidget())
      if (!outer->accessibleName().isEmpty()) path.prepend(outer->accessibleName());
    path.prepend(panel.title());
    const auto* form = qobject_cast<const OptionForm*>(control->parentWidget());
    controls.push_back({path, form == nullptr ? QString() : form->optionAt(control), control});
  }
  return controls;
}

void leadTo(QWidget& control) {
  if (EstimatorCard* card = cardOf(control); card != nullptr && !control.isVisibleTo(card)) card->unfold();
  if (auto* form = qobject_cast<OptionForm*>(control.parentWidget())) form->reveal(form->optionAt(&control));
  if (QWidget* target = focusableOf(control)) target->setFocus(Qt::ShortcutFocusReason);
  // Done later: what was unfolded has no place yet.
  QTimer::singleShot(0, &control, [&control] {
    bringIntoSight(control);
    flash(control);
  });
}

}  // namespace omegascope

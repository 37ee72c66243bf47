#include "views/panel.h"

#include <QEvent>

namespace omegascope {

Panel::Panel(Workbench& workbench, const QString& name, const QString& title, QWidget* parent)
    : QWidget(parent), m_workbench(workbench), m_name(name), m_title(title) {
  setObjectName(name);
  setAccessibleName(title);
  connect(&workbench, &Workbench::snapshotChanged, this, &Panel::refreshIfVisible);
  connect(&workbench.selection(), &Selection::changed, this, &Panel::refreshIfVisible);
  connect(&workbench.store(), &DocumentStore::changed, this, &Panel::refreshIfVisible);
}

void Panel::refreshIfVisible() {
  m_outdated = !isOnScreen();
  if (!m_outdated) refresh();
}

void Panel::setOnTop(bool onTop) {
  m_onTop = onTop;
  if (isOnScreen()) bringUpToDate();
}

void Panel::reportPainted() { m_workbench.trace().refreshed(m_name, m_workbench.snapshot()->revision); }

void Panel::bringUpToDate() {
  if (std::exchange(m_outdated, false)) refresh();
}

void Panel::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  if (m_onTop) bringUpToDate();
}

void Panel::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange || event->type() == QEvent::LanguageChange) refreshIfVisible();
}

}  // namespace omegascope

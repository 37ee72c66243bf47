#include "window/panel_dock.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QMouseEvent>
#include <QToolButton>
#include <utility>

#include "export/provenance.h"
#include "widgets/controls.h"
#include "widgets/signs.h"
#include "window/help_popup.h"

namespace omegascope {

namespace {

constexpr int kPatienceMs = 500;  // what takes less needs no mark, and a mark that flickers is worse than none

}  // namespace

PanelDock::PanelDock(Panel* panel, Workbench& workbench, QWidget* parent)
    : QDockWidget(panel->title(), parent), m_panel(panel), m_workbench(workbench) {
  setObjectName(panel->name() + QStringLiteral("_dock"));
  setAccessibleName(panel->title());
  setWidget(panel);
  setTitleBarWidget(makeTitleBar());
  connect(this, &QDockWidget::topLevelChanged, this, [this](bool floating) { m_back->setVisible(floating); });
  connect(this, &QDockWidget::visibilityChanged, panel, &Panel::setOnTop);
  setOnce(m_patience, kPatienceMs);
  connect(&m_patience, &QTimer::timeout, this, [this] {
    m_stale->setToolTip(tr("A newer picture is being computed"));
    m_stale->setVisible(true);
  });
  connect(&workbench, &Workbench::busyChanged, this, [this](bool busy) {
    if (busy) return m_patience.start();
    m_patience.stop();
    const bool isOld = m_panel->isOld();  // cancelled
    if (isOld) m_stale->setToolTip(m_workbench.ageText());
    m_stale->setVisible(isOld);
  });
}

QWidget* PanelDock::makeTitleBar() {
  auto* bar = new QWidget(this);
  auto* layout = new QHBoxLayout(bar);
  layout->setContentsMargins(8, 2, 4, 2);
  layout->setSpacing(2);
  m_title = new QLabel(m_panel->title(), bar);
  QFont font = m_title->font();
  font.setBold(true);
  m_title->setFont(font);
  m_title->setToolTip(tr("Double-click to fill the window with this panel"));
  m_stale = new SignLabel(Sign::clock, bar);
  m_stale->setObjectName(QStringLiteral("stale"));
  m_stale->setVisible(false);
  m_help = makeSignButton(signIcon(Sign::help), tr("What this panel shows"), bar);
  auto* menuButton = makeSignButton(signIcon(Sign::more), tr("Options, export and copy"), bar);
  menuButton->setPopupMode(QToolButton::InstantPopup);
  auto* menu = new QMenu(menuButton);
  menuButton->setMenu(menu);
  menuButton->setStyleSheet(QStringLiteral("QToolButton::menu-indicator { image: none; }"));
  m_maximise = makeSignButton(QIcon(), QString(), bar);
  setMaximised(false);
  m_back = makeSignButton(signIcon(Sign::dock), tr("Dock this panel again"), bar);
  m_back->setVisible(false);
  m_close = makeSignButton(signIcon(Sign::close), tr("Close; View ▸ Panels opens it again"), bar);
  layout->addWidget(m_title);
  layout->addWidget(m_stale);
  layout->addStretch();
  for (QToolButton* button : {m_help, menuButton, m_maximise, m_back, m_close}) layout->addWidget(button);
  connect(m_help, &QToolButton::clicked, this, &PanelDock::showHelp);
  connect(menu, &QMenu::aboutToShow, this, [this, menu] {
    menu->clear();
    fillMenu(*menu);
  });
  connect(m_maximise, &QToolButton::clicked, this, [this] { emit maximiseRequested(this); });
  connect(m_back, &QToolButton::clicked, this, [this] { setFloating(false); });
  connect(m_close, &QToolButton::clicked, this, &QDockWidget::close);
  bar->installEventFilter(this);
  return bar;
}

void PanelDock::keepOpen() {
  m_close->hide();
  setFeatures(NoDockWidgetFeatures);
}

void PanelDock::setMaximised(bool maximised) {
  m_maximise->setIcon(signIcon(maximised ? Sign::restore : Sign::maximise));
  m_maximise->setToolTip(maximised ? tr("Bring the other panels back (Esc)") : tr("Fill the window with this panel"));
  m_maximise->setAccessibleName(m_maximise->toolTip());
}

Panel* PanelDock::lend() {
  if (m_place != nullptr) return m_panel;
  m_place = new QWidget(this);
  m_place->setMinimumSize(m_panel->minimumSizeHint());
  m_place->setSizePolicy(m_panel->sizePolicy());
  setWidget(m_place);
  return m_panel;
}

void PanelDock::takeBack() {
  if (m_place == nullptr) return;
  setWidget(m_panel);
  delete std::exchange(m_place, nullptr);
}

void PanelDock::fillMenu(QMenu& menu) {
  m_panel->fillMenu(menu);
  if (!menu.isEmpty()) menu.addSeparator();
  menu.addAction(tr("As a table"), this, [this] { emit tableRequested(m_panel); });
  menu.addAction(tr("Export …"), this, [this] { emit exportRequested(m_panel); });
  menu.addAction(tr("Print …"), this, [this] { emit printRequested(m_panel); });
  menu.addAction(tr("Copy image"), this, [this] { emit copyImageRequested(m_panel); });
  menu.addAction(tr("Copy data"), this, [this] { emit copyDataRequested(m_panel); });
  QAction* command = menu.addAction(tr("Copy command"), this, [this] { emit copyCommandRequested(m_panel); });
  const ShellLine line = lineOf(*m_panel, m_workbench);
  command->setEnabled(!line.text.isEmpty());
  command->setToolTip(line.text.isEmpty() ? line.whyNot : tr("The shell command that makes this again"));
  menu.setToolTipsVisible(true);
  menu.addSeparator();
  menu.addAction(tr("Maximise or restore"), this, [this] { emit maximiseRequested(this); });
}

void PanelDock::showHelp() { (new HelpPopup(*m_panel, this))->popUp(m_help->mapToGlobal(QPoint(0, m_help->height()))); }

bool PanelDock::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::MouseButtonPress) m_panel->setFocus(Qt::MouseFocusReason);  // it is the current one now
  if (event->type() == QEvent::MouseButtonDblClick) {
    emit maximiseRequested(this);
    return true;
  }
  return QDockWidget::eventFilter(watched, event);
}

}  // namespace omegascope

#include "window/manual_help.h"

#include <QApplication>
#include <QDesktopServices>
#include <QMenuBar>
#include <QShortcut>

#include "manual/described_pages.h"
#include "manual/manual_window.h"
#include "views/estimators/estimator_card.h"
#include "views/lesson/lesson_panel.h"
#include "views/option_form.h"
#include "window/dock_layout.h"
#include "window/main_menus.h"
#include "window/main_window.h"
#include "window/panel_dock.h"

namespace omegascope {

namespace {

const QString kScheme = QStringLiteral("manual");

}  // namespace

ManualHelp::ManualHelp(MainWindow& window) : QObject(&window), m_window(window) {
  answerLinks();
  connect(&window.lessonPanel().player(), &LessonPlayer::shelfChanged, this, [this] {
    if (m_manual && m_manual->isVisible()) m_manual->renew();
  });
}

void ManualHelp::answerLinks() { QDesktopServices::setUrlHandler(kScheme, this, "openUrl"); }

ManualHelp::~ManualHelp() { QDesktopServices::unsetUrlHandler(kScheme); }

ManualWindow& ManualHelp::window() {
  if (!m_manual) {
    m_manual = std::make_unique<ManualWindow>([this] { return sources(); });
    connect(m_manual.get(), &ManualWindow::appAsked, this, &ManualHelp::goTo);
    const auto* closing = new QShortcut(QKeySequence(Qt::CTRL | Qt::Key_W), m_manual.get());  // as well as Esc
    connect(closing, &QShortcut::activated, m_manual.get(), &QWidget::close);
  }
  return *m_manual;
}

ManualSources ManualHelp::sources() const {
  ManualSources sources;
  for (std::size_t i = 0; i < panelKinds().size(); ++i)
    sources.panels.push_back({m_window.docks()[i]->panel(), workspaceTitle(panelKinds()[i].workspace)});
  sources.lessons = &m_window.lessonPanel().player().shelf();
  sources.menus = m_window.menuBar();
  return sources;
}

void ManualHelp::open(const QString& place) {
  if (m_manual && !m_manual->isVisible()) m_manual->renew();  // lessons and keys may be others by now
  window().open(place);
}

QString ManualHelp::placeOf(const QWidget* widget) {
  for (const QWidget* at = widget; at != nullptr; at = at->parentWidget()) {
    QString place;
    if (const auto* form = qobject_cast<const OptionForm*>(at))
      place = placeOfOption(form->owner(), form->optionAt(widget));
    if (const auto* card = qobject_cast<const EstimatorCard*>(at))
      place = QStringLiteral("method/") + QString::fromStdString(card->method());
    if (const auto* panel = qobject_cast<const Panel*>(at)) place = QStringLiteral("panel/") + panel->name();
    if (auto* lesson = qobject_cast<const LessonPanel*>(at); lesson != nullptr && lesson->player().lesson() != nullptr)
      place = QStringLiteral("lesson/%1#step-%2")
                  .arg(QString::fromStdString(lesson->player().lesson()->name))
                  .arg(lesson->player().stepIndex() + 1);
    if (!place.isEmpty() && window().book().has(place)) return place;
  }
  return QStringLiteral("panel/") + m_window.currentPanel()->name();
}

void ManualHelp::openForFocus() {
  const QWidget* focus = QApplication::focusWidget();
  open(placeOf(focus != nullptr && m_window.isAncestorOf(focus) ? focus : m_window.focusWidget()));
}

void ManualHelp::openUrl(const QUrl& url) {
  open(url.path() + (url.hasFragment() ? QLatin1Char('#') + url.fragment() : QString()));
}

/// "panel/mis", "lesson/one-cloud", "lesson/one-cloud/2".
void ManualHelp::goTo(const QString& what) {
  const QStringList parts = what.split(QLatin1Char('/'));
  if (parts.front() == QLatin1String("lesson")) {
    m_window.lessonPanel().player().open(parts.value(1), parts.size() > 2 ? parts[2].toInt() - 1 : -1);
  } else if (const Panel* panel = m_window.panel(parts.value(1))) {
    m_window.showPanel(*panel);
  }
  m_window.raise();
  m_window.activateWindow();
}

}  // namespace omegascope

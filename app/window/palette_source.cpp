#include "window/palette_source.h"

#include <QAbstractButton>
#include <QMenuBar>
#include <QPointer>
#include <QPushButton>
#include <QToolButton>
#include <utility>

#include "importance/presets.h"
#include "jobs/training_runs.h"
#include "language/language.h"
#include "synthetic/synthetic.h"
#include "train/task.h"
#include "views/chance/chance_panel.h"
#include "views/estimators/estimators_panel.h"
#include "views/lesson/lesson_panel.h"
#include "views/studies/studies_panel.h"
#include "views/train/new_run_panel.h"
#include "views/train/runs_panel.h"
#include "views/workload/workload_panel.h"
#include "window/dock_layout.h"
#include "window/main_menus.h"
#include "window/main_window.h"
#include "window/panel_controls.h"
#include "window/panel_dock.h"
#include "window/preferences_dialog.h"
#include "window/tool_bar.h"

namespace omegascope {

namespace {

QString shownText(const std::string& words) { return QString::fromStdString(words); }

QString idOf(PaletteEntry::Kind kind, const QString& name) {
  return QLatin1String(nameOf(kind)) + QLatin1Char(':') + name;
}

const QString kSize = QStringLiteral("small");  // at which studies tell their titles

QMenu* menuOf(const QWidget* control) {
  if (const auto* button = qobject_cast<const QPushButton*>(control)) return button->menu();
  if (const auto* button = qobject_cast<const QToolButton*>(control)) return button->menu();
  return nullptr;
}

/// The control as a button that does something when it is pressed; other buttons are switches.
QAbstractButton* pressedAt(QWidget* control) {
  if (auto* button = qobject_cast<QPushButton*>(control)) return button;
  return qobject_cast<QToolButton*>(control);
}

/// The tip that it was given: in the place of none Qt has its text.
QString tipOf(const QAction& action) {
  return action.toolTip() == QAction(action.text()).toolTip() ? QString() : action.toolTip();
}

}  // namespace

PaletteSource::PaletteSource(MainWindow& window) : QObject(&window), m_window(window) {}

std::vector<PaletteEntry> PaletteSource::gather() {
  m_menus.clear();
  m_toggles.clear();
  m_entries.clear();
  if (m_fixed.empty()) {
    addPresets();
    addTrainingPresets();
    addPreferences();
    m_fixed = std::exchange(m_entries, {});
  }
  m_entries = m_fixed;
  for (PanelDock* dock : m_window.docks()) m_toggles << dock->toggleViewAction();
  for (QAction* top : m_window.menuBar()->actions()) addMenu(wordsOf(top->text()), *top->menu(), nullptr);
  for (PanelDock* dock : m_window.docks()) addPanel(*dock);
  addRuns();
  addStudies();
  addLessons();
  addToolBar();
  for (PanelDock* dock : m_window.docks()) addControls(*dock->panel());
  return std::move(m_entries);
}

PaletteSource::Words PaletteSource::wordsOf(const QString& text) {
  return {withoutMnemonic(text), withoutMnemonic(englishOf(text))};
}

PaletteSource::Words PaletteSource::join(const Words& where, const Words& name) {
  return {within(where.shown, name.shown), within(where.english, name.english)};
}

PaletteEntry& PaletteSource::add(Kind kind, const Words& where, const Words& title, std::function<void()> act) {
  const Words path = join(where, title);
  PaletteEntry entry;
  entry.kind = kind;
  entry.where = where.shown;
  entry.title = title.shown;
  entry.id = idOf(kind, path.english);
  if (path.english != path.shown) entry.also = path.english;
  entry.act = std::move(act);
  m_entries.push_back(std::move(entry));
  return m_entries.back();
}

// --- Actions ---------------------------------------------------------------------------------------------------------

/// Menus fill themselves when they are opened, and what rests in an open one has its keys again when it closes.
/// `panel`: whose menu it is, and where what is chosen can be seen.
void PaletteSource::addMenu(const Words& where, QMenu& menu, Panel* panel) {
  emit menu.aboutToShow();
  for (QAction* action : menu.actions()) {
    if (m_toggles.contains(action) || !action->isVisible()) continue;
    if (QMenu* inner = action->menu())
      addMenu(join(where, wordsOf(action->text())), *inner, panel);
    else if (!action->isSeparator() && !action->text().isEmpty() && action->objectName() != kPaletteAction)
      addAction(where, *action, panel, menu.toolTipsVisible());
  }
  emit menu.aboutToHide();
}

void PaletteSource::addAction(const Words& where, QAction& action, Panel* panel, bool showsTip) {
  const bool isMethod = qobject_cast<const EstimatorsPanel*>(panel) != nullptr && !action.data().toString().isEmpty();
  const QPointer<QAction> chosen = &action;
  PaletteEntry& entry =
      add(isMethod ? Kind::Method : Kind::Action, where, wordsOf(action.text()), [this, panel, chosen] {
        if (panel != nullptr) m_window.showPanel(*panel);
        if (chosen) chosen->trigger();
      });
  if (isMethod) entry.name = action.data().toString();
  if (const QString name = isMethod ? entry.name : action.objectName(); !name.isEmpty())
    entry.id = idOf(entry.kind, name);
  entry.tip = showsTip ? tipOf(action) : action.statusTip();
  entry.keys = action.shortcut().toString(QKeySequence::NativeText);
  entry.isPossible = action.isEnabled();
  entry.whyNot = showsTip ? tipOf(action) : action.property(kWhyNot).toString();
  entry.isOn = action.isCheckable() && action.isChecked();
}

/// The panel, how it is closed and filled, and its own menu.
void PaletteSource::addPanel(PanelDock& dock) {
  Panel& panel = *dock.panel();
  const Words title = wordsOf(panel.title());
  const PanelKind& kind = *panelKind(panel.name());
  const Words workspace{workspaceTitle(kind.workspace), nameOf(kind.workspace)};
  QAction* toggle = dock.toggleViewAction();
  PaletteEntry& entry = add(Kind::Panel, workspace, title, [this, &panel] {
    m_window.showPanel(panel);
    panel.setFocus(Qt::ShortcutFocusReason);
  });
  entry.keys = toggle->shortcut().toString(QKeySequence::NativeText);
  entry.isOn = panel.isOnScreen();
  const bool isHere = m_window.layoutOfDocks().isOf(&dock, m_window.layoutOfDocks().workspace());
  if (isHere && toggle->isChecked() && dock.features().testFlag(QDockWidget::DockWidgetClosable))
    add(Kind::Action, workspace, {tr("Close %1").arg(title.shown), QStringLiteral("Close ") + title.english},
        [&dock] { dock.close(); });
  if (panel.isOnScreen() && kind.place != Place::Whole)
    add(Kind::Action, title, wordsOf(PanelDock::tr("Maximise or restore")),
        [this, &dock] { m_window.layoutOfDocks().toggleMaximised(&dock); });
  m_menus.push_back(std::make_unique<QMenu>());
  m_menus.back()->setToolTipsVisible(true);  // as in the panel's own menu
  panel.fillMenu(*m_menus.back());
  addMenu(title, *m_menus.back(), &panel);
}

// --- What can be set -------------------------------------------------------------------------------------------------

void PaletteSource::addControls(Panel& panel) {
  for (const PanelControl& one : controlsOf(panel)) {
    Words where;
    for (const QString& name : one.path.first(one.path.size() - 1)) where = join(where, wordsOf(name));
    const Words title = wordsOf(one.path.back());
    if (QMenu* menu = menuOf(one.control)) {
      addMenu(join(where, title), *menu, &panel);
      continue;
    }
    const QPointer<QWidget> control = one.control;
    QAbstractButton* button = pressedAt(one.control);
    PaletteEntry& entry =
        add(button != nullptr ? Kind::Action : Kind::Setting, where, title, [this, &panel, control, button] {
          m_window.showPanel(panel);
          if (!control) return;  // cards may go while the palette is open
          button != nullptr ? button->click() : leadTo(*control);
        });
    if (!one.option.isEmpty()) entry.also += QLatin1Char(' ') + one.option;
    entry.isPossible = one.control->isEnabled();
    entry.isOn = button != nullptr && button->isCheckable() && button->isChecked();
  }
}

void PaletteSource::addToolBar() {
  const Words where = wordsOf(tr("Tool bar"));
  for (QWidget* control : m_window.findChild<ToolBar*>()->findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly))
    if (!control->accessibleName().isEmpty() && control->isVisibleTo(&m_window) && menuOf(control) == nullptr &&
        pressedAt(control) == nullptr)
      add(Kind::Setting, where, wordsOf(control->accessibleName()), [control] { leadTo(*control); });
}

void PaletteSource::addPreferences() {
  for (const QString& name : PreferencesDialog::names())
    add(Kind::Setting, wordsOf(tr("Preferences")), wordsOf(name), [this, name] {
      PreferencesDialog dialog(m_window);
      dialog.focusOn(name);
      dialog.exec();
    });
}

// --- What can be opened ----------------------------------------------------------------------------------------------

void PaletteSource::addPresets() {
  const auto addOf = [this](auto& panel, const std::string& name, const std::string& title, const std::string& tip) {
    const QString preset = shownText(name);
    PaletteEntry& entry =
        add(Kind::Preset, wordsOf(panel.title()), {described(title), shownText(title)}, [this, &panel, preset] {
          m_window.showPanel(panel);
          panel.choose(preset);
        });
    entry.name = preset;
    entry.tip = described(tip);
  };
  for (const omega::Synthetic& synthetic : omega::synthetics())
    addOf(m_window.panel<WorkloadPanel>(), synthetic.name, synthetic.title(), synthetic.summary);
  for (const omega::importance::Preset& preset : omega::importance::presets())
    addOf(m_window.panel<ChancePanel>(), preset.name, preset.title, preset.shows);
}

void PaletteSource::addTrainingPresets() {
  auto& fresh = m_window.panel<NewRunPanel>();
  for (const omega::train::Task& task : omega::train::tasks())
    for (const omega::train::TrainPreset& preset : task.presets) {
      const QString of = shownText(task.name), name = shownText(preset.name);
      add(Kind::Preset, join(wordsOf(fresh.title()), {of, of}), {name, name}, [this, &fresh, of, name] {
        m_window.showPanel(fresh);
        fresh.choosePreset(of, name);
      }).tip = described(preset.summary);
    }
}

void PaletteSource::addRuns() {
  TrainingRuns& training = m_window.workbench().training();
  if (!training.isRead()) return;
  auto& runs = m_window.panel<RunsPanel>();
  for (const TrainingRuns::Entry& one : training.entries()) {
    const QString name = one.run->name(), folder = one.run->folder();
    PaletteEntry& entry = add(Kind::Run, wordsOf(runs.title()), {name, name}, [this, &training, &runs, folder] {
      m_window.showPanel(runs);
      for (const TrainingRuns::Entry& now : training.entries())
        if (now.run->folder() == folder) training.setCurrent(now.run.get());
    });
    entry.id = idOf(Kind::Run, folder);
    entry.tip = folder;
  }
}

void PaletteSource::addStudies() {
  auto& studies = m_window.panel<StudiesPanel>();
  for (int row = 0; row < studies.catalogue().count(); ++row) {
    const QString name = studies.catalogue().nameAt(row);
    const auto title = [&] { return studies.catalogue().titleOf(*studies.catalogue().shownAt(row, kSize)); };
    const auto english = [&] {
      const InEnglish words;
      return title();
    };
    add(Kind::Study, wordsOf(studies.title()), {title(), english()}, [this, &studies, name] {
      m_window.showPanel(studies);
      studies.choose(name);
    }).name = name;
  }
}

void PaletteSource::addLessons() {
  LessonPanel& lessons = m_window.lessonPanel();
  for (const omega::lessons::ShelvedLesson& one : lessons.player().shelf().lessons) {
    const QString name = shownText(one.lesson.name), title = shownText(one.lesson.title);
    PaletteEntry& entry = add(Kind::Lesson, wordsOf(lessons.title()), {title, title}, [&lessons, name] {
      lessons.player().open(name);
      lessons.setFocus();
    });
    entry.name = name;
    entry.id = idOf(Kind::Lesson, name);
    entry.tip = shownText(one.lesson.goal);
  }
}

}  // namespace omegascope

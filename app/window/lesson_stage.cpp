#include "window/lesson_stage.h"

#include <QAction>
#include <QClipboard>
#include <QEvent>
#include <QFileInfo>
#include <QGuiApplication>
#include <QMenu>
#include <QScrollArea>
#include <QScrollBar>
#include <QStatusBar>
#include <algorithm>
#include <utility>

#include "core/error.h"
#include "dialogs/lesson_recorder.h"
#include "lessons/lesson.h"
#include "lessons/marks.h"
#include "lessons/state_writer.h"
#include "model/session_file.h"
#include "player/lesson_player.h"
#include "player/lesson_state.h"
#include "views/card_study/card_study_panel.h"
#include "views/lesson/lesson_panel.h"
#include "views/option_form.h"
#include "views/panel.h"
#include "widgets/controls.h"
#include "window/dock_layout.h"
#include "window/lesson_overlay.h"
#include "window/main_menus.h"
#include "window/main_window.h"
#include "window/panel_dock.h"
#include "window/presenter.h"

namespace omegascope {

namespace {

constexpr int kToldMs = 6000;

/// Finds a visible control by its object name, as options have one, or by its accessible name.
QWidget* controlNamed(QWidget* in, const QString& name) {
  for (QWidget* one : in->findChildren<QWidget*>())
    if ((one->objectName() == name || one->accessibleName() == name) && one->isVisibleTo(in)) return one;
  return nullptr;
}

}  // namespace

QStringList panelsOf(const LessonPlayer& player) {
  QStringList panels;
  for (int i = player.stepIndex(); i >= 0 && panels.isEmpty(); --i)
    for (const std::string& name : player.lesson()->steps[static_cast<std::size_t>(i)].show)
      panels << QString::fromStdString(name);
  if (panels.isEmpty() && player.step()->state.chance) panels << QStringLiteral("chance");
  return panels;
}

LessonStage::LessonStage(MainWindow& window, LessonPlayer& player)
    : QObject(&window), m_window(window), m_player(player) {
  for (PanelDock* dock : window.docks()) {
    dock->installEventFilter(this);
    connect(dock, &QDockWidget::visibilityChanged, this, [this, dock](bool visible) {
      if (!visible) return;
      m_player.tell("opened", dock->panel()->name().toStdString());
      m_soon.start();  // it may have measured while it was behind another
    });
    if (const auto* study = qobject_cast<CardStudyPanel*>(dock->panel()))
      connect(study, &CardStudyPanel::rested, &m_soon, qOverload<>(&QTimer::start));
  }
  connect(&player, &LessonPlayer::staged, this, &LessonStage::stage);
  setOnce(m_soon, 0);
  connect(&m_soon, &QTimer::timeout, this, &LessonStage::markAgain);
  connect(&m_soon, &QTimer::timeout, this, &LessonStage::tellMeasured);
  connect(&player, &LessonPlayer::measureWanted, this, [&window](const QString& name) {
    if (auto* study = qobject_cast<CardStudyPanel*>(window.panel(name)); study != nullptr && !study->isMeasuring())
      study->measure();
  });
  setOnce(m_laidOut, 100);
  connect(&m_laidOut, &QTimer::timeout, this, &LessonStage::scrollToMarks);  // new controls have their places by now
  connect(&window.workbench(), &Workbench::snapshotChanged, &m_soon, qOverload<>(&QTimer::start));
}

bool LessonStage::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Enter)
    if (auto* dock = qobject_cast<PanelDock*>(watched)) m_player.tell("hovered", dock->panel()->name().toStdString());
  return QObject::eventFilter(watched, event);
}

void LessonStage::stage() {
  DockLayout& layout = m_window.layoutOfDocks();
  if (m_window.presenter().isOn()) {
    m_window.presenter().show();
  } else if (m_player.lesson() != nullptr) {
    layout.stage(panelsOf(m_player));
    m_window.updateHint();
  } else {
    m_window.updateHint();                  // it was there when the docks had the sizes that they get back now
    layout.setWorkspace(Workspace::Teach);  // where the list is
    layout.unstage();                       // after it: what comes back has its sizes only once it is laid out
  }
  m_window.updateNeeds();
  if (std::exchange(m_shown, m_player.place()) != m_player.place()) scrollToTop();
  mark();
  m_soon.start();  // what was measured in the step before counts
}

/// What is fresh on a picture that is not of now would be told of another step.
void LessonStage::tellMeasured() {
  if (m_player.lesson() == nullptr || m_window.workbench().isBusy()) return;
  for (const PanelDock* dock : m_window.docks()) {
    const auto* study = qobject_cast<const CardStudyPanel*>(dock->panel());
    if (study != nullptr && study->isOnScreen() && !study->isMeasuring() && study->isFresh())
      m_player.tell("measured", study->name().toStdString());
  }
}

/// Where the step before has scrolled to is none of the next one's business.
void LessonStage::scrollToTop() const {
  for (const PanelDock* dock : m_window.docks())
    if (dock->panel()->isOnScreen())
      for (const QScrollArea* area : dock->panel()->findChildren<QScrollArea*>())
        area->verticalScrollBar()->setValue(0);
}

/// What is to be covered and what is to have a ring, each widget once.
std::vector<LessonStage::Marked> LessonStage::wanted() const {
  std::vector<Marked> all;
  const omega::lessons::Step* step = m_player.step();
  // Where nobody sees what the lesson says, there are no rings or covers.
  if (step == nullptr || (!m_window.presenter().isOn() && !m_window.lessonPanel().isOnScreen())) return all;
  const auto add = [&](const std::vector<std::string>& marks, bool covers) {
    for (const std::string& mark : marks)
      for (const Marked& one : markedBy(mark, covers))
        if (std::find(all.begin(), all.end(), one) == all.end()) all.push_back(one);
  };
  if (step->ask && !m_player.isAnswered()) add(step->hide, true);
  add(step->light, false);
  return all;
}

void LessonStage::mark() {
  for (const QPointer<QWidget>& overlay : m_overlays) delete overlay;
  m_overlays.clear();
  m_marked = wanted();
  for (const PanelDock* dock : m_window.docks()) makeRoom(*dock->panel());
  scrollToMarks();
  m_laidOut.start();
  for (const auto& [widget, part, covers] : m_marked)
    m_overlays.emplace_back(
        new LessonOverlay(*widget, part, covers ? LessonOverlay::Kind::Cover : LessonOverlay::Kind::Ring));
  // The status bar says errors too.
  m_window.showErrors(std::none_of(m_marked.begin(), m_marked.end(), [](const Marked& one) { return one.covers; }));
}

void LessonStage::scrollToMarks() const {
  for (const Marked& one : m_marked) {
    if (one.widget) bringIntoSight(*one.widget);
    if (auto* panel = qobject_cast<Panel*>(one.widget.data()); panel != nullptr && !one.covers)
      panel->scrollTo(one.part);
  }
}

/// Makes room for the ring of a panel, or of a part at its edge.
void LessonStage::makeRoom(Panel& panel) const {
  const bool hasRing = std::any_of(m_marked.begin(), m_marked.end(),
                                   [&](const Marked& one) { return one.widget == &panel && !one.covers; });
  const int room = hasRing ? Theme::of(panel.palette()).roomOfRing() : 0;
  panel.setContentsMargins(room, room, room, room);
}

/// Controls are made anew when cards or the sequence change, and the rings of the old ones are gone; the new ones are
/// there when the event is over.
void LessonStage::markAgain() {
  if (m_marked != wanted()) mark();
}

std::vector<LessonStage::Marked> LessonStage::markedBy(const std::string& mark, bool covers) const {
  const QStringList words = QString::fromStdString(mark).split(QLatin1Char('.'));
  Panel* panel = m_window.panel(words[0]);
  if (panel == nullptr) return {};
  QWidget* widget = panel;
  const bool isOfGame = words.size() > 1 && words[0] == QStringLiteral("chance") &&
                        !omega::lessons::is_part("chance", words[1].toStdString());
  if (isOfGame || words[0] == QStringLiteral("workload") || words[0] == QStringLiteral("estimators"))
    for (const QString& word : words.mid(1)) {
      for (OptionForm* form : widget->findChildren<OptionForm*>()) form->reveal(word);
      const std::string label = omega::lessons::label_of_name(word.toStdString());
      if (QWidget* inner = controlNamed(widget, QString::fromStdString(label))) widget = inner;
    }
  if (widget != panel) return {{widget, {}, covers}};
  if (isOfGame) return {};  // a room sees no controls
  std::vector<Marked> all = {{panel, words.value(1), covers}};
  if (covers)
    for (const QString& part : panel->saysAlso(words.value(1))) all.push_back({panel, part, covers});
  return all;
}

omega::lessons::LessonState LessonStage::stateNow() const {
  Workbench& workbench = m_window.workbench();
  if (!workbench.document().workload.file.empty())
    throw omega::Error::input(
        tr("A lesson begins with a synthetic sequence; this one is a file. Choose a preset.").toStdString());
  if (!workbench.document().workload.moved.empty())
    throw omega::Error::input(
        tr("A lesson keeps no tokens that were moved by hand; undo that, or change an option of the sequence.")
            .toStdString());
  omega::lessons::LessonState state = stateOf(workbench.document(), workbench.selection().locked());
  if (m_window.layoutOfDocks().workspace() != Workspace::Teach) {
    state.chance.reset();
  } else {  // what is seen there is the game, with a seed and a draw of its own
    state.seed = workbench.document().chance.seed;
    state.draw = workbench.document().chance.draw;
  }
  return state;
}

std::vector<std::string> LessonStage::panelsNow() const {
  std::vector<const Panel*> panels;
  for (PanelDock* dock : m_window.docks()) {
    const Panel* panel = dock->panel();
    const std::string name = panel->name().toStdString();
    const bool setsSomething = name == "workload" || name == "estimators";  // those are always there
    if (panel->isOnScreen() && !setsSomething && omega::lessons::refuse_panel(name).empty()) panels.push_back(panel);
  }
  const auto area = [](const Panel* panel) { return panel->width() * panel->height(); };
  std::stable_sort(panels.begin(), panels.end(), [&](const Panel* a, const Panel* b) { return area(a) > area(b); });
  std::vector<std::string> names;
  for (const Panel* panel : panels) names.push_back(panel->name().toStdString());
  return names;
}

void LessonStage::copyState() {
  try {
    const std::string text = omega::lessons::Json{{"set", omega::lessons::to_json(stateNow())}}.dump(1);
    QGuiApplication::clipboard()->setText(QString::fromStdString(text));
    m_window.statusBar()->showMessage(tr("Copied: put it into a json step block of a lesson."), kToldMs);
  } catch (const omega::Error& problem) {
    m_window.showBanner(QString::fromUtf8(problem.what()));
  }
}

void LessonStage::keepNote() {
  try {
    const LessonNote note = m_player.notes().next(m_player.place().first, m_player.stepIndex());
    writeSession(note.path, m_window.session());
    m_window.statusBar()->showMessage(
        tr("Kept as %1; Lesson ▸ My answers puts it on paper, too.").arg(QFileInfo(note.path).fileName()), kToldMs);
  } catch (const omega::Error& problem) {
    m_window.showBanner(QString::fromUtf8(problem.what()));
  }
}

/// Where it may not, it says so: a key that did nothing here would change the list or the number that has the keyboard.
void LessonStage::goOn() {
  const omega::lessons::Step* step = m_player.step();
  if (step == nullptr || m_player.mayGoOn()) return m_player.next();
  m_window.statusBar()->showMessage(step->ask && !m_player.isAnswered()
                                        ? tr("This step waits for your answer; Skip goes on without it.")
                                        : tr("This step waits for its task; Skip goes on without it."),
                                    kToldMs);
}

/// One recorder at a time, beside the window: it records what the window shows.
void LessonStage::record() {
  if (m_recorder.isNull()) makeRecorder();
  m_recorder->show();
  m_recorder->raise();
}

void LessonStage::makeRecorder() {
  const auto look = [this] { return LessonRecorder::Shown{stateNow(), panelsNow()}; };
  m_recorder = new LessonRecorder(look, m_player.folder(), &m_window);
  connect(m_recorder, &LessonRecorder::saved, &m_player, &LessonPlayer::readAgain);
  connect(m_recorder, &LessonRecorder::wanted, this, [this](const QString& name) { m_player.open(name, 0); });
  connect(m_recorder, &LessonRecorder::finished, this, &LessonStage::leaveRecorder);
}

/// What is not saved yet stays until it is.
void LessonStage::leaveRecorder() {
  if (m_recorder->isUnsaved())
    return m_window.statusBar()->showMessage(
        tr("The recorder keeps what is not saved: Record a lesson shows it again."), kToldMs);
  if (!m_recorder->isSaved()) return;
  m_recorder->deleteLater();
  m_recorder.clear();
}

void LessonStage::takeOver(const LessonStage& before) {
  if (!before.isRecordingUnsaved()) return;
  makeRecorder();
  m_recorder->takeOver(*before.m_recorder);
  record();
}

bool LessonStage::isRecordingUnsaved() const { return !m_recorder.isNull() && m_recorder->isUnsaved(); }

bool LessonStage::saveRecording() {
  if (m_recorder->save()) return true;
  record();  // it says what is wrong
  return false;
}

bool LessonStage::isOwn() const {
  const omega::lessons::Lesson* open = m_player.lesson();
  const omega::lessons::ShelvedLesson* shelved = open == nullptr ? nullptr : m_player.shelf().find(open->name);
  return shelved != nullptr && !shelved->path.empty();
}

void LessonStage::goOnRecording() {
  m_player.readAgain();  // the recorder holds it against the file of now, of which nothing may have told yet
  if (!isOwn()) return;  // what is wrong with the file stands above the step
  if (isRecordingUnsaved()) {
    record();
    return m_window.showBanner(tr("The recorder has a lesson that is not saved: save it, or remove its steps."));
  }
  delete m_recorder.data();
  makeRecorder();
  const omega::lessons::ShelvedLesson& own = *m_player.shelf().find(m_player.lesson()->name);
  if (own.path.stem() == own.lesson.name && m_recorder->open(own.lesson)) return record();
  delete m_recorder.data();
  const QString sentence =
      tr("The recorder cannot write %1 again as it stands: change its file. It keeps no claims, marks, notes or "
         "further answers, and only lessons in the window's language whose file has their name.");
  m_window.showBanner(sentence.arg(QString::fromStdString(own.lesson.title)));
}

void LessonStage::fillMenu(QMenu& menu) {
  const auto add = [&](const QString& text, const QList<QKeySequence>& keys, auto act, auto isPossible) {
    QAction* action = menu.addAction(text, this, act);
    action->setShortcuts(keys);
    const auto follow = [this, action, isPossible] {
      action->setEnabled(isPossible());
      action->setProperty(kWhyNot, m_player.lesson() == nullptr
                                       ? MainWindow::tr("No lesson is open.")
                                       : MainWindow::tr("This lesson does not offer it here."));
    };
    connect(&m_player, &LessonPlayer::changed, action, follow);
    follow();
    return action;
  };
  const auto isOpen = [this] { return m_player.lesson() != nullptr; };
  menu.addAction(MainWindow::tr("&Lessons"), this, [this] { m_player.close(); });
  menu.addAction(MainWindow::tr("&Record a lesson …"), this, &LessonStage::record);
  add(
      MainWindow::tr("&Go on recording this lesson …"), {}, [this] { goOnRecording(); }, [this] { return isOwn(); });
  menu.addAction(MainWindow::tr("&Copy the state for a lesson"), this, &LessonStage::copyState);
  menu.addAction(MainWindow::tr("Presen&t"), QKeySequence(Qt::Key_F5), &m_window,
                 [this] { m_window.presenter().toggle(); });
  add(
      MainWindow::tr("&Handout …"), {}, [this] { emit m_window.handoutRequested(); }, isOpen);
  add(
      MainWindow::tr("&Keep as a note"), {}, [this] { keepNote(); },
      [this, isOpen] { return isOpen() && m_player.notes().mayKeep(); });
  menu.addAction(MainWindow::tr("&My answers …"), &m_window, &MainWindow::answersRequested);
  menu.addAction(MainWindow::tr("&Exam …"), &m_window, &MainWindow::examRequested);
  menu.addSeparator();
  add(
      MainWindow::tr("&Next step"), {Qt::Key_PageDown}, [this] { goOn(); }, isOpen);
  add(
      MainWindow::tr("&Previous step"), {Qt::Key_PageUp}, [this] { m_player.back(); },
      [this, isOpen] { return isOpen() && m_player.stepIndex() > 0; });
  add(
      MainWindow::tr("&Skip the step"), {}, [this] { m_player.skip(); }, isOpen);
  add(
      MainWindow::tr("&Back to the step"), {Qt::Key_Backspace}, [this] { m_player.backToStep(); }, isOpen);
  menu.addSeparator();
  for (int i = 0; i < static_cast<int>(omega::lessons::kMostAnswers); ++i)
    add(
        MainWindow::tr("Answer %1").arg(QChar('A' + i)), {QKeySequence(Qt::Key_1 + i), QKeySequence(Qt::Key_A + i)},
        [this, i] { m_player.choose(i); },
        [this, i] {
          const omega::lessons::Step* step = m_player.step();
          return step != nullptr && step->ask && i < static_cast<int>(step->ask->answers.size());
        })
        ->setObjectName(QStringLiteral("Answer %1").arg(QChar('A' + i)));
}

}  // namespace omegascope

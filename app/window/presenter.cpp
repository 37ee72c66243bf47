#include "window/presenter.h"

#include <QAbstractSpinBox>
#include <QApplication>
#include <QKeyEvent>
#include <QLayout>
#include <QLineEdit>
#include <QScreen>
#include <QWindow>
#include <algorithm>
#include <utility>

#include "player/lesson_player.h"
#include "views/lesson/lesson_text.h"
#include "views/registry.h"
#include "widgets/banner.h"
#include "window/appearance.h"
#include "window/dock_layout.h"
#include "window/hands_field.h"
#include "window/lesson_stage.h"
#include "window/main_window.h"
#include "window/panel_dock.h"
#include "window/speaker_view.h"

namespace omegascope {

namespace {

constexpr qsizetype kMostPanels = 2;
constexpr int kAround = 40;  // pixels of the desk around the speaker's window

/// At once: QToolTip takes its time, and shows the next one in the same window.
void closeTips() {
  for (QWidget* one : QApplication::topLevelWidgets())
    if (one->windowType() == Qt::ToolTip) one->close();
}

}  // namespace

Presenter::Presenter(MainWindow& window, LessonPlayer& player) : QObject(&window), m_window(window), m_player(player) {
  connect(&player, &LessonPlayer::changed, this, &Presenter::lookAgain);
  connect(&window.banner(), &Banner::warned, this, [this](const QString& sentence) {
    if (isOn()) say(sentence);
  });
  for (const auto& change :
       {&QGuiApplication::screenAdded, &QGuiApplication::screenRemoved, &QGuiApplication::primaryScreenChanged})
    connect(qGuiApp, change, this, &Presenter::place, Qt::QueuedConnection);  // a screen that goes is still there now
}

/// Together with the window: the panels only go home.
Presenter::~Presenter() {
  m_stage.reset();
  if (std::exchange(m_isOn, false)) applyRoomLook(std::nullopt);
}

// --- Begin and end ---------------------------------------------------------------------------------------------------

void Presenter::start(QSize size) {
  if (std::exchange(m_isOn, true)) return;
  m_size = size;
  m_placeBefore = m_player.place();
  m_before = appliedAppearance();
  m_wasTold = m_window.banner().isVisibleTo(&m_window);
  m_showsControls = false;
  m_onTop.clear();
  m_alone.clear();
  for (const PanelDock* dock : m_window.docks())
    if (dock->panel()->isOnScreen()) m_onTop.push_back(dock->panel());
  for (std::size_t i = 0; i < m_window.docks().size(); ++i)
    if (Panel* panel = m_window.docks()[i]->panel();
        panel->isOnScreen() && panelKinds()[i].place != Place::Left && panelKinds()[i].place != Place::Strip)
      m_alone.push_back(panel);
  const auto inFront = std::find(m_alone.begin(), m_alone.end(), m_window.currentPanel());
  std::rotate(m_alone.begin(), inFront == m_alone.end() ? m_alone.begin() : inFront, m_alone.end());
  m_window.layoutOfDocks().rest();
  m_stage = std::make_unique<StageWindow>(m_player);
  m_speaker = std::make_unique<SpeakerView>(m_player);
  connect(m_stage.get(), &StageWindow::closeAsked, this, &Presenter::leave, Qt::QueuedConnection);
  connect(m_stage.get(), &StageWindow::resized, this, [this] { applyRoomLook(DrawingScale::ofRoom(m_stage->size())); });
  for (HandsField* field : {&m_stage->handsField(), &m_speaker->handsField()})
    connect(field, &HandsField::given, this, &Presenter::takeHands);
  m_stage->addActions(m_actions);
  const QWindow* handle = m_window.windowHandle();
  m_deskPlace = handle ? std::optional(handle->framePosition()) : std::nullopt;
  m_window.hide();
  place();
  m_stage->setHalo(true);
  qApp->installEventFilter(this);
  m_player.setLecture(true);  // questions open again, which the room is shown
  show();
  m_stage->activateWindow();
  m_stage->setFocus();
  emit changed();
}

void Presenter::leave() {
  if (!std::exchange(m_isOn, false)) return;
  qApp->removeEventFilter(this);
  m_stage->hide();
  m_stage.reset();  // its panels go home
  m_speaker.reset();
  m_shown = {};
  m_player.setLecture(false);
  applyRoomLook(std::nullopt);
  applyAppearance(m_before);
  const bool told = m_window.banner().isVisibleTo(&m_window);
  const auto bringToFront = [this] {
    for (const PanelDock* dock : m_window.docks())
      dock->panel()->setOnTop(std::find(m_onTop.begin(), m_onTop.end(), dock->panel()) != m_onTop.end());
  };
  // Else the system would put it where new windows go; QWidget::move() says nothing of a place that it has already.
  if (QWindow* handle = m_window.windowHandle();
      handle && m_deskPlace && !m_window.isMaximized() && !m_window.isFullScreen())
    handle->setFramePosition(*m_deskPlace);
  m_window.show();
  bringToFront();  // they are drawn again, and need as much room as before
  m_window.layoutOfDocks().wake();
  m_window.banner().setVisible(told);
  // A message that came or went while the layout rested: the layout was told of it then, and is told once only.
  if (told != m_wasTold) m_window.layout()->activate();
  bringToFront();
  const bool wasOfStep = m_placeBefore != LessonPlayer::Place();
  if (std::exchange(m_showsStepAfterwards, false) || (wasOfStep && m_player.place() != m_placeBefore))
    m_window.lessons().stage();
  m_window.updateNeeds();
  m_window.lessons().markAgain();
  m_window.activateWindow();
  m_window.setFocus();
  emit changed();
}

// --- Screens ---------------------------------------------------------------------------------------------------------

void Presenter::place() { placeOn(QGuiApplication::screens()); }

/// The room gets another screen than the window; where there is only one, the room has it.
void Presenter::placeOn(const QList<QScreen*>& screens) {
  if (!isOn() || screens.isEmpty()) return;
  QScreen* desk = screens.contains(m_window.screen()) ? m_window.screen() : screens.front();
  QScreen* room = desk;
  for (QScreen* screen : screens)
    if (screen != desk && room == desk) room = screen;
  if (m_swapped) std::swap(room, desk);
  fill(*room);
  m_speaker->setVisible(room != desk);
  if (room == desk) return;
  m_speaker->winId();
  m_speaker->windowHandle()->setScreen(desk);
  m_speaker->setGeometry(desk->availableGeometry().adjusted(kAround, kAround, -kAround, -kAround));
  m_speaker->refresh();
}

void Presenter::fill(QScreen& room) {
  m_stage->winId();  // a window of the system, which has a screen
  m_stage->windowHandle()->setScreen(&room);
  if (m_size.isValid()) {
    m_stage->setGeometry(QRect(room.geometry().topLeft(), m_size));
    m_stage->show();
  } else {
    // Given that size first: not every system has a window manager that makes windows fill the screen.
    m_stage->setGeometry(room.geometry());
    m_stage->showFullScreen();
  }
  applyRoomLook(DrawingScale::ofRoom(m_stage->size()));
}

// --- What is shown ---------------------------------------------------------------------------------------------------

/// The dock with the controls that the step's task is about, where the speaker wants to see them. Chance has its own.
PanelDock* Presenter::controls() const {
  const omega::lessons::Step* step = m_player.step();
  if (step != nullptr && step->state.chance) return nullptr;
  const bool isTrain = step == nullptr && m_window.layoutOfDocks().workspace() == Workspace::Train;
  if (!m_showsControls || isTrain) return nullptr;
  QString name = QStringLiteral("estimators");
  if (step != nullptr && step->when)
    for (const std::string& one : step->when->names())
      if (one.compare(0, 9, "workload.") == 0) name = QStringLiteral("workload");
  return m_window.dockOf(m_window.panel(name));
}

std::vector<PanelDock*> Presenter::docksToShow() const {
  std::vector<PanelDock*> docks;
  const auto add = [&](const QString& name) {
    if (const Panel* panel = m_window.panel(name)) docks.push_back(m_window.dockOf(panel));
  };
  if (m_player.lesson() != nullptr)
    for (const QString& name : panelsOf(m_player).mid(0, kMostPanels)) add(name);
  if (docks.empty() && !m_alone.empty()) add(m_alone.front()->name());
  if (PanelDock* more = controls(); more && std::find(docks.begin(), docks.end(), more) == docks.end())
    docks.push_back(more);
  return docks;
}

void Presenter::show() {
  if (!isOn()) return;
  m_stage->showPanels(docksToShow());
  m_stage->showControls(m_showsControls);
  for (const PanelDock* dock : m_window.docks())
    if (dock->panel()->isOnScreen()) m_player.tell("opened", dock->panel()->name().toStdString());
  m_window.updateNeeds();
  lookAgain();
}

void Presenter::lookAgain() {
  if (!isOn()) return;
  if (std::exchange(m_shown, m_player.place()) != m_player.place()) {
    m_stage->wipe();
    m_stage->showNotes({});
    m_stage->say({});  // it was about the step before
    closeHands();
  }
  m_stage->refresh();
  m_speaker->refresh();
}

// --- The way ---------------------------------------------------------------------------------------------------------

void Presenter::goOn() {
  const omega::lessons::Step* step = m_player.step();
  if (step == nullptr) {
    if (!m_alone.empty()) std::rotate(m_alone.begin(), std::next(m_alone.begin()), m_alone.end());
    return show();
  }
  if (step->ask && !m_player.isAnswered() && m_player.reveal()) return;
  if (step->when && !m_player.isMet() && !m_player.isDoing() && m_player.doTask()) return;
  if (!turnTo(1)) m_stage->say(tr("This was the last step; Esc goes back to the window."));
}

/// Turns to the next step or the one before, of this lesson or of its neighbour on the shelf.
bool Presenter::turnTo(int by) {
  const omega::lessons::Lesson& lesson = *m_player.lesson();
  const int count = static_cast<int>(lesson.steps.size()), step = lectureStep(lesson, m_player.stepIndex(), by);
  if (step >= 0 && step < count) {
    m_player.goTo(step);
    return true;
  }
  const auto& lessons = m_player.shelf().lessons;
  const auto here =
      std::find_if(lessons.begin(), lessons.end(), [&](const auto& one) { return one.lesson.name == lesson.name; });
  if (here == lessons.end()) return false;
  auto next = here;
  do {
    if (by > 0 ? std::next(next) == lessons.end() : next == lessons.begin()) return false;
    std::advance(next, by);
  } while (!hasLecture(next->lesson));
  const omega::lessons::Lesson& other = next->lesson;
  return m_player.open(
      QString::fromStdString(other.name),
      by > 0 ? lectureStep(other, -1, 1) : lectureStep(other, static_cast<int>(other.steps.size()), -1));
}

/// The step before shows what it showed last: the answer, and its task done.
void Presenter::goBack() {
  if (m_player.step() == nullptr) {
    if (!m_alone.empty()) std::rotate(m_alone.begin(), std::prev(m_alone.end()), m_alone.end());
    return show();
  }
  if (m_player.isAway()) return m_player.backToStep();
  if (m_player.isAnswered()) return m_player.cover();
  if (!turnTo(-1)) return;
  m_player.reveal();
  m_player.showTaskDone();
}

// --- Keys ------------------------------------------------------------------------------------------------------------

bool Presenter::isOurs(const QObject* watched) const {
  const auto* widget = qobject_cast<const QWidget*>(watched);
  return widget != nullptr && (widget->window() == m_stage.get() || widget->window() == m_speaker.get());
}

/// Keys of a clicker always; letters and digits where nothing is typed.
bool Presenter::takes(int key, bool isTyping) const {
  static const QList<int> s_ofClicker = {Qt::Key_PageDown, Qt::Key_PageUp, Qt::Key_Escape, Qt::Key_F5},
                          s_others = {Qt::Key_Return, Qt::Key_Enter, Qt::Key_Backspace, Qt::Key_B, Qt::Key_C,
                                      Qt::Key_D,      Qt::Key_E,     Qt::Key_H,         Qt::Key_L, Qt::Key_N,
                                      Qt::Key_T,      Qt::Key_W,     Qt::Key_X,         Qt::Key_Z, Qt::Key_1,
                                      Qt::Key_2,      Qt::Key_3,     Qt::Key_4,         Qt::Key_5, Qt::Key_6};
  return s_ofClicker.contains(key) || (!isTyping && s_others.contains(key));
}

void Presenter::turn(StageWindow::Curtain curtain) {
  m_stage->draw(m_stage->curtain() == curtain ? StageWindow::Curtain::Open : curtain);
}

QString Presenter::notes() const {
  const omega::lessons::Step* step = m_player.step();
  if (step == nullptr) return tr("No lesson is open: there are no notes.");
  return step->note.empty() ? tr("There are no notes for this step.")
                            : proseHtml(QString::fromStdString(step->note), Theme::of(m_stage->palette()));
}

/// The speaker's screen, else the room's.
void Presenter::say(const QString& sentence) {
  m_speaker->isVisible() ? m_speaker->say(sentence) : m_stage->say(sentence);
}

void Presenter::askForHands() {
  const omega::lessons::Step* step = m_player.step();
  if (step == nullptr || !step->ask || step->ask->answers.empty())
    return say(tr("This step asks nothing that hands could answer."));
  if (m_speaker->isVisible()) m_speaker->activateWindow();
  (m_speaker->isVisible() ? m_speaker->handsField() : m_stage->handsField()).ask();
}

/// Whether there was something to close; what is typed into it is gone, and what was said of it. The keyboard goes back
/// to where askForHands() took it from.
bool Presenter::closeHands() {
  bool wasOpen = false;
  for (HandsField* field : {&m_stage->handsField(), &m_speaker->handsField()}) {
    wasOpen = wasOpen || field->isVisible();
    field->hide();
  }
  if (!wasOpen) return false;
  say({});
  m_stage->activateWindow();
  m_stage->setFocus();
  return true;
}

void Presenter::takeHands(const QString& text) {
  const omega::lessons::Step* step = m_player.step();
  if (step == nullptr || !step->ask) return;
  const std::size_t answers = step->ask->answers.size();
  const auto hands = text.trimmed().isEmpty() ? std::optional(std::vector<int>()) : handsIn(text, answers);
  if (!hands)
    return say(tr("Write up to %1 numbers, one for each answer in their order, or with letters such as A12 B30.")
                   .arg(answers));
  closeHands();
  m_player.count(*hands);
}

void Presenter::act(int key) {
  // What comes next is for the room to see.
  if (key == Qt::Key_PageDown || key == Qt::Key_PageUp) m_stage->draw(StageWindow::Curtain::Open);
  switch (key) {
    case Qt::Key_PageDown:
    case Qt::Key_Return:
    case Qt::Key_Enter: return goOn();
    case Qt::Key_PageUp: return goBack();
    case Qt::Key_Backspace: return m_player.backToStep();
    case Qt::Key_T: return askForHands();
    case Qt::Key_Escape:
      if (closeHands()) return;
      [[fallthrough]];
    case Qt::Key_F5: QMetaObject::invokeMethod(this, &Presenter::leave, Qt::QueuedConnection); return;
    case Qt::Key_B: return turn(StageWindow::Curtain::Black);
    case Qt::Key_W: return turn(StageWindow::Curtain::White);
    case Qt::Key_L: return m_stage->setPen(!m_stage->hasPen());
    case Qt::Key_E: return m_stage->wipe();
    case Qt::Key_H: return m_stage->setHalo(!m_stage->hasHalo());
    case Qt::Key_Z: closeTips(); return m_stage->setLens(!m_stage->hasLens());
    case Qt::Key_D: return applyAppearance(Theme::of(m_stage->palette()).dark ? Appearance::Light : Appearance::Dark);
    case Qt::Key_X: m_swapped = !m_swapped; return place();
    case Qt::Key_N: return m_stage->showNotes(notes());
    case Qt::Key_C: m_showsControls = !m_showsControls; return show();
    default: return m_player.choose(key - Qt::Key_1);
  }
}

bool Presenter::eventFilter(QObject* watched, QEvent* event) {
  // A tip would cover what the lens enlarges; plots show theirs as the pointer moves, without being asked.
  if (event->type() == QEvent::Show && m_stage && m_stage->hasLens())
    if (auto* tip = qobject_cast<QWidget*>(watched); tip != nullptr && tip->windowType() == Qt::ToolTip)
      tip->setAttribute(Qt::WA_DontShowOnScreen);
  const bool isPress = event->type() == QEvent::KeyPress || event->type() == QEvent::ShortcutOverride;
  if ((!isPress && event->type() != QEvent::KeyRelease) || !isOurs(watched)) return false;
  const auto& key = *static_cast<QKeyEvent*>(event);
  const QWidget* focus = QApplication::focusWidget();
  // One that was hidden may still have the keyboard of its window.
  const bool isTyping = focus != nullptr && focus->isVisible() &&
                        (qobject_cast<const QLineEdit*>(focus) || qobject_cast<const QAbstractSpinBox*>(focus));
  if ((key.modifiers() & ~Qt::KeypadModifier) != Qt::NoModifier || !takes(key.key(), isTyping)) return false;
  event->accept();
  if (event->type() == QEvent::KeyRelease && key.key() == Qt::Key_N && !key.isAutoRepeat()) m_stage->showNotes({});
  if (event->type() == QEvent::KeyPress && !key.isAutoRepeat()) act(key.key());
  return true;
}

}  // namespace omegascope

#include "window/lesson_stage.h"

#include <qcustomplot.h>

#include <QAbstractButton>
#include <QAction>
#include <QClipboard>
#include <QEvent>
#include <QGuiApplication>
#include <QHeaderView>
#include <QMenu>
#include <QPainter>
#include <QRegularExpression>
#include <QScrollArea>
#include <QScrollBar>
#include <QStatusBar>
#include <algorithm>

#include "core/error.h"
#include "dialogs/lesson_recorder.h"
#include "lessons/lesson.h"
#include "lessons/marks.h"
#include "lessons/state_writer.h"
#include "player/lesson_player.h"
#include "player/lesson_state.h"
#include "views/lesson/lesson_panel.h"
#include "views/option_form.h"
#include "views/panel.h"
#include "widgets/controls.h"
#include "window/dock_layout.h"
#include "window/main_window.h"
#include "window/panel_dock.h"
#include "window/presenter.h"

namespace omegascope {

namespace {

/// A ring around a widget, or a cover over it; the pointer goes through a ring, and a cover stops it.
class Overlay : public QWidget {
 public:
  enum class Kind { Ring, Cover };

  /// Around a `part` of a panel where it has a place of its own, else around the whole widget.
  Overlay(QWidget& target, const QString& part, Kind kind)
      : QWidget(ground(target)), m_target(&target), m_part(part), m_kind(kind) {
    setAttribute(Qt::WA_TransparentForMouseEvents, kind == Kind::Ring);
    setAttribute(Qt::WA_NoSystemBackground, kind == Kind::Ring);
    setObjectName(kind == Kind::Ring ? QStringLiteral("lesson ring") : QStringLiteral("lesson cover"));
    setAccessibleName(kind == Kind::Ring ? QString() : MainWindow::tr("Covered until the question is answered"));
    for (QWidget* outer = &target; outer != parentWidget(); outer = outer->parentWidget())
      outer->installEventFilter(this);
    parentWidget()->installEventFilter(this);
    if (!part.isEmpty()) followParts();
    connect(&target, &QObject::destroyed, this, &QWidget::hide);
    follow();
    raise();
  }

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override {
    switch (event->type()) {
      case QEvent::Resize:
      case QEvent::Move:
      case QEvent::Show:
      case QEvent::Hide: follow(); break;
      default: break;
    }
    return QWidget::eventFilter(watched, event);
  }
  void paintEvent(QPaintEvent*) override {
    QPainter painter(this);
    const Theme theme = Theme::of(palette());
    if (m_kind == Kind::Cover) {
      painter.fillRect(rect(), theme.window);
      painter.fillRect(rect(), QBrush(theme.grid, Qt::BDiagPattern));
      QFont large = theme.bold();
      large.setPixelSize(std::clamp(height() / 3, theme.font.pixelSize(), 4 * theme.font.pixelSize()));
      painter.setFont(large);
      painter.setPen(theme.text);
      painter.drawText(rect(), Qt::AlignCenter, QStringLiteral("?"));
      return;
    }
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    // White within black: seen on any picture.
    const double ring = theme.ringWidth(), inset = 0.5 * (ring + 2);
    for (const auto& [colour, width] : {std::pair(QColor(Qt::black), ring + 2), std::pair(QColor(Qt::white), ring)}) {
      painter.setPen(QPen(colour, width));
      painter.drawRoundedRect(QRectF(rect()).adjusted(inset, inset, -inset, -inset), 4, 4);
    }
  }

 private:
  /// The widget that scrolls with the target and has room for a ring around it; a panel has its ring within its own
  /// margins.
  static QWidget* ground(QWidget& target) {
    QWidget* ground = &target;
    const auto isPanel = [](const QWidget* widget) { return qobject_cast<const Panel*>(widget) != nullptr; };
    while (!isPanel(ground) &&
           !(ground != &target && qobject_cast<QScrollArea*>(ground->parentWidget()->parentWidget())))
      ground = ground->parentWidget();
    return ground;
  }

  void follow() {
    if (!m_target) return;
    const bool isInside = parentWidget() == m_target;
    const auto* panel = qobject_cast<const Panel*>(m_target.data());
    const Theme theme = Theme::of(palette());
    const int ring = panel ? theme.roomOfRing() : theme.roomBesideControls(), room = m_kind == Kind::Ring ? ring : 0;
    const auto around = [room](const QRect& rect) { return rect.adjusted(-room, -room, room, room); };
    const QRect part = panel == nullptr || m_part.isEmpty() ? QRect() : panel->placeOf(m_part).toAlignedRect();
    const QRect all = isInside ? m_target->rect() : QRect(m_target->mapTo(parentWidget(), QPoint()), m_target->size());
    QRect place =
        isInside && part.isEmpty() ? all : around(part.isEmpty() ? all : part).intersected(parentWidget()->rect());
    if (!part.isEmpty()) place = besideOthers(place, part);
    if (place != geometry()) setGeometry(place);
    setVisible(isInside || m_target->isVisibleTo(parentWidget()));
  }

  /// Cut where it would lie over controls beside the part, such as the buttons above a plot.
  QRect besideOthers(QRect ring, const QRect& part) const {
    for (const QWidget* other : m_target->findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly)) {
      const QRect taken = other->geometry();
      const bool hasControls = other->findChild<QAbstractButton*>() != nullptr;
      if (!hasControls || other->isHidden() || taken.intersects(part) || !taken.intersects(ring)) continue;
      if (taken.bottom() < part.top())
        ring.setTop(taken.bottom() + 1);
      else if (taken.top() > part.bottom())
        ring.setBottom(taken.top() - 1);
      else if (taken.right() < part.left())
        ring.setLeft(taken.right() + 1);
      else
        ring.setRight(taken.left() - 1);
    }
    return ring;
  }

  /// Plots and tables lay themselves out when they are drawn.
  void followParts() {
    for (QCustomPlot* plot : m_target->findChildren<QCustomPlot*>())
      connect(plot, &QCustomPlot::afterReplot, this, [this] { follow(); });
    for (QHeaderView* header : m_target->findChildren<QHeaderView*>())
      connect(header, &QHeaderView::sectionResized, this, [this] { follow(); });
    for (QScrollArea* area : m_target->findChildren<QScrollArea*>())
      connect(area->verticalScrollBar(), &QScrollBar::valueChanged, this, [this] { follow(); });
    for (QWidget* inner : m_target->findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly))
      inner->installEventFilter(this);
  }

  QPointer<QWidget> m_target;
  QString m_part;
  Kind m_kind;
};

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
      if (visible) m_player.tell("opened", dock->panel()->name().toStdString());
    });
  }
  connect(&player, &LessonPlayer::staged, this, &LessonStage::stage);
  setOnce(m_soon, 0);
  connect(&m_soon, &QTimer::timeout, this, &LessonStage::markAgain);
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
  } else {
    layout.unstage();
    layout.setWorkspace(Workspace::Teach);  // where the list is
  }
  m_window.updateNeeds();
  mark();
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
    m_overlays.emplace_back(new Overlay(*widget, part, covers ? Overlay::Kind::Cover : Overlay::Kind::Ring));
  // The status bar says errors too.
  m_window.showErrors(std::none_of(m_marked.begin(), m_marked.end(), [](const Marked& one) { return one.covers; }));
}

void LessonStage::scrollToMarks() const {
  for (const Marked& one : m_marked)
    if (one.widget) bringIntoSight(*one.widget);
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
  static const QRegularExpression s_variant(QStringLiteral("_(?=[b-z]$)"));  // rfa_b is the card "rfa b"
  const bool isOfGame = words.size() > 1 && words[0] == QStringLiteral("chance") &&
                        !omega::lessons::is_part("chance", words[1].toStdString());
  if (isOfGame || words[0] == QStringLiteral("workload") || words[0] == QStringLiteral("estimators"))
    for (const QString& word : words.mid(1)) {
      for (OptionForm* form : widget->findChildren<OptionForm*>()) form->reveal(word);
      if (QWidget* inner = controlNamed(widget, QString(word).replace(s_variant, QStringLiteral(" ")))) widget = inner;
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
  omega::lessons::LessonState state = stateOf(workbench.document(), workbench.selection().locked());
  if (m_window.layoutOfDocks().workspace() != Workspace::Teach) state.chance.reset();
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
    m_window.statusBar()->showMessage(tr("Copied: put it into a json step block of a lesson."), 6000);
  } catch (const omega::Error& problem) {
    m_window.showBanner(QString::fromUtf8(problem.what()));
  }
}

/// One recorder at a time, beside the window: it records what the window shows.
void LessonStage::record() {
  if (m_recorder.isNull()) {
    const auto look = [this] { return LessonRecorder::Shown{stateNow(), panelsNow()}; };
    m_recorder = new LessonRecorder(look, m_player.folder(), &m_window);
    connect(m_recorder, &LessonRecorder::saved, this, [this](const QString& name) {
      m_recorder->setAttribute(Qt::WA_DeleteOnClose);  // what is not saved yet stays until it is
      m_player.readFolder();
      m_player.open(name, 0);
    });
  }
  m_recorder->show();
  m_recorder->raise();
}

void LessonStage::fillMenu(QMenu& menu) {
  const auto add = [&](const QString& text, const QList<QKeySequence>& keys, auto act, auto isPossible) {
    QAction* action = menu.addAction(text, this, act);
    action->setShortcuts(keys);
    const auto follow = [action, isPossible] { action->setEnabled(isPossible()); };
    connect(&m_player, &LessonPlayer::changed, action, follow);
    follow();
    return action;
  };
  const auto isOpen = [this] { return m_player.lesson() != nullptr; };
  menu.addAction(MainWindow::tr("&Lessons"), this, [this] { m_player.close(); });
  menu.addAction(MainWindow::tr("&Record a lesson …"), this, &LessonStage::record);
  menu.addAction(MainWindow::tr("&Copy the state for a lesson"), this, &LessonStage::copyState);
  menu.addAction(MainWindow::tr("Presen&t"), QKeySequence(Qt::Key_F5), &m_window,
                 [this] { m_window.presenter().toggle(); });
  add(
      MainWindow::tr("&Handout …"), {}, [this] { emit m_window.handoutRequested(); }, isOpen);
  menu.addAction(MainWindow::tr("&Exam …"), &m_window, &MainWindow::examRequested);
  menu.addSeparator();
  add(
      MainWindow::tr("&Next step"), {Qt::Key_PageDown}, [this] { m_player.next(); },
      [this] { return m_player.mayGoOn(); });
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

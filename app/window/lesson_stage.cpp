#include "window/lesson_stage.h"

#include <QAction>
#include <QClipboard>
#include <QEvent>
#include <QGuiApplication>
#include <QMenu>
#include <QPainter>
#include <QRegularExpression>
#include <QScrollArea>
#include <QStatusBar>

#include "lessons/state_writer.h"
#include "player/lesson_player.h"
#include "player/lesson_state.h"
#include "views/panel.h"
#include "window/dock_layout.h"
#include "window/main_window.h"
#include "window/panel_dock.h"

namespace omegascope {

namespace {

constexpr int kRing = 3;
constexpr int kMostAnswers = 6;

/// A ring around a widget, or a cover over it; where a pointer goes through a ring, a cover stops it.
class Overlay : public QWidget {
 public:
  enum class Kind { Ring, Cover };

  Overlay(QWidget& target, Kind kind)
      : QWidget(qobject_cast<Panel*>(&target) ? &target : target.parentWidget()), m_target(&target), m_kind(kind) {
    setAttribute(Qt::WA_TransparentForMouseEvents, kind == Kind::Ring);
    setAttribute(Qt::WA_NoSystemBackground, kind == Kind::Ring);
    setObjectName(kind == Kind::Ring ? QStringLiteral("lesson ring") : QStringLiteral("lesson cover"));
    setAccessibleName(kind == Kind::Ring ? QString() : MainWindow::tr("Covered until the question is answered"));
    target.installEventFilter(this);
    follow();
    show();
    raise();
  }

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override {
    if (event->type() == QEvent::Resize || event->type() == QEvent::Move) follow();
    return QWidget::eventFilter(watched, event);
  }
  void paintEvent(QPaintEvent*) override {
    QPainter painter(this);
    const Theme theme = Theme::of(palette());
    if (m_kind == Kind::Cover) {
      painter.fillRect(rect(), theme.window);
      painter.fillRect(rect(), QBrush(theme.grid, Qt::BDiagPattern));
      QFont large = theme.bold();
      large.setPixelSize(std::clamp(height() / 3, 12, 48));
      painter.setFont(large);
      painter.setPen(theme.text);
      painter.drawText(rect(), Qt::AlignCenter, QStringLiteral("?"));
      return;
    }
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    // White within black: seen on any picture.
    for (const auto& [colour, width, inset] : {std::tuple(QColor(Qt::black), kRing + 2.0, 0.5 * (kRing + 2)),
                                               std::tuple(QColor(Qt::white), 1.0 * kRing, 0.5 * (kRing + 2))}) {
      painter.setPen(QPen(colour, width));
      painter.drawRoundedRect(QRectF(rect()).adjusted(inset, inset, -inset, -inset), 4, 4);
    }
  }

 private:
  void follow() {
    if (!m_target) return;
    const bool isInside = parentWidget() == m_target;
    const int room = m_kind == Kind::Ring && !isInside ? kRing + 2 : 0;
    setGeometry(isInside ? m_target->rect() : m_target->geometry().adjusted(-room, -room, room, room));
  }

  QPointer<QWidget> m_target;
  Kind m_kind;
};

QWidget* named(QWidget* in, const QString& name) {
  for (QWidget* one : in->findChildren<QWidget*>())
    if (one->accessibleName() == name && one->isVisibleTo(in)) return one;
  return nullptr;
}

/// The panels of a step: its own, else those of the last step before that says some, else that of its game of chance.
QStringList panelsOf(const LessonPlayer& player) {
  QStringList panels;
  for (int i = player.stepIndex(); i >= 0 && panels.isEmpty(); --i)
    for (const std::string& name : player.lesson()->steps[static_cast<std::size_t>(i)].show)
      panels << QString::fromStdString(name);
  if (panels.isEmpty() && player.step()->state.chance) panels << QStringLiteral("chance");
  return panels;
}

}  // namespace

LessonStage::LessonStage(MainWindow& window, LessonPlayer& player)
    : QObject(&window), m_window(window), m_player(player) {
  for (PanelDock* dock : window.docks()) {
    dock->installEventFilter(this);
    connect(dock, &QDockWidget::visibilityChanged, this, [this, dock](bool visible) {
      if (visible) m_player.tell("opened", dock->panel()->name().toStdString());
    });
  }
  connect(&player, &LessonPlayer::staged, this, &LessonStage::stage);
  m_soon.setSingleShot(true);
  m_soon.setInterval(0);
  connect(&m_soon, &QTimer::timeout, this, &LessonStage::markAgain);
  connect(&window.workbench(), &Workbench::snapshotChanged, &m_soon, qOverload<>(&QTimer::start));
}

bool LessonStage::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Enter)
    if (auto* dock = qobject_cast<PanelDock*>(watched)) m_player.tell("hovered", dock->panel()->name().toStdString());
  return QObject::eventFilter(watched, event);
}

void LessonStage::stage() {
  DockLayout& layout = m_window.layoutOfDocks();
  if (m_player.lesson() != nullptr) {
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
  if (step == nullptr) return all;
  const auto add = [&](const std::vector<std::string>& marks, bool covers) {
    for (const std::string& mark : marks)
      if (const Marked one{widgetOf(mark), covers}; one.widget && std::find(all.begin(), all.end(), one) == all.end())
        all.push_back(one);
  };
  if (step->ask && !m_player.isAnswered()) add(step->hide, true);
  add(step->light, false);
  return all;
}

void LessonStage::mark() {
  for (const QPointer<QWidget>& overlay : m_overlays) delete overlay;
  m_overlays.clear();
  m_marked = wanted();
  for (const auto& [widget, covers] : m_marked) {
    for (QWidget* outer = widget->parentWidget(); outer != nullptr; outer = outer->parentWidget())
      if (auto* area = qobject_cast<QScrollArea*>(outer)) area->ensureWidgetVisible(widget);
    m_overlays.emplace_back(new Overlay(*widget, covers ? Overlay::Kind::Cover : Overlay::Kind::Ring));
  }
  // The status bar says errors too.
  m_window.showErrors(std::none_of(m_marked.begin(), m_marked.end(), [](const Marked& one) { return one.covers; }));
}

/// Controls are made anew when cards or the sequence change, and their rings go with them; they are there when the
/// event that made them is over.
void LessonStage::markAgain() {
  if (m_marked != wanted()) mark();
}

QWidget* LessonStage::widgetOf(const std::string& mark) const {
  const QStringList words = QString::fromStdString(mark).split(QLatin1Char('.'));
  Panel* panel = m_window.panel(words[0]);
  if (panel == nullptr) return nullptr;
  QWidget* widget = panel;
  static const QRegularExpression s_variant(QStringLiteral("_(?=[b-z]$)"));  // rfa_b is the card "rfa b"
  if (words[0] == QStringLiteral("workload") || words[0] == QStringLiteral("estimators"))
    for (const QString& word : words.mid(1))
      if (QWidget* inner = named(widget, QString(word).replace(s_variant, QStringLiteral(" ")))) widget = inner;
  return widget;
}

/// What a step of a lesson has to set to begin as the window is now. A file has no place in a lesson.
void LessonStage::copyState() {
  Workbench& workbench = m_window.workbench();
  if (!workbench.document().workload.file.empty())
    return m_window.showBanner(tr("A lesson begins with a synthetic sequence; this one is a file. Choose a preset."));
  omega::lessons::LessonState state = stateOf(workbench.document(), workbench.selection().locked());
  if (m_window.layoutOfDocks().workspace() != Workspace::Teach) state.chance.reset();
  const std::string text = omega::lessons::Json{{"set", omega::lessons::to_json(state)}}.dump(1);
  QGuiApplication::clipboard()->setText(QString::fromStdString(text));
  m_window.statusBar()->showMessage(tr("Copied: put it into a json step block of a lesson."), 6000);
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
  menu.addAction(MainWindow::tr("&Copy the state for a lesson"), this, &LessonStage::copyState);
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
  for (int i = 0; i < kMostAnswers; ++i)
    add(
        MainWindow::tr("Answer &%1").arg(QChar('A' + i)), {QKeySequence(Qt::Key_1 + i), QKeySequence(Qt::Key_A + i)},
        [this, i] { m_player.choose(i); },
        [this, i] {
          const omega::lessons::Step* step = m_player.step();
          return step != nullptr && step->ask && i < static_cast<int>(step->ask->answers.size());
        })
        ->setObjectName(QStringLiteral("Answer %1").arg(QChar('A' + i)));
}

}  // namespace omegascope

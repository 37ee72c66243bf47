// A monkey at the whole window: keys, clicks, drags and wheels anywhere, sliders and lists moved, panels torn off and
// closed. OMEGASCOPE_TEST_SEED gives the same random numbers, but what they hit hangs on time as well: a monkey is
// not played again to the letter. OMEGASCOPE_MONKEY_SECONDS is its patience.
#include <QAbstractButton>
#include <QAbstractSlider>
#include <QApplication>
#include <QComboBox>
#include <QDialog>
#include <QElapsedTimer>
#include <QMenu>
#include <QPointer>
#include <QSpinBox>
#include <QTest>
#include <QWheelEvent>
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "app/canvas.h"
#include "app/window_booth.h"
#include "support/seed.h"

using namespace omegascope;
using namespace omegascope::test;

namespace {

constexpr int kUsualSeconds = 5;
constexpr int kDeepEnough = 150;  // steps of undo; the stack forgets what is older than 200

/// Dialogs and menus open event loops of their own; somebody must leave them. Nothing is ever accepted: no file is
/// written.
class DoorKeeper : public QObject {
 public:
  DoorKeeper() { startTimer(20); }

 protected:
  void timerEvent(QTimerEvent*) override {
    if (QWidget* popup = QApplication::activePopupWidget()) {
      popup->close();
    } else if (auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget())) {
      dialog->reject();
    }
  }
};

class Monkey {
 public:
  Monkey(Window& window, std::mt19937& random) : m_w(window), m_random(random) {}

  /// One thing at random; what it was, for when it went wrong.
  QString act() {
    switch (any(0, 11)) {
      case 0:
      case 1: return pressKey();
      case 2:
      case 3: return click();
      case 4: return drag();
      case 5: return wheel();
      case 6:
      case 7: return moveSlider();
      case 8: return choose();
      case 9: return handleDock();
      case 10: return resize();
      default: return randomEdit(m_w.workbench().store(), m_random);
    }
  }

 private:
  int any(int low, int high) { return low + static_cast<int>(m_random() % static_cast<unsigned>(high - low + 1)); }
  QPoint anywhere(const QWidget& in) {
    return {any(0, std::max(0, in.width() - 1)), any(0, std::max(0, in.height() - 1))};
  }

  template <class Kind>
  Kind* anyOf() {
    QList<Kind*> all;
    for (Kind* each : m_w.window.findChildren<Kind*>())
      if (each->isVisible() && each->isEnabled() && canBeReached(each)) all << each;
    return all.isEmpty() ? nullptr : all[any(0, static_cast<int>(all.size()) - 1)];
  }
  /// Nobody can put a hand on what is behind another tab, though Qt calls it visible.
  static bool canBeReached(const QWidget* widget) {
    for (; widget != nullptr; widget = widget->parentWidget())
      if (const auto* panel = qobject_cast<const Panel*>(widget)) return panel->isOnScreen();
    return true;
  }
  QWidget* anywhereInWindow(QPoint& at) {
    at = anywhere(m_w.window);
    QWidget* under = m_w.window.childAt(at);
    if (under == nullptr) under = &m_w.window;
    at = under->mapFrom(&m_w.window, at);
    return under;
  }
  static QString nameOf(const QWidget* widget) {
    return QString::fromLatin1(widget->metaObject()->className()) + QLatin1Char(' ') + widget->accessibleName();
  }

  static void sendMouse(QWidget* to, QEvent::Type type, QPoint at) {
    const Qt::MouseButton button = type == QEvent::MouseMove ? Qt::NoButton : Qt::LeftButton;
    QMouseEvent event(type, at, to->mapToGlobal(at), button,
                      type == QEvent::MouseButtonRelease ? Qt::NoButton : Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(to, &event);
  }

  QString pressKey() {
    static const Qt::Key keys[] = {Qt::Key_Up,           Qt::Key_Down,  Qt::Key_Left,   Qt::Key_Right,
                                   Qt::Key_Escape,       Qt::Key_Tab,   Qt::Key_Space,  Qt::Key_R,
                                   Qt::Key_F11,          Qt::Key_Home,  Qt::Key_End,    Qt::Key_BracketLeft,
                                   Qt::Key_BracketRight, Qt::Key_Comma, Qt::Key_Period, Qt::Key_1};
    static const Qt::Key withControl[] = {Qt::Key_Z, Qt::Key_Y, Qt::Key_P, Qt::Key_C, Qt::Key_E, Qt::Key_O, Qt::Key_S};
    QWidget* focus = QApplication::focusWidget();
    QWidget* target = focus && focus->isVisible() ? focus : &m_w.window;
    const bool control = any(0, 3) == 0;
    const Qt::Key key = control ? withControl[any(0, static_cast<int>(std::size(withControl)) - 1)]
                                : keys[any(0, static_cast<int>(std::size(keys)) - 1)];
    const auto modifiers = control ? Qt::ControlModifier : any(0, 3) == 0 ? Qt::ShiftModifier : Qt::NoModifier;
    const QString what =
        QStringLiteral("key %1 with %2 to %3").arg(key).arg(static_cast<int>(modifiers)).arg(nameOf(target));
    QTest::keyClick(target, key, modifiers);
    return what;
  }

  QString click() {
    QPoint at;
    QWidget* under = anywhereInWindow(at);
    const QString what = QStringLiteral("click on ") + nameOf(under);
    const auto modifiers = any(0, 4) == 0 ? Qt::ControlModifier : Qt::NoModifier;
    any(0, 5) == 0 ? QTest::mouseDClick(under, Qt::LeftButton, modifiers, at)
                   : QTest::mouseClick(under, Qt::LeftButton, modifiers, at);
    return what;
  }

  QString drag() {
    QPoint at;
    QPointer<QWidget> under = anywhereInWindow(at);
    const QString what = QStringLiteral("drag on ") + nameOf(under);
    sendMouse(under, QEvent::MouseButtonPress, at);
    for (int i = any(1, 8); i > 0 && under; --i) {
      at += QPoint(any(-20, 20), any(-20, 20));
      sendMouse(under, QEvent::MouseMove, at);
    }
    if (under) sendMouse(under, QEvent::MouseButtonRelease, at);
    return what;
  }

  QString wheel() {
    QPoint at;
    QWidget* under = anywhereInWindow(at);
    const QString what = QStringLiteral("wheel on ") + nameOf(under);
    QWheelEvent event(at, under->mapToGlobal(at), {}, QPoint(0, any(0, 1) ? 120 : -120), Qt::NoButton, Qt::NoModifier,
                      Qt::NoScrollPhase, false);
    QApplication::sendEvent(under, &event);
    return what;
  }

  QString moveSlider() {
    if (any(0, 1) == 0) {
      auto* slider = anyOf<QAbstractSlider>();
      if (slider == nullptr) return {};
      const QString what = QStringLiteral("slide ") + nameOf(slider);
      slider->setSliderDown(true);
      for (int i = any(1, 6); i > 0; --i) slider->setSliderPosition(any(slider->minimum(), slider->maximum()));
      slider->setSliderDown(false);
      return what;
    }
    auto* box = anyOf<QSpinBox>();
    if (box == nullptr) return {};
    const QString what = QStringLiteral("step ") + nameOf(box);
    box->stepBy(any(-3, 3));
    return what;
  }

  QString choose() {
    if (any(0, 1) == 0) {
      auto* box = anyOf<QComboBox>();
      if (box == nullptr || box->count() == 0) return {};
      const QString what = QStringLiteral("choose in ") + nameOf(box);
      box->setCurrentIndex(any(0, box->count() - 1));
      emit box->activated(box->currentIndex());
      return what;
    }
    auto* button = anyOf<QAbstractButton>();
    if (button == nullptr) return {};
    const QString what = QStringLiteral("push ") + nameOf(button) + button->text();
    button->click();
    return what;
  }

  QString handleDock() {
    PanelDock* dock =
        m_w.window.docks()[static_cast<std::size_t>(any(0, static_cast<int>(m_w.window.docks().size()) - 1))];
    any(0, 1) ? dock->setVisible(any(0, 2) > 0) : dock->setFloating(any(0, 2) == 0);
    return QStringLiteral("dock ") + dock->panel()->name();
  }

  QString resize() {
    m_w.window.resize(any(640, 1600), any(480, 1000));
    return QStringLiteral("resize");
  }

  Window& m_w;
  std::mt19937& m_random;
};

/// The first picture again: everything is undone, and nothing is selected but what was.
void comeBack(Window& w) {
  if (!w.window.isVisible()) w.window.show();
  w.window.setWindowState(Qt::WindowNoState);
  w.window.resize(1280, 800);
  emit w.workbench().workspaceWanted(Workspace::Explore);  // a study that measures times lets go of the workbench
  w.window.resetLayout();
  for (const JobList::Job& job : w.workbench().jobs().running())
    UNSCOPED_INFO("under way: " << text(job.title) << (job.run->isPaused() ? ", paused" : "")
                                << (job.run->isStopping() ? ", stopping" : ""));
  const auto undoAll = [&w] {
    QUndoStack& undo = *w.workbench().store().undoStack();
    while (undo.canUndo()) undo.undo();
  };
  undoAll();
  w.workbench().selection().endHover();
  w.workbench().unpin();
  w.workbench().selection().lock({-1, 0, kStartQuery, -1, -1, -1});
  w.settle();
  undoAll();  // what was still being opened
  w.settle();
}

/// What was done last, for when it went wrong.
std::string lastOf(const QStringList& deeds) {
  return "after " + std::to_string(deeds.size()) +
         " deeds, the last: " + text(deeds.mid(deeds.size() - 10).join(QStringLiteral("; ")));
}

}  // namespace

TEST_CASE("a monkey at the controls does no harm, and can be undone", "[monkey]") {
  const int given = qEnvironmentVariableIntValue("OMEGASCOPE_MONKEY_SECONDS"),
            seconds = given > 0 ? given : kUsualSeconds;
  std::mt19937 random(static_cast<std::mt19937::result_type>(omega::test_seed(8)));
  Window w;
  DoorKeeper keeper;
  Monkey monkey(w, random);
  QElapsedTimer clock;
  clock.start();
  QStringList deeds;
  while (clock.elapsed() < seconds * 1000) {
    deeds << monkey.act();
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);  // as the event loop of the program does
    if (random() % 4 == 0) QCoreApplication::processEvents(QEventLoop::AllEvents, 20);
    if (!w.window.isVisible()) w.window.show();
    if (w.workbench().store().undoStack()->count() < kDeepEnough) continue;
    INFO(lastOf(deeds));
    comeBack(w);
    REQUIRE(toJson(w.workbench().document()).dump() == toJson(Document::start()).dump());
  }
  INFO(lastOf(deeds));
  CHECK(deeds.size() > 20);
  comeBack(w);
  CHECK(toJson(w.workbench().document()).dump() == toJson(Document::start()).dump());
  CHECK(w.workbench().snapshot()->sequenceError.empty());
  for (const CardResult& card : w.workbench().snapshot()->cards) CHECK(card.error.empty());
}

TEST_CASE("everything that was edited, undone, gives the first picture", "[monkey]") {
  std::mt19937 random(static_cast<std::mt19937::result_type>(omega::test_seed(9)));
  Window w;
  const std::map<QString, QImage> first = w.pictures();
  for (int i = 0; i < 60; ++i) {
    randomEdit(w.workbench().store(), random);
    if (i % 5 == 0) QCoreApplication::processEvents(QEventLoop::AllEvents, 20);
  }
  comeBack(w);
  const std::map<QString, QImage> last = w.pictures();
  REQUIRE(last.size() == first.size());
  for (const auto& [name, picture] : first) {
    INFO(text(name));
    keep(picture, name + QStringLiteral("_first"));
    keep(last.at(name), name + QStringLiteral("_last"));
    CHECK(difference(picture, last.at(name)).beyond == 0);
  }
}

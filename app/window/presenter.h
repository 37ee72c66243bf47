// Presenter: hides the window, and shows a room the panels of a lesson's step, large, on a screen of its own; where
// there is another screen, the speaker sees notes there. It goes on whatever screens come and go; at its end the window
// is as it was.
#pragma once

#include <QList>
#include <QObject>
#include <QPoint>
#include <QSize>
#include <memory>
#include <optional>

#include "model/settings.h"
#include "player/lesson_player.h"
#include "window/stage_window.h"

class QAction;
class QScreen;

namespace omegascope {

class MainWindow;
class Panel;
class PanelDock;
class SpeakerView;

class Presenter : public QObject {
  Q_OBJECT

 public:
  Presenter(MainWindow& window, LessonPlayer& player);
  ~Presenter() override;

  bool isOn() const { return m_isOn; }
  /// Starts in a window of this size, for pictures of it; without a size, on a whole screen.
  void start(QSize size = {});
  /// Where the program begins with it, there is no window as it was: it shows the step afterwards.
  void showStepAfterwards() { m_showsStepAfterwards = true; }
  void leave();
  void toggle() { isOn() ? leave() : start(); }

  /// Actions that work in the room as they do in the window.
  void offer(const QList<QAction*>& actions) { m_actions += actions; }

  /// What the room sees, and the speaker; null while nothing is presented.
  StageWindow* stage() const { return m_stage.get(); }
  SpeakerView* speaker() const { return m_speaker.get(); }
  /// The panels of the step, else the panel that is in front.
  void show();
  /// Places the windows on these screens, or on those that there are.
  void placeOn(const QList<QScreen*>& screens);
  void place();

  /// What a clicker does: the answer of the question, then the next step; and the same way back.
  void goOn();
  void goBack();

 signals:
  void changed();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  std::vector<PanelDock*> docksToShow() const;
  PanelDock* controls() const;
  void lookAgain();
  bool turnTo(int by);
  void fill(QScreen& room);
  bool isOurs(const QObject* watched) const;
  bool takes(int key, bool isTyping) const;
  void act(int key);
  void turn(StageWindow::Curtain curtain);
  QString notes() const;
  void askForHands();
  bool closeHands();
  void takeHands(const QString& text);
  void say(const QString& sentence);

  MainWindow& m_window;
  LessonPlayer& m_player;
  std::unique_ptr<StageWindow> m_stage;
  std::unique_ptr<SpeakerView> m_speaker;
  QList<QAction*> m_actions;
  QSize m_size;
  std::optional<QPoint> m_deskPlace;  // of the window, before
  bool m_isOn = false, m_swapped = false, m_showsControls = false, m_showsStepAfterwards = false;
  Appearance m_before = Appearance::FollowDesktop;
  bool m_wasTold = false;       // whether the window had something to say before
  std::vector<Panel*> m_onTop;  // before
  std::vector<Panel*> m_alone;  // what is shown where no lesson says so: the first
  LessonPlayer::Place m_shown, m_placeBefore;
};

}  // namespace omegascope

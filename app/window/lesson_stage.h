// LessonStage: the window while a lesson is open: the lesson's panels are shown, what it points at has a ring, what it
// hides is covered until the question is answered.
#pragma once

#include <QObject>
#include <QPointer>
#include <QStringList>
#include <QTimer>
#include <string>
#include <vector>

#include "player/lesson_player.h"

class QMenu;

namespace omegascope {

class LessonRecorder;
class MainWindow;
class Panel;

/// The panels of a step: its own; otherwise those of the latest earlier step that names some; otherwise the one of its
/// game of chance.
QStringList panelsOf(const LessonPlayer& player);

class LessonStage : public QObject {
  Q_OBJECT

 public:
  LessonStage(MainWindow& window, LessonPlayer& player);

  /// The ways through a lesson, with their keys.
  void fillMenu(QMenu& menu);
  /// Shows the panels of the step, and marks what it points at.
  void stage();
  /// Marks anew what the lesson points at, which may be elsewhere now.
  void markAgain();
  /// What is recorded and not saved goes on in this window.
  void takeOver(const LessonStage& before);
  /// Whether a lesson is recorded that no file has; saves it, or shows why it cannot be.
  bool isRecordingUnsaved() const;
  bool saveRecording();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  struct Marked {
    QPointer<QWidget> widget;
    QString part;  // of a panel, where the mark names one
    bool covers = false;
    bool operator==(const Marked&) const = default;
  };

  std::vector<Marked> wanted() const;
  void mark();
  void tellMeasured();
  void scrollToTop() const;
  /// Brings controls that have a ring or a cover into sight, and parts that have a ring.
  void scrollToMarks() const;
  void makeRoom(Panel& panel) const;
  void goOn();
  void copyState();
  void keepNote();
  void record();
  /// The open lesson comes back into the recorder, where it is one of the user's own.
  void goOnRecording();
  bool isOwn() const;
  void makeRecorder();
  void leaveRecorder();
  /// What a step of a lesson has to set to begin as the window is now. Throws omega::Error: a file has no place there.
  omega::lessons::LessonState stateNow() const;
  /// The panels on screen that a lesson can show, the largest first.
  std::vector<std::string> panelsNow() const;
  /// What a mark stands for: a control, a card, else its panel with a part, and whatever says the same where that is to
  /// be covered; nothing where there is no such panel.
  std::vector<Marked> markedBy(const std::string& mark, bool covers) const;

  MainWindow& m_window;
  QTimer m_soon, m_laidOut;
  LessonPlayer& m_player;
  QPointer<LessonRecorder> m_recorder;
  std::vector<Marked> m_marked;
  LessonPlayer::Place m_shown;
  std::vector<QPointer<QWidget>> m_overlays;
};

}  // namespace omegascope

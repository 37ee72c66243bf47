// SpeakerView: what the speaker sees while a room sees the stage: notes, the question with its answers, what comes
// next, the steps, and the time.
#pragma once

#include <QElapsedTimer>
#include <QTimer>
#include <QWidget>
#include <map>

#include "player/lesson_player.h"
#include "widgets/theme.h"

class QLabel;
class QListWidget;
class QScrollArea;

namespace omegascope {

class HandsField;

/// Whether a step of the lesson is for a room.
bool hasLecture(const omega::lessons::Lesson& lesson);

/// The next step of a lecture (`by` is 1) or the previous one (−1), skipping steps for students who work alone, but for
/// a lesson of which all steps are. Outside of the lesson where none is left.
int lectureStep(const omega::lessons::Lesson& lesson, int from, int by);

class SpeakerView : public QWidget {
  Q_OBJECT

 public:
  explicit SpeakerView(LessonPlayer& player);

  void refresh();
  /// One sentence that the room need not see.
  void say(const QString& sentence);
  HandsField& handsField() { return *m_hands; }
  /// How long this step was shown so far.
  double minutesUsed() const;

 private:
  QLabel* makeText(double size);
  QWidget* makeReading();
  QString answersHtml(const Theme& theme) const;
  QString nextHtml(const Theme& theme) const;
  void showSteps();
  void showTime();

  LessonPlayer& m_player;
  QLabel *m_time = nullptr, *m_title = nullptr, *m_notes = nullptr, *m_answers = nullptr, *m_next = nullptr,
         *m_said = nullptr;
  QScrollArea* m_reading = nullptr;
  HandsField* m_hands = nullptr;
  QListWidget* m_steps = nullptr;
  QTimer m_tick;
  QElapsedTimer m_since, m_here;  // the beginning; the step
  LessonPlayer::Place m_place;
  std::map<LessonPlayer::Place, qint64> m_used;  // of steps before, ms
};

}  // namespace omegascope

// LessonPlayer: a lesson under way. It opens steps as one step of undo each, watches what happens in the document, the
// selection and the results, and tells when a task is done; it knows no widget. Conditions are asked of finished
// pictures only.
#pragma once

#include <QFileSystemWatcher>
#include <QObject>
#include <QTimer>
#include <map>
#include <optional>

#include "lessons/doing.h"
#include "lessons/shelf.h"
#include "player/lesson_notes.h"
#include "player/progress_file.h"
#include "player/step_events.h"
#include "workbench/workbench.h"

namespace omegascope {

class LessonPlayer : public QObject {
  Q_OBJECT

 public:
  /// `progress`: the file that keeps how far one is. The shelf is empty until setFolder() has filled it.
  LessonPlayer(Workbench& workbench, const QString& progress, QObject* parent = nullptr);

  /// The user's own lessons; read again whenever a file there changes.
  void setFolder(const QString& folder);
  const QString& folder() const { return m_folder; }
  /// Puts the lesson of a file on the shelf, with the others of its folder, and returns its name. Throws omega::Error
  /// where the file is none, or has the name of another.
  QString shelve(const QString& path);
  /// Reads the folder now, also where it was not there before.
  void readAgain();
  const omega::lessons::Shelf& shelf() const { return m_shelf; }
  /// Why the file of the open lesson is not what is shown: what is wrong with it now. Empty where all is well.
  const QString& fileProblem() const { return m_fileProblem; }
  /// From now on progress is read from this file and kept there; an empty path: none is, as the app plays by itself.
  void keepProgressIn(const QString& file);
  /// What is kept of lessons beside it.
  const LessonNotes& notes() const { return m_notes; }
  const LessonProgress& progressOf(const std::string& lesson) const { return m_progress.of(lesson); }

  /// Goes on where another player of the same workbench stops, in the language of now.
  void takeOver(const LessonPlayer& before);

  /// Null while none is open.
  const omega::lessons::Lesson* lesson() const { return m_lesson ? &m_lesson->lesson : nullptr; }
  const omega::lessons::Step* step() const;
  int stepIndex() const { return m_step; }
  /// A lesson by its name, and one of its steps: also after its file was read again.
  using Place = std::pair<std::string, int>;
  Place place() const { return m_lesson ? Place(m_lesson->lesson.name, m_step) : Place(); }
  int stepCount() const { return m_lesson ? static_cast<int>(m_lesson->lesson.steps.size()) : 0; }

  /// Opens a lesson by its name at `step`, counted from 0; without one, where one left it, and a lecture at its
  /// beginning. False where there is none.
  bool open(const QString& name, int step = -1);
  void close();
  /// Whether what was open before the lesson is another than what the lesson left.
  bool mayGoBackToOwn() const { return !m_lesson && isOwnGone(); }
  /// Opens that again, with its selection, in one step of undo.
  void goBackToOwn();
  void goTo(int step);
  /// Goes to the next step, where this one is done; at the end the lesson is closed.
  void next();
  void back() { goTo(m_step - 1); }
  /// Goes to the next step, whatever is left to do.
  void skip();
  /// Brings back the document and the selection that the step began with, in one step of undo.
  void backToStep();
  /// Whether the document or the selection is another than the step began with.
  bool isAway() const;

  /// What was chosen last, from 0; −1: nothing yet.
  int chosen() const { return m_chosen; }
  void choose(int answer);
  /// False where the number that is asked for is not known: nothing is said of the guess then.
  bool guess(double value);
  /// The number that was guessed, and what it was to be then.
  const std::optional<omega::lessons::Given::Number>& guessed() const { return m_guess; }
  /// The number that was asked for, as it is now; none where it is unknown.
  std::optional<double> askedNumber() const;
  bool isAnswered() const { return m_chosen >= 0 || m_guess.has_value(); }
  /// Whether the task was done, once.
  bool isMet() const { return m_met; }
  bool mayGoOn() const;

  /// A lecture: each question is open again whatever was answered before, and nothing of it is kept as progress.
  void setLecture(bool on);
  /// Gives the right answer: the choice, or the number as it is now. False where it is not known yet.
  bool reveal();
  /// The question is open again.
  void cover();
  /// How many in the room are for each answer; empty: nobody has counted in this lecture.
  std::vector<int> hands() const;
  /// What was counted the last time, in a lecture before.
  std::vector<int> handsBefore() const;
  void count(const std::vector<int>& hands);
  /// Does the task, one change after another; false where only a hand or luck could. backToStep() takes back what was
  /// done.
  bool doTask();
  /// The same at once, but for what is to be measured: the step as it was left.
  void showTaskDone();
  bool isDoing() const { return !m_doings.empty(); }
  /// Where an estimator of the step is gone: which, and the way back, in one sentence. Else empty.
  QString missingText() const;

  /// A panel came on screen, was pointed at, or has measured.
  void tell(const std::string& event, const std::string& what);

 signals:
  /// Anything that is shown of it.
  void changed();
  void shelfChanged();
  /// A step opened, or closed: what it shows, points at and covers is in step().
  void staged();
  /// The task that is being done needs what this panel measures.
  void measureWanted(const QString& panel);
  /// One sentence for whoever is there.
  void told(const QString& sentence);

 private:
  /// What was open before a lesson took its place.
  struct Own {
    Document document;
    Cursor locked;
  };

  void enter(int step);
  void tellAll();
  void takeAnswer();
  bool wasMet() const;
  void moveHands(const omega::lessons::Lesson& before);
  const omega::lessons::ShelvedLesson* lessonOfNow() const;
  void follow(const omega::lessons::ShelvedLesson& now);
  void rememberOwn();
  bool isOwnGone() const;
  /// Whether the step is about the game of chance alone: what is open in Explore is none of its business.
  bool isOfChance() const;
  /// Makes what the step begins with.
  void prepare();
  void begin();
  void watch();
  void see(const omega::lessons::Names& names);
  void seeState();
  void ask();
  void keep();
  void write(const LessonProgress& progress);
  void lookAgain() { m_soon.start(); }
  void doNext();
  void show(const omega::lessons::LessonState& state, int redraws);
  omega::lessons::LessonState stateNow() const;
  double numberOf(const omega::lessons::Expression& expression) const;

  Workbench& m_workbench;
  ProgressFile m_progress;
  LessonNotes m_notes;
  QString m_folder;
  omega::lessons::Shelf m_shelf;
  QFileSystemWatcher m_watcher;
  QTimer m_soon, m_reread, m_pace;
  std::vector<omega::lessons::Doing> m_doings;  // what is left of a task that is being done
  bool m_hasAskedToMeasure = false;

  std::optional<omega::lessons::ShelvedLesson> m_lesson;  // the last good version
  QString m_fileProblem;
  int m_step = 0;
  Document m_begun;  // what the step began with
  Cursor m_begunAt;
  std::optional<Own> m_own;
  Workload m_left;             // by the last lesson that took its place
  bool m_hasReplaced = false;  // whether the lessons that are open, one after another, took its place
  bool m_entering = false;
  StepEvents m_events;
  int m_chosen = -1;
  std::optional<omega::lessons::Given::Number> m_guess;
  std::map<Place, std::vector<int>> m_hands;  // of this lecture
  bool m_met = false, m_isLecture = false;
};

}  // namespace omegascope

// Records a lesson of one's own: each step takes what the window shows then, with a text, a task and a question; saved
// as a file of the folder of lessons.
#pragma once

#include <QDialog>
#include <functional>
#include <vector>

#include "lessons/lesson.h"

class QLabel;
class QLineEdit;
class QListWidget;
class QPlainTextEdit;
class QPushButton;
class QRadioButton;

namespace omegascope {

class LessonRecorder : public QDialog {
  Q_OBJECT

 public:
  /// What a step opens with.
  struct Shown {
    omega::lessons::LessonState state;
    std::vector<std::string> panels;
  };
  /// Tells what the window shows now; throws omega::Error where no lesson could open with it.
  using Look = std::function<Shown()>;

  LessonRecorder(Look look, const QString& folder, QWidget* parent);

  /// A step of what is shown now, behind the others.
  void addStep();
  /// Writes the file; where the lesson is not sound, one sentence says what is wrong, and nothing is written.
  bool save();
  bool saveAndOpen();
  /// Takes a lesson that was saved before, to go on with. False where it has more than save() would write again.
  bool open(const omega::lessons::Lesson& lesson);
  /// Goes on with what another recorder holds, saved or not.
  void takeOver(const LessonRecorder& before);
  /// Whether something is recorded that no file has.
  bool isUnsaved() const;
  /// Whether there is a file of it.
  bool isSaved() const { return !m_saved.empty(); }

 signals:
  /// The lesson of this name is in the folder.
  void saved(const QString& name);
  /// And whoever saved it wants to see it.
  void wanted(const QString& name);

 private:
  struct Reply {
    QString text, say;
  };
  struct Recorded {
    Shown shown;
    QString title, prose, task, when, question;
    std::vector<Reply> replies;
    int right = 0;
  };

  QWidget* makeSteps();
  QWidget* makeForm();
  QLineEdit* makeLine(const QString& name, const QString& hint);
  Recorded* chosen();
  bool take(Shown& shown);
  void takeState();
  void removeStep();
  void bringBack();
  void showStep();
  void keepStep();
  void fillList();
  void tell(const QString& sentence);
  void showAll(std::vector<Recorded> recorded);
  omega::lessons::Step stepOf(const Recorded& recorded) const;
  static Recorded recordedOf(const omega::lessons::Step& step);
  omega::lessons::Lesson lesson() const;
  QString freeName(const std::string& wanted) const;
  QString pathOfName(const QString& name) const;
  /// Whether somebody has changed the file since the recorder read or wrote it: what stands there now is not lost.
  bool isChangedElsewhere() const;

  Look m_look;
  QString m_folder, m_name;  // the name that this lesson was saved by
  std::string m_saved;       // the text that save() would write again of what is saved
  std::string m_inFile;      // all that the file held when it was read or written last
  QString m_savedTitle;
  std::vector<Recorded> m_recorded;
  std::vector<std::pair<int, Recorded>> m_removed;  // with their places
  bool m_showing = false;
  QLineEdit *m_title = nullptr, *m_goal = nullptr;
  QListWidget* m_list = nullptr;
  QWidget* m_form = nullptr;
  QLineEdit *m_heading = nullptr, *m_task = nullptr, *m_when = nullptr, *m_question = nullptr;
  QPlainTextEdit* m_prose = nullptr;
  std::vector<QRadioButton*> m_right;
  std::vector<QLineEdit*> m_replies, m_says;
  QPushButton *m_take = nullptr, *m_remove = nullptr, *m_bringBack = nullptr, *m_save = nullptr;
  QLabel* m_problem = nullptr;
};

}  // namespace omegascope

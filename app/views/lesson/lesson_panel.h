// Lesson: the list of lessons with how far one is in each, and the step that is open: its text, its question, its task
// and the way on.
#pragma once

#include "player/lesson_player.h"
#include "views/panel.h"

class QBoxLayout;
class QLabel;
class QLineEdit;
class QListWidget;
class QPushButton;
class QScrollArea;
class QStackedWidget;
class QVBoxLayout;

namespace omegascope {

class AnswerButton;

class LessonPanel : public Panel {
  Q_OBJECT

 public:
  explicit LessonPanel(Workbench& workbench, QWidget* parent = nullptr);

  LessonPlayer& player() { return m_player; }
  const LessonPlayer& player() const { return m_player; }
  /// What is said of the answer that was chosen last, as plain text; empty while none is chosen.
  QString feedback() const;
  /// The open lesson, or the chosen one of the list. Null where there is none.
  const omega::lessons::Lesson* atHand() const;

  QString help() const override;
  void render(QPainter& painter, const QRectF& area, const Theme& theme) const override;
  PanelData data() const override;
  /// Takes over from the same panel of another window of this workbench.
  void takeOver(LessonPanel& before) { m_player.takeOver(before.m_player); }
  int heightFor(int width) const override;
  /// What the question of the step asks for, though the panel that shows it may not be there.
  Work workBeside() const override;
  QString whyNoCommand() const override {
    return tr("A lesson is a text, not a number; `omega lesson check` asks the engine for its claims.");
  }

 protected:
  void refresh() override;
  void keyPressEvent(QKeyEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void changeEvent(QEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  QWidget* makeList();
  QWidget* makeStep();
  QWidget* makeQuestion();
  QWidget* makeWays();
  QLabel* makeText(QVBoxLayout& layout);
  void fillList();
  void openChosen();
  void showStep();
  void showAnswers(const omega::lessons::Ask& ask);
  void takeGuess();
  void showGuess();
  /// What is said of an answer stands below it, perhaps out of sight.
  void scrollToFeedback();
  QString folderOfPictures() const;
  /// The whole panel as rich text, for exports.
  QString html(const Theme& theme) const;

  LessonPlayer m_player;
  QStackedWidget* m_pages = nullptr;
  QScrollArea* m_scroll = nullptr;                     // around the step
  QBoxLayout *m_columns = nullptr, *m_ways = nullptr;  // beside each other where there is room
  QListWidget* m_list = nullptr;
  QPushButton* m_own = nullptr;  // the way back to what was open before the lessons
  QLabel* m_said = nullptr;
  QLabel *m_where = nullptr, *m_heading = nullptr, *m_problem = nullptr, *m_prose = nullptr;
  QWidget* m_asked = nullptr;
  QLabel *m_question = nullptr, *m_feedback = nullptr, *m_task = nullptr;
  std::vector<AnswerButton*> m_answers;
  QWidget* m_guessing = nullptr;
  QLineEdit* m_guess = nullptr;
  LessonPlayer::Place m_asking;                            // whose number m_guess holds
  std::optional<omega::lessons::Given::Number> m_guessed;  // that it showed last: what is typed since stays
  QPushButton *m_lessons = nullptr, *m_back = nullptr, *m_again = nullptr, *m_skip = nullptr, *m_next = nullptr;
};

}  // namespace omegascope

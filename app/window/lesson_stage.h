// LessonStage: the window while a lesson is open: its panels are shown, what it points at has a ring, what it keeps
// back is covered until the question is answered.
#pragma once

#include <QObject>
#include <QPointer>
#include <QStringList>
#include <QTimer>
#include <vector>

class QMenu;

namespace omegascope {

class LessonPlayer;
class MainWindow;

/// The panels of a step: its own, else those of the last step before that says some, else that of its game of chance.
QStringList panelsOf(const LessonPlayer& player);

class LessonStage : public QObject {
  Q_OBJECT

 public:
  LessonStage(MainWindow& window, LessonPlayer& player);

  /// The ways through a lesson, with their keys.
  void fillMenu(QMenu& menu);
  /// What is pointed at may be elsewhere now.
  void markAgain();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  struct Marked {
    QPointer<QWidget> widget;
    bool covers = false;
    bool operator==(const Marked&) const = default;
  };

  void stage();
  std::vector<Marked> wanted() const;
  void mark();
  void copyState();
  /// What a mark stands for: a control, a card, else its whole panel; null where that is not on screen.
  QWidget* widgetOf(const std::string& mark) const;

  MainWindow& m_window;
  QTimer m_soon;
  LessonPlayer& m_player;
  std::vector<Marked> m_marked;
  std::vector<QPointer<QWidget>> m_overlays;
};

}  // namespace omegascope

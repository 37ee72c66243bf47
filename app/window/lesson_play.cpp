#include "window/lesson_play.h"

#include <QAction>
#include <QApplication>
#include <QBuffer>
#include <QDir>
#include <QKeyEvent>
#include <QRegularExpression>
#include <iostream>

#include "core/error.h"
#include "core/text.h"
#include "io/atomic_file.h"
#include "jobs/waiting.h"
#include "model/disk.h"
#include "views/lesson/lesson_panel.h"
#include "window/main_window.h"

namespace omegascope {

namespace {

constexpr int kMostTimes = 1000, kMostRounds = 200;

/// By Qt's names and by those of the manual, which says PageDown where Qt says PgDown.
QKeySequence keysOf(const QString& word) {
  return QKeySequence::fromString(QString(word).replace(QStringLiteral("Page"), QStringLiteral("Pg")),
                                  QKeySequence::PortableText);
}

struct Press {
  enum class Kind { Key, Right, Wrong, Skip };  // in the order of their words
  Kind kind = Kind::Key;
  QKeySequence keys;
  QString word;
};

std::vector<Press> parse(const QString& text) {
  static const QRegularExpression s_word(QStringLiteral("^(.+?)(?:\\*(\\d+))?$"));
  static const QStringList s_acts = {QStringLiteral("right"), QStringLiteral("wrong"), QStringLiteral("skip")};
  std::vector<Press> all;
  for (const QString& word : text.simplified().split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
    const QRegularExpressionMatch match = s_word.match(word);
    Press press;
    press.word = match.captured(1);
    const int times = match.captured(2).isEmpty() ? 1 : match.captured(2).toInt();
    if (const qsizetype at = s_acts.indexOf(press.word); at >= 0)
      press.kind = static_cast<Press::Kind>(at + 1);
    else
      press.keys = keysOf(press.word);
    const bool isKey = press.keys.count() == 1 && press.keys[0].key() != Qt::Key_unknown;
    if ((press.kind == Press::Kind::Key && !isKey) || times < 1 || times > kMostTimes)
      throw omega::Error::input("--keys has " + omega::quoted(word.toStdString()) +
                                ", but must hold keys as the menus name them (PageDown, B, Shift+Tab), right, wrong or "
                                "skip, each with *N behind it or without, N at most 1000");
    all.insert(all.end(), static_cast<std::size_t>(times), press);
  }
  if (all.empty()) throw omega::Error::input("--keys is empty, but must hold keys such as PageDown or B");
  return all;
}

class Playing {
 public:
  Playing(MainWindow& window, const QString& screenshots)
      : m_window(window), m_player(window.lessonPanel().player()), m_screenshots(screenshots) {}

  void run(const std::vector<Press>& presses) {
    m_window.lessonPanel().setFocus();  // as after a lesson was chosen in the list
    opened();
    for (int round = 0; round < kMostRounds && m_player.lesson(); ++round) {
      const int left = m_left;
      for (const Press& press : presses) {
        if (!m_player.lesson()) break;
        act(press);
      }
      if (m_left == left) break;
    }
    if (m_player.lesson())
      throw omega::Error::failure("lesson " + m_player.lesson()->name + " stands at step " +
                                  std::to_string(m_player.stepIndex() + 1) + " of " +
                                  std::to_string(m_player.stepCount()) + " after the last key: " + whatIsLeft());
    std::cout << "end\n";
  }

 private:
  std::string whatIsLeft() const {
    const omega::lessons::Step& step = *m_player.step();
    if (step.ask && !m_player.isAnswered()) return "its question is not answered";
    return step.when && !m_player.isMet() ? "its task is not done" : "nobody went on";
  }

  void act(const Press& press) {
    const int step = m_player.stepIndex();
    const bool wasMet = m_player.isMet();
    switch (press.kind) {
      case Press::Kind::Key: this->press(press.keys[0]); break;
      case Press::Kind::Right: answer(true); break;
      case Press::Kind::Wrong: answer(false); break;
      case Press::Kind::Skip: m_player.skip(); break;
    }
    settle();
    const bool isSame = m_player.lesson() && m_player.stepIndex() == step;
    if (isSame && m_player.isMet() && !wasMet) std::cout << "  " << press.word.toStdString() << ": task done\n";
    if (isSame) return;
    ++m_left;
    if (m_player.lesson()) opened();
  }

  /// Gives each answer of that kind by its key; what the lesson says of it must be on the screen.
  void answer(bool isRight) {
    const omega::lessons::Step& step = *m_player.step();
    if (!step.ask) return;
    if (step.ask->value) return guess(isRight);
    for (std::size_t i = 0; i < step.ask->answers.size(); ++i) {
      const omega::lessons::Answer& one = step.ask->answers[i];
      if (one.right != isRight) continue;
      press(QKeyCombination(Qt::NoModifier, static_cast<Qt::Key>(Qt::Key_A + static_cast<int>(i))));
      settle();
      const QString said = m_window.lessonPanel().feedback();
      std::cout << "  " << static_cast<char>('A' + i) << ": " << said.toStdString() << "\n";
      if (m_player.chosen() != static_cast<int>(i) || said.isEmpty())
        throw omega::Error::failure("step " + std::to_string(m_player.stepIndex() + 1) + " of lesson " +
                                    m_player.lesson()->name + " says nothing of its answer " +
                                    static_cast<char>('A' + i));
    }
  }

  /// The number itself, or one that is far from it.
  void guess(bool isRight) {
    const auto number = m_player.askedNumber();
    if (!number) return;
    const double said = isRight ? *number : 10 * *number + 1;
    m_player.guess(said);
    settle();
    std::cout << "  " << said << ": " << m_window.lessonPanel().feedback().toStdString() << "\n";
  }

  /// Sends a key in Qt's order: the widget with the focus may claim it, then the menus may, then the widget receives
  /// it.
  void press(QKeyCombination keys) {
    QWidget* target = QApplication::focusWidget() ? QApplication::focusWidget() : &m_window.lessonPanel();
    const QString text = keys.key() < 0x80 ? QString(QChar(static_cast<int>(keys.key()))).toLower() : QString();
    QKeyEvent wish(QEvent::ShortcutOverride, keys.key(), keys.keyboardModifiers(), text);
    wish.ignore();
    QCoreApplication::sendEvent(target, &wish);
    if (!wish.isAccepted())
      for (QAction* action : m_window.findChildren<QAction*>())
        if (action->isEnabled() && action->shortcuts().contains(QKeySequence(keys))) return action->trigger();
    for (const QEvent::Type type : {QEvent::KeyPress, QEvent::KeyRelease}) {
      QKeyEvent event(type, keys.key(), keys.keyboardModifiers(), text);
      QCoreApplication::sendEvent(target, &event);
    }
  }

  void settle() {
    QCoreApplication::processEvents();
    requireSettled(m_window.settle());
    for (int i = 0; i < 3; ++i) QCoreApplication::processEvents();  // what waits for a settled picture
  }

  void opened() {
    settle();
    const omega::lessons::Lesson& lesson = *m_player.lesson();
    const int number = m_player.stepIndex() + 1;
    std::cout << lesson.name << ", step " << number << " of " << m_player.stepCount() << ": " << m_player.step()->title
              << "\n";
    if (m_screenshots.isEmpty()) return;
    const omega::OutputFolder folder(pathOf(m_screenshots));
    QByteArray bytes;
    QBuffer buffer(&bytes);
    m_window.grab().save(&buffer, "PNG");
    writeBytes(
        QDir(m_screenshots).filePath(QStringLiteral("%1-%2.png").arg(QString::fromStdString(lesson.name)).arg(number)),
        bytes);
  }

  MainWindow& m_window;
  LessonPlayer& m_player;
  QString m_screenshots;
  int m_left = 0;  // how many steps were left
};

}  // namespace

void playLesson(MainWindow& window, const QString& keys, const QString& screenshots) {
  Playing(window, screenshots).run(parse(keys));
}

}  // namespace omegascope

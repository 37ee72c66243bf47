#include "views/lesson/step_text.h"

#include <algorithm>
#include <cmath>

#include "language/language.h"
#include "views/lesson/lesson_text.h"
#include "views/rich_text.h"

namespace omegascope {

namespace {

constexpr int kLongestBar = 12;       // letters
constexpr double kHeightOfBar = 0.6;  // of a line

}  // namespace

QChar answerShape(std::size_t index) {
  static const QString s_shapes = QStringLiteral("●▲■◆★✚");
  return s_shapes[static_cast<int>(index)];
}

QString answerMark(std::size_t index) {
  return QStringLiteral("%1 %2  ").arg(QChar('A' + static_cast<int>(index))).arg(answerShape(index));
}

QString answerVerdict(const LessonPlayer& player, std::size_t index) {
  if (!player.isAnswered()) return {};
  if (player.step()->ask->answers[index].right) return QStringLiteral("  ✓");
  return player.chosen() == static_cast<int>(index) ? QStringLiteral("  ✗") : QString();
}

QString handsBarHtml(const std::vector<int>& hands, std::size_t index, const Theme& theme) {
  if (index >= hands.size()) return {};
  static const QString s_eighths = QStringLiteral("▏▎▍▌▋▊▉█");
  const int most = std::max(1, *std::max_element(hands.begin(), hands.end()));
  const int eighths = static_cast<int>(std::lround(8.0 * kLongestBar * hands[index] / most));
  QString bar(eighths / 8, s_eighths[7]);
  if (eighths % 8 > 0) bar += s_eighths[eighths % 8 - 1];
  // Lower than a line: bars of neighbours do not touch.
  return QStringLiteral("&nbsp; <span style=\"color:%1; font-size:%2px\">%3</span> %4")
      .arg(theme.accent.name())
      .arg(static_cast<int>(kHeightOfBar * theme.font.pixelSize()))
      .arg(bar)
      .arg(hands[index]);
}

QString feedbackHtml(const LessonPlayer& player, const Theme& theme) {
  const omega::lessons::Step* step = player.step();
  if (step == nullptr || !step->ask || !player.isAnswered()) return {};
  const omega::lessons::Ask& ask = *step->ask;
  QString verdict, say;
  bool isRight = false;
  if (ask.value) {
    isRight = player.guessed()->is_right;
    verdict = (isRight ? tr("Right: it is %1.") : tr("It is %1.")).arg(numberText(player.guessed()->asked));
    say = QString::fromStdString(ask.say);
  } else {
    const auto& answer = ask.answers[static_cast<std::size_t>(player.chosen())];
    isRight = answer.right;
    verdict = isRight ? tr("Right.") : tr("Not so.");
    say = QString::fromStdString(answer.say);
  }
  return QStringLiteral("<b>%1 %2</b> %3")
      .arg(isRight ? QStringLiteral("✓") : QStringLiteral("✗"), verdict, lineHtml(say, theme));
}

QString taskHtml(const LessonPlayer& player, const Theme& theme) {
  const omega::lessons::Step* step = player.step();
  if (step == nullptr || step->task.empty()) return {};
  const QString state =
      !step->when      ? QString()
      : player.isMet() ? QStringLiteral("<b>✓ %1</b>").arg(tr("done"))
                       : QStringLiteral("<span style=\"color:%1\">%2</span>").arg(theme.faint.name(), tr("not yet"));
  return QStringLiteral("<b>%1</b> %2 &nbsp;%3")
      .arg(tr("Do:"), lineHtml(QString::fromStdString(step->task), theme), state);
}

}  // namespace omegascope

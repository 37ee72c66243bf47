#include "window/speaker_view.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QLocale>
#include <QScrollBar>
#include <QTime>
#include <QVBoxLayout>
#include <algorithm>

#include "model/settings.h"
#include "views/lesson/lesson_text.h"
#include "views/lesson/step_text.h"
#include "views/rich_text.h"
#include "views/vertical_scroll.h"
#include "widgets/controls.h"
#include "window/hands_field.h"

namespace omegascope {

namespace {

constexpr double kUsual = 14, kNotes = 1.4, kTime = 1.6;  // pixels at 100 %, and sizes relative to that
constexpr double kLate = 1.2;                             // of the minutes planned
constexpr int kTickMs = 1000;
constexpr double kMsPerMinute = 60000;

/// Its own size: the speaker sits near.
double pixelsOf(double size) { return kUsual * shownTextPercent() / 100 * size; }

double plannedFor(const omega::lessons::Lesson& lesson, int step) {
  const omega::lessons::Step& one = lesson.steps[static_cast<std::size_t>(step)];
  return one.minutes > 0 ? one.minutes : lesson.minutes / static_cast<double>(lesson.steps.size());
}

/// "1:05".
QString clockText(double minutes) {
  const int seconds = static_cast<int>(minutes * 60);
  return QStringLiteral("%1:%2").arg(seconds / 60).arg(seconds % 60, 2, 10, QLatin1Char('0'));
}

QString escaped(const std::string& words) { return QString::fromStdString(words).toHtmlEscaped(); }

}  // namespace

bool hasLecture(const omega::lessons::Lesson& lesson) {
  return !std::all_of(lesson.steps.begin(), lesson.steps.end(), [](const auto& step) { return step.self_study; });
}

int lectureStep(const omega::lessons::Lesson& lesson, int from, int by) {
  const int count = static_cast<int>(lesson.steps.size());
  const bool passesOver = hasLecture(lesson);
  int step = from + by;
  while (passesOver && step >= 0 && step < count && lesson.steps[static_cast<std::size_t>(step)].self_study) step += by;
  return step;
}

SpeakerView::SpeakerView(LessonPlayer& player) : QWidget(nullptr, Qt::Window), m_player(player) {
  setObjectName(QStringLiteral("speaker"));
  setWindowTitle(tr("Omegascope, for the speaker"));
  setFont(plotFont(pixelsOf(1)));
  auto* columns = new QHBoxLayout(this);
  auto* left = new QVBoxLayout;
  auto* right = new QVBoxLayout;
  columns->addLayout(left, 3);
  columns->addLayout(right, 2);
  left->addWidget(m_time = makeText(kTime));
  left->addWidget(m_title = makeText(1));
  left->addWidget(makeReading(), 1);
  left->addWidget(m_hands = new HandsField(this));
  left->addWidget(m_said = makeText(1));
  right->addWidget(m_next = makeText(1));
  m_steps =
      named(new QListWidget(this), tr("Steps"), tr("A click goes to a step; PageDown passes over those in brackets"));
  m_steps->setFocusPolicy(Qt::NoFocus);
  m_steps->setWordWrap(true);
  right->addWidget(m_steps, 1);
  auto* keys = makeText(1);
  keys->setText(
      tr("PageDown, PageUp: on, back · 1 to 6: an answer · T: count hands · Backspace: the step again · B, W: black, "
         "white · L: pen, E: wipe · H: halo · Z: lens · C: controls · D: dark or light · X: other screen · Esc: end"));
  right->addWidget(keys);
  connect(m_steps, &QListWidget::itemClicked, this,
          [this](const QListWidgetItem* item) { m_player.goTo(item->data(Qt::UserRole).toInt()); });
  m_tick.setInterval(kTickMs);
  connect(&m_tick, &QTimer::timeout, this, &SpeakerView::showTime);
  m_tick.start();
  m_since.start();
  m_here.start();
  m_place = m_player.place();
}

/// Notes and answers may be longer than the screen is high; time and step stay in sight.
QWidget* SpeakerView::makeReading() {
  auto* scroll = new VerticalScroll(this);
  scroll->setObjectName(QStringLiteral("reading"));
  auto* reading = new QWidget(scroll);
  auto* column = bare(new QVBoxLayout(reading));
  column->addWidget(m_notes = makeText(kNotes));
  column->addWidget(m_answers = makeText(1));
  column->addStretch(1);
  scroll->setWidget(reading);
  return m_reading = scroll;
}

QLabel* SpeakerView::makeText(double size) {
  auto* label = new QLabel(this);
  label->setFont(plotFont(pixelsOf(size)));
  label->setWordWrap(true);
  label->setTextFormat(Qt::RichText);
  label->setAlignment(Qt::AlignLeft | Qt::AlignTop);
  return label;
}

double SpeakerView::minutesUsed() const {
  const auto before = m_used.find(m_place);
  return static_cast<double>((before == m_used.end() ? 0 : before->second) + m_here.elapsed()) / kMsPerMinute;
}

void SpeakerView::say(const QString& sentence) { m_said->setText(sentence.toHtmlEscaped()); }

QString SpeakerView::answersHtml(const Theme& theme) const {
  const omega::lessons::Step* step = m_player.step();
  QStringList lines;
  if (step->ask) {
    lines << QStringLiteral("<b>%1</b>").arg(lineHtml(QString::fromStdString(step->ask->question), theme));
    const std::vector<int> hands = m_player.hands(), before = m_player.handsBefore();
    for (std::size_t i = 0; i < step->ask->answers.size(); ++i) {
      const omega::lessons::Answer& answer = step->ask->answers[i];
      const QString last = before.empty() ? QString() : tr("  (last time %1)").arg(before[i]);
      const QString line = QStringLiteral("%1 %2%3%4%5")
                               .arg(i + 1)
                               .arg(lineHtml(QString::fromStdString(answer.text), theme),
                                    answer.right ? tr("  ✓ right") : QString(), handsBarHtml(hands, i, theme), last);
      lines << (answer.right ? QStringLiteral("<b>%1</b>").arg(line) : line) +
                   QStringLiteral("<br><i>%1</i>").arg(lineHtml(QString::fromStdString(answer.say), theme));
    }
    if (const auto number = m_player.askedNumber())
      lines << tr("It is %1. %2").arg(numberText(*number), lineHtml(QString::fromStdString(step->ask->say), theme));
  }
  if (const QString task = taskHtml(m_player, theme); !task.isEmpty()) lines << task;
  if (const QString problem = m_player.missingText(); !problem.isEmpty()) lines << escaped(problem.toStdString());
  return QStringLiteral("<p>%1</p>").arg(lines.join(QStringLiteral("</p><p>")));
}

QString SpeakerView::nextHtml(const Theme& theme) const {
  const int next = lectureStep(*m_player.lesson(), m_player.stepIndex(), 1);
  if (next >= m_player.stepCount()) return tr("<b>Next:</b> the lesson ends here.");
  const omega::lessons::Step& step = m_player.lesson()->steps[static_cast<std::size_t>(next)];
  return tr("<b>Next:</b> %1").arg(escaped(step.title)) + proseHtml(QString::fromStdString(step.prose), theme);
}

void SpeakerView::refresh() {
  if (m_place != m_player.place()) {
    m_used[m_place] += m_here.restart();
    m_place = m_player.place();
    m_said->clear();
    m_reading->verticalScrollBar()->setValue(0);  // another step is read from its beginning
  }
  const DrawingScale usual = DrawingScale::ofText(pixelsOf(1) / 12);
  const Theme theme = Theme::of(palette()).dark ? Theme::night(usual) : Theme::light(usual);
  const omega::lessons::Step* step = m_player.step();
  for (QLabel* label : {m_title, m_notes, m_answers, m_next}) label->setVisible(step != nullptr);
  showSteps();
  showTime();
  if (step == nullptr) return;
  m_title->setText(
      QStringLiteral("<b>%1</b> · %2").arg(escaped(m_player.lesson()->numbered_title()), escaped(step->title)));
  m_notes->setText(step->note.empty() ? tr("There are no notes for this step.")
                                      : proseHtml(QString::fromStdString(step->note), theme));
  m_answers->setText(answersHtml(theme));
  m_next->setText(nextHtml(theme));
}

void SpeakerView::showSteps() {
  m_steps->setVisible(m_player.lesson() != nullptr);
  m_steps->clear();
  for (int i = 0; i < m_player.stepCount(); ++i) {
    const omega::lessons::Step& step = m_player.lesson()->steps[static_cast<std::size_t>(i)];
    const QString title = QStringLiteral("%1  %2").arg(i + 1).arg(QString::fromStdString(step.title));
    auto* item = new QListWidgetItem(step.self_study ? tr("(%1)").arg(title) : title, m_steps);
    item->setData(Qt::UserRole, i);
    if (step.self_study) item->setForeground(palette().color(QPalette::PlaceholderText));
    if (i == m_player.stepIndex()) m_steps->setCurrentItem(item);
  }
}

void SpeakerView::showTime() {
  const QString now = QLocale().toString(QTime::currentTime(), QLocale::ShortFormat),
                since = clockText(static_cast<double>(m_since.elapsed()) / kMsPerMinute);
  QString line = tr("<b>%1</b> · %2 since the beginning").arg(now, since);
  if (m_player.step() != nullptr) {
    const double planned = plannedFor(*m_player.lesson(), m_player.stepIndex()), used = minutesUsed();
    const QString step = tr("this step %1 of %2 planned").arg(clockText(used), clockText(planned));
    line += QStringLiteral(" · ") +
            (used > kLate * planned
                 ? QStringLiteral("<span style=\"color:%1\">%2</span>").arg(Theme::of(palette()).warning.name(), step)
                 : step);
  }
  m_time->setText(line);
}

}  // namespace omegascope

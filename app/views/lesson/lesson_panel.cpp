#include "views/lesson/lesson_panel.h"

#include <QApplication>
#include <QBoxLayout>
#include <QEvent>
#include <QFileInfo>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QLocale>
#include <QPainter>
#include <QPushButton>
#include <QScrollArea>
#include <QStackedWidget>
#include <QStandardPaths>
#include <QTextDocument>
#include <QTimer>
#include <QVBoxLayout>
#include <cmath>

#include "language/language.h"
#include "lessons/opening.h"
#include "views/lesson/answer_button.h"
#include "views/lesson/lesson_text.h"
#include "views/lesson/step_text.h"
#include "views/rich_text.h"
#include "views/word_tips.h"
#include "widgets/controls.h"

namespace omegascope {

namespace {

constexpr int kMargin = 10;
constexpr int kItemLetters = 44;  // a lesson in the list is no wider, in letters
constexpr int kLinesOfAnswer = 4;
constexpr int kDigitsTyped = 15;
constexpr int kWide = 520;  // from here on there is room for two columns

using omega::lessons::Ask;
using omega::lessons::kMostAnswers;
using omega::lessons::Lesson;
using omega::lessons::ShelvedLesson;
using omega::lessons::Step;

QString inDataFolder(const QString& name) {
  return QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + QLatin1Char('/') + name;
}

void setSeen(QWidget& control, bool isSeen) {
  if (!isSeen) leaveFocusToPanel(control);
  control.setVisible(isSeen);
}

void setUsable(QWidget& control, bool isUsable) {
  if (!isUsable) leaveFocusToPanel(control);
  control.setEnabled(isUsable);
}

/// "done", "step 2 of 4", "6 min".
QString progressText(const LessonProgress& progress, const Lesson& lesson) {
  const int steps = static_cast<int>(lesson.steps.size());
  if (progress.done) return tr("done");
  if (progress.reached > 0 || !progress.answers.empty())
    return tr("step %1 of %2").arg(std::min(progress.step, steps - 1) + 1).arg(steps);
  return tr("%1 min").arg(QLocale().toString(lesson.minutes, 'g', 3));
}

}  // namespace

LessonPanel::LessonPanel(Workbench& workbench, QWidget* parent)
    : Panel(workbench, QStringLiteral("lesson"), tr("Lesson"), parent),
      m_player(workbench, inDataFolder(QStringLiteral("lessons.json"))) {
  m_pages = new QStackedWidget(this);
  m_pages->addWidget(makeList());
  m_pages->addWidget(makeStep());
  auto* layout = bare(new QVBoxLayout(this));
  layout->addWidget(m_pages);
  connect(&m_player, &LessonPlayer::changed, this, &LessonPanel::refreshIfVisible);
  connect(&m_player, &LessonPlayer::shelfChanged, this, &LessonPanel::fillList);
  connect(&m_player, &LessonPlayer::told, &workbench, &Workbench::told);
  m_player.setFolder(inDataFolder(QStringLiteral("lessons")));  // fills the list
}

// --- The list --------------------------------------------------------------------------------------------------------

QWidget* LessonPanel::makeList() {
  auto* page = new QWidget(this);
  auto* layout = inset(new QVBoxLayout(page), {kMargin, kMargin, kMargin, kMargin});
  m_list = new QListWidget(page);
  m_list->setAccessibleName(tr("Lessons"));
  // In columns where there is room: all of them are seen at once.
  m_list->setFlow(QListView::LeftToRight);
  m_list->setWrapping(true);
  m_list->setResizeMode(QListView::Adjust);
  m_list->setSpacing(2);
  m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  layout->addWidget(m_list, 1);
  m_said = makeText(*layout);
  auto* open = new QPushButton(tr("Open the lesson"), page);
  open->setToolTip(tr("Opens the chosen lesson where you left it (Enter)"));
  layout->addWidget(open);
  m_own = new QPushButton(tr("Back to what was open"), page);
  m_own->setToolTip(tr("Opens in Explore what a lesson took the place of: one step of undo"));
  m_own->hide();
  layout->addWidget(m_own);
  connect(m_own, &QPushButton::clicked, this, [this] {
    m_player.goBackToOwn();
    emit this->workbench().workspaceWanted(Workspace::Explore);
  });
  connect(m_list, &QListWidget::itemActivated, this, &LessonPanel::openChosen);
  connect(open, &QPushButton::clicked, this, &LessonPanel::openChosen);
  return page;
}

QLabel* LessonPanel::makeText(QVBoxLayout& layout) {
  auto* label = wrapped(new QLabel(this));
  label->setTextFormat(Qt::RichText);
  label->setTextInteractionFlags(Qt::TextSelectableByMouse);
  label->setMinimumWidth(1);
  explainWords(*label);
  layout.addWidget(label);
  return label;
}

void LessonPanel::fillList() {
  const QString chosen = m_list->currentItem() ? m_list->currentItem()->data(Qt::UserRole).toString() : QString();
  m_list->clear();
  int widest = 0;
  for (const ShelvedLesson& one : m_player.shelf().lessons) {
    const LessonProgress& progress = m_player.progressOf(one.lesson.name);
    const QString title = QString::fromStdString(one.lesson.numbered_title());
    auto* item =
        new QListWidgetItem(QStringLiteral("%1%2\n%3%4")
                                .arg(progress.done ? QStringLiteral("✓ ") : QString(), title,
                                     progressText(progress, one.lesson), one.path.empty() ? QString() : tr(" · yours")),
                            m_list);
    widest = std::max(widest, fontMetrics().size(0, item->text()).width());
    item->setData(Qt::UserRole, QString::fromStdString(one.lesson.name));
    item->setToolTip(QString::fromStdString(one.lesson.goal));
    if (item->data(Qt::UserRole).toString() == chosen) m_list->setCurrentItem(item);
  }
  const QSize size(std::min(widest + 2 * kMargin, kItemLetters * fontMetrics().averageCharWidth()),
                   2 * fontMetrics().lineSpacing() + 4);
  for (int row = 0; row < m_list->count(); ++row) m_list->item(row)->setSizeHint(size);
  if (m_list->currentRow() < 0) m_list->setCurrentRow(0);
  QStringList said;
  for (const std::string& sentence : m_player.shelf().said) said << QString::fromStdString(sentence).toHtmlEscaped();
  for (const std::string& problem : m_player.shelf().problems)
    said << QStringLiteral("<span style=\"color:%1\">%2</span>")
                .arg(theme().warning.name(), QString::fromStdString(problem).toHtmlEscaped());
  m_said->setText(said.join(QStringLiteral("<br>")));
  m_said->setVisible(!said.isEmpty());
}

const Lesson* LessonPanel::atHand() const {
  if (m_player.lesson()) return m_player.lesson();
  const QListWidgetItem* item = m_list->currentItem();
  const ShelvedLesson* one = item ? m_player.shelf().find(item->data(Qt::UserRole).toString().toStdString()) : nullptr;
  return one ? &one->lesson : nullptr;
}

void LessonPanel::openChosen() {
  const QListWidgetItem* item = m_list->currentItem();
  if (item == nullptr) return;
  m_player.open(item->data(Qt::UserRole).toString());
  setFocus();
}

// --- The step --------------------------------------------------------------------------------------------------------

QWidget* LessonPanel::makeStep() {
  auto* page = new QWidget(this);
  auto* outer = inset(new QVBoxLayout(page), {}, 0);
  m_scroll = new QScrollArea(page);
  m_scroll->setFrameShape(QFrame::NoFrame);
  m_scroll->setWidgetResizable(true);
  m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  m_scroll->setFocusPolicy(Qt::NoFocus);
  auto* inner = new QWidget(m_scroll);
  m_columns = inset(new QBoxLayout(QBoxLayout::TopToBottom, inner), {kMargin, kMargin, kMargin, 4}, 2 * kMargin);
  const auto column = [this] {
    auto* made = new QVBoxLayout;
    made->setSpacing(6);
    m_columns->addLayout(made, 1);
    return made;
  };
  QVBoxLayout *read = column(), *act = column();
  m_where = makeText(*read);
  m_heading = makeText(*read);
  m_problem = makeText(*read);
  m_prose = makeText(*read);
  read->addStretch(1);
  act->addWidget(m_asked = makeQuestion());
  m_task = makeText(*act);
  act->addStretch(1);
  m_scroll->setWidget(inner);
  outer->addWidget(m_scroll, 1);
  outer->addWidget(makeWays());
  return page;
}

QWidget* LessonPanel::makeQuestion() {
  auto* group = new QWidget(this);
  auto* layout = inset(new QVBoxLayout(group), {}, 4);
  m_question = makeText(*layout);
  for (std::size_t i = 0; i < kMostAnswers; ++i) {
    auto* button = new AnswerButton(group);
    button->setMinimumWidth(1);
    button->setToolTip(tr("Key %1 or %2").arg(i + 1).arg(QChar('A' + static_cast<int>(i))));
    connect(button, &QPushButton::clicked, this, [this, i] { m_player.choose(static_cast<int>(i)); });
    layout->addWidget(button);
    m_answers.push_back(button);
  }
  m_guessing = new QWidget(group);
  auto* row = bare(new QHBoxLayout(m_guessing));
  m_guess = new QLineEdit(m_guessing);
  m_guess->setAccessibleName(tr("Your number"));
  m_guess->setPlaceholderText(tr("Your number"));
  auto* take = new QPushButton(tr("Guess"), m_guessing);
  take->setToolTip(tr("Shows the answer, and whether yours is near it (Enter)"));
  row->addWidget(m_guess, 1);
  row->addWidget(take);
  layout->addWidget(m_guessing);
  connect(take, &QPushButton::clicked, this, &LessonPanel::takeGuess);
  m_guess->installEventFilter(this);
  m_feedback = makeText(*layout);
  return group;
}

QWidget* LessonPanel::makeWays() {
  auto* bar = new QWidget(this);
  m_ways = inset(new QBoxLayout(QBoxLayout::TopToBottom, bar), {kMargin, 2, kMargin, 6}, 4);
  auto* upper = new QHBoxLayout;
  auto* lower = new QHBoxLayout;
  m_ways->addLayout(upper);
  m_ways->addLayout(lower);
  const auto add = [this, bar](QHBoxLayout* row, const QString& text, const QString& tip, auto act) {
    auto* button = new QPushButton(text, bar);
    button->setToolTip(tip);
    connect(button, &QPushButton::clicked, this, act);
    row->addWidget(button);
    return button;
  };
  m_lessons =
      add(upper, tr("Lessons"), tr("The list of lessons; this one keeps its place"), [this] { m_player.close(); });
  m_again = add(upper, tr("Back to the step"), tr("Everything as this step began (Backspace)"),
                [this] { m_player.backToStep(); });
  m_back = add(lower, tr("Back"), tr("The step before (PageUp)"), [this] { m_player.back(); });
  m_skip = add(lower, tr("Skip"), tr("The next step, whatever is left to do"), [this] { m_player.skip(); });
  m_next = add(lower, tr("Next"), tr("The next step (PageDown, Enter)"), [this] { m_player.next(); });
  return bar;
}

QString LessonPanel::folderOfPictures() const {
  return m_player.lesson() ? QFileInfo(QString::fromStdString(m_player.lesson()->file)).absolutePath() : QString();
}

void LessonPanel::refresh() {
  const bool isOpen = m_player.lesson() != nullptr;
  if (!isOpen && m_pages->currentIndex() != 0) fillList();
  setSeen(*m_own, m_player.mayGoBackToOwn());
  const bool hadKeyboard = isAncestorOf(QApplication::focusWidget());
  m_pages->setCurrentIndex(isOpen ? 1 : 0);
  if (!isOpen && hadKeyboard) m_list->setFocus();  // what had it is hidden now
  if (isOpen) showStep();
  reportPainted();
}

void LessonPanel::showStep() {
  const Lesson& lesson = *m_player.lesson();
  const Step& step = *m_player.step();
  const Theme now = theme();
  m_where->setText(QStringLiteral("<span style=\"color:%1\">%2 · %3</span>")
                       .arg(now.faint.name(), QString::fromStdString(lesson.numbered_title()).toHtmlEscaped(),
                            tr("step %1 of %2").arg(m_player.stepIndex() + 1).arg(m_player.stepCount())));
  m_heading->setText(QStringLiteral("<big><b>%1</b></big>").arg(QString::fromStdString(step.title).toHtmlEscaped()));
  const QString problem = m_player.fileProblem().isEmpty()
                              ? m_player.missingText()
                              : tr("%1. The last sound version is shown.").arg(m_player.fileProblem());
  m_problem->setText(
      QStringLiteral("<span style=\"color:%1\">%2</span>").arg(now.warning.name(), problem.toHtmlEscaped()));
  m_problem->setVisible(!problem.isEmpty());
  const QString html = withWords(
      proseHtml(QString::fromStdString(step.prose), now, folderOfPictures(), std::max(40, width() - 3 * kMargin)), now);
  if (html != m_prose->text()) m_prose->setText(html);
  setSeen(*m_asked, step.ask.has_value());
  if (step.ask) showAnswers(*step.ask);
  m_task->setVisible(!step.task.empty());
  m_task->setText(withWords(taskHtml(m_player, now), now));
  setUsable(*m_back, m_player.stepIndex() > 0);
  setUsable(*m_again, m_player.isAway());
  setUsable(*m_next, m_player.mayGoOn());
  setSeen(*m_skip, !m_player.mayGoOn());
  // What is said of an answer may leave no room for the task.
  const bool isForTask = step.when && !m_player.isMet() && (!step.ask || m_player.isAnswered());
  m_next->setToolTip(isForTask ? tr("The task is not done yet") : tr("The next step (PageDown, Enter)"));
  m_next->setText(m_player.stepIndex() + 1 < m_player.stepCount() ? tr("Next") : tr("Finish"));
}

void LessonPanel::showAnswers(const Ask& ask) {
  m_question->setText(
      QStringLiteral("<b>%1</b>").arg(withWords(lineHtml(QString::fromStdString(ask.question), theme()), theme())));
  for (std::size_t i = 0; i < m_answers.size(); ++i) {
    AnswerButton& button = *m_answers[i];
    setSeen(button, i < ask.answers.size());
    if (i >= ask.answers.size()) continue;
    const QString answer = QString::fromStdString(ask.answers[i].text), verdict = answerVerdict(m_player, i);
    button.say(answerMark(i), lineHtml(answer, theme()) + verdict, lineText(answer) + verdict);
    button.setChecked(m_player.chosen() == static_cast<int>(i));
  }
  setSeen(*m_guessing, ask.value.has_value());
  const bool isOther = std::exchange(m_asking, m_player.place()) != m_player.place();
  const bool isOtherGuess = std::exchange(m_guessed, m_player.guessed()) != m_player.guessed();
  if (isOther || isOtherGuess) showGuess();
  const QString said = withWords(feedbackHtml(m_player, theme()), theme());
  const bool isNew = !isOther && m_player.isAnswered() && said != m_feedback->text();
  m_feedback->setVisible(m_player.isAnswered());
  m_feedback->setText(said);
  if (isNew) scrollToFeedback();
}

/// The number that was taken; a verdict stands beside no other.
void LessonPanel::showGuess() {
  bool isNumber = false;
  const double typed = QLocale().toDouble(m_guess->text(), &isNumber);
  if (isNumber && m_player.guessed() && typed == m_player.guessed()->given) return;  // as it was typed
  m_guess->setText(m_player.guessed() ? QLocale().toString(m_player.guessed()->given, 'g', kDigitsTyped) : QString());
}

void LessonPanel::scrollToFeedback() {
  QTimer::singleShot(0, this, [this] {  // once it has its place
    const int top = m_feedback->mapTo(m_scroll->widget(), QPoint()).y();
    if (m_feedback->isVisible()) scrollToLines(*m_scroll, top, top + m_feedback->height(), 0);
  });
}

QString LessonPanel::feedback() const {
  QTextDocument words;
  words.setHtml(m_feedback->isHidden() ? QString() : m_feedback->text());
  return words.toPlainText();
}

void LessonPanel::takeGuess() {
  bool isNumber = false;
  const double value = QLocale().toDouble(m_guess->text(), &isNumber);
  isNumber = isNumber && std::isfinite(value);
  if (isNumber && m_player.guess(value)) return setFocus();  // Enter goes on from here
  if (m_player.isAnswered()) showGuess();
  const QString missing = m_player.missingText();
  const bool needsQuery = workBeside() == Work::clouds && workbench().snapshot()->query < 0;
  m_feedback->setText(!isNumber            ? tr("Write a number, such as %1.").arg(QLocale().toString(0.5))
                      : !missing.isEmpty() ? missing.toHtmlEscaped()
                      : needsQuery         ? tr("The number is measured once a query is chosen, as in the tool bar.")
                                           : tr("The number is not there yet; guess again in a moment."));
  m_feedback->show();
  scrollToFeedback();
}

/// Enter in the field is the guess alone: a line edit lets its panel have the key, too, which would go on.
bool LessonPanel::eventFilter(QObject* watched, QEvent* event) {
  if (watched != m_guess || event->type() != QEvent::KeyPress) return Panel::eventFilter(watched, event);
  const int key = static_cast<QKeyEvent*>(event)->key();
  if (key != Qt::Key_Return && key != Qt::Key_Enter) return false;
  takeGuess();
  return true;
}

void LessonPanel::keyPressEvent(QKeyEvent* event) {
  if (event->key() != Qt::Key_Return && event->key() != Qt::Key_Enter) return Panel::keyPressEvent(event);
  m_player.lesson() ? m_player.next() : openChosen();
}

/// The height of a step, with room for what is said after an answer, so that nothing moves then; the list takes what it
/// is given.
int LessonPanel::heightFor(int width) const {
  if (m_player.lesson() == nullptr) return Panel::heightFor(width);
  m_asked->layout()->activate();  // what was said just now counts, and the answers of this step
  m_columns->activate();
  const QMargins around = contentsMargins(), page = m_columns->contentsMargins();
  const int room = width - page.left() - page.right(), between = m_columns->spacing();
  const auto column = [&](int i, int wide) { return m_columns->itemAt(i)->heightForWidth(wide); };
  const int half = (room - between) / 2;  // what stands beside each other now may have stood below each other before
  const int wide = width > kWide ? half : room, act = column(1, wide);
  const int said =
      m_feedback->isVisibleTo(m_asked) ? m_feedback->heightForWidth(wide) + m_asked->layout()->spacing() : 0;
  const int kept = m_player.step()->ask ? act - said + kLinesOfAnswer * fontMetrics().lineSpacing() : 0;
  const int words =
      width > kWide ? std::max({column(0, wide), act, kept}) : column(0, wide) + between + std::max(act, kept);
  return words + page.top() + page.bottom() + m_ways->sizeHint().height() + around.top() + around.bottom();
}

Work LessonPanel::workBeside() const {
  const Step* step = m_player.step();
  return step != nullptr && step->ask && omega::lessons::asks_of_draws(*step->ask) ? Work::clouds : Work::nothing;
}

/// In a strip the question stands beside the text.
void LessonPanel::resizeEvent(QResizeEvent* event) {
  Panel::resizeEvent(event);
  const bool isWide = width() > kWide;
  for (QBoxLayout* layout : {m_columns, m_ways})
    layout->setDirection(isWide ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
  if (m_player.lesson() && !folderOfPictures().isEmpty() && isOnScreen()) showStep();  // pictures fit its width
}

void LessonPanel::changeEvent(QEvent* event) {
  Panel::changeEvent(event);
  if (event->type() == QEvent::PaletteChange && m_pages != nullptr) refreshIfVisible();
}

// --- Export ----------------------------------------------------------------------------------------------------------

QString LessonPanel::help() const {
  return tr(
      "<b>Lesson</b><p>Lessons lead through the app in steps. A step opens with a picture of its own, in one step of "
      "undo; it may ask what you expect before it shows the answer, and give you something to do: Next waits for both, "
      "Skip does not. Whatever you try meanwhile, Back to the step brings its picture back. Enter or PageDown goes on, "
      "PageUp back, 1 to 6 or A to F answer, Backspace returns to the step.</p>"
      "<p><b>Look for</b> the answer you would have bet on. Lessons of your own are Markdown files in the folder "
      "lessons of the app's data, or in the one that --lessons names; the manual page lessons.md says how they are "
      "written.</p>");
}

QString LessonPanel::html(const Theme& theme) const {
  const Step* step = m_player.step();
  if (step == nullptr) {
    std::vector<QStringList> rows;
    for (const ShelvedLesson& one : m_player.shelf().lessons)
      rows.push_back({QString::fromStdString(one.lesson.numbered_title()).toHtmlEscaped(),
                      progressText(m_player.progressOf(one.lesson.name), one.lesson)});
    return tableHtml({tr("lesson"), tr("progress")}, rows, theme);
  }
  QString html = QStringLiteral("<p><b>%1</b></p>").arg(QString::fromStdString(step->title).toHtmlEscaped()) +
                 proseHtml(QString::fromStdString(step->prose), theme, folderOfPictures());
  if (step->ask) {
    html += QStringLiteral("<p><b>%1</b></p>").arg(lineHtml(QString::fromStdString(step->ask->question), theme));
    for (std::size_t i = 0; i < step->ask->answers.size(); ++i)
      html += QStringLiteral("<p>%1%2</p>")
                  .arg(answerMark(i), lineHtml(QString::fromStdString(step->ask->answers[i].text), theme));
  }
  if (!step->task.empty())
    html += QStringLiteral("<p><b>%1</b> %2</p>").arg(tr("Do:"), lineHtml(QString::fromStdString(step->task), theme));
  return html;
}

void LessonPanel::render(QPainter& painter, const QRectF& area, const Theme& theme) const {
  paintRichText(painter, area, theme, html(theme));
}

PanelData LessonPanel::data() const {
  PanelData data;
  data.columns = {tr("lesson"), tr("title"), tr("steps"), tr("reached"), tr("done")};
  std::vector<double> reached;
  for (const ShelvedLesson& one : m_player.shelf().lessons) {
    const LessonProgress& progress = m_player.progressOf(one.lesson.name);
    data.rows.push_back({QString::fromStdString(one.lesson.name), QString::fromStdString(one.lesson.numbered_title()),
                         QString::number(one.lesson.steps.size()), QString::number(progress.reached),
                         progress.done ? tr("yes") : tr("no")});
    reached.push_back(progress.reached);
  }
  data.addList("reached", reached);
  return data;
}

}  // namespace omegascope

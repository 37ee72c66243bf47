#include "dialogs/lesson_recorder.h"

#include <QDir>
#include <QFileInfo>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QVBoxLayout>
#include <algorithm>

#include "core/error.h"
#include "core/text.h"
#include "io/atomic_file.h"
#include "language/language.h"
#include "lessons/lesson_reader.h"
#include "lessons/lesson_writer.h"
#include "lessons/opening.h"
#include "lessons/vocabulary.h"
#include "model/disk.h"
#include "widgets/controls.h"
#include "widgets/theme.h"

namespace omegascope {

namespace {

constexpr std::size_t kReplies = 3;
constexpr double kMinutesOfStep = 1.5;

/// Which step it is that the sentence is about, from 0.
struct WrongStep : omega::Error {
  WrongStep(int at, const omega::Error& problem) : Error(problem), step(at) {}
  int step;
};

/// The step that a line of a lesson's file is in; −1: it is above the first.
int stepAtLine(const std::string& text, int line) {
  const std::vector<std::string> lines = omega::lines_of(text);
  const auto end = lines.begin() + std::min<std::ptrdiff_t>(line, std::ssize(lines));
  return static_cast<int>(
             std::count_if(lines.begin(), end, [](const std::string& one) { return one.starts_with("##"); })) -
         1;
}

/// Reads what would be the file. What is said of a line there is said of its step: nobody has seen a line of it.
void checkText(const omega::lessons::Lesson& made, const std::string& text, const QString& path) {
  const std::string file = QFileInfo(path).fileName().toStdString(),
                    folder = QFileInfo(path).absolutePath().toStdString();
  try {
    omega::lessons::check_openings(omega::lessons::read_lesson(file, text, folder));
  } catch (const omega::Error& problem) {
    const std::string said = problem.what(), place = file + ":";
    if (!said.starts_with(place)) throw;
    std::size_t digits = 0;
    const int step = stepAtLine(text, std::stoi(said.substr(place.size()), &digits));
    const std::string sentence = said.substr(place.size() + digits + 2);
    if (step < 0) throw omega::Error::input(sentence);
    const std::string& heading = made.steps[static_cast<std::size_t>(step)].title;
    const bool isNamed = sentence.find(omega::quoted(heading)) != std::string::npos;
    throw WrongStep(step, omega::Error::input(isNamed ? sentence : heading + ": " + sentence));
  }
}

}  // namespace

LessonRecorder::LessonRecorder(Look look, const QString& folder, QWidget* parent)
    : QDialog(parent), m_look(std::move(look)), m_folder(folder) {
  setWindowTitle(tr("Record a lesson"));
  auto* layout = new QVBoxLayout(this);
  auto* head = new QFormLayout;
  m_title = makeLine(tr("Title of the lesson"), tr("Four times the darts"));
  m_goal = makeLine(tr("Goal of the lesson"), tr("What is understood at its end, in one sentence"));
  head->addRow(tr("Title"), m_title);
  head->addRow(tr("Goal"), m_goal);
  layout->addLayout(head);
  auto* body = new QHBoxLayout;
  body->addWidget(makeSteps());
  body->addWidget(m_form = makeForm(), 1);
  layout->addLayout(body, 1);
  m_problem = wrapped(new QLabel(this));
  m_problem->setAccessibleName(tr("What is wrong"));
  m_problem->hide();
  layout->addWidget(m_problem);
  m_save = new QPushButton(tr("&Save and open"), this);
  m_save->setToolTip(tr("Writes the lesson into the folder of your lessons and opens it"));
  connect(m_save, &QPushButton::clicked, this, &LessonRecorder::saveAndOpen);
  layout->addWidget(m_save, 0, Qt::AlignRight);
  fillList();
  showStep();
}

QLineEdit* LessonRecorder::makeLine(const QString& name, const QString& hint) {
  auto* line = new QLineEdit(this);
  line->setAccessibleName(name);
  line->setPlaceholderText(hint);
  connect(line, &QLineEdit::textEdited, this, &LessonRecorder::keepStep);
  return line;
}

QWidget* LessonRecorder::makeSteps() {
  auto* side = new QWidget(this);
  auto* column = bare(new QVBoxLayout(side));
  m_list = new QListWidget(side);
  m_list->setAccessibleName(tr("Steps"));
  column->addWidget(m_list, 1);
  const auto add = [&](const QString& text, const QString& tip, auto act) {
    auto* button = new QPushButton(text, side);
    button->setToolTip(tip);
    button->setAutoDefault(false);
    connect(button, &QPushButton::clicked, this, act);
    column->addWidget(button);
    return button;
  };
  add(tr("&Add a step"), tr("A step that opens with what the window shows now"), &LessonRecorder::addStep);
  m_take = add(tr("&Take the state anew"), tr("The chosen step opens with what the window shows now"),
               &LessonRecorder::takeState);
  m_remove = add(tr("&Remove"), tr("Removes the chosen step"), &LessonRecorder::removeStep);
  m_bringBack = add(tr("Bring it back"), tr("Brings back the step that was removed last"), &LessonRecorder::bringBack);
  m_bringBack->setShortcut(QKeySequence::Undo);
  connect(m_list, &QListWidget::currentRowChanged, this, &LessonRecorder::showStep);
  return side;
}

QWidget* LessonRecorder::makeForm() {
  auto* form = new QWidget(this);
  auto* rows = bare(new QFormLayout(form));
  m_heading = makeLine(tr("Heading of the step"), tr("A guess"));
  m_prose = new QPlainTextEdit(form);
  m_prose->setAccessibleName(tr("Text of the step"));
  m_prose->setPlaceholderText(tr("What the student reads, at most 60 words; *emphasis*, $formulas$"));
  m_prose->setTabChangesFocus(true);
  connect(m_prose, &QPlainTextEdit::textChanged, this, &LessonRecorder::keepStep);
  m_task = makeLine(tr("Task"), tr("Pull samples to 64."));
  m_when = makeLine(tr("Done when"), QStringLiteral("rfa.samples >= 64"));
  m_question = makeLine(tr("Question"), tr("The squared error becomes"));
  rows->addRow(tr("Heading"), m_heading);
  rows->addRow(tr("Text"), m_prose);
  rows->addRow(tr("Task"), m_task);
  rows->addRow(tr("Done when"), m_when);
  rows->addRow(tr("Question"), m_question);
  for (std::size_t i = 0; i < kReplies; ++i) {
    const QString letter(QChar('A' + static_cast<int>(i)));
    auto* row = new QHBoxLayout;
    m_right.push_back(named(new QRadioButton(form), tr("Answer %1 is right").arg(letter), tr("The right answer")));
    connect(m_right.back(), &QRadioButton::clicked, this, &LessonRecorder::keepStep);
    m_replies.push_back(makeLine(tr("Answer %1").arg(letter), tr("Answer")));
    m_says.push_back(makeLine(tr("Said of answer %1").arg(letter), tr("Reply")));
    m_says.back()->setToolTip(tr("What is said to whoever chose it"));
    row->addWidget(m_right.back());
    row->addWidget(m_replies.back(), 2);
    row->addWidget(m_says.back(), 3);
    rows->addRow(letter, row);
  }
  return form;
}

// --- Steps -----------------------------------------------------------------------------------------------------------

LessonRecorder::Recorded* LessonRecorder::chosen() {
  const int row = m_list->currentRow();
  return row >= 0 && row < static_cast<int>(m_recorded.size()) ? &m_recorded[static_cast<std::size_t>(row)] : nullptr;
}

void LessonRecorder::addStep() {
  Recorded recorded;
  if (!take(recorded.shown)) return;
  recorded.title = tr("Step %1").arg(m_recorded.size() + 1);
  recorded.replies.resize(kReplies);
  m_recorded.push_back(std::move(recorded));
  fillList();
  m_list->setCurrentRow(static_cast<int>(m_recorded.size()) - 1);
  m_heading->selectAll();
  m_heading->setFocus();
}

/// What the window shows now, or a sentence on why no lesson could open with it.
bool LessonRecorder::take(Shown& shown) {
  try {
    shown = m_look();
  } catch (const omega::Error& problem) {
    tell(QString::fromUtf8(problem.what()));
    return false;
  }
  tell({});
  return true;
}

void LessonRecorder::takeState() {
  if (Recorded* now = chosen()) take(now->shown);
}

void LessonRecorder::removeStep() {
  if (chosen() == nullptr) return;
  const auto place = m_recorded.begin() + m_list->currentRow();
  m_removed.emplace_back(m_list->currentRow(), std::move(*place));
  m_recorded.erase(place);
  fillList();
  showStep();
}

void LessonRecorder::bringBack() {
  if (m_removed.empty()) return;
  const int row = std::min(m_removed.back().first, static_cast<int>(m_recorded.size()));
  m_recorded.insert(m_recorded.begin() + row, std::move(m_removed.back().second));
  m_removed.pop_back();
  fillList();
  m_list->setCurrentRow(row);
  showStep();
}

void LessonRecorder::fillList() {
  const int row = std::min(m_list->currentRow(), static_cast<int>(m_recorded.size()) - 1);
  const QSignalBlocker quiet(m_list);
  m_list->clear();
  for (const Recorded& one : m_recorded) m_list->addItem(one.title);
  m_list->setCurrentRow(row);
}

void LessonRecorder::showStep() {
  const Recorded* now = chosen();
  m_showing = true;
  m_form->setEnabled(now != nullptr);
  m_take->setEnabled(now != nullptr);
  m_remove->setEnabled(now != nullptr);
  m_bringBack->setEnabled(!m_removed.empty());
  m_save->setEnabled(!m_recorded.empty());
  const Recorded empty;
  const Recorded& shown = now == nullptr ? empty : *now;
  m_heading->setText(shown.title);
  m_prose->setPlainText(shown.prose);
  m_task->setText(shown.task);
  m_when->setText(shown.when);
  m_question->setText(shown.question);
  for (std::size_t i = 0; i < kReplies; ++i) {
    m_replies[i]->setText(i < shown.replies.size() ? shown.replies[i].text : QString());
    m_says[i]->setText(i < shown.replies.size() ? shown.replies[i].say : QString());
    m_right[i]->setChecked(shown.right == static_cast<int>(i));
  }
  m_showing = false;
}

void LessonRecorder::keepStep() {
  Recorded* now = chosen();
  if (!m_showing) tell({});  // what was wrong may be right now; the next save says
  if (now == nullptr || m_showing) return;
  now->title = m_heading->text();
  now->prose = m_prose->toPlainText();
  now->task = m_task->text();
  now->when = m_when->text();
  now->question = m_question->text();
  for (std::size_t i = 0; i < kReplies; ++i) {
    now->replies[i] = {m_replies[i]->text(), m_says[i]->text()};
    if (m_right[i]->isChecked()) now->right = static_cast<int>(i);
  }
  m_list->currentItem()->setText(now->title);
}

void LessonRecorder::tell(const QString& sentence) {
  m_problem->setText(QStringLiteral("<span style=\"color:%1\">%2</span>")
                         .arg(Theme::of(palette()).warning.name(), sentence.toHtmlEscaped()));
  m_problem->setVisible(!sentence.isEmpty());
}

// --- The file --------------------------------------------------------------------------------------------------------

omega::lessons::Step LessonRecorder::stepOf(const Recorded& recorded) const {
  using omega::lessons::Expression;
  omega::lessons::Step step;
  step.title = recorded.title.trimmed().toStdString();
  step.prose = recorded.prose.trimmed().toStdString();
  for (const std::string& line : omega::lines_of(step.prose))
    for (const char* sign : {"#", ">", "```"})
      if (line.starts_with(sign))
        throw omega::Error::input(
            tr("%1: a line of its text begins with %2, which is no text in a lesson's file; put a word before it")
                .arg(recorded.title.trimmed(), QLatin1String(sign))
                .toStdString());
  for (std::size_t i = 0; i < recorded.replies.size(); ++i)
    if (const auto& [text, say] = recorded.replies[i]; text.trimmed().isEmpty() && !say.trimmed().isEmpty())
      throw omega::Error::input(
          tr("%1: there is a reply to answer %2, but no such answer; write it, or clear the reply")
              .arg(recorded.title.trimmed(), QString(QChar('A' + static_cast<int>(i))))
              .toStdString());
  step.state = recorded.shown.state;
  step.show = recorded.shown.panels;
  step.task = recorded.task.trimmed().toStdString();
  if (const QString when = recorded.when.trimmed(); !when.isEmpty()) try {
      step.when = Expression::parse(when.toStdString(), condition_vocabulary(step.state));
    } catch (const omega::Error& problem) {
      throw omega::Error::input(step.title + ": " + problem.what());
    }
  if (recorded.question.trimmed().isEmpty()) {
    for (const Reply& reply : recorded.replies)
      if (!reply.text.trimmed().isEmpty())
        throw omega::Error::input(step.title + ": there are answers but no question; write one, or clear the answers");
    return step;
  }
  omega::lessons::Ask ask;
  ask.question = recorded.question.trimmed().toStdString();
  for (std::size_t i = 0; i < recorded.replies.size(); ++i)
    if (const QString text = recorded.replies[i].text.trimmed(); !text.isEmpty())
      ask.answers.push_back(
          {text.toStdString(), recorded.replies[i].say.trimmed().toStdString(), recorded.right == static_cast<int>(i)});
  step.ask = ask;
  return step;
}

omega::lessons::Lesson LessonRecorder::lesson() const {
  omega::lessons::Lesson lesson;
  lesson.title = m_title->text().trimmed().toStdString();
  lesson.goal = m_goal->text().trimmed().toStdString();
  const bool isAnother = m_name.isEmpty() || (m_title->text() != m_savedTitle && isChangedElsewhere());
  lesson.name = (isAnother ? freeName(omega::lessons::name_of_title(lesson.title)) : m_name).toStdString();
  if (lesson.title.empty()) throw omega::Error::input("the lesson has no title; give it one");
  if (lesson.goal.empty())
    throw omega::Error::input("the lesson has no goal; say in one sentence what is understood at its end");
  lesson.language = codeOf(language()).toStdString();
  lesson.minutes = kMinutesOfStep * static_cast<double>(m_recorded.size());
  for (const Recorded& one : m_recorded) try {
      lesson.steps.push_back(stepOf(one));
    } catch (const omega::Error& problem) {
      throw WrongStep(static_cast<int>(std::ssize(lesson.steps)), problem);
    }
  lesson.start = lesson.steps.front().state;
  return lesson;
}

/// Overwrites no file of the folder, except the one that this lesson was saved as.
QString LessonRecorder::freeName(const std::string& wanted) const {
  QString name = QString::fromStdString(wanted);
  for (int i = 2; QFileInfo::exists(pathOfName(name)); ++i)
    name = QString::fromStdString(wanted) + QStringLiteral("-%1").arg(i);
  return name;
}

QString LessonRecorder::pathOfName(const QString& name) const {
  return QDir(m_folder).filePath(name + QStringLiteral(".md"));
}

bool LessonRecorder::isChangedElsewhere() const {
  return !m_name.isEmpty() && omega::bytes_of_file(pathOf(pathOfName(m_name))).value_or(m_inFile) != m_inFile;
}

LessonRecorder::Recorded LessonRecorder::recordedOf(const omega::lessons::Step& step) {
  Recorded recorded;
  recorded.shown = {step.state, step.show};
  recorded.title = QString::fromStdString(step.title);
  recorded.prose = QString::fromStdString(step.prose);
  recorded.task = QString::fromStdString(step.task);
  if (step.when) recorded.when = QString::fromStdString(step.when->text());
  if (step.ask) {
    recorded.question = QString::fromStdString(step.ask->question);
    for (const omega::lessons::Answer& answer : step.ask->answers) {
      if (answer.right) recorded.right = static_cast<int>(recorded.replies.size());
      recorded.replies.push_back({QString::fromStdString(answer.text), QString::fromStdString(answer.say)});
    }
  }
  recorded.replies.resize(kReplies);
  return recorded;
}

bool LessonRecorder::open(const omega::lessons::Lesson& lesson) {
  m_name = QString::fromStdString(lesson.name);
  m_title->setText(QString::fromStdString(lesson.title));
  m_goal->setText(QString::fromStdString(lesson.goal));
  std::vector<Recorded> all;
  bool hasClaims = false;
  for (const omega::lessons::Step& step : lesson.steps) {
    all.push_back(recordedOf(step));
    hasClaims = hasClaims || !step.claims.empty();
  }
  showAll(std::move(all));
  m_saved = omega::lessons::lesson_text(lesson);
  m_inFile = omega::bytes_of_file(pathOf(pathOfName(m_name))).value_or(std::string());
  m_savedTitle = m_title->text();
  return !hasClaims && !isUnsaved();
}

void LessonRecorder::takeOver(const LessonRecorder& before) {
  m_name = before.m_name;
  m_saved = before.m_saved;
  m_inFile = before.m_inFile;
  m_savedTitle = before.m_savedTitle;
  m_removed = before.m_removed;
  m_title->setText(before.m_title->text());
  m_goal->setText(before.m_goal->text());
  showAll(before.m_recorded);
  m_list->setCurrentRow(before.m_list->currentRow());
}

void LessonRecorder::showAll(std::vector<Recorded> recorded) {
  m_recorded = std::move(recorded);
  fillList();
  m_list->setCurrentRow(0);
  showStep();
}

bool LessonRecorder::isUnsaved() const {
  if (m_recorded.empty()) return false;
  try {
    return omega::lessons::lesson_text(lesson()) != m_saved;
  } catch (const omega::Error&) {
    return true;  // it is half written
  }
}

bool LessonRecorder::save() {
  if (m_recorded.empty()) return false;
  try {
    const omega::lessons::Lesson made = lesson();
    const QString path = pathOfName(QString::fromStdString(made.name));
    const std::string text = omega::lessons::lesson_text(made);
    if (QString::fromStdString(made.name) == m_name && isChangedElsewhere())
      throw omega::Error::input(
          tr("The file of this lesson was changed elsewhere, and nothing is written. Another title saves this one as a "
             "file of its own; without the steps here, Lesson ▸ Go on recording this lesson reads the file again.")
              .toStdString());
    checkText(made, text, path);
    makeFolder(m_folder);
    writeBytes(path, QByteArray::fromStdString(text));
    m_name = QString::fromStdString(made.name);
    m_saved = m_inFile = text;
    m_savedTitle = m_title->text();
  } catch (const omega::Error& problem) {
    if (const auto* wrong = dynamic_cast<const WrongStep*>(&problem)) m_list->setCurrentRow(wrong->step);
    tell(QString::fromUtf8(problem.what()));
    return false;
  }
  tell({});
  emit saved(m_name);
  return true;
}

bool LessonRecorder::saveAndOpen() {
  if (!save()) return false;
  emit wanted(m_name);
  return true;
}

}  // namespace omegascope

#include "player/lesson_player.h"

#include <QDir>
#include <QFileInfo>
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <utility>

#include "core/error.h"
#include "core/text.h"
#include "jobs/chance_run.h"
#include "language/language.h"
#include "model/disk.h"
#include "player/lesson_state.h"
#include "player/live_names.h"

namespace omegascope {

namespace {

constexpr int kRereadMs = 120;  // editors write a file in more than one go
constexpr int kPaceMs = 500;    // between two changes of a task that is done for a room

using omega::lessons::Expression;
using omega::lessons::ShelvedLesson;
using omega::lessons::Step;

Document withChance(Document document, const ChanceState& chance) {
  document.chance = chance;
  return document;
}

/// Tells the question of a step apart from others; empty where there is none.
std::string questionOf(const omega::lessons::Lesson& lesson, int step) {
  const auto& ask = lesson.steps[static_cast<std::size_t>(step)].ask;
  return ask ? omega::lessons::question_key(*ask, lesson.language) : std::string();
}

/// Where a step of a lesson is by now: with its heading, else where it was, or at the end.
int placeIn(const omega::lessons::Lesson& now, const omega::lessons::Lesson& before, int step) {
  const auto has = [&](const Step& one) { return one.title == before.steps[static_cast<std::size_t>(step)].title; };
  const int count = static_cast<int>(now.steps.size());
  if (step < count && has(now.steps[static_cast<std::size_t>(step)])) return step;
  const auto found = std::find_if(now.steps.begin(), now.steps.end(), has);
  return found != now.steps.end() ? static_cast<int>(found - now.steps.begin()) : std::min(step, count - 1);
}

/// Where the question of a step stood before: below the same heading, or where it was asked first; −1: nowhere.
int placeOfQuestion(const omega::lessons::Lesson& before, const omega::lessons::Lesson& now, int step) {
  const std::string question = questionOf(now, step);
  if (question.empty()) return -1;
  const int place = placeIn(before, now, step);
  if (omega::lessons::is_same_question(questionOf(before, place), question)) return place;
  for (int one = 0; one < static_cast<int>(before.steps.size()); ++one)
    if (questionOf(before, one) == question) return one;
  return -1;
}

}  // namespace

LessonPlayer::LessonPlayer(Workbench& workbench, const QString& progress, QObject* parent)
    : QObject(parent), m_workbench(workbench), m_progress(progress), m_notes(progress) {
  m_soon.setSingleShot(true);
  m_soon.setInterval(0);
  m_reread.setSingleShot(true);
  m_reread.setInterval(kRereadMs);
  m_pace.setInterval(kPaceMs);
  connect(&m_pace, &QTimer::timeout, this, &LessonPlayer::doNext);
  connect(&m_soon, &QTimer::timeout, this, &LessonPlayer::ask);
  connect(&m_reread, &QTimer::timeout, this, &LessonPlayer::readAgain);
  connect(&m_watcher, &QFileSystemWatcher::directoryChanged, &m_reread, qOverload<>(&QTimer::start));
  connect(&m_watcher, &QFileSystemWatcher::fileChanged, &m_reread, qOverload<>(&QTimer::start));
  connect(&workbench.store(), &DocumentStore::changed, this, [this](const Document& before, const Document& after) {
    if (m_lesson && !m_entering) m_events.documentChanged(before, after);
    // No lesson opens a file: what is done with it is the user's own.
    if (m_lesson && !isOfChance() && !after.workload.file.empty())
      m_workbench.store().lend(DocumentStore::Lent::Nothing);
    seeState();
    if (m_lesson && before.cards.size() != after.cards.size()) emit changed();  // missingText() may be another
    lookAgain();
  });
  connect(&workbench.selection(), &Selection::changed, this, [this] {
    if (m_lesson && !m_entering) m_events.selectionLocked(m_workbench.selection().locked());
    seeState();
    lookAgain();
  });
  connect(&workbench, &Workbench::snapshotChanged, this, &LessonPlayer::lookAgain);
  connect(&workbench, &Workbench::busyChanged, this, &LessonPlayer::lookAgain);
  connect(&workbench.chance(), &ChanceRun::changed, this, &LessonPlayer::lookAgain);
}

// --- The shelf and its files -----------------------------------------------------------------------------------------

void LessonPlayer::setFolder(const QString& folder) {
  m_folder = folder;
  readAgain();
}

QString LessonPlayer::shelve(const QString& path) {
  const std::string file = path.toStdString();
  const omega::lessons::Lesson lesson = omega::lessons::read_lesson_file(file);
  setFolder(QFileInfo(path).absolutePath());
  const ShelvedLesson& shelved = omega::lessons::find_lesson(m_shelf, lesson.name);
  if (std::error_code failed; !std::filesystem::equivalent(shelved.path, file, failed))
    throw omega::Error::input(omega::quoted(file) + " has the name " + omega::quoted(lesson.name) + ", as " +
                              shelved.lesson.file + " has; give each lesson a name of its own");
  return QString::fromStdString(lesson.name);
}

void LessonPlayer::watch() {
  const QStringList before = m_watcher.files() + m_watcher.directories();
  if (!before.isEmpty()) m_watcher.removePaths(before);
  if (m_folder.isEmpty() || !QDir(m_folder).exists()) return;
  m_watcher.addPath(m_folder);
  for (const QFileInfo& file : QDir(m_folder).entryInfoList({QStringLiteral("*.md")}, QDir::Files))
    m_watcher.addPath(file.absoluteFilePath());
}

/// The open lesson stays at its step, with what was answered there unless the question is another one; at its last one
/// where it is shorter now. Where its file is wrong, or gone, the version before stays.
void LessonPlayer::readAgain() {
  m_shelf = omega::lessons::read_shelf(pathOf(m_folder), codeOf(language()).toStdString());
  watch();
  if (m_lesson) {
    const std::string path = m_lesson->path.string();
    m_fileProblem.clear();
    for (const std::string& problem : m_shelf.problems)
      if (!path.empty() && problem.compare(0, path.size() + 1, path + ":") == 0)
        m_fileProblem = QString::fromStdString(problem);
    if (m_fileProblem.isEmpty()) {
      if (const ShelvedLesson* now = lessonOfNow())
        follow(*now);
      else if (std::error_code failed; !std::filesystem::exists(m_lesson->path, failed))
        m_fileProblem = tr("The file of this lesson is gone; put it back, or choose another lesson");
    }
    emit staged();
    lookAgain();
  }
  emit shelfChanged();
  emit changed();
}

/// The open lesson as it is on the shelf by now: by its file, which may have given it another name, else by its name.
/// The program may have one of that name, too, which is none of the user's.
const ShelvedLesson* LessonPlayer::lessonOfNow() const {
  const bool isOwn = !m_lesson->path.empty();
  const auto& all = m_shelf.lessons;
  const auto sameFile =
      std::find_if(all.begin(), all.end(), [&](const ShelvedLesson& one) { return one.path == m_lesson->path; });
  if (isOwn && sameFile != all.end()) return &*sameFile;
  const ShelvedLesson* sameName = m_shelf.find(m_lesson->lesson.name);
  return isOwn && sameName != nullptr && sameName->path.empty() ? nullptr : sameName;
}

/// Goes on in what the open lesson has become.
void LessonPlayer::follow(const ShelvedLesson& now) {
  const LessonProgress progress = m_progress.of(m_lesson->lesson.name);
  const omega::lessons::Lesson before = std::exchange(m_lesson, now)->lesson;
  if (before.name != now.lesson.name && m_progress.of(now.lesson.name) == LessonProgress()) write(progress);
  moveHands(before);
  const int open = std::exchange(m_step, placeIn(now.lesson, before, m_step));
  const bool isSameStep = m_step == open || before.steps[static_cast<std::size_t>(open)].title == step()->title;
  if (!isSameStep ||
      !omega::lessons::is_same_question(questionOf(before, open), questionOf(m_lesson->lesson, m_step))) {
    cover();
    if (!isSameStep) m_met = wasMet();
    takeAnswer();
    if (isAnswered()) m_events.tell("revealed", "");
  }
  keep();
}

void LessonPlayer::keepProgressIn(const QString& file) {
  m_progress = ProgressFile(file);
  m_notes = LessonNotes(file);
}

void LessonPlayer::takeOver(const LessonPlayer& before) {
  m_progress = before.m_progress;
  m_notes = before.m_notes;
  m_lesson = before.m_lesson;
  m_step = before.m_step;
  m_begun = before.m_begun;
  m_begunAt = before.m_begunAt;
  m_events = before.m_events;
  m_hands = before.m_hands;
  m_chosen = before.m_chosen;
  m_guess = before.m_guess;
  m_met = before.m_met;
  m_own = before.m_own;
  m_left = before.m_left;
  m_hasReplaced = before.m_hasReplaced;
  setFolder(before.m_folder);
}

// --- Steps -----------------------------------------------------------------------------------------------------------

const Step* LessonPlayer::step() const {
  return m_lesson && m_step >= 0 && m_step < stepCount() ? &m_lesson->lesson.steps[static_cast<std::size_t>(m_step)]
                                                         : nullptr;
}

bool LessonPlayer::open(const QString& name, int step) {
  const ShelvedLesson* found = m_shelf.find(name.toStdString());
  if (found == nullptr) return false;
  if (!m_lesson) m_hasReplaced = false;
  m_lesson = *found;
  m_fileProblem.clear();
  const LessonProgress& progress = m_progress.of(found->lesson.name);
  enter(step >= 0 ? step : m_isLecture || progress.done ? 0 : progress.step);
  return true;
}

/// Before a step takes its place. What an earlier lesson left is nobody's own.
void LessonPlayer::rememberOwn() {
  if (std::exchange(m_hasReplaced, true) || isOwnGone()) return;
  m_own = Own{m_workbench.document(), m_workbench.selection().locked()};
}

/// Whether what an earlier lesson left is still open, and not what was open before that.
bool LessonPlayer::isOwnGone() const {
  const Document& now = m_workbench.document();
  return m_own && now.workload.hasNameOf(m_left) && !now.asksTheSame(m_own->document);
}

void LessonPlayer::goBackToOwn() {
  if (!mayGoBackToOwn()) return;
  const Own own = *std::exchange(m_own, std::nullopt);
  m_workbench.store().lend(DocumentStore::Lent::Everything);
  m_workbench.changeSequence(tr("Back to what was open"), own.document, own.locked);
  m_workbench.store().lend(DocumentStore::Lent::Nothing);
  emit changed();
}

void LessonPlayer::close() {
  if (m_lesson && m_hasReplaced) m_left = m_workbench.document().workload;
  m_doings.clear();
  m_pace.stop();
  m_lesson.reset();
  m_workbench.store().lend(DocumentStore::Lent::Nothing);
  m_fileProblem.clear();
  emit staged();
  emit changed();
}

void LessonPlayer::goTo(int step) {
  if (m_lesson && step >= 0 && step < stepCount()) enter(step);
}

void LessonPlayer::enter(int step) {
  m_step = std::clamp(step, 0, stepCount() - 1);
  m_met = wasMet();
  takeAnswer();
  if (!isOfChance()) rememberOwn();
  prepare();
  begin();
  keep();
  tellAll();
}

/// What was answered when the step was open before, unless the lesson asks something else by now.
void LessonPlayer::takeAnswer() {
  m_chosen = -1;
  m_guess.reset();
  const auto answers = omega::lessons::answers_to(m_lesson->lesson, m_progress.of(m_lesson->lesson.name).answers);
  const auto answer = answers.find(m_step);
  if (m_isLecture || answer == answers.end()) return;
  m_chosen = answer->second.choice;
  m_guess = answer->second.number;
}

/// Whether the task was done when the step was open before, unless it is another one by now.
bool LessonPlayer::wasMet() const {
  const auto& tasks = m_progress.of(m_lesson->lesson.name).tasks;
  const auto task = tasks.find(m_step);
  return !m_isLecture && step()->when && task != tasks.end() && task->second == step()->when->text();
}

/// Tells of a step, of its panels and what is covered, and of all that is shown of it.
void LessonPlayer::tellAll() {
  emit staged();
  emit changed();
  lookAgain();
}

bool LessonPlayer::isOfChance() const { return isOfChanceAlone(step()->state); }

void LessonPlayer::prepare() {
  m_begun = documentOf(step()->state, m_workbench.document());
  m_begunAt = isOfChance() ? m_workbench.selection().locked() : cursorOf(step()->state, m_begun);
}

void LessonPlayer::begin() {
  m_doings.clear();
  m_pace.stop();
  m_entering = true;
  m_workbench.store().lend(isOfChance() ? DocumentStore::Lent::Chance : DocumentStore::Lent::Everything);
  const QString what = tr("Lesson step: %1").arg(QString::fromStdString(step()->title));
  if (isOfChance())
    m_workbench.store().change(what, [this](Document& document) { document = m_begun; });
  else
    m_workbench.changeSequence(what, m_begun, m_begunAt);
  m_entering = false;
  if (step()->state.chance) m_workbench.chance().beginAnew();
  m_events.begin(m_begunAt);
  if (isAnswered()) m_events.tell("revealed", "");
}

void LessonPlayer::backToStep() {
  if (!m_lesson) return;
  if (m_isLecture) m_met = false;  // it is to be done again
  if (isOfChance()) prepare();     // what was done elsewhere meanwhile stays
  begin();
  tellAll();  // its panels come back too
}

/// How things are shown does not count as leaving the step.
bool LessonPlayer::isAway() const {
  if (!m_lesson) return false;
  Document now = m_workbench.document();
  if (isOfChance()) return !(now.chance == m_begun.chance);
  now.view = m_begun.view;
  return !(now == m_begun) || !(m_workbench.selection().locked() == m_begunAt);
}

bool LessonPlayer::mayGoOn() const {
  const Step* now = step();
  return now != nullptr && (!now->ask || isAnswered()) && (!now->when || m_met);
}

void LessonPlayer::next() {
  if (mayGoOn()) skip();
}

void LessonPlayer::skip() {
  if (!m_lesson) return;
  if (m_step + 1 < stepCount()) return enter(m_step + 1);
  LessonProgress progress = m_progress.of(m_lesson->lesson.name);
  progress.done = true;
  const QString problem = m_isLecture ? QString() : m_progress.keep(m_lesson->lesson.name, progress);
  close();
  if (!problem.isEmpty()) emit told(problem);
}

void LessonPlayer::keep() {
  if (m_isLecture) return;
  LessonProgress progress = m_progress.of(m_lesson->lesson.name);
  progress.step = m_step;
  progress.reached = std::max(progress.reached, m_step);
  if (isAnswered())
    omega::lessons::keep_answer(m_lesson->lesson, m_step, {m_chosen, m_guess, questionOf(m_lesson->lesson, m_step)},
                                progress.answers);
  if (m_met && step()->when) progress.tasks[m_step] = step()->when->text();
  write(progress);
}

/// Hands go with their questions, which nothing in them tells; those of a question that is gone go with it.
void LessonPlayer::moveHands(const omega::lessons::Lesson& before) {
  const std::string& name = m_lesson->lesson.name;
  LessonProgress progress = m_progress.of(name);
  const auto kept = std::exchange(progress.hands, {});
  const auto counted = m_hands;
  std::erase_if(m_hands, [&](const auto& one) { return one.first.first == before.name; });
  for (int step = 0; step < stepCount(); ++step) {
    const int place = placeOfQuestion(before, m_lesson->lesson, step);
    if (place < 0) continue;
    if (const auto hands = kept.find(place); hands != kept.end()) progress.hands[step] = hands->second;
    if (const auto hands = counted.find({before.name, place}); hands != counted.end())
      m_hands[{name, step}] = hands->second;
  }
  write(progress);
}

void LessonPlayer::write(const LessonProgress& progress) {
  const QString problem = m_progress.keep(m_lesson->lesson.name, progress);
  if (!problem.isEmpty()) emit told(problem);
}

// --- Questions -------------------------------------------------------------------------------------------------------

void LessonPlayer::choose(int answer) {
  const Step* now = step();
  if (now == nullptr || !now->ask || answer < 0 || answer >= static_cast<int>(now->ask->answers.size())) return;
  m_chosen = answer;
  m_events.tell("revealed", "");
  keep();
  tellAll();  // what was covered no longer is
}

omega::lessons::LessonState LessonPlayer::stateNow() const {
  return stateOf(m_workbench.document(), m_workbench.selection().locked());
}

double LessonPlayer::numberOf(const Expression& expression) const {
  const auto state = stateNow();
  const omega::lessons::Value value = expression.evaluate(LiveNames(m_workbench, state, m_events));
  return value.is_one_number() ? value.numbers[0] : std::nan("");
}

std::optional<double> LessonPlayer::askedNumber() const {
  const Step* now = step();
  if (now == nullptr || !now->ask || !now->ask->value) return std::nullopt;
  const double number = numberOf(*now->ask->value);
  return std::isnan(number) ? std::nullopt : std::optional(number);
}

bool LessonPlayer::guess(double value) {
  const std::optional<double> right = askedNumber();
  if (!right) return false;
  const double within = numberOf(*step()->ask->within);
  if (std::isnan(within)) return false;  // still to come, too
  m_guess = {value, *right, std::abs(value - *right) <= within};
  m_events.tell("revealed", "");
  keep();
  tellAll();
  return true;
}

bool LessonPlayer::reveal() {
  const Step* now = step();
  if (now == nullptr || !now->ask) return false;
  const auto& answers = now->ask->answers;
  const auto right = std::find_if(answers.begin(), answers.end(), [](const auto& answer) { return answer.right; });
  if (right != answers.end())
    choose(static_cast<int>(right - answers.begin()));
  else if (const std::optional<double> number = askedNumber())
    guess(*number);
  return isAnswered();
}

void LessonPlayer::setLecture(bool on) {
  m_isLecture = on;
  m_hands.clear();
  if (!on) return;
  m_met = false;
  cover();
}

void LessonPlayer::cover() {
  if (!isAnswered()) return;
  m_doings.clear();
  m_chosen = -1;
  m_guess.reset();
  m_met = false;
  m_events.forget("revealed", "");
  tellAll();
}

std::vector<int> LessonPlayer::hands() const {
  const auto found = m_hands.find(place());
  return found == m_hands.end() ? std::vector<int>() : found->second;
}

/// Those of an older version of the lesson may be of other answers.
std::vector<int> LessonPlayer::handsBefore() const {
  const Step* now = step();
  if (now == nullptr || !now->ask || !hands().empty()) return {};
  const auto& all = m_progress.of(m_lesson->lesson.name).hands;
  const auto found = all.find(m_step);
  return found != all.end() && found->second.size() == now->ask->answers.size() ? found->second : std::vector<int>();
}

void LessonPlayer::count(const std::vector<int>& hands) {
  if (!m_lesson) return;
  LessonProgress progress = m_progress.of(m_lesson->lesson.name);
  if (!hands.empty())
    progress.hands[m_step] = m_hands[place()] = hands;
  else if (m_hands.erase(place()) > 0)
    progress.hands.erase(m_step);
  write(progress);
  emit changed();
}

bool LessonPlayer::doTask() {
  const Step* now = step();
  if (now == nullptr || !now->when || m_met) return false;
  m_doings = omega::lessons::doings_for(*now->when, stateNow());
  m_hasAskedToMeasure = false;
  if (m_doings.empty()) return false;
  m_pace.start();
  doNext();
  return true;
}

/// The next change, once the picture of the one before is there: conditions are asked of finished pictures.
void LessonPlayer::doNext() {
  if (!m_doings.empty() && (m_workbench.isBusy() || m_soon.isActive())) return;
  if (m_doings.empty()) return m_pace.stop();
  omega::lessons::Doing& next = m_doings.front();
  if (!next.measures.empty()) {
    // Asked for once: whoever cancels it does not want it.
    if (m_events.happened("measured", next.measures))
      m_doings.erase(m_doings.begin());
    else if (!std::exchange(m_hasAskedToMeasure, true))
      emit measureWanted(QString::fromStdString(next.measures));
    return;
  }
  show(next.state, next.redraws > 0 ? 1 : 0);
  if (--next.redraws <= 0) m_doings.erase(m_doings.begin());
}

/// What a task makes of the step, drawn anew so often.
void LessonPlayer::show(const omega::lessons::LessonState& state, int redraws) {
  const Document& before = m_workbench.document();
  Document after = documentOf(state, before);
  if (isOfChance()) after = withChance(before, after.chance);
  after.asks = before.asks;
  after.draw = before.draw;  // drawn anew meanwhile; and a state has one seed and draw, where a document has two
  after.chance.seed = before.chance.seed;
  after.chance.draw = before.chance.draw;
  (step()->state.chance ? after.chance.draw : after.draw) += static_cast<std::uint32_t>(redraws);
  m_workbench.store().change(tr("Lesson task"), [&](Document& document) { document = after; });
  if (!isOfChance()) m_workbench.selection().lock(cursorOf(state, after));
}

/// What comes before the first measurement in one go; from there on it is done as ever.
void LessonPlayer::showTaskDone() {
  const Step* now = step();
  if (now == nullptr || !now->when || m_met) return;
  std::vector<omega::lessons::Doing> doings = omega::lessons::doings_for(*now->when, stateNow());
  const auto measuring =
      std::find_if(doings.begin(), doings.end(), [](const auto& one) { return !one.measures.empty(); });
  int redraws = 0;
  for (auto one = doings.begin(); one != measuring; ++one) redraws += one->redraws;
  if (measuring != doings.begin()) show(std::prev(measuring)->state, redraws);
  m_met = !doings.empty() && measuring == doings.end();
  m_doings.assign(measuring, doings.end());
  m_hasAskedToMeasure = false;
  if (!m_doings.empty()) m_pace.start();
  emit changed();
}

QString LessonPlayer::missingText() const {
  if (!m_lesson || isOfChance()) return {};
  QStringList gone;
  for (const Card& card : m_begun.cards)
    if (m_workbench.document().card(card.id) == nullptr) gone << QString::fromStdString(card.label());
  return gone.isEmpty() ? QString()
                        : tr("This step is about %1, which was removed; Backspace brings the step back.")
                              .arg(gone.join(QStringLiteral(", ")));
}

// --- Conditions ------------------------------------------------------------------------------------------------------

void LessonPlayer::tell(const std::string& event, const std::string& what) {
  if (!m_lesson || m_entering) return;
  m_events.tell(event, what);
  lookAgain();
}

/// Which of the step's visited(..) hold.
void LessonPlayer::see(const omega::lessons::Names& names) {
  for (const Expression& condition : step()->when->visited())
    if (condition.holds(names)) m_events.tell("visited", condition.text());
}

/// Keys may come faster than pictures: what the state says by itself counts at once.
void LessonPlayer::seeState() {
  if (step() == nullptr || !step()->when || m_entering) return;
  const auto state = stateNow();
  see(omega::lessons::StateNames(state));
}

/// Checks the condition of the step, and those of its visited(..), on the present picture.
void LessonPlayer::ask() {
  const Step* now = step();
  if (now == nullptr || m_workbench.isBusy()) return;
  const bool before = m_met;
  if (now->when) {
    const auto state = stateNow();
    const LiveNames names(m_workbench, state, m_events);
    see(names);
    m_met = m_met || now->when->holds(names);
  }
  if (before == m_met) return;
  keep();
  emit changed();
}

}  // namespace omegascope

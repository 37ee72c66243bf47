#include "jobs/training_runs.h"

#include <QDateTime>
#include <QDir>
#include <QElapsedTimer>
#include <QFileInfo>
#include <QStandardPaths>
#include <QThread>
#include <algorithm>

#include "core/error.h"
#include "settings.h"

namespace omegascope {

using namespace omega::train;

namespace {

constexpr int kSoonMs = 100;     // what training brings
constexpr int kPatienceMs = 400;  // at the end of the program, for the step under way
const QString kTrash = QStringLiteral(".deleted");

/// By when they were made, so that a run keeps its place and its colour; where the disk does not tell, by the last change.
QFileInfoList oldestFirst(QFileInfoList folders) {
  const auto made = [](const QFileInfo& folder) { return folder.birthTime().isValid() ? folder.birthTime() : folder.lastModified(); };
  std::stable_sort(folders.begin(), folders.end(), [&](const QFileInfo& a, const QFileInfo& b) { return made(a) < made(b); });
  return folders;
}

bool holdsRun(const QString& folder) { return QFileInfo::exists(folder + QStringLiteral("/run.json")); }

}  // namespace

TrainingRuns::TrainingRuns(std::function<int()> threads, QObject* parent) : QObject(parent), m_threads(std::move(threads)) {
  m_folder = QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + QStringLiteral("/training");
  m_soon.setSingleShot(true);
  m_soon.setInterval(kSoonMs);
  connect(&m_soon, &QTimer::timeout, this, &TrainingRuns::changed);
  connect(&m_probe, &HeadProbe::looked, this, &TrainingRuns::changed);
  connect(&m_probe, &HeadProbe::written, this, &TrainingRuns::onWritten);
}

// All are asked before any is waited for.
TrainingRuns::~TrainingRuns() {
  for (const Entry& entry : m_entries) entry.run->leave();
  QElapsedTimer timer;
  timer.start();
  const auto isAtRest = [](const Entry& entry) { return entry.run->isAtRest(); };
  while (timer.elapsed() < kPatienceMs && !std::all_of(m_entries.begin(), m_entries.end(), isAtRest)) QThread::msleep(5);
  for (const Entry& entry : m_entries) entry.run->abandon();
  m_entries.clear();
  if (m_isScanned) QDir(m_folder + QLatin1Char('/') + kTrash).removeRecursively();
}

// --- The list ----------------------------------------------------------------------------------------------------------------

void TrainingRuns::setFolder(const QString& folder) {
  m_entries.clear();
  m_current = nullptr;
  m_removed = {};
  m_probe.forget();
  m_folder = folder;
  m_isScanned = false;
  emit changed();
}

const std::vector<TrainingRuns::Entry>& TrainingRuns::entries() {
  if (!m_isScanned) scan();
  return m_entries;
}

/// When somebody looks for the first time: nobody who only explores reads them.
void TrainingRuns::scan() {
  m_isScanned = true;
  QDir(m_folder + QLatin1Char('/') + kTrash).removeRecursively();  // of a start that did not end properly
  for (const QFileInfo& found : oldestFirst(QDir(m_folder).entryInfoList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name)))
    if (holdsRun(found.filePath())) add(std::make_unique<TrainRun>(found.filePath()), false);
  for (const QString& guest : Settings::trainingGuests())
    if (holdsRun(guest)) add(std::make_unique<TrainRun>(guest), true);
  if (!m_entries.empty()) m_current = m_entries.back().run.get();
}

TrainRun* TrainingRuns::add(std::unique_ptr<TrainRun> run, bool isGuest) {
  TrainRun* added = run.get();
  const int style = freeStyle();
  m_entries.push_back({std::move(run), true, style, isGuest});
  connect(added, &TrainRun::pictureChanged, this, [this] {
    if (!m_soon.isActive()) m_soon.start();
  });
  connect(added, &TrainRun::phaseChanged, this, [this, added] { onPhase(added); });
  emit this->added(added);
  return added;
}

int TrainingRuns::freeStyle() const {
  int style = 0;
  while (std::any_of(m_entries.begin(), m_entries.end(), [style](const Entry& entry) { return entry.style == style; })) ++style;
  return style;
}

std::size_t TrainingRuns::find(const TrainRun* run) const {
  return static_cast<std::size_t>(std::find_if(m_entries.begin(), m_entries.end(), [run](const Entry& entry) { return entry.run.get() == run; }) - m_entries.begin());
}

/// A folder that was opened and holds no run that can be read is not kept in the list.
void TrainingRuns::onPhase(TrainRun* run) {
  const std::size_t number = find(run);
  const bool isUnread = !run->picture() && run->phase() == TrainRun::Phase::Resting;
  if (number < m_entries.size() && isUnread && m_entries[number].isGuest) {
    m_said = run->error();
    QTimer::singleShot(0, this, [this, run] {  // not while it speaks
      if (const std::size_t at = find(run); at < m_entries.size()) drop(at);
      keepGuests();
      emit changed();
    });
    return;
  }
  if (run != m_current) run->release();
  emit changed();
}

TrainRun* TrainingRuns::current() {
  entries();
  return m_current;
}

void TrainingRuns::setCurrent(TrainRun* run) {
  if (run == m_current) return;
  if (m_current != nullptr) m_current->release();
  m_current = run;
  m_probe.forget();
  m_said.clear();
  emit changed();
}

void TrainingRuns::setShown(const TrainRun* run, bool isShown) {
  const std::size_t number = find(run);
  if (number == m_entries.size() || m_entries[number].isShown == isShown) return;
  m_entries[number].isShown = isShown;
  emit changed();
}

// --- Runs come and go --------------------------------------------------------------------------------------------------------

QString TrainingRuns::freeFolder(const QString& name) const {
  QString folder = QDir(m_folder).filePath(name);
  const auto isTaken = [this](const QString& wanted) {
    return QFileInfo::exists(wanted) || std::any_of(m_entries.begin(), m_entries.end(), [&](const Entry& entry) { return entry.run->folder() == wanted; });
  };
  for (int number = 2; isTaken(folder); ++number) folder = QDir(m_folder).filePath(QStringLiteral("%1-%2").arg(name).arg(number));
  return folder;
}

TrainRun* TrainingRuns::create(const QString& preset, const omega::Options& options) {
  entries();
  const QString title = QString::fromStdString(title_of(plan_of(options).model));
  const QString folder = freeFolder(preset.isEmpty() ? title : title + QLatin1Char('-') + preset);
  TrainRun* run = add(std::make_unique<TrainRun>(folder, options), false);
  setCurrent(run);
  start(*run);
  return run;
}

TrainRun* TrainingRuns::open(const QString& folder) {
  const QString clean = QDir::cleanPath(QFileInfo(folder).absoluteFilePath());
  for (const Entry& entry : entries())
    if (entry.run->folder() == clean) {
      setCurrent(entry.run.get());
      return m_current;
    }
  TrainRun* run = add(std::make_unique<TrainRun>(clean), true);
  setCurrent(run);
  keepGuests();
  return run;
}

void TrainingRuns::keepGuests() const {
  QStringList guests;
  for (const Entry& entry : m_entries)
    if (entry.isGuest) guests << entry.run->folder();
  Settings::setTrainingGuests(guests);
}

void TrainingRuns::drop(std::size_t number) {
  const bool isCurrent = m_entries[number].run.get() == m_current;
  if (isCurrent) {
    m_current = nullptr;
    m_probe.forget();
  }
  m_entries.erase(m_entries.begin() + static_cast<std::ptrdiff_t>(number));
  if (isCurrent && !m_entries.empty()) m_current = m_entries[std::min(number, m_entries.size() - 1)].run.get();
}

void TrainingRuns::remove(TrainRun* run) {
  const std::size_t number = find(run);
  if (number == m_entries.size() || run->isAtWork()) return;
  m_said.clear();
  m_removed = {run->name(), run->folder(), run->folder(), m_entries[number].isGuest};
  if (!m_removed.isGuest && QFileInfo::exists(run->folder())) {
    const QString trash = m_folder + QLatin1Char('/') + kTrash;
    QDir().mkpath(trash);
    m_removed.to = trash + QLatin1Char('/') + run->name();
    QDir(m_removed.to).removeRecursively();
    if (!QDir().rename(m_removed.from, m_removed.to)) {
      m_said = tr("%1 cannot be moved to %2.").arg(m_removed.from, m_removed.to);
      m_removed = {};
      emit changed();
      return;
    }
  }
  drop(number);
  keepGuests();
  emit changed();
}

void TrainingRuns::restore() {
  const Removed back = std::exchange(m_removed, {});
  if (back.name.isEmpty()) return;
  if (back.to != back.from && !QDir().rename(back.to, back.from)) m_said = tr("%1 cannot be moved to %2.").arg(back.to, back.from);
  else if (holdsRun(back.from)) setCurrent(add(std::make_unique<TrainRun>(back.from), back.isGuest));
  keepGuests();
  emit changed();
}

// --- Looking into one --------------------------------------------------------------------------------------------------------

void TrainingRuns::setPlace(const HeadPlace& place) {
  if (place == m_place) return;
  m_place = place;
  emit changed();
}

void TrainingRuns::look() {
  TrainRun* run = current();
  if (run == nullptr || !run->picture()) return;
  if (!run->trainer()) return run->load(m_threads());
  const TrainPlan& plan = run->trainer()->plan();
  m_place.layer = std::min(m_place.layer, plan.model.layers - 1);
  m_place.head = std::min(m_place.head, plan.model.heads - 1);
  m_place.example = std::min(m_place.example, run->trainer()->data().count() - 1);
  m_probe.look(run->trainer(), m_place);
}

std::shared_ptr<const HeadPicture> TrainingRuns::seen() const {
  const auto& picture = m_probe.picture();
  return picture && m_current != nullptr && picture->trainer == m_current->trainer() ? picture : nullptr;
}

void TrainingRuns::openHead() {
  if (m_current != nullptr && m_current->trainer()) m_probe.write(m_current->trainer(), m_place, m_current->folder());
}

void TrainingRuns::onWritten(const HeadFile& file) {
  m_said = file.error;
  if (file.error.isEmpty()) emit headWritten(file);
  emit changed();
}

}  // namespace omegascope

#include "jobs/training_runs.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFileInfo>
#include <QStandardPaths>
#include <QThread>
#include <QTimer>
#include <QUuid>
#include <algorithm>
#include <utility>

#include "core/error.h"
#include "jobs/stored.h"
#include "model/settings.h"

namespace omegascope {

using namespace omega::train;

namespace {

constexpr int kPatienceMs = 400;  // at the end of the program, for the step under way
const QString kTrash = QStringLiteral(".deleted");
const QString kStoredFolder = QStringLiteral(".stored");  // hidden: what is in it is unpacked again

/// Sorted by when they were made, so that a run keeps its place; where the disk does not tell, by their last change.
QFileInfoList oldestFirst(QFileInfoList folders) {
  const auto made = [](const QFileInfo& folder) {
    return folder.birthTime().isValid() ? folder.birthTime() : folder.lastModified();
  };
  std::stable_sort(folders.begin(), folders.end(),
                   [&](const QFileInfo& a, const QFileInfo& b) { return made(a) < made(b); });
  return folders;
}

bool holdsRun(const QString& folder) { return holds_run(folder.toStdString()); }

/// What the trainer and this program wrote to the folder of a run. What else is in it is the user's.
QStringList filesOf(const QString& folder) {
  QStringList files = QDir(folder).entryList(QDir::Files);
  files.removeIf([](const QString& name) { return !isHeadFile(name); });
  for (const std::string& name : files_of_run(folder.toStdString())) files << QString::fromStdString(name);
  return files;
}

bool moveFile(const QString& name, const QString& from, const QString& to) {
  return QFile::rename(QDir(from).filePath(name), QDir(to).filePath(name));
}

/// The files of a run, all or none of them; a folder that has nothing left in it goes.
bool moveFiles(const QString& from, const QString& to) {
  const QStringList names = filesOf(from);
  QDir().mkpath(to);
  const auto stuck =
      std::find_if_not(names.begin(), names.end(), [&](const QString& name) { return moveFile(name, from, to); });
  const bool wentWell = stuck == names.end();
  if (!wentWell) std::for_each(names.begin(), stuck, [&](const QString& name) { moveFile(name, to, from); });
  QDir().rmdir(wentWell ? from : to);
  return wentWell;
}

/// Null where a running copy of the program holds it.
std::unique_ptr<QLockFile> lockOfTrash(const QString& trash) {
  auto lock = std::make_unique<QLockFile>(trash + QStringLiteral(".lock"));
  lock->setStaleLockTime(0);  // a copy may run for days
  return lock->tryLock(0) ? std::move(lock) : nullptr;
}

/// What copies deleted that do not run any more.
void clearTrash(const QString& folder) {
  for (const QFileInfo& trash : QDir(folder).entryInfoList(QDir::Dirs | QDir::NoDotAndDotDot))
    if (const auto lock = lockOfTrash(trash.filePath())) QDir(trash.filePath()).removeRecursively();
  QDir().rmdir(folder);  // stays where something is in it
}

/// By its file: what a run reads of itself comes later.
bool learnsKernel(const TrainRun& run) {
  try {
    return plan_of(read_run(run.folder().toStdString()).options).model.learns_kernel();
  } catch (const omega::Error&) {
    return false;  // the run says itself what is wrong
  }
}

/// As settings keep a look: "lara 1".
QString textOf(const RunLook& look) { return QStringLiteral("%1 %2").arg(look.method).arg(look.number); }
RunLook lookOf(const QString& text) {
  const QStringList parts = text.split(QLatin1Char(' '));
  return parts.size() == 2 ? RunLook{parts[0], std::max(0, parts[1].toInt())} : RunLook();
}

}  // namespace

/// Takes a run from the list, and moves its files aside if it is in the program's own folder; and brings both back.
class TrainingRuns::Removal : public QUndoCommand {
 public:
  Removal(TrainingRuns& runs, const Entry& entry)
      : QUndoCommand(TrainingRuns::tr("Delete %1").arg(entry.run->name())),
        m_runs(runs),
        m_name(entry.run->name()),
        m_from(entry.run->folder()),
        m_kind(entry.kind) {}

  const QString& name() const { return m_name; }

  void redo() override {
    m_runs.m_said.clear();
    const std::size_t number = m_runs.findFolder(m_from);
    const bool wentWell = number < m_runs.m_entries.size() && !m_runs.m_entries[number].run->isAtWork() && takeAside();
    if (wentWell) m_runs.drop(number);
    end(wentWell, true);
  }

  void undo() override {
    m_runs.m_said.clear();
    const bool isThere = m_runs.findFolder(m_from) < m_runs.m_entries.size();  // brought back in another way
    const bool wentWell = !isThere && (m_to.isEmpty() || move(m_to, m_from));
    TrainRun* back = nullptr;
    if (wentWell && m_kind == Kind::Stored) back = m_runs.addStored(m_name);
    if (wentWell && m_kind != Kind::Stored && holdsRun(m_from))
      back = m_runs.add(std::make_unique<TrainRun>(m_from), m_kind);
    if (back != nullptr) m_runs.setCurrent(back);
    end(wentWell, false);
  }

 private:
  /// Not while another program trains in it. The mark of one that was killed goes along.
  bool takeAside() {
    m_to.clear();
    if (m_kind != Kind::Own || !QFileInfo::exists(m_from)) return true;
    try {
      if (!was_interrupted(m_from.toStdString())) const RunFolder free(m_from.toStdString());
    } catch (const omega::Error& error) {
      m_runs.m_said = QString::fromUtf8(error.what());
      return false;
    }
    m_runs.makeTrash();
    m_to = QDir(m_runs.m_trash).filePath(m_name);
    return move(m_from, m_to);
  }
  bool move(const QString& from, const QString& to) {
    if (moveFiles(from, to)) return true;
    m_runs.m_said = TrainingRuns::tr("%1 cannot be moved to %2.").arg(from, to);
    return false;
  }
  void end(bool wentWell, bool isRemoved) {
    setObsolete(!wentWell);
    if (wentWell && m_kind == Kind::Stored) {
      QStringList removed = Settings::removedStoredRuns();
      removed.removeAll(m_name);
      if (isRemoved) removed << m_name;
      Settings::setRemovedStoredRuns(removed);
    }
    m_runs.keepGuests();
    emit m_runs.changed();
  }

  TrainingRuns& m_runs;
  QString m_name, m_from, m_to;  // m_to: empty where its folder stays
  Kind m_kind;
};

TrainingRuns::TrainingRuns(std::function<int()> threads, QObject* parent)
    : QObject(parent), m_threads(std::move(threads)) {
  m_folder = QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + QStringLiteral("/training");
  connect(&m_probe, &HeadProbe::looked, this, &TrainingRuns::seenChanged);
  connect(&m_probe, &HeadProbe::failed, this, [this](const QString& why) {
    m_said = why;
    emit changed();
  });
  connect(&m_probe, &HeadProbe::written, this, [this](const HeadFile& file) {
    m_said = file.error;
    if (file.error.isEmpty()) emit headWritten(file);
    emit changed();
  });
  connect(&m_undo, &QUndoStack::indexChanged, this, &TrainingRuns::changed);
}

// All are asked before any is waited for.
TrainingRuns::~TrainingRuns() {
  m_undo.disconnect(this);
  for (const Entry& entry : m_entries) entry.run->leave();
  QElapsedTimer timer;
  timer.start();
  const auto isAtRest = [](const Entry& entry) { return entry.run->isAtRest(); };
  while (timer.elapsed() < kPatienceMs && !std::all_of(m_entries.begin(), m_entries.end(), isAtRest))
    QThread::msleep(5);
  for (const Entry& entry : m_entries) entry.run->abandon();
  m_entries.clear();
  leaveTrash();
}

// --- The list --------------------------------------------------------------------------------------------------------

void TrainingRuns::setFolder(const QString& folder) {
  m_entries.clear();
  m_current = nullptr;
  m_undo.clear();
  m_probe.forget();
  leaveTrash();
  m_folder = folder;
  m_isScanned = m_showsStored = false;
  emit changed();
}

const std::vector<TrainingRuns::Entry>& TrainingRuns::entries() {
  if (!m_isScanned) scan();
  return m_entries;
}

/// Called when somebody looks for the first time: for those who only explore, nothing is read.
void TrainingRuns::scan() {
  m_isScanned = true;
  clearTrash(trashOfAll());  // of starts that did not end properly
  for (const QFileInfo& found :
       oldestFirst(QDir(m_folder).entryInfoList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name)))
    if (holdsRun(found.filePath())) add(std::make_unique<TrainRun>(found.filePath()), Kind::Own);
  for (const QString& guest : Settings::trainingGuests())
    if (holdsRun(guest)) add(std::make_unique<TrainRun>(guest), Kind::Guest);
  const bool hasOthers = !m_entries.empty();
  if (hasOthers) m_current = m_entries.back().run.get();
  if (!m_showsStored) return;
  bool isChosen = hasOthers;
  const QStringList removed = Settings::removedStoredRuns();
  for (const QString& name : storedRuns()) {
    // Nobody took away what was never unpacked; lists of an earlier version name that, too.
    const bool isRemoved = removed.contains(name) && holdsRun(folderOfStored(name));
    TrainRun* run = isRemoved ? nullptr : addStored(name);
    if (run == nullptr) continue;
    m_entries.back().isShown = !hasOthers;
    if (isChosen) continue;
    m_current = run;
    isChosen = learnsKernel(*run);  // every panel has something to show of it
  }
}

// --- Those that come with the program --------------------------------------------------------------------------------

QString TrainingRuns::folderOfStored(const QString& name) const {
  return QStringLiteral("%1/%2/%3").arg(m_folder, kStoredFolder, name);
}

/// Null where it cannot be written to the disk.
TrainRun* TrainingRuns::addStored(const QString& name) {
  try {
    unpackRun(name, folderOfStored(name));
    auto run = std::make_unique<TrainRun>(folderOfStored(name));
    run->setOrigin(originOfRun(name));
    return add(std::move(run), Kind::Stored);
  } catch (const omega::Error& error) {
    m_said = QString::fromUtf8(error.what());
    return nullptr;
  }
}

bool TrainingRuns::lacksStored() const {
  const QStringList all = storedRuns();
  return std::any_of(all.begin(), all.end(),
                     [this](const QString& name) { return findFolder(folderOfStored(name)) == m_entries.size(); });
}

void TrainingRuns::showStored() {
  entries();
  m_said.clear();
  m_showsStored = true;
  for (const QString& name : storedRuns())
    if (findFolder(folderOfStored(name)) == m_entries.size())
      if (TrainRun* run = addStored(name)) setCurrent(run);
  Settings::setRemovedStoredRuns({});
  emit changed();
}

// --- Runs ------------------------------------------------------------------------------------------------------------

TrainRun* TrainingRuns::add(std::unique_ptr<TrainRun> run, Kind kind) {
  TrainRun* added = run.get();
  RunLook look = lookOf(Settings::runStyles().value(added->folder()).toString());
  if (std::any_of(m_entries.begin(), m_entries.end(), [&](const Entry& entry) { return entry.look == look; }))
    look = {};  // another run took it meanwhile
  m_entries.push_back({std::move(run), true, look, kind});
  connect(added, &TrainRun::pictureChanged, this, [this] {
    settleLooks();
    m_soon.soon();
  });
  connect(added, &TrainRun::phaseChanged, this, [this, added] { onPhase(added); });
  settleLooks();  // a new run knows its attention already
  emit this->added(added);
  return added;
}

/// In the order of the list, whichever is read first: so that numbers of those that have none yet are the same at each
/// start. Numbers are kept by folder, for the next one.
void TrainingRuns::settleLooks() {
  for (Entry& entry : m_entries) {
    if (entry.hasItsLook) continue;
    if (!entry.run->picture()) {
      if (entry.run->phase() == TrainRun::Phase::Reading) return;
      continue;  // it cannot be read
    }
    entry.hasItsLook = true;
    const QString folder = entry.run->folder(),
                  method = QString::fromStdString(estimator_of(entry.run->picture()->plan.model).method);
    if (entry.look.method != method) entry.look = {method, freeNumber(method)};
    QVariantMap kept = Settings::runStyles();
    if (kept.value(folder).toString() == textOf(entry.look)) continue;
    kept.removeIf([this](const auto& one) {  // a new run has no folder until it starts
      return findFolder(one.key()) == m_entries.size() && !QFileInfo::exists(one.key()) && !mayComeBack(one.key());
    });
    kept[folder] = textOf(entry.look);
    Settings::setRunStyles(kept);
  }
}

/// The first that no other run of the attention has; one that was deleted and may come back has its own.
int TrainingRuns::freeNumber(const QString& method) const {
  std::vector<RunLook> taken;
  for (const Entry& entry : m_entries) taken.push_back(entry.look);
  const QVariantMap kept = Settings::runStyles();
  for (auto one = kept.begin(); one != kept.end(); ++one)
    if (mayComeBack(one.key())) taken.push_back(lookOf(one.value().toString()));
  RunLook look{method, 0};
  while (std::count(taken.begin(), taken.end(), look) > 0) ++look.number;
  return look.number;
}

bool TrainingRuns::mayComeBack(const QString& folder) const {
  const QFileInfo file(folder);
  return !m_trash.isEmpty() && file.dir() == QDir(m_folder) &&
         QFileInfo::exists(QDir(m_trash).filePath(file.fileName()));
}

QString TrainingRuns::trashOfAll() const { return QDir(m_folder).filePath(kTrash); }

void TrainingRuns::makeTrash() {
  if (!m_trash.isEmpty()) return;
  m_trash = QDir(trashOfAll()).filePath(QUuid::createUuid().toString(QUuid::WithoutBraces));
  QDir().mkpath(trashOfAll());
  m_trashLock = lockOfTrash(m_trash);  // first: another copy may be clearing what nobody holds
  QDir().mkpath(m_trash);
}

/// What was deleted is gone then.
void TrainingRuns::leaveTrash() {
  if (m_trash.isEmpty()) return;
  QDir(std::exchange(m_trash, QString())).removeRecursively();
  m_trashLock.reset();
  QDir().rmdir(trashOfAll());  // stays where another copy has something in it
}

std::size_t TrainingRuns::find(const TrainRun* run) const {
  return static_cast<std::size_t>(
      std::find_if(m_entries.begin(), m_entries.end(), [run](const Entry& entry) { return entry.run.get() == run; }) -
      m_entries.begin());
}

std::size_t TrainingRuns::findFolder(const QString& folder) const {
  return static_cast<std::size_t>(std::find_if(m_entries.begin(), m_entries.end(),
                                               [&](const Entry& entry) { return entry.run->folder() == folder; }) -
                                  m_entries.begin());
}

/// A folder that was opened and holds no run that can be read is not kept in the list.
void TrainingRuns::onPhase(TrainRun* run) {
  settleLooks();
  const std::size_t number = find(run);
  const bool isUnread = !run->picture() && run->phase() == TrainRun::Phase::Resting;
  if (number < m_entries.size() && isUnread && m_entries[number].kind == Kind::Guest) {
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
  const bool isTriedAgain = run != nullptr && run->forgetUnloaded();
  if (run == m_current && isTriedAgain) emit changed();
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

// --- Runs come and go ------------------------------------------------------------------------------------------------

QString TrainingRuns::freeFolder(const QString& name) const {
  QString folder = QDir(m_folder).filePath(name);
  const auto isTaken = [this](const QString& wanted) {
    const QString deleted = QDir(m_trash).filePath(QFileInfo(wanted).fileName());  // may come back
    return QFileInfo::exists(wanted) || (!m_trash.isEmpty() && QFileInfo::exists(deleted)) ||
           findFolder(wanted) < m_entries.size();
  };
  for (int number = 2; isTaken(folder); ++number)
    folder = QDir(m_folder).filePath(QStringLiteral("%1-%2").arg(name).arg(number));
  return folder;
}

TrainRun* TrainingRuns::create(const QString& preset, const omega::Options& options) {
  entries();
  const TrainPlan plan = plan_of(options);
  const bool isUsual = plan.task == &tasks().front();
  const QString title = QString::fromStdString((isUsual ? "" : plan.task->name + "-") + title_of(plan.model));
  const QString folder = freeFolder(preset.isEmpty() ? title : title + QLatin1Char('-') + preset);
  TrainRun* run = add(std::make_unique<TrainRun>(folder, options), Kind::Own);
  setCurrent(run);
  start(*run);
  emit created();
  return run;
}

TrainRun* TrainingRuns::open(const QString& folder) {
  const QString clean = QDir::cleanPath(QFileInfo(folder).absoluteFilePath());
  entries();
  if (const std::size_t known = findFolder(clean); known < m_entries.size()) {
    setCurrent(m_entries[known].run.get());
    return m_current;
  }
  TrainRun* run = add(std::make_unique<TrainRun>(clean), Kind::Guest);
  setCurrent(run);
  keepGuests();
  return run;
}

/// What the next start shows beside the runs in the program's folder.
void TrainingRuns::keepGuests() const {
  QStringList guests;
  for (const Entry& entry : m_entries)
    if (entry.kind == Kind::Guest) guests << entry.run->folder();
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
  if (number < m_entries.size() && !run->isAtWork()) m_undo.push(new Removal(*this, m_entries[number]));
}

QString TrainingRuns::removed() const {
  return m_undo.canUndo() ? static_cast<const Removal*>(m_undo.command(m_undo.index() - 1))->name() : QString();
}

int TrainingRuns::interrupted() const {
  return static_cast<int>(
      std::count_if(m_entries.begin(), m_entries.end(), [](const Entry& entry) { return entry.run->isInterrupted(); }));
}

void TrainingRuns::resumeInterrupted() {
  for (const Entry& entry : m_entries)
    if (entry.run->isInterrupted()) start(*entry.run);
}

// --- Looking into one ------------------------------------------------------------------------------------------------

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

}  // namespace omegascope

// TrainingRuns: the runs of the Train workspace, which all its panels share: those in the program's folder and those
// that were opened, which of them are drawn, which one is looked into and where.
#pragma once

#include <QLockFile>
#include <QObject>
#include <QUndoStack>
#include <functional>
#include <memory>
#include <vector>

#include "jobs/head_probe.h"
#include "jobs/paced.h"
#include "jobs/train_run.h"

namespace omegascope {

/// How a run is drawn: as the estimator of its attention, and told from other runs of that by a number.
struct RunLook {
  QString method;  // empty until the run was read
  int number = 0;  // 0 is the first
  bool operator==(const RunLook&) const = default;
};

class TrainingRuns : public QObject {
  Q_OBJECT

 public:
  /// `threads`: how many a run computes with; 0: all there are.
  explicit TrainingRuns(std::function<int()> threads, QObject* parent = nullptr);
  ~TrainingRuns() override;

  /// Where new runs are put and old ones found: below the data of the program, where those that come with it are shown
  /// too, unless said otherwise.
  const QString& folder() const { return m_folder; }
  void setFolder(const QString& folder);

  /// Own: in the program's folder; Guest: in another; Stored: come with the program.
  enum class Kind { Own, Guest, Stored };
  struct Entry {
    std::unique_ptr<TrainRun> run;
    bool isShown = true;
    RunLook look;
    Kind kind = Kind::Own;
    bool hasItsLook = false;  // what it reads of itself was held against `look`
  };
  /// Reads the disk when it is first asked for, and unpacks there what comes with the program; isRead(): it did so.
  const std::vector<Entry>& entries();
  bool isRead() const { return m_isScanned; }
  /// The one that is looked into; null where there is none.
  TrainRun* current();
  void setCurrent(TrainRun* run);
  void setShown(const TrainRun* run, bool isShown);

  /// Makes a run and starts it. Throws omega::Error where the options do not go together.
  TrainRun* create(const QString& preset, const omega::Options& options);
  /// A folder that the command made, or an earlier start of the program.
  TrainRun* open(const QString& folder);
  void start(TrainRun& run) { run.start(m_threads()); }
  void step(TrainRun& run) { run.step(m_threads()); }

  /// Takes a run away with its files, which restore() brings back until the program ends; what else is in its folder
  /// stays. One of another kind than Own is only taken from the list. A step of undoStack().
  void remove(TrainRun* run);
  /// The name of the one that restore() would bring back.
  QString removed() const;
  void restore() { m_undo.undo(); }
  /// The steps of this workspace; those of Explore are undone apart.
  QUndoStack* undoStack() { return &m_undo; }

  /// Whether a run that comes with the program is missing from the list; and puts all of them there.
  bool lacksStored() const;
  void showStored();

  /// How many runs are at rest only because the program that trained them was killed; and continuing them all.
  int interrupted() const;
  void resumeInterrupted();

  const HeadPlace& place() const { return m_place; }
  void setPlace(const HeadPlace& place);
  /// Looks at the place in the current run, whose model is loaded for it: called by whoever shows it.
  void look();
  /// What was seen last; null where it is of another run.
  std::shared_ptr<const HeadPicture> seen() const;
  /// Writes all heads on the example of the place, for Explore; headWritten() when they are there.
  void openHead();

  /// What went wrong last with a run that is no longer in the list; empty where nothing did.
  const QString& said() const { return m_said; }

 signals:
  /// Something above is another; what training brings is told a few times a second.
  void changed();
  /// seen() is another, and nothing else: it may come with every validation.
  void seenChanged();
  void added(omegascope::TrainRun* run);
  /// A run was made and begins.
  void created();
  void headWritten(const omegascope::HeadFile& file);

 private:
  class Removal;

  void scan();
  TrainRun* add(std::unique_ptr<TrainRun> run, Kind kind);
  void settleLooks();
  int freeNumber(const QString& method) const;
  bool mayComeBack(const QString& folder) const;
  TrainRun* addStored(const QString& name);
  QString folderOfStored(const QString& name) const;
  void onPhase(TrainRun* run);
  std::size_t find(const TrainRun* run) const;
  std::size_t findFolder(const QString& folder) const;
  QString trashOfAll() const;
  void makeTrash();
  void leaveTrash();
  void drop(std::size_t number);
  void keepGuests() const;
  QString freeFolder(const QString& name) const;

  std::function<int()> m_threads;
  QString m_folder, m_said;
  QString m_trash;                         // what was deleted here and may come back; empty until something was
  std::unique_ptr<QLockFile> m_trashLock;  // while it is held, no other copy of the program clears that
  bool m_isScanned = false, m_showsStored = true;
  std::vector<Entry> m_entries;
  TrainRun* m_current = nullptr;
  QUndoStack m_undo;
  HeadPlace m_place;
  HeadProbe m_probe;
  Paced m_soon{std::chrono::milliseconds(100), [this] { emit changed(); }};  // what training brings
};

}  // namespace omegascope

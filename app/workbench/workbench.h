// Workbench: what every panel is given: the document, the selection, and the newest snapshot. It turns changes of the
// first two into work and tells when a better picture is there. No panel knows another.
#pragma once

#include <QObject>
#include <QTimer>
#include <atomic>
#include <memory>
#include <mutex>
#include <optional>

#include "jobs/explorer.h"
#include "jobs/job_list.h"
#include "jobs/latest_job.h"
#include "model/document_store.h"
#include "model/selection.h"
#include "model/session_file.h"
#include "model/shell_line.h"
#include "model/snapshot.h"
#include "model/workspace.h"
#include "workbench/trace.h"

namespace omegascope {

class ChanceRun;
class TrainingRuns;

class Workbench : public QObject {
  Q_OBJECT

 public:
  explicit Workbench(QObject* parent = nullptr);
  ~Workbench() override;

  DocumentStore& store() { return m_store; }
  const Document& document() const { return m_store.document(); }
  Selection& selection() { return m_selection; }
  const Selection& selection() const { return m_selection; }
  Trace& trace() { return m_trace; }

  /// Another document with its selection, and what is open now; the layout is the window's.
  void open(const Session& session);
  Session session() const;
  /// A document with another sequence, in one step that can be undone, and a place in it.
  void changeSequence(const QString& text, const Document& document, const Cursor& cursor);

  /// Never null; empty before the first one.
  std::shared_ptr<const Snapshot> snapshot() const { return m_snapshot; }
  /// Whether what is shown is older than what was asked for.
  bool isStale() const { return m_snapshot->revision < m_revision; }
  bool isBusy() const { return m_cancelled != m_revision && (isStale() || !m_snapshot->complete); }
  /// What is said beside results from before the last change.
  QString ageText() const { return isBusy() ? tr("updating …") : tr("from before the last change"); }
  /// Gives up what is being computed; what is shown stays. The next change computes again, and so does computeAgain().
  void cancel();
  /// What waits for a word begins, too.
  void computeAgain();
  /// As after a change, though the document is the same: its file may hold something else now.
  void readAgain() { post(QStringLiteral("file")); }
  /// Whether somebody is there to be asked before what takes very long begins; else everything begins at once.
  void setAsks(bool asks) { m_asks = asks; }
  /// What the present work was said to take before it began; none where that is not long, or at rest.
  const std::optional<Forecast>& forecast() const { return m_forecast; }
  /// Whether that waits for computeAgain(), or another change.
  bool isAwaited() const { return m_forecast && (isCancelled() || m_staysAsked); }
  /// Whether the last step of undo led to that.
  bool isOfLastStep() const { return m_isOfStep; }
  std::uint64_t revision() const { return m_revision; }
  bool isCancelled() const { return m_cancelled == m_revision; }

  /// Panels that are hidden are not computed for.
  void setNeeds(const Needs& needs);
  void setMapSide(int cells);
  /// How many threads compute; 0: all the machine has. The numbers are the same.
  void setThreads(int threads) { m_threads = threads; }
  int threads() const { return m_threads; }
  /// What the Train workspace is about.
  TrainingRuns& training() { return *m_training; }
  /// What the panel Chance plays.
  ChanceRun& chance() { return *m_chance; }
  const ChanceRun& chance() const { return *m_chance; }
  /// While a job measures times nothing else is computed; what is asked for meanwhile comes afterwards.
  bool isHeld() const { return m_held; }
  /// What else runs beside the window.
  JobList& jobs() { return m_jobs; }
  int mapSide() const { return m_mapSide; }
  static constexpr int kSmallestMapSide = 256;
  /// Waits until everything asked for is there; false if not within kUnattendedMs. For pictures, lessons and tests.
  /// `meanwhile` is called now and then, and may throw to give up.
  bool settle(const std::function<void()>& meanwhile = {});

  /// For before and after: the snapshot that was pinned, beside which views draw the present one; null for none.
  std::shared_ptr<const Snapshot> pinned() const { return m_pinned; }
  /// Keeps what is shown now, if a query is; its numbers stay those of now whatever is changed later. A picture that
  /// is not complete is computed to its end before.
  void pin();
  void unpin();
  /// Data that a session did not find were located: what was pinned of them is computed again.
  void followData(const std::string& from, const std::string& to);

  /// Whether another estimator was chosen to stand in front of this one. softmax, the truth, never steps back.
  bool isBehind(int card) const;

  /// The line for a shell that makes a card's numbers again: those of `want`, with commas between them, or all.
  ShellLine commandFor(const Card& card, const QString& want = {}) const;

 signals:
  /// Another session is about to be opened.
  void opening();
  void snapshotChanged();
  void busyChanged(bool busy);
  void heldChanged(bool held);
  void forecastChanged();
  /// A panel wants the file read in another way; `choose` asks which array is which.
  void fileWanted(const QString& path, const omegascope::OptionTexts& options, bool choose);
  /// ... and as it was read, since it may hold something else now.
  void fileWantedAgain();
  void pinnedChanged();
  /// Something was changed without having been asked for: what and why, in one sentence.
  void told(const QString& sentence);
  /// A panel has something to show in another workspace.
  void workspaceWanted(omegascope::Workspace workspace);

 private:
  void onDocument(const Document& before, const Document& after);
  /// For something new; the same once more; the same, of another place.
  enum class Asks { anew, again, elsewhere };
  void post(const QString& event, Asks asks = Asks::anew);
  void giveUp();
  void receive(std::shared_ptr<const Snapshot> snapshot);  // worker thread
  void hearForecast(std::uint64_t revision, const Forecast& forecast, bool begins);
  void forgetForecast();
  void allow(const Forecast& forecast);
  Allowance allowance(bool again) const;
  void showNewest();
  void onJobs();
  void onSelectionChanged();
  void followQuery(int query);
  void limitSelection();
  QStringList misfits(const omega::Sizes& sizes) const;
  void dropMisfits();
  void makePinJob();
  void restorePin(const Pin& pin);
  void receivePin(const std::shared_ptr<const Snapshot>& snapshot);

  DocumentStore m_store;
  Selection m_selection;
  Trace m_trace;
  JobList m_jobs;
  std::shared_ptr<const Snapshot> m_snapshot;
  std::uint64_t m_revision = 0, m_cancelled = 0;
  Needs m_needs;
  int m_mapSide = 512;
  Cursor m_asked;
  int m_around = 0;  // the query in the middle, where maps show single rows
  bool m_wasBusy = false;
  bool m_held = false;
  std::optional<ExploreRequest> m_heldBack;
  QTimer m_blank;  // until nothing is shown while another sequence is on its way
  bool m_asks = false;
  std::optional<Forecast> m_forecast;
  std::uint64_t m_forecastOf = 0;  // revision
  Forecast m_allowed;              // of what was let begin last ...
  Workload m_allowedWorkload;      // ... and of which sequence
  bool m_again = false;            // the last request was told to begin
  bool m_staysAsked = false;       // what waits for a word still does: only another place was asked for since
  bool m_isOfStep = false;         // the last request comes of the last step of undo
  std::shared_ptr<const Document> m_fitting;  // the last one that was shown with all that was moved by hand
  QTimer m_hurry;                             // while busy: old work may hold up what was asked for since

  std::atomic<int> m_threads = 0;
  std::mutex m_mutex;
  std::shared_ptr<const Snapshot> m_newest;  // guarded by m_mutex
  bool m_announced = false;                  // guarded by m_mutex: one queued call at a time
  Explorer m_explorer;                       // used on the worker thread only
  std::unique_ptr<LatestJob<ExploreRequest>> m_job;

  std::unique_ptr<TrainingRuns> m_training;
  std::unique_ptr<ChanceRun> m_chance;

  std::shared_ptr<const Snapshot> m_pinned;
  std::optional<Pin> m_missingPin;  // asked for by a session, and not there: under way, or its data was not found
  bool m_restoringPin = false;
  std::uint64_t m_pinNumber = 0;                        // of the pin that was asked for last
  std::unique_ptr<LatestJob<ExploreRequest>> m_pinJob;  // made when the first pin is computed again
};

}  // namespace omegascope

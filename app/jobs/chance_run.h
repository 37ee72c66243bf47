// ChanceRun: plays the game of the panel Chance on a thread of its own: the run that is shown at once, its replicates
// after it. A newer game takes the place of one that waits.
#pragma once

#include <QObject>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "importance/importance.h"
#include "jobs/latest_job.h"
#include "model/chance_state.h"

namespace omegascope {

struct ChanceResult {
  ChanceState asked;
  omega::importance::Laws laws;
  omega::importance::Outcome outcome;
  bool isComplete = false;  // with all replicates; else one only
  std::string error;        // why there is nothing
};

class ChanceRun : public QObject {
  Q_OBJECT

 public:
  /// `threads` is asked before each game.
  explicit ChanceRun(std::function<int()> threads, QObject* parent = nullptr);

  /// Plays it unless it is what was asked for last.
  void ask(const ChanceState& state);
  /// The newest; null before the first one.
  const std::shared_ptr<const ChanceResult>& result() const { return m_result; }
  /// Whether that is all of what was asked for.
  bool isDone() const;
  bool isUnderWay() const { return m_asked && !isDone(); }
  /// A lesson's step, or Explore, has put a game in the place of what was played, also where it is the same again.
  void beginAnew() { emit begun(); }

 signals:
  void changed();
  void begun();

 private:
  void play(const ChanceState& state, const LatestJob<ChanceState>::Run& run);  // worker thread
  void tell(ChanceResult result);                                               // worker thread

  std::function<int()> m_threads;
  std::optional<ChanceState> m_asked;
  std::shared_ptr<const ChanceResult> m_result;
  // Last: it ends before what it uses.
  using Worker = LatestJob<ChanceState>;
  Worker m_job{[this](const ChanceState& state, const Worker::Run& run) { play(state, run); }};
};

}  // namespace omegascope

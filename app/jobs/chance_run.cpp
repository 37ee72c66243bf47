#include "jobs/chance_run.h"

#include "core/error.h"
#include "model/window_words.h"

namespace omegascope {

ChanceRun::ChanceRun(std::function<int()> threads, QObject* parent) : QObject(parent), m_threads(std::move(threads)) {}

void ChanceRun::ask(const ChanceState& state) {
  if (m_asked && m_asked->playsAs(state)) return;
  m_asked = state;
  m_job.post(state);
}

bool ChanceRun::isDone() const {
  return m_asked && m_result && m_result->isComplete && m_result->asked.playsAs(*m_asked);
}

void ChanceRun::play(const ChanceState& state, const LatestJob<ChanceState>::Run& run) {
  ChanceResult result;
  result.asked = state;
  try {
    omega::with_threads(m_threads(), [&] {
      const omega::Progress progress(run.stop);
      result.laws = omega::importance::laws(state.game, progress);
      omega::importance::Game once = state.game;
      once.plan.replicates = 1;
      result.outcome = omega::importance::play(once, result.laws, state.seed, state.draw, progress);
      tell(result);
      run.previewed();
      result.outcome = omega::importance::play(state.game, result.laws, state.seed, state.draw, progress);
    });
  } catch (const omega::Cancelled&) {
    return;
  } catch (const std::exception& problem) {
    result.error = windowWords(problem.what());
  }
  result.isComplete = true;
  tell(std::move(result));
}

void ChanceRun::tell(ChanceResult result) {
  const auto shared = std::make_shared<const ChanceResult>(std::move(result));
  tellLater(this, [this, shared] {
    m_result = shared;
    emit changed();
  });
}

}  // namespace omegascope

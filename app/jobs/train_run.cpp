#include "jobs/train_run.h"

#include <QElapsedTimer>
#include <QFileInfo>
#include <algorithm>

#include "core/error.h"
#include "cpu/parallel.h"

namespace omegascope {

using namespace omega::train;

namespace {

// A record is copied to be shown, but never for more than a twentieth of the time.
constexpr int kBetweenLooksMs = 200, kLookShare = 20;

}  // namespace

std::shared_ptr<const TrainPicture> pictureOf(const Trainer& trainer) {
  omega::train::Snapshot now = trainer.snapshot();
  return std::make_shared<const TrainPicture>(TrainPicture{trainer.options(), trainer.plan(), now.state,
                                                           std::move(now.record), trainer.place().backend == "cuda"});
}

TrainRun::TrainRun(const QString& folder, QObject* parent) : LongJob(parent), m_folder(folder) {
  connect(&m_looks, &QTimer::timeout, this, &TrainRun::look);
  begin(What::Read, 0, Phase::Reading);
}

TrainRun::TrainRun(const QString& folder, const omega::Options& options, QObject* parent)
    : LongJob(parent), m_folder(folder), m_phase(Phase::Resting), m_options(options) {
  TrainPicture start{options, plan_of(options), {}, {}};
  start.state.rate = start.plan.training.rate;
  start.state.redraw = start.plan.training.redraw;
  m_picture = std::make_shared<const TrainPicture>(std::move(start));
  connect(&m_looks, &QTimer::timeout, this, &TrainRun::look);
}

QString TrainRun::name() const { return QFileInfo(m_folder).fileName(); }

double TrainRun::fraction() const {
  return m_picture ? static_cast<double>(m_picture->state.step) /
                         static_cast<double>(std::max<omega::Index>(1, m_picture->plan.training.steps))
                   : 0;
}

std::optional<double> TrainRun::secondsLeft() const {
  if (!m_picture || !(m_speed > 0)) return {};
  return static_cast<double>(m_picture->plan.training.steps - m_picture->state.step) / m_speed;
}

// --- What the window asks for ----------------------------------------------------------------------------------------

void TrainRun::begin(What what, int threads, Phase phase) {
  m_error.clear();
  m_phase = phase;
  m_isTraining = what == What::Train;
  m_isKeeping = what == What::Keep;
  m_worker.post({++m_job, what, threads, m_control, m_changed});
  emit phaseChanged();
}

void TrainRun::start(int threads) {
  if (m_phase != Phase::Resting || isFinished()) return;
  m_paused = false;
  m_control = std::make_shared<TrainControl>();
  begin(What::Train, threads, Phase::Preparing);
}

void TrainRun::setPaused(bool paused) {
  if (!isAtWork() || m_phase == Phase::Stopping || paused == m_paused) return;
  m_paused = paused;
  paused ? m_control->pause() : m_control->resume();
  emit phaseChanged();
}

void TrainRun::step(int threads) {
  if (m_phase == Phase::Resting && !isFinished()) {
    m_control = std::make_shared<TrainControl>();
    m_control->step();
    m_paused = true;
    return begin(What::Train, threads, Phase::Preparing);
  }
  if (!isAtWork() || m_phase == Phase::Stopping) return;
  m_paused = true;
  m_control->step();
  emit phaseChanged();
}

void TrainRun::stop() {
  if (m_phase != Phase::Running && m_phase != Phase::Preparing) return;
  m_phase == Phase::Running ? m_control->stop()
                            : m_control->abandon();  // before the first step there is nothing to keep
  m_phase = Phase::Stopping;
  emit phaseChanged();
}

void TrainRun::setRate(double rate) {
  m_changed.rate = rate;
  keepSettings();
}

void TrainRun::setRedraw(omega::Index redraw) {
  m_changed.redraw = redraw;
  keepSettings();
}

/// While it learns, the trainer keeps what changes.
void TrainRun::keepSettings() {
  if (m_trainer) m_changed.giveTo(*m_trainer);
  if (m_phase == Phase::Resting && holds_run(m_folder.toStdString())) begin(What::Keep, 0, Phase::Resting);
}

void TrainRun::Changed::giveTo(Trainer& trainer) const {
  if (rate) trainer.set_rate(*rate);
  if (redraw) trainer.set_redraw(*redraw);
}

void TrainRun::load(int threads) {
  if (m_phase != Phase::Resting || m_isKeeping || m_trainer || !m_error.isEmpty() || !QFileInfo::exists(m_folder))
    return;
  m_control = std::make_shared<TrainControl>();
  begin(What::Load, threads, Phase::Preparing);
}

void TrainRun::release() {
  if (m_phase != Phase::Resting || m_isKeeping || !m_trainer || !m_error.isEmpty())
    return;  // what could not be written is nowhere else
  m_trainer.reset();
  m_worked.reset();  // the worker rests
}

bool TrainRun::forgetUnloaded() {
  if (m_phase != Phase::Resting || !m_isUnloaded || !QFileInfo::exists(m_folder)) return false;
  m_isUnloaded = false;
  m_error.clear();
  return true;
}

void TrainRun::leave() { m_phase == Phase::Running ? m_control->stop() : m_control->abandon(); }

// --- Worker thread ---------------------------------------------------------------------------------------------------

void TrainRun::work(const Job& job) {
  std::string error;
  try {
    switch (job.what) {
      case What::Read: read(); break;
      case What::Keep: keep(job); break;
      case What::Load: omega::with_threads(job.threads, [&] { prepare(job); }); break;
      case What::Train: omega::with_threads(job.threads, [&] { train(job); }); break;
    }
  } catch (const omega::Cancelled&) {
    // What was learned is in the folder.
  } catch (const std::exception& problem) {
    error = problem.what();
  }
  if (m_worked) {
    auto last = pictureOf(*m_worked);
    if (m_worked->diverged()) m_worked.reset();
    m_news.tell([&](News& news) {
      news.picture = std::move(last);
      news.trainer = m_worked;
    });
  }
  m_news.tell([&](News& news) { news.ended = End{job.number, error}; });
}

void TrainRun::read() {
  readPicture();
  m_news.tell([&](News& news) { news.wasInterrupted = was_interrupted(m_folder.toStdString()); });
}

void TrainRun::readPicture() {
  SavedRun saved = read_run(m_folder.toStdString());
  const TrainPlan plan = plan_of(saved.options);
  auto picture =
      std::make_shared<const TrainPicture>(TrainPicture{saved.options, plan, saved.state, std::move(saved.record)});
  m_news.tell([&](News& news) { news.picture = std::move(picture); });
}

void TrainRun::prepare(const Job& job) {
  if (m_worked) return;
  const omega::Progress progress(job.control->abandoned());
  const std::filesystem::path folder(m_folder.toStdString());
  if (m_options && !holds_run(folder))
    m_worked = std::make_shared<Trainer>(*m_options, progress);
  else
    m_worked = Trainer::resume(folder, progress);
  m_news.tell([&](News& news) {
    news.trainer = m_worked;
    news.picture = pictureOf(*m_worked);
  });
}

void TrainRun::train(const Job& job) {
  const RunFolder folder(m_folder.toStdString());
  forgetIfBehind(folder);
  prepare(job);
  job.changed.giveTo(*m_worked);
  m_news.tell([](News& news) {
    news.isRunning = true;
    news.wasInterrupted = false;
  });
  m_worked->run(*job.control, &folder);
}

/// Writes what changed in a run at rest, so that it is not lost with the program.
void TrainRun::keep(const Job& job) {
  const RunFolder folder(m_folder.toStdString());
  forgetIfBehind(folder);
  if (m_worked) {
    job.changed.giveTo(*m_worked);
    return m_worked->save(folder);
  }
  change_run(folder, job.changed.rate, job.changed.redraw);
  readPicture();
}

/// Forgets what is in memory where another program has gone on training in the folder.
void TrainRun::forgetIfBehind(const RunFolder& folder) {
  if (!m_worked || !m_worked->is_behind(folder)) return;
  m_worked.reset();
  m_news.tell([](News& news) { news.trainer = nullptr; });
}

// --- The window's thread ---------------------------------------------------------------------------------------------

void TrainRun::receive() {
  const News news = m_news.take();
  if (news.trainer) {
    m_trainer = *news.trainer;
    if (m_trainer) m_changed.giveTo(*m_trainer);
  }
  if (news.picture) m_picture = news.picture;
  m_wasInterrupted = news.wasInterrupted.value_or(m_wasInterrupted);
  const bool isNewest = news.ended && news.ended->job == m_job;
  if (news.isRunning && m_phase == Phase::Preparing) {
    m_phase = Phase::Running;
    m_speed = 0;
    m_spokenSeconds = m_picture->state.seconds;
    m_looks.start(kBetweenLooksMs);
  }
  if (isNewest) {
    m_error = QString::fromStdString(news.ended->error);
    m_isUnloaded = m_phase == Phase::Preparing && !m_error.isEmpty();
    m_phase = Phase::Resting;
    // What was changed while the run was loaded is in no folder yet.
    const bool isUnkept = m_changed.isAny() && m_error.isEmpty() && !m_isTraining && !m_isKeeping;
    m_paused = m_isKeeping = false;
    m_looks.stop();
    if (isUnkept)
      keepSettings();
    else if (m_trainer || m_error.isEmpty())
      m_changed = {};  // its picture has them
  }
  if (news.picture) emit pictureChanged();
  if (isNewest || news.isRunning) emit phaseChanged();
}

/// What has been learned since the last look.
void TrainRun::look() {
  if (!m_trainer || m_trainer->state().step == m_picture->state.step) return;
  QElapsedTimer cost;
  cost.start();
  const omega::Index before = m_picture->state.step;
  m_picture = pictureOf(*m_trainer);
  const double seconds = m_picture->state.seconds - m_spokenSeconds;
  if (seconds > 0) m_speed = static_cast<double>(m_picture->state.step - before) / seconds;
  m_spokenSeconds = m_picture->state.seconds;
  m_looks.setInterval(std::max<int>(kBetweenLooksMs, kLookShare * static_cast<int>(cost.elapsed())));
  emit pictureChanged();
  emit progressed();
}

}  // namespace omegascope

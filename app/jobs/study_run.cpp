#include "jobs/study_run.h"

#include <QDir>
#include <QFileInfo>
#include <algorithm>
#include <chrono>

#include "core/error.h"
#include "model/window_words.h"

namespace omegascope {

using namespace omega::studies;

namespace {

using Clock = std::chrono::steady_clock;

// A figure is made anew as rows come, but never for more than a fifth of the time.
constexpr auto kBetweenPictures = std::chrono::milliseconds(250);
constexpr int kShare = 5;
// Progress comes faster than a window can say it: told at once, it would leave no time for anything else.
constexpr auto kBetweenStates = std::chrono::milliseconds(50);

}  // namespace

StudyRun::StudyRun(std::shared_ptr<const StudyDefinition> study, const QString& folder, QObject* parent)
    : LongJob(parent), m_study(std::move(study)), m_folder(folder) {
  m_worker.post({});
}

bool StudyRun::isExclusive() const { return m_study->measures_times(); }

void StudyRun::start(int threads) {
  if (m_phase != Phase::Resting) return;
  m_pause.set(false);
  m_error.clear();
  m_sweep = {};
  m_phase = Phase::Running;
  m_stop = std::stop_source();
  m_worker.post({++m_job, threads, m_stop.get_token()});
  emit phaseChanged();
}

void StudyRun::setPaused(bool paused) {
  if (m_phase != Phase::Running || paused == isPaused()) return;
  m_pause.set(paused);
  emit phaseChanged();
}

void StudyRun::cancel() {
  if (m_phase != Phase::Running) return;
  m_phase = Phase::Stopping;
  m_stop.request_stop();
  emit phaseChanged();
}

QString StudyRun::setAside() {
  if (m_phase != Phase::Resting) return {};
  int number = 1;
  while (QFileInfo::exists(QStringLiteral("%1-%2").arg(m_folder).arg(number))) ++number;
  const QString aside = QStringLiteral("%1-%2").arg(m_folder).arg(number);
  if (!rename(m_folder, aside)) return {};
  m_picture.reset();
  m_sweep = {};
  m_error.clear();
  emit pictureChanged();
  emit phaseChanged();
  return aside;
}

bool StudyRun::takeBack(const QString& aside) {
  if (m_phase != Phase::Resting || m_picture || !rename(aside, m_folder)) return false;
  m_error.clear();
  m_read = false;
  m_worker.post({});
  emit phaseChanged();
  return true;
}

bool StudyRun::rename(const QString& from, const QString& to) {
  if (!QFileInfo::exists(to) && QDir().rename(from, to)) return true;
  m_error = tr("%1 cannot be renamed to %2.").arg(from, to);
  emit phaseChanged();
  return false;
}

// --- Worker thread ---------------------------------------------------------------------------------------------------

void StudyRun::work(const Job& job) {
  std::string error;
  try {
    job.number > 0 ? measure(job) : read();
  } catch (const omega::Cancelled&) {
    // What is done is in the folder.
  } catch (const std::exception& problem) {
    error = windowWords(problem.what());
  }
  tell([&](News& news) { news.ended = End{job.number, error}; });
}

void StudyRun::read() {
  const std::filesystem::path folder(m_folder.toStdString());
  std::error_code none;
  if (!std::filesystem::exists(rows_file(folder, {}), none)) return;
  publish(open_study({folder}).rows);
}

void StudyRun::measure(const Job& job) {
  StudyDefinition study = *m_study;
  look_at_files(study);
  const std::filesystem::path folder(m_folder.toStdString());
  prepare_folder(folder, study);
  RowWriter writer(rows_file(folder, {}), study, Shard{});
  std::vector<Json> rows = writer.found();
  publish(rows);
  Clock::time_point next = Clock::now();
  SweepWatch watch;
  watch.stop = job.stop;
  watch.pause = &m_pause;
  watch.state = [&](const SweepState& state) { tell([&](News& news) { news.sweep = state; }); };
  watch.row = [&](const Json& row) {
    rows.push_back(row);
    const Clock::time_point before = Clock::now();
    if (before < next) return;
    publish(rows);
    const Clock::time_point after = Clock::now();
    next = after + std::max<Clock::duration>(kBetweenPictures, kShare * (after - before));
  };
  try {
    run_sweep(study, {}, job.threads, writer, watch);
  } catch (...) {
    publish(std::move(rows));
    throw;
  }
  publish(std::move(rows));
}

void StudyRun::publish(std::vector<Json> rows) {
  auto picture = std::make_shared<StudyPicture>();
  picture->rows = std::move(rows);
  picture->summary = summarise(*m_study, picture->rows);
  tell([&](News& news) { news.picture = std::move(picture); });
}

void StudyRun::tell(const std::function<void(News&)>& change) {
  m_news.tell(change, [this](const News& news) {
    const Clock::time_point now = Clock::now();
    if (!news.picture && !news.ended && now - m_told < kBetweenStates) return false;
    m_told = now;
    return true;
  });
}

// --- The window's thread ---------------------------------------------------------------------------------------------

void StudyRun::receive() {
  const News news = m_news.take();
  if (news.sweep) m_sweep = *news.sweep;
  if (news.picture) m_picture = news.picture;
  const bool isNewest = news.ended && news.ended->job == m_job;
  const bool hasRead = news.ended && !std::exchange(m_read, true);
  if (isNewest || (hasRead && m_phase == Phase::Resting)) m_error = QString::fromStdString(news.ended->error);
  if (isNewest) {
    m_phase = Phase::Resting;
    m_pause.set(false);
  }
  if (news.picture) emit pictureChanged();
  emit progressed();
  if (isNewest || hasRead) emit phaseChanged();
}

}  // namespace omegascope

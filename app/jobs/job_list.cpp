#include "jobs/job_list.h"

#include <algorithm>
#include <utility>

namespace omegascope {

void JobList::add(const QString& title, LongJob* run, Pause pause) {
  std::erase_if(m_jobs, [](const Job& job) { return job.run.isNull(); });
  m_jobs.push_back({title, run, pause});
  connect(run, &LongJob::progressed, this, &JobList::changed);
  connect(run, &LongJob::phaseChanged, this, &JobList::changed);
  connect(run, &QObject::destroyed, this, &JobList::changed);
}

std::vector<JobList::Job> JobList::running() const {
  std::vector<Job> jobs;
  std::copy_if(m_jobs.begin(), m_jobs.end(), std::back_inserter(jobs), [](const Job& job) { return !job.run.isNull() && job.run->isUnderWay(); });
  return jobs;
}

bool JobList::isMeasuringTimes() const {
  const std::vector<Job> jobs = running();
  return std::any_of(jobs.begin(), jobs.end(), [](const Job& job) { return job.run->isExclusive() && !job.run->isPaused(); });
}

void JobList::restOthers() {
  for (const Job& job : running()) {
    if (job.pause == Pause::ByPanel || job.run->isExclusive() || job.run->isPaused() || std::find(m_rested.begin(), m_rested.end(), job.run) != m_rested.end()) continue;
    m_rested.push_back(job.run);  // before it is paused, which comes back here
    job.run->setPaused(true);
  }
}

void JobList::wakeOthers() {
  for (const QPointer<LongJob>& run : std::exchange(m_rested, {}))
    if (!run.isNull()) run->setPaused(false);
}

}  // namespace omegascope

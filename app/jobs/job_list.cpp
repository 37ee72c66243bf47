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
  std::copy_if(m_jobs.begin(), m_jobs.end(), std::back_inserter(jobs),
               [](const Job& job) { return !job.run.isNull() && job.run->isUnderWay(); });
  return jobs;
}

bool JobList::isMeasuringTimes() const {
  const std::vector<Job> jobs = running();
  return std::any_of(jobs.begin(), jobs.end(),
                     [](const Job& job) { return job.run->isExclusive() && !job.run->isPaused(); });
}

void JobList::restOthers() {
  for (const Job& job : running()) {
    const auto known =
        std::find_if(m_rested.begin(), m_rested.end(), [&](const Rested& one) { return one.run == job.run; });
    if (known != m_rested.end()) {
      if (!job.run->isPaused()) known->isAsleep = false;
      continue;
    }
    if (job.pause == Pause::ByPanel || job.run->isExclusive() || job.run->isPaused()) continue;
    const std::size_t place = m_rested.size();
    m_rested.push_back({job.run});  // before it is paused: pausing calls this function again
    job.run->setPaused(true);
    if (place < m_rested.size()) m_rested[place].isAsleep = true;  // else all were woken meanwhile
  }
}

void JobList::wakeOthers() {
  for (const Rested& one : std::exchange(m_rested, {}))
    if (!one.run.isNull() && one.isAsleep) one.run->setPaused(false);
}

}  // namespace omegascope

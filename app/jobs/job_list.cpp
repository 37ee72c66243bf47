#include "jobs/job_list.h"

#include <algorithm>

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

}  // namespace omegascope

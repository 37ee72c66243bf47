// JobList: what runs beside the exploring itself: sweeps of studies, wherever they were started. One place tells of them all.
#pragma once

#include <QObject>
#include <QPointer>
#include <vector>

#include "jobs/study_run.h"

namespace omegascope {

class JobList : public QObject {
  Q_OBJECT

 public:
  using QObject::QObject;

  struct Job {
    QString title;
    QPointer<StudyRun> run;
  };

  void add(const QString& title, StudyRun* run);
  /// Those that are not at rest.
  std::vector<Job> running() const;
  /// Whether one of them measures times.
  bool isMeasuringTimes() const;

 signals:
  void changed();

 private:
  std::vector<Job> m_jobs;
};

}  // namespace omegascope

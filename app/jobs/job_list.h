// JobList: what runs beside the exploring itself: sweeps of studies, wherever they were started, training, and the
// heads of a model being measured. One place tells of them all.
#pragma once

#include <QObject>
#include <QPointer>
#include <optional>
#include <vector>

namespace omegascope {

/// Something that takes long, and can be paused and given up.
class LongJob : public QObject {
  Q_OBJECT

 public:
  using QObject::QObject;

  /// Until it has come to rest, paused or not.
  virtual bool isUnderWay() const = 0;
  virtual bool isStopping() const = 0;
  virtual bool isPaused() const = 0;
  virtual void setPaused(bool paused) = 0;
  /// What is done stays.
  virtual void cancel() = 0;
  /// Whether its results are worth something only while nothing else computes.
  virtual bool isExclusive() const { return false; }
  virtual double fraction() const = 0;
  virtual std::optional<double> secondsLeft() const = 0;

 signals:
  void progressed();
  void phaseChanged();
};

class JobList : public QObject {
  Q_OBJECT

 public:
  using QObject::QObject;

  /// Who pauses it: the user, or only the panel that it belongs to.
  enum class Pause { ByUser, ByPanel };
  struct Job {
    QString title;
    QPointer<LongJob> run;
    Pause pause = Pause::ByUser;
  };

  void add(const QString& title, LongJob* run, Pause pause = Pause::ByUser);
  /// The jobs that are not at rest.
  std::vector<Job> running() const;
  /// Whether one of them measures times.
  bool isMeasuringTimes() const;
  /// Pauses the jobs that the user may pause and that measure no times. A job that it paused before and that the user
  /// resumed is left running.
  void restOthers();
  /// Resumes what restOthers() paused, except what the user has resumed since, whatever became of it afterwards.
  void wakeOthers();

 signals:
  void changed();

 private:
  std::vector<Job> m_jobs;
  struct Rested {
    QPointer<LongJob> run;
    bool isAsleep = false;  // false once the user has resumed it
  };
  std::vector<Rested> m_rested;
};

}  // namespace omegascope

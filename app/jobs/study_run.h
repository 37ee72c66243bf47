// StudyRun: one study at one size with its folder of results: reads what is there, goes on with it on a thread of its
// own, and tells the window. The sweep and all that is made of its rows are the engine's.
#pragma once

#include <chrono>
#include <memory>
#include <vector>

#include "jobs/job_list.h"
#include "jobs/latest_job.h"
#include "jobs/mailbox.h"
#include "studies/summary.h"
#include "studies/sweep.h"

namespace omegascope {

using StudyDefinition = omega::studies::StudyDefinition;

/// The rows there are and what they make; never changes once it is published.
struct StudyPicture {
  std::vector<omega::studies::Json> rows;
  omega::studies::StudySummary summary;
};

class StudyRun : public LongJob {
  Q_OBJECT

 public:
  enum class Phase { Resting, Running, Stopping };

  /// Begins to read what `folder` holds.
  StudyRun(std::shared_ptr<const StudyDefinition> study, const QString& folder, QObject* parent = nullptr);
  ~StudyRun() override { m_stop.request_stop(); }

  const StudyDefinition& study() const { return *m_study; }
  const std::shared_ptr<const StudyDefinition>& sharedStudy() const { return m_study; }
  const QString& folder() const { return m_folder; }
  /// Whether it measures times.
  bool isExclusive() const override;

  /// Goes on from the rows that are there.
  void start(int threads);
  void setPaused(bool paused) override;
  bool isPaused() const override { return m_pause.is_set(); }
  void cancel() override;
  /// Moves the results to a folder beside this one, `folder`-1, -2 ..., and begins without any. Returns that folder;
  /// empty where it failed: see error().
  QString setAside();
  /// The other way round, from such a folder, as long as nothing was measured since; else false: see error().
  bool takeBack(const QString& aside);

  Phase phase() const { return m_phase; }
  bool isDone() const { return m_phase == Phase::Resting && m_picture && m_picture->summary.rows == m_study->rows(); }
  bool isUnderWay() const override { return m_phase != Phase::Resting; }
  bool isStopping() const override { return m_phase == Phase::Stopping; }
  double fraction() const override { return m_sweep.fraction; }
  std::optional<double> secondsLeft() const override { return m_sweep.seconds_left; }
  const omega::studies::SweepState& sweep() const { return m_sweep; }
  /// Why it ended early, or why its folder cannot be read; empty where all is well.
  const QString& error() const { return m_error; }
  /// Null until something has been read or measured.
  std::shared_ptr<const StudyPicture> picture() const { return m_picture; }
  /// Whether the folder was looked at.
  bool isRead() const { return m_read; }

 signals:
  void pictureChanged();

 private:
  struct Job {
    int number = 0;  // 0: only reads
    int threads = 0;
    std::stop_token stop;
  };
  struct End {
    int job = 0;
    std::string error;  // empty where all is well
  };
  using Worker = LatestJob<Job>;
  struct News {
    std::optional<omega::studies::SweepState> sweep;
    std::shared_ptr<const StudyPicture> picture;
    std::optional<End> ended;
  };

  // On the worker thread.
  void work(const Job& job);
  void read();
  void measure(const Job& job);
  void publish(std::vector<omega::studies::Json> rows);
  void tell(const std::function<void(News&)>& change);

  bool rename(const QString& from, const QString& to);
  void receive();

  std::shared_ptr<const StudyDefinition> m_study;
  QString m_folder, m_error;
  Phase m_phase = Phase::Resting;
  bool m_read = false;
  omega::studies::SweepState m_sweep;
  std::shared_ptr<const StudyPicture> m_picture;
  omega::studies::Pause m_pause;
  std::stop_source m_stop;
  int m_job = 0;  // the last that was started

  Mailbox<News> m_news{this, [this] { receive(); }};
  std::chrono::steady_clock::time_point m_told;  // of the worker thread: when news was last announced
  // Last: it ends before what it uses.
  Worker m_worker{[this](const Job& job, const Worker::Run&) { work(job); }};
};

}  // namespace omegascope

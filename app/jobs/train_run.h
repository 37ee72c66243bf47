// TrainRun: one training run with its folder: reads what is there, goes on with it on a thread of its own, and tells
// the window. Steps, records and checkpoints are the engine's.
#pragma once

#include <QTimer>
#include <memory>
#include <optional>

#include "jobs/job_list.h"
#include "jobs/latest_job.h"
#include "jobs/mailbox.h"
#include "jobs/origin.h"
#include "train/checkpoint.h"

namespace omegascope {

/// A run at one moment; never changes once it is published.
struct TrainPicture {
  omega::Options options;
  omega::train::TrainPlan plan;
  omega::train::TrainState state;
  omega::train::Record record;
  bool isOnDevice = false;  // whether its steps are computed on a CUDA device

  bool isComplete() const { return omega::train::is_complete(plan, state, record); }
};

class TrainRun : public LongJob {
  Q_OBJECT

 public:
  /// Preparing: its data are drawn, or read with its checkpoint.
  enum class Phase { Reading, Resting, Preparing, Running, Stopping };

  /// A run that is in `folder`.
  explicit TrainRun(const QString& folder, QObject* parent = nullptr);
  /// A new one, whose folder is made when it starts.
  TrainRun(const QString& folder, const omega::Options& options, QObject* parent = nullptr);
  ~TrainRun() override { abandon(); }

  const QString& folder() const { return m_folder; }
  QString name() const;
  /// Where a run that came with the program was trained.
  const std::optional<Origin>& origin() const { return m_origin; }
  void setOrigin(const Origin& origin) { m_origin = origin; }

  Phase phase() const { return m_phase; }
  bool isAtWork() const {
    return m_phase == Phase::Preparing || m_phase == Phase::Running || m_phase == Phase::Stopping;
  }
  bool isPaused() const override { return isAtWork() && m_phase != Phase::Stopping && m_paused; }
  /// Whether it has ended, with all that is measured at the end.
  bool isFinished() const { return m_picture && m_picture->isComplete(); }
  /// Whether it is at rest only because the program that trained it was killed; to look into it changes nothing.
  bool isInterrupted() const { return m_phase == Phase::Resting && m_wasInterrupted && m_picture && !isFinished(); }
  /// Why it ended early, or why its folder cannot be read; empty where all is well.
  const QString& error() const { return m_error; }
  /// Null until its folder was read.
  std::shared_ptr<const TrainPicture> picture() const { return m_picture; }
  /// Steps a second, lately; 0 where nobody knows.
  double speed() const { return m_speed; }
  /// Whether it trains or is about to; false while it is only read.
  bool isUnderWay() const override { return isAtWork() && m_isTraining; }
  bool isStopping() const override { return m_phase == Phase::Stopping; }
  double fraction() const override;
  std::optional<double> secondsLeft() const override;
  double rate() const { return m_changed.rate.value_or(m_picture ? m_picture->state.rate : 0); }
  omega::Index redraw() const { return m_changed.redraw.value_or(m_picture ? m_picture->state.redraw : 0); }

  /// Continues from where it is.
  void start(int threads);
  void setPaused(bool paused) override;
  /// One step, and rests before the next.
  void step(int threads);
  /// Ends after the step under way, before the first at once; what was learned is then in its folder.
  void stop();
  void cancel() override { stop(); }
  /// In force from the next step on and written to its folder, also of a run that rests.
  void setRate(double rate);
  void setRedraw(omega::Index redraw);

  /// The run itself, to look into; null while it is not in memory. load() brings a resting one there, release() lets it
  /// go.
  std::shared_ptr<const omega::train::Trainer> trainer() const { return m_trainer; }
  void load(int threads);
  void release();
  /// Forgets why it could not be brought to memory, so that it is tried again, as with data that are back; whether that
  /// was so.
  bool forgetUnloaded();

  /// For the end of the program: asks for a stop with a checkpoint; says whether it has come to rest; gives up the step
  /// under way.
  void leave();
  bool isAtRest() const { return m_worker.isIdle(); }
  void abandon() { m_control->abandon(); }

 signals:
  void pictureChanged();

 private:
  enum class What { Read, Load, Train, Keep };
  /// What the user has changed and no picture has yet: in force before the next step.
  struct Changed {
    std::optional<double> rate;
    std::optional<omega::Index> redraw;
    bool isAny() const { return rate || redraw; }
    void giveTo(omega::train::Trainer& trainer) const;
  };
  struct Job {
    int number = 0;
    What what = What::Read;
    int threads = 0;
    std::shared_ptr<omega::train::TrainControl> control;
    Changed changed;
  };
  struct End {
    int job = 0;
    std::string error;  // empty where all is well
  };
  using Worker = LatestJob<Job>;
  struct News {
    std::shared_ptr<const TrainPicture> picture;
    std::optional<std::shared_ptr<omega::train::Trainer>> trainer;
    std::optional<bool> wasInterrupted;
    bool isRunning = false;
    std::optional<End> ended;
  };

  void begin(What what, int threads, Phase phase);
  // On the worker thread.
  void work(const Job& job);
  void prepare(const Job& job);
  void train(const Job& job);
  void keep(const Job& job);
  void read();
  void readPicture();
  void forgetIfBehind(const omega::train::RunFolder& folder);

  void receive();
  void look();
  void keepSettings();

  QString m_folder, m_error;
  std::optional<Origin> m_origin;
  Phase m_phase = Phase::Reading;
  bool m_paused = false, m_isTraining = false;
  bool m_isKeeping = false;       // what was changed while it rests is being written
  bool m_isUnloaded = false;      // the error is why it could not be brought to memory
  bool m_wasInterrupted = false;  // as it was found, until it is trained again
  double m_speed = 0, m_spokenSeconds = 0;
  Changed m_changed;
  std::shared_ptr<const TrainPicture> m_picture;
  std::shared_ptr<omega::train::Trainer> m_trainer;
  std::shared_ptr<omega::train::TrainControl> m_control = std::make_shared<omega::train::TrainControl>();
  int m_job = 0;  // the last that was posted
  QTimer m_looks;

  const std::optional<omega::Options> m_options;    // of a new run
  std::shared_ptr<omega::train::Trainer> m_worked;  // of the worker thread
  Mailbox<News> m_news{this, [this] { receive(); }};
  // Last: it ends before what it uses.
  Worker m_worker{[this](const Job& job, const Worker::Run&) { work(job); }};
};

/// The picture of a run: its record, and where it stands.
std::shared_ptr<const TrainPicture> pictureOf(const omega::train::Trainer& trainer);

}  // namespace omegascope

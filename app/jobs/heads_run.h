// HeadsRun: every head of the open model, measured on a thread of its own while the window goes on. What is found is
// told as it comes. All that is measured is the engine's (heads/measure.h).
#pragma once

#include <chrono>
#include <memory>
#include <vector>

#include "heads/measure.h"
#include "io/input_file.h"
#include "jobs/job_list.h"
#include "jobs/latest_job.h"
#include "jobs/mailbox.h"
#include "jobs/paced.h"
#include "model/document.h"
#include "studies/sweep.h"

namespace omegascope {

/// How many draws each error is the mean of.
inline constexpr omega::Index kHeadDraws = 8;

/// A workload without what chooses a part of its model, and without moved tokens.
Workload allHeadsOf(Workload workload);
/// The whole model, all layers and heads, that a workload shows one layer of.
omega::heads::Model modelOf(const Workload& workload);
/// The same workload with that layer, and all its heads to choose from.
Workload withLayer(Workload workload, omega::Index layer);
/// Which head of the model a head of the workload is.
omega::Index headOfModel(const Workload& workload, omega::Index head);

struct HeadsAsked {
  Workload workload;  // without moved tokens, and whichever layer and head it shows
  std::vector<Card> cards;
  std::uint32_t seed = 0;
  double target = 0;
  omega::FileMark mark;  // of its file, as it was read: written anew, it is another model
  bool operator==(const HeadsAsked&) const = default;

  /// Whether what is found for this also answers that.
  bool covers(const HeadsAsked& other) const;
  /// This, and what the other asks for beside it, if that is of estimators that are still there as they were.
  HeadsAsked with(const HeadsAsked& other, const std::vector<Card>& there) const;
  /// Whether the numbers and maps of exact attention are of causal attention: where one of the cards is.
  bool isCausal() const;
  bool isAllCausal() const;
  omega::heads::Question question(int threads) const;
};

/// Never changes once it is published.
struct HeadsPicture {
  HeadsAsked asked;
  std::vector<std::pair<omega::Index, omega::Index>> layers;  // their numbers, and how many heads each has
  std::vector<omega::heads::Head> heads;                      // as far as they are there
  std::vector<std::string> said;                              // how the file was read, one sentence each
  QString error;                                              // why there are none
  bool isComplete = false;
};

class HeadsRun : public LongJob {
  Q_OBJECT

 public:
  using LongJob::LongJob;
  ~HeadsRun() override { m_stop.request_stop(); }

  /// Begins anew, unless it is answered or under way.
  void ask(const HeadsAsked& asked, int threads);
  /// Null before the first heads.
  std::shared_ptr<const HeadsPicture> picture() const { return m_picture; }
  /// Whether the picture is all of what was asked for.
  bool isDone() const { return !m_isUnderWay && m_picture && m_picture->isComplete; }

  bool isUnderWay() const override { return m_isUnderWay; }
  bool isStopping() const override { return m_isUnderWay && m_stop.stop_requested(); }
  bool isPaused() const override { return m_pause.is_set(); }
  void setPaused(bool paused) override;
  void cancel() override;
  double fraction() const override { return m_fraction; }
  std::optional<double> secondsLeft() const override;

 signals:
  void pictureChanged();

 private:
  struct Job {
    int number = 0;
    HeadsAsked asked;
    int threads = 0;
    std::stop_token stop;
  };
  struct News {
    std::shared_ptr<const HeadsPicture> picture;
    double fraction = 0;
    int number = 0;  // of the job whose fraction it is
    int ended = 0;   // the number of the job
  };
  using Worker = LatestJob<Job>;
  using Clock = std::chrono::steady_clock;

  void work(const Job& job);  // worker thread
  void receive();

  std::optional<HeadsAsked> m_asked;
  std::shared_ptr<const HeadsPicture> m_picture;
  bool m_isUnderWay = false;
  double m_fraction = 0;
  Clock::time_point m_begun;
  omega::studies::Pause m_pause;
  std::stop_source m_stop;
  int m_number = 0;
  Paced m_soon{std::chrono::milliseconds(0), [this] { emit pictureChanged(); }};  // while heads are being measured

  Mailbox<News> m_news{this, [this] { receive(); }};
  // Last: it ends before what it uses.
  Worker m_worker{[this](const Job& job, const Worker::Run&) { work(job); }};
};

}  // namespace omegascope

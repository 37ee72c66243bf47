// LatestJob: one worker thread under the LatestWins policy. The only kind of thread of the app.
#pragma once

#include <QObject>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>

#include "cpu/parallel.h"
#include "jobs/latest_wins.h"

namespace omegascope {

/// From a worker thread: done by the thread of `owner`, unless that has gone meanwhile.
template <class Act>
void tellLater(QObject* owner, Act&& act) {
  QMetaObject::invokeMethod(owner, std::forward<Act>(act), Qt::QueuedConnection);
}

template <class Request>
class LatestJob {
 public:
  /// How running work sees its job: it polls `stop` and says when its first preview is out.
  struct Run {
    std::stop_token stop;
    std::function<void()> previewed;
  };
  /// Runs on the worker thread; must not throw.
  using Work = std::function<void(const Request&, const Run&)>;

  explicit LatestJob(Work work) : m_work(std::move(work)), m_thread([this] { loop(); }) {}

  ~LatestJob() {
    {
      const std::scoped_lock lock(m_mutex);
      m_closing = true;
      m_stop.request_stop();
    }
    m_wake.notify_all();
    m_thread.join();
  }
  LatestJob(const LatestJob&) = delete;
  LatestJob& operator=(const LatestJob&) = delete;

  void post(Request request) {
    {
      const std::scoped_lock lock(m_mutex);
      m_pending = std::move(request);
      m_policy.posted();
      stopIfDue();
    }
    m_wake.notify_all();
  }

  /// Gives up work that has run this long without a preview while a newer request waits: nobody wants it any more.
  void hurry(std::chrono::steady_clock::duration patience) {
    const std::scoped_lock lock(m_mutex);
    if (m_policy.isHeldUp() && std::chrono::steady_clock::now() - m_startedAt >= patience) m_stop.request_stop();
  }

  /// Gives up what runs and what waits.
  void cancel() {
    const std::scoped_lock lock(m_mutex);
    m_pending.reset();
    m_policy.dropped();
    m_stop.request_stop();
  }

  bool isIdle() const {
    const std::scoped_lock lock(m_mutex);
    return m_policy.isIdle();
  }

 private:
  void stopIfDue() {
    if (m_policy.shouldStop()) m_stop.request_stop();
  }

  void previewed() {
    const std::scoped_lock lock(m_mutex);
    m_policy.previewed();
    stopIfDue();
  }

  void loop() {
    omega::compute_in_background();
    std::unique_lock lock(m_mutex);
    while (true) {
      m_wake.wait(lock, [this] { return m_closing || m_policy.shouldStart(); });
      if (m_closing) return;
      const Request request = std::move(*m_pending);
      m_pending.reset();
      m_policy.started();
      m_stop = std::stop_source();
      m_startedAt = std::chrono::steady_clock::now();
      const Run run{m_stop.get_token(), [this] { previewed(); }};
      lock.unlock();
      m_work(request, run);
      lock.lock();
      m_policy.finished();
    }
  }

  Work m_work;
  mutable std::mutex m_mutex;
  std::condition_variable m_wake;
  std::optional<Request> m_pending;
  std::stop_source m_stop;
  LatestWins m_policy;
  std::chrono::steady_clock::time_point m_startedAt;
  bool m_closing = false;
  std::thread m_thread;  // last: starts when all else is there
};

}  // namespace omegascope

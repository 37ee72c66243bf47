// What a worker thread tells an object of the window: news that comes before it is read is joined, and announced by
// one queued call at a time.
#pragma once

#include <QObject>
#include <functional>
#include <mutex>
#include <utility>

namespace omegascope {

template <class News>
class Mailbox {
 public:
  /// `receive` is called on the thread of `owner`, which takes the news there.
  Mailbox(QObject* owner, std::function<void()> receive) : m_owner(owner), m_receive(std::move(receive)) {}

  /// From any thread. Where `isWorthIt` says no, the news waits for more.
  void tell(
      const std::function<void(News&)>& change,
      const std::function<bool(const News&)>& isWorthIt = [](const News&) { return true; }) {
    const std::scoped_lock lock(m_mutex);
    change(m_news);
    if (m_isAnnounced || !isWorthIt(m_news)) return;
    m_isAnnounced = true;
    QMetaObject::invokeMethod(m_owner, m_receive, Qt::QueuedConnection);
  }

  News take() {
    const std::scoped_lock lock(m_mutex);
    m_isAnnounced = false;
    return std::exchange(m_news, {});
  }

 private:
  QObject* m_owner;
  std::function<void()> m_receive;
  std::mutex m_mutex;
  News m_news;
  bool m_isAnnounced = false;
};

}  // namespace omegascope

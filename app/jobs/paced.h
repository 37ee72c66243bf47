// Paced: news that come faster than they can be shown are told together, and showing them takes at most a share of the
// time of the window, so that hands have the rest.
#pragma once

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QEvent>
#include <QTimer>
#include <algorithm>
#include <chrono>
#include <functional>
#include <utility>

namespace omegascope {

class Paced : public QObject {
 public:
  /// `least`: at least so long after the first of the news `tell` is called.
  Paced(std::chrono::milliseconds least, std::function<void()> tell) : m_least(least), m_tell(std::move(tell)) {
    m_timer.setSingleShot(true);
    m_timer.setInterval(least);
    m_timer.callOnTimeout(this, [this] {
      m_cost.start();
      m_tell();
      // Behind the frame that shows it, which Qt posts with low priority: what it takes to paint counts, too.
      QCoreApplication::postEvent(this, new QEvent(QEvent::User), Qt::LowEventPriority - 1);
    });
  }

  void soon() {
    if (!m_timer.isActive()) m_timer.start();
  }
  std::chrono::milliseconds interval() const { return m_timer.intervalAsDuration(); }

  static constexpr int kShare = 5;  // one part of showing, five of rest

 protected:
  bool event(QEvent* event) override {
    if (event->type() != QEvent::User) return QObject::event(event);
    m_timer.setInterval(std::max(m_least, kShare * std::chrono::milliseconds(m_cost.elapsed())));
    return true;
  }

 private:
  std::chrono::milliseconds m_least;
  std::function<void()> m_tell;
  QElapsedTimer m_cost;
  QTimer m_timer;
};

}  // namespace omegascope

// A long job that is under way, paused or at rest as a test says.
#pragma once

#include <utility>

#include "jobs/job_list.h"

namespace omegascope::test {

class FakeJob : public LongJob {
 public:
  explicit FakeJob(bool exclusive) : m_exclusive(exclusive) {}
  bool isUnderWay() const override { return m_underWay; }
  bool isStopping() const override { return false; }
  bool isPaused() const override { return m_paused; }
  void setPaused(bool paused) override {
    if (std::exchange(m_paused, paused) != paused) emit phaseChanged();
  }
  void cancel() override { setUnderWay(false); }
  void setUnderWay(bool underWay) {
    m_underWay = underWay;
    emit phaseChanged();
  }
  bool isExclusive() const override { return m_exclusive; }
  double fraction() const override { return 0; }
  std::optional<double> secondsLeft() const override { return {}; }

 private:
  bool m_exclusive, m_underWay = false, m_paused = false;
};

}  // namespace omegascope::test

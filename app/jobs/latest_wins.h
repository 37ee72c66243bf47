// LatestWins: when work on the newest request starts and when work on an older one is given up. A pure policy: it knows
// no thread and no clock, so that its rules can be tested one by one.
//
//   - One request waits at most: a newer one takes its place. A slider moved ten times costs one more run, not ten.
//   - Running work is stopped for a newer request, but never before its first preview is out: else a steady drag would
//     restart for ever and show nothing. Whoever has a clock may stop what is held up by a preview that does not come.
#pragma once

namespace omegascope {

class LatestWins {
 public:
  /// A request arrived.
  void posted() { m_waiting = true; }
  /// The waiting request is not wanted any more.
  void dropped() { m_waiting = false; }
  /// The worker took the waiting request.
  void started() {
    m_waiting = false;
    m_running = true;
    m_previewed = false;
  }
  /// The running work showed its first picture.
  void previewed() { m_previewed = true; }
  /// It ended: done, stopped or failed.
  void finished() { m_running = false; }

  bool shouldStart() const { return m_waiting && !m_running; }
  bool shouldStop() const { return m_running && m_waiting && m_previewed; }
  bool isHeldUp() const { return m_running && m_waiting && !m_previewed; }
  bool isIdle() const { return !m_waiting && !m_running; }

 private:
  bool m_waiting = false;
  bool m_running = false;
  bool m_previewed = false;
};

}  // namespace omegascope

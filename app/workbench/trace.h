// Trace: what --trace FILE writes and what the latency benchmark reads: for each input the times from the event to the
// first picture of each panel that shows it, and to the settled one. One JSON object a line. A panel's time ends with
// the frame of the window that has it, not when the panel was told.
#pragma once

#include <QElapsedTimer>
#include <QFile>
#include <QString>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace omegascope {

class Trace {
 public:
  struct Line {
    std::uint64_t revision = 0;
    QString event;  // "document", "selection", or what the gesture called itself: "drag", "option"
    double postedMs = 0;
    double firstMs = -1;                  // first snapshot that answers it
    double settledMs = -1;                // the complete one
    std::map<QString, double> paintedMs;  // by panel
  };

  Trace() { m_clock.start(); }

  /// Also writes to a file; throws omega::Error where it cannot.
  void writeTo(const QString& path);
  /// Says what the next change is, more exactly than the general word.
  void setEvent(const QString& event) { m_event = event; }

  void posted(std::uint64_t revision, const QString& event);
  void arrived(std::uint64_t revision, bool complete);
  /// A panel will show this revision with the next frame.
  void refreshed(const QString& panel, std::uint64_t revision);
  /// Around each frame of the window.
  void frameBegins() { m_frameStart = now(); }
  void frameEnds();
  /// All the time that went into frames so far.
  double framesMs() const { return m_framesMs; }

  /// From a change to the first frame that shows it: of the last change, and the worst of the last five seconds.
  struct Latency {
    double lastMs = 0, worstMs = 0;
  };
  std::optional<Latency> latency() const;

  /// Lines of all requests, answered or not, oldest first; forgets them.
  std::vector<Line> take();
  void flush();

 private:
  double now() const { return static_cast<double>(m_clock.nsecsElapsed()) / 1e6; }

  QElapsedTimer m_clock;
  QString m_event;  // of the next request; empty for the general word
  struct Shown {
    double atMs, latencyMs;
  };
  double m_frameStart = 0, m_framesMs = 0;
  std::vector<std::pair<QString, std::uint64_t>> m_waiting;  // for the next frame
  std::deque<Shown> m_shown;                                 // of the last seconds
  std::map<std::uint64_t, Line> m_open;
  std::vector<Line> m_done;
  std::unique_ptr<QFile> m_file;
};

}  // namespace omegascope

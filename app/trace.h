// Trace: what --trace FILE writes and what the latency benchmark reads: for each input the times from the event to the first
// picture of each panel that shows it, and to the settled one. One JSON object a line.
#pragma once

#include <QElapsedTimer>
#include <QFile>
#include <QString>
#include <cstdint>
#include <map>
#include <memory>
#include <vector>

namespace omegascope {

class Trace {
 public:
  struct Line {
    std::uint64_t revision = 0;
    QString event;  // "document" or "selection"
    double postedMs = 0;
    double firstMs = -1;    // first snapshot that answers it
    double settledMs = -1;  // the complete one
    std::map<QString, double> paintedMs;  // by panel
  };

  Trace() { m_clock.start(); }

  /// Also writes to a file; throws omega::Error where it cannot.
  void writeTo(const QString& path);
  void setEvent(const QString& event) { m_event = event; }

  void posted(std::uint64_t revision);
  void arrived(std::uint64_t revision, bool complete);
  void painted(const QString& panel, std::uint64_t revision);
  /// Lines of all requests that were answered, oldest first; forgets them.
  std::vector<Line> take();
  void flush();

 private:
  double now() const { return static_cast<double>(m_clock.nsecsElapsed()) / 1e6; }

  QElapsedTimer m_clock;
  QString m_event = QStringLiteral("document");
  std::map<std::uint64_t, Line> m_open;
  std::vector<Line> m_done;
  std::unique_ptr<QFile> m_file;
};

}  // namespace omegascope

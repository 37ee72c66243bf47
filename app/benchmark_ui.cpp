#include "benchmark_ui.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QThread>
#include <QTimer>
#include <algorithm>
#include <cmath>
#include <functional>
#include <iostream>
#include <nlohmann/json.hpp>

#include "main_window.h"

namespace omegascope {

using nlohmann::json;

namespace {

constexpr int kSteps = 220;
constexpr int kPaceMs = 16;  // between two mouse events of a drag

double percentile(std::vector<double> values, double share) {
  if (values.empty()) return -1;
  std::sort(values.begin(), values.end());
  return values[static_cast<std::size_t>(std::ceil(share * static_cast<double>(values.size() - 1)))];
}

json summary(const std::vector<double>& values) {
  return {{"frames", values.size()}, {"p50_ms", percentile(values, 0.5)}, {"p95_ms", percentile(values, 0.95)}, {"max_ms", percentile(values, 1)}};
}

/// The longest time in which a 5 ms timer could not fire: how long the window was deaf.
class DeafTime {
 public:
  DeafTime() {
    m_timer.setTimerType(Qt::PreciseTimer);
    m_timer.setInterval(5);
    QObject::connect(&m_timer, &QTimer::timeout, [this] {
      const double gap = static_cast<double>(m_clock.nsecsElapsed()) / 1e6;
      m_longest = std::max(m_longest, gap);
      m_clock.restart();
    });
    m_clock.start();
    m_timer.start();
  }
  double longest() const { return m_longest; }

 private:
  QTimer m_timer;
  QElapsedTimer m_clock;
  double m_longest = 0;
};

void turnEvents(int milliseconds) {
  QElapsedTimer clock;
  clock.start();
  do {
    QCoreApplication::processEvents(QEventLoop::AllEvents, 2);
  } while (clock.elapsed() < milliseconds);
}

json drag(MainWindow& window, const std::function<void(Document&, int)>& edit) {
  Workbench& workbench = window.workbench();
  workbench.settle();
  workbench.trace().take();
  DeafTime deaf;
  workbench.store().beginGesture();
  for (int step = 0; step < kSteps; ++step) {
    workbench.store().change(QStringLiteral("Benchmark"), [&](Document& d) { edit(d, step); });
    turnEvents(kPaceMs);
  }
  workbench.store().endGesture();
  QElapsedTimer release;
  release.start();
  workbench.settle();
  const double settled = static_cast<double>(release.nsecsElapsed()) / 1e6;
  turnEvents(50);
  std::map<QString, std::vector<double>> painted;
  for (const Trace::Line& line : workbench.trace().take())
    for (const auto& [panel, at] : line.paintedMs) painted[panel].push_back(at - line.postedMs);
  json panels = json::object();
  for (const auto& [panel, times] : painted) panels[panel.toStdString()] = summary(times);
  return {{"steps", kSteps}, {"panels", panels}, {"settled_ms", settled}, {"longest_gap_ms", deaf.longest()}};
}

/// A key walks around its place.
void moveKey(Document& document, int step, std::size_t dims) {
  MovedToken token;
  token.kind = MovedToken::Kind::key;
  token.index = 3;
  token.position.assign(dims, 0);
  token.position[0] = std::cos(0.05 * step);
  token.position[dims > 1 ? 1 : 0] = std::sin(0.05 * step);
  document.workload.moved = {token};
}

void setOption(Document& document, const std::string& method, const char* option, int value) {
  for (Card& card : document.cards)
    if (card.method == method) card.options[option] = std::to_string(value);
}

json measureWorkload(MainWindow& window, const Workload& workload, std::size_t dims) {
  Document document = Document::start();
  document.workload = workload;
  window.workbench().store().replace(document);
  Cursor cursor;
  cursor.query = 12;
  window.workbench().selection().lock(cursor);
  return {{"drag_key", drag(window, [dims](Document& d, int step) { moveKey(d, step, dims); })},
          {"drag_samples", drag(window, [](Document& d, int step) { setOption(d, "rfa", "samples", 16 + step % 48); })},
          {"drag_landmarks", drag(window, [](Document& d, int step) { setOption(d, "lara", "landmarks", 2 + step % 62); })}};
}

}  // namespace

int benchmarkUi(MainWindow& window) {
  turnEvents(500);
  Workload large;
  large.preset = "gaussian";
  large.presetOptions = {{"n", "1024"}, {"dim", "64"}};
  const json report = {{"window", {window.width(), window.height()}},
                       {"threads", QThread::idealThreadCount()},
                       {"three_clusters", measureWorkload(window, Workload{}, 2)},
                       {"n1024_d64", measureWorkload(window, large, 64)}};
  std::cout << report.dump(2) << std::endl;
  return 0;
}

}  // namespace omegascope

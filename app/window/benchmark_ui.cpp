#include "window/benchmark_ui.h"

#include <qcustomplot.h>
#include <unistd.h>

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QFile>
#include <QThread>
#include <QTimer>

#include <algorithm>
#include <cmath>
#include <functional>
#include <iostream>
#include <nlohmann/json.hpp>

#include "views/panel.h"
#include "widgets/heat_map.h"
#include "window/dock_layout.h"
#include "window/main_window.h"

namespace omegascope {

using nlohmann::json;

namespace {

constexpr int kSteps = 220;
constexpr int kPaceMs = 16;  // between two mouse events of a drag
constexpr int kLongestWaitMs = 60000;

double percentile(std::vector<double> values, double share) {
  if (values.empty()) return -1;
  std::sort(values.begin(), values.end());
  return values[static_cast<std::size_t>(std::ceil(share * static_cast<double>(values.size() - 1)))];
}

json summary(const std::vector<double>& values) {
  return {{"frames", values.size()},
          {"p50_ms", percentile(values, 0.5)},
          {"p95_ms", percentile(values, 0.95)},
          {"max_ms", percentile(values, 1)}};
}

/// How long the window was deaf: the longest times in which a 5 ms timer could not fire, with and without painting.
class DeafTime {
 public:
  explicit DeafTime(const Trace& trace) : m_trace(trace) {
    m_timer.setTimerType(Qt::PreciseTimer);
    m_timer.setInterval(kTimerMs);
    QObject::connect(&m_timer, &QTimer::timeout, [this] {
      const double gap = static_cast<double>(m_clock.nsecsElapsed()) / 1e6, painted = m_trace.framesMs() - m_painted;
      m_longest = std::max(m_longest, gap);
      m_computing.push_back(gap - painted);
      m_clock.restart();
      m_painted = m_trace.framesMs();
    });
    m_clock.start();
    m_painted = trace.framesMs();
    m_timer.start();
  }
  json summary() const {
    return {{"longest_ms", m_longest},
            {"longest_outside_painting_ms", percentile(m_computing, 1)},
            {"p99_outside_painting_ms", percentile(m_computing, 0.99)}};
  }

 private:
  static constexpr int kTimerMs = 5;
  const Trace& m_trace;
  QTimer m_timer;
  QElapsedTimer m_clock;
  double m_painted = 0, m_longest = 0;
  std::vector<double> m_computing;
};

/// Waits as the app does: asleep between events, so that the workers have the processors.
void turnEvents(int milliseconds) {
  QEventLoop loop;
  QTimer::singleShot(milliseconds, Qt::PreciseTimer, &loop, &QEventLoop::quit);
  loop.exec();
}

json drag(MainWindow& window, const std::function<void(Document&, int)>& edit) {
  Workbench& workbench = window.workbench();
  workbench.settle();
  workbench.trace().take();
  DeafTime deaf(workbench.trace());
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
  return {{"steps", kSteps}, {"panels", panels}, {"settled_ms", settled}, {"gaps", deaf.summary()}};
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
    if (card.method == method) card.set(option, std::to_string(value));
}

json dragSamples(MainWindow& window) {
  return drag(window, [](Document& d, int step) { setOption(d, "rfa", "samples", 16 + step % 48); });
}

/// Waits until something is so; returns the milliseconds.
double timeUntil(const std::function<bool()>& condition) {
  QElapsedTimer clock;
  clock.start();
  while (!condition() && clock.elapsed() < kLongestWaitMs) turnEvents(1);
  return static_cast<double>(clock.nsecsElapsed()) / 1e6;
}

void open(MainWindow& window, const Document& document) {
  window.workbench().store().replace(document);
  Cursor cursor;
  cursor.query = 12;
  window.workbench().selection().lock(cursor);
}

Workload gaussian(int n, int dim) {
  Workload workload;
  workload.preset = "gaussian";
  workload.presetOptions = {{"n", std::to_string(n)}, {"dim", std::to_string(dim)}};
  return workload;
}

json measureWorkload(MainWindow& window, const Workload& workload, std::size_t dims) {
  Document document = Document::start();
  document.workload = workload;
  open(window, document);
  json report = {{"drag_key", drag(window, [dims](Document& d, int step) { moveKey(d, step, dims); })},
                 {"drag_samples", dragSamples(window)},
                 {"drag_landmarks",
                  drag(window, [](Document& d, int step) { setOption(d, "lara", "landmarks", 2 + step % 62); })}};
  for (Card& card : document.cards) card.visible = card.visible || card.method == "ra";
  open(window, document);
  report["drag_key_with_ra"] = drag(window, [dims](Document& d, int step) { moveKey(d, step, dims); });
  return report;
}

/// A proposal of the playground walks to and fro; its samples, weights, laws and replicates follow.
json measurePlayground(MainWindow& window) {
  const Workspace before = window.layoutOfDocks().workspace();
  window.layoutOfDocks().setWorkspace(Workspace::Teach);
  window.workbench().store().change(QStringLiteral("Benchmark"), [](Document& d) {
    const omega::importance::Preset& preset = omega::importance::find_preset("two_nets");
    d.chance.preset = preset.name;
    d.chance.game = preset.game;
  });
  turnEvents(300);
  auto* plot = window.panel(QStringLiteral("chance"))->findChild<QCustomPlot*>();
  int pictures = 0;
  const auto counted = QObject::connect(plot, &QCustomPlot::afterReplot, plot, [&] { ++pictures; });
  QElapsedTimer clock;
  clock.start();
  Workbench& workbench = window.workbench();
  workbench.store().beginGesture();
  for (int step = 0; step < kSteps; ++step) {
    workbench.store().change(QStringLiteral("Benchmark"),
                             [&](Document& d) { d.chance.game.plan.proposals[0].mean = 2 * std::sin(0.05 * step); });
    turnEvents(kPaceMs);
  }
  const double seconds = static_cast<double>(clock.nsecsElapsed()) / 1e9;
  workbench.store().endGesture();
  workbench.settle();
  QObject::disconnect(counted);
  window.layoutOfDocks().setWorkspace(before);
  return {{"steps", kSteps}, {"pictures", pictures}, {"pictures_per_second", pictures / seconds}};
}

template <class Step>
json measureFrames(HeatMap& map, Step step) {
  std::vector<double> times;
  for (int i = 0; i < kSteps; ++i) {
    QElapsedTimer clock;
    clock.start();
    step(i);
    map.repaint();
    QCoreApplication::processEvents();
    times.push_back(static_cast<double>(clock.nsecsElapsed()) / 1e6);
  }
  return summary(times);
}

/// Pan and zoom of a map of 4096² cells in 900×700 pixels, after its levels were made as a worker makes them.
json measureLargeMap() {
  constexpr qint64 kSide = 4096;
  std::vector<float> values(static_cast<std::size_t>(kSide * kSide));
  for (qint64 n = 0; n < kSide; ++n)
    for (qint64 m = 0; m < kSide; ++m)
      values[static_cast<std::size_t>(n * kSide + m)] =
          static_cast<float>(std::exp(-0.002 * std::abs(static_cast<double>(n - m))) / kSide);
  HeatMap map;
  map.setSource(MapSource::matrix(kSide, kSide, std::move(values)));
  map.setScale({ColourMap::Viridis, Norm::Sqrt, 0, 1.0 / kSide});
  map.resize(900, 700);
  map.show();
  turnEvents(300);
  const double oneToOne = 1 / map.transform().cellWidth();
  return {{"painter", map.painter() == PainterKind::OpenGl ? "OpenGL" : "raster"},
          {"zoom_at_fit", measureFrames(map,
                                        [&](int i) {
                                          map.setView({2048, 2048, 1 + 0.5 * (1 - std::cos(0.1 * i))});
                                        })},
          {"pan_at_1_to_1", measureFrames(map, [&](int i) {
             map.setView({1000.0 + 9 * i, 1000.0 + 7 * i, oneToOne});
           })}};
}

double residentMiB() {
  QFile file(QStringLiteral("/proc/self/statm"));
  if (!file.open(QIODevice::ReadOnly)) return 0;
  const QList<QByteArray> numbers = file.readAll().split(' ');
  return numbers.size() < 2 ? 0 : numbers[1].toDouble() * static_cast<double>(sysconf(_SC_PAGESIZE)) / (1 << 20);
}

/// By how much the program's memory grows while this lives.
class Growth {
 public:
  Growth() : m_before(residentMiB()), m_peak(m_before) {
    QObject::connect(&m_watch, &QTimer::timeout, [this] { m_peak = std::max(m_peak, residentMiB()); });
    m_watch.start(5);
  }
  double mib() const { return m_peak - m_before; }

 private:
  double m_before, m_peak;
  QTimer m_watch;
};

/// 8192 tokens: the time until the first picture, until all is settled, and how much the program grows meanwhile.
json measureLongSequence(MainWindow& window) {
  const Growth growth;
  Document document = Document::start();
  document.workload = gaussian(8192, 64);
  window.workbench().trace().take();
  QElapsedTimer clock;
  clock.start();
  open(window, document);
  timeUntil([&] {
    return window.workbench().snapshot()->revision == window.workbench().revision() &&
           !window.workbench().snapshot()->maps.empty();
  });
  const double map = static_cast<double>(clock.nsecsElapsed()) / 1e6;
  window.workbench().settle();
  return {{"n", 8192},
          {"dim", 64},
          {"map_ms", map},
          {"settled_ms", static_cast<double>(clock.nsecsElapsed()) / 1e6},
          {"growth_mib", growth.mib()},
          {"n_squared_floats_mib", 256}};
}

constexpr int kLongTokens = 131072, kLongestTokens = 1048576, kLongDims = 64;

Document longDocument(int tokens) {
  Document document = Document::start();
  document.workload = gaussian(tokens, kLongDims);
  document.outputDraws = 2;
  return document;
}

/// A sequence that was read before: the time until linear methods are there, and their maps.
json measureLinear(MainWindow& window, const Document& document, int tokens) {
  Document none = document;
  for (Card& card : none.cards) card.visible = false;
  open(window, none);
  const auto isThere = [&] {
    const Snapshot& now = *window.workbench().snapshot();
    return now.sequence && now.sequence->sizes.N == tokens && !window.workbench().isStale();
  };
  timeUntil(isThere);
  open(window, document);
  const double first = timeUntil([&] {
    const std::vector<CardResult>& cards = window.workbench().snapshot()->cards;
    return isThere() && std::any_of(cards.begin(), cards.end(), [](const CardResult& card) {
             return card.result && !card.sample;  // of all queries: a linear method's
           });
  });
  const double maps = first + timeUntil([&] {
                        const Snapshot& now = *window.workbench().snapshot();
                        return std::all_of(document.cards.begin(), document.cards.end(), [&](const Card& card) {
                          const MapImage* map = now.map(card.id);
                          return !card.visible || card.isTruth() || (map != nullptr && !map->isOld);
                        });
                      });
  return {{"n", tokens},
          {"dim", kLongDims},
          {"first_ms", first},
          {"linear_maps_ms", maps},
          {"arrays_mib", 3.0 * tokens * kLongDims * sizeof(float) / (1 << 20)}};
}

/// The same, and while a slider of a linear method is dragged. The program grows by the arrays and by what is made of
/// them.
json measureHundredThousand(MainWindow& window) {
  const Growth growth;
  json report = measureLinear(window, longDocument(kLongTokens), kLongTokens);
  report["drag_samples"] = dragSamples(window);
  report["growth_mib"] = growth.mib();
  return report;
}

/// Of a million tokens only this: what takes longer is not waited for.
json measureMillion(MainWindow& window) {
  const Growth growth;
  json report = measureLinear(window, longDocument(kLongestTokens), kLongestTokens);
  window.workbench().cancel();
  report["growth_mib"] = growth.mib();
  return report;
}

/// What the numbers of a report should be, and whether they are.
json judged(const json& report) {
  std::vector<std::pair<std::string, double>> goals;
  for (const char* workload : {"three_clusters", "n1024_d64"}) {
    const std::string base = std::string("/") + workload;
    for (const char* gesture : {"drag_key", "drag_samples", "drag_landmarks"}) {
      const std::string at = base + "/" + gesture;
      for (const auto& [panel, times] : report.at(json::json_pointer(at + "/panels")).items()) {
        const bool close = panel == "omega_space" || panel == "weights";
        goals.emplace_back(at + "/panels/" + panel + "/p95_ms", close ? 50 : 100);
      }
      goals.emplace_back(at + "/settled_ms", 250);
      goals.emplace_back(at + "/gaps/longest_outside_painting_ms", 16);
    }
    goals.emplace_back(base + "/drag_key_with_ra/settled_ms", 500);
  }
  goals.emplace_back("/map_4096/zoom_at_fit/p95_ms", 33);
  goals.emplace_back("/map_4096/pan_at_1_to_1/p95_ms", 33);
  goals.emplace_back("/open_8192/map_ms", 2000);
  goals.emplace_back("/open_8192/growth_mib", 256);
  goals.emplace_back("/n131072_d64/first_ms", 1000);
  goals.emplace_back("/n131072_d64/linear_maps_ms", 1000);
  goals.emplace_back("/n131072_d64/growth_mib", 4 * report.at("n131072_d64").at("arrays_mib").get<double>());
  for (const auto& [panel, times] : report.at("n131072_d64").at("drag_samples").at("panels").items())
    goals.emplace_back("/n131072_d64/drag_samples/panels/" + panel + "/p95_ms", 150);
  goals.emplace_back("/n131072_d64/drag_samples/gaps/longest_outside_painting_ms", 16);
  goals.emplace_back("/n1048576_d64/first_ms", 2000);
  goals.emplace_back("/n1048576_d64/linear_maps_ms", 2000);
  goals.emplace_back("/n1048576_d64/growth_mib", 3072);
  json list = json::array();
  constexpr double kLeastPictures = 30;
  const char* pictures = "/playground/drag_proposal/pictures_per_second";
  const double rate = report.at(json::json_pointer(pictures)).get<double>();
  list.push_back({{"what", pictures}, {"measured", rate}, {"least", kLeastPictures}, {"met", rate >= kLeastPictures}});
  for (const auto& [place, most] : goals) {
    const double measured = report.at(json::json_pointer(place)).get<double>();
    list.push_back(
        {{"what", place}, {"measured", measured}, {"most", most}, {"met", measured >= 0 && measured <= most}});
  }
  return list;
}

}  // namespace

int benchmarkUi(MainWindow& window) {
  turnEvents(500);
  json report = {
      {"window", {window.width(), window.height()}}, {"threads", QThread::idealThreadCount()}, {"pace_ms", kPaceMs}};
  report["three_clusters"] = measureWorkload(window, Workload{}, 2);
  report["n1024_d64"] = measureWorkload(window, gaussian(1024, 64), 64);
  report["playground"] = {{"drag_proposal", measurePlayground(window)}};
  report["map_4096"] = measureLargeMap();
  report["open_8192"] = measureLongSequence(window);
  report["n131072_d64"] = measureHundredThousand(window);
  report["n1048576_d64"] = measureMillion(window);
  report["goals"] = judged(report);
  std::cout << report.dump(2) << std::endl;
  return 0;
}

}  // namespace omegascope

#include "workbench/trace.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/error.h"

namespace omegascope {

namespace {

// What is kept in memory when nobody takes it.
constexpr std::size_t kKept = 20000;
constexpr double kRecentMs = 5000;

nlohmann::json toJson(const Trace::Line& line) {
  nlohmann::json panels = nlohmann::json::object();
  for (const auto& [panel, at] : line.paintedMs) panels[panel.toStdString()] = at - line.postedMs;
  nlohmann::json json = {{"revision", line.revision},
                         {"event", line.event.toStdString()},
                         {"at_ms", line.postedMs},
                         {"painted_ms", panels}};
  if (line.firstMs >= 0) json["first_ms"] = line.firstMs - line.postedMs;
  if (line.settledMs >= 0) json["settled_ms"] = line.settledMs - line.postedMs;
  return json;
}

}  // namespace

void Trace::writeTo(const QString& path) {
  m_file = std::make_unique<QFile>(path);
  if (!m_file->open(QIODevice::WriteOnly | QIODevice::Truncate | QIODevice::Text))
    throw omega::Error::failure("cannot write the trace to " + path.toStdString() + ": " +
                                m_file->errorString().toStdString());
}

void Trace::posted(std::uint64_t revision, const QString& event) {
  // A request that is overtaken keeps its line with what was seen of it: what was never shown is missing there.
  Line& line = m_open[revision];
  line.revision = revision;
  line.event = m_event.isEmpty() ? event : std::exchange(m_event, {});
  line.postedMs = now();
}

void Trace::arrived(std::uint64_t revision, bool complete) {
  const auto found = m_open.find(revision);
  if (found == m_open.end()) return;
  if (found->second.firstMs < 0) found->second.firstMs = now();
  if (complete && found->second.settledMs < 0) found->second.settledMs = now();
}

void Trace::refreshed(const QString& panel, std::uint64_t revision) { m_waiting.emplace_back(panel, revision); }

void Trace::frameEnds() {
  const double at = now();
  m_framesMs += at - m_frameStart;
  for (const auto& [panel, revision] : std::exchange(m_waiting, {})) {
    const auto found = m_open.find(revision);
    if (found == m_open.end()) continue;
    Line& line = found->second;
    if (line.paintedMs.empty()) m_shown.push_back({at, at - line.postedMs});
    line.paintedMs.try_emplace(panel, at);
  }
  while (!m_shown.empty() && m_shown.front().atMs < at - kRecentMs) m_shown.pop_front();
}

std::optional<Trace::Latency> Trace::latency() const {
  if (m_shown.empty()) return std::nullopt;
  Latency latency{m_shown.back().latencyMs, 0};
  for (const Shown& shown : m_shown) latency.worstMs = std::max(latency.worstMs, shown.latencyMs);
  return latency;
}

std::vector<Trace::Line> Trace::take() {
  for (auto& [revision, line] : m_open) m_done.push_back(std::move(line));
  m_open.clear();
  return std::exchange(m_done, {});
}

void Trace::flush() {
  if (!m_file) {
    if (m_open.size() > kKept)
      m_open.erase(m_open.begin(), std::next(m_open.begin(), static_cast<std::ptrdiff_t>(kKept / 2)));
    return;
  }
  for (const Line& line : take()) m_file->write(QByteArray::fromStdString(toJson(line).dump() + "\n"));
  m_file->flush();
}

}  // namespace omegascope

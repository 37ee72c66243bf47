#include "bench_text.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "bench/peak_kernels.h"
#include "comparison_text.h"
#include "core/text.h"
#include "manual.h"
#include "math/power_fit.h"
#include "studies/row_files.h"
#include "table.h"

namespace omega::command {

namespace {

std::string machine_text(const PeakOwner& machine) {
  return (machine.processor.empty() ? "processor" : machine.processor) + ", " + machine.instructions + " (" +
         std::to_string(vector_lanes()) + " floats at once)";
}

std::string notes_text(const std::vector<std::string>& notes) {
  std::string text;
  for (const std::string& note : notes) text += wrapped("note: " + note + ".", 0, kWidth);
  return text.empty() ? text : text + "\n";
}

std::string others_text(const std::optional<double>& cpus) { return cpus ? formatted("%.2f", *cpus) : "–"; }

/// The call that gives this row again.
std::string command_of(const BenchRow& row, bool own_options) {
  std::string text = "omega bench --case " + row.what.name + " --n " + std::to_string(row.n) + " --heads " +
                     std::to_string(row.heads) + " --dim " + std::to_string(row.dim) + " --threads " +
                     std::to_string(row.threads);
  if (own_options)
    for (const auto& [name, value] : row.what.options) text += " --opt " + name + "=" + value;
  return text;
}

Json row_json(const BenchRow& row) {
  const Timing& t = row.timing;
  return {{"case", row.what.name},
          {"method", row.what.method},
          {"options", studies::options_json(row.what.options)},
          {"n", row.n},
          {"heads", row.heads},
          {"dim", row.dim},
          {"threads", row.threads},
          {"median_ms", t.median_ms},
          {"min_ms", t.min_ms},
          {"p10_ms", t.p10_ms},
          {"p90_ms", t.p90_ms},
          {"repeats", t.repeats},
          {"workspace_bytes", t.workspace_bytes},
          {"others_cpu", t.others_cpus ? Json(*t.others_cpus) : Json()},
          {"flops", row.cost.flops},
          {"exps", row.cost.exps},
          {"sincos", row.cost.sincos},
          {"bytes", row.cost.bytes},
          {"parts_ms",
           {{"flops", row.floor.flops_ms},
            {"exps", row.floor.exps_ms},
            {"sincos", row.floor.sincos_ms},
            {"bytes", row.floor.bytes_ms}}},
          {"floor_ms", row.floor.ms()},
          {"limit", row.floor.limit()},
          {"ratio", row.ratio()},
          {"command", command_of(row, row.what.name == row.what.method)}};
}

Json peaks_of(const Peaks& peaks) {
  Json bandwidths = Json::array();
  for (const Bandwidth& b : peaks.bandwidths)
    bandwidths.push_back({{"working_set", b.working_set}, {"bytes_per_second", b.bytes}});
  return {{"threads", peaks.threads},      {"flops_per_second", peaks.flops},
          {"exps_per_second", peaks.exps}, {"sincos_per_second", peaks.sincos},
          {"bandwidths", bandwidths},      {"others_cpu", peaks.others_cpus ? Json(*peaks.others_cpus) : Json()}};
}

std::string growth_text(const std::vector<Growth>& all) {
  if (all.empty()) return "";
  Table table({"case"}, {"threads", "N", "time grows as"});
  for (const Growth& g : all)
    table.add({g.name, std::to_string(g.threads), std::to_string(g.shortest) + "–" + std::to_string(g.longest),
               "N^" + formatted("%.2f", g.exponent)});
  return "\n" + table.text();
}

/// "64 KiB" ... "256 MiB"
std::string size_text(double bytes) {
  return bytes < (1 << 20) ? formatted("%.0f KiB", bytes / 1024) : formatted("%.0f MiB", bytes / (1 << 20));
}

}  // namespace

std::vector<Growth> growths(const std::vector<BenchRow>& rows) {
  std::vector<Growth> all;
  for (const BenchRow& first : rows) {
    const auto same = [&](const auto& other) { return other.threads == first.threads; };
    if (std::any_of(all.begin(), all.end(), [&](const Growth& g) { return g.name == first.what.name && same(g); }))
      continue;
    std::vector<FitPoint> points;
    Growth growth{first.what.name, first.threads, first.n, first.n, 0};
    for (const BenchRow& row : rows) {
      if (row.what.name != growth.name || !same(row)) continue;
      points.push_back({static_cast<double>(row.n), row.timing.median_ms});
      growth.shortest = std::min(growth.shortest, row.n);
      growth.longest = std::max(growth.longest, row.n);
    }
    if (points.size() < 2) continue;
    growth.exponent = fit_power(points).slope;
    all.push_back(growth);
  }
  return all;
}

std::string bench_text(const BenchReport& report) {
  const BenchRow& any = report.rows.front();
  Table table({{"case"},
               {"N", kRight},
               {"threads", kRight},
               {"median ms", kRight},
               {"min", kRight},
               {"p10–p90", kRight},
               {"floor ms", kRight},
               {"ratio", kRight},
               {"limit"},
               {"MiB", kRight},
               {"others", kRight}});
  for (const BenchRow& row : report.rows) {
    const Timing& t = row.timing;
    table.add({row.what.name, std::to_string(row.n), std::to_string(row.threads), short_number(t.median_ms),
               short_number(t.min_ms), short_number(t.p10_ms) + "–" + short_number(t.p90_ms),
               short_number(row.floor.ms()), formatted("%.2f", row.ratio()), row.floor.limit(),
               short_number(static_cast<double>(t.workspace_bytes) / (1 << 20)), others_text(t.others_cpus)});
  }
  return notes_text(report.notes) + machine_text(report.machine) + "; " + count_text(any.heads, "head") + ", D " +
         std::to_string(any.dim) + ", f32\n\n" + table.text() + growth_text(growths(report.rows)) + "\n" +
         wrapped(
             "median, fastest and spread of one estimate of y from q, k and v; floor: its cost at this machine's "
             "peaks; ratio: median over floor; limit: the part of the cost that makes the floor; MiB: workspace beyond "
             "q, k, v and y; others: CPUs that other programs used meanwhile.",
             0, kWidth);
}

Json bench_json(const BenchReport& report) {
  Json json = peaks_json(report);
  if (report.rows.size() == 1) json["median_ms"] = report.rows.front().timing.median_ms;
  json["results"] = Json::array();
  for (const BenchRow& row : report.rows) json["results"].push_back(row_json(row));
  json["growth"] = Json::array();
  for (const Growth& g : growths(report.rows))
    json["growth"].push_back({{"case", g.name},
                              {"threads", g.threads},
                              {"shortest", g.shortest},
                              {"longest", g.longest},
                              {"exponent", g.exponent}});
  return json;
}

std::string peaks_text(const BenchReport& report) {
  const auto giga = [](double value) { return formatted("%.3g", value / 1e9); };
  std::vector<std::string> threads;
  for (const Peaks& p : report.peaks) threads.push_back(count_text(p.threads, "thread"));
  Table table({"peak"}, threads);
  const auto add = [&](const std::string& name, const auto& value) {
    std::vector<std::string> cells{name};
    for (const Peaks& p : report.peaks) cells.push_back(value(p));
    table.add(std::move(cells));
  };
  add("multiply-adds, Gflop/s", [&](const Peaks& p) { return giga(p.flops); });
  add("exponentials, G/s", [&](const Peaks& p) { return giga(p.exps); });
  add("sines with cosines, Gpairs/s", [&](const Peaks& p) { return giga(p.sincos); });
  for (const Bandwidth& b : report.peaks.front().bandwidths)
    add("3 reads, 1 write, " + size_text(b.working_set) + ", GB/s",
        [&](const Peaks& p) { return giga(p.bandwidth_at(b.working_set)); });
  add("others, CPUs", [&](const Peaks& p) { return others_text(p.others_cpus); });
  return notes_text(report.notes) + machine_text(report.machine) + ", f32\n\n" + table.text();
}

Json peaks_json(const BenchReport& report) {
  Json json;
  json["machine"] = {{"processor", report.machine.processor},
                     {"instructions", report.machine.instructions},
                     {"lanes", vector_lanes()},
                     {"version", report.machine.version}};
  json["peaks"] = Json::array();
  for (const Peaks& peaks : report.peaks) json["peaks"].push_back(peaks_of(peaks));
  json["notes"] = report.notes;
  return json;
}

TimingPlan named_on(ProgressMeter& meter, TimingPlan plan, const std::string& point) {
  plan.begins = [&meter, point](int number) {
    meter.name("bench " + point + (number > 0 ? ", call " + std::to_string(number) : "") + ":");
  };
  return plan;
}

std::string cases_text() {
  std::string text;
  for (const CaseFamily& family : case_families()) {
    std::string options = "method " + family.method;
    for (const auto& [name, value] : family.options) options += " " + name + "=" + value;
    text += join(family.examples, ", ") + "\n" + wrapped(family.summary, 4) + wrapped(options, 4);
  }
  return text + wrapped(
                    "#1 and #2 are the numbers of a name: other numbers make other cases. Every method of `omega list` "
                    "is a case as well, with --opt.",
                    0);
}

Json cases_json() {
  Json cases = Json::array();
  for (const CaseFamily& family : case_families())
    for (const std::string& name : family.examples) {
      const BenchCase found = find_case(name);
      cases.push_back({{"name", name},
                       {"method", found.method},
                       {"options", studies::options_json(found.options)},
                       {"summary", family.summary}});
    }
  return {{"cases", cases}};
}

}  // namespace omega::command

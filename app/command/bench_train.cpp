#include "bench_train.h"

#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>

#include "bench/training.h"
#include "bench_text.h"
#include "core/text.h"
#include "json_text.h"
#include "progress_meter.h"
#include "table.h"

namespace omega::command {

namespace {

struct Row {
  std::string name;
  int threads = 1;
  Timing timing;
  std::optional<Floor> floor;  // of the CPU's steps
  Cost cost;

  std::string floor_ms() const { return floor ? fixed(floor->ms(), 1) : "-"; }
  std::string ratio() const { return floor ? fixed(timing.median_ms / floor->ms(), 2) : "-"; }
};

Json row_json(const Row& row, const TrainBench& what) {
  return {{"case", row.name},
          {"length", what.length},
          {"batch", what.batch},
          {"threads", row.threads},
          {"median_ms", row.timing.median_ms},
          {"min_ms", row.timing.min_ms},
          {"repeats", row.timing.repeats},
          {"peak_bytes", row.timing.workspace_bytes},
          {"others_cpu", row.timing.others_cpus ? Json(*row.timing.others_cpus) : Json()},
          {"flops", row.cost.flops},
          {"floor_ms", row.floor ? Json(row.floor->ms()) : Json()},
          {"ratio", row.floor ? Json(row.timing.median_ms / row.floor->ms()) : Json()}};
}

/// Times relative to softmax, where it was timed on as many threads.
std::string beside_softmax(const Row& row, const std::vector<Row>& all) {
  for (const Row& other : all)
    if (other.name == "softmax" && other.threads == row.threads)
      return fixed(row.timing.median_ms / other.timing.median_ms, 2);
  return "-";
}

std::string rows_text(const std::vector<Row>& rows, const TrainBench& what) {
  Table table({"case"}, {"threads", "median ms", "min", "floor ms", "ratio", "of softmax", "MiB", "others"});
  for (const Row& row : rows)
    table.add({row.name, std::to_string(row.threads), fixed(row.timing.median_ms, 1), fixed(row.timing.min_ms, 1),
               row.floor_ms(), row.ratio(), beside_softmax(row, rows),
               fixed(static_cast<double>(row.timing.workspace_bytes) / (1 << 20), 0),
               row.timing.others_cpus ? fixed(*row.timing.others_cpus, 2) : "-"});
  return "one step: " + std::to_string(what.batch) + " examples of " + std::to_string(what.length) +
         " cells, 3 layers, " + std::to_string(kTrainingFeatures) + " features a head, f32\n\n" + table.text();
}

}  // namespace

void bench_train(const TrainBench& what, PeakCache& peaks, const Settings& settings) {
  std::vector<Options> options;
  for (const std::string& name : what.cases) options.push_back(training_case(name, what.length, what.batch));
  ProgressMeter meter("bench", settings.quiet);
  std::vector<Row> rows;
  const Backend backend = settings.backend == Backend::cuda ? Backend::cuda : Backend::cpu;
  const std::size_t all = what.cases.size() * what.threads.size();
  for (const int threads : what.threads)
    for (std::size_t i = 0; i < what.cases.size(); ++i) {
      Row row{
          what.cases[i],
          threads,
          time_training(options[i], backend, threads,
                        named_on(meter, what.timing, "train " + what.cases[i] + ", " + count_text(threads, "thread")),
                        meter.one(rows.size(), all)),
          {},
          training_cost(train::plan_of(options[i]))};
      if (backend == Backend::cpu) row.floor = floor_of(row.cost, peaks.of(threads));
      rows.push_back(std::move(row));
    }
  meter.clear();
  if (!settings.json) {
    std::cout << rows_text(rows, what);
    return;
  }
  Json json;
  if (rows.size() == 1) json["median_ms"] = rows.front().timing.median_ms;
  for (const Row& row : rows) json["results"].push_back(row_json(row, what));
  std::cout << json.dump() << "\n";  // on one line: for programs that read line by line
}

}  // namespace omega::command

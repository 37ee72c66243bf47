// Reports over training runs, of runs that are made.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "studies/training_report.h"
#include "train/small_model.h"

using namespace omega;
using namespace omega::test;
using namespace omega::train;
using namespace omega::studies;

namespace {

ReportRun made_run(const std::string& name, const Options::Given& options, const Record& record) {
  ReportRun run;
  run.name = name;
  run.saved.options = make_train_options("", with(small_options(), options));
  run.plan = plan_of(run.saved.options);
  run.title = title_of(run.plan.model);
  run.saved.record = record;
  return run;
}

/// Runs of two seeds: 80 % after 30 s and 90 % after 20 s, both after 40 steps.
std::vector<ReportRun> two_seeds() {
  std::vector<ReportRun> runs;
  for (const int seed : {1, 2}) {
    Record record;
    record.chance = 0.125;
    record.bytes = seed == 1 ? 3 << 20 : 5 << 20;
    record.validations = {{20, 30, 0.5, 15, 1, {}, {}},
                          {40, 20, seed == 1 ? 0.8 : 0.9, seed == 1 ? 30.0 : 20.0, 1, {}, {}}};
    for (Index step = 1; step <= 40; ++step) record.steps.push_back({step, 25, 0.5, 0.1, 1, 0});
    runs.push_back(made_run("run " + std::to_string(seed), {{"seed", std::to_string(seed)}}, record));
  }
  return runs;
}

std::size_t count_of(const std::string& part, const std::string& text) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

}  // namespace

TEST_CASE("what runs of two seeds have come to is a mean, its deviation over seeds, and the most memory",
          "[unit][train]") {
  const std::vector<ReportRun> runs = two_seeds();
  const std::vector<ReportGroup> groups = groups_of(runs);
  REQUIRE(groups.size() == 1);
  CHECK(groups[0].name == "softmax, 2 seeds");
  const GroupSummary summary = summary_of(groups[0]);
  CHECK(summary.accuracy == Approx(0.85));
  CHECK(summary.deviation.value_or(NAN) == Approx(0.1 / std::sqrt(2)));
  CHECK(summary.chance == 0.125);
  CHECK(summary.seconds == Approx(25));
  CHECK(summary.steps_per_second == Approx((40.0 / 30 + 2) / 2));
  CHECK(summary.bytes == 5 << 20);
  CHECK_FALSE(summary_of(groups_of({runs[0]})[0]).deviation.has_value());
}

TEST_CASE("runs that were never validated are in no mean, and what was last validated at different steps says so",
          "[unit][train]") {
  std::vector<ReportRun> runs = two_seeds();
  runs[1].saved.record.validations.pop_back();
  runs.push_back(made_run("run 3", {{"seed", "3"}}, {}));
  const GroupSummary summary = summary_of(groups_of(runs)[0]);
  CHECK(summary.runs == 2);
  CHECK(summary.accuracy == Approx(0.65));
  CHECK_FALSE(summary.has_equal_steps());
  CHECK(summary_csv({runs[2]}) ==
        "task,attention,runs,chance,accuracy,deviation,steps_per_second,seconds,bytes,least_step,most_step\n"
        "sparsity,softmax,0,0,,,,,,,\n");
  CHECK(count_of("sparsity,softmax,2,0,0.65,", summary_csv(runs)) == 1);
  CHECK(count_of(",5242880,20,40\n", summary_csv(runs)) == 1);
  CHECK(count_of("means mix different steps", curves_svg(runs, "")) == 1);
  CHECK(count_of("means mix different steps", curves_svg(two_seeds(), "")) == 0);
}

TEST_CASE("a run that is there twice is one seed, the copy that came farther", "[unit][train]") {
  std::vector<ReportRun> runs = two_seeds();
  runs.push_back(made_run("copy", {{"seed", "1"}}, runs[0].saved.record));
  RunsOnce once = without_repeats(runs);
  CHECK(once.left_out == std::vector<std::string>{"copy (a repeat of run 1)"});
  CHECK(groups_of(once.runs)[0].name == "softmax, 2 seeds");
  runs[2].saved.state.step = 41;
  once = without_repeats(runs);
  CHECK(once.left_out == std::vector<std::string>{"run 1 (a repeat of copy)"});
  CHECK(once.runs.back().name == "copy");
}

TEST_CASE("runs that learn from the same data are seeds of one mean, wherever the data lie by now", "[unit][train]") {
  std::vector<ReportRun> runs;
  for (const char* path : {"a.csv", "moved/a.csv", "other.csv"}) {
    runs.push_back(made_run(path, {{"task", "text"}, {"data", path}}, two_seeds()[0].saved.record));
    runs.back().saved.data = path == std::string("other.csv") ? "digest 2" : "digest 1";
  }
  CHECK(without_repeats(runs).left_out == std::vector<std::string>{"moved/a.csv (a repeat of a.csv)"});
  CHECK(groups_of(runs).size() == 2);
}

TEST_CASE("axes of accuracy are in per cent", "[unit][train]") {
  std::vector<ReportRun> runs = two_seeds();
  runs[1] = made_run("another", {{"attention", "local"}}, runs[1].saved.record);
  const std::string svg = curves_svg(runs, "");
  // Of the validation accuracy upwards, and of the last one along; nothing else is from 80 to 90.
  CHECK(count_of(">85</text>", svg) == 2);
}

TEST_CASE("gradients stand beside those of the paper at the same mark", "[unit][train]") {
  Record record;
  record.gradients = {{0.4, 120, 0.25, 0.125, 50}, {0.8, 300, 0.75, 0.5, 50}};
  const std::vector<ReportRun> runs = {
      made_run("mine", {{"attention", "gmm"}, {"features", "prf"}, {"sparsity", "0.5"}}, record),
      made_run("another", {{"attention", "gmm"}, {"features", "rks"}, {"sparsity", "0.7"}}, record)};
  CHECK(gradients_csv(runs) ==
        "run,attention,sparsity,mark,step,mean,deviation,paper_mean,paper_deviation\n"
        "mine,gmm-prf,0.5,0.4,120,0.25,0.125,12.17245,6.432806\n"
        "mine,gmm-prf,0.5,0.8,300,0.75,0.5,42.14157,22.46943\n"
        "another,gmm-rks,0.7,0.4,120,0.25,0.125,,\n"
        "another,gmm-rks,0.7,0.8,300,0.75,0.5,,\n");
}

TEST_CASE("gradients of a task without sparsity have none", "[unit][train]") {
  Record record;
  record.gradients = {{0.4, 120, 0.25, 0.125, 50}};
  CHECK(count_of("\nrun,softmax,,0.4,120,",
                 gradients_csv({made_run("run", {{"task", "copy"}, {"symbols", "3"}}, record)})) == 1);
}

// Reports over training runs: curves and tables as CSV, curves as SVG, and the paper's own numbers to put beside them.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "train/checkpoint.h"

namespace omega::studies {

struct ReportRun {
  std::string name;   // the folder's last part
  std::string title;  // "gmm-prf"
  train::SavedRun saved;
  train::TrainPlan plan;
};
ReportRun load_report_run(const std::filesystem::path& folder);

/// The paper's Table 14 for gmm with rks or prf at sparsity 0.1, 0.5 and 0.9.
struct PaperGradients {
  double mean, deviation;
};
std::optional<PaperGradients> paper_gradients(const train::TrainPlan& plan, double mark);

/// The runs without those whose options and seed another has, as a copied folder: they are no further seeds. The one
/// that has come farthest stays, of equals the first.
struct RunsOnce {
  std::vector<ReportRun> runs;
  std::vector<std::string> left_out;  // "copy (a repeat of run)"
};
RunsOnce without_repeats(const std::vector<ReportRun>& runs);

/// Runs that differ in their seed alone.
struct ReportGroup {
  std::string name, task, title;  // name: of one run its own, else the title and how many seeds; one of each in a task
  std::vector<const ReportRun*> runs;
};
std::vector<ReportGroup> groups_of(const std::vector<ReportRun>& runs);

/// What a group has come to, by the latest validations of its runs; nothing where none was validated.
struct GroupSummary {
  std::size_t runs = 0;                 // that were validated: the means are theirs
  Index least_step = 0, most_step = 0;  // of these validations
  double accuracy = 0;                  // mean over seeds
  std::optional<double> deviation;      // over seeds; none of fewer than two
  double chance = 0, steps_per_second = 0, seconds = 0;
  std::uint64_t bytes = 0;  // most of any

  bool has_equal_steps() const { return least_step == most_step; }
};
GroupSummary summary_of(const ReportGroup& group);

/// R² between the measures of how outputs vary, over runs of a task that have them: the paper's Figures 9 and 10, one
/// point a model. Tasks with fewer than kFewestToCorrelate such runs are left out: of three that have nothing in
/// common, one set in five has R² above 0.9, of six one in 250.
struct VarianceCorrelation {
  std::string task;
  std::size_t runs = 0;
  double rsd_gain = 0, rsd_inconsistency = 0, gain_inconsistency = 0;  // not numbers where one does not vary
};
constexpr std::size_t kFewestToCorrelate = 6;
std::vector<VarianceCorrelation> variance_correlations(const std::vector<ReportRun>& runs);
/// What the runs of each task say of how their outputs vary, where they do.
std::map<std::string, std::vector<train::VarianceRecord>> variances_of_tasks(const std::vector<ReportRun>& runs);

std::string summary_csv(const std::vector<ReportRun>& runs);  // a line for each attention and task
/// A line for each step, with the validation where there was one.
std::string curves_csv(const std::vector<ReportRun>& runs);
std::string gradients_csv(const std::vector<ReportRun>& runs);  // with the paper's beside
std::string eigenvalues_csv(const std::vector<ReportRun>& runs);
/// Validation accuracy and training loss over the step, which is on a logarithmic axis, and validation loss over the
/// seconds of training; of each task, with bands from the lowest to the highest of runs that differ in their seed
/// alone; and memory over accuracy, with marks by speed (KL-Transformer, Figures 3 and 8).
std::string curves_svg(const std::vector<ReportRun>& runs, const std::string& provenance);

}  // namespace omega::studies

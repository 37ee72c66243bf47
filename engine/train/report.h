// Reports over runs: curves and tables as CSV, curves as SVG, and the paper's own numbers to put beside them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "train/checkpoint.h"

namespace omega::train {

struct ReportRun {
  std::string name;   // the folder's last part
  std::string title;  // "gmm-prf"
  SavedRun saved;
  TrainPlan plan;
};
ReportRun load_report_run(const std::filesystem::path& folder);

/// The paper's Table 14 for gmm with rks or prf at sparsity 0.1, 0.5 and 0.9.
struct PaperGradients {
  double mean, deviation;
};
std::optional<PaperGradients> paper_gradients(const TrainPlan& plan, double mark);

std::string curves_csv(
    const std::vector<ReportRun>&
        runs);  // run,step,loss,accuracy,rate,gradient_norm,floored,validation_loss,validation_accuracy
std::string gradients_csv(const std::vector<ReportRun>& runs);  // with the paper's beside
std::string eigenvalues_csv(const std::vector<ReportRun>& runs);
/// Validation accuracy and training loss over the step, which is on a logarithmic axis.
std::string curves_svg(const std::vector<ReportRun>& runs);

}  // namespace omega::train

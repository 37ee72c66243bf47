// Several methods on one sequence over several draws: error against softmax, bias and variance, effective sample size,
// cost.
#pragma once

#include <string>
#include <vector>

#include "core/info.h"
#include "diagnostics/draws.h"
#include "progress_meter.h"

namespace omega::command {

struct ComparedMethod {
  std::string name;
  std::string set;  // what the caller chose: "samples=64"
  Request request;  // of draw 0
};

struct ComparisonRow : DrawsSummary {
  ComparedMethod method;
  std::string problem;      // why it could not run; then nothing else holds
  bool is_failure = false;  // it failed, such as for want of memory; else it was asked for what it cannot do
  Cost cost;                // of one estimate, all heads
};

struct ComparisonPlan {
  std::vector<ComparedMethod> methods;
  Index draws = 64;
  Index queries = 0;  // of each head that stand for all; 0: all
  int threads = 0;
};

/// A method that does not fit the input becomes a row that says why; the first reason is thrown if none fits.
std::vector<ComparisonRow> compare(const ComparisonPlan& plan, ProgressMeter& meter);

}  // namespace omega::command

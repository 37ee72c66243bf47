// What a run writes down while it learns. A Record is a value: a snapshot of it never changes.
#pragma once

#include <array>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "core/matrix.h"

namespace omega::train {

/// One step: the batch's loss and accuracy before the step, and what the step was.
struct StepRecord {
  Index step = 0;
  double loss = 0, accuracy = 0;
  double rate = 0;
  double gradient_norm = 0;  // before clipping
  Index floored = 0;         // denominators kept away from 0
};

/// Eigenvalues of the learned covariances S_c S_cᵀ of one head, in rising order.
struct HeadEigenvalues {
  Index layer = 0, head = 0;
  std::vector<double> values;
};

struct ValidationRecord {
  Index step = 0;
  double loss = 0, accuracy = 0;
  double seconds = 0;  // of training so far, without validation
  double steps_per_second = 0;
  std::vector<double> layer_gradients;             // norm of each layer's part of the latest gradient
  std::vector<std::array<double, 3>> eigenvalues;  // smallest, largest, mean of each head, layer by layer; gmm only
};

/// The paper's Table 14: |gradient| at the classifier's neurons when validation first passes a mark.
struct GradientRecord {
  double mark = 0;  // 0.2, 0.4, 0.6, 0.8
  Index step = 0;
  double mean = 0, deviation = 0;
  Index examples = 0;  // 0: an earlier version, which took 50 that came first and so were of frequent classes alone
};

/// Over R passes with fresh noise (specification, section 8).
struct VarianceRecord {
  Index step = 0, passes = 0;
  double rsd = 0;  // median over examples, of the logit of the example's own class
  double inconsistency = 0, voting_accuracy = 0;
  double gain = 0;     // NaN where no pass is right on any example
  Index examples = 0;  // each class with its share
};

struct Record {
  std::vector<std::string> class_names;
  double chance = 0;        // what saying the most frequent class always gets right
  std::uint64_t bytes = 0;  // of values and gradients, where they are computed
  std::vector<StepRecord> steps;
  std::vector<ValidationRecord> validations;
  std::vector<GradientRecord> gradients;
  std::vector<HeadEigenvalues> eigenvalues;  // of the latest validation
  std::vector<VarianceRecord> variances;
  std::vector<std::vector<Index>> confusion;  // of the latest validation: [class][predicted]

  double best_accuracy() const;
  /// Seconds of training until a step: recorded at validations, and shared out evenly among the steps between them;
  /// beyond the last at its pace. 0 before the first validation.
  double seconds_until(Index step) const;
};

nlohmann::json to_json(const Record& record);
/// Variations that an earlier version measured, on examples of frequent classes alone, are left out: a run that is
/// resumed measures its own again. What was not finite is NaN, but RSD, which is infinite. Throws nlohmann's exceptions
/// where the text is not a record's.
Record record_from(nlohmann::json json);
nlohmann::json to_json(const ValidationRecord& validation);

}  // namespace omega::train

#include "train/record.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "train/tasks/sparsity_task.h"

namespace omega::train {

using Json = nlohmann::json;

double Record::best_accuracy() const {
  double best = 0;
  for (const ValidationRecord& validation : validations) best = std::max(best, validation.accuracy);
  return best;
}

double Record::seconds_until(Index step) const {
  if (validations.empty()) return 0;
  auto next = std::lower_bound(validations.begin(), validations.end(), step,
                               [](const ValidationRecord& v, Index at) { return v.step < at; });
  if (next == validations.end()) --next;
  const bool is_first = next == validations.begin();
  const Index from = is_first ? 0 : std::prev(next)->step;
  const double start = is_first ? 0 : std::prev(next)->seconds;
  if (next->step == from) return next->seconds;
  return start + (next->seconds - start) * static_cast<double>(step - from) / static_cast<double>(next->step - from);
}

// --- As JSON ---------------------------------------------------------------------------------------------------------

// Of many steps, so without names.
inline void to_json(Json& json, const StepRecord& s) {
  json = {s.step, s.loss, s.accuracy, s.rate, s.gradient_norm, s.floored};
}
inline void from_json(const Json& json, StepRecord& s) {
  s = {json.at(0).get<Index>(),  json.at(1).get<double>(), json.at(2).get<double>(),
       json.at(3).get<double>(), json.at(4).get<double>(), json.at(5).get<Index>()};
}

inline void to_json(Json& json, const GradientRecord& g) { json = {g.mark, g.step, g.mean, g.deviation, g.examples}; }
inline void from_json(const Json& json, GradientRecord& g) {
  g = {json.at(0).get<double>(), json.at(1).get<Index>(), json.at(2).get<double>(), json.at(3).get<double>(),
       json.size() > 4 ? json.at(4).get<Index>() : 0};
}

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ValidationRecord, step, loss, accuracy, seconds, steps_per_second, layer_gradients,
                                   eigenvalues)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(HeadEigenvalues, layer, head, values)

inline void to_json(Json& json, const VarianceRecord& v) {
  json = {{"step", v.step},
          {"passes", v.passes},
          {"rsd", v.rsd},
          {"inconsistency", v.inconsistency},
          {"voting_accuracy", v.voting_accuracy},
          {"gain", v.gain},
          {"examples", v.examples}};
}
inline void from_json(const Json& json, VarianceRecord& v) {
  const auto rsd = json.at("rsd").get<double>();
  v = {json.at("step").get<Index>(),
       json.at("passes").get<Index>(),
       std::isnan(rsd) ? std::numeric_limits<double>::infinity() : rsd,  // of a mean that is 0
       json.at("inconsistency").get<double>(),
       json.at("voting_accuracy").get<double>(),
       json.at("gain").get<double>(),
       json.at("examples").get<Index>()};
}

Json to_json(const ValidationRecord& validation) { return validation; }

Json to_json(const Record& record) {
  return {{"steps", record.steps},         {"validations", record.validations},
          {"gradients", record.gradients}, {"eigenvalues", record.eigenvalues},
          {"variances", record.variances}, {"confusion", record.confusion},
          {"classes", record.class_names}, {"chance", record.chance},
          {"bytes", record.bytes}};
}

namespace {

/// JSON has only finite numbers: the others are written as null, and no other null is in a record.
void make_nulls_numbers(Json& json) {
  if (json.is_null()) json = std::numeric_limits<double>::quiet_NaN();
  if (json.is_structured())
    for (Json& part : json) make_nulls_numbers(part);
}

}  // namespace

Record record_from(Json json) {
  make_nulls_numbers(json);
  Record record;
  json.at("steps").get_to(record.steps);
  json.at("validations").get_to(record.validations);
  json.at("gradients").get_to(record.gradients);
  json.at("eigenvalues").get_to(record.eigenvalues);
  for (const Json& variance : json.at("variances"))
    if (variance.contains("examples")) record.variances.push_back(variance.get<VarianceRecord>());
  json.at("confusion").get_to(record.confusion);
  // Before there were other tasks than sparsity, runs said nothing of their classes.
  record.class_names = json.contains("classes") ? json["classes"].get<std::vector<std::string>>() : sum_names();
  record.chance = json.value("chance", 1.0 / kSums);
  record.bytes = json.value("bytes", std::uint64_t{0});
  return record;
}

}  // namespace omega::train

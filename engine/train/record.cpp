#include "train/record.h"

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>

#include "train/tasks/sparsity_task.h"

namespace omega::train {

using Json = nlohmann::json;

namespace {

template <class Row, class Make>
Json rows_of(const std::vector<Row>& rows, Make&& make) {
  Json all = Json::array();
  for (const Row& row : rows) all.push_back(make(row));
  return all;
}

}  // namespace

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

Json to_json(const ValidationRecord& v) {
  return {{"step", v.step},
          {"loss", v.loss},
          {"accuracy", v.accuracy},
          {"seconds", v.seconds},
          {"steps_per_second", v.steps_per_second},
          {"layer_gradients", v.layer_gradients},
          {"eigenvalues", v.eigenvalues}};
}

Json to_json(const Record& record) {
  Json json;
  json["steps"] = rows_of(record.steps, [](const StepRecord& s) {
    return Json{s.step, s.loss, s.accuracy, s.rate, s.gradient_norm, s.floored};
  });
  json["validations"] = rows_of(record.validations, [](const ValidationRecord& v) { return to_json(v); });
  json["gradients"] = rows_of(record.gradients, [](const GradientRecord& g) {
    return Json{g.mark, g.step, g.mean, g.deviation};
  });
  json["eigenvalues"] = rows_of(record.eigenvalues, [](const HeadEigenvalues& e) {
    return Json{{"layer", e.layer}, {"head", e.head}, {"values", e.values}};
  });
  json["variances"] = rows_of(record.variances, [](const VarianceRecord& v) {
    return Json{{"step", v.step},
                {"passes", v.passes},
                {"rsd", v.rsd},
                {"inconsistency", v.inconsistency},
                {"voting_accuracy", v.voting_accuracy},
                {"gain", v.gain}};
  });
  json["confusion"] = record.confusion;
  json["classes"] = record.class_names;
  json["chance"] = record.chance;
  json["bytes"] = record.bytes;
  return json;
}

Record record_from(const Json& json) {
  Record record;
  for (const Json& s : json.at("steps"))
    record.steps.push_back({s.at(0).get<Index>(), s.at(1).get<double>(), s.at(2).get<double>(), s.at(3).get<double>(),
                            s.at(4).get<double>(), s.at(5).get<Index>()});
  for (const Json& v : json.at("validations"))
    record.validations.push_back({v.at("step").get<Index>(), v.at("loss").get<double>(), v.at("accuracy").get<double>(),
                                  v.at("seconds").get<double>(), v.at("steps_per_second").get<double>(),
                                  v.at("layer_gradients").get<std::vector<double>>(),
                                  v.at("eigenvalues").get<std::vector<std::array<double, 3>>>()});
  for (const Json& g : json.at("gradients"))
    record.gradients.push_back(
        {g.at(0).get<double>(), g.at(1).get<Index>(), g.at(2).get<double>(), g.at(3).get<double>()});
  for (const Json& e : json.at("eigenvalues"))
    record.eigenvalues.push_back(
        {e.at("layer").get<Index>(), e.at("head").get<Index>(), e.at("values").get<std::vector<double>>()});
  const auto finite_or_not = [](const Json& number) {
    return number.is_null() ? std::numeric_limits<double>::infinity() : number.get<double>();
  };
  for (const Json& v : json.at("variances"))
    record.variances.push_back({v.at("step").get<Index>(), v.at("passes").get<Index>(), finite_or_not(v.at("rsd")),
                                v.at("inconsistency").get<double>(), v.at("voting_accuracy").get<double>(),
                                v.at("gain").get<double>()});
  record.confusion = json.at("confusion").get<std::vector<std::vector<Index>>>();
  // Before there were other tasks than sparsity, runs said nothing of their classes.
  record.class_names = json.contains("classes") ? json["classes"].get<std::vector<std::string>>() : sum_names();
  record.chance = json.value("chance", 1.0 / kSums);
  record.bytes = json.value("bytes", std::uint64_t{0});
  return record;
}

}  // namespace omega::train

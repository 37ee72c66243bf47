#include "player/live_names.h"

#include <algorithm>
#include <cmath>

#include "importance/numbers.h"
#include "jobs/chance_run.h"
#include "lessons/chance.h"
#include "views/sample_weights.h"

namespace omegascope {

namespace {

using omega::lessons::Value;

Value number(double value) { return std::isnan(value) ? Value::unknown() : Value::number(value); }

/// The share of a query's largest weight in the sum of all, by absolute value.
Value maxShare(const CardResult& card, int query) {
  const std::vector<double> weights = query < 0 ? std::vector<double>() : weightsOf(card, query);
  double sum = 0, most = 0;
  for (const double weight : weights) {
    sum += std::abs(weight);
    most = std::max(most, std::abs(weight));
  }
  return sum > 0 ? Value::number(most / sum) : Value::unknown();
}

Value essOf(const CardResult& card, int query) {
  const int row = query < 0 ? -1 : card.rowOf(query);
  if (row < 0 || !card.resultOf(query).has("ess")) return Value::unknown();
  const omega::Array& ess = card.resultOf(query).at("ess");
  const auto at = static_cast<std::size_t>(ess.count() == 1 ? 0 : row);
  return at >= ess.count() ? Value::unknown() : number(ess.at(at));
}

}  // namespace

Value LiveNames::measured(const std::string& name, const std::string& what) const {
  const Snapshot& snapshot = *m_workbench.snapshot();
  for (const Card& card : m_workbench.document().cards) {
    if (omega::lessons::LessonCard{card.method, card.variant, {}, {}, true}.name() != name) continue;
    const CardResult* result = snapshot.card(card.id);
    if (result == nullptr || !result->result || result->isOld) return Value::unknown();
    if (what == "mse") return number(result->metrics.mse);
    if (what == "ess") return essOf(*result, snapshot.query);
    if (what == "ess_mean" && !std::isnan(result->ess)) return number(result->ess);
    if (what == "max_share") return maxShare(*result, snapshot.query);
    if (what == "nonpositive") return Value::number(static_cast<double>(result->result->stats.nonpositive));
    if (what == "clamped") return Value::number(static_cast<double>(result->result->stats.clamped));
    const OutputCloud* cloud = snapshot.cloud(card.id);
    if (cloud == nullptr || cloud->isOld) return Value::unknown();
    if (what == "bias2") return number(cloud->summary.bias2);
    if (what == "variance") return number(cloud->summary.variance);
  }
  return Value::unknown();
}

Value LiveNames::played(const std::string& what) const {
  const std::shared_ptr<const ChanceResult>& result = m_workbench.chance().result();
  const bool isOfNow = result && result->isComplete && result->asked.playsAs(m_workbench.document().chance);
  if (!isOfNow || !result->error.empty()) return Value::unknown();
  const auto numbers = omega::importance::importance_numbers(result->outcome, result->laws);
  const auto found = numbers.find(what);
  if (found == numbers.end() || found->second.empty()) return Value::unknown();
  return omega::lessons::is_chance_list(what) ? Value::list(found->second) : number(found->second.front());
}

Value LiveNames::value(const std::string& name) const {
  if (name == "redraws") return Value::number(m_events.redraws());
  const Value said = StateNames::value(name);
  if (said.is_known()) return said;
  const auto [first, rest] = omega::lessons::halves(name);
  return first == "chance" ? played(rest) : measured(first, rest);
}

}  // namespace omegascope

#include "player/live_names.h"

#include <cmath>

#include "jobs/chance_run.h"
#include "lessons/lesson.h"
#include "lessons/measured.h"

namespace omegascope {

namespace {

using omega::lessons::Value;

Value number(double value) { return std::isnan(value) ? Value::unknown() : Value::number(value); }

}  // namespace

Value LiveNames::measured(const std::string& name, const std::string& what) const {
  const Snapshot& snapshot = *m_workbench.snapshot();
  for (const Card& card : m_workbench.document().cards) {
    if (omega::lessons::LessonCard{card.method, card.variant, {}, {}, true}.name() != name) continue;
    const CardResult* result = snapshot.card(card.id);
    if (result == nullptr || !result->result || result->isOld) return Value::unknown();
    if (what == "mse") return number(result->metrics.mse);
    if (what == "ess_mean" && !std::isnan(result->ess)) return number(result->ess);
    if (what == "ess" || what == "max_share")
      return omega::lessons::query_numbers(result->resultOf(snapshot.query), result->rowOf(snapshot.query)).value(what);
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
  return omega::lessons::chance_numbers(result->outcome, result->laws).value(what);
}

Value LiveNames::value(const std::string& name) const {
  if (name == "redraws") return Value::number(m_events.redraws());
  const Value said = StateNames::value(name);
  if (said.is_known()) return said;
  const auto [first, rest] = omega::lessons::halves(name);
  return first == "chance" ? played(rest) : measured(first, rest);
}

}  // namespace omegascope

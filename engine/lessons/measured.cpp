#include "lessons/measured.h"

#include <algorithm>
#include <cmath>

#include "importance/numbers.h"
#include "lessons/chance.h"

namespace omega::lessons {

namespace {

/// One number of each row, or one of all rows.
void add_ess(MeasuredNumbers& numbers, const Array& ess, Index row) {
  const auto at = static_cast<std::size_t>(ess.count() == 1 ? 0 : row);
  if (at < ess.count()) numbers.add("ess", ess.at(at));
}

void add_max_share(MeasuredNumbers& numbers, const Array& weights, Index row) {
  const auto count = static_cast<std::size_t>(weights.shape().back()), first = static_cast<std::size_t>(row) * count;
  if (first + count > weights.count()) return;
  double sum = 0, most = 0;
  for (std::size_t s = 0; s < count; ++s) {
    const double weight = std::abs(weights.at(first + s));
    sum += weight;
    most = std::max(most, weight);
  }
  if (sum > 0) numbers.add("max_share", most / sum);
}

}  // namespace

Value MeasuredNumbers::value(const std::string& name) const {
  const auto found = values_.find(name);
  return found == values_.end() ? Value::unknown() : found->second;
}

void MeasuredNumbers::add(const std::string& name, double number) {
  if (!std::isnan(number)) add(name, Value::number(number));
}

MeasuredNumbers query_numbers(const Result& result, Index row) {
  MeasuredNumbers numbers;
  if (row < 0) return numbers;
  if (result.has("ess")) add_ess(numbers, result.at("ess"), row);
  if (result.has("weights")) add_max_share(numbers, result.at("weights"), row);
  return numbers;
}

MeasuredNumbers chance_numbers(const importance::Outcome& outcome, const importance::Laws& laws) {
  MeasuredNumbers numbers;
  for (const auto& [name, all] : importance::importance_numbers(outcome, laws)) {
    if (all.empty()) continue;
    if (is_chance_list(name))
      numbers.add(name, Value::list(all));
    else
      numbers.add(name, all.front());
  }
  return numbers;
}

}  // namespace omega::lessons

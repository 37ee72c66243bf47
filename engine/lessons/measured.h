// What an estimate or a game gives, by the names that conditions ask for it: the app has them of what it shows,
// opening.h of what a step opens with.
#pragma once

#include <map>
#include <string>

#include "core/result.h"
#include "importance/importance.h"
#include "lessons/value.h"

namespace omega::lessons {

/// Without what is not known, which is NaN.
class MeasuredNumbers {
 public:
  bool empty() const { return values_.empty(); }
  Value value(const std::string& name) const;
  void add(const std::string& name, Value value) { values_.insert_or_assign(name, std::move(value)); }
  void add(const std::string& name, double number);

 private:
  std::map<std::string, Value> values_;
};

/// ess and max_share, the largest weight's part of the sum of all by absolute value, of the query that a row of the
/// result is of; none for a row below 0.
MeasuredNumbers query_numbers(const Result& result, Index row);
/// What importance_numbers() gives of a game that was played.
MeasuredNumbers chance_numbers(const importance::Outcome& outcome, const importance::Laws& laws);

}  // namespace omega::lessons

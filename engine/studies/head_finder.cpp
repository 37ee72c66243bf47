// What is said of all heads of a model together.
#include <algorithm>
#include <cmath>
#include <map>

#include "heads/said.h"
#include "studies/finders.h"

namespace omega::studies {

namespace {

/// A row of the measure head as the head that it was.
heads::Head head_of(const Json& row) {
  const Json& values = row.at("values");
  const auto number = [&](const char* name) {
    return values.value(name, Json()).is_number() ? values.at(name).get<double>() : NAN;
  };
  heads::Head head;
  head.layer = values.value("layer", heads::kNoLayer);
  head.head = values.value("head", Index{0});
  head.facts = {number("entropy"), number("keys"), number("largest"), number("distance"), number("norm2")};
  heads::Estimate estimate;
  estimate.error = number("error");
  estimate.mse = number("mse");
  if (values.contains("mse_error")) estimate.mse_error = number("mse_error");
  estimate.draws = values.value("draws", estimate.draws);
  estimate.most = values.value("most", Index{0});
  if (const double samples = number("samples"); std::isfinite(samples)) estimate.needed = static_cast<Index>(samples);
  head.estimates = {estimate};
  return head;
}

/// How much there is of a whole study, whatever panel shows it; a point that is missing counts as one row.
Covered covered_study(const RowsOfPoint& rows) {
  Covered covered;
  for (const PointRows& point : rows) {
    if (point.measured.empty() && point.problems > 0) continue;
    ++covered.of_points;
    covered.points += point.measured.empty() ? 0 : 1;
    covered.rows += point.measured.size();
    covered.of_rows += std::max<std::size_t>(1, point.measured.size());
  }
  return covered;
}

}  // namespace

std::vector<Finding> find_heads(const Question& look) {
  const Covered covered = covered_study(look.rows);
  if (!covered.is_enough()) return {};
  std::map<std::pair<Index, Index>, heads::Head> all;
  std::vector<heads::Method> methods;
  heads::Estimate missing;
  missing.problem = "not measured yet";
  for (const PointRows& point : look.rows)
    for (const Json* row : point.measured) {
      if (!row->at("values").contains("entropy") || row->value("method", "") == "softmax") continue;
      const std::string series = row->value("series", "");
      auto method = std::find_if(methods.begin(), methods.end(), [&](const auto& one) { return one.text() == series; });
      if (method == methods.end()) method = methods.insert(methods.end(), {row->value("method", ""), {}, series});
      heads::Head one = head_of(*row);
      const heads::Estimate estimate = one.estimates.front();
      one.estimates.clear();
      heads::Head& head = all.try_emplace({one.layer, one.head}, one).first->second;
      const auto place = static_cast<std::size_t>(method - methods.begin());
      head.estimates.resize(std::max(head.estimates.size(), place + 1), missing);
      head.estimates[place] = estimate;
    }
  std::vector<heads::Head> heads;
  for (auto& [place, head] : all) {
    head.estimates.resize(methods.size(), missing);
    heads.push_back(std::move(head));
  }
  std::vector<Finding> found;
  for (const std::string& sentence : heads::said_of(heads, methods, look.spec.limit))
    found.push_back({sentence + covered.remark()});
  return found;
}

}  // namespace omega::studies

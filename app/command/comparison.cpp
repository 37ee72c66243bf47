#include "comparison.h"

#include <algorithm>
#include <utility>

#include "core/error.h"
#include "run/request_facts.h"

namespace omega::command {

namespace {

ComparisonRow make_row(const ComparedMethod& method, const ComparisonPlan& plan, Truths& truths,
                       const std::function<Progress(double, double)>& part) {
  ComparisonRow row;
  row.method = method;
  try {
    Request& request = row.method.request;
    check_fit(request);
    drop_noise(request);
    row.cost = cost_of(request);
    Progress first = part(0, 0);
    const auto watch = [&](Index number, Index all) {
      const double each = 1 / static_cast<double>(all), begin = each * static_cast<double>(number);
      return part(begin, begin + each);
    };
    static_cast<DrawsSummary&>(row) =
        measure_draws(request, {plan.draws, plan.threads, watch}, truths.of(request, first, plan.queries));
  } catch (const Error& error) {
    row.problem = error.what();
    row.is_failure = error.exit_code() == 1;
  }
  return row;
}

}  // namespace

std::vector<ComparisonRow> compare(const ComparisonPlan& plan, ProgressMeter& meter) {
  Truths truths(plan.methods.front().request.sequence, plan.threads);
  std::vector<ComparisonRow> rows;
  const auto methods = static_cast<double>(plan.methods.size());
  for (const ComparedMethod& method : plan.methods)
    rows.push_back(make_row(method, plan, truths, [&, done = static_cast<double>(rows.size())](double from, double to) {
      return meter.part((done + from) / methods, (done + to) / methods);
    }));
  const bool any = std::any_of(rows.begin(), rows.end(), [](const ComparisonRow& row) { return row.problem.empty(); });
  if (any) return rows;
  const auto& [name, problem] = std::pair(rows.front().method.name, rows.front().problem);
  const std::string said = problem.starts_with(name) ? problem : name + ": " + problem;
  throw rows.front().is_failure ? Error::failure(said) : Error::input(said);
}

}  // namespace omega::command

#include "run/request_facts.h"

#include "estimators/registry.h"

namespace omega {

namespace {

Problem problem_of(const Request& request, const Sizes& sizes) {
  return {sizes, request.options, request.given, request.want ? &*request.want : nullptr};
}

}  // namespace

const EstimatorInfo& info_of(const Request& request) { return find_estimator(request.method).info; }

Traits traits_of(const Request& request) { return info_of(request).traits(request.options); }

void check_fit(const Request& request) { info_of(request).check(problem_of(request, request.sequence->sizes)); }

std::vector<ArraySpec> arrays_of(const Request& request) {
  return info_of(request).arrays(problem_of(request, request.sequence->sizes));
}

std::vector<OutputSpec> outputs_of(const Request& request) { return outputs_of(request, request.sequence->sizes); }

std::vector<OutputSpec> outputs_of(const Request& request, const Sizes& sizes) {
  return info_of(request).outputs(problem_of(request, sizes));
}

std::optional<Shape> shape_of_means(const std::string& method, const Options& options, const Sizes& sizes) {
  Sizes head = sizes;
  head.lead.clear();
  head.heads = 1;
  const Arrays none;
  for (const ArraySpec& array : find_estimator(method).info.arrays({head, options, none}))
    if (array.name == kGivenMeans && array.shape.size() == 2) return array.shape;
  return std::nullopt;
}

Cost cost_of(const std::string& method, const Problem& problem) {
  return static_cast<double>(problem.sizes.heads) * find_estimator(method).info.cost(problem);
}

Cost cost_of(const Request& request) { return cost_of(request, request.sequence->sizes); }

Cost cost_of(const Request& request, const Sizes& sizes) { return cost_of(request.method, problem_of(request, sizes)); }

}  // namespace omega

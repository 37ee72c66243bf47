// What the method of a request says of it: the estimator's own description, asked about the request's sequence, options
// and given arrays.
#pragma once

#include <optional>

#include "core/info.h"
#include "core/request.h"

namespace omega {

const EstimatorInfo& info_of(const Request& request);
Traits traits_of(const Request& request);
/// Throws Error::input where its options and sizes do not go together.
void check_fit(const Request& request);
std::vector<ArraySpec> arrays_of(const Request& request);
/// Everything that it could give, for one head.
std::vector<OutputSpec> outputs_of(const Request& request);
/// The same if its sequence had these sizes.
std::vector<OutputSpec> outputs_of(const Request& request, const Sizes& sizes);

/// The means of a method's proposals, where they are given.
inline constexpr const char* kGivenMeans = "mu";
/// How many of them a method takes with these options, and in how many dimensions; none where it takes none.
std::optional<Shape> shape_of_means(const std::string& method, const Options& options, const Sizes& sizes);

/// Of y of all heads; and of predictions where they are wanted by name.
Cost cost_of(const std::string& method, const Problem& problem);
Cost cost_of(const Request& request);
Cost cost_of(const Request& request, const Sizes& sizes);

}  // namespace omega

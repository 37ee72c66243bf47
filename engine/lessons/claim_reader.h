// Claims of a lesson file, read.
#pragma once

#include "lessons/lesson.h"
#include "studies/definition.h"

namespace omega::lessons {

/// Throws Error::input with file and line.
Claim read_claim(const studies::JsonNode& node);

/// The names that a run gives, without the run's own: "mse", "ess" ...
std::vector<std::string> result_names(const ClaimRun& run);

/// The study of a run.
studies::StudyDefinition study_of(const ClaimRun& run);

const std::vector<std::string>& statistic_names();

}  // namespace omega::lessons

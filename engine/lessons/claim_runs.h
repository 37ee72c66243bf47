// One run of a claim with one seed: its results by name.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/progress.h"
#include "lessons/lesson.h"

namespace omega::lessons {

using RunValues = std::map<std::string, Value>;

/// Adds "a.mse" and so on for the wanted names of a run called a. Data seed 7 + seed, noise seed `seed`.
void add_run(const ClaimRun& run, const std::vector<std::string>& wanted, Index seed, const Progress& progress,
             RunValues& values);

}  // namespace omega::lessons

// Studies as text for people, as JSON and as files.
#pragma once

#include <string>

#include "json_text.h"
#include "studies/summary.h"
#include "studies/sweep.h"

namespace omega::command {

std::vector<std::string> study_names();
std::string studies_text();
Json studies_json();

/// All about one study at one size; `seconds`: about how long it takes here.
std::string study_text(const studies::StudyDefinition& study, double seconds);
Json study_json(const studies::StudyDefinition& study, double seconds);

/// What is about to run, said before it does.
std::string plan_text(const studies::StudyDefinition& study, const studies::Shard& shard,
                      const std::vector<Json>& found, int threads);
std::string summary_text(const studies::StudyDefinition& study, const studies::StudySummary& summary,
                         std::size_t repeated);

/// The figure in the format that the file's name asks for: .svg, .json or .csv.
std::string plot_text(const std::string& file, const studies::StudyDefinition& study,
                      const studies::StudySummary& summary);

}  // namespace omega::command

// Summary: from the rows of a study to its figure and its findings. Means over seeds, bands, fits, relative numbers and
// the papers' beside them are made here and nowhere else.
#pragma once

#include <vector>

#include "studies/findings.h"
#include "studies/row_files.h"

namespace omega::studies {

struct StudySummary {
  std::size_t rows = 0, of_rows = 0;
  std::size_t problems = 0;
  Figure figure;
  std::vector<Finding> findings;
};

/// Of whatever rows there are: a sweep that is still going on has a summary too.
StudySummary summarise(const StudyDefinition& study, const std::vector<Json>& rows);

Json to_json(const StudyDefinition& study, const StudySummary& summary);

}  // namespace omega::studies

// Findings: what a study found, in sentences with their numbers, from the same panels that are drawn. The command
// prints them, the app shows them; neither judges by itself.
#pragma once

#include <string>
#include <vector>

#include "studies/definition.h"
#include "studies/figure.h"

namespace omega::studies {

std::vector<std::string> finding_kinds();

struct Finding {
  std::string kind;
  std::string text;
  bool holds = true;  // of what can hold or not: an identity, a law
};

/// Rows of a study by the index of their point, for what panels do not show.
using RowsOfPoint = std::vector<std::vector<const Json*>>;

std::vector<Finding> find_all(const StudyDefinition& study, const Figure& figure, const RowsOfPoint& rows);

}  // namespace omega::studies

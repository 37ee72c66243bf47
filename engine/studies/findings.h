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
  std::string text;
  bool holds = true;      // of what can hold or not: an identity, a law
  std::string kind = {};  // of the finder
};

/// The rows of a point: those that have values, and how many could not be measured.
struct PointRows {
  std::vector<const Json*> measured;
  std::size_t problems = 0;
};

/// By the index of their point.
using RowsOfPoint = std::vector<PointRows>;

std::vector<Finding> find_all(const StudyDefinition& study, const Figure& figure, const RowsOfPoint& rows);

}  // namespace omega::studies

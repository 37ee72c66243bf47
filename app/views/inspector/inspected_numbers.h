// Everything a snapshot knows of one query, key, proposal and sample of one estimator, as a list of named numbers.
#pragma once

#include <QString>
#include <vector>

#include "model/selection.h"
#include "model/snapshot.h"

namespace omegascope {

struct InspectedNumber {
  QString symbol;   // π_nm, in the notation of widgets/math_parser.h
  QString meaning;  // one phrase
  std::vector<double> values;
  QString note;  // where there is no number: why, and what to do
};

struct InspectedGroup {
  QString title;
  std::vector<InspectedNumber> numbers;
};

/// "lara › head 1 › query 12 › proposal 3 › sample 7"
QString selectionPath(const Card& card, const Snapshot& snapshot, const Cursor& cursor);
std::vector<InspectedGroup> inspectedNumbers(const CardResult& card, const Snapshot& snapshot, const Cursor& cursor);

}  // namespace omegascope

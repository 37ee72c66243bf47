// What is chosen of an estimator's samples, keys and proposals, and the values that its equations take there: all from
// its result, nothing is computed here.
#pragma once

#include "model/selection.h"
#include "model/snapshot.h"
#include "views/inspector/formula_filling.h"

namespace omegascope {

/// The cursor, completed by what stands for it in the formulas: where no key or sample is chosen, the heaviest.
struct Chosen {
  int key = -1, sample = -1, proposal = -1;
  bool keyIsHeaviest = false, sampleIsHeaviest = false, proposalIsHeaviest = false;
};

Chosen chosenFor(const CardResult& card, const Snapshot& snapshot, const Cursor& cursor);
FormulaValues selectionValues(const CardResult& card, const Snapshot& snapshot, const Chosen& chosen);

/// One number of a result's array, or of a list; empty where there is none.
std::vector<double> shownElement(const omega::Array& array, omega::Index row, omega::Index column);
std::vector<double> shownEntry(const std::vector<double>& values, omega::Index index);

}  // namespace omegascope

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

/// How many samples the shown query has; 0 where the estimator does not sample.
omega::Index sampleCount(const omega::Result& result);

Chosen chosenFor(const CardResult& card, const Snapshot& snapshot, const Cursor& cursor);
FormulaValues selectionValues(const CardResult& card, const Snapshot& snapshot, const Chosen& chosen);

}  // namespace omegascope

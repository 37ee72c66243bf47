// The weights of samples for the shown query: of each, and of the chosen ones together.
#pragma once

#include <QString>
#include <vector>

#include "model/selection.h"
#include "model/snapshot.h"

namespace omegascope {

/// Whether a method with these outputs takes keys where others sample ω.
bool takesKeys(const std::vector<omega::OutputSpec>& outputs);
/// The weights of a query's samples; empty where the method has none: there all samples count alike.
inline std::vector<double> weightsOf(const CardResult& card, int query) { return card.outputOf(query, "weights"); }
/// How many samples a query of this result has; 0 where the estimator does not sample.
omega::Index sampleCount(const omega::Result& result);
int sampleCountOf(const CardResult& card);
/// How many of its proposals a query uses: causal, not those that know later tokens.
omega::Index usedProposals(const CardResult& card, int query);
/// How many of its samples it uses.
omega::Index usedSamples(const CardResult& card, int query);

/// The chosen samples of one card, and what share of the shown query's weight they carry.
struct ChosenShare {
  const Card* card = nullptr;
  int count = 0, of = 0;
  double share = 0;
};
std::vector<ChosenShare> chosenShares(const Snapshot& snapshot, const Document& document, const Members& samples);
/// "rfa: 5 of 16 samples, 43 % of the weight", a line for each card; empty where none is chosen.
QStringList chosenLines(const Snapshot& snapshot, const Document& document, const Members& samples);

}  // namespace omegascope

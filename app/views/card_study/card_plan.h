// A study of the visible cards, as a definition in JSON like that of any other study. Convergence asks for the error
// against samples on the sequence that is shown; Scaling for time and memory against the length.
#pragma once

#include <QStringList>
#include <map>
#include <memory>

#include "model/snapshot.h"
#include "studies/definition.h"

namespace omegascope {

struct CardPlan {
  std::string text;                      // the JSON; empty where there is nothing to measure
  std::map<std::string, int> cards;      // by series
  std::map<int, std::string> budgets;    // by card: the option that x is
  QString whyNot;                        // where there is nothing to measure
  QStringList leftOut;                   // one sentence each: cards that are not part of it
  std::map<int, omega::Arrays> learned;  // by card: its arrays beside q, k and v that no draw renews

  bool isEmpty() const { return text.empty(); }
  bool isSame(const CardPlan& other) const;
  /// Its points have the dashes and markers of their cards, and their files in `folder`. Throws omega::Error.
  std::shared_ptr<const omega::studies::StudyDefinition> definition(const Document& document,
                                                                    const std::string& folder = {}) const;
};

/// Error against samples on one head of the sequence. A card with learned arrays reads a file of its own.
CardPlan convergencePlan(const Document& document, const Snapshot& snapshot);
/// The files that such a plan reads.
inline constexpr const char* kSequenceFile = "sequence.npz";
std::string fileWithLearned(int card);
/// Time and memory against the length, at the dimensions of the sequence.
CardPlan scalingPlan(const Document& document, const omega::Sequence& sequence);

}  // namespace omegascope

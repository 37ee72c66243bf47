// What the visible cards are asked as a study of their own: a definition in JSON as any other, made of the document.
// Convergence asks for the error against samples on the sequence that is shown; scaling for time and memory against the
// length.
#pragma once

#include <QStringList>
#include <map>
#include <memory>
#include <vector>

#include "model/snapshot.h"
#include "studies/definition.h"

namespace omegascope {

struct CardPlan {
  std::string text;                      // the JSON; empty where there is nothing to measure
  std::map<std::string, int> cards;      // of each series
  std::map<int, std::string> budgets;    // of a card: the option that x is
  QString whyNot;                        // where there is nothing to measure
  QStringList leftOut;                   // one sentence each: cards that are not part of it
  std::map<int, omega::Arrays> learned;  // of a card: what it has beside q, k and v, and no draw renews

  bool isEmpty() const { return text.empty(); }
  bool isSame(const CardPlan& other) const;
  /// Its points know their cards' dashes and markers. Throws omega::Error.
  std::shared_ptr<const omega::studies::StudyDefinition> definition(const Document& document) const;
};

/// Error against samples; `file` is where the sequence of one head will be. A card with learned arrays reads a file of
/// its own.
CardPlan convergencePlan(const Document& document, const Snapshot& snapshot, const std::string& file);
/// Where that is.
std::string fileWithLearned(const std::string& file, int card);
/// Time and memory against the length, at the dimensions of the sequence.
CardPlan scalingPlan(const Document& document, const omega::Sequence& sequence);

}  // namespace omegascope

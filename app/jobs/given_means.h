// Means that were dragged on a card belong to the sequence and the options they were dragged on: what a card needs now,
// and how it does without what does not fit.
#pragma once

#include <optional>

#include "core/sequence.h"
#include "model/document.h"

namespace omegascope {

/// How many means a card with these options takes on such a sequence, and in how many dimensions; none where it takes
/// none.
struct MeansNeeded {
  omega::Index count = 0, dims = 0;
};
std::optional<MeansNeeded> meansNeeded(const Card& card, const omega::Sizes& sizes);

/// Whether a card has no means of its own, or as many as it needs. Wrong options are for the engine to refuse.
bool meansFit(const Card& card, const omega::Sizes& sizes);

/// A card's means as the array that the engine takes, in `dims` dimensions; none where it has no means of its own,
/// or those of a sequence of other dimensions, which are dropped once the new one is known.
omega::Arrays arraysOfMeans(const Card& card, omega::Index dims);

}  // namespace omegascope

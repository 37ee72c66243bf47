// What is seen of ω-space on a plane or a line: the densities there, and where queries, keys, proposals and samples
// project to. Samples and means come from the estimators, densities from the engine.
#pragma once

#include <map>
#include <memory>

#include "core/progress.h"
#include "diagnostics/density.h"
#include "diagnostics/subspace.h"
#include "model/snapshot.h"

namespace omegascope {

/// What decides where ω-space is cut and what is drawn there.
struct PlaneQuestion {
  std::shared_ptr<const omega::Sequence> head;      // that is shown
  std::shared_ptr<const omega::Sequence> original;  // the same before tokens were moved by hand: principal directions
                                                    // are its, so that a plane does not turn under the hand
  int query = -1;
  double scale = 0;       // τ: queries and keys are each multiplied by √τ
  bool isCausal = false;  // the query sees no later key
  PlaneSettings settings;
  std::map<int, std::shared_ptr<const omega::Result>> results;  // of the cards whose means the settings name
  bool operator==(const PlaneQuestion&) const = default;
};

/// A plane without cards, and where to project them to.
struct DrawnPlane {
  OmegaPlane shown;
  omega::Subspace plane, space;  // space: what densities are drawn on, the line or the plane
};

/// Without the shown query's target.
DrawnPlane drawnPlane(const PlaneQuestion& question, const omega::Progress& progress);
void addTarget(DrawnPlane& drawn, const PlaneQuestion& question, const omega::Progress& progress);

/// The density of all queries there, each of the keys that it sees; of too many queries every k-th stands for all.
AllQueries drawnQueries(const omega::Sequence& head, bool isCausal, const DrawnPlane& drawn,
                        const omega::Progress& progress);

/// Where a card's proposals and its samples are: those of a query's row where each has its own.
PlaneCard placedCard(const omega::Result& result, int row, const DrawnPlane& drawn, const omega::Progress& progress);

/// What drawing costs: a plane, and the density of all queries there.
omega::Cost costOf(const PlaneQuestion& question);
omega::Cost costOfQueries(const omega::Sizes& sizes, const PlaneSettings& settings);

}  // namespace omegascope

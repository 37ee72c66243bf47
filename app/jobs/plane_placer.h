// PlanePlacer: what of ω-space is seen on a plane or a line: the densities there, and where queries, keys, proposals
// and samples project to. Samples and means are the estimators'; densities are the engine's.
#pragma once

#include <map>
#include <memory>
#include <vector>

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
  PlaneSettings settings;
  std::map<int, std::shared_ptr<const omega::Result>> results;  // of the cards whose means the settings name
  bool operator==(const PlaneQuestion&) const = default;
};

/// A plane without cards, and where to project them to.
struct DrawnPlane {
  OmegaPlane shown;
  omega::Subspace plane, space;  // space: what densities are drawn on, the line or the plane
};

class PlanePlacer {
 public:
  DrawnPlane draw(const PlaneQuestion& question, const omega::Progress& progress);

 private:
  struct Tokens;
  static Tokens tokensOf(const omega::Sequence& head);
  struct AllQueries {  // Σ_n p_n / N where it was drawn last
    std::shared_ptr<const omega::Sequence> head;
    std::vector<double> basis;
    DensityKind density = DensityKind::marginal;
    std::shared_ptr<const omega::Matrix<double>> grid;
    std::vector<double> profile;
    int queries = 0;
  };
  static omega::Subspace chosenPlane(const PlaneQuestion& question, const omega::Moments& moments, const Tokens& tokens,
                                     OmegaPlane& shown, const omega::Progress& progress);
  void drawAll(OmegaPlane& shown, const std::shared_ptr<const omega::Sequence>& head, const Tokens& tokens,
               const omega::Subspace& space, const omega::Progress& progress);

  AllQueries m_all;
};

/// Where a card's proposals and its samples for a query are.
PlaneCard placedCard(const omega::Result& result, int query, const DrawnPlane& drawn, const omega::Progress& progress);

/// What drawing the densities of a plane costs.
omega::Cost costOf(const PlaneQuestion& question);

}  // namespace omegascope

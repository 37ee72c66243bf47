// PlanePlacer: what of ω-space is seen on a plane or a line: the densities there, and where queries, keys, proposals
// and samples project to. Samples and means are the estimators'; densities are the engine's.
#pragma once

#include <memory>

#include "core/progress.h"
#include "diagnostics/density.h"
#include "model/snapshot.h"

namespace omegascope {

class PlanePlacer {
 public:
  /// For the snapshot's document, query and cards; `head` is the head that is shown, `original` the same before tokens
  /// were moved by hand: principal directions are those of `original`, so that a plane does not turn under the hand.
  std::shared_ptr<const OmegaPlane> place(const Snapshot& snapshot, const std::shared_ptr<const omega::Sequence>& head,
                                          const omega::Sequence& original, const omega::Progress& progress);

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
  void drawAll(OmegaPlane& shown, const std::shared_ptr<const omega::Sequence>& head, const Tokens& tokens,
               const omega::Subspace& space, const omega::Progress& progress);

  AllQueries m_all;
};

}  // namespace omegascope

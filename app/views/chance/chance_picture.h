// The picture of a game: on top the densities and the samples as stems, in the middle the running estimate, at the
// bottom the replicates of each estimator as dots. The same on the screen and in exports.
#pragma once

#include <qcustomplot.h>

#include <optional>
#include <utility>

#include "importance/curves.h"
#include "jobs/chance_run.h"
#include "views/chance/chance_edits.h"
#include "widgets/estimator_style.h"
#include "widgets/theme.h"

namespace omegascope {

struct ChancePicture {
  const ChanceState* state = nullptr;
  const ChanceResult* result = nullptr;  // null before the first one
  omega::importance::Curves curves;
  int fallen = -1;                             // how many samples have fallen; −1: all
  std::optional<ChanceHandle> focus;           // the handle that keys move
  std::optional<QCPRange> replicates;          // what their axis shows; else as much as they need
  std::optional<QCPRange> density, integrand;  // held while a hand draws p or f

  bool hasRun() const { return result && result->error.empty() && !result->outcome.darts.empty(); }
};

/// The curves of one game over one interval, computed once for all that draws them or asks where they stand.
class KeptCurves {
 public:
  const omega::importance::Curves& of(const omega::importance::Game& game, omega::importance::Interval interval);

 private:
  std::optional<std::pair<omega::importance::Game, omega::importance::Interval>> m_asked;
  omega::importance::Curves m_curves;
};

class ChanceDrawing {
 public:
  enum Part { kDensities, kRunning, kReplicates };

  static void setUp(QCustomPlot& plot);
  /// `height`: of the whole picture.
  static void fill(QCustomPlot& plot, const Theme& theme, const ChancePicture& picture, double height);
  /// In less it could not be read.
  static int leastHeight(const Theme& theme);
  static QCPAxisRect* rectOf(const QCustomPlot& plot, Part part) { return plot.axisRects()[static_cast<int>(part)]; }
  /// The one that has a part that lessons name.
  static std::optional<Part> pictureWith(const QString& part);
  /// Where a handle stands, in the coordinates of the densities.
  static QPointF placeIn(const ChancePicture& picture, const ChanceHandle& handle);
  /// Of a proposal, and of an estimator, which keeps it when another comes to the front: hue with a marker, never hue
  /// alone.
  static EstimatorStyle proposalStyle(int proposal, bool dark);
  static EstimatorStyle methodStyle(const omega::importance::Plan& plan, std::size_t method, bool dark);
  /// What the axis of the replicates needs: around the truth, without the farthest few of each side.
  static QCPRange replicatesOf(const ChanceResult& result);
};

}  // namespace omegascope

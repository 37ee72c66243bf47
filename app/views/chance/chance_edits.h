// What the user's hand does to a game: each edit makes another state, which the engine checks before the document takes
// it.
#pragma once

#include <vector>

#include "core/options.h"
#include "model/document.h"

namespace omegascope {

/// A place to take hold of: the top of a Gaussian moves it, its shoulder makes it wide.
struct ChanceHandle {
  enum class Of { proposal, bump };
  enum class Grip { top, shoulder };
  Of of = Of::proposal;
  int index = 0;
  Grip grip = Grip::top;
  bool operator==(const ChanceHandle&) const = default;
};

/// The handles that can be seen: a target that is hidden, drawn or given has none, nor has a proposal that is the
/// target.
std::vector<ChanceHandle> handlesOf(const ChanceState& state);
double meanOf(const ChanceState& state, const ChanceHandle& handle);
double sdOf(const ChanceState& state, const ChanceHandle& handle);
/// Where the handle is along x.
double placeOf(const ChanceState& state, const ChanceHandle& handle);
QString nameOf(const ChanceHandle& handle);

void moveHandle(ChanceState& state, const ChanceHandle& handle, double to);
void setSd(ChanceState& state, const ChanceHandle& handle, double sd);
/// Adds a proposal with as many samples as the others have on average.
void addProposal(ChanceState& state, double mean);
void removeOf(ChanceState& state, const ChanceHandle& handle);
/// Before a stroke: what is drawn already has the heights that are shown.
void beginDrawing(ChanceState& state);
/// Of the target's heights as they are; 1 where it is not drawn.
double drawnIntegral(const ChanceState& state);
/// The target, or the integrand, becomes a list of heights; a stroke sets those between two points to a straight line.
void drawTarget(ChanceState& state, QPointF from, QPointF to);
void drawIntegrand(ChanceState& state, QPointF from, QPointF to);

/// Everything that is set beside proposals and target, as options of a form.
const std::vector<omega::OptionSpec>& chanceOptions();
OptionTexts optionsOf(const ChanceState& state);
/// Throws omega::Error; an empty text stands for the default.
void setOption(ChanceState& state, const QString& name, const QString& text);

/// Fixes the coefficient of the control variate of the estimator in front.
void setBeta(ChanceState& state, double beta);

/// The estimator of that number comes to the front.
void bringForward(ChanceState& state, std::size_t method);
/// Adds the next estimator that is not there yet; false where there is none.
bool addMethod(ChanceState& state);
void removeMethod(ChanceState& state);

}  // namespace omegascope

// ω-space on a plane, as a scene: densities, queries, keys, proposals, samples, what was pinned, the arrow of f(ω).
#pragma once

#include "views/omega_space/omega_look.h"
#include "widgets/density_scene.h"

namespace omegascope {

DensityScene omegaScene(const OmegaLook& look, const Theme& theme);

/// Keys that were drawn are marked where both keys and what is drawn are looked at.
inline bool showsDrawnKeys(const ViewSettings& view) { return view.showTokens && view.showSamples; }

/// Samples beyond this many are not drawn one by one: they would be a blot.
inline constexpr std::size_t kMostDots = 4000;

}  // namespace omegascope

// The principal directions of a cloud in many dimensions: all D of them take D³ operations that nothing can stop, and a
// view needs two.
#pragma once

#include "core/progress.h"
#include "diagnostics/subspace.h"

namespace omega {

/// The subspace of principal_subspace(), without its variances: in few dimensions the very same, in many by block power
/// iteration, to where its variances stand still. Stops where `progress` says so.
Subspace principal_directions(const Moments& moments, Index rank, const Progress& progress);

}  // namespace omega

// The kernel that a method's random features make, over the distance of a pair, and the density of its frequencies: as
// one draw estimates them, over many draws, and in closed form where there is one. Along one axis of scaled ω-space: q
// = (z + Δ)/2 and k = (z − Δ)/2 there and 0 elsewhere, so that q − k = Δ and q + k = z.
//
//   rfa       κ = exp(q·k), ω ~ N(0, Σ); variances of rfa_kernel_variance, for iid draws of N(0, I)
//   gmm       κ_rks or κ_prf of its mixture, with the μ and S that it is given, and their variances (kernel_variance.h)
//   fastfood  the kernel of σ, unless S, G or B are learned; no variance: rows are dependent
//   generative  no closed form
#pragma once

#include <vector>

#include "core/progress.h"
#include "core/request.h"

namespace omega {

struct KernelQuestion {
  Index axis = 0;
  double sum = 0;                   // z
  Index draws = 0;                  // for the mean and the deviation; below 2: neither
  double farthest = 5, widest = 4;  // of Δ from 0; of ω about 0, where 0 means as far as there is any to see
  Index steps = 50;
  int threads = 0;
};

/// Lists of steps + 1 numbers; empty where there is no such thing.
struct KernelCurves {
  std::vector<double> distance, kappa, law;            // of this draw, and the closed form
  std::vector<double> mean, deviation, deviation_law;  // over draws
  std::vector<double> omega, density,
      density_law;              // of this draw's frequencies, smoothed; and what they are drawn from
  std::vector<double> centres;  // of gmm: μ_c along the axis, one a component
};

/// Whether a method's features are a kernel of pairs that this can draw.
bool has_kernel(const std::string& method);
/// Whether that kernel is learned.
bool has_learned_kernel(const std::string& method);

KernelCurves kernel_curves(Request request, const KernelQuestion& asked, const Progress& progress);

}  // namespace omega

// Closed forms of kernel learning and of random features: what φ(q)·φ(k) estimates, and how much it varies
// (specification, section 8; KL-Transformer, Theorem 3; Choromanski et al. 2021). Everything in double, for scaled q
// and k.
//
// With p = k − q, o = k + q and m noise vectors, each shared by all components:
//   κ_rks = Σ_c (1/C) exp(−½‖S_cᵀp‖²) cos(μ_c·p)
//   κ_prf = Σ_c (1/C) exp(−‖q‖² − ‖k‖² + μ_c·o + ½‖S_cᵀo‖²);  FastFood: one component, μ = 0, S = I/σ
// and the variances of φ(q)·φ(k), with b_c = S_cᵀp and θ_c = μ_c·p (for prf with o in place of p):
//   rks: (1/mC²) Σ_c,c' exp(−½(‖b_c‖² + ‖b_c'‖²))
//                       ·½[cos(θ_c − θ_c')(exp(b_c·b_c') − 1) + cos(θ_c + θ_c')(exp(−b_c·b_c') − 1)]
//   prf: (1/mC²) Σ_c,c' exp(θ_c + θ_c' − 2(‖q‖² + ‖k‖²) + ½(‖b_c‖² + ‖b_c'‖²))(exp(b_c·b_c') − 1)
// These are the variances of any mixture; Theorem 3 has three cases of them:
//   rks, ±μ, one S:     (1/2m) cos²(μ·p)(1 − exp(−‖Sᵀp‖²))²
//   prf, one component: (1/m) exp(−2(‖q‖² + ‖k‖² − μ·o))(exp(2‖Sᵀo‖²) − exp(‖Sᵀo‖²))
//   prf, ±μ:            the same with cosh²(μ·o) for exp(2μ·o)
// Theorem 3 prints 2/m for rks (its kernel is 2κ: the sum over both components is not halved), and for prf ‖·‖ where
// the squares stand here. The printed forms are kept beside these to be shown, and are rejected by simulation.
#pragma once

#include <span>

#include "core/choices.h"
#include "core/matrix.h"

namespace omega {

using Point = std::span<const double>;

/// Components of equal weight: means C×D, and S_1 .. S_C one below the other, D rows each; what they take may have any
/// width.
struct SpectralMixture {
  View<const double> means;
  View<const double> factors;
};

double rks_kernel(const SpectralMixture& mixture, Point q, Point k);
double prf_kernel(const SpectralMixture& mixture, Point q, Point k);

/// Variance of φ(q)·φ(k) over m noise vectors.
double rks_variance(const SpectralMixture& mixture, Point q, Point k, Index m);
double prf_variance(const SpectralMixture& mixture, Point q, Point k, Index m);

/// What Theorem 3 is about: one S (D×D) and a mean μ, alone or with −μ.
struct Component {
  Point mu;
  View<const double> S;
};

double rks_variance_of_pair(const Component& c, Point q, Point k, Index m);
double prf_variance(const Component& c, Point q, Point k, Index m);
double prf_variance_of_pair(const Component& c, Point q, Point k, Index m);
double rks_variance_of_pair_as_printed(const Component& c, Point q, Point k, Index m);
double prf_variance_as_printed(const Component& c, Point q, Point k, Index m);

/// θ/π of the angle between two points, ½ where one is 0: the share of the positive estimate in hybrid features.
double angle_share(Point x, Point y);

/// Variance of φ(x)·φ(y) about exp(x·y) over m independent frequencies; of hybrid features at the exact angle.
double rfa_kernel_variance(RandomFeatures features, Point x, Point y, Index m);

}  // namespace omega

// Importance sampling on a line: what is asked (a target density p and an integrand f), and how it is played (proposals
// with their numbers of samples, and up to three estimators that see the same samples). All are values with ==.
//
//   I = E_p[f],   x_cs ~ q_c, s = 1 … n_c,   S = Σ_c n_c,   w = S·α_c(x)·p(x)/(n_c·q_c(x))
//
// With one proposal w = p/q, whatever the shares α.
#pragma once

#include <string>
#include <vector>

#include "core/matrix.h"
#include "core/options.h"

namespace omega::importance {

inline constexpr Index kMostBumps = 5, kMostGiven = 4096, kMostProposals = 5, kMostSamples = 4096,
                       kMostReplicates = 20000, kMostMethods = 3;
inline constexpr Index kDrawnPoints = 512;
inline constexpr double kDrawnReach = 10;  // what is drawn by hand reaches from −10 to 10
inline constexpr double kLeastSd = 0.05, kMostSd = 100, kMostMean = 100;

/// One Gaussian of a mixture; weights are relative.
struct Bump {
  double weight = 1, mean = 0, sd = 1;
  bool operator==(const Bump&) const = default;
};

/// A mixture of Gaussians or, where `drawn` is not empty, heights at equal distances, joined by straight lines.
struct Target {
  std::vector<Bump> bumps;
  bool is_given = false;  // more bumps than a hand would set: read only
  std::vector<double> drawn;
  bool operator==(const Target&) const = default;
};

struct Integrand {
  enum class Kind { one, x, x2, x3, exp, above, cos, drawn, given };
  Kind kind = Kind::x;
  double at = 0;              // above: f = 1 where x > at
  double k = 1;               // cos: f = cos(kx)
  std::vector<double> drawn;  // heights as of a target; 0 beyond
  /// given: f = Σ_m π_m v_m N_m/p, a value for each bump of the target.
  std::vector<double> values;
  bool operator==(const Integrand&) const = default;
};
const std::vector<std::string>& integrand_words();

struct Problem {
  Target target;
  Integrand integrand;
  /// Whether f is the same number wherever p is.
  bool is_constant() const;
  bool operator==(const Problem&) const = default;
};

struct Proposal {
  double mean = 0, sd = 1;
  bool is_target = false;  // q = p, and mean and sd mean nothing
  Index count = 0;         // n_c
  bool operator==(const Proposal&) const = default;
};

/// is: Î = (1/S)Σ w f. snis: Î = Σ w f/Σ w.
enum class Rule { is, snis };
/// The shares: balance n_c q_c/Σ n q, constant 1/C, power (n_c q_c)²/Σ(n q)². optimal: balance with the control variate
/// Σ_k a_k q_k, A a = b, A_ij = ∫q_i q_j/Σ n q, b_i = ∫f p q_i/Σ n q, by quadrature or from the samples.
enum class Weighting { balance, constant, power, optimal, optimal_estimated };
/// is: Î − β((1/S)Σ w g − E_p g) with g = x, x² or, for w, 1.
enum class Control { none, x, x2, w };
/// β as given, the best one Cov/Var by quadrature, or estimated from the samples.
enum class BetaMode { fixed, best, estimated };

struct Method {
  Rule rule = Rule::is;
  Weighting weighting = Weighting::balance;
  Control control = Control::none;
  BetaMode beta_mode = BetaMode::fixed;
  double beta = 0;
  bool operator==(const Method&) const = default;
  bool is_optimal() const { return weighting == Weighting::optimal || weighting == Weighting::optimal_estimated; }
  /// "SNIS", "IS, constant", "IS, x with β = 1.65"; how samples are shared where there are several proposals.
  std::string text(std::size_t proposals) const;
};

struct Plan {
  std::vector<Proposal> proposals;
  std::vector<Method> methods;  // the first is the one in front
  bool antithetic = false;      // every second sample mirrors the one before it: 2μ_c − x
  Index replicates = 200;
  Index samples() const;  // S
  bool operator==(const Plan&) const = default;
};

/// A problem and how it is played: all that a run depends on beside its noise.
struct Game {
  Problem problem;
  Plan plan;
  bool operator==(const Game&) const = default;
};

/// The integrand by its word, with what belongs to it; numbers drawn or given are kept from `before`.
const std::vector<OptionSpec>& integrand_options();
Integrand integrand_of(const Options& options, const Integrand& before);
/// What differs from the defaults, as text.
Options::Given given_of(const Integrand& integrand);

/// The options of a method, and those of a plan beside its proposals: controls, JSON and manual are made from them.
const std::vector<OptionSpec>& method_options();
const std::vector<OptionSpec>& plan_options();
Method method_of(const Options& options);
Options::Given given_of(const Method& method);
/// Without what changes nothing: β and its origin where there is no control variate, β where it is not set by hand, and
/// with one proposal a weighting that is not an optimal one.
Method without_idle_words(Method method, std::size_t proposals);
Options::Given given_of(const Plan& plan);
/// Once the words of the estimator in front have changed: one beside it that is the same now becomes what it was, so
/// that there is still something to compare. A β alone is a matter of degree, and moves nothing.
void keep_apart(Plan& plan, const Method& before);

/// S samples in all, n_c in the proportions that they have; at least one each, even numbers where they are mirrored.
void set_samples(Plan& plan, Index samples);
/// The same, but throws Error::input where the proposals cannot have so many; `where` is what the number is called.
void set_all_samples(Plan& plan, Index samples, const std::string& where);

/// Throws Error::input: one sentence that says what is wrong, and where.
void check(const Game& game);

}  // namespace omega::importance

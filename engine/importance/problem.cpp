#include "importance/problem.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

#include "core/error.h"
#include "core/text.h"

namespace omega::importance {

namespace {

constexpr double kMostPlace = 100, kMostWaves = 50, kMostBeta = 10;

void check_between(const std::string& where, double value, double low, double high) {
  if (!(value >= low && value <= high))
    throw Error::input(where + " is " + number_text(value) + ", but must be a number from " + number_text(low) +
                       " to " + number_text(high));
}

std::string place(const std::string& list, std::size_t index) { return list + "[" + std::to_string(index) + "]"; }

void check_drawn(const std::string& where, const std::vector<double>& heights, bool is_density) {
  if (static_cast<Index>(heights.size()) != kDrawnPoints)
    throw Error::input(where + " has " + std::to_string(heights.size()) + " heights, but must have " +
                       std::to_string(kDrawnPoints));
  for (std::size_t i = 0; i < heights.size(); ++i)
    check_between(place(where, i), heights[i], is_density ? 0 : -1e6, 1e6);
  const auto is_zero = [](double height) { return height == 0; };
  if (is_density && std::all_of(heights.begin(), heights.end(), is_zero))
    throw Error::input(where + " is 0 everywhere, but a density must be above 0 somewhere");
}

void check_target(const Target& target) {
  if (!target.drawn.empty()) return check_drawn("target.drawn", target.drawn, true);
  const Index most = target.is_given ? kMostGiven : kMostBumps;
  if (target.bumps.empty() || static_cast<Index>(target.bumps.size()) > most)
    throw Error::input("target has " + count_text(static_cast<long long>(target.bumps.size()), "bump") +
                       ", but must have from 1 to " + std::to_string(most));
  double total = 0;
  for (std::size_t i = 0; i < target.bumps.size(); ++i) {
    const std::string where = place("target.mixture", i);
    const Bump& bump = target.bumps[i];
    check_between(where + ".weight", bump.weight, 0, 1e6);
    check_between(where + ".mean", bump.mean, -kMostMean, kMostMean);
    check_between(where + ".sd", bump.sd, kLeastSd, kMostSd);
    total += bump.weight;
  }
  if (!(total > 0)) throw Error::input("all weights of target.mixture are 0, but at least one must be above");
}

void check_integrand(const Problem& problem) {
  const Integrand& f = problem.integrand;
  check_between("integrand.at", f.at, -kMostPlace, kMostPlace);
  check_between("integrand.k", f.k, 0, kMostWaves);
  if (f.kind == Integrand::Kind::drawn) check_drawn("integrand.heights", f.drawn, false);
  if (f.kind == Integrand::Kind::given) {
    if (f.values.size() != problem.target.bumps.size() || !problem.target.drawn.empty())
      throw Error::input("integrand.values has " + count_text(static_cast<long long>(f.values.size()), "value") +
                         ", but must have one for each bump of the target");
    for (std::size_t i = 0; i < f.values.size(); ++i)
      check_between(place("integrand.values", i), f.values[i], -1e6, 1e6);
  }
  if (f.kind != Integrand::Kind::exp || !problem.target.drawn.empty()) return;
  for (const Bump& bump : problem.target.bumps)  // E_p f², of which the error is made
    if (!std::isfinite(std::exp(2 * bump.mean + 2 * bump.sd * bump.sd)))
      throw Error::input("exp is not finite on this target: of its bump at " + number_text(bump.mean) + " of width " +
                         number_text(bump.sd) +
                         " the mean square is beyond all numbers; take a narrower bump, or another integrand");
}

void check_proposals(const Game& game) {
  const Plan& plan = game.plan;
  if (plan.proposals.empty() || static_cast<Index>(plan.proposals.size()) > kMostProposals)
    throw Error::input("there are " + count_text(static_cast<long long>(plan.proposals.size()), "proposal") +
                       ", but there must be from 1 to " + std::to_string(kMostProposals));
  for (std::size_t c = 0; c < plan.proposals.size(); ++c) {
    const std::string where = place("proposals", c);
    const Proposal& proposal = plan.proposals[c];
    check_between(where + ".mean", proposal.mean, -kMostMean, kMostMean);
    check_between(where + ".sd", proposal.sd, kLeastSd, kMostSd);
    if (proposal.count < 1)
      throw Error::input(where + ".count is " + std::to_string(proposal.count) +
                         ", but must be at least 1: a proposal without samples covers nothing");
    if (plan.antithetic && proposal.count % 2 != 0)
      throw Error::input(where + ".count is " + std::to_string(proposal.count) +
                         ", but mirrored samples come in pairs: take an even number");
    if (plan.antithetic && proposal.is_target &&
        !(game.problem.target.bumps.size() == 1 && game.problem.target.drawn.empty()))
      throw Error::input(where + " is the target, which has no middle to mirror samples at; take a Gaussian, or none " +
                         "mirrored");
  }
  if (plan.samples() > kMostSamples)
    throw Error::input("there are " + std::to_string(plan.samples()) + " samples in all, but there may be " +
                       std::to_string(kMostSamples));
}

void check_methods(const Plan& plan) {
  if (plan.methods.empty() || static_cast<Index>(plan.methods.size()) > kMostMethods)
    throw Error::input("there are " + count_text(static_cast<long long>(plan.methods.size()), "estimator") +
                       ", but there must be from 1 to " + std::to_string(kMostMethods));
  for (const Method& method : plan.methods) {
    check_between("beta", method.beta, -kMostBeta, kMostBeta);
    if (method.control != Control::none && (method.rule == Rule::snis || method.is_optimal()))
      throw Error::input(
          "control is for plain importance sampling with other weights than the optimal ones: "
          "dividing by Σw, and optimal weights, are control variates themselves");
    if (method.is_optimal() && method.rule == Rule::snis)
      throw Error::input("optimal weights are for estimator is: they are not divided by their sum");
    if (method.is_optimal() && plan.antithetic)
      throw Error::input("optimal weights are made for independent samples: take other weights, or none mirrored");
  }
}

}  // namespace

bool Problem::is_constant() const {
  const auto is_level = [](const std::vector<double>& heights) {
    return std::adjacent_find(heights.begin(), heights.end(), std::not_equal_to<>()) == heights.end();
  };
  switch (integrand.kind) {
    case Integrand::Kind::one: return true;
    case Integrand::Kind::cos: return integrand.k == 0;
    case Integrand::Kind::given: return is_level(integrand.values);
    case Integrand::Kind::drawn:  // 0 beyond, where a mixture has something yet
      return is_level(integrand.drawn) && (integrand.drawn.front() == 0 || !target.drawn.empty());
    default: return false;
  }
}

const std::vector<std::string>& integrand_words() {
  static const std::vector<std::string> words = {"1", "x", "x2", "x3", "exp", "above", "cos", "drawn", "given"};
  return words;
}

const std::vector<OptionSpec>& integrand_options() {
  static const std::vector<OptionSpec> specs = {
      OptionSpec::choice("integrand", integrand_words(), "f, whose mean under the target p is asked for.")
          .titled("integrand f")
          .from("I = E_p[f]"),
      OptionSpec::real("at", 0, -kMostPlace, kMostPlace, "Where the step stands: f is 1 beyond it, and 0 before.")
          .titled("place of the step")
          .from("f = 1{x > at}")
          .only_if("integrand", {"above"}),
      OptionSpec::real("k", 1, 0, kMostWaves, "How fast the wave goes up and down.")
          .titled("frequency k")
          .from("f = cos(kx)")
          .only_if("integrand", {"cos"}),
  };
  return specs;
}

Integrand integrand_of(const Options& options, const Integrand& before) {
  Integrand f = before;
  f.kind = options.choice<Integrand::Kind>("integrand");
  f.at = options.real("at");
  f.k = options.real("k");
  return f;
}

Options::Given given_of(const Integrand& integrand) {
  Options::Given given;
  if (integrand.kind != Integrand::Kind::one)
    given.emplace_back("integrand", integrand_words()[static_cast<std::size_t>(integrand.kind)]);
  if (integrand.at != 0) given.emplace_back("at", number_text(integrand.at));
  if (integrand.k != 1) given.emplace_back("k", number_text(integrand.k));
  return given;
}

const std::vector<OptionSpec>& method_options() {
  static const std::vector<OptionSpec> specs = {
      OptionSpec::choice("estimator", {"is", "snis"},
                         "Plain importance sampling, or self-normalised: divided by the sum of the weights.")
          .from("Σwf/S or Σwf/Σw"),
      OptionSpec::choice("weighting", {"balance", "constant", "power", "optimal", "optimal_estimated"},
                         "How several proposals share each sample; with one proposal all but the optimal ones agree.")
          .from("α = nq/Σnq, 1/C, (nq)²/Σ(nq)²"),
      OptionSpec::choice("control", {"none", "x", "x2", "w"},
                         "A function whose mean is known: β times what the samples get wrong of it is taken away.")
          .titled("control variate")
          .from("Î − β(Σwg/S − E[g])")
          .only_if("estimator", {"is"}),
      OptionSpec::choice("beta_mode", {"fixed", "best", "estimated"},
                         "Where β comes from: set by hand, the best one by quadrature, or estimated from the samples.")
          .titled("origin of β")
          .only_if("control", {"x", "x2", "w"}),
      OptionSpec::real("beta", 0, -kMostBeta, kMostBeta, "β where it is set by hand.")
          .titled("β")
          .only_if("control", {"x", "x2", "w"}),
  };
  return specs;
}

const std::vector<OptionSpec>& plan_options() {
  static const std::vector<OptionSpec> specs = {
      OptionSpec::integer("samples", 16, 1, kMostSamples,
                          "Samples S of one run, all proposals together, in the proportions that they have."),
      OptionSpec::integer("replicates", 200, 1, kMostReplicates,
                          "How often the run is repeated with fresh noise, to see what its estimate does by chance."),
      OptionSpec::flag("antithetic", false, "Every second sample mirrors the one before it at its proposal's middle.")
          .titled("antithetic pairs")
          .from("x' = 2μ − x"),
  };
  return specs;
}

Options::Given given_of(const Plan& plan) {
  const auto& specs = plan_options();
  Options::Given given;
  if (OptionValue(std::int64_t{plan.samples()}) != specs[0].default_value)
    given.emplace_back(specs[0].name, std::to_string(plan.samples()));
  if (OptionValue(std::int64_t{plan.replicates}) != specs[1].default_value)
    given.emplace_back(specs[1].name, std::to_string(plan.replicates));
  if (plan.antithetic) given.emplace_back(specs[2].name, "true");
  return given;
}

Method method_of(const Options& options) {
  return {options.choice<Rule>("estimator"), options.choice<Weighting>("weighting"), options.choice<Control>("control"),
          options.choice<BetaMode>("beta_mode"), options.real("beta")};
}

Options::Given given_of(const Method& method) {
  const auto& specs = method_options();
  const std::size_t chosen[] = {static_cast<std::size_t>(method.rule), static_cast<std::size_t>(method.weighting),
                                static_cast<std::size_t>(method.control), static_cast<std::size_t>(method.beta_mode)};
  Options::Given given;
  for (std::size_t i = 0; i < std::size(chosen); ++i)
    if (chosen[i] != 0) given.emplace_back(specs[i].name, specs[i].words[chosen[i]]);
  if (method.beta != 0) given.emplace_back(specs.back().name, number_text(method.beta));
  return given;
}

Method without_idle_words(Method method, std::size_t proposals) {
  if (proposals == 1 && !method.is_optimal()) method.weighting = Weighting::balance;
  if (method.control == Control::none) method.beta_mode = BetaMode::fixed;
  if (method.control == Control::none || method.beta_mode != BetaMode::fixed) method.beta = 0;
  return method;
}

void keep_apart(Plan& plan, const Method& before) {
  const auto own = [&](const Method& method) { return without_idle_words(method, plan.proposals.size()); };
  const Method front = plan.methods.front();
  if (own(front) == own(before) || front.beta != before.beta) return;
  for (std::size_t m = 1; m < plan.methods.size(); ++m)
    if (own(plan.methods[m]) == own(front)) plan.methods[m] = before;
}

std::string Method::text(std::size_t proposals) const {
  std::string words = rule == Rule::is ? "IS" : "SNIS";
  if (proposals > 1 || is_optimal()) {
    std::string shares = method_options()[1].words[static_cast<std::size_t>(weighting)];
    std::replace(shares.begin(), shares.end(), '_', ' ');
    words += ", " + shares;
  }
  if (control == Control::none) return words;
  static const char* const signs[] = {"", "x", "x²", "w"};
  words += std::string(", ") + signs[static_cast<std::size_t>(control)] + " with ";
  if (beta_mode == BetaMode::fixed) return words + "β = " + number_text(beta);
  return words + (beta_mode == BetaMode::best ? "best β" : "estimated β");
}

Index Plan::samples() const {
  return std::accumulate(proposals.begin(), proposals.end(), Index{0},
                         [](Index sum, const Proposal& proposal) { return sum + proposal.count; });
}

/// In units of one sample or of a pair: each proposal ends where its share of all ends, rounded.
void set_samples(Plan& plan, Index samples) {
  const Index unit = plan.antithetic ? 2 : 1, proposals = static_cast<Index>(plan.proposals.size());
  const Index units = std::max(proposals, samples / unit), before = plan.samples();
  double share = 0;
  for (Index c = 0, done = 0; c < proposals; ++c) {
    Proposal& proposal = plan.proposals[static_cast<std::size_t>(c)];
    share += before > 0 ? static_cast<double>(proposal.count) / static_cast<double>(before)
                        : 1 / static_cast<double>(proposals);
    const Index end =
        std::clamp<Index>(std::llround(share * static_cast<double>(units)), done + 1, units - (proposals - 1 - c));
    proposal.count = unit * (end - done);
    done = end;
  }
}

void set_all_samples(Plan& plan, Index samples, const std::string& where) {
  const Index unit = plan.antithetic ? 2 : 1, proposals = static_cast<Index>(plan.proposals.size());
  if (samples % unit != 0)
    throw Error::input(where + " is " + std::to_string(samples) +
                       ", but mirrored samples come in pairs: take an even number");
  if (samples < unit * proposals)
    throw Error::input(where + " is " + std::to_string(samples) + ", but " + count_text(proposals, "proposal") +
                       " need at least " + std::to_string(unit * proposals) + ": " +
                       (plan.antithetic ? "a pair of mirrored samples each" : "a sample each"));
  set_samples(plan, samples);
}

void check(const Game& game) {
  check_target(game.problem.target);
  check_integrand(game.problem);
  check_proposals(game);
  check_methods(game.plan);
  if (game.plan.replicates < 1 || game.plan.replicates > kMostReplicates)
    throw Error::input("replicates is " + std::to_string(game.plan.replicates) + ", but must be from 1 to " +
                       std::to_string(kMostReplicates));
}

}  // namespace omega::importance

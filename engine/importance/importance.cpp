#include "importance/importance.h"

#include <algorithm>
#include <atomic>
#include <cmath>

#include "cpu/parallel.h"
#include "importance/estimates.h"
#include "math/order_statistics.h"

namespace omega::importance {

namespace {

constexpr Index kReplicatesOfTile = 8;
constexpr std::size_t kRunningPoints = 256;

/// Rounding is relative to what was summed: terms may cancel, as those of an antisymmetric f, and 0 ± 0 of nothing but
/// zeros holds no truth above.
bool holds(const Estimate& estimate, double truth) {
  const double rounding = 1e-12 * std::max(estimate.size, std::abs(truth));
  return std::abs(estimate.value - truth) <= 2 * estimate.standard_error + rounding;
}

/// What becomes of the truth in a replicate's interval. An unknown interval holds nothing, and is counted.
enum class Verdict : char { no_interval, missed, held };

Verdict verdict_on(const Estimate& estimate, const Law& truth) {
  if (std::isnan(estimate.standard_error)) return Verdict::no_interval;
  return truth && holds(estimate, *truth) ? Verdict::held : Verdict::missed;
}

void show_run(const Functions& functions, const Laws& theory, const std::vector<Sample>& samples, Outcome& outcome) {
  for (const Sample& sample : samples)
    outcome.darts.push_back({sample.proposal, sample.at.x, sample.at.f.number(), std::exp(sample.at.log_p),
                             std::exp(sample.at.log_q[sample.proposal])});
  outcome.evaluations = static_cast<Index>(samples.size());
  for (std::size_t m = 0; m < outcome.methods.size(); ++m) {
    MethodOutcome& shown = outcome.methods[m];
    const Estimating estimating(functions, m, theory, samples);
    shown.weights = estimating.weights();
    shown.shares = estimating.shares();
    const std::size_t pair = functions.game().plan.antithetic ? 2 : 1;
    const std::size_t step = std::max<std::size_t>(1, samples.size() / pair / kRunningPoints) * pair;
    Estimate whole;
    for (std::size_t i = 0; i < samples.size();) {
      i = std::min(i + step, samples.size());
      whole = estimating.after(i);
      shown.running_at.push_back(static_cast<Index>(i));
      shown.running.push_back(whole.value);
    }
    shown.estimate = whole.value;
    shown.standard_error = whole.standard_error;
    if (functions.game().plan.methods[m].control != Control::none) shown.beta = whole.beta;
    shown.error = theory.truth ? whole.value - *theory.truth : kUnknown;
    shown.ess = estimating.ess();
    shown.max_share = estimating.max_share();
  }
}

/// What the replicates say of an estimator; nothing at all where one of them has no estimate.
void sum_up(MethodOutcome& method, const std::vector<Verdict>& verdicts, const Law& truth) {
  const double count = static_cast<double>(method.estimates.size());
  method.without_interval = std::count(verdicts.begin(), verdicts.end(), Verdict::no_interval);
  method.undefined =
      std::count_if(method.estimates.begin(), method.estimates.end(), [](double e) { return !std::isfinite(e); });
  method.mean = method.median = method.bias = method.bias_error = method.variance = method.rms = method.coverage =
      kUnknown;
  if (method.undefined > 0) return;
  method.median = median(method.estimates);
  method.mean = 0;
  for (const double estimate : method.estimates) method.mean += estimate;
  method.mean /= count;
  double scatter = 0, squares = 0;
  for (std::size_t r = 0; r < method.estimates.size(); ++r) {
    scatter += (method.estimates[r] - method.mean) * (method.estimates[r] - method.mean);
    if (truth) squares += (method.estimates[r] - *truth) * (method.estimates[r] - *truth);
  }
  if (count > 1) {
    method.variance = scatter / (count - 1);
    method.bias_error = std::sqrt(method.variance / count);
  }
  if (!truth) return;
  method.bias = method.mean - *truth;
  method.rms = std::sqrt(squares / count);
  if (method.without_interval < std::ssize(verdicts))
    method.coverage = static_cast<double>(std::count(verdicts.begin(), verdicts.end(), Verdict::held)) / count;
}

}  // namespace

bool is_beyond_replicates(const MethodLaw& law, const MethodOutcome& outcome) {
  constexpr double kSeveral = 4, kRarely = 1e-3;
  if (!law.variance) return law.is_too_large;
  if (std::isinf(*law.variance)) return true;
  if (law.for_large_samples || !(*law.variance > law.rounding)) return false;
  // Normal estimates show a part r of their variance at most this rarely, by the bound of Chernoff on χ².
  const double part = outcome.variance / *law.variance, freedom = static_cast<double>(outcome.estimates.size()) - 1;
  return part < 1 / kSeveral && freedom / 2 * (std::log(part) + 1 - part) < std::log(kRarely);
}

Outcome play(const Game& game, const Laws& theory, std::uint32_t seed, std::uint32_t draw, const Progress& progress) {
  check(game);
  const Functions functions(game);
  const auto replicates = static_cast<std::size_t>(game.plan.replicates);
  const std::vector<Turn> order = falling_order(game.plan);
  Outcome outcome;
  outcome.methods.resize(game.plan.methods.size());
  show_run(functions, theory, draw_samples(functions, order, seed, draw, 0), outcome);
  std::vector<std::vector<Verdict>> verdicts(outcome.methods.size(), std::vector<Verdict>(replicates));
  for (MethodOutcome& method : outcome.methods)
    for (std::vector<double>* list : {&method.estimates, &method.esses, &method.max_shares}) list->resize(replicates);
  std::atomic<Index> done = 0;
  parallel_tiles(game.plan.replicates, kReplicatesOfTile, progress, [&](Range rows) {
    for (Index r = rows.begin; r < rows.end; ++r) {
      const std::vector<Sample> samples = draw_samples(functions, order, seed, draw, r);
      const auto at = static_cast<std::size_t>(r);
      for (std::size_t m = 0; m < outcome.methods.size(); ++m) {
        const Estimating estimating(functions, m, theory, samples);
        const Estimate estimate = estimating.after(samples.size());
        outcome.methods[m].estimates[at] = estimate.value;
        outcome.methods[m].esses[at] = estimating.ess();
        outcome.methods[m].max_shares[at] = estimating.max_share();
        verdicts[m][at] = verdict_on(estimate, theory.truth);
      }
    }
    progress.report(static_cast<double>(done += rows.size()) / static_cast<double>(replicates));
  });
  for (std::size_t m = 0; m < outcome.methods.size(); ++m) sum_up(outcome.methods[m], verdicts[m], theory.truth);
  return outcome;
}

}  // namespace omega::importance

#include "lessons/claims.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/text.h"
#include "cpu/parallel.h"
#include "lessons/claim_reader.h"
#include "lessons/claim_runs.h"
#include "math/order_statistics.h"

namespace omega::lessons {

namespace {

constexpr Index kSeedsOfRound = 20;
constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

class RunNames : public Names {
 public:
  explicit RunNames(const RunValues& values) : values_(values) {}
  Value value(const std::string& name) const override {
    const auto found = values_.find(name);
    return found == values_.end() ? Value::unknown() : found->second;
  }

 private:
  const RunValues& values_;
};

/// The names that a value needs of one run, without its own: nothing else is computed.
std::vector<std::string> wanted_of(const Claim& claim, const ClaimRun& run) {
  std::vector<std::string> wanted;
  for (const std::string& name : claim.value->names())
    if (name.starts_with(run.name + ".")) wanted.push_back(name.substr(run.name.size() + 1));
  return wanted;
}

/// Memory is metered for the whole program: runs that ask for it go one after another.
bool meters_memory(const Claim& claim) {
  const auto& names = claim.value->names();
  return std::any_of(names.begin(), names.end(), [](const auto& name) { return name.ends_with(".peak_bytes"); });
}

double statistic_of(Claim::Statistic statistic, std::vector<double> values) {
  std::sort(values.begin(), values.end());
  switch (statistic) {
    case Claim::Statistic::count:
      return static_cast<double>(std::count_if(values.begin(), values.end(), [](double x) { return x != 0; }));
    case Claim::Statistic::max: return values.back();
    case Claim::Statistic::min: return values.front();
    case Claim::Statistic::ratio: return values.back() / values.front();
    default: return median(values);
  }
}

/// For the statistic `all`: the value that is farthest out.
double outermost(const Claim& claim, const std::vector<double>& values) {
  const auto distance = [&](double x) { return std::max(claim.low - x, x - claim.high); };
  return *std::max_element(values.begin(), values.end(), [&](double a, double b) { return distance(a) < distance(b); });
}

}  // namespace

double claim_value(const Claim& claim, Index seed, const Progress& progress) {
  RunValues values;
  for (const ClaimRun& run : claim.runs) {
    const std::vector<std::string> wanted = wanted_of(claim, run);
    if (!wanted.empty()) add_run(run, wanted, seed, progress, values);
  }
  const Value value = claim.value->evaluate(RunNames(values));
  return value.is_one_number() ? value.numbers[0] : kNone;
}

ClaimOutcome check_claim(const Claim& claim, Index round, int threads, const Progress& progress) {
  ClaimOutcome outcome;
  outcome.id = claim.id;
  outcome.values.assign(static_cast<std::size_t>(claim.over), kNone);
  try {
    with_threads(meters_memory(claim) ? 1 : threads, [&] {
      parallel_tiles(claim.over, 1, progress, [&](Range seeds) {
        for (Index i = seeds.begin; i < seeds.end; ++i)
          outcome.values[static_cast<std::size_t>(i)] = claim_value(claim, kSeedsOfRound * round + i, progress);
      });
    });
  } catch (const Error& error) {
    outcome.problem = error.what();
    return outcome;
  }
  if (std::any_of(outcome.values.begin(), outcome.values.end(), [](double x) { return std::isnan(x); })) {
    outcome.problem =
        "its value is not one number for every seed: shapes that do not go together, an index beyond the end, or 0/0";
    return outcome;
  }
  const bool all = claim.statistic == Claim::Statistic::all;
  outcome.statistic = all ? outermost(claim, outcome.values) : statistic_of(claim.statistic, outcome.values);
  if (std::isnan(outcome.statistic))
    outcome.problem = "its values have no " + statistic_names()[static_cast<std::size_t>(claim.statistic)] +
                      ": that would be 0/0 or made of two infinities";
  outcome.holds = claim.low <= outcome.statistic && outcome.statistic <= claim.high;
  return outcome;
}

std::string claim_text(const Claim& claim, const ClaimOutcome& outcome) {
  if (!outcome.problem.empty()) return outcome.problem;
  const std::string what = statistic_names()[static_cast<std::size_t>(claim.statistic)];
  const std::string of = claim.over == 1 ? "the value"
                         : claim.statistic == Claim::Statistic::all
                             ? "the outermost of " + std::to_string(claim.over)
                             : "the " + what + " of " + std::to_string(claim.over);
  return of + " is " + number_text(outcome.statistic) + ", " + (outcome.holds ? "in" : "outside") + " [" +
         number_text(claim.low) + ", " + number_text(claim.high) + "]";
}

}  // namespace omega::lessons

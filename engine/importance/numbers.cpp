#include "importance/numbers.h"

#include <limits>

namespace omega::importance {

std::map<std::string, std::vector<double>> importance_numbers(const Outcome& outcome, const Laws& laws) {
  const auto number = [](const Law& law) { return law.value_or(std::numeric_limits<double>::quiet_NaN()); };
  std::map<std::string, std::vector<double>> all{{"truth", {number(laws.truth)}}};
  for (std::size_t m = 0; m < outcome.methods.size(); ++m) {
    const std::string end = m == 0 ? "" : "_" + std::to_string(m + 1);
    const MethodOutcome& method = outcome.methods[m];
    const MethodLaw& law = laws.methods[m];
    const std::pair<const char*, double> numbers[] = {
        {"estimate", method.estimate},
        {"error", method.error},
        {"standard_error", method.standard_error},
        {"ess", method.ess},
        {"ess_law", number(law.ess)},
        {"max_share", method.max_share},
        {"beta", method.beta},
        {"mean", method.mean},
        {"median", method.median},
        {"bias", method.bias},
        {"bias_error", method.bias_error},
        {"bias_law", number(law.bias)},
        {"variance", method.variance},
        {"variance_law", number(law.variance)},
        {"rms", method.rms},
        {"coverage", method.coverage},
    };
    for (const auto& [name, value] : numbers) all[name + end] = {value};
    all["estimates" + end] = method.estimates;
    all["esses" + end] = method.esses;
    all["max_shares" + end] = method.max_shares;
  }
  return all;
}

}  // namespace omega::importance

#include "estimators/registry.h"

#include <algorithm>

#include "core/error.h"
#include "core/text.h"
#include "estimators/methods.h"
#include "kernel_learning/fastfood.h"
#include "kernel_learning/generative.h"
#include "kernel_learning/gmm.h"

namespace omega {

void check_described(const EstimatorInfo& info) {
  const auto require = [&](bool is_there, const std::string& what) {
    if (!is_there) throw Error::failure("the method " + quoted(info.name) + " does not say its " + what);
  };
  require(!info.name.empty(), "name (info.name)");
  require(!info.title.empty(), "title (info.title)");
  require(!info.summary.empty(), "summary (info.summary)");
  require(info.traits != nullptr, "traits (info.traits)");
  require(info.cost != nullptr, "cost (info.cost)");
}

const std::vector<Estimator>& estimators() {
  static const std::vector<Estimator> table = [] {
    std::vector<Estimator> all = {
        softmax_estimator(),  // keeps each on a line of its own
        rfa_estimator(),
        is_estimator(),
        ra_estimator(),
        mis_estimator(),
        lara_estimator(),
        eva_estimator(),
        control_variates_estimator(),
        local_estimator(),
        scatterbrain_estimator(),
        nystrom_estimator(),
        linformer_estimator(),
        linear_elu_estimator(),
        linear_relu_estimator(),
        reformer_estimator(),
        clustered_estimator(),
        combiner_estimator(),
        longshort_estimator(),
        key_sampling_estimator(),
        hyper_estimator(),
        gmm_estimator(),
        fastfood_estimator(),
        generative_estimator(),
    };
    for (const Estimator& estimator : all) check_described(estimator.info);
    return all;
  }();
  return table;
}

const Estimator& find_estimator(const std::string& name) {
  const auto& table = estimators();
  const auto found = std::find_if(table.begin(), table.end(), [&](const Estimator& e) { return e.info.name == name; });
  if (found != table.end()) return *found;
  std::vector<std::string> names;
  for (const Estimator& e : table) names.push_back(e.info.name);
  throw Error::input("there is no method " + quoted(name) + closest_hint(name, names) + "; the methods are " +
                     join(names, ", "));
}

}  // namespace omega

// omega list: every method on one line.
#include <nlohmann/json.hpp>

#include "commands.h"
#include "core/text.h"
#include "estimators/registry.h"
#include "glossary/glossary.h"
#include "json_text.h"
#include "table.h"

namespace omega::command {

namespace {

constexpr std::size_t kPaperWidth = 42;  // the whole line fits into 100 columns

/// What the CUDA backend computes of a method.
Json cuda_json(const Estimator& estimator) {
  const CudaMethod& method = estimator.cuda;
  if (!method) return {{"supported", false}};
  std::vector<std::string> stays;
  if (!method.stays.empty()) stays.push_back(method.stays);
  if (option_named(estimator.info.options, "causal") != nullptr && !method.causal) stays.push_back("causal=true");
  return {{"supported", true},
          {"outputs", method.outputs},
          {"stays_on_cpu", stays.empty() ? Json() : Json(join(stays, ", "))}};
}

Json as_json() {
  Json methods = Json::array();
  for (const Estimator& estimator : estimators()) {
    const EstimatorInfo& info = estimator.info;
    methods.push_back({{"name", info.name},
                       {"title", info.title},
                       {"summary", info.summary},
                       {"paper", info.paper},
                       {"complexity", info.complexity},
                       {"budget", info.budget.empty() ? Json() : Json(info.budget)},
                       {"cuda", cuda_json(estimator)}});
  }
  return {{"methods", methods}, {"words", glossary::written_words()}};
}

std::string as_text() {
  Table table({"method", "complexity", "paper"}, {});
  for (const Estimator& estimator : estimators()) {
    const EstimatorInfo& info = estimator.info;
    table.add({info.name, info.complexity.substr(0, info.complexity.find(';')), shortened(info.paper, kPaperWidth)});
  }
  return table.text();
}

}  // namespace

Subcommand list_command() {
  Manual manual;
  manual.synopsis = {"list [--json]"};
  manual.description = {
      "Lists all methods, one line each: name, complexity (N queries, M keys of D dimensions, values of Dv, S samples, "
      "C landmarks, groups, clusters or components, w keys in a window) and the paper it comes from. `omega describe "
      "METHOD` tells everything about one, including what other letters mean."};
  manual.examples = {{"omega list", "The table."},
                     {"omega list --json",
                      "The same for programs, with titles, summaries, budget options, what CUDA computes, and the "
                      "words of `omega describe`."}};
  return {"list", "all methods, one line each", manual,
          [](Arguments&) { return [](const Settings& settings) { show(settings, as_text, as_json); }; }};
}

}  // namespace omega::command

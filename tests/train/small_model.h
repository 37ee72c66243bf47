// Small models with every attention, for tests.
#pragma once

#include <string>
#include <vector>

#include "estimators/small_problem.h"
#include "train/model.h"

namespace omega::test {

inline Options::Given small_options() {
  return {{"length", "16"}, {"examples", "180"}, {"layers", "2"},  {"heads", "2"},
          {"d_model", "8"}, {"d_ff", "6"},       {"samples", "8"}, {"landmarks", "3"},
          {"window", "5"},  {"overlap", "1"},    {"batch", "12"},  {"sparsity", "0.7"}};
}

inline Options::Given with(Options::Given options, const Options::Given& more) {
  for (const auto& each : more) {
    std::erase_if(options, [&](const auto& before) { return before.first == each.first; });
    options.push_back(each);
  }
  return options;
}

/// Every attention with each of its feature maps, and FastFood with less to learn.
inline std::vector<Options::Given> all_attentions() {
  std::vector<Options::Given> all;
  for (const char* plain : {"softmax", "mis", "lara", "eva", "local", "linear_elu"})
    all.push_back({{"attention", plain}});
  for (const char* variant : {"exact", "biased"})
    all.push_back({{"attention", "ra"}, {"variant", variant}, {"query_samples", "2"}});
  all.push_back({{"attention", "lara"}, {"adapt", "true"}});
  for (const char* shared : {"mis", "lara"})
    all.push_back({{"attention", shared}, {"proposals", "learned"}, {"adapt", "true"}});
  all.push_back({{"attention", "eva"}, {"group_samples", "2"}});
  for (const char* proposals : {"q", "learned"})
    all.push_back({{"attention", "eva"}, {"proposals", proposals}, {"adapt", "true"}});
  for (const char* features : {"positive", "trig"}) all.push_back({{"attention", "rfa"}, {"features", features}});
  for (const char* kernel : {"gmm", "fastfood", "generative"})
    for (const char* features : {"rks", "prf"}) all.push_back({{"attention", kernel}, {"features", features}});
  for (const char* learn : {"s", "none"})
    all.push_back({{"attention", "fastfood"}, {"features", "prf"}, {"learn", learn}});
  return all;
}

/// Of a task what is small; after small_options().
inline Options::Given small_task(const std::string& name) {
  Options::Given options = {{"task", name}};
  if (name == "listops") options.insert(options.end(), {{"depth", "2"}, {"arguments", "3"}});
  if (name == "copy") options.emplace_back("symbols", "3");
  if (name == "needle") options.insert(options.end(), {{"pairs", "2"}, {"distance", "6"}});
  if (name == "pathfinder") options.insert(options.end(), {{"side", "8"}, {"landmarks", "4"}, {"window", "3"}});
  if (name == "image") options.insert(options.end(), {{"side", "4"}, {"landmarks", "4"}, {"window", "3"}});
  return options;
}

inline train::TrainPlan small_plan(const Options::Given& options) {
  return train::plan_of(train::make_train_options("", with(small_options(), options)));
}

}  // namespace omega::test

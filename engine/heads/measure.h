// Every head of a model: its exact attention as a small map and in numbers, and how far estimators are from it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/request.h"
#include "diagnostics/head_facts.h"
#include "heads/model.h"
#include "run/pooled_map.h"

namespace omega::heads {

struct Method {
  std::string name;
  Options::Given options;
  std::string label = {};  // where several of one method are told apart; else the name is enough

  const std::string& text() const { return label.empty() ? name : label; }
};

struct Question {
  std::vector<Method> methods;  // may be none
  Index draws = 8;              // of each estimate
  std::uint32_t seed = 0;       // of their noise
  Precision precision = Precision::f32;
  Backend backend = Backend::automatic;
  double target = 0;    // the relative error for which samples are counted; 0: they are not
  bool causal = false;  // the numbers and the map of exact attention; estimates are as their own options say
  Index side = 0;       // of the maps; 0: none are made
  int threads = 0;
};

/// The most samples that a method may be given to reach a target; a power of two.
constexpr Index kMostSamples = 1024;

/// How far a method is from exact attention of one head.
struct Estimate {
  std::string problem;  // one sentence; then nothing else holds
  double mse = 0;       // mean over draws, queries and dimensions, as `omega compare` has it
  double error = 0;     // relative: root of mse over the root mean square of exact attention's output
  // Standard error of mse, not a number of too few draws; none where nothing was told of it.
  std::optional<double> mse_error;
  Index draws = 8;          // that were asked for, of which mse_error knows
  double share_of_one = 0;  // of their scatter, that one draw makes; 0 where nothing was told of it
  std::optional<double> ess;
  std::optional<Index> needed;  // the first power of two of samples that reaches the target; none: more than `most`
  Index most = 0;               // samples that were tried; 0: it was not asked
  bool sees_most = false;       // its window holds half of the keys or more, which are then exact
};

struct Head {
  Index layer = kNoLayer, head = 0;
  std::string problem;        // one sentence; then nothing else holds
  bool is_nonfinite = false;  // the problem is that values are not finite
  HeadFacts facts;
  Array map;                        // exact attention, pooled
  std::vector<Estimate> estimates;  // of the methods in their order
};

/// One head, as a sequence of its own. Throws Cancelled, and nothing else for what a head or a method cannot do.
Head measure_head(const std::shared_ptr<const Sequence>& head, const Arrays& given, const Question& question,
                  Progress& progress);

/// What is told while a model is measured, and what stops it.
struct Watch {
  std::stop_token stop;
  std::function<void(const Head&)> found = [](const Head&) {};
  /// How the file was read: what holds for several layers is told once.
  std::function<void(const std::string&)> said = [](const std::string&) {};
  std::function<void(double)> fraction = [](double) {};
  std::function<void()> pause = [] {};  // called between heads; may wait
};

/// Layer by layer, head by head. A layer that cannot be read is one head that says why.
std::vector<Head> measure_model(const Model& model, const Question& question, const Watch& watch = {});

}  // namespace omega::heads

// What an estimator takes, gives and promises, over the defaults and over every value of every choice and switch: an
// estimator's description answers for one set of options, a page of the manual must answer for all.
#pragma once

#include <string>
#include <vector>

#include "core/info.h"

namespace omega::command {

/// Another shape that an array or an output may have, and when.
struct OtherShape {
  std::string shape;
  std::vector<std::string> with;
};

/// An array or an output, and when it exists.
template <class Spec>
struct Conditional {
  Spec spec;
  std::string shape;                 // in symbols: "landmarks x D"
  std::vector<std::string> with;     // what brings it, "proposals=given"; none where the defaults have it
  std::vector<std::string> without;  // what takes it away from the defaults: "partition=complement"
  std::vector<OtherShape> others;    // "N x samples x Dv" with "causal=true"
};

struct Trait {
  std::string name, meaning;
  bool holds = false;               // with the defaults
  std::vector<std::string> unless;  // what turns it round: "variant=exact", "value_power=0 and sampler=exact"
};

struct Variations {
  std::vector<Conditional<ArraySpec>> arrays;
  std::vector<Conditional<OutputSpec>> outputs;
  std::vector<Trait> traits;
};
Variations variations_of(const EstimatorInfo& info);

/// Sizes of which no two are alike; equal lengths for methods that need them.
Sizes example_sizes(bool equal_lengths);

/// "samples x D"; what belongs to neither a size nor an option stays a number. "number" for rank 0.
std::string symbolic_shape(const Shape& shape, const Sizes& sizes, const Options& options);

}  // namespace omega::command

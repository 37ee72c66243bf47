// EstimatorInfo: an estimator's description of itself. Controls, command-line options, documentation, the complexity
// table and the conformance tests are made from it; nothing about an estimator is written down twice.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "core/options.h"
#include "core/sequence.h"

namespace omega {

/// What an estimator is asked to work on, before any number is computed.
struct Problem {
  const Sizes& sizes;
  const Options& options;
  const Arrays& given;
  const std::set<std::string>* want = nullptr;  // outputs that cost() counts what they add of; null: y alone

  bool has(const std::string& name) const { return given.count(name) != 0; }
  bool wants(const std::string& name) const { return want != nullptr && want->contains(name); }
  /// The last `rank` axes of a given array: its shape for one head.
  Shape given_shape(const std::string& name, Index rank) const;
};

/// How an array that was not given comes about.
enum class Source {
  normal,     // standard normals from the seed
  uniform,    // uniforms on [0, 1) from the seed
  derived,    // made by the estimator, from its own streams of the seed
  parameter,  // absent means: not used, or the estimator's own default
  required,   // must be given
};

struct ArraySpec {
  std::string name;
  Source source;
  Shape shape;  // for one head; -1 stands for any length, which the estimator then checks
  int stream;   // array number within the head's streams: 0 = eps, 1 = u, 2 ... = others in their stated order
  std::string help;
};

struct OutputSpec {
  std::string name;
  Shape shape;  // for one head
  std::string help;
  bool counter = false;    // one whole number, summed over heads
  bool quadratic = false;  // costs O(NM) to compute: only on request where sequences are long

  static OutputSpec count_of(std::string name, std::string help) {
    return {std::move(name), {}, std::move(help), true, false};
  }
  static OutputSpec quadratic_of(std::string name, Shape shape, std::string help) {
    return {std::move(name), std::move(shape), std::move(help), false, true};
  }
};

/// The outputs every estimator has.
OutputSpec output_y(const Sizes& sizes);
OutputSpec output_attention(const Sizes& sizes);

/// What holds of an estimate, given its options.
struct Traits {
  bool unbiased = false;         // E[y] is softmax attention
  bool self_normalised = false;  // weights are divided by their sum
  bool deterministic = false;    // uses no noise
  bool rows_sum_to_one = true;   // of `attention`
  bool key_order_free = true;    // permuting the keys with their values leaves y alone
  bool linear = true;            // time and workspace O(N + M) for y
  bool needs_equal_lengths = false;
  bool knows_values = false;    // draws or weights are made from the values: y is not linear in them
  bool query_by_query = false;  // some queries can be computed alone: the others change nothing of them but noise rows
};

/// The cost of y for one head: the work of its equations, each product once, whatever a program may repeat. And of what
/// is done only where predictions are wanted.
struct Cost {
  double flops = 0;  // a multiplication with an addition is two
  double exps = 0;
  double bytes = 0;   // read and written at least once
  double sincos = 0;  // pairs of the sine and the cosine of one number

  friend Cost operator+(const Cost& a, const Cost& b) {
    return {a.flops + b.flops, a.exps + b.exps, a.bytes + b.bytes, a.sincos + b.sincos};
  }
  friend Cost operator*(double factor, const Cost& c) {
    return {factor * c.flops, factor * c.exps, factor * c.bytes, factor * c.sincos};
  }
};

struct EstimatorInfo {
  std::string name;
  std::string title;
  std::string paper;
  std::string summary;     // one sentence
  std::string complexity;  // O(...)
  std::string look_at;     // what to watch in the app
  std::vector<Equation> equations;
  std::vector<OptionSpec> options;
  std::string budget;      // the option `compare --budget` sets; empty: none
  std::string not_causal;  // why it has no causal form; one of this and the option `causal` is there

  std::function<std::vector<ArraySpec>(const Problem&)> arrays = [](const Problem&) {
    return std::vector<ArraySpec>{};
  };
  std::function<std::vector<OutputSpec>(const Problem&)> outputs = [](const Problem& p) {
    return std::vector<OutputSpec>{output_y(p.sizes), output_attention(p.sizes)};
  };
  std::function<Traits(const Options&)> traits;
  /// Whether it can give its map, pooled, in place of y (core/pooling.h), in O(N + M), by y's own work without values.
  std::function<bool(const Options&)> pools = [](const Options&) { return false; };
  std::function<Cost(const Problem&)> cost;
  /// Throws Error::input where options and sizes do not go together.
  std::function<void(const Problem&)> check = [](const Problem&) {};
};

/// Its defaults, then `given` over them. Throws Error::input for what is wrong; for causal it says why there is none.
Options options_of(const EstimatorInfo& info, const Options::Given& given);

/// Its own equations, those of what its options may be, and what causal=true changes in all of them.
std::vector<Equation> all_equations(const EstimatorInfo& info);
/// The lines of those that hold with these options.
std::string equations_with(const EstimatorInfo& info, const Options& options);

/// What causal=true changes: the order of the tokens counts, and there are as many keys as queries.
Traits causal_traits(Traits traits, const Options& options);
/// How many pairs there are of a query and a key that it sees.
double pairs_seen(const Problem& problem);
/// Throws where causal=true meets N ≠ M.
void check_causal(const Problem& problem);
/// Throws where an estimator that pairs query n with key n meets N ≠ M.
void require_equal_lengths(const Problem& problem, const std::string& because);
/// The grid option, checked to cover N = M tokens.
std::optional<Grid> checked_grid(const Problem& problem);

}  // namespace omega

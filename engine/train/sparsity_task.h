// The sparsity task of the KL-Transformer paper (appendix E; specification, section 9): add up what is relevant.
//
// An example is a row of L cells (v_i ∈ {−1, +1}, a_i ∈ {0, 1}); its class is Σ v_i a_i + 4 ∈ {0 .. 8}.
//   a_i ~ Bernoulli(p)
//   a_i = 1: P(v_i = +1) = ½ − s/16 for the sum s of the relevant cells before; at ±4 the step that would leave has
//   probability 0 a_i = 0: P(v_i = +1) = ½: what is irrelevant tells nothing
// Examples are drawn by index, and one is kept while its class still needs some: the classes come out equally large.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/matrix.h"
#include "core/progress.h"

namespace omega::train {

constexpr int kClasses = 9;
constexpr int kLargestSum = 4;

struct TaskSettings {
  Index length = 200;
  double relevance = 0.5;  // p; the paper calls it the sparsity
  Index examples = 200000;
  std::uint32_t seed = 0;
};

struct Cell {
  bool positive;
  bool relevant;
};

struct SparsityData {
  Index length = 0;
  std::vector<Cell> cells;            // examples × length
  std::vector<std::uint8_t> classes;  // one an example
  Index drawn = 0;                    // how many examples it took

  Index count() const { return static_cast<Index>(classes.size()); }
  const Cell* example(Index e) const { return cells.data() + e * length; }
};

/// The probability of each class before they are made equal, exactly, by the chain of nine sums.
std::array<double, kClasses> class_probabilities(Index length, double relevance);

/// Throws Error::input where a class would be too rare to be filled.
SparsityData generate_sparsity(const TaskSettings& settings, const Progress& progress = {});

struct Split {
  std::vector<Index> training, validation;  // in the order of the examples
};
/// The first `share` of each class for training, the rest for validation.
Split split_by_class(const SparsityData& data, double share);

/// What the data look like, for people.
struct TaskStatistics {
  std::array<Index, kClasses> histogram{};
  std::array<double, kClasses> natural{};  // class_probabilities
  double relevant_share = 0;
  double positive_share = 0;  // of the irrelevant cells: ½ if they tell nothing
};
TaskStatistics statistics_of(const SparsityData& data, const TaskSettings& settings);

/// The sum of the relevant cells up to and with each cell.
std::vector<int> running_sums(const SparsityData& data, Index example);

}  // namespace omega::train

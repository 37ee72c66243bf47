// The sparsity task of the KL-Transformer paper (appendix E; specification, section 9): add up what is relevant.
//
// An example is a row of L cells (v_i ∈ {−1, +1}, a_i ∈ {0, 1}); its class is Σ v_i a_i + 4 ∈ {0 .. 8}.
//   a_i ~ Bernoulli(p)
//   a_i = 1: P(v_i = +1) = ½ − s/16 for the sum s of the relevant cells before; 0 at s = 4, 1 at −4: |s| ≤ 4
//   a_i = 0: P(v_i = +1) = ½: irrelevant cells tell nothing
#pragma once

#include <array>

#include "train/task.h"

namespace omega::train {

constexpr int kSums = 9;  // classes
constexpr int kLargestSum = 4;

struct SparsitySettings {
  Index length = 200;
  double relevance = 0.5;  // p; the paper calls it the sparsity
  Index examples = 200000;
  std::uint32_t seed = 0;
};

struct Cell {
  bool positive;
  bool relevant;
};
Cell cell_of(std::uint8_t token);
std::uint8_t token_of(const Cell& cell);
/// Three columns: positive, negative, relevant.
Matrix<float> sparsity_symbols();
std::vector<std::string> sum_names();

/// The probability of each class before they are made equal, exactly, by the chain of nine sums.
std::array<double, kSums> class_probabilities(Index length, double relevance);

/// Throws Error::input where a class would be too rare to be filled.
TaskData generate_sparsity(const SparsitySettings& settings, const Progress& progress = {});

/// The sum of the relevant cells up to and including each cell.
std::vector<int> running_sums(const TaskData& data, Index example);

}  // namespace omega::train

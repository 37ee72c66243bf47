#include "train/sparsity_task.h"

#include <algorithm>

#include "core/error.h"
#include "core/text.h"
#include "cpu/parallel.h"
#include "train/streams.h"

namespace omega::train {

namespace {

constexpr double kRarest = 0.001;
constexpr Index kAtOnce = 4096, kTile = 64;

/// P(v = +1) of a relevant cell after the sum s.
double up_probability(int s) {
  if (s == kLargestSum) return 0;
  if (s == -kLargestSum) return 1;
  return 0.5 - s / 16.0;
}

/// Draws example `index`; returns its sum.
int draw_example(const TaskSettings& settings, Index index, Cell* cells, double* uniforms) {
  draw_uniforms(address_of(settings.seed, Purpose::task, 0, index), uniforms, 2 * settings.length);
  int sum = 0;
  for (Index i = 0; i < settings.length; ++i) {
    const bool relevant = uniforms[2 * i] < settings.relevance;
    const bool positive = uniforms[2 * i + 1] < (relevant ? up_probability(sum) : 0.5);
    cells[i] = {positive, relevant};
    if (relevant) sum += positive ? 1 : -1;
  }
  return sum;
}

void check_classes(const TaskSettings& settings) {
  const auto probabilities = class_probabilities(settings.length, settings.relevance);
  for (int c = 0; c < kClasses; ++c)
    if (probabilities[static_cast<std::size_t>(c)] < kRarest)
      throw Error::input("the sum " + std::to_string(c - kLargestSum) + " has probability " +
                         number_text(probabilities[static_cast<std::size_t>(c)]) + " with sparsity " +
                         number_text(settings.relevance) + " and length " + std::to_string(settings.length) +
                         ", below 0.001, so that its class cannot be filled; use longer sequences or another sparsity");
}

/// How many examples of each class are still wanted: n/9, one more for the first n mod 9.
std::array<Index, kClasses> quotas(Index examples) {
  std::array<Index, kClasses> wanted{};
  for (int c = 0; c < kClasses; ++c)
    wanted[static_cast<std::size_t>(c)] = examples / kClasses + (c < examples % kClasses ? 1 : 0);
  return wanted;
}

}  // namespace

std::array<double, kClasses> class_probabilities(Index length, double relevance) {
  std::array<double, kClasses> at{};
  at[kLargestSum] = 1;
  for (Index i = 0; i < length; ++i) {
    std::array<double, kClasses> next{};
    for (int c = 0; c < kClasses; ++c) {
      const double here = at[static_cast<std::size_t>(c)], up = up_probability(c - kLargestSum);
      next[static_cast<std::size_t>(c)] += (1 - relevance) * here;
      if (c + 1 < kClasses) next[static_cast<std::size_t>(c + 1)] += relevance * up * here;
      if (c > 0) next[static_cast<std::size_t>(c - 1)] += relevance * (1 - up) * here;
    }
    at = next;
  }
  return at;
}

SparsityData generate_sparsity(const TaskSettings& settings, const Progress& progress) {
  check_classes(settings);
  const Index L = settings.length;
  SparsityData data;
  data.length = L;
  data.cells.reserve(static_cast<std::size_t>(settings.examples * L));
  data.classes.reserve(static_cast<std::size_t>(settings.examples));
  std::array<Index, kClasses> wanted = quotas(settings.examples);
  std::vector<Cell> cells(static_cast<std::size_t>(kAtOnce * L));
  std::vector<int> sums(static_cast<std::size_t>(kAtOnce));
  for (Index first = 0; data.count() < settings.examples; first += kAtOnce) {
    parallel_tiles(kAtOnce, kTile, progress, [&](Range some) {
      std::vector<double> uniforms(static_cast<std::size_t>(2 * L));
      for (Index e = some.begin; e < some.end; ++e)
        sums[static_cast<std::size_t>(e)] = draw_example(settings, first + e, cells.data() + e * L, uniforms.data());
    });
    for (Index e = 0; e < kAtOnce && data.count() < settings.examples; ++e) {
      ++data.drawn;
      const auto c = static_cast<std::size_t>(sums[static_cast<std::size_t>(e)] + kLargestSum);
      if (wanted[c] == 0) continue;
      --wanted[c];
      data.classes.push_back(static_cast<std::uint8_t>(c));
      data.cells.insert(data.cells.end(), cells.begin() + e * L, cells.begin() + (e + 1) * L);
    }
  }
  return data;
}

Split split_by_class(const SparsityData& data, double share) {
  std::array<Index, kClasses> all{}, taken{};
  for (const std::uint8_t c : data.classes) ++all[c];
  Split split;
  for (Index e = 0; e < data.count(); ++e) {
    const std::uint8_t c = data.classes[static_cast<std::size_t>(e)];
    const bool trains = static_cast<double>(taken[c]++) < share * static_cast<double>(all[c]);
    (trains ? split.training : split.validation).push_back(e);
  }
  return split;
}

TaskStatistics statistics_of(const SparsityData& data, const TaskSettings& settings) {
  TaskStatistics statistics;
  statistics.natural = class_probabilities(settings.length, settings.relevance);
  for (const std::uint8_t c : data.classes) ++statistics.histogram[c];
  Index relevant = 0, positive = 0;
  for (const Cell& cell : data.cells) {
    relevant += cell.relevant;
    positive += !cell.relevant && cell.positive;
  }
  const auto cells = static_cast<double>(data.cells.size());
  statistics.relevant_share = static_cast<double>(relevant) / cells;
  statistics.positive_share = static_cast<double>(positive) / std::max(1.0, cells - static_cast<double>(relevant));
  return statistics;
}

std::vector<int> running_sums(const SparsityData& data, Index example) {
  std::vector<int> sums(static_cast<std::size_t>(data.length));
  int sum = 0;
  for (Index i = 0; i < data.length; ++i) {
    const Cell& cell = data.example(example)[i];
    if (cell.relevant) sum += cell.positive ? 1 : -1;
    sums[static_cast<std::size_t>(i)] = sum;
  }
  return sums;
}

}  // namespace omega::train

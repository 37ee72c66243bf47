#include "train/tasks/sparsity_task.h"

#include "core/error.h"
#include "core/text.h"
#include "train/streams.h"

namespace omega::train {

namespace {

constexpr double kRarest = 0.001;

/// P(v = +1) of a relevant cell after the sum s.
double up_probability(int s) {
  if (s == kLargestSum) return 0;
  if (s == -kLargestSum) return 1;
  return 0.5 - s / 16.0;
}

/// Draws example `index`; returns its sum.
int draw_example(const SparsitySettings& settings, Index index, std::uint8_t* tokens) {
  thread_local std::vector<double> uniforms;
  uniforms.resize(static_cast<std::size_t>(2 * settings.length));
  draw_uniforms(address_of(settings.seed, Purpose::task, 0, index), uniforms.data(), 2 * settings.length);
  int sum = 0;
  for (std::size_t i = 0; i < static_cast<std::size_t>(settings.length); ++i) {
    const bool relevant = uniforms[2 * i] < settings.relevance;
    const bool positive = uniforms[2 * i + 1] < (relevant ? up_probability(sum) : 0.5);
    tokens[i] = token_of({positive, relevant});
    if (relevant) sum += positive ? 1 : -1;
  }
  return sum;
}

void check_classes(const SparsitySettings& settings) {
  const auto probabilities = class_probabilities(settings.length, settings.relevance);
  for (int c = 0; c < kSums; ++c)
    if (probabilities[static_cast<std::size_t>(c)] < kRarest)
      throw Error::input("the sum " + std::to_string(c - kLargestSum) + " has probability " +
                         number_text(probabilities[static_cast<std::size_t>(c)]) + " with sparsity " +
                         number_text(settings.relevance) + " and length " + std::to_string(settings.length) +
                         ", below 0.001, so that its class cannot be filled; use longer sequences or another sparsity");
}

std::vector<TrainPreset> presets() {
  return {
      {"sparsity", "quick", "For tests: small, and ends within two minutes with every attention.",
       options_in("length=32 examples=20000 batch=100 steps=1500 rate=0.0005 redraw=1 samples=32 layers=2 "
                  "validation_examples=900")},
      {"sparsity", "class", "A lesson: 9 classes, 32 cells; learning can be watched within minutes.",
       options_in("length=32 examples=40000 batch=100 steps=3000 rate=0.001 redraw=1 samples=32")},
      {"sparsity", "night",
       "The paper's length, 200 cells, with a higher rate and fewer steps: for its Table 14 and how outputs vary.",
       options_in("samples=64 components=2 batch=100 rate=0.0005 redraw=1 steps=20000 validate_every=100")},
      {"sparsity", "paper",
       "The setting of the KL-Transformer paper, appendix E: 200 000 examples of 200 cells, 3 layers, 64 samples for "
       "each component, learning rate 5e-6; days, not minutes.",
       options_in("samples=64 components=2 rate=5e-06 warmup=0 decay=none clip=0 steps=400000 validate_every=400 "
                  "checkpoint_every=1000")},
  };
}

}  // namespace

std::array<double, kSums> class_probabilities(Index length, double relevance) {
  std::array<double, kSums> at{};
  at[kLargestSum] = 1;
  for (Index i = 0; i < length; ++i) {
    std::array<double, kSums> next{};
    for (int c = 0; c < kSums; ++c) {
      const double here = at[static_cast<std::size_t>(c)], up = up_probability(c - kLargestSum);
      next[static_cast<std::size_t>(c)] += (1 - relevance) * here;
      if (c + 1 < kSums) next[static_cast<std::size_t>(c + 1)] += relevance * up * here;
      if (c > 0) next[static_cast<std::size_t>(c - 1)] += relevance * (1 - up) * here;
    }
    at = next;
  }
  return at;
}

TaskData generate_sparsity(const SparsitySettings& settings, const Progress& progress) {
  check_classes(settings);
  TaskData data =
      draw_balanced(settings.length, settings.examples, sum_names(), progress, [&](Index index, std::uint8_t* tokens) {
        return DrawnExample{draw_example(settings, index, tokens) + kLargestSum, settings.length};
      });
  data.symbols = sparsity_symbols();
  return data;
}

Cell cell_of(std::uint8_t token) { return {(token & 1) != 0, (token & 2) != 0}; }
std::uint8_t token_of(const Cell& cell) {
  return static_cast<std::uint8_t>((cell.positive ? 1 : 0) + (cell.relevant ? 2 : 0));
}

Matrix<float> sparsity_symbols() {
  Matrix<float> symbols(4, 3, 0.0f);
  for (std::uint8_t token = 0; token < 4; ++token) {
    symbols(token, cell_of(token).positive ? 0 : 1) = 1;
    symbols(token, 2) = cell_of(token).relevant ? 1.0f : 0.0f;
  }
  return symbols;
}

std::vector<std::string> sum_names() {
  std::vector<std::string> names;
  for (int sum = -kLargestSum; sum <= kLargestSum; ++sum)
    names.push_back(sum < 0 ? "−" + std::to_string(-sum) : std::to_string(sum));
  return names;
}

Task sparsity_task() {
  Task task;
  task.name = "sparsity";
  task.summary =
      "Add up what is relevant: each cell is a value, −1 or 1, and a mark of relevance; the class is the sum of the "
      "relevant values (KL-Transformer, appendix E).";
  task.shares = {"length"};
  task.options = {OptionSpec::real("sparsity", 0.5, 0, 1, "p: the probability that a cell is relevant.").from("p")};
  task.kept = {"sparsity"};
  task.presets = presets();
  task.shape = [](const Options& options) { return TaskShape{.length = options.integer("length")}; };
  task.make = [](const Options& options, const Progress& progress) {
    return generate_sparsity(
        {options.integer("length"), options.real("sparsity"), examples_of(options), seed_of(options)}, progress);
  };
  task.token_text = [](std::uint8_t token) {
    const std::string value = cell_of(token).positive ? "+1" : "−1";
    return cell_of(token).relevant ? value : "(" + value + ")";
  };
  task.sums_cells = true;
  return task;
}

std::vector<int> running_sums(const TaskData& data, Index example) {
  std::vector<int> sums(static_cast<std::size_t>(data.length));
  int sum = 0;
  for (Index i = 0; i < data.length; ++i) {
    const Cell cell = cell_of(data.example(example)[i]);
    if (cell.relevant) sum += cell.positive ? 1 : -1;
    sums[static_cast<std::size_t>(i)] = sum;
  }
  return sums;
}

}  // namespace omega::train

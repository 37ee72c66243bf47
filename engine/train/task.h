// Tasks that models learn: sequences of tokens with a class. A task says everything about itself: its options, what
// a model has to know of it, how its examples are made, and presets; command, forms and reports find that here.
//
// A token is a byte, of which an example has at most `length`; what is beyond its own length is padding, which no
// attention sees. Where tokens are cells of a grid, they come row by row.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/matrix.h"
#include "core/options.h"
#include "core/progress.h"

namespace omega::train {

/// Which tokens of the last layer the classifier reads: the first, the last before padding, or their mean.
enum class Reading { first, last, mean };

/// What a model has to know of a task.
struct TaskShape {
  Index length = 0;   // most tokens of an example
  Index classes = 9;  // 9 and 3 columns: those of sparsity
  Index columns = 3;  // numbers by which a token is embedded
  std::optional<Grid> grid = {};
  bool pads = false;  // whether examples may be shorter than length
  Reading reads = Reading::first;
};

struct TaskData {
  Index length = 0;
  Matrix<float> symbols;                 // of each token that there is, the numbers by which it is embedded
  std::vector<std::uint8_t> tokens;      // examples × length
  std::vector<std::int32_t> lengths;     // of each example; empty: all are full
  std::vector<std::uint8_t> classes;     // one an example
  std::vector<std::string> class_names;  // as people say them
  Index drawn = 0;                       // how many examples it took to have so many of each class
  std::string read_as;                   // how a file was understood that says it not itself, for people

  Index count() const { return static_cast<Index>(classes.size()); }
  Index class_count() const { return static_cast<Index>(class_names.size()); }
  bool is_made_up() const { return drawn > 0; }  // otherwise the user's own, with classes as they are
  const std::uint8_t* example(Index e) const { return tokens.data() + e * length; }
  /// What saying the most frequent class always gets right.
  double chance() const;
  Index length_of(Index e) const { return lengths.empty() ? length : lengths[static_cast<std::size_t>(e)]; }
};

struct TrainPreset {
  std::string task, name, summary;
  Options::Given options;
};

struct Task {
  std::string name, summary;        // what is learned
  std::vector<std::string> shares;  // options it has in common with other tasks: length, side, data
  std::vector<OptionSpec> options;  // of this task alone
  std::vector<std::string> kept;    // those that say what is learned: presets, which are about sizes, leave them
  std::vector<TrainPreset> presets;
  std::function<TaskShape(const Options&)> shape;  // throws Error::input where options do not go together
  std::function<TaskData(const Options&, const Progress&)> make;
  /// A token as people read it; empty: a cell of a picture, to be seen.
  std::function<std::string(std::uint8_t)> token_text;
  std::string token_gap = " ";  // what people read between two tokens
  bool sums_cells = false;      // tokens are the cells of sparsity_task.h, whose sum so far is shown with them
};

/// In the order in which people are shown them; the first is the default.
const std::vector<Task>& tasks();
/// Throws Error::input where there is none.
const Task& find_task(const std::string& name);
std::vector<std::string> task_names();

struct Split {
  std::vector<Index> training, validation;  // in the order of the examples
};
/// The first `share` of each class for training, the rest for validation: at least one of a class that has two.
Split split_by_class(const TaskData& data, double share);

// --- The tasks, each in a file of its own in train/tasks -----------------------------------------------------------

Task sparsity_task();
Task listops_task();
Task pathfinder_task();
Task copy_task();
Task needle_task();
Task image_task();
Task text_task();

// --- For tasks -------------------------------------------------------------------------------------------------------

/// Random numbers of one example, one after the other.
class Dice {
 public:
  Dice(std::uint32_t seed, Index example) : seed_(seed), example_(example) {}
  double uniform();
  Index below(Index count) { return std::min(count - 1, static_cast<Index>(uniform() * static_cast<double>(count))); }
  bool chance(double p) { return uniform() < p; }

 private:
  static constexpr std::size_t kAtOnce = 64;
  std::uint32_t seed_, block_ = 0;
  Index example_;
  std::size_t next_ = kAtOnce;
  double numbers_[kAtOnce] = {};
};

/// The first `count` of so many things in a random order.
std::vector<Index> some_of(Index things, Index count, Dice& dice);

struct DrawnExample {
  Index label = 0, length = 0;
};
/// Examples are drawn by index, on all threads, and one is kept while its class still needs some: the classes come out
/// equally large. `tokens` are 0 before they are drawn.
TaskData draw_balanced(Index length, Index examples, std::vector<std::string> class_names, const Progress& progress,
                       const std::function<DrawnExample(Index index, std::uint8_t* tokens)>& draw);

/// Each of so many tokens has a column of its own; the rows after them are padding and stand in none.
Matrix<float> one_hot(Index tokens, Index with_padding);
std::vector<std::string> numbered(Index count);

/// The options in the text of a preset: "length=32 steps=1500".
Options::Given options_in(std::string_view text);
/// `own` with what all presets of the Long Range Arena's size share: the model, and how much each attention may spend;
/// on pictures windows have sides.
Options::Given long_range(const std::string& own, bool of_pictures = false);

/// Options that all tasks share: how many examples at most, and from which seed they are drawn.
Index examples_of(const Options& options);
std::uint32_t seed_of(const Options& options);

}  // namespace omega::train

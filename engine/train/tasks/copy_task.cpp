// Copy: symbols, a bar, and the first few of them again; which comes next? Half of `length` is symbols, so that the
// answer always stands half of `length` back. The model reads the last token; chance is 1/symbols.
#include <algorithm>

#include "train/task.h"

namespace omega::train {

namespace {

constexpr std::uint8_t kBar = 0;  // then come the symbols

/// Symbols of one example, which stand before the bar.
Index symbols_before(const Options& options) { return options.integer("length") / 2; }

TaskData make(const Options& options, const Progress& progress) {
  const Index length = options.integer("length"), before = symbols_before(options), kinds = options.integer("symbols");
  const auto padding = static_cast<std::uint8_t>(kinds + 1);
  TaskData data =
      draw_balanced(length, examples_of(options), numbered(kinds), progress, [&](Index index, std::uint8_t* tokens) {
        Dice dice(seed_of(options), index);
        for (Index i = 0; i < before; ++i) tokens[i] = static_cast<std::uint8_t>(1 + dice.below(kinds));
        tokens[before] = kBar;
        const Index again = dice.below(length - before);  // how many are there again
        std::copy_n(tokens, again, tokens + before + 1);
        std::fill(tokens + before + 1 + again, tokens + length, padding);
        return DrawnExample{tokens[again] - 1, before + 1 + again};
      });
  data.symbols = one_hot(kinds + 1, kinds + 2);
  return data;
}

}  // namespace

Task copy_task() {
  Task task;
  task.name = "copy";
  task.summary = "Copy: symbols, a bar, and the first of them again; the class is the symbol that comes next.";
  task.shares = {"length"};
  task.options = {OptionSpec::integer("symbols", 8, 2, 64, "Kinds of symbols.")};
  task.presets = {
      {"copy", "quick", "16 symbols of 8 kinds: learning shows within three minutes.",
       options_in("length=32 symbols=8 examples=40000 batch=100 steps=1500 rate=0.002 redraw=1 samples=32 layers=2 "
                  "validation_examples=900")},
      {"copy", "lra", "As long as the Long Range Arena's image task: 512 symbols of 64 kinds.",
       long_range(
           "length=1024 symbols=64 examples=100000 batch=32 steps=20000 rate=0.0005 warmup=500 validate_every=250")}};
  task.shape = [](const Options& options) {
    const Index kinds = options.integer("symbols");
    return TaskShape{.length = options.integer("length"),
                     .classes = kinds,
                     .columns = kinds + 1,
                     .pads = true,
                     .reads = Reading::last};
  };
  task.make = make;
  task.token_text = [](std::uint8_t token) { return token == kBar ? "|" : std::to_string(token - 1); };
  return task;
}

}  // namespace omega::train

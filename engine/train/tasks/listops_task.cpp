#include "train/tasks/listops_task.h"

#include <algorithm>
#include <numeric>

namespace omega::train {

Index listops_value(std::uint8_t op, std::vector<Index> arguments) {
  std::sort(arguments.begin(), arguments.end());
  const std::size_t half = arguments.size() / 2;
  switch (op) {
    case kMin: return arguments.front();
    case kMax: return arguments.back();
    case kMedian: return arguments.size() % 2 == 1 ? arguments[half] : (arguments[half - 1] + arguments[half]) / 2;
    default: return std::accumulate(arguments.begin(), arguments.end(), Index{0}) % 10;
  }
}

namespace {

constexpr Index kShortest = 4;  // an operator, two digits and a bracket
constexpr double kNested = 0.4;

/// Writes an expression of at most `room` tokens.
class Writer {
 public:
  Writer(Dice& dice, Index most_arguments, std::uint8_t* tokens)
      : dice_(dice), most_arguments_(most_arguments), tokens_(tokens) {}

  Index write(Index depth, Index room) {
    const auto op = static_cast<std::uint8_t>(kMin + dice_.below(4));
    put(op);
    const Index count = 2 + dice_.below(std::min(most_arguments_, room - 2) - 1);
    Index spare = room - 2 - count;  // beyond a digit for each
    std::vector<Index> arguments;
    for (Index i = 0; i < count; ++i) {
      if (depth > 1 && spare + 1 >= kShortest && dice_.chance(kNested)) {
        const Index before = written_;
        arguments.push_back(write(depth - 1, spare + 1));
        spare -= written_ - before - 1;
      } else {
        arguments.push_back(dice_.below(10));
        put(static_cast<std::uint8_t>(arguments.back()));
      }
    }
    put(kClose);
    return listops_value(op, std::move(arguments));
  }
  Index written() const { return written_; }

 private:
  void put(std::uint8_t token) { tokens_[written_++] = token; }

  Dice& dice_;
  Index most_arguments_;
  std::uint8_t* tokens_;
  Index written_ = 0;
};

TaskData make(const Options& options, const Progress& progress) {
  const Index length = options.integer("length"), depth = options.integer("depth"),
              arguments = options.integer("arguments");
  TaskData data =
      draw_balanced(length, examples_of(options), numbered(10), progress, [&](Index index, std::uint8_t* tokens) {
        Dice dice(seed_of(options), index);
        Writer writer(dice, arguments, tokens);
        const Index value = writer.write(depth, length);
        std::fill(tokens + writer.written(), tokens + length, kPadding);
        return DrawnExample{value, writer.written()};
      });
  data.symbols = one_hot(kPadding, kPadding + 1);
  return data;
}

}  // namespace

Task listops_task() {
  Task task;
  task.name = "listops";
  task.summary =
      "Compute nested MIN, MAX, MED and SM (sum modulo 10) of digits, such as [MAX 4 [MIN 2 3 ] 0 ]; the class is the "
      "result (Long Range Arena).";
  task.shares = {"length"};
  task.options = {
      OptionSpec::integer("depth", 2, 1, 20, "How deep expressions are nested; 1: not at all.")
          .titled("depth of nesting"),
      OptionSpec::integer("arguments", 5, 2, 20, "Most arguments of one operator.").titled("most arguments")};
  task.presets = {
      {"listops", "quick", "Two levels of at most 4 arguments in 24 tokens: learning shows within three minutes.",
       options_in("length=24 depth=2 arguments=4 examples=40000 batch=100 steps=1500 rate=0.001 redraw=1 samples=32 "
                  "landmarks=8 layers=2 validation_examples=900")},
      {"listops", "lra", "The Long Range Arena's size: up to 2000 tokens, 10 levels, 10 arguments, 96 000 examples.",
       long_range("length=2000 depth=10 arguments=10 examples=120000 batch=32 steps=5000 rate=0.0001 warmup=1000 "
                  "validate_every=250")}};
  task.shape = [](const Options& options) {
    return TaskShape{.length = options.integer("length"), .classes = 10, .columns = kPadding, .pads = true};
  };
  task.make = make;
  task.token_text = [](std::uint8_t token) -> std::string {
    static const char* const words[] = {"[MIN", "[MAX", "[MED", "[SM", "]", ""};
    return token < 10 ? std::to_string(token) : words[std::min<std::uint8_t>(token, kPadding) - 10];
  };
  return task;
}

}  // namespace omega::train

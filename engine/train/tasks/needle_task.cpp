#include "train/tasks/needle_task.h"

#include "core/error.h"

namespace omega::train {

namespace {

TaskShape shape_of(const Options& options) {
  const Index length = options.integer("length"), room = length - options.integer("distance"),
              pairs = options.integer("pairs");
  if (room < pairs)
    throw Error::input("length=" + std::to_string(length) + " leaves no room for pairs=" + std::to_string(pairs) +
                       " that stand distance=" + std::to_string(options.integer("distance")) +
                       " before its end; use longer sequences, fewer pairs or a shorter distance");
  return {.length = length,
          .classes = kNeedleValues,
          .columns = kNeedleKeys + kNeedleValues + 1 + (kNeedleTokens - kNeedleHay),
          .reads = Reading::last};
}

/// Key, value, whether it asks, and the kinds of hay, side by side.
Matrix<float> symbols() {
  constexpr Index question = kNeedleKeys + kNeedleValues;
  Matrix<float> all(kNeedleTokens, question + 1 + (kNeedleTokens - kNeedleHay), 0.0f);
  for (Index token = 0; token < kNeedleQuestions; ++token) {
    all(token, token / kNeedleValues) = 1;
    all(token, kNeedleKeys + token % kNeedleValues) = 1;
  }
  for (Index key = 0; key < kNeedleKeys; ++key)
    all(kNeedleQuestions + key, key) = all(kNeedleQuestions + key, question) = 1;
  for (Index hay = kNeedleHay; hay < kNeedleTokens; ++hay) all(hay, question + 1 + hay - kNeedleHay) = 1;
  return all;
}

DrawnExample draw(const Options& options, Index index, std::uint8_t* tokens) {
  const Index length = options.integer("length"), pairs = options.integer("pairs");
  Dice dice(seed_of(options), index);
  for (Index i = 0; i + 1 < length; ++i)
    tokens[i] = static_cast<std::uint8_t>(kNeedleHay + dice.below(kNeedleTokens - kNeedleHay));
  const std::vector<Index> places = some_of(length - options.integer("distance"), pairs, dice),
                           keys = some_of(kNeedleKeys, pairs, dice);
  Index asked = 0, answer = 0;  // of the last pair: their order is random
  for (std::size_t i = 0; i < places.size(); ++i) {
    asked = keys[i];
    answer = dice.below(kNeedleValues);
    tokens[places[i]] = static_cast<std::uint8_t>(asked * kNeedleValues + answer);
  }
  tokens[length - 1] = static_cast<std::uint8_t>(kNeedleQuestions + asked);
  return {answer, length};
}

}  // namespace

Task needle_task() {
  Task task;
  task.name = "needle";
  task.summary =
      "Associative recall at a distance: a few keys with values in a long sequence of hay; the last cell asks for one "
      "key, and the class is its value. A fixed window cannot answer what it does not reach.";
  task.shares = {"length"};
  task.options = {OptionSpec::integer("pairs", 4, 1, kNeedleKeys, "Keys with a value in each example."),
                  OptionSpec::integer("distance", 32, 1, 16384, "Cells from a key to the question, at least.")};
  task.presets = {{"needle", "quick",
                   "3 pairs at least 64 cells before the question, which two layers of windows do not reach: learning "
                   "shows within three minutes.",
                   options_in("length=96 pairs=3 distance=64 examples=20000 batch=50 steps=1000 rate=0.002 redraw=1 "
                              "samples=32 layers=2 validation_examples=800")},
                  {"needle", "lra",
                   "As long as the Long Range Arena's text: 4 pairs in 4096 cells, at least 1024 before the question.",
                   long_range("length=4096 pairs=4 distance=1024 examples=20000 batch=16 steps=5000 rate=0.0005 "
                              "warmup=200 validate_every=250")}};
  task.shape = shape_of;
  task.make = [](const Options& options, const Progress& progress) {
    TaskData data = draw_balanced(shape_of(options).length, examples_of(options), numbered(kNeedleValues), progress,
                                  [&](Index index, std::uint8_t* tokens) { return draw(options, index, tokens); });
    data.symbols = symbols();
    return data;
  };
  task.token_text = [](std::uint8_t token) -> std::string {
    const auto key = [](Index number) { return std::string(1, static_cast<char>('a' + number)); };
    if (token >= kNeedleHay) return "·";
    if (token >= kNeedleQuestions) return key(token - kNeedleQuestions) + "?";
    return key(token / kNeedleValues) + std::to_string(token % kNeedleValues);
  };
  return task;
}

}  // namespace omega::train

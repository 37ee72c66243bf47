// Text: which class a text belongs to, byte by byte (Long Range Arena: reviews). Texts come from a CSV with a column of
// labels and one of texts, or from a folder with a folder of .txt files for each class; what is longer than `length` is
// cut. Without either they are made up: reviews that praise or blame, where "not" turns the next word around.
#include <algorithm>
#include <map>
#include <set>
#include <string_view>

#include "core/error.h"
#include "io/csv_table.h"
#include "train/tasks/labelled_data.h"

namespace omega::train {

namespace {

constexpr std::uint64_t kLongestFile = std::uint64_t{1} << 30;

// --- Made up ---------------------------------------------------------------------------------------------------------

constexpr std::string_view kPraise[] = {"good", "fine", "great", "lovely", "superb", "witty"};
constexpr std::string_view kBlame[] = {"bad", "poor", "dull", "awful", "weak", "clumsy"};
constexpr std::string_view kFiller[] = {"the",  "film", "plot",  "and",  "was",  "its",
                                        "cast", "a",    "scene", "with", "score"};

template <std::size_t N>
std::string_view one_of(const std::string_view (&words)[N], Dice& dice) {
  return words[static_cast<std::size_t>(dice.below(N))];
}

/// Words until the room is used up; the class is which opinion has more words, at least one more.
DrawnExample draw(Index length, Dice& dice, std::uint8_t* bytes) {
  for (;;) {
    std::string text;
    Index praise = 0, blame = 0;
    const Index room = length / 2 + dice.below(length - length / 2 + 1);
    for (;;) {
      const bool tells = dice.chance(0.35), praises = dice.chance(0.5), turns = tells && dice.chance(0.2);
      std::string next = turns ? "not " : "";
      next += tells ? (praises ? one_of(kPraise, dice) : one_of(kBlame, dice)) : one_of(kFiller, dice);
      if (static_cast<Index>(text.size() + next.size()) + 1 > room) break;
      text += (text.empty() ? "" : " ") + next;
      if (tells) ++(praises != turns ? praise : blame);
    }
    if (praise == blame) continue;
    std::copy(text.begin(), text.end(), bytes);
    return {praise > blame ? 1 : 0, static_cast<Index>(text.size())};
  }
}

// --- From files ------------------------------------------------------------------------------------------------------

void add_text(TaskData& data, std::string_view text, Index label) {
  const auto length = static_cast<std::size_t>(data.length), used = std::min(length, text.size());
  data.tokens.insert(data.tokens.end(), text.begin(), text.begin() + static_cast<std::ptrdiff_t>(used));
  data.tokens.resize(data.tokens.size() + length - used);
  data.lengths.push_back(static_cast<std::int32_t>(used));
  data.classes.push_back(static_cast<std::uint8_t>(label));
}

TaskData read_folder(const std::filesystem::path& folder, Index length, Index most, std::uint32_t seed) {
  const LabelledFiles all = labelled_files(folder, {".txt"}, most, seed);
  TaskData data;
  data.length = length;
  data.class_names = all.class_names;
  for (const LabelledFile& one : all.files) {
    const InputFile file = InputFile::open(one.path);
    const std::string text = file.all(kLongestFile, "a text to learn from");
    if (text.empty()) throw file.error("is empty; a text needs at least one byte");
    add_text(data, text, one.label);
  }
  return data;
}

/// The columns of labels and texts: by the names label and text in the first row, or, where there are two, the one
/// with fewer different cells has the labels.
struct Columns {
  std::size_t label, text, first_row;
};
Columns columns_of(const CsvTable& table, const InputFile& file) {
  std::map<std::string, std::size_t> named;
  for (std::size_t c = 0; c < table.columns(); ++c) named[std::string(table.cell(0, c))] = c;
  if (named.count("label") != 0 && named.count("text") != 0) return {named["label"], named["text"], 1};
  if (table.columns() != 2)
    throw file.error("has " + std::to_string(table.columns()) +
                     " columns; it needs two, or a first line that names the columns label and text");
  std::set<std::string_view> different[2];
  for (std::size_t row = 0; row < table.rows(); ++row)
    for (std::size_t c = 0; c < 2; ++c) different[c].insert(table.cell(row, c));
  const std::size_t label = different[0].size() <= different[1].size() ? 0 : 1;
  return {label, 1 - label, 0};
}

TaskData read_table(const std::filesystem::path& path, Index length, Index most, std::uint32_t seed) {
  const InputFile file = InputFile::open(path);
  const CsvTable table(file, CsvCells::texts);
  const Columns columns = columns_of(table, file);
  std::vector<std::string> labels;
  for (std::size_t row = columns.first_row; row < table.rows(); ++row) {
    if (table.cell(row, columns.label).empty())
      throw file.error("has " + table.place_text(row, columns.label) + "; every text needs a label");
    labels.emplace_back(table.cell(row, columns.label));
  }
  TaskData data;
  data.length = length;
  data.read_as = "labels from column " + std::to_string(columns.label + 1) + ", texts from column " +
                 std::to_string(columns.text + 1);
  const std::map<std::string, Index> classes = classes_of(
      labels, [](const std::string& label) { return label; }, data);
  if (classes.size() > 255)
    throw file.error("has " + std::to_string(classes.size()) + " different labels; a task has 2 to 255 classes");
  for (const Index e : some_examples(static_cast<Index>(labels.size()), most, seed)) {
    const std::size_t row = static_cast<std::size_t>(e) + columns.first_row;
    const std::string_view text = table.cell(row, columns.text);
    if (text.empty())
      throw file.error("has " + table.place_text(row, columns.text) + "; a text needs at least one byte");
    add_text(data, text, classes.at(labels[static_cast<std::size_t>(e)]));
  }
  return data;
}

TaskData make(const Options& options, const Progress& progress) {
  const Index length = options.integer("length"), most = examples_of(options);
  const std::uint32_t seed = seed_of(options);
  TaskData data = read_examples(
      options, {[&] {
                  return draw_balanced(length, most, {"blame", "praise"}, progress,
                                       [&](Index index, std::uint8_t* bytes) {
                                         Dice dice(seed, index);
                                         return draw(length, dice, bytes);
                                       });
                },
                [&](const std::filesystem::path& folder) { return read_folder(folder, length, most, seed); },
                [&](const std::filesystem::path& file) { return read_table(file, length, most, seed); }});
  data.symbols = one_hot(256, 256);
  return data;
}

}  // namespace

Task text_task() {
  Task task;
  task.name = "text";
  task.summary =
      "Texts, byte by byte, from a CSV with labels and texts or from a folder with a folder of .txt files for each "
      "class; without data, made-up reviews that praise or blame.";
  task.shares = {"length", "data"};
  task.kept = {"data"};
  task.presets = {
      {"text", "quick", "Texts of up to 48 bytes: learning shows within three minutes.",
       options_in("length=48 examples=40000 batch=64 steps=1500 rate=0.001 redraw=1 samples=32 layers=2 "
                  "validation_examples=800")},
      {"text", "lra", "The Long Range Arena's size: up to 4000 bytes, 20 000 steps.",
       long_range("length=4000 examples=50000 batch=32 steps=20000 rate=0.0001 warmup=80 validate_every=250")}};
  task.shape = [](const Options& options) {
    const Index length = options.integer("length");
    if (length < 16)
      throw Error::input("length=" + std::to_string(length) + " is too short for a text; it must be at least 16");
    return TaskShape{.length = length, .classes = 2, .columns = 256, .pads = true, .reads = Reading::mean};
  };
  task.make = make;
  task.token_text = [](std::uint8_t token) { return std::string(1, static_cast<char>(token)); };
  task.token_gap = "";
  return task;
}

}  // namespace omega::train

// The tasks: what each promises of its examples, known answers, data of one's own, and padding that tells nothing.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdio>
#include <fstream>
#include <map>
#include <set>
#include <span>

#include "cpu/parallel.h"
#include "io/image_reader.h"
#include "io/npz.h"
#include "support/folder.h"
#include "support/seed.h"
#include "train/small_model.h"
#include "train/tasks/listops_task.h"
#include "train/tasks/needle_task.h"
#include "train/tasks/pathfinder_task.h"

using namespace omega;
using namespace omega::test;
using namespace omega::train;

namespace {

TrainPlan plan_of_task(const std::string& name, const Options::Given& more = {}) {
  Options::Given options = with(small_task(name), {{"seed", std::to_string(static_cast<std::uint32_t>(test_seed(5)))}});
  return small_plan(with(options, more));
}

TaskData data_of_task(const std::string& name, const Options::Given& more = {}) {
  TrainPlan plan = plan_of_task(name, more);
  return make_data(plan);
}

std::string in(const Folder& folder, const std::string& name) { return (folder.path() / name).string(); }

bool same_data(const TaskData& a, const TaskData& b) {
  return a.tokens == b.tokens && a.classes == b.classes && a.lengths == b.lengths;
}

std::span<const std::uint8_t> tokens_of(const TaskData& data, Index e) {
  return {data.example(e), static_cast<std::size_t>(data.length_of(e))};
}

/// The value of the expression that begins at `at`, which is left behind it.
Index read_value(std::span<const std::uint8_t> tokens, std::size_t& at) {
  const std::uint8_t first = tokens[at++];
  if (first < 10) return first;
  std::vector<Index> arguments;
  while (tokens[at] != kClose) arguments.push_back(read_value(tokens, at));
  ++at;
  return listops_value(first, std::move(arguments));
}
Index value_of(std::span<const std::uint8_t> tokens) {
  std::size_t at = 0;
  return read_value(tokens, at);
}

/// How deep an expression is nested, and how many arguments any operator has at most.
struct Size {
  Index depth = 0, arguments = 0;
};
Size size_of(std::span<const std::uint8_t> tokens) {
  Size size;
  std::vector<Index> open;
  for (const std::uint8_t token : tokens) {
    if (token == kClose) {
      size.arguments = std::max(size.arguments, open.back());
      open.pop_back();
      continue;
    }
    if (!open.empty()) ++open.back();
    if (token >= kMin) open.push_back(0);
    size.depth = std::max(size.depth, static_cast<Index>(open.size()));
  }
  REQUIRE(open.empty());
  return size;
}

/// Whether steps of at most two cells lead from one dot to the other over cells that are not empty.
bool are_connected(const std::uint8_t* cells, Index side) {
  std::vector<Index> dots, reached;
  for (Index i = 0; i < side * side; ++i)
    if (cells[i] == kDot) dots.push_back(i);
  REQUIRE(dots.size() == 2);
  std::set<Index> seen = {dots[0]};
  for (reached = {dots[0]}; !reached.empty();) {
    const Index at = reached.back();
    reached.pop_back();
    for (Index i = 0; i < side * side; ++i)
      if (cells[i] != kEmpty && std::abs(i / side - at / side) <= 2 && std::abs(i % side - at % side) <= 2 &&
          seen.insert(i).second)
        reached.push_back(i);
  }
  return seen.count(dots[1]) > 0;
}

Index distance_of_dots(const std::uint8_t* cells, Index side) {
  std::vector<Index> dots;
  for (Index i = 0; i < side * side; ++i)
    if (cells[i] == kDot) dots.push_back(i);
  return std::max(std::abs(dots[0] / side - dots[1] / side), std::abs(dots[0] % side - dots[1] % side));
}

}  // namespace

TEST_CASE("how much of the examples is drawn is told on the way", "[unit][train]") {
  TrainPlan plan = plan_of_task("sparsity", {{"examples", "9000"}});
  std::vector<double> shares;
  make_data(plan, Progress({}, [&](double share) { shares.push_back(share); }));
  REQUIRE(shares.size() >= 3);  // at most 4096 are drawn at once
  CHECK(shares.front() > 0);
  CHECK(std::is_sorted(shares.begin(), shares.end()));
  CHECK(shares.back() == 1);
}

TEST_CASE("every task keeps what it promises of its examples", "[unit][train]") {
  for (const Task& task : tasks()) {
    INFO(task.name);
    TrainPlan plan = plan_of_task(task.name);
    const TaskShape shape = plan.model.task;
    const TaskData data = make_data(plan);
    CHECK(data.count() == 180);
    CHECK(data.length == shape.length);
    CHECK(data.symbols.cols() == shape.columns);
    CHECK(data.class_count() == shape.classes);
    if (shape.grid) CHECK(shape.grid->height * shape.grid->width == shape.length);
    std::vector<Index> counts(static_cast<std::size_t>(shape.classes));
    Index longest = 0, shortest = shape.length;
    for (Index e = 0; e < data.count(); ++e) {
      ++counts.at(data.classes[static_cast<std::size_t>(e)]);
      longest = std::max(longest, data.length_of(e));
      shortest = std::min(shortest, data.length_of(e));
      for (Index i = 0; i < data.length; ++i) REQUIRE(data.example(e)[i] < data.symbols.rows());
    }
    CHECK(*std::max_element(counts.begin(), counts.end()) - *std::min_element(counts.begin(), counts.end()) <= 1);
    CHECK(data.chance() == Approx(1 / static_cast<double>(shape.classes)).epsilon(0.1));
    CHECK(longest <= shape.length);
    CHECK(shortest >= 1);
    CHECK((shortest < shape.length) == shape.pads);
    for (const char* preset : {"quick"}) {
      const Options options = make_train_options(preset, {{"task", task.name}});
      CHECK(plan_of(options).task->name == task.name);
    }
    CHECK(task.presets.size() >= 2);
    CHECK((shape.grid || task.token_text || task.sums_cells));  // people can look at an example
    for (const TrainPreset& preset : task.presets)
      for (const auto& [option, value] : preset.options) CHECK_FALSE(is_among(task.kept, option));
  }
}

TEST_CASE("each option of a run stands once, and says for which tasks it matters", "[unit][train]") {
  std::set<std::string> names;
  for (const OptionSpec& spec : train_options()) {
    INFO(spec.name);
    CHECK(names.insert(spec.name).second);
    for (const Task& task : tasks())
      if (is_among(task.shares, spec.name)) CHECK(is_among(spec.shown_when_values, task.name));
  }
  for (const Task& task : tasks())
    for (const std::string& name : task.kept) CHECK(names.count(name) == 1);
}

TEST_CASE("an option of a task that cannot stand among those of all is refused with the tasks' names",
          "[unit][train]") {
  Task first, second;
  first.name = "first", second.name = "second";
  first.options = {OptionSpec::integer("noise", 1, 0, 9, "")};
  CHECK(task_options({first, second}).back().shown_when_values == std::vector<std::string>{"first"});
  second.options = first.options;
  CHECK_THROWS_WITH(task_options({first, second}),
                    Catch::StartsWith("the task \"second\": its option noise is one of the task \"first\", too"));
  second.options = {OptionSpec::integer("side", 1, 0, 9, "")};
  CHECK_THROWS_WITH(task_options({second}),
                    Catch::EndsWith("its option side is one that tasks share: name it in `shares`"));
  second.options = {OptionSpec::integer("noise", 1, 0, 9, "").only_if("side", {"4"})};
  CHECK_THROWS_WITH(task_options({second}), Catch::Contains("its option noise has a condition of its own"));
  second.options.clear();
  second.shares = {"lenght"};
  CHECK_THROWS_WITH(task_options({second}),
                    Catch::Contains("its option lenght is not one that tasks share, which are task, "));
}

TEST_CASE("the examples of a task are a function of its seed on any number of threads", "[unit][train]") {
  for (const Task& task : tasks()) {
    INFO(task.name);
    const TaskData data = data_of_task(task.name);
    TaskData again;
    with_threads(3, [&] { again = data_of_task(task.name); });
    CHECK(same_data(data, again));
    CHECK_FALSE(same_data(data, data_of_task(task.name, {{"seed", "77"}})));
  }
}

TEST_CASE("listops has the values of its grammar", "[unit][train]") {
  const std::map<std::vector<std::uint8_t>, Index> known = {
      {{kMax, 4, kMin, 2, 3, kClose, 0, kClose}, 4},
      {{kMedian, 1, 2, 3, 4, kClose}, 2},  // rounded down
      {{kMedian, 9, 1, 5, kClose}, 5},
      {{kSumModulo, 7, 8, kSumModulo, 9, 9, kClose, kClose}, 3},
      {{kMin, kMax, 1, 2, kClose, kMax, 3, 4, kClose, kClose}, 2}};
  for (const auto& [tokens, value] : known) CHECK(value_of(tokens) == value);
  const TaskData data =
      data_of_task("listops", {{"length", "40"}, {"depth", "3"}, {"arguments", "4"}, {"examples", "500"}});
  Size largest;
  for (Index e = 0; e < data.count(); ++e) {
    CHECK(value_of(tokens_of(data, e)) == data.classes[static_cast<std::size_t>(e)]);
    const Size size = size_of(tokens_of(data, e));
    largest = {std::max(largest.depth, size.depth), std::max(largest.arguments, size.arguments)};
  }
  CHECK(largest.depth == 3);
  CHECK(largest.arguments == 4);
}

TEST_CASE("copy asks for the next symbol, needle for the value of a key that is far away", "[unit][train]") {
  const TaskData copies = data_of_task("copy");
  for (Index e = 0; e < copies.count(); ++e) {
    const auto tokens = tokens_of(copies, e);
    const auto bar = std::find(tokens.begin(), tokens.end(), 0) - tokens.begin();
    const auto again = static_cast<std::ptrdiff_t>(tokens.size()) - bar - 1;
    CHECK(bar == copies.length / 2);
    CHECK(std::equal(tokens.begin(), tokens.begin() + again, tokens.begin() + bar + 1));
    CHECK(tokens[static_cast<std::size_t>(again)] - 1 == copies.classes[static_cast<std::size_t>(e)]);
  }
  const TaskData needles = data_of_task("needle", {{"length", "24"}, {"pairs", "3"}, {"distance", "8"}});
  for (Index e = 0; e < needles.count(); ++e) {
    const std::uint8_t* cells = needles.example(e);
    const Index asked = cells[needles.length - 1] - kNeedleQuestions;
    Index found = 0, pairs = 0;
    for (Index i = 0; i + 1 < needles.length; ++i) {
      if (cells[i] >= kNeedleQuestions) continue;
      ++pairs;
      CHECK(i < needles.length - 8);
      if (cells[i] / kNeedleValues != asked) continue;
      ++found;
      CHECK(cells[i] % kNeedleValues == needles.classes[static_cast<std::size_t>(e)]);
    }
    CHECK(found == 1);
    CHECK(pairs == 3);
  }
}

TEST_CASE("pathfinder's class is whether a curve connects the dots, and their distance does not tell",
          "[unit][train]") {
  for (const auto& [difficulty, side] : std::map<std::string, Index>{{"easy", 10}, {"medium", 20}, {"hard", 32}}) {
    INFO(difficulty);
    const TaskData data =
        data_of_task("pathfinder", {{"difficulty", difficulty}, {"side", std::to_string(side)}, {"examples", "8000"}});
    std::map<Index, std::array<Index, 2>> by_distance;
    for (Index e = 0; e < data.count(); ++e) {
      const auto label = data.classes[static_cast<std::size_t>(e)];
      CHECK(are_connected(data.example(e), side) == (label == 1));
      ++by_distance[distance_of_dots(data.example(e), side)][label];
    }
    Index best = 0;
    for (const auto& [distance, counts] : by_distance) best += std::max(counts[0], counts[1]);
    // With 30 distances of 270 examples each chance alone gives 0.525, with a standard deviation of 0.0035; fewer
    // distances give less.
    INFO(by_distance.size() << " distances");
    CHECK(by_distance.size() <= 30);
    CHECK(static_cast<double>(best) < 0.55 * static_cast<double>(data.count()));
  }
}

TEST_CASE("what a task has no room for is refused in a sentence", "[unit][train]") {
  CHECK_THROWS_WITH(plan_of_task("needle", {{"length", "16"}, {"distance", "14"}, {"pairs", "4"}}),
                    Catch::Contains("length=16 leaves no room for pairs=4"));
  CHECK_THROWS_WITH(plan_of_task("pathfinder", {{"side", "6"}}), Catch::Contains("must be at least 8"));
  CHECK_THROWS_WITH(plan_of_task("pathfinder", {{"side", "12"}, {"difficulty", "hard"}}),
                    Catch::Contains("hard") && Catch::Contains("at least 24"));
  CHECK_THROWS_WITH(plan_of_task("image", {{"attention", "lara"}, {"landmarks", "3"}}),
                    Catch::Contains("landmarks=3 does not tile a grid"));
  CHECK_THROWS_WITH(plan_of_task("text", {{"length", "8"}}), Catch::Contains("must be at least 16"));
  CHECK_THROWS_WITH(make_train_options("class", {{"task", "copy"}}), Catch::Contains("copy has no preset \"class\""));
}

TEST_CASE("pictures of one's own are read from folders and from an .npz", "[unit][train]") {
  const Folder folder;
  std::filesystem::create_directories(in(folder, "pictures/white"));
  std::filesystem::create_directories(in(folder, "pictures/black"));
  for (int i = 0; i < 60; ++i)
    for (const std::string name : {"white", "black"}) {
      Picture picture;
      picture.width = 9;
      picture.height = 7;
      picture.rgb.assign(9 * 7 * 3, name == "white" ? std::uint8_t{255} : std::uint8_t{0});
      write_png(in(folder, "pictures/" + name + "/" + std::to_string(i) + ".png"), picture);
    }
  const TaskData read = data_of_task("image", {{"data", in(folder, "pictures")}, {"examples", "100"}});
  CHECK(read.count() == 100);
  CHECK(read.class_names == std::vector<std::string>{"black", "white"});
  for (Index e = 0; e < read.count(); ++e)
    for (Index i = 0; i < read.length; ++i)
      REQUIRE(read.example(e)[i] == (read.classes[static_cast<std::size_t>(e)] == 1 ? 255 : 0));

  std::vector<float> images, labels;
  for (int e = 0; e < 120; ++e) {
    labels.push_back(e % 3 == 0 ? 7.0f : 2.0f);
    for (int i = 0; i < 8 * 8; ++i) images.push_back(i / 8 < 4 ? 0.0f : 1.0f);  // shares of white
  }
  write_npz(in(folder, "all.npz"),
            {{"images", Array::from(images, {120, 8, 8})}, {"labels", Array::from(labels, {120})}}, {});
  const TaskData packed = data_of_task("image", {{"data", in(folder, "all.npz")}, {"examples", "1000"}});
  CHECK(packed.count() == 120);
  CHECK(packed.class_names == std::vector<std::string>{"2", "7"});
  CHECK(packed.chance() == Approx(2.0 / 3));
  for (Index i = 0; i < 16; ++i) CHECK(packed.example(0)[i] == (i < 8 ? 0 : 255));  // 4×4 means

  const auto read_with = [&](const Array& pictures, const Array& classes) {
    write_npz(in(folder, "odd.npz"), {{"images", pictures}, {"labels", classes}}, {});
    data_of_task("image", {{"data", in(folder, "odd.npz")}});
  };
  const std::vector<float> nothing;
  CHECK_THROWS_WITH(read_with(Array::from(nothing, {0, 8, 8}), Array::from(nothing, {0})),
                    Catch::Contains("holds nothing"));
  CHECK_THROWS_WITH(read_with(Array::from(nothing, {120, 0, 8}), Array::from(labels, {120})),
                    Catch::Contains("holds nothing"));
  std::vector<float> odd = labels;
  odd[5] = NAN;
  CHECK_THROWS_WITH(read_with(Array::from(images, {120, 8, 8}), Array::from(odd, {120})),
                    Catch::Contains("1 of 120 values of the labels of") && Catch::Contains("not finite (at [5])"));
  odd = images;
  odd[8 * 8 + 3] = INFINITY;
  CHECK_THROWS_WITH(read_with(Array::from(odd, {120, 8, 8}), Array::from(labels, {120})),
                    Catch::Contains("of the images of") && Catch::Contains("not finite (at [1, 0, 3])"));

  write_npz(in(folder, "none.npz"), {{"labels", Array::from(labels, {120})}}, {});
  CHECK_THROWS_WITH(data_of_task("image", {{"data", in(folder, "none.npz")}}),
                    Catch::Contains("must hold one array of images"));
  CHECK_THROWS_WITH(data_of_task("image", {{"data", in(folder, "pictures/white")}}),
                    Catch::Contains("holds fewer than two classes"));
  CHECK_THROWS_AS(data_of_task("image", {{"data", in(folder, "not there")}}), Error);
}

TEST_CASE("texts of one's own are read from a table and from folders", "[unit][train]") {
  const Folder folder;
  std::ofstream table(in(folder, "reviews.csv"));
  table << "label,text\n";
  for (int i = 0; i < 90; ++i) table << (i % 2 == 0 ? "good," : "bad,") << "\"a text, number " << i << "\"\n";
  table.close();
  const TaskData read = data_of_task("text", {{"data", in(folder, "reviews.csv")}, {"length", "16"}});
  CHECK(read.count() == 90);
  CHECK(read.class_names == std::vector<std::string>{"bad", "good"});
  CHECK(std::string(read.example(0), read.example(0) + 16) == "a text, number 0");
  CHECK(read.class_names[read.classes[0]] == "good");
  for (const std::string name : {"one", "two"}) {
    std::filesystem::create_directories(in(folder, "texts/" + name));
    for (int i = 0; i < 50; ++i) std::ofstream(in(folder, "texts/" + name + "/" + std::to_string(i) + ".txt")) << name;
  }
  const TaskData files = data_of_task("text", {{"data", in(folder, "texts")}});
  CHECK(files.count() == 100);
  CHECK(files.length_of(0) == 3);
  CHECK(std::string(files.example(99), files.example(99) + 3) == "two");
  std::ofstream(in(folder, "wide.csv")) << "a,b,c\nx,y,z\n";
  CHECK_THROWS_WITH(data_of_task("text", {{"data", in(folder, "wide.csv")}}), Catch::Contains("has 3 columns"));
  std::ofstream(in(folder, "texts/one/0.txt")) << "";
  CHECK_THROWS_WITH(data_of_task("text", {{"data", in(folder, "texts")}}), Catch::Contains("is empty"));
}

TEST_CASE("a table of texts has no comments, and separators within texts do not cut it", "[unit][train]") {
  const Folder folder;
  const auto table_of = [&](const std::string& first, const std::vector<std::string>& rows) {
    std::ofstream table(in(folder, "table.csv"));
    table << first;
    for (int i = 0; i < 50; ++i)
      for (const std::string& row : rows) table << row << i << "\n";
    table.close();
    return data_of_task("text", {{"data", in(folder, "table.csv")}});
  };
  const TaskData hashes = table_of("label,text\n", {"#pos,#happy day ", "neg,awful day "});
  CHECK(hashes.count() == 100);
  CHECK(hashes.class_names == std::vector<std::string>{"#pos", "neg"});
  CHECK(hashes.read_as == "labels from column 1, texts from column 2");
  for (const std::string separator : {"; ", "\t", " "}) {
    const TaskData within = table_of("", {"pos,good" + separator + "really ", "neg,bad" + separator + "awful "});
    CHECK(within.class_names == std::vector<std::string>{"neg", "pos"});
    CHECK(tokens_of(within, 0)[0] == 'g');
  }
  CHECK(table_of("", {"pos;good, or not ", "neg;bad "}).class_names == std::vector<std::string>{"neg", "pos"});
}

TEST_CASE("a text without a label, and greys beyond 0 to 255, are refused", "[unit][train][bad_input]") {
  const Folder folder;
  std::ofstream(in(folder, "gap.csv")) << "label,text\npos,good\nneg,bad\n,nothing\n";
  CHECK_THROWS_WITH(data_of_task("text", {{"data", in(folder, "gap.csv")}}),
                    Catch::Contains("an empty cell in line 4, column 1; every text needs a label"));
  std::ofstream(in(folder, "none.csv")) << "\n";
  CHECK_THROWS_WITH(data_of_task("text", {{"data", in(folder, "none.csv")}}),
                    Catch::Contains("a label and a text in each"));
  std::vector<float> labels, images(100 * 16, 0.5f);
  for (int e = 0; e < 100; ++e) labels.push_back(static_cast<float>(e % 2));
  for (const float beyond : {-1.5f, 300.0f}) {
    images[17] = beyond;
    write_npz(in(folder, "images.npz"),
              {{"images", Array::from(images, {100, 4, 4})}, {"labels", Array::from(labels, {100})}}, {});
    CHECK_THROWS_WITH(data_of_task("image", {{"data", in(folder, "images.npz")}}),
                      Catch::Contains(beyond < 0 ? "from -1.5 to 0.5" : "from 0.5 to 300") &&
                          Catch::Contains("from 0 to 1, or greys from 0 to 255"));
  }
}

TEST_CASE("classes and paths that a run could not write down are refused", "[unit][train][bad_input]") {
  const Folder folder;
  const std::string latin = "caf\xe9";
  for (const std::string& name : {in(folder, "labels.csv"), in(folder, latin + ".csv")}) {
    std::ofstream table(name);
    table << "label,text\n";
    for (int i = 0; i < 90; ++i) table << (i % 2 == 0 ? latin : "tea") << ",a text\n";
  }
  CHECK_THROWS_WITH(data_of_task("text", {{"data", in(folder, "labels.csv")}}),
                    Catch::Contains("the class \"caf\\xe9\" is not UTF-8"));
  CHECK_THROWS_WITH(data_of_task("text", {{"data", in(folder, latin + ".csv")}}),
                    Catch::Contains("the path") && Catch::Contains("give the data another name"));
}

TEST_CASE("padding tells nothing: what stands there changes no output", "[unit][train]") {
  for (const Options::Given& attention : all_attentions()) {
    INFO(text_of(attention));
    TrainPlan plan = plan_of_task("listops", attention);
    TaskData data = make_data(plan);
    Index shortest = 0;
    for (Index e = 0; e < data.count(); ++e)
      if (data.length_of(e) < data.length_of(shortest)) shortest = e;
    REQUIRE(data.length_of(shortest) < data.length);
    Model<double> model(plan.model);
    model.initialise(4);
    model.redraw(4, 0);
    model.make_rows();
    Workspace<double> work(model, 2);
    const std::vector<Index> examples = {shortest == 0 ? Index{1} : Index{0}, shortest};
    const auto logits = [&] {
      work.forward({data, examples, 0, {}});
      const View<double> all = work.network().logits.view();
      return std::vector<double>(all.row(1), all.row(1) + all.cols);
    };
    const std::vector<double> before = logits();
    std::uint8_t* own = data.tokens.data() + shortest * data.length;
    std::fill(own + data.length_of(shortest), own + data.length, std::uint8_t{3});
    CHECK(logits() == before);
    own[data.length_of(shortest) - 2] ^= 1;
    CHECK(logits() != before);
  }
}

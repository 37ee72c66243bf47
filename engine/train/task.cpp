#include "train/task.h"

#include <algorithm>
#include <numeric>

#include "core/named.h"
#include "cpu/parallel.h"
#include "train/streams.h"

namespace omega::train {

const std::vector<Task>& tasks() {
  static const std::vector<Task> all = {sparsity_task(), listops_task(), pathfinder_task(), copy_task(),
                                        needle_task(),   image_task(),   text_task()};
  return all;
}

std::vector<std::string> task_names() { return names_of(tasks()); }

const Task& find_task(const std::string& name) { return find_named(tasks(), name, "task", "there are"); }

double TaskData::chance() const {
  std::vector<Index> counts(class_names.size());
  for (const std::uint8_t c : classes) ++counts[c];
  return static_cast<double>(*std::max_element(counts.begin(), counts.end())) / static_cast<double>(count());
}

Split split_by_class(const TaskData& data, double share) {
  std::vector<Index> all(static_cast<std::size_t>(data.class_count())), taken = all;
  for (const std::uint8_t c : data.classes) ++all[c];
  Split split;
  for (Index e = 0; e < data.count(); ++e) {
    const std::uint8_t c = data.classes[static_cast<std::size_t>(e)];
    const bool validates_last = all[c] > 1 && taken[c] + 1 == all[c];
    const bool trains = !validates_last && static_cast<double>(taken[c]) < share * static_cast<double>(all[c]);
    ++taken[c];
    (trains ? split.training : split.validation).push_back(e);
  }
  return split;
}

double Dice::uniform() {
  if (next_ == kAtOnce) {
    draw_uniforms(address_of(seed_, Purpose::task, 1, example_, block_++), numbers_, kAtOnce);
    next_ = 0;
  }
  return numbers_[next_++];
}

std::vector<Index> some_of(Index things, Index count, Dice& dice) {
  std::vector<Index> all(static_cast<std::size_t>(things));
  std::iota(all.begin(), all.end(), Index{0});
  for (Index i = 0; i < count; ++i)
    std::swap(all[static_cast<std::size_t>(i)], all[static_cast<std::size_t>(i + dice.below(things - i))]);
  all.resize(static_cast<std::size_t>(count));
  return all;
}

TaskData draw_balanced(Index length, Index examples, std::vector<std::string> class_names, const Progress& progress,
                       const std::function<DrawnExample(Index index, std::uint8_t* tokens)>& draw) {
  constexpr Index at_once = 4096, tile = 64;
  const auto class_count = static_cast<Index>(class_names.size());
  TaskData data;
  data.length = length;
  data.class_names = std::move(class_names);
  data.tokens.reserve(static_cast<std::size_t>(examples * length));
  data.classes.reserve(static_cast<std::size_t>(examples));
  std::vector<Index> wanted;  // n/C of each, one more of the first n mod C
  for (Index c = 0; c < class_count; ++c)
    wanted.push_back(examples / class_count + (c < examples % class_count ? 1 : 0));
  std::vector<std::uint8_t> tokens(static_cast<std::size_t>(at_once * length));
  std::vector<DrawnExample> drawn(static_cast<std::size_t>(at_once));
  for (Index first = 0; data.count() < examples; first += at_once) {
    std::fill(tokens.begin(), tokens.end(), std::uint8_t{0});
    parallel_tiles(at_once, tile, progress, [&](Range some) {
      for (Index e = some.begin; e < some.end; ++e)
        drawn[static_cast<std::size_t>(e)] = draw(first + e, tokens.data() + e * length);
    });
    for (Index e = 0; e < at_once && data.count() < examples; ++e) {
      ++data.drawn;
      const DrawnExample& one = drawn[static_cast<std::size_t>(e)];
      Index& missing = wanted[static_cast<std::size_t>(one.label)];
      if (missing == 0) continue;
      --missing;
      data.classes.push_back(static_cast<std::uint8_t>(one.label));
      data.lengths.push_back(static_cast<std::int32_t>(one.length));
      data.tokens.insert(data.tokens.end(), tokens.begin() + e * length, tokens.begin() + (e + 1) * length);
    }
    progress.report(static_cast<double>(data.count()) / static_cast<double>(examples));
  }
  if (std::all_of(data.lengths.begin(), data.lengths.end(), [&](Index n) { return n == length; })) data.lengths.clear();
  return data;
}

Matrix<float> one_hot(Index tokens, Index with_padding) {
  Matrix<float> symbols(with_padding, tokens, 0.0f);
  for (Index t = 0; t < tokens; ++t) symbols(t, t) = 1;
  return symbols;
}

std::vector<std::string> numbered(Index count) {
  std::vector<std::string> names;
  for (Index i = 0; i < count; ++i) names.push_back(std::to_string(i));
  return names;
}

Options::Given options_in(std::string_view text) {
  Options::Given given;
  for (const std::string& option : split(text, " ")) {
    const std::size_t equals = option.find('=');
    given.emplace_back(option.substr(0, equals), option.substr(equals + 1));
  }
  return given;
}

Options::Given long_range(const std::string& own, bool of_pictures) {
  return options_in(own + " layers=2 heads=2 d_ff=128 samples=128 redraw=1 " +
                    (of_pictures ? "landmarks=64 window=8 overlap=4" : "landmarks=128 window=128 overlap=64"));
}

Index examples_of(const Options& options) { return options.integer("examples"); }
std::uint32_t seed_of(const Options& options) { return static_cast<std::uint32_t>(options.integer("seed")); }

}  // namespace omega::train

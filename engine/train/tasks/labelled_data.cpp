#include "train/tasks/labelled_data.h"

#include <algorithm>
#include <numeric>

#include "core/error.h"
#include "core/text.h"

namespace omega::train {

namespace {

constexpr Index kFewest = 2;  // examples of a class: one to learn from, one to validate
constexpr std::size_t kMostClasses = 255;

std::string lower_extension(const std::filesystem::path& path) {
  std::string text = path.extension().string();
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
  return text;
}

std::vector<std::filesystem::path> sorted_entries(const std::filesystem::path& folder, bool folders) {
  std::vector<std::filesystem::path> found;
  std::error_code problem;
  for (std::filesystem::directory_iterator at(folder, problem), end; !problem && at != end; at.increment(problem))
    if (folders ? at->is_directory(problem) : at->is_regular_file(problem)) found.push_back(at->path());
  std::sort(found.begin(), found.end());
  return found;
}

}  // namespace

OptionSpec data_option(std::string help) {
  OptionSpec spec = OptionSpec::choice("data", {""}, std::move(help)).titled("your own data");
  spec.words.clear();  // any text
  return spec;
}

LabelledFiles labelled_files(const std::filesystem::path& folder, const std::vector<std::string>& extensions,
                             Index most, std::uint32_t seed) {
  LabelledFiles all;
  for (const std::filesystem::path& own : sorted_entries(folder, true)) {
    const std::size_t before = all.files.size();
    for (const std::filesystem::path& file : sorted_entries(own, false))
      if (is_among(extensions, lower_extension(file)))
        all.files.push_back({file, static_cast<Index>(all.class_names.size())});
    if (all.files.size() > before) all.class_names.push_back(own.filename().string());
  }
  if (all.class_names.size() < 2)
    throw Error::input(omega::quoted(folder.string()) +
                       " holds fewer than two classes; it needs a folder for each class with its files (" +
                       join(extensions, ", ") + ") in it");
  LabelledFiles some{all.class_names, {}};
  for (const Index e : some_examples(static_cast<Index>(all.files.size()), most, seed))
    some.files.push_back(all.files[static_cast<std::size_t>(e)]);
  return some;
}

std::vector<Index> some_examples(Index count, Index most, std::uint32_t seed) {
  std::vector<Index> all(static_cast<std::size_t>(count));
  std::iota(all.begin(), all.end(), Index{0});
  if (count <= most) return all;
  Dice dice(seed, -1);
  std::vector<Index> some = some_of(count, most, dice);
  std::sort(some.begin(), some.end());
  return some;
}

namespace {

/// A run writes down its classes and where they came from, as JSON, which is UTF-8.
void check_letters(const std::string& text, const std::string& what, const std::string& remedy) {
  if (!is_utf8(text))
    throw Error::input(what + " " + omega::quoted(text) + " is not UTF-8, and a run keeps nothing else; " + remedy);
}

void check_labels(const TaskData& data, const std::filesystem::path& source) {
  const auto wrong = [&](const std::string& what) { throw Error::input(omega::quoted(source.string()) + " " + what); };
  if (data.class_names.size() < 2 || data.class_names.size() > kMostClasses)
    wrong("has " + std::to_string(data.class_names.size()) + (data.class_names.size() == 1 ? " class" : " classes") +
          "; a task has 2 to 255");
  std::vector<Index> counts(data.class_names.size());
  for (const std::uint8_t c : data.classes) ++counts[c];
  for (const std::string& name : data.class_names) check_letters(name, "the class", "write it in UTF-8");
  for (std::size_t c = 0; c < counts.size(); ++c)
    if (counts[c] < kFewest)
      wrong("has " + count_text(counts[c], "example") + " of class " + omega::quoted(data.class_names[c]) +
            " among those chosen; each class needs at least " + std::to_string(kFewest));
}

}  // namespace

TaskData read_examples(const Options& options, const DataSources& sources) {
  const std::filesystem::path source = options.word("data");
  if (source.empty()) return sources.made_up();
  check_letters(source.string(), "the path", "give the data another name");
  std::error_code unreadable;  // then reading says why
  if (!std::filesystem::exists(source, unreadable) && !unreadable)
    throw Error::input(omega::quoted(source.string()) +
                       ": there is no such file or folder to learn from; bring the data back, or give another path");
  TaskData data = std::filesystem::is_directory(source, unreadable) ? sources.folder(source) : sources.file(source);
  check_labels(data, source);
  return data;
}

}  // namespace omega::train

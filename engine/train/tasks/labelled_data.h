// Labelled data of one's own, for tasks that learn from files: a folder with a folder of files for each class.
#pragma once

#include <filesystem>
#include <functional>
#include <map>

#include "train/task.h"

namespace omega::train {

OptionSpec data_option(std::string help);

/// One example yet to be read, by the number of its class.
struct LabelledFile {
  std::filesystem::path path;
  Index label;
};
struct LabelledFiles {
  std::vector<std::string> class_names;
  std::vector<LabelledFile> files;
};
/// The files with one of these extensions below the folders in `folder`, at most `most` of them, drawn by `seed`.
/// Throws Error::input where there are fewer than two classes.
LabelledFiles labelled_files(const std::filesystem::path& folder, const std::vector<std::string>& extensions,
                             Index most, std::uint32_t seed);

/// Numbers of at most `most` of `count` examples, drawn by `seed` where there are more; in rising order.
std::vector<Index> some_examples(Index count, Index most, std::uint32_t seed);
/// A class for each label that there is, in their order: its number, and its name.
template <class Label, class Name>
std::map<Label, Index> classes_of(const std::vector<Label>& labels, const Name& name, TaskData& data) {
  std::map<Label, Index> classes;
  for (const Label& label : labels) classes[label] = 0;
  for (auto& [label, number] : classes) {
    number = data.class_count();
    data.class_names.push_back(name(label));
  }
  return classes;
}

/// Where examples come from.
struct DataSources {
  std::function<TaskData()> made_up;  // where no path was given
  std::function<TaskData(const std::filesystem::path&)> folder, file;
};
/// Throws Error::input, naming the path, where there are not 2 to 255 classes with enough examples to learn and to
/// validate.
TaskData read_examples(const Options& options, const DataSources& sources);

}  // namespace omega::train

// Labelled data of one's own, for tasks that learn from files: a folder with a folder of files for each class.
#pragma once

#include <filesystem>

#include "train/task.h"

namespace omega::train {

OptionSpec data_option(std::string help);
/// The path that was given; empty: examples are made up.
std::filesystem::path data_of(const Options& options);

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
/// Throws Error::input, naming the source, where there are not 2 to 255 classes with enough examples to learn and to
/// validate.
void check_classes(const TaskData& data, const std::filesystem::path& source);

}  // namespace omega::train

#include "lessons/shelf.h"

#include <algorithm>

#include "core/text.h"
#include "io/atomic_file.h"
#include "io/input_file.h"
#include "lessons/assets.h"
#include "lessons/lesson_reader.h"
#include "lessons/markdown.h"
#include "lessons/translation.h"

namespace omega::lessons {

namespace {

constexpr std::size_t kMostFiles = 500;

std::string text_of(const std::filesystem::path& path) {
  const std::string name = path.string();
  std::error_code failed;
  if (std::filesystem::is_directory(path, failed))
    throw Error::input(omega::quoted(name) + " is a folder; name a lesson's file in it, or give --folder " + name);
  if (!std::filesystem::exists(path, failed))
    throw Error::input("there is no file " + omega::quoted(name) + "; give the path of a lesson, a Markdown file");
  if (!std::filesystem::is_regular_file(path, failed)) InputFile::open(path);  // throws: it is a device or a pipe
  if (std::filesystem::file_size(path, failed) > kLargestLesson)
    throw error_at(name, 1, "a lesson has at most 1 MB; leave pictures in files of their own");
  if (auto text = bytes_of_file(path)) return *text;
  throw Error::input(omega::quoted(name) + " cannot be read; its permissions may forbid it");
}

/// The *.md files of a folder by name; what is not there has none.
std::vector<std::filesystem::path> files_of(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  std::error_code failed;
  if (folder.empty()) return files;
  for (std::filesystem::directory_iterator entry(folder, failed), end; !failed && entry != end; entry.increment(failed))
    if (entry->path().extension() == ".md" && files.size() < kMostFiles) files.push_back(entry->path());
  std::sort(files.begin(), files.end());
  return files;
}

class ShelfFiller {
 public:
  explicit ShelfFiller(Shelf& shelf) : shelf_(shelf) {}

  void add_assets(const std::string& language) {
    for (const LessonAsset& asset : lesson_assets())
      tried([&] { shelf_.lessons.push_back({read_lesson(asset.file, std::string(asset.text)), {}}); });
    for (const LessonAsset& asset : lesson_translations())
      if (asset.file.starts_with(language + "/")) tried([&] { translate(asset.file, std::string(asset.text)); });
  }
  void add_files(const std::filesystem::path& folder) {
    for (const std::filesystem::path& path : files_of(folder)) tried([&] { add(path); });
  }
  /// A lesson that needs what is not there is read all the same: what is wrong with it is said.
  void check() {
    std::vector<Lesson> all;
    for (const ShelvedLesson& one : shelf_.lessons) all.push_back(one.lesson);
    tried([&] { check_needs(all); });
  }

 private:
  template <class Action>
  void tried(Action action) {
    try {
      action();
    } catch (const Error& problem) {
      shelf_.problems.emplace_back(problem.what());
    }
  }
  /// The file of a lesson is that of its claims, whatever its words.
  void translate(const std::string& file, const std::string& text) {
    const std::string name = translated_lesson(file, text);
    for (ShelvedLesson& one : shelf_.lessons)
      if (one.lesson.name == name) {
        Lesson translated = read_translation(one.lesson, file, text);
        translated.file = one.lesson.file;
        one.lesson = std::move(translated);
      }
  }
  void add(const std::filesystem::path& path) {
    Lesson lesson = read_lesson_file(path);
    auto& all = shelf_.lessons;
    const auto same =
        std::find_if(all.begin(), all.end(), [&](const ShelvedLesson& one) { return one.lesson.name == lesson.name; });
    if (same == all.end()) return all.push_back({std::move(lesson), path});
    if (!same->path.empty())
      throw error_at(path.string(), 1,
                     "its name " + omega::quoted(lesson.name) + " is also that of " + same->path.filename().string() +
                         "; give each lesson its own");
    shelf_.said.push_back(path.filename().string() + " takes the place of the lesson " + omega::quoted(lesson.name) +
                          " that comes with the program");
    *same = {std::move(lesson), path};
  }

  Shelf& shelf_;
};

}  // namespace

const ShelvedLesson* Shelf::find(const std::string& name) const {
  const auto found = std::find_if(lessons.begin(), lessons.end(), [&](const ShelvedLesson& one) {
    return one.lesson.name == name || one.lesson.file == name;
  });
  return found == lessons.end() ? nullptr : &*found;
}

Shelf read_shelf(const std::filesystem::path& folder, const std::string& language) {
  Shelf shelf;
  ShelfFiller filler(shelf);
  filler.add_assets(language);
  filler.add_files(folder);
  filler.check();
  return shelf;
}

const ShelvedLesson& find_lesson(const Shelf& shelf, const std::string& name) {
  if (const ShelvedLesson* found = shelf.find(name)) return *found;
  std::vector<std::string> names;
  for (const ShelvedLesson& one : shelf.lessons) names.push_back(one.lesson.name);
  throw Error::input("there is no lesson " + omega::quoted(name) + closest_hint(name, names) + "; there are " +
                     join(names, ", "));
}

ShelvedLesson lesson_called(const std::string& name, const std::filesystem::path& folder, const std::string& language) {
  std::error_code failed;
  const std::filesystem::path path = name;
  const bool is_file = path.has_extension() || path.has_parent_path();  // there or not
  if (is_file || std::filesystem::is_regular_file(path, failed)) return {read_lesson_file(path), path};
  return find_lesson(read_shelf(folder, language), name);
}

Lesson read_lesson_file(const std::filesystem::path& path) {
  const std::string file = path.string(), text = text_of(path);
  const std::filesystem::path folder = path.has_parent_path() ? path.parent_path() : ".";
  const std::string name = translated_lesson(file, text);
  if (name.empty()) return read_lesson(file, text, folder);
  const Shelf shelf = read_shelf();
  const ShelvedLesson* found = shelf.find(name);
  if (found == nullptr)
    throw error_at(file, 1,
                   "it translates the lesson " + omega::quoted(name) + ", which does not come with the program");
  return read_translation(found->lesson, file, text, folder);
}

}  // namespace omega::lessons

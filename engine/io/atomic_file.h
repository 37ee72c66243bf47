// AtomicFile: output that is there completely or not at all.
//
// The bytes go to a file beside the target; commit() renames it over the target. Whatever happens before (an exception,
// a full disk) removes the partial file and leaves what was at the target as it was. Anything unwritable is an
// Error::failure naming the path and the reason. commit() has the bytes written to the medium before the rename, so
// that even after a power cut there is either the old file or the whole new one.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/progress.h"

namespace omega {

enum class Lasts {
  kept,
  scratch
};  // scratch: nobody wants the file after a power cut, and nobody waits for the medium

class AtomicFile {
 public:
  explicit AtomicFile(const std::filesystem::path& target, Lasts lasts = Lasts::kept);
  AtomicFile(const AtomicFile&) = delete;
  ~AtomicFile();

  /// Where to write meanwhile; exists and is empty.
  const std::filesystem::path& partial() const { return partial_; }
  /// Lets `progress`, which must outlive this, stop it: before each piece that is written, and before the rename.
  void watch(const Progress& progress) { progress_ = &progress; }
  void write(std::string_view bytes);
  void commit();

 private:
  [[noreturn]] void fail(const std::string& why) const;
  void check() const {
    if (progress_ != nullptr) progress_->check();
  }

  std::filesystem::path shown_;   // as the user wrote it
  std::filesystem::path target_;  // links resolved: the rename must replace the file, not the link to it
  std::filesystem::path partial_;
  Lasts lasts_;
  int descriptor_ = -1;
  const Progress* progress_ = nullptr;
};

/// The name of the file whose partial one has this name, as a killed process leaves it; empty where it is another's.
std::string target_of_partial(std::string_view name);

/// The whole of `bytes` as file `target`.
void write_file(const std::filesystem::path& target, std::string_view bytes);

/// All bytes of a file, which may have none; nothing where it cannot be read or is a folder, a pipe or a device. What a
/// user names comes in through InputFile, which says why not.
std::optional<std::string> bytes_of_file(const std::filesystem::path& file);

/// Makes a folder and those that it lies in, unless they are there; returns those that it made, the outermost first.
/// Throws Error::input where a file is in its place, else Error::failure with the reason.
std::vector<std::filesystem::path> make_folder(const std::filesystem::path& folder);

/// The folder that is written to: what it made is removed again if it is still empty at the end, as on a full disk.
class OutputFolder {
 public:
  explicit OutputFolder(std::filesystem::path path) : path_(std::move(path)), made_(make_folder(path_)) {}
  OutputFolder(const OutputFolder&) = delete;
  ~OutputFolder();

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
  std::vector<std::filesystem::path> made_;
};

}  // namespace omega

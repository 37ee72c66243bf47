// RunFolder: the folder of a run, while this is the one that writes to it. Nothing of a run is written without one.
#pragma once

#include <filesystem>

#include "io/one_writer.h"

namespace omega::train {

class RunFolder {
 public:
  /// Makes the folder if there is none. Throws Error::input, naming the other process, where another one trains in it.
  explicit RunFolder(std::filesystem::path path);
  RunFolder(const RunFolder&) = delete;
  /// A folder that it made is removed again if it is still empty.
  ~RunFolder();

  const std::filesystem::path& path() const { return path_; }
  /// Throws Error::failure where another took it over meanwhile.
  void check() const { writer_->check(); }
  /// Tells other computers that this one still trains; to be called now and then.
  void show_life() const { writer_->show_life(); }

 private:
  void remove_if_made() const;

  std::filesystem::path path_;
  bool is_made_;
  std::optional<OneWriter> writer_;
};

/// Whether a run in `folder` was ended before it came to rest: its program was killed, or the computer stopped.
bool was_interrupted(const std::filesystem::path& folder);

}  // namespace omega::train

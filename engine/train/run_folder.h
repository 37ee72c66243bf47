// RunFolder: the folder of a run, while this is the one that writes to it. Nothing of a run is written without one.
#pragma once

#include <filesystem>

#include "io/atomic_file.h"
#include "io/one_writer.h"

namespace omega::train {

constexpr const char* kRunLock = "run.lock";  // its file while somebody writes

class RunFolder {
 public:
  /// Makes the folder if there is none. Throws Error::input, naming the other process, where another one trains in it.
  explicit RunFolder(const std::filesystem::path& path);

  const std::filesystem::path& path() const { return folder_.path(); }
  /// Throws Error::failure where another took it over meanwhile.
  void check() const { writer_.check(); }
  /// Tells other computers that this one still trains; to be called now and then.
  void show_life() const { writer_.show_life(); }

 private:
  OutputFolder folder_;  // outlives the lock in it
  OneWriter writer_;
};

/// Whether a run in `folder` was ended before it came to rest: its program was killed, or the computer stopped.
bool was_interrupted(const std::filesystem::path& folder);

}  // namespace omega::train

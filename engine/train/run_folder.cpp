#include "train/run_folder.h"

#include <unistd.h>

#include "io/atomic_file.h"

namespace omega::train {

namespace {

constexpr const char* kLock = "run.lock";

}  // namespace

RunFolder::RunFolder(std::filesystem::path path) : path_(std::move(path)), is_made_(make_folder(path_)) {
  try {
    writer_.emplace(path_ / kLock, path_);
  } catch (...) {
    remove_if_made();
    throw;
  }
}

RunFolder::~RunFolder() {
  writer_.reset();
  remove_if_made();
}

void RunFolder::remove_if_made() const {
  if (is_made_) ::rmdir(path_.c_str());  // a folder that is not empty, or gone, is left as it is
}

bool was_interrupted(const std::filesystem::path& folder) { return OneWriter::was_left(folder / kLock); }

}  // namespace omega::train

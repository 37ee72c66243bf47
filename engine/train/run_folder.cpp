#include "train/run_folder.h"

namespace omega::train {

namespace {

constexpr const char* kLock = "run.lock";

}  // namespace

RunFolder::RunFolder(const std::filesystem::path& path) : folder_(path), writer_(path / kLock, path) {}

bool was_interrupted(const std::filesystem::path& folder) { return OneWriter::was_left(folder / kLock); }

}  // namespace omega::train

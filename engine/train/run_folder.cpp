#include "train/run_folder.h"

namespace omega::train {

RunFolder::RunFolder(const std::filesystem::path& path) : folder_(path), writer_(path / kRunLock, path) {}

bool was_interrupted(const std::filesystem::path& folder) { return OneWriter::was_left(folder / kRunLock); }

}  // namespace omega::train

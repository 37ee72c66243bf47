// --shard k/n: which part of a study, or of many trainings, is this program's.
#pragma once

#include <optional>
#include <string>

#include "studies/row_files.h"

namespace omega::command {

/// All where nothing is said.
studies::Shard shard_of_words(const std::optional<std::string>& words);

}  // namespace omega::command

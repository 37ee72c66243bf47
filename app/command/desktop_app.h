// The desktop app beside this program, for what only it can draw or play. Nothing of it is linked here.
#pragma once

#include <string>
#include <vector>

#include "settings.h"

namespace omega::command {

/// Runs omegascope with these words to its end; what it prints goes to standard output, what it remarks to standard
/// error. Throws what it complained of, or says that `who` needs it where it is missing. 0 threads: as many as the app
/// likes.
void run_app(const std::string& who, std::vector<std::string> words, const Settings& settings);

}  // namespace omega::command

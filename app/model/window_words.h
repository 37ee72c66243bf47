// The engine's sentences name options as the command has them, --head; the window has a control called head.
#pragma once

#include <string>

namespace omegascope {

/// "there is no head 7; --head must be 0 to 3" → "there is no head 7; “head” must be 0 to 3".
std::string windowWords(const std::string& sentence);
/// What the window calls an option of the command: "kv-heads" → "kv heads".
std::string windowName(const std::string& option);

}  // namespace omegascope

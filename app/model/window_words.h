// The engine's sentences name options as the command has them, --head; the window has a control called head. The same
// holds of the proposals of a game, proposals[0]; a legend of the window calls that one q1.
#pragma once

#include <string>

namespace omegascope {

/// "there is no head 7; --head must be 0 to 3" → "there is no head 7; “head” must be 0 to 3", and
/// "proposals[0] is the target" → "q1 is the target".
std::string windowWords(const std::string& sentence);
/// What the window calls an option of the command: "kv-heads" → "kv heads".
std::string windowName(const std::string& option);

}  // namespace omegascope

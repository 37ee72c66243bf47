// The tokens of a workload that were moved by hand, in the units of its sequence: a document keeps them as ω-space
// shows them.
#pragma once

#include <vector>

#include "core/token_move.h"
#include "model/document.h"

namespace omegascope {

std::vector<omega::TokenMove> movesOf(const std::vector<MovedToken>& moved);
/// Whether a sequence of these sizes has such a token.
bool fits(const MovedToken& token, const omega::Sizes& sizes);

}  // namespace omegascope

// TokenMove: a query or key put in another place. A changed sequence is a new one, checked as any other.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/sequence.h"

namespace omega {

struct TokenMove {
  enum class Kind { query, key };
  Kind kind = Kind::query;
  Index head = 0, index = 0;  // from 0, in the sequence as it was read
  std::vector<double> place;  // in the units of the sequence
  bool operator==(const TokenMove&) const = default;
};

/// "q:0:12=0.5,-1.25": query 12 of head 0. Every number reads back as it was.
std::string to_string(const TokenMove& move);
/// Throws Error::input, which names `option`.
TokenMove parse_token_move(const std::string& option, const std::string& text);

/// The sequence with those tokens elsewhere, in their order. Throws Error::input where a token or a place does not fit.
std::shared_ptr<const Sequence> with_moved(const Sequence& original, const std::vector<TokenMove>& moves);

}  // namespace omega

#include "model/token_moves.h"

#include <cmath>

namespace omegascope {

std::vector<omega::TokenMove> movesOf(const std::vector<MovedToken>& moved) {
  std::vector<omega::TokenMove> moves;
  for (const MovedToken& token : moved) {
    using Kind = omega::TokenMove::Kind;
    omega::TokenMove& move = moves.emplace_back(omega::TokenMove{
        token.kind == MovedToken::Kind::query ? Kind::query : Kind::key, token.head, token.index, token.position});
    // ω-space shows x·√τ with the default τ = 1/√D; the sequence holds x.
    const double unscale = std::pow(static_cast<double>(move.place.size()), 0.25);
    for (double& x : move.place) x *= unscale;
  }
  return moves;
}

bool fits(const MovedToken& token, const omega::Sizes& sizes) {
  return token.head < sizes.heads && token.index < (token.kind == MovedToken::Kind::query ? sizes.N : sizes.M) &&
         std::ssize(token.position) == sizes.D;
}

}  // namespace omegascope

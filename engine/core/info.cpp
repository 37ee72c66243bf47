#include "core/info.h"

#include "core/error.h"

namespace omega {

Shape Problem::given_shape(const std::string& name, Index rank) const {
  const Shape& shape = given.at(name).shape();
  if (static_cast<Index>(shape.size()) < rank)
    throw Error::input(name + " is " + to_string(shape) + ", but must have " + std::to_string(rank) +
                       " axes (and one per head before them, or none)");
  return {shape.end() - rank, shape.end()};
}

OutputSpec output_y(const Sizes& sizes) { return {"y", {sizes.N, sizes.Dv}, "The estimate of softmax attention."}; }

OutputSpec output_attention(const Sizes& sizes) {
  return {"attention", {sizes.N, sizes.M}, "The matrix A with y = A·V.", false, true};
}

void require_equal_lengths(const Problem& problem, const std::string& because) {
  const Sizes& s = problem.sizes;
  if (s.N != s.M)
    throw Error::input(because + " needs as many keys as queries, but there are " + std::to_string(s.N) +
                       " queries and " + std::to_string(s.M) + " keys");
}

std::optional<Grid> checked_grid(const Problem& problem) {
  const std::optional<Grid> grid = problem.options.grid();
  if (!grid) return grid;
  const std::string text = to_string(OptionValue(*grid));
  require_equal_lengths(problem, "grid=" + text);
  if (grid->height > problem.sizes.N || grid->width > problem.sizes.N || grid->height * grid->width != problem.sizes.N)
    throw Error::input("grid=" + text + " does not cover " + std::to_string(problem.sizes.N) +
                       " tokens; height times width must be the number of tokens");
  return grid;
}

}  // namespace omega

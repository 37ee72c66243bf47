#include "core/info.h"

#include <algorithm>

#include "core/error.h"
#include "core/text.h"

namespace omega {

Shape Problem::given_shape(const std::string& name, Index rank) const {
  const Shape& shape = given.at(name).shape();
  if (static_cast<Index>(shape.size()) < rank)
    throw Error::input(name + " is " + to_string(shape) + ", but must have " + std::to_string(rank) +
                       " axes (and one per head before them, or none)");
  return {shape.end() - rank, shape.end()};
}

Options options_of(const EstimatorInfo& info, const Options::Given& given) {
  const bool asked =
      std::any_of(given.begin(), given.end(), [](const auto& option) { return option.first == kCausal; });
  if (asked && !info.not_causal.empty())
    throw Error::input(info.name + " has no option causal: " + info.not_causal +
                       "; leave it out, or take a method that has a causal form, such as rfa or lara");
  return {info.name, info.options, given};
}

std::vector<Equation> all_equations(const EstimatorInfo& info) {
  std::vector<Equation> all = info.equations;
  for (const OptionSpec& spec : info.options)
    for (const Equation& equation : spec.equations)
      all.push_back({equation.lines, spec.shown_when_option.empty()
                                         ? equation.when
                                         : with(spec.shown_when_option, spec.shown_when_values) && equation.when});
  if (option_named(info.options, kCausal) != nullptr)
    all.push_back({"m ≤ n in every sum over keys", with(kCausal, {"true"})});
  return all;
}

std::string equations_with(const EstimatorInfo& info, const Options& options) {
  return options.holding(all_equations(info));
}

OutputSpec output_y(const Sizes& sizes) { return {"y", {sizes.N, sizes.Dv}, "The estimate of softmax attention."}; }

OutputSpec output_attention(const Sizes& sizes) {
  return {"attention", {sizes.N, sizes.M}, "The matrix A with y = A·V.", false, true};
}

void require_equal_lengths(const Problem& problem, const std::string& because) {
  const Sizes& s = problem.sizes;
  if (s.N != s.M)
    throw Error::input(because + " needs as many keys as queries, but there are " + std::to_string(s.N) +
                       (s.N == 1 ? " query and " : " queries and ") + count_text(s.M, "key"));
}

Traits causal_traits(Traits traits, const Options& options) {
  if (!options.is_causal()) return traits;
  traits.key_order_free = false;
  traits.needs_equal_lengths = true;
  traits.query_by_query = false;
  return traits;
}

double pairs_seen(const Problem& problem) {
  const double all = static_cast<double>(problem.sizes.N) * static_cast<double>(problem.sizes.M);
  return problem.options.is_causal() ? all / 2 : all;
}

void check_causal(const Problem& problem) {
  if (problem.options.is_causal()) require_equal_lengths(problem, "causal=true");
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

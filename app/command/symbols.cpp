#include "symbols.h"

#include "core/text.h"

namespace omega::command {

namespace {

std::string symbol(Index length, const Options& options) {
  const Sizes sizes = example_sizes();
  if (length < 0) return "any";
  if (length == sizes.N) return "N";
  if (length == sizes.M) return "M";
  if (length == sizes.D) return "D";
  if (length == sizes.Dv) return "Dv";
  std::vector<std::string> names;
  for (const auto& [name, value] : options.values())
    if (const auto* whole = std::get_if<std::int64_t>(&value); whole && *whole == length && length > 1) names.push_back(name);
  return names.size() == 1 ? names.front() : std::to_string(length);
}

}  // namespace

Sizes example_sizes() { return {{}, 1, 997, 997, 13, 11}; }

std::string symbolic_shape(const Shape& shape, const Options& options) {
  if (shape.empty()) return "number";
  std::vector<std::string> axes;
  for (const Index length : shape) axes.push_back(symbol(length, options));
  return join(axes, " x ");
}

}  // namespace omega::command

#include "diagnostics/kernel_law.h"

#include <cmath>

#include "core/choices.h"
#include "math/dot.h"

namespace omega {

double given_number(const Request& request, const char* name, std::size_t at, double otherwise) {
  const auto found = request.given.find(name);
  return found == request.given.end() ? otherwise : found->second.at(at);
}

namespace {

/// μ_c and S_c as given, 0 and the identity where they are not.
std::vector<Bell> gmm_bells(const Request& request, std::size_t axis) {
  const auto components = static_cast<std::size_t>(request.options.integer("components")),
             dims = static_cast<std::size_t>(request.sequence->sizes.D);
  const bool is_full =
      request.options.choice<FeatureMap>("features") == FeatureMap::rks && request.given.count("S") != 0;
  std::vector<Bell> bells(components);
  for (std::size_t c = 0; c < components; ++c) {
    bells[c].mean = given_number(request, "mu", c * dims + axis, 0);
    bells[c].row.assign(is_full ? dims : 1, 1.0);
    for (std::size_t j = 0; j < bells[c].row.size(); ++j)
      bells[c].row[j] = given_number(request, "S", is_full ? (c * dims + axis) * dims + j : c * dims + axis, 1);
  }
  return bells;
}

/// S, G or B of FastFood that a file gives are numbers without a law.
bool has_law(const Request& request) {
  const auto is_given = [&](const char* name) { return request.given.count(name) != 0; };
  return request.method == "rfa" || request.method == "gmm" ||
         (request.method == "fastfood" && !is_given("S") && !is_given("G") && !is_given("B"));
}

}  // namespace

double Bell::deviation() const { return std::sqrt(dot(row, row)); }

std::vector<Bell> bells_of(const Request& request, Index axis) {
  if (!has_law(request)) return {};
  if (request.method == "gmm") return gmm_bells(request, static_cast<std::size_t>(axis));
  return {{0, {request.method == "fastfood" ? 1 / request.options.real("sigma") : 1}}};
}

std::string kernel_equation(const Request& request) {
  if (!has_law(request)) return "";
  if (request.method == "rfa") return "κ(q, k) = exp(q·k)";
  const bool is_rks = request.options.choice<FeatureMap>("features") == FeatureMap::rks;
  if (request.method == "fastfood")
    return is_rks ? "κ(q, k) = exp(−‖q − k‖²/(2 σ²))" : "κ(q, k) = exp(‖q + k‖²/(2 σ²) − ‖q‖² − ‖k‖²)";
  return is_rks ? "κ(q, k) = Σ_c (1/C) exp(−(1/2) ‖S_cᵀ(q − k)‖²) cos(μ_c·(q − k))"
                : "κ(q, k) = Σ_c (1/C) exp(μ_c·(q + k) + (1/2) ‖S_cᵀ(q + k)‖² − ‖q‖² − ‖k‖²)";
}

}  // namespace omega

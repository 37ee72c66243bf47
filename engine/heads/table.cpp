#include "heads/table.h"

#include <algorithm>
#include <cmath>

#include "core/named.h"
#include "diagnostics/draws.h"

namespace omega::heads {

namespace {

using Fact = double HeadFacts::*;

Quantity of_exact(const char* name, const char* title, const char* help, Fact fact) {
  const auto value = [fact](const Head& head) {
    return head.problem.empty() ? std::optional(head.facts.*fact) : std::nullopt;
  };
  return {name, title, help, false, false, -1, value};
}

using OfEstimate = std::function<std::optional<double>(const Estimate&)>;

Quantity of_method(const std::string& what, const std::string& title, const std::string& help,
                   const std::vector<Method>& methods, std::size_t method, const OfEstimate& value) {
  const std::string& name = methods[method].text();
  return {what + " " + name,
          title + " " + name,
          help,
          false,
          true,
          static_cast<int>(method),
          [method, value](const Head& head) -> std::optional<double> {
            if (method >= head.estimates.size() || !head.estimates[method].problem.empty()) return std::nullopt;
            const std::optional<double> found = value(head.estimates[method]);
            return found && std::isfinite(*found) ? found : std::nullopt;
          }};
}

std::string three_digits(double value) {
  return formatted(std::abs(value) >= 1000 && std::abs(value) < 1e6 ? "%.0f" : "%.3g", value);
}

/// The number of samples that were tried in vain.
Index tried_in_vain(const Quantity& quantity, const Head& head) {
  const auto method = static_cast<std::size_t>(quantity.method);
  if (quantity.method < 0 || method >= head.estimates.size() || !quantity.name.starts_with("samples ")) return 0;
  const Estimate& estimate = head.estimates[method];
  return estimate.needed ? 0 : estimate.most;
}

}  // namespace

std::vector<Quantity> quantities(const std::vector<Method>& methods, bool with_samples) {
  std::vector<Quantity> all = {
      of_exact("entropy", "entropy",
               "Mean over queries of the entropy of exact attention, in nats: 0 where each query has one key.",
               &HeadFacts::entropy),
      of_exact("keys", "effective keys",
               "Mean over queries of exp(entropy): how many keys share the attention of a query.", &HeadFacts::keys),
      of_exact("largest", "largest weight", "Mean over queries of the largest attention weight.", &HeadFacts::largest),
      of_exact("distance", "distance",
               "How far away the attended keys are, relative to equal weights: 1 is far and near "
               "alike, 0 the token itself.",
               &HeadFacts::distance),
      of_exact("norm2", "‖q+k‖²", "Mean of the squared norm of q + k, scaled: the variance of rfa grows with it.",
               &HeadFacts::norm2)};
  for (std::size_t m = 0; m < methods.size(); ++m) {
    all.push_back(of_method("error", "error of",
                            "Root mean squared error over the root mean square of exact attention's output.", methods,
                            m, [](const Estimate& e) { return std::optional(e.error); }));
    all.back().is_share = true;
    all.push_back(of_method("mse", "mse of", "Mean squared error, as omega compare has it.", methods, m,
                            [](const Estimate& e) { return std::optional(e.mse); }));
    all.push_back(of_method("ess", "effective samples of",
                            "Mean effective sample size over queries and draws; of more than " +
                                std::to_string(kDrawsForEss) + " draws over the first " + std::to_string(kDrawsForEss) +
                                ".",
                            methods, m, [](const Estimate& e) { return e.ess; }));
    if (!with_samples) continue;
    all.push_back(of_method(
        "samples", "budget needed by",
        "How many samples, landmarks, groups or whatever the method's budget counts reach the error that is asked "
        "for: the first power of two.",
        methods, m,
        [](const Estimate& e) { return e.needed ? std::optional(static_cast<double>(*e.needed)) : std::nullopt; }));
  }
  return all;
}

const Quantity& find_quantity(const std::vector<Quantity>& all, const std::string& name) {
  return find_named(all, name, "quantity", "there are");
}

std::vector<const Head*> sorted(const std::vector<Head>& heads, const Quantity& by) {
  std::vector<const Head*> all;
  for (const Head& head : heads) all.push_back(&head);
  std::stable_sort(all.begin(), all.end(), [&](const Head* a, const Head* b) {
    // What took more than was tried needs the most.
    const auto rank = [&](const Head& head) {
      return tried_in_vain(by, head) > 0 ? INFINITY : by.value(head).value_or(-INFINITY);
    };
    return rank(*a) > rank(*b);
  });
  return all;
}

std::string value_text(const Quantity& quantity, const Head& head) {
  if (const Index tried = tried_in_vain(quantity, head); tried > 0) return "> " + std::to_string(tried);
  const std::optional<double> value = quantity.value(head);
  if (!value) return "–";
  return quantity.is_share ? three_digits(100 * *value) + " %" : three_digits(*value);
}

std::string name_of(const Head& head) {
  const std::string name = "head " + std::to_string(head.head);
  return head.layer == kNoLayer ? name : "layer " + std::to_string(head.layer) + ", " + name;
}

}  // namespace omega::heads

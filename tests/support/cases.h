// Inputs and option mixes for tests that run over the registry: a new estimator is tested without a test being written.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/estimator.h"
#include "core/request.h"

namespace omega::test {

struct Shapes {
  Index heads = 0;  // 0: rank 2
  Index N = 12, M = 12, D = 4, Dv = 3;
};

/// Gaussian q, k, v of standard deviation `deviation` (v: 1), in float64.
std::shared_ptr<const Sequence> gaussian_sequence(const Shapes& shapes, std::uint32_t seed, double deviation = 0.7);

/// Whether sizes such as samples=64 become small, so that a dozen tokens are enough, or stay what a user gets (with
/// fewer other values: long inputs take their time).
enum class Sizing { small, defaults };

/// Option mixes of an estimator: first the defaults (made small for Sizing::small), then one option changed at a time,
/// together with the option without which it would not count. Those that the estimator's check refuses for this
/// sequence are left out.
struct Variant {
  std::string text;  // "lara weighting=power"
  Options::Given options;
};
std::vector<Variant> variants(const Estimator& estimator, const std::shared_ptr<const Sequence>& sequence,
                              Sizing sizing = Sizing::small);

/// A request of a variant, with arrays the estimator requires drawn from `seed`.
Request request_for(const Estimator& estimator, const Variant& variant, std::shared_ptr<const Sequence> sequence,
                    Precision precision, std::uint32_t seed = 3);

/// Every noise array of a request as the runner would draw it for `head`; nothing where one is made by the estimator
/// itself.
std::optional<Arrays> drawn_noise(const Estimator& estimator, const Request& request, Index head);

/// The rows `order` of the last-but-one axis of a rank-2 array.
Array take_rows(const Array& array, const std::vector<Index>& order);
/// One head of a rank-3 array.
Array take_head(const Array& array, Index head);

bool same_bytes(const Array& a, const Array& b);
/// relative_error() of support/golden.h.
double distance(const Array& a, const Array& b);

}  // namespace omega::test

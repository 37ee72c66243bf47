// Random sequences and one-line runs for tests of identities.
#pragma once

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <string>
#include <vector>

#include "run/runner.h"
#include "support/golden.h"
#include "support/noise.h"

namespace omega::test {

/// Standard normals times `factor`.
inline Array normals(const Shape& shape, std::uint32_t seed, double factor = 1) {
  return normals_at({seed, 77, 0, 0, 0}, shape, factor);
}

inline std::shared_ptr<const Sequence> random_sequence(Index n, Index m, Index dim, Index value_dim,
                                                       double factor = 1) {
  return Sequence::make(normals({n, dim}, 1, factor), normals({m, dim}, 2, factor), normals({m, value_dim}, 3));
}

inline Result estimate(std::shared_ptr<const Sequence> sequence, const std::string& method,
                       const Options::Given& options = {}, const Arrays& given = {},
                       Precision precision = Precision::f64, std::optional<std::set<std::string>> want = {}) {
  Request request = make_request(std::move(sequence), method, options);
  request.given = given;
  request.precision = precision;
  request.want = std::move(want);
  return run(request);
}

inline double at(const Array& matrix, Index row, Index column) {
  return matrix.at(static_cast<std::size_t>(row * matrix.shape().back() + column));
}

inline std::string text_of(const Options::Given& options) {
  std::string text;
  for (const auto& [name, value] : options) text += " " + name + "=" + value;
  return text;
}

/// By the definition: the smallest m with π_1 + … + π_m > u, for π = softmax_m(x·τk_m). `k` has rows of dim
/// coordinates.
inline Index key_by_definition(const double* x, const Array& k, Index dim, double scale, double u) {
  std::vector<double> weights;
  for (std::size_t i = 0; i < k.count(); i += static_cast<std::size_t>(dim)) {
    double dot = 0;
    for (Index d = 0; d < dim; ++d) dot += x[d] * k.at(i + static_cast<std::size_t>(d));
    weights.push_back(scale * dot);
  }
  const double highest = *std::max_element(weights.begin(), weights.end());
  double total = 0, running = 0;
  for (double& weight : weights) total += weight = std::exp(weight - highest);
  std::size_t key = 0;
  while ((running += weights[key]) <= u * total && key + 1 < weights.size()) ++key;
  return static_cast<Index>(key);
}

/// ‖A·V − y‖ / ‖y‖ for one head.
inline double map_error(const Result& result, const Sequence& sequence) {
  const Array &map = result.at("attention"), &y = result.at("y");
  double difference = 0, norm = 0;
  const Index keys = sequence.sizes.M, dims = sequence.sizes.Dv;
  for (Index n = 0; n < sequence.sizes.N; ++n)
    for (Index d = 0; d < dims; ++d) {
      double sum = 0;
      for (Index m = 0; m < keys; ++m)
        sum += map.at(static_cast<std::size_t>(n * keys + m)) * sequence.v.at(static_cast<std::size_t>(m * dims + d));
      const double got = y.at(static_cast<std::size_t>(n * dims + d));
      difference += (got - sum) * (got - sum);
      norm += got * got;
    }
  return std::sqrt(difference / norm);
}

/// The sentence of the Error::input that a run throws; empty if it throws nothing.
inline std::string input_error(std::shared_ptr<const Sequence> sequence, const std::string& method,
                               const Options::Given& options) {
  try {
    estimate(std::move(sequence), method, options);
  } catch (const Error& error) {
    if (error.kind() != Error::Kind::input) throw;
    return error.what();
  }
  return "";
}

}  // namespace omega::test

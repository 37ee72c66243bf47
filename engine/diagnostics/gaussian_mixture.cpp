#include "diagnostics/gaussian_mixture.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>

#include "core/error.h"
#include "core/text.h"
#include "cpu/gemm.h"
#include "cpu/parallel.h"
#include "math/log_sums.h"
#include "math/matrices.h"

namespace omega {

namespace {

void each_block(const Array& keys, double factor, const std::function<void(Range, View<const double>)>& see) {
  constexpr Index kBlock = 2048;
  parallel_tiles(keys.shape()[0], kBlock, Progress(), [&](Range of) {
    Matrix<double> scaled = keys.rows<double>(of.begin, of.size());
    scale_by(scaled, factor);
    see(of, scaled.view());
  });
}

void normalise(std::vector<double>& log_weights) {
  const double total = log_sum(log_weights);
  for (double& log_weight : log_weights) log_weight -= total;
}

}  // namespace

GaussianMixture make_mixture(std::span<const double> weights, View<const double> means) {
  if (static_cast<Index>(weights.size()) != means.rows || weights.empty())
    throw Error::input("a mixture has " + std::to_string(weights.size()) + " weights and " +
                       std::to_string(means.rows) + " means, but needs at least one, and as many of each");
  GaussianMixture mixture{copy_of(means), std::vector<double>(weights.size())};
  for (std::size_t i = 0; i < weights.size(); ++i) {
    if (!(weights[i] >= 0) || std::isinf(weights[i]))
      throw Error::input("weight " + std::to_string(i) + " of a mixture is " + number_text(weights[i]) +
                         ", but must be a number of at least 0");
    mixture.log_weights[i] = std::log(weights[i]);
  }
  if (std::none_of(weights.begin(), weights.end(), [](double weight) { return weight > 0; }))
    throw Error::input("all weights of a mixture are 0, but at least one must be above");
  normalise(mixture.log_weights);
  return mixture;
}

GaussianMixture target_mixture(std::span<const double> query, View<const double> keys) {
  OMEGA_ASSERT(keys.rows > 0 && static_cast<Index>(query.size()) == keys.cols);
  GaussianMixture target{Matrix<double>(keys.rows, keys.cols),
                         std::vector<double>(static_cast<std::size_t>(keys.rows))};
  for (Index m = 0; m < keys.rows; ++m) {
    double logit = 0;
    for (Index d = 0; d < keys.cols; ++d) {
      const double q = query[static_cast<std::size_t>(d)];
      logit += q * keys(m, d);
      target.means(m, d) = q + keys(m, d);
    }
    target.log_weights[static_cast<std::size_t>(m)] = logit;
  }
  normalise(target.log_weights);
  return target;
}

std::vector<double> target_logits(std::span<const double> query, const Array& keys, double factor) {
  std::vector<double> logits(static_cast<std::size_t>(keys.shape()[0]));
  const View<const double> q(query.data(), 1, static_cast<Index>(query.size()));
  each_block(keys, factor, [&](Range of, View<const double> k) {
    multiply_nt<double>(q, k, View<double>(logits.data() + of.begin, 1, of.size()));
  });
  return logits;
}

std::vector<double> target_log_weights(std::span<const double> query, const Array& keys, double factor, Index seen) {
  OMEGA_ASSERT(seen > 0 && seen <= keys.shape()[0]);
  std::vector<double> logits = target_logits(query, keys, factor);
  logits.resize(static_cast<std::size_t>(seen));
  normalise(logits);
  return logits;
}

std::vector<double> squared_offsets(std::span<const double> query, const Array& keys, double factor,
                                    std::span<const double> omega) {
  Matrix<double> from(1, static_cast<Index>(query.size()));
  for (std::size_t d = 0; d < query.size(); ++d) from.data()[d] = omega[d] - query[d];
  std::vector<double> offsets(static_cast<std::size_t>(keys.shape()[0]));
  each_block(keys, factor, [&](Range of, View<const double> k) {
    squared_distances<double>(from.view(), k, View<double>(offsets.data() + of.begin, 1, of.size()));
  });
  return offsets;
}

double log_target(std::span<const double> query, const std::vector<double>& logits, const Array& keys, double factor,
                  std::span<const double> omega) {
  std::vector<double> terms = squared_offsets(query, keys, factor, omega);
  for (std::size_t m = 0; m < terms.size(); ++m) terms[m] = logits[m] - 0.5 * terms[m];
  return log_sum(terms) - log_sum(logits) - log_unit_normaliser(static_cast<Index>(query.size()));
}

}  // namespace omega

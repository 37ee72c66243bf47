#include "diagnostics/bias_variance.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/error.h"
#include "cpu/gemm.h"
#include "diagnostics/bias_judge.h"

namespace omega {

namespace {

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
// What estimates in single and in double precision may differ by from exact arithmetic (specification, section 1).
constexpr double kRounding32 = 2e-5, kRounding64 = 1e-10;

/// The mean of a set of draws after another set of them has joined: from the parallel form of Welford's sums.
void join_means(std::vector<double>& mean, double count, const std::vector<double>& other, double other_count) {
  for (std::size_t i = 0; i < mean.size(); ++i) mean[i] += (other[i] - mean[i]) * (other_count / (count + other_count));
}

/// What the standard errors are made of: group sizes and the inner products of the groups' deviations d_g = m_g − ē.
struct GroupGeometry {
  std::vector<double> sizes;    // R_g
  std::vector<double> scatter;  // within the group
  double total = 0;             // R
  Matrix<double> products;      // of d_1 .. d_G and ē

  double gram(std::size_t g, std::size_t h) const {  // d_g·d_h
    return products(static_cast<Index>(g), static_cast<Index>(h));
  }
  double along_bias(std::size_t g) const { return gram(g, sizes.size()); }  // d_g·ē
  double mean2() const { return gram(sizes.size(), sizes.size()); }         // ē·ē
};

/// All inner products of the rows m_g − m (last row: the error ē = m − truth), in blocks of elements that stay in the
/// cache.
Matrix<double> inner_products(const std::vector<const std::vector<double>*>& means, const std::vector<double>& mean,
                              const std::vector<double>& truth) {
  const Index G = static_cast<Index>(means.size()), elements = static_cast<Index>(mean.size());
  constexpr Index kBlock = 2048;
  Matrix<double> block(G + 1, kBlock), products(G + 1, G + 1), sums(G + 1, G + 1, 0.0);
  for (Index first = 0; first < elements; first += kBlock) {
    const Index count = std::min(kBlock, elements - first);
    for (Index i = 0; i < count; ++i) {
      const auto element = static_cast<std::size_t>(first + i);
      for (Index g = 0; g < G; ++g) block(g, i) = (*means[static_cast<std::size_t>(g)])[element] - mean[element];
      block(G, i) = mean[element] - truth[element];
    }
    const View<const double> used = block.view().left_cols(count);
    multiply_nt<double>(used, used, products);
    for (Index i = 0; i < (G + 1) * (G + 1); ++i) sums.data()[i] += products.data()[i];
  }
  return sums;
}

/// tr(Σ²) without bias, from inner products of differences of four distinct groups.
double trace_of_squared_covariance(const GroupGeometry& g) {
  const std::size_t G = g.sizes.size();
  double sum = 0;
  Index quadruples = 0;
  for (std::size_t a = 0; a < G; ++a)
    for (std::size_t b = a + 1; b < G; ++b)
      for (std::size_t c = a + 1; c < G; ++c)
        for (std::size_t d = c + 1; d < G; ++d) {
          if (c == b || d == b) continue;
          const double inner = g.gram(a, c) - g.gram(a, d) - g.gram(b, c) + g.gram(b, d);
          sum += inner * inner / ((1 / g.sizes[a] + 1 / g.sizes[b]) * (1 / g.sizes[c] + 1 / g.sizes[d]));
          ++quadruples;
        }
  return sum / static_cast<double>(quadruples);
}

/// bᵀΣb from the spread of m_g·(mean of all other groups' draws) over groups, less what tr(Σ²) alone would give.
double variance_along_bias(const GroupGeometry& g, double trace) {
  const double G = static_cast<double>(g.sizes.size());
  std::vector<double> products(g.sizes.size());
  double mean = 0;
  for (std::size_t i = 0; i < products.size(); ++i) {
    products[i] = ((g.total - 2 * g.sizes[i]) * g.along_bias(i) - g.sizes[i] * g.gram(i, i)) / (g.total - g.sizes[i]);
    mean += g.sizes[i] / g.total * products[i];
  }
  double spread = 0;
  for (std::size_t i = 0; i < products.size(); ++i)
    spread += g.sizes[i] * (products[i] - mean) * (products[i] - mean) / (G - 1);
  const double by_chance = trace * (G - 2) / ((G - 1) * (G - 1)) * G / g.total;
  const double shrinkage = (G - 2) / (G - 1);
  return std::max(0.0, (spread - by_chance) / (shrinkage * shrinkage));
}

/// bᵀΣb ≤ λ_max ‖b‖² ≤ √tr(Σ²)·‖b‖² keeps the noise of the first term down where there is no bias to speak of.
double bias2_error(const GroupGeometry& g, double bias2) {
  if (g.sizes.size() < 4) return kUnknown;
  const double trace = trace_of_squared_covariance(g);
  const double along = std::min(variance_along_bias(g, trace), std::sqrt(trace) * std::max(0.0, bias2));
  return std::sqrt(4 * along / g.total + 2 * trace / (g.total * (g.total - 1)));
}

/// From the inner products of the groups' sums of errors, R_g (d_g + ē).
double chance_of_error(const GroupGeometry& g) {
  std::vector<std::vector<double>> products(g.sizes.size());
  for (std::size_t a = 0; a < products.size(); ++a)
    for (std::size_t b = 0; b < products.size(); ++b)
      products[a].push_back(g.sizes[a] * g.sizes[b] * (g.gram(a, b) + g.along_bias(a) + g.along_bias(b) + g.mean2()));
  return chance_of_signs(products);
}

/// Delete-a-group jackknife for groups of unequal size (Busing, Meijer and van der Leeden 1999).
double variance_error(const GroupGeometry& g, double scatter) {
  if (g.sizes.size() < 4) return kUnknown;
  const double G = static_cast<double>(g.sizes.size()), R = g.total, whole = scatter / (R - 1);
  std::vector<double> without(g.sizes.size());
  double combined = G * whole;
  for (std::size_t i = 0; i < without.size(); ++i) {
    const double rest = R - g.sizes[i];
    without[i] = (scatter - g.scatter[i] - g.sizes[i] * R / rest * g.gram(i, i)) / (rest - 1);
    combined -= rest / R * without[i];
  }
  double sum = 0;
  for (std::size_t i = 0; i < without.size(); ++i) {
    const double h = R / g.sizes[i], deviation = h * whole - (h - 1) * without[i] - combined;
    sum += deviation * deviation / (h - 1);
  }
  return std::sqrt(sum / G);
}

}  // namespace

void BiasVariance::Scalar::add(double value) {
  const double before = static_cast<double>(count), step = value - mean;
  scatter += step * step * before / (before + 1);
  mean += step / (before + 1);
  ++count;
  lowest = std::min(lowest, value);
  highest = std::max(highest, value);
}

double BiasVariance::Scalar::share_of_one() const {
  const double farthest = std::max(highest - mean, mean - lowest);
  return scatter > 0 ? std::min(1.0, farthest * farthest / scatter) : 0;
}

BiasVariance::BiasVariance(const Array& y_softmax)
    : shape_(y_softmax.shape()),
      truth_(y_softmax.to_vector<double>()),
      scatter_within_(y_softmax.count(), 0.0),
      lowest_(y_softmax.count(), std::numeric_limits<double>::infinity()),
      highest_(y_softmax.count(), -std::numeric_limits<double>::infinity()) {}

double BiasVariance::add(Index draw, const Array& y) {
  if (y.shape() != shape_)
    throw Error::input("an estimate of shape " + to_string(y.shape()) +
                       " does not go with softmax attention of shape " + to_string(shape_) +
                       "; all draws must be of one sequence");
  Group& group = groups_[static_cast<std::size_t>(((draw % kGroups) + kGroups) % kGroups)];
  if (group.mean.empty()) group.mean.assign(truth_.size(), 0.0);
  const double count = static_cast<double>(++group.draws);
  const std::vector<double> estimate = y.to_vector<double>();
  double squares = 0, scatter = 0;
  for (std::size_t i = 0; i < truth_.size(); ++i) {
    const double value = estimate[i], error = value - truth_[i], step = value - group.mean[i];
    group.mean[i] += step / count;
    const double grown = step * (value - group.mean[i]);
    scatter += grown;
    scatter_within_[i] += grown;
    squares += error * error;
    lowest_[i] = std::min(lowest_[i], value);
    highest_[i] = std::max(highest_[i], value);
  }
  group.scatter += scatter;
  rounding_ = std::max(rounding_, y.type() == Dtype::f64 ? kRounding64 : kRounding32);
  const double mse = squares / static_cast<double>(truth_.size());
  mse_.add(mse);
  return mse;
}

Index BiasVariance::draws() const { return mse_.count; }

std::vector<const BiasVariance::Group*> BiasVariance::used_groups() const {
  std::vector<const Group*> used;
  for (const Group& group : groups_)
    if (group.draws > 0) used.push_back(&group);
  return used;
}

std::vector<double> BiasVariance::mean() const {
  std::vector<double> mean(truth_.size(), 0.0);
  double count = 0;
  for (const Group* group : used_groups()) {
    join_means(mean, count, group->mean, static_cast<double>(group->draws));
    count += static_cast<double>(group->draws);
  }
  return mean;
}

std::vector<double> BiasVariance::mean_error() const {
  std::vector<double> error = mean();
  for (std::size_t i = 0; i < error.size(); ++i) error[i] -= truth_[i];
  return error;
}

/// Σ (y − mean)² of each output number over all draws.
std::vector<double> BiasVariance::scatter(const std::vector<double>& mean) const {
  std::vector<double> scatter = scatter_within_;
  for (const Group* group : used_groups())
    for (std::size_t i = 0; i < mean.size(); ++i)
      scatter[i] += static_cast<double>(group->draws) * (group->mean[i] - mean[i]) * (group->mean[i] - mean[i]);
  return scatter;
}

std::vector<double> BiasVariance::variance() const {
  if (draws() < 2) return std::vector<double>(truth_.size(), kUnknown);
  std::vector<double> variance = scatter(mean());
  for (double& v : variance) v /= static_cast<double>(draws() - 1);
  return variance;
}

std::vector<double> BiasVariance::mean_square() const {
  const std::vector<double> mean = this->mean();
  std::vector<double> square = scatter(mean);
  for (std::size_t i = 0; i < square.size(); ++i)
    square[i] = square[i] / static_cast<double>(draws()) + (mean[i] - truth_[i]) * (mean[i] - truth_[i]);
  return square;
}

/// An output number that is the same in every draw, and wrong, is as undecided as one that a single draw makes.
double BiasVariance::largest_share(const std::vector<double>& mean) const {
  const std::vector<double> all = scatter(mean);
  double sum = 0, weights = 0;
  for (std::size_t i = 0; i < mean.size(); ++i) {
    const double error = mean[i] - truth_[i], farthest = std::max(highest_[i] - mean[i], mean[i] - lowest_[i]);
    sum += error * error * (all[i] > 0 ? std::min(1.0, farthest * farthest / all[i]) : 1.0);
    weights += error * error;
  }
  return weights > 0 ? sum / weights : 0;
}

bool BiasVariance::is_rounding(double mean2) const {
  double squares = 0;
  for (const double t : truth_) squares += t * t;
  return mean2 <= rounding_ * rounding_ * squares / static_cast<double>(truth_.size());
}

BiasVarianceSummary BiasVariance::summary() const {
  BiasVarianceSummary s;
  s.draws = draws();
  s.elements = static_cast<Index>(truth_.size());
  s.mse = s.mse_error = s.bias2 = s.bias2_error = s.variance = s.variance_error = s.chance = s.largest_share = kUnknown;
  if (s.draws == 0) return s;
  s.mse = mse_.mean;
  if (s.draws < 2) return s;

  const std::vector<double> mean = this->mean();
  GroupGeometry g;
  std::vector<const std::vector<double>*> means;
  for (const Group* group : used_groups()) {
    g.sizes.push_back(static_cast<double>(group->draws));
    g.scatter.push_back(group->scatter);
    g.total += g.sizes.back();
    means.push_back(&group->mean);
  }
  g.products = inner_products(means, mean, truth_);
  double scatter = 0;
  for (std::size_t a = 0; a < means.size(); ++a) scatter += g.scatter[a] + g.sizes[a] * g.gram(a, a);
  const double R = g.total, elements = static_cast<double>(s.elements);
  s.mse_error = std::sqrt(mse_.scatter / (R - 1) / R);
  s.share_of_one = mse_.share_of_one();
  s.variance = scatter / (R - 1) / elements;
  s.variance_error = variance_error(g, scatter) / elements;
  s.bias2 = g.mean2() / elements - s.variance / R;
  s.bias2_error = bias2_error(g, s.bias2 * elements) / elements;
  s.chance = chance_of_error(g);
  s.largest_share = largest_share(mean);
  s.is_rounding = is_rounding(g.mean2() / elements);
  return s;
}

}  // namespace omega

#include "estimators/ideal_weights.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "cpu/parallel.h"
#include "cpu/running_softmax.h"
#include "math/matrices.h"
#include "sampling/samples.h"

namespace omega {

namespace {

constexpr double kBeyond = 6;         // standard deviations beyond the outermost mean
constexpr double kNegligible = 1e-9;  // of the longest value

struct Side {
  double low, high;
};

Side extent(View<const double> rows, Index column) {
  Side side{rows(0, column), rows(0, column)};
  for (Index r = 1; r < rows.rows; ++r)
    side = {std::min(side.low, rows(r, column)), std::max(side.high, rows(r, column))};
  return side;
}

Places places_at(const Call<double>& call, const Proposals<double>& proposals, const Matrix<double>& omega) {
  SampleValues<double> values = evaluate_samples<double>(omega, call);
  Matrix<double> log_q(omega.rows(), proposals.count());
  const LogDensities<double> densities{omega.rows(), proposals.count(), [&](Range some, View<double> out) {
                                         proposals.log_densities(omega, some, values.log_key_sum, out);
                                       }};
  for_density_tiles(densities, call.progress, [&](Range rows, View<const double> some) {
    std::copy_n(some.data, some.rows * some.cols, log_q.row(rows.begin));
  });
  return {copy_of<double>(omega), std::move(log_q), {values.log_key_sum.data(), 1, omega.rows()}, std::move(values.f)};
}

/// A product grid that reaches beyond the proposals and beyond where targets can stand.
Quadrature quadrature_of(const Call<double>& call, const Proposals<double>& proposals) {
  const Index nodes = call.options.integer("nodes"), dims = call.sizes.D;
  std::vector<Side> sides;
  double cell = 1;
  Index count = 1;
  for (Index d = 0; d < dims; ++d) {
    const Side means = extent(proposals.means(), d), q = extent(call.q(), d), k = extent(call.k(), d);
    sides.push_back({std::min(means.low, q.low + k.low) - kBeyond, std::max(means.high, q.high + k.high) + kBeyond});
    cell *= (sides.back().high - sides.back().low) / static_cast<double>(nodes - 1);
    count *= nodes;
  }
  Matrix<double> omega(count, dims);
  for (Index p = 0; p < count; ++p)
    for (Index d = dims, rest = p; d-- > 0; rest /= nodes) {
      const auto [low, high] = sides[static_cast<std::size_t>(d)];
      omega(p, d) = low + (high - low) * static_cast<double>(rest % nodes) / static_cast<double>(nodes - 1);
    }
  return {places_at(call, proposals, omega), cell};
}

/// Around softmax attention where weights are divided by their sum; else around 0.
Targets targets_of(const Call<double>& call, bool self_normalised) {
  const Index queries = call.sizes.N;
  Targets targets{copy_of(call.q()), minus_half_squared_norms(call.q()), Matrix<double>(queries, call.sizes.Dv, 0.0)};
  Buffer<double> log_z(static_cast<std::size_t>(queries));
  Attend<double> what;
  what.values = call.v;
  what.dots = {call.unscaled_q, {call.unscaled_k}, call.scale};
  attend(what, self_normalised ? targets.centre.view() : View<double>(), log_z.data(), call.progress);
  for (std::size_t n = 0; n < log_z.size(); ++n) targets.bias[n] -= log_z[n];
  const Buffer<double> lengths = minus_half_squared_norms(call.v);
  targets.negligible = kNegligible * std::sqrt(-2 * *std::min_element(lengths.begin(), lengths.end()));
  return targets;
}

}  // namespace

IdealWeights::IdealWeights(const Call<double>& call, const Proposals<double>& proposals, const Matrix<double>& omega,
                           Index each, bool self_normalised)
    : call_(call),
      proposals_(proposals),
      targets_(targets_of(call, self_normalised)),
      grid_(quadrature_of(call, proposals)) {
  if (!is_optimal(call.options)) return;
  optimal_ = std::make_unique<OptimalWeighting>(call.options, targets_, grid_, call.progress);
  const Places samples = places_at(call, proposals, omega);
  weights_ = at_samples(OptimalWeighting::Form::weight, samples, each);
  if (call.wants("alpha")) alpha_ = at_samples(OptimalWeighting::Form::share, samples, each);
}

void IdealWeights::for_queries(const std::function<void(Index)>& body) const {
  parallel_tiles(call_.sizes.N, 1, call_.progress, [&](Range one) { body(one.begin); });
}

Matrix<double> IdealWeights::at_samples(OptimalWeighting::Form form, const Places& samples, Index each) const {
  Matrix<double> own(call_.sizes.N, samples.count());
  for_queries([&](Index n) {
    Matrix<double> all(samples.count(), samples.proposals());
    optimal_->fill(form, n, samples, all);
    for (Index j = 0; j < samples.count(); ++j) own(n, j) = all(j, j / each);
  });
  return own;
}

void IdealWeights::log_weights(Range queries, Range samples, View<double> out, View<double> signs,
                               const Buffer<double>* log_z) const {
  for (Index n = 0; n < out.rows; ++n) {
    const Index query = queries.begin + n;
    for (Index j = 0; j < out.cols; ++j) {
      const double w = weights_(query, samples.begin + j);
      out(n, j) = std::log(std::abs(w)) + (log_z ? (*log_z)[static_cast<std::size_t>(query)] : 0);
      if (signs) signs(n, j) = w < 0 ? -1 : 1;
    }
  }
}

Index IdealWeights::nonpositive() const {
  Index count = 0;
  for (Index n = 0; n < weights_.rows(); ++n)
    count += std::accumulate(weights_.row(n), weights_.row(n) + weights_.cols(), 0.0) <= 0;
  return count;
}

void IdealWeights::alpha_at(const Matrix<double>& places, View<double> out) const {
  const Places at = places_at(call_, proposals_, places);
  for_queries([&](Index n) {
    optimal_->fill(OptimalWeighting::Form::share, n, at, {out.row(n), at.count(), at.proposals()});
  });
}

void IdealWeights::predict(View<const double> landmark_queries, double each, std::span<double> out,
                           std::span<double> rare) const {
  const Places& nodes = grid_.nodes;
  const LogDensities<double> at_nodes{nodes.count(), nodes.proposals(), [&](Range some, View<double> log_q) {
                                        std::copy_n(nodes.log_q.row(some.begin), log_q.rows * log_q.cols, log_q.data);
                                      }};
  const Weighting<double> heuristic(call_.options, at_nodes, all_sites(nodes.count(), nodes.proposals()),
                                    call_.unscaled_q, call_.root_scale, landmark_queries, call_.progress);
  for_queries([&](Index n) {
    Matrix<double> roots(nodes.count(), nodes.proposals());
    if (optimal_)
      optimal_->fill(OptimalWeighting::Form::root, n, nodes, roots);
    else
      fill_roots(heuristic, targets_, n, nodes, roots);
    const Prediction found = predict_variance(targets_, n, grid_, roots, each);
    if (!out.empty()) out[static_cast<std::size_t>(n)] = found.variance;
    if (!rare.empty()) rare[static_cast<std::size_t>(n)] = found.rare;
  });
}

Cost quadrature_cost(const Problem& p, double proposals) {
  const bool predicts = p.options.flag("predict") && (p.wants("predicted_variance") || p.wants("predicted_rare"));
  if (!is_optimal(p.options) && !predicts) return {};
  const double nodes = std::pow(static_cast<double>(p.options.integer("nodes")), p.sizes.D),
               queries = static_cast<double>(p.sizes.N), keys = static_cast<double>(p.sizes.M),
               dims = static_cast<double>(p.sizes.D + p.sizes.Dv), size = proposals * static_cast<double>(p.sizes.Dv);
  const Cost at_nodes{2 * nodes * keys * dims + 4 * queries * nodes * size, nodes * (keys + queries * proposals), 0};
  return is_optimal(p.options) ? at_nodes + Cost{queries * size * size * (nodes + size * 2 / 3), 0, 0} : at_nodes;
}

}  // namespace omega

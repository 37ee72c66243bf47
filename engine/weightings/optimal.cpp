#include "weightings/optimal.h"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>

#include "cpu/gemm.h"
#include "cpu/parallel.h"
#include "cpu/vector_math.h"
#include "math/log_sums.h"
#include "sampling/samples.h"

namespace omega {

namespace {

constexpr double kRidge = 1e-6;  // δ in units of the mean diagonal element

std::size_t at_index(Index i) { return static_cast<std::size_t>(i); }

/// g_n at one place: its length and, where that is not negligible, its direction u.
double direction(const Targets& targets, Index query, const Places& at, Index place, double* u) {
  double squares = 0;
  for (Index d = 0; d < at.f.cols(); ++d) {
    u[d] = at.f(place, d) - targets.centre(query, d);
    squares += u[d] * u[d];
  }
  const double length = std::sqrt(squares);
  for (Index d = 0; d < at.f.cols(); ++d) u[d] = length > targets.negligible ? u[d] / length : 0;
  return length;
}

/// Σ_c b_c r_c at one place.
void mean_correction(const Places& at, Index place, const double* r, Buffer<double>& mean) {
  std::fill(mean.begin(), mean.end(), 0.0);
  for (Index c = 0; c < at.proposals(); ++c) {
    for (std::size_t d = 0; d < mean.size(); ++d) mean[d] += at.b(place, c) * r[at_index(c) * mean.size() + d];
  }
}

}  // namespace

bool is_optimal(const Options& options) { return options.choice<WeightingKind>("weighting") == WeightingKind::optimal; }
bool needs_quadrature(const Options& options) { return is_optimal(options) || options.flag("predict"); }

Places::Places(Matrix<double> omega_, Matrix<double> log_q_, View<const double> log_key_sum, Matrix<double> f_)
    : omega(std::move(omega_)),
      log_q(std::move(log_q_)),
      log_sum_q(at_index(omega.rows())),
      root_q(log_q.rows(), log_q.cols()),
      b(log_q.rows(), log_q.cols()),
      log_common(log_standard_normal<double>(omega)),
      f(std::move(f_)) {
  for (Index p = 0; p < count(); ++p) {
    log_sum_q[at_index(p)] = log_sum(log_q.view().row_span(p));
    log_common[at_index(p)] += log_key_sum(0, p);
    for (Index c = 0; c < proposals(); ++c) {
      root_q(p, c) = std::exp(0.5 * log_q(p, c));
      b(p, c) = std::exp(log_q(p, c) - log_sum_q[at_index(p)]);
    }
  }
}

Buffer<double> Targets::log_p(Index query, const Places& at) const {
  Buffer<double> log_p(at_index(at.count()));
  for (Index p = 0; p < at.count(); ++p) {
    double dot = 0;
    for (Index d = 0; d < q.cols(); ++d) dot += q(query, d) * at.omega(p, d);
    log_p[at_index(p)] = at.log_common[at_index(p)] + dot + bias[at_index(query)];
  }
  return log_p;
}

OptimalWeighting::OptimalWeighting(const Options& options, const Targets& targets, const Quadrature& over,
                                   const Progress& progress)
    : targets_(targets),
      blend_(options.real("blend")),
      r_(targets.q.rows(), over.nodes.proposals() * over.nodes.f.cols()) {
  parallel_tiles(targets.q.rows(), 1, progress, [&](Range one) { solve(one.begin, over); });
}

/// A_n and t_n, summed over the nodes in tiles, and r_n of them.
void OptimalWeighting::solve(Index query, const Quadrature& over) {
  constexpr Index kTile = 256;
  const Places& at = over.nodes;
  const Index proposals = at.proposals(), dims = at.f.cols(), size = proposals * dims;
  const Buffer<double> log_p = targets_.log_p(query, at);
  Matrix<double> a(size, size, 0.0), right(1, size, 0.0), rows(kTile, size);
  Buffer<double> u(at_index(dims));
  for (Index c = 0; c < size; ++c) a(c, c) = 1;
  for (Index first = 0; first < at.count(); first += kTile) {
    const Index some = std::min(kTile, at.count() - first);
    for (Index i = 0; i < some; ++i) {
      const Index p = first + i;
      const double weight = over.cell * std::exp(log_p[at_index(p)]) * direction(targets_, query, at, p, u.data());
      for (Index c = 0; c < proposals; ++c) {
        const double q = over.cell * at.root_q(p, c) * at.root_q(p, c), share = weight * at.b(p, c),
                     root = std::sqrt(over.cell * at.b(p, c)) * at.root_q(p, c);
        for (Index d = 0; d < dims; ++d) {
          const Index row = c * dims + d;
          rows(i, row) = root * u[at_index(d)];  // whose products are q_c b_c' u uᵀ
          right(0, row) += share * u[at_index(d)];
          for (Index e = 0; e < dims; ++e) a(row, c * dims + e) -= q * u[at_index(d)] * u[at_index(e)];
        }
      }
    }
    const View<const double> filled = rows.view().middle_rows(0, some);
    add_multiply_tn<double>(filled, filled, a);
  }
  double trace = 0;
  for (Index c = 0; c < size; ++c) trace += a(c, c);
  for (Index c = 0; c < size; ++c) a(c, c) += kRidge * trace / static_cast<double>(size);
  const Eigen::Map<const Eigen::MatrixXd> matrix(a.data(), size, size);  // symmetric: either order will do
  Eigen::Map<Eigen::VectorXd>(r_.row(query), size) =
      matrix.partialPivLu().solve(Eigen::Map<const Eigen::VectorXd>(right.data(), size));
}

void OptimalWeighting::fill(Form form, Index query, const Places& at, View<double> out) const {
  const Index proposals = at.proposals(), dims = at.f.cols();
  const Buffer<double> log_p = targets_.log_p(query, at);
  const double* r = r_.row(query);
  Buffer<double> u(at_index(dims)), mean(at_index(dims));
  for (Index p = 0; p < at.count(); ++p) {
    const double length = direction(targets_, query, at, p, u.data()), log_target = log_p[at_index(p)];
    const bool has_direction = length > targets_.negligible;
    if (has_direction) mean_correction(at, p, r, mean);
    for (Index c = 0; c < proposals; ++c) {
      const double log_q = at.log_q(p, c);
      const double log_factor = form == Form::weight ? 0 : form == Form::root ? 0.5 * log_q : log_q - log_target;
      double own = std::exp(log_target - at.log_sum_q[at_index(p)] + log_factor), specific = 0;
      for (Index d = 0; has_direction && d < dims; ++d)
        specific += u[at_index(d)] * (r[c * dims + d] - mean[at_index(d)]);
      if (has_direction) own += specific / length * std::exp(log_factor);
      const double equal = blend_ < 1 ? std::exp(log_target - log_q + log_factor) / static_cast<double>(proposals) : 0;
      out(p, c) = (1 - blend_) * equal + blend_ * own;
    }
  }
}

void fill_roots(const Weighting<double>& weighting, const Targets& targets, Index query, const Places& at,
                View<double> out) {
  const Buffer<double> log_p = targets.log_p(query, at);
  weighting.alpha({query, query + 1}, {0, out.rows * out.cols}, View<double>(out.data, 1, out.rows * out.cols));
  for (Index p = 0; p < out.rows; ++p)
    for (Index c = 0; c < out.cols; ++c) out(p, c) *= std::exp(log_p[at_index(p)] - 0.5 * at.log_q(p, c));
}

Prediction predict_variance(const Targets& targets, Index query, const Quadrature& over, View<const double> roots,
                            double each) {
  constexpr double kMost = 0.5;  // of all weight, which is about 1: Σ_c ∫ α_nc p_n dω
  const Places& at = over.nodes;
  const Index proposals = at.proposals(), dims = at.f.cols();
  Matrix<double> means(proposals, dims, 0.0);
  Buffer<double> u(at_index(dims));
  double squares = 0, rare = 0;
  for (Index p = 0; p < at.count(); ++p) {
    const double length = direction(targets, query, at, p, u.data());
    for (Index c = 0; c < proposals; ++c) {
      const double root = roots(p, c) * length;
      squares += root * root;
      if (std::abs(roots(p, c)) > kMost * each * at.root_q(p, c)) rare += root * root;
      for (Index d = 0; d < dims; ++d) means(c, d) += root * at.root_q(p, c) * u[at_index(d)];
    }
  }
  double variance = over.cell * squares;
  for (Index i = 0; i < proposals * dims; ++i) variance -= over.cell * means.data()[i] * over.cell * means.data()[i];
  return {variance / each, std::isinf(squares) ? 1 : squares > 0 ? rare / squares : 0};
}

}  // namespace omega

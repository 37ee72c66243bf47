#include "sampling/spread.h"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

#include "core/error.h"
#include "core/text.h"
#include "cpu/gemm.h"
#include "cpu/merged_chunks.h"
#include "math/matrices.h"
#include "sampling/samples.h"

namespace omega {

namespace {

constexpr Index kRowTile = 256;
using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// Σ x xᵀ and Σ x over some rows.
struct Sums {
  Matrix<double> products, rows;

  explicit Sums(Index dims) : products(dims, dims, 0.0), rows(1, dims, 0.0) {}
  void merge(const Sums& other) {
    add_to(products, other.products);
    add_to(rows, other.rows);
  }
};

/// Over all rows that `rows_of` gives, in chunks that are merged in order.
template <class RowsOf>
Sums sums_of(Index count, Index dims, const RowsOf& rows_of, const Progress& progress) {
  return merged_chunks(count, kRowTile, progress, [&](Range own) {
    Sums part(dims);
    for (Index first = own.begin; first < own.end; first += kRowTile) {
      progress.check();
      const Matrix<double> tile = rows_of(Range{first, std::min(own.end, first + kRowTile)});
      add_multiply_tn<double>(tile, tile, part.products);
      add_rows<double>(tile, part.rows.data());
    }
    return part;
  });
}

/// T, the mean over all pairs of (q_n + k_m)(q_n + k_m)ᵀ.
template <class T>
Eigen::MatrixXd mean_square_of_pairs(const Call<T>& call) {
  const Index dims = call.sizes.D;
  const auto N = static_cast<double>(call.sizes.N), M = static_cast<double>(call.sizes.M);
  const Sums q = sums_of(
      call.sizes.N, dims, [&](Range rows) { return call.exact_queries(rows); }, call.progress);
  const Sums k = sums_of(
      call.sizes.M, dims, [&](Range rows) { return call.exact_keys(rows); }, call.progress);
  Eigen::MatrixXd mean(dims, dims);
  for (Index i = 0; i < dims; ++i)
    for (Index j = 0; j < dims; ++j)
      mean(i, j) = q.products(i, j) / N + k.products(i, j) / M +
                   (q.rows(0, i) * k.rows(0, j) + k.rows(0, i) * q.rows(0, j)) / (N * M);
  return mean;
}

/// Σ by its eigenvalues along orthonormal directions (columns); no directions: those of the axes.
struct Covariance {
  Eigen::VectorXd values;
  Eigen::MatrixXd directions;

  Covariance(Index dims, double variance) : values(Eigen::VectorXd::Constant(dims, variance)) {}
  explicit Covariance(const Eigen::MatrixXd& mean_square) {
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> parts(mean_square);
    directions = parts.eigenvectors();
    values = parts.eigenvalues();
    for (double& value : values) value = best_variance(std::max(value, 0.0), 1);
  }
  /// Each row times Σ^½, which is symmetric.
  Matrix<double> spread(View<const double> drawn) const {
    Matrix<double> out(drawn.rows, drawn.cols);
    if (directions.size() > 0) {
      multiply_nt<double>(drawn, power(0.5), out);
      return out;
    }
    const Eigen::VectorXd roots = values.array().pow(0.5);
    for (Index s = 0; s < drawn.rows; ++s)
      for (Index d = 0; d < drawn.cols; ++d) out(s, d) = drawn(s, d) * roots[d];
    return out;
  }
  /// Σ_i value_i^power e_i e_iᵀ.
  Matrix<double> power(double exponent) const {
    const Eigen::VectorXd powers = values.array().pow(exponent);
    Matrix<double> out(values.size(), values.size(), 0.0);
    Eigen::Map<RowMajor> full(out.data(), out.rows(), out.cols());
    if (directions.size() == 0)
      full.diagonal() = powers;
    else
      full.noalias() = directions * powers.asDiagonal() * directions.transpose();
    return out;
  }
};

template <class T>
Covariance covariance_of(const Call<T>& call) {
  const Index dims = call.sizes.D;
  if (!is_spread_by_tokens(call.options)) return {dims, call.options.real("proposal_variance")};
  const Eigen::MatrixXd mean = mean_square_of_pairs(call);
  if (call.options.word("proposal_variance") == "full") return Covariance(mean);
  return {dims, best_variance(std::max(mean.trace(), 0.0), static_cast<double>(dims))};
}

}  // namespace

void check_causal_spread(const Problem& problem) {
  check_causal(problem);
  constexpr double kLeast = 1e-30;  // of float32 beside its square root
  if (!is_spread_by_tokens(problem.options) && problem.options.real("proposal_variance") < kLeast)
    throw Error::input("proposal_variance=" + number_text(problem.options.real("proposal_variance")) +
                       " is too small for single precision; give 1e-30 or more");
  if (problem.options.is_causal() && is_spread_by_tokens(problem.options))
    throw Error::input("proposal_variance=" + problem.options.word("proposal_variance") +
                       " has no causal form: it is made from all tokens; use a number, or causal=false");
}

OptionSpec proposal_variance_option() {
  OptionSpec spec = OptionSpec::real("proposal_variance", 1, 0, 1e6,
                                     "The variance of the projections, or what suits the pairs of this sequence best: "
                                     "one variance (optimal), or one along each axis of q + k (full).")
                        .as(OptionRole::variance)
                        .for_experts()
                        .from("Likhosherstov et al. 2022 (FAVOR++), 2023 (FAVOR#)")
                        .or_words({"optimal", "full"});
  spec.minimum_excluded = true;
  return spec;
}

Condition has_variance(std::vector<std::string> values) { return with("proposal_variance", std::move(values)); }
Condition has_other_variance() { return without("proposal_variance", {"1", "full"}); }

bool is_spread_by_tokens(const Options& options) {
  return std::holds_alternative<std::string>(options.value("proposal_variance"));
}
bool has_unit_variance(const Options& options) { return options.value("proposal_variance") == OptionValue(1.0); }

OutputSpec output_proposal_covariance(const Sizes& sizes) {
  return {"proposal_covariance", {sizes.D, sizes.D}, "Σ, the covariance of the projections."};
}

double best_variance(double square, double dims) {
  const double sum = 2 * square + dims;
  return (2 * square + 3 * dims + std::sqrt(sum * sum + 8 * dims * square)) / (4 * dims);
}

template <class T>
Buffer<T> SpreadProjections<T>::corrected(const Buffer<T>& log_key_sum) const {
  Buffer<T> sums(log_key_sum.size());
  std::copy(log_key_sum.begin(), log_key_sum.end(), sums.begin());
  if (log_ratio.size() > 0)
    for (std::size_t s = 0; s < sums.size(); ++s) sums[s] += log_ratio[s % log_ratio.size()];
  return sums;
}

template <class T>
Buffer<T> SpreadProjections<T>::relative_ratios() const {
  Buffer<T> ratios(log_ratio.size());
  const T highest = log_ratio.size() == 0 ? T(0) : *std::max_element(log_ratio.begin(), log_ratio.end());
  std::transform(log_ratio.begin(), log_ratio.end(), ratios.begin(), [&](T x) { return std::exp(x - highest); });
  return ratios;
}

template <class T>
Buffer<T> SpreadProjections<T>::log_density() const {
  Buffer<T> density = log_standard_normal<T>(omega);
  for (std::size_t s = 0; s < log_ratio.size(); ++s) density[s] -= log_ratio[s];
  return density;
}

Buffer<double> log_ratios(View<const double> omega, View<const double> covariance) {
  const Eigen::LLT<Eigen::MatrixXd> root(Eigen::Map<const RowMajor, 0, Eigen::OuterStride<>>(
      covariance.data, covariance.rows, covariance.cols, Eigen::OuterStride<>(covariance.stride)));
  const double half_log_determinant = root.matrixLLT().diagonal().array().log().sum();
  Buffer<double> ratios(static_cast<std::size_t>(omega.rows));
  for (Index s = 0; s < omega.rows; ++s) {
    const Eigen::Map<const Eigen::VectorXd> x(omega.row(s), omega.cols);
    ratios[static_cast<std::size_t>(s)] =
        0.5 * (root.matrixL().solve(x).squaredNorm() - x.squaredNorm()) + half_log_determinant;
  }
  return ratios;
}

template <class T>
SpreadProjections<T> spread_projections(const Call<T>& call) {
  const Index samples = call.options.integer("samples"), dims = call.sizes.D;
  const auto where_wanted = [&](const Covariance& covariance) {
    return call.wants("proposal_covariance") ? covariance.power(1) : Matrix<double>();
  };
  if (has_unit_variance(call.options))
    return {standard_projections<T>(call, samples), {}, where_wanted(Covariance(dims, 1))};
  const Matrix<double> drawn = standard_projections<double>(call, samples);
  const Covariance covariance = covariance_of(call);
  const Matrix<double> omega = covariance.spread(drawn);
  const Buffer<double> before = minus_half_squared_norms<double>(drawn),
                       after = minus_half_squared_norms<double>(omega);
  const double half_log_determinant = 0.5 * covariance.values.array().log().sum();
  SpreadProjections<T> spread{converted<T>(omega), Buffer<T>(static_cast<std::size_t>(samples)),
                              where_wanted(covariance)};
  for (std::size_t s = 0; s < spread.log_ratio.size(); ++s)
    spread.log_ratio[s] = static_cast<T>(after[s] - before[s] + half_log_determinant);
  return spread;
}

template <class T>
void write_projections(const Call<T>& call, const SpreadProjections<T>& drawn) {
  write_output(call, "omega", drawn.omega.data());
  if (const View<T> out = call.output("proposal_covariance"))
    std::transform(drawn.covariance.data(), drawn.covariance.data() + out.rows * out.cols, out.data,
                   [](double x) { return static_cast<T>(x); });
}

Cost spread_cost(const Problem& problem) {
  if (!is_spread_by_tokens(problem.options)) return {};
  const auto dims = static_cast<double>(problem.sizes.D),
             tokens = static_cast<double>(problem.sizes.N + problem.sizes.M);
  return {2 * tokens * dims * dims + 9 * dims * dims * dims};
}

#define OMEGA_INSTANTIATE(T)                                           \
  template struct SpreadProjections<T>;                                \
  template SpreadProjections<T> spread_projections<T>(const Call<T>&); \
  template void write_projections<T>(const Call<T>&, const SpreadProjections<T>&);
OMEGA_INSTANTIATE(float)
OMEGA_INSTANTIATE(double)
#undef OMEGA_INSTANTIATE

}  // namespace omega

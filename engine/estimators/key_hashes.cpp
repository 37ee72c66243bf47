#include "estimators/key_hashes.h"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>
#include <span>

#include "cpu/gemm.h"
#include "cpu/parallel.h"

namespace omega {

Matrix<std::uint64_t> sign_codes(Index count, View<const double> planes, Index tables,
                                 const std::function<Matrix<double>(Range)>& rows_of, const Progress& progress) {
  constexpr Index kTile = 256;
  const Index bits = planes.rows / tables;
  Matrix<std::uint64_t> codes(count, tables, 0);
  if (bits == 0) return codes;
  parallel_tiles(count, kTile, progress, [&](Range rows) {
    Matrix<double> products(rows.size(), planes.rows);
    multiply_nt<double>(rows_of(rows), planes, products);
    for (Index r = 0; r < rows.size(); ++r)
      for (Index l = 0; l < tables; ++l) {
        std::uint64_t code = 0;
        for (Index i = 0; i < bits; ++i) code = 2 * code + (products(r, l * bits + i) >= 0);
        codes(rows.begin + r, l) = code;
      }
  });
  return codes;
}

double unit_angle_share(const double* a, const double* b, Index dims) {
  const Eigen::Map<const Eigen::VectorXd> x(a, dims), y(b, dims);
  const bool has_zero = x.isZero(0) || y.isZero(0);
  return has_zero ? 0.5 : 2 * std::atan2((x - y).norm(), (x + y).norm()) / std::numbers::pi;
}

namespace {

/// By a power of two, which changes no digit, so that the squares of a row neither vanish nor overflow.
template <class T>
void bring_near_one(std::span<T> row) {
  T largest = 0;
  for (const T x : row) largest = std::max(largest, std::abs(x));
  if (!(largest > 0) || !std::isfinite(largest)) return;
  const int exponent = std::ilogb(largest);
  if (std::abs(exponent) * 4 < std::numeric_limits<T>::max_exponent) return;
  for (T& x : row) x = std::scalbn(x, -exponent);
}

}  // namespace

template <class T>
void make_unit(View<T> rows) {
  for (Index r = 0; r < rows.rows; ++r) bring_near_one(rows.row_span(r));
  std::vector<T> norms(static_cast<std::size_t>(rows.rows));
  squared_norms<T>(rows, norms.data());
  for (Index r = 0; r < rows.rows; ++r)
    if (const T norm = std::sqrt(norms[static_cast<std::size_t>(r)]); norm > 0)
      for (T& x : rows.row_span(r)) x /= norm;
}
template void make_unit<float>(View<float>);
template void make_unit<double>(View<double>);

HashTables::HashTables(const Matrix<std::uint64_t>& codes, const Progress& progress)
    : codes_(codes.cols(), codes.rows()), keys_(codes.cols(), codes.rows()) {
  parallel_tiles(codes.cols(), 1, progress, [&](Range one) {
    const Index l = one.begin;
    Index* keys = keys_.row(l);
    std::iota(keys, keys + codes.rows(), Index{0});
    std::stable_sort(keys, keys + codes.rows(), [&](Index a, Index b) { return codes(a, l) < codes(b, l); });
    std::transform(keys, keys + codes.rows(), codes_.row(l), [&](Index m) { return codes(m, l); });
  });
}

void HashTables::count_hits(const std::uint64_t* query, std::vector<std::uint16_t>& hits,
                            std::vector<Index>& met) const {
  for (Index l = 0; l < codes_.rows(); ++l) {
    const std::uint64_t* codes = codes_.row(l);
    const auto [first, last] = std::equal_range(codes, codes + codes_.cols(), query[l]);
    for (Index i = first - codes; i < last - codes; ++i)
      if (const Index m = keys_(l, i); hits[static_cast<std::size_t>(m)]++ == 0) met.push_back(m);
  }
}

HitChance::HitChance(Index tables, Index least)
    : tables_(static_cast<double>(tables)), least_(static_cast<double>(least)) {
  const auto log_choose = [&](double hits) {
    return std::lgamma(tables_ + 1) - std::lgamma(hits + 1) - std::lgamma(tables_ - hits + 1);
  };
  log_choose_ = log_choose(least_);
  log_choose_fewer_ = log_choose(least_ - 1);
}

/// Σ_{j≥t} binom(L, j) p^j (1 − p)^{L−j}, or 1 − Σ_{j<t} where t is below the mean: both begin with their largest term.
double HitChance::operator()(double p) const {
  if (p >= 1) return 1;
  if (p <= 0) return 0;
  const double odds = p / (1 - p), log_p = std::log(p), log_miss = std::log1p(-p);
  double sum = 0;
  if (least_ > tables_ * p) {
    double term = std::exp(log_choose_ + least_ * log_p + (tables_ - least_) * log_miss);
    for (double j = least_; j <= tables_ && term > 0; ++j) {
      sum += term;
      term *= odds * (tables_ - j) / (j + 1);
    }
    return std::min(sum, 1.0);
  }
  double term = std::exp(log_choose_fewer_ + (least_ - 1) * log_p + (tables_ - least_ + 1) * log_miss);
  for (double j = least_ - 1; j >= 0 && term > 0; --j) {
    sum += term;
    term *= j / (odds * (tables_ - j + 1));
  }
  return 1 - sum;
}

}  // namespace omega

#include "estimators/hybrid_kernel.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "cpu/gemm.h"
#include "cpu/parallel.h"
#include "cpu/vector_math.h"
#include "estimators/key_hashes.h"
#include "sampling/samples.h"

namespace omega {

AngleKind angle_of(const Options& options) { return options.choice<AngleKind>("angle"); }

// --- Features --------------------------------------------------------------------------------------------------------

template <class T>
HybridFeatures<T>::HybridFeatures(const Call<T>& call, const SpreadProjections<T>& drawn)
    : call_(call),
      omega_(drawn.omega),
      ratios_(drawn.relative_ratios()),
      log_ratios_(drawn.corrected(Buffer<T>(static_cast<std::size_t>(drawn.omega.rows()), T(0)))),
      largest_log_ratio_(*std::max_element(log_ratios_.begin(), log_ratios_.end())) {}

template <class T>
HybridReferences<T> HybridFeatures<T>::of_all_keys() const {
  constexpr Index kTile = 256;
  HybridReferences<T> references{Buffer<T>(static_cast<std::size_t>(samples()))};
  Attend<T> sums;
  sums.dots = key_logits(omega_, call_);
  attend(sums, View<T>(), references.positive.data(), call_.progress);
  references.other = 0;
  for (Index first = 0; first < call_.sizes.M; first += kTile) {
    const Matrix<T> keys = call_.scaled_keys({first, std::min(call_.sizes.M, first + kTile)});
    const Buffer<T> norms = minus_half_squared_norms<T>(keys);
    references.other = std::max(references.other, -*std::min_element(norms.begin(), norms.end()));
  }
  return references;
}

template <class T>
HybridReferences<T> HybridFeatures<T>::maxima(Range rows) const {
  const Matrix<T> keys = call_.scaled_keys(rows);
  const Buffer<T> norms = minus_half_squared_norms<T>(keys);
  Matrix<T> logits(keys.rows(), samples());
  multiply_nt<T>(keys, omega_, logits);
  HybridReferences<T> found{Buffer<T>(static_cast<std::size_t>(samples()), -std::numeric_limits<T>::infinity())};
  for (Index m = 0; m < logits.rows(); ++m) {
    const T norm = norms[static_cast<std::size_t>(m)];
    for (Index s = 0; s < samples(); ++s) {
      T& largest = found.positive[static_cast<std::size_t>(s)];
      largest = std::max(largest, logits(m, s) + norm);
    }
    found.other = std::max(found.other, -norm);
  }
  return found;
}

template <class T>
std::vector<HybridReferences<T>> HybridFeatures<T>::of_keys_before() const {
  const Index tokens = call_.sizes.N, tiles = (tokens + kHybridTile - 1) / kHybridTile;
  std::vector<HybridReferences<T>> before(static_cast<std::size_t>(tiles));
  before[0].positive = Buffer<T>(static_cast<std::size_t>(samples()), -std::numeric_limits<T>::infinity());
  parallel_tiles((tiles - 1) * kHybridTile, kHybridTile, call_.progress,
                 [&](Range rows) { before[static_cast<std::size_t>(rows.begin / kHybridTile + 1)] = maxima(rows); });
  for (std::size_t t = 1; t < before.size(); ++t) {
    before[t].other = std::max(before[t].other, before[t - 1].other);
    for (std::size_t s = 0; s < before[t].positive.size(); ++s)
      before[t].positive[s] = std::max(before[t].positive[s], before[t - 1].positive[s]);
  }
  return before;
}

template <class T>
HybridRows<T> HybridFeatures<T>::rows_of(View<const T> x) const {
  Matrix<T> phi(x.rows, 3 * samples());
  const View<T> angles = phi.view().left_cols(samples());
  multiply_nt<T>(x, omega_, angles);
  for (Index r = 0; r < x.rows; ++r)
    sine_cosine(angles.row(r), samples(), phi.row(r) + samples(), phi.row(r) + 2 * samples());
  return {std::move(phi), minus_half_squared_norms<T>(x)};
}

template <class T>
void HybridFeatures<T>::weigh_waves(View<T> phi) const {
  if (ratios_.size() == 0) return;
  for (Index r = 0; r < phi.rows; ++r)
    for (Index f = 0; f < 2 * samples(); ++f) phi(r, samples() + f) *= ratios_[static_cast<std::size_t>(f % samples())];
}

template <class T>
Matrix<T> HybridFeatures<T>::of_queries(Range rows, const HybridReferences<T>& references, std::span<T> common) const {
  auto [phi, half_norms] = queries(rows);
  weigh_waves(phi);
  for (Index r = 0; r < phi.rows(); ++r) {
    const auto i = static_cast<std::size_t>(r);
    T* positive = phi.row(r);
    for (Index s = 0; s < samples(); ++s) {
      const auto j = static_cast<std::size_t>(s);
      positive[s] += half_norms[i] + references.positive[j] + log_ratios_[j];
    }
    const T log_other = references.other + largest_log_ratio_ - half_norms[i];
    common[i] = std::max({common[i], largest(positive, samples()), log_other});
    exp_shifted(positive, samples(), common[i]);
    const T other = std::exp(log_other - common[i]);
    for (Index f = 0; f < 2 * samples(); ++f) positive[samples() + f] *= other;
  }
  return std::move(phi);
}

template <class T>
Matrix<T> HybridFeatures<T>::of_keys(Range rows, const HybridReferences<T>& references) const {
  auto [phi, half_norms] = keys(rows);
  for (Index r = 0; r < phi.rows(); ++r) {
    T* positive = phi.row(r);
    const T half_norm = half_norms[static_cast<std::size_t>(r)];
    for (Index s = 0; s < samples(); ++s) positive[s] += half_norm - references.positive[static_cast<std::size_t>(s)];
    exp_shifted(positive, samples(), T(0));
    const T other = std::exp(-half_norm - references.other);
    for (Index f = 0; f < 2 * samples(); ++f) positive[samples() + f] *= other;
  }
  return std::move(phi);
}

// --- Pair by pair, in log space --------------------------------------------------------------------------------------

/// log ξ(q_n,ω_s) ξ(k_m,ω_s) ρ_s.
template <class T>
void HybridPairs<T>::positive_logits(Index n, Index m, std::span<T> out) const {
  const T norms = q_.minus_half_norms[static_cast<std::size_t>(n)] + k_.minus_half_norms[static_cast<std::size_t>(m)];
  const T *of_query = q_.phi.row(n), *of_key = k_.phi.row(m), *log_ratio = features_.log_ratios().data();
  for (std::size_t s = 0; s < out.size(); ++s) out[s] = of_query[s] + of_key[s] + log_ratio[s] + norms;
}

/// (‖q_n‖² + ‖k_m‖²)/2, and the largest log ρ_s.
template <class T>
T HybridPairs<T>::log_other(Index n, Index m) const {
  return features_.largest_log_ratio() - q_.minus_half_norms[static_cast<std::size_t>(n)] -
         k_.minus_half_norms[static_cast<std::size_t>(m)];
}

template <class T>
void HybridPairs<T>::raise(View<const T> shares, std::span<T> common) const {
  std::vector<T> logits(static_cast<std::size_t>(features_.samples()));
  for (Index n = 0; n < q_.phi.rows(); ++n) {
    T& highest = common[static_cast<std::size_t>(n)];
    for (Index m = 0; m < seen(n); ++m) {
      if (shares(n, m) < 1) highest = std::max(highest, log_other(n, m));
      if (!(shares(n, m) > 0)) continue;
      positive_logits(n, m, logits);
      highest = std::max(highest, largest(logits.data(), features_.samples()));
    }
  }
}

template <class T>
void HybridPairs<T>::fill(View<const T> shares, std::span<const T> common, View<T> kernel) const {
  const Index samples = features_.samples();
  multiply_nt<T>(q_.phi.view().middle_cols(samples, 2 * samples), k_.phi.view().middle_cols(samples, 2 * samples),
                 kernel);
  std::vector<T> logits(static_cast<std::size_t>(samples));
  for (Index n = 0; n < kernel.rows; ++n) {
    const T highest = common[static_cast<std::size_t>(n)];
    for (Index m = 0; m < seen(n); ++m) {
      const T share = shares(n, m);
      T sum = share < 1 ? (1 - share) * std::exp(log_other(n, m) - highest) * kernel(n, m) : T(0);
      if (share > 0) {
        positive_logits(n, m, logits);
        sum += share * exp_shifted(logits.data(), samples, highest);
      }
      kernel(n, m) = sum;
    }
    std::fill(kernel.row(n) + seen(n), kernel.row(n) + kernel.cols, T(0));
  }
}

template <class T>
T hybrid_row(const Call<T>& call, const HybridFeatures<T>& features, const HybridShares<T>& shares, Index n, Index seen,
             const std::function<void(Range keys, View<const T> kernel)>& add) {
  constexpr Index kTile = 256;
  const Range query{n, n + 1};
  const Matrix<T> side = shares.of_queries(query);
  Matrix<T> share(1, kTile), kernel(1, kTile);
  T common = -std::numeric_limits<T>::infinity();
  double total = 0;
  for (const bool adds : {false, true})
    for (Index first = 0; first < seen; first += kTile) {
      call.progress.check();
      const Range keys{first, std::min(seen, first + kTile)};
      const HybridPairs<T> pairs(features, query, keys);
      const View<T> own = share.view().left_cols(keys.size()), row = kernel.view().left_cols(keys.size());
      shares.fill(side, keys, own);
      if (!adds) {
        pairs.raise(own, {&common, 1});
        continue;
      }
      pairs.fill(own, {&common, 1}, row);
      for (const T x : row.row_span(0)) total += static_cast<double>(x);
      add(keys, row);
    }
  return static_cast<T>(total);
}

// --- Shares ----------------------------------------------------------------------------------------------------------

template <class T>
Matrix<T> signs_of(const Matrix<double>& rows, View<const double> tau) {
  Matrix<double> products(rows.rows(), tau.rows);
  multiply_nt<double>(rows, tau, products);
  Matrix<T> signs(rows.rows(), tau.rows);
  std::transform(products.data(), products.data() + rows.rows() * tau.rows, signs.data(),
                 [](double x) { return x < 0 ? T(-1) : T(1); });
  return signs;
}

namespace {

template <class T>
Matrix<T> unit_rows(Matrix<T> rows) {
  make_unit<T>(rows);
  return rows;
}

/// θ/π of unit vectors; ½ where one is 0.
template <class T>
void angle_shares(const Matrix<T>& q, const Matrix<T>& k, View<T> shares) {
  Matrix<T> minus(k.rows(), k.cols()), sums(q.rows(), k.rows());
  std::transform(k.data(), k.data() + k.rows() * k.cols(), minus.data(), [](T x) { return -x; });
  squared_distances<T>(q, k, shares);
  squared_distances<T>(q, minus, sums);
  const auto is_zero = [](const Matrix<T>& rows, Index r) {
    return std::all_of(rows.row(r), rows.row(r) + rows.cols(), [](T x) { return x == 0; });
  };
  std::vector<char> no_key(static_cast<std::size_t>(k.rows()));
  for (Index m = 0; m < k.rows(); ++m) no_key[static_cast<std::size_t>(m)] = is_zero(k, m);
  for (Index n = 0; n < q.rows(); ++n) {
    const bool no_query = is_zero(q, n);
    for (Index m = 0; m < k.rows(); ++m)
      shares(n, m) = no_query || no_key[static_cast<std::size_t>(m)]
                         ? T(0.5)
                         : 2 * std::atan2(std::sqrt(shares(n, m)), std::sqrt(sums(n, m))) / std::numbers::pi_v<T>;
  }
}

}  // namespace

template <class T>
HybridShares<T>::HybridShares(const Call<T>& call) : call_(call), kind_(angle_of(call.options)) {
  if (kind_ == AngleKind::signs) tau_ = call.template load<double>("signs");
}

template <class T>
Matrix<T> HybridShares<T>::of_queries(Range rows) const {
  return kind_ == AngleKind::exact ? unit_rows(call_.scaled_queries(rows))
                                   : signs_of<T>(call_.exact_queries(rows), tau_);
}

template <class T>
void HybridShares<T>::fill(const Matrix<T>& of_queries, Range keys, View<T> shares) const {
  if (kind_ == AngleKind::exact) return angle_shares(of_queries, unit_rows(call_.scaled_keys(keys)), shares);
  multiply_nt<T>(of_queries, signs_of<T>(call_.exact_keys(keys), tau_), shares);
  const T factor = T(1) / static_cast<T>(2 * tau_.rows());
  for (Index n = 0; n < shares.rows; ++n)
    for (T& x : shares.row_span(n)) x = T(0.5) - factor * x;
}

#define OMEGA_INSTANTIATE(T)                                                                               \
  template class HybridFeatures<T>;                                                                        \
  template class HybridPairs<T>;                                                                           \
  template class HybridShares<T>;                                                                          \
  template Matrix<T> signs_of<T>(const Matrix<double>&, View<const double>);                               \
  template T hybrid_row<T>(const Call<T>&, const HybridFeatures<T>&, const HybridShares<T>&, Index, Index, \
                           const std::function<void(Range, View<const T>)>&);
OMEGA_INSTANTIATE(float)
OMEGA_INSTANTIATE(double)
#undef OMEGA_INSTANTIATE

}  // namespace omega

#include "weightings/causal_weighting.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "cpu/gemm.h"
#include "cpu/lanes.h"
#include "cpu/parallel.h"
#include "cpu/vector_math.h"
#include "math/log_sums.h"

namespace omega {

namespace {

constexpr Index kQueryTile = 32;
template <class T>
constexpr T kNone = -std::numeric_limits<T>::infinity();

}  // namespace

template <class T>
CausalWeighting<T>::CausalWeighting(const Options& options, const LogDensities<T>& log_densities,
                                    std::vector<Site> sites, View<const T> queries, T query_factor,
                                    View<const T> landmark_queries, std::vector<Index> starts, const Progress& progress)
    : kind_(options.choice<WeightingKind>("weighting")),
      similarity_(options.choice<SimilarityKind>("similarity")),
      beta_(static_cast<T>(options.real("beta"))),
      clamp_(static_cast<T>(options.real("clamp"))),
      blend_(static_cast<T>(options.real("blend"))),
      sites_(std::move(sites)),
      queries_(queries),
      landmark_queries_(landmark_queries),
      query_factor_(query_factor),
      starts_(std::move(starts)),
      log_densities_(log_densities.rows, log_densities.proposals),
      log_sums_(log_densities.rows, log_densities.proposals) {
  sum_densities(log_densities, progress);
  if (depends_on_query(kind_) && landmark_queries_ && similarity_ == SimilarityKind::queries) sum_queries(progress);
}

template <class T>
void CausalWeighting<T>::sum_densities(const LogDensities<T>& log_densities, const Progress& progress) {
  const T factor = kind_ == WeightingKind::power ? T(2) : T(1);
  for_density_tiles(log_densities, progress, [&](Range rows, View<const T> log_q) {
    for (Index row = rows.begin; row < rows.end; ++row) {
      T sum = kNone<T>;
      for (Index c = 0; c < log_q.cols; ++c) {
        log_densities_(row, c) = factor * log_q(row - rows.begin, c);
        log_sums_(row, c) = sum = log_add(sum, log_densities_(row, c));
      }
    }
  });
}

/// Sums over tiles of queries, then over all before each: relative to their largest logits.
template <class T>
void CausalWeighting<T>::sum_queries(const Progress& progress) {
  const Index count = log_densities_.cols(), lanes = padded_lanes<T>(count);
  const Index tiles = (queries_.rows + kQueryTile - 1) / kQueryTile;
  query_maxima_ = Matrix<T>(tiles + 1, lanes, kNone<T>);
  query_sums_ = Matrix<T>(tiles + 1, lanes, T(0));
  LaneRows<T> x(landmark_queries_.cols, count);
  x.assign(landmark_queries_, query_factor_);
  parallel_tiles(queries_.rows, kQueryTile, progress, [&](Range some) {
    const Index next = some.begin / kQueryTile + 1;
    Matrix<T> logits(some.size() + 1, lanes);
    const View<T> tile = logits.view().middle_rows(0, some.size());
    lane_logits<T>(x, {queries_.middle_rows(some)}, tile);
    lane_softmax<T>(tile, query_maxima_.row(next), query_sums_.row(next), logits.row(some.size()));
  });
  Matrix<T> factors(2, lanes);
  T *before = factors.row(0), *own = factors.row(1);
  for (Index t = 2; t <= tiles; ++t) {
    T *maxima = query_maxima_.row(t), *sums = query_sums_.row(t);
    const T *last = query_maxima_.row(t - 1), *last_sums = query_sums_.row(t - 1);
    for (Index c = 0; c < lanes; ++c) {
      const T largest_of_both = std::max(last[c], maxima[c]);
      before[c] = last[c] - largest_of_both;
      own[c] = maxima[c] - largest_of_both;
      maxima[c] = largest_of_both;
    }
    exp_shifted(before, 2 * lanes, T(0));
    for (Index c = 0; c < lanes; ++c) sums[c] = last_sums[c] * before[c] + sums[c] * own[c];
  }
}

template <class T>
Index CausalWeighting<T>::known_by(Index query) const {
  if (starts_.empty()) return log_densities_.cols();
  return std::upper_bound(starts_.begin(), starts_.end(), query) - starts_.begin();
}

template <class T>
template <class Body>
void CausalWeighting<T>::for_stages(Range queries, const Body& body) const {
  for (Index n = queries.begin; n < queries.end;) {
    const Index known = known_by(n);
    Index end = queries.end;
    if (known < static_cast<Index>(starts_.size())) end = std::min(end, starts_[static_cast<std::size_t>(known)]);
    body(Range{n, end}, known);
    n = end;
  }
}

/// r_nc, C × queries; 0 for c = 1.
template <class T>
Matrix<T> CausalWeighting<T>::similarities(Range queries) const {
  if (!landmark_queries_) return Matrix<T>(log_densities_.cols(), queries.size(), T(0));
  return similarity_ == SimilarityKind::queries ? over_queries(queries) : over_proposals(queries);
}

/// Each query adds to the sums over all before it, which are known at the beginning of its tile.
template <class T>
Matrix<T> CausalWeighting<T>::over_queries(Range queries) const {
  const Index count = log_densities_.cols(), first = queries.begin / kQueryTile * kQueryTile;
  Matrix<T> logits(queries.end - first, count), running(2, count, T(0)), r(count, queries.size());
  T *maxima = running.row(0), *sums = running.row(1);
  std::copy_n(query_maxima_.row(first / kQueryTile), count, maxima);
  std::copy_n(query_sums_.row(first / kQueryTile), count, sums);
  multiply_nt<T>(queries_.middle_rows(first, logits.rows()), landmark_queries_, logits);
  for (Index c = 0; first == 0 && c < count; ++c) maxima[c] = query_factor_ * logits(0, c);
  for (Index i = 0; i < logits.rows(); ++i) {
    T* row = logits.row(i);
    for (Index c = 0; c < count; ++c) row[c] = query_factor_ * row[c] - maxima[c];
    if (largest(row, count) > 0)
      for (Index c = 0; c < count; ++c)
        if (row[c] > 0) {
          sums[c] *= std::exp(-row[c]);
          maxima[c] += row[c];
          row[c] = 0;
        }
    exp_shifted(row, count, T(0));
    for (Index c = 0; c < count; ++c) sums[c] += row[c];
    for (Index c = 0; c < count; ++c) row[c] /= sums[c];
  }
  LaneRows<T> turned(count, queries.size());
  turned.assign(logits.view().middle_rows(queries.begin - first, queries.size()), T(1));
  std::fill_n(r.row(0), r.cols(), T(0));
  for (Index c = 1; c < count; ++c) std::copy_n(turned.data() + c * turned.lanes(), r.cols(), r.row(c));
  return r;
}

/// Over the proposals after the first that each query knows.
template <class T>
Matrix<T> CausalWeighting<T>::over_proposals(Range queries) const {
  const Index count = log_densities_.cols();
  Matrix<T> r(count, queries.size());
  multiply_nt<T>(landmark_queries_, queries_.middle_rows(queries), r);
  for_stages(queries, [&](Range some, Index known) {
    const View<T> own = r.view().middle_cols(some.begin - queries.begin, some.size());
    Matrix<T> work(2, some.size(), kNone<T>);
    T *maxima = work.row(0), *sums = work.row(1);
    for (Index c = 1; c < known; ++c)
      for (Index n = 0; n < own.cols; ++n) maxima[n] = std::max(maxima[n], own(c, n));
    std::fill_n(sums, own.cols, T(0));
    for (Index c = 1; c < known; ++c) {
      T* row = own.row(c);
      for (Index n = 0; n < own.cols; ++n) row[n] = query_factor_ * (row[n] - maxima[n]);
      exp_shifted(row, own.cols, T(0));
      for (Index n = 0; n < own.cols; ++n) sums[n] += row[n];
    }
    for (Index c = 0; c < count; ++c)
      for (Index n = 0; n < own.cols; ++n) own(c, n) = c > 0 && c < known ? own(c, n) / sums[n] : T(0);
  });
  return r;
}

/// α of queries that know the first `known` proposals, the columns of r and out.
template <class T>
void CausalWeighting<T>::query_specific(Index known, View<const T> r, View<T> out, Index* clamped) const {
  const T share = T(1) / static_cast<T>(known);
  Matrix<T> weighted_means, mean(1, r.cols, T(0)), below(1, r.cols, T(0));
  if (kind_ == WeightingKind::coupled) {  // Σ_c' b_c' r_nc' at each row of densities
    Matrix<T> balance(log_densities_.rows(), known);
    for (Index row = 0; row < balance.rows(); ++row) {
      for (Index c = 0; c < known; ++c) balance(row, c) = log_densities_(row, c);
      exp_shifted(balance.row(row), known, log_sums_(row, known - 1));
    }
    weighted_means = Matrix<T>(balance.rows(), r.cols);
    multiply_nn<T>(balance, r.middle_rows(0, known), weighted_means);
  }
  for (Index c = 0; c < known; ++c)
    for (Index n = 0; n < r.cols; ++n) mean(0, n) += share * r(c, n);
  for (Index j = 0; j < out.rows; ++j) {
    const Site& at = sites_[static_cast<std::size_t>(j)];
    T* row = out.row(j);
    if (at.proposal >= known) {
      std::fill_n(row, out.cols, T(0));
      continue;
    }
    const T b = std::exp(log_balance(at, known)), base = (1 - blend_) * share + blend_ * b;
    const T slope = blend_ * beta_ * (kind_ == WeightingKind::coupled ? b : T(1));
    const T *own = r.row(at.proposal), *around = weighted_means.rows() > 0 ? weighted_means.row(at.row) : mean.row(0);
    for (Index n = 0; n < out.cols; ++n) row[n] = base + slope * (own[n] - around[n]);
    if (!(clamp_ > 0)) continue;
    T* less = below.row(0);
    for (Index n = 0; n < out.cols; ++n) less[n] += row[n] < clamp_ ? T(1) : T(0);
    for (Index n = 0; n < out.cols; ++n) row[n] = std::max(row[n], clamp_);
  }
  for (Index n = 0; clamped != nullptr && n < out.cols; ++n) clamped[n] = static_cast<Index>(below(0, n));
}

/// log α of the first sites for all queries that know the first `known` proposals.
template <class T>
Buffer<T> CausalWeighting<T>::shared(Index known, Index sites) const {
  const T share = -std::log(static_cast<T>(known));
  const T floor = blend_ < 1 ? std::log(1 - blend_) + share : kNone<T>;
  const T log_blend = blend_ > 0 ? std::log(blend_) : kNone<T>;
  Buffer<T> log_alpha(static_cast<std::size_t>(sites));
  for (Index j = 0; j < sites; ++j) {
    const Site& at = sites_[static_cast<std::size_t>(j)];
    T& own = log_alpha[static_cast<std::size_t>(j)];
    own = kNone<T>;
    if (at.proposal >= known) continue;
    own = log_add(floor, log_blend + (kind_ == WeightingKind::constant ? share : log_balance(at, known)));
  }
  return log_alpha;
}

template <class T>
void CausalWeighting<T>::alpha(Range queries, View<T> out, Index* clamped) const {
  const Matrix<T> r = depends_on_query(kind_) ? similarities(queries) : Matrix<T>();
  for_stages(queries, [&](Range some, Index known) {
    const Index first = some.begin - queries.begin;
    const View<T> own = out.middle_cols(first, some.size());
    if (depends_on_query(kind_))
      return query_specific(known, r.view().middle_cols(first, some.size()), own, clamped ? clamped + first : nullptr);
    Buffer<T> alpha = shared(known, out.rows);
    exp_shifted(alpha.data(), out.rows, T(0));
    for (Index j = 0; j < own.rows; ++j) std::fill_n(own.row(j), own.cols, alpha[static_cast<std::size_t>(j)]);
  });
}

template <class T>
void CausalWeighting<T>::log_alpha(Range queries, View<T> out, View<T> signs, Index* clamped) const {
  if (!depends_on_query(kind_)) {
    for_stages(queries, [&](Range some, Index known) {
      const Buffer<T> log_alpha = shared(known, out.rows);
      for (Index j = 0; j < out.rows; ++j)
        std::fill_n(out.row(j) + some.begin - queries.begin, some.size(), log_alpha[static_cast<std::size_t>(j)]);
    });
    return;
  }
  alpha(queries, out, clamped);
  take_logarithms(out, signs);
}

template <class T>
bool CausalWeighting<T>::is_factor() const {
  return depends_on_query(kind_) && clamp_ >= T(kLeastAlphaFactor);
}

template class CausalWeighting<float>;
template class CausalWeighting<double>;

}  // namespace omega

#include "sampling/causal.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "cpu/gemm.h"
#include "cpu/parallel.h"
#include "math/matrices.h"

namespace omega {

namespace {

/// log ξ(k_m, ω_j) of scaled projections (rows) and some keys (columns).
template <class T>
void key_logits(const Call<T>& call, View<const T> scaled_omega, Range keys, View<T> out) {
  const View<const T> k = call.unscaled_k.middle_rows(keys);
  Buffer<T> norms(static_cast<std::size_t>(keys.size()));
  squared_norms(k, norms.data());
  for (T& norm : norms) norm *= static_cast<T>(0.5 * call.scale);
  multiply_nt<T>(scaled_omega, k, out);
  for (Index j = 0; j < out.rows; ++j)
    for (Index m = 0; m < out.cols; ++m) out(j, m) -= norms[static_cast<std::size_t>(m)];
}

}  // namespace

template <class T>
void set_causal_samples(const Call<T>& call, View<const T> omega, const T* bias, CausalSamples<T>& samples) {
  samples.scaled = times(omega, call.root_scale);
  const View<const T> scaled = samples.scaled;
  samples.what.tokens = call.sizes.N;
  samples.what.features = omega.rows;
  samples.what.v = call.v;
  samples.what.of_keys = [&call, scaled](Range keys, View<T> logits, View<T>) {
    key_logits(call, scaled.middle_rows(0, logits.rows), keys, logits);
  };
  samples.what.of_queries = [&call, scaled, bias](Range queries, View<T> logits, View<T>) {
    multiply_nt<T>(scaled.middle_rows(0, logits.rows), call.unscaled_q.middle_rows(queries), logits);
    for (Index j = 0; bias != nullptr && j < logits.rows; ++j)
      for (T& logit : logits.row_span(j)) logit += bias[j];
  };
}

namespace {

/// Σ exp(l) and Σ exp(l) v over the keys so far, for one sample.
template <class T>
struct RunningSample {
  T maximum = -std::numeric_limits<T>::infinity(), sum = 0;
  Buffer<T> weighted;

  explicit RunningSample(Index dims) : weighted(static_cast<std::size_t>(dims), T(0)) {}
  void add(T logit, const T* v) {
    if (logit > maximum) {
      const T factor = std::exp(maximum - logit);
      sum *= factor;
      for (T& x : weighted) x *= factor;
      maximum = logit;
    }
    const T weight = std::exp(logit - maximum);
    sum += weight;
    for (std::size_t d = 0; d < weighted.size(); ++d) weighted[d] += weight * v[d];
  }
};

}  // namespace

template <class T>
void write_causal_values(const Call<T>& call, View<const T> omega, View<T> log_key_sums, View<T> f) {
  constexpr Index kSamples = 16, kKeys = 64;
  const Matrix<T> scaled = times(omega, call.root_scale);
  const Index keys = call.sizes.M, dims = f ? f.cols : 0;
  parallel_tiles(omega.rows, kSamples, call.progress, [&](Range samples) {
    std::vector<RunningSample<T>> running;
    for (Index j = samples.begin; j < samples.end; ++j) running.emplace_back(dims);
    Matrix<T> tile(samples.size(), kKeys);
    for (Index first = 0; first < keys; first += kKeys) {
      call.progress.check();
      const Range some{first, std::min(keys, first + kKeys)};
      const View<T> logits(tile.data(), samples.size(), some.size());
      key_logits<T>(call, scaled.view().middle_rows(samples), some, logits);
      for (Index j = 0; j < samples.size(); ++j)
        for (Index m = some.begin; m < some.end; ++m) {
          RunningSample<T>& own = running[static_cast<std::size_t>(j)];
          own.add(logits(j, m - first), call.v.row(m));
          if (log_key_sums) log_key_sums(m, samples.begin + j) = own.maximum + std::log(own.sum);
          for (Index d = 0; d < dims; ++d)
            f(m * omega.rows + samples.begin + j, d) = own.weighted[static_cast<std::size_t>(d)] / own.sum;
        }
    }
  });
}

#define OMEGA_INSTANTIATE(T)                                                                       \
  template void set_causal_samples<T>(const Call<T>&, View<const T>, const T*, CausalSamples<T>&); \
  template void write_causal_values<T>(const Call<T>&, View<const T>, View<T>, View<T>);
OMEGA_INSTANTIATE(float)
OMEGA_INSTANTIATE(double)
#undef OMEGA_INSTANTIATE

}  // namespace omega

#include "estimators/sampled_keys.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "cpu/gemm.h"
#include "cpu/merged_chunks.h"
#include "cpu/segment_means.h"
#include "cpu/vector_math.h"
#include "estimators/shared_proposals.h"
#include "math/quasi_random.h"
#include "math/segments.h"
#include "sampling/samples.h"

namespace omega {

namespace {

constexpr double kMinusInfinity = -std::numeric_limits<double>::infinity();
constexpr Index kRowTile = 256;

constexpr std::size_t kAhead = 8;  // so many keys ahead rows are prefetched, since they may lie anywhere

template <class T>
void prefetch(std::span<const T> row) {
  constexpr std::size_t kLine = 64 / sizeof(T);
  for (std::size_t i = 0; i < row.size(); i += kLine) __builtin_prefetch(row.data() + i);
}

}  // namespace

bool divides_by_own_sum(const Options& options) { return options.choice<Normalise>("normalise") == Normalise::self; }

OptionSpec normalise_option() {
  return OptionSpec::choice("normalise", {"self", "none"},
                            "Divide by the sum of the weights (self), or by the exact Z_n (none): quadratic, and the "
                            "estimate is unbiased with it.");
}

OptionSpec delta_option() {
  OptionSpec spec = OptionSpec::real("delta", 0.05, 0, 0.999999,
                                     "How often an error may exceed its bound, by the central limit theorem: of many "
                                     "samples. Of few, and where attention is sharp, it does far more often.")
                        .titled("risk δ")
                        .for_experts()
                        .from("δ");
  spec.minimum_excluded = true;
  return spec;
}

OptionSpec value_power_option(double value, const std::string& help) {
  return OptionSpec::real("value_power", value, 0, 100, help).from("a");
}

std::vector<OutputSpec> sampled_keys_outputs(const Problem& p, bool has_errors) {
  const Index n = p.sizes.N;
  std::vector<OutputSpec> specs = {output_y(p.sizes),
                                   output_attention(p.sizes),
                                   {"exact_mass", {n}, "Σ π_nm over the keys that are taken exactly.", false, true},
                                   {"ess", {n}, "Effective sample size of the other terms; 0 where there are none."},
                                   OutputSpec::count_of("nonpositive", "How many queries had no key at all.")};
  if (has_errors) {
    specs.push_back({"denominator_error",
                     {n},
                     "What the denominator may be off by, relative to it, at level δ: as far as error_bound holds."});
    specs.push_back({"error_bound",
                     {n},
                     "By the central limit theorem ‖ŷ_n − y_n‖ stays below it in 1 − δ of all draws, or more: about so "
                     "where samples are many. Of few, and where attention is sharp, it does in far fewer draws, since "
                     "samples that never met the key that matters agree."});
  }
  return specs;
}

Cost normaliser_cost(const Problem& p) { return divides_by_own_sum(p.options) ? Cost{} : exact_normaliser_cost(p); }

template <class T>
std::vector<double> log_value_weights(const Call<T>& call, double power) {
  std::vector<double> logs(static_cast<std::size_t>(call.sizes.M), 0.0);
  if (power == 0) return logs;
  for (Index first = 0; first < call.sizes.M; first += kRowTile) {
    const Matrix<double> values = call.exact_values({first, std::min(call.sizes.M, first + kRowTile)});
    squared_norms<double>(values, logs.data() + first);
  }
  for (double& x : logs) x = x > 0 ? 0.5 * power * std::log(x) : kMinusInfinity;
  return logs;
}

void make_alike_where_none(std::vector<double>& logs) {
  if (std::all_of(logs.begin(), logs.end(), [](double x) { return x == kMinusInfinity; }))
    std::fill(logs.begin(), logs.end(), 0.0);
}

KeyDistribution::KeyDistribution(std::vector<double> log_weights)
    : log_probability_(std::move(log_weights)), running_(log_probability_.size()) {
  const auto count = static_cast<Index>(running_.size());
  const double highest = largest(log_probability_.data(), count);
  is_empty_ = highest == kMinusInfinity;
  if (is_empty_) return;
  std::copy(log_probability_.begin(), log_probability_.end(), running_.begin());
  const double total = exp_shifted(running_.data(), count, highest), log_total = highest + std::log(total);
  double sum = 0;
  for (std::size_t m = 0; m < running_.size(); ++m) {
    if (running_[m] > 0) last_ = static_cast<Index>(m);
    running_[m] = sum += running_[m] / total;
    log_probability_[m] -= log_total;
  }
}

Index KeyDistribution::draw(double u) const {
  const auto found = std::upper_bound(running_.begin(), running_.end(), u);
  return found == running_.end() ? last_ : static_cast<Index>(found - running_.begin());
}

template <class T>
Matrix<double> ExactLogits<T>::of(Range queries) const {
  Matrix<double> logits(queries.size(), keys_.rows());
  multiply_nt<double>(call_.exact_queries(queries), keys_, logits);
  return logits;
}

/// One number a key: exact ones first.
template <class T>
struct SampledKeys<T>::Terms {
  std::vector<double> logits;  // a_nm, and of drawn keys − log p − log S
  double highest = kMinusInfinity, total = 0;
  std::vector<double> weights;  // e^{logit − highest}
  double factor = 1;            // what weights are multiplied by: 1/total, or e^{highest}/Z_n
};

template <class T>
SampledKeys<T>::SampledKeys(const Call<T>& call)
    : call_(call),
      self_normalised_(divides_by_own_sum(call.options)),
      causal_(call.options.is_causal()),
      quantile_(standard_quantile(1 - call.options.real("delta") / 2)),
      y_(call.output("y")),
      attention_(call.output("attention")),
      ess_(call.output_vector("ess")),
      mass_(call.output_vector("exact_mass")),
      bound_(call.output_vector("error_bound")),
      error_(call.output_vector("denominator_error")) {
  if (!mass_.empty()) logits_.emplace(call);
  if (!self_normalised_) log_z_ = omega::log_partition(call);
}

template <class T>
void SampledKeys<T>::write_without_keys(Index n) const {
  const Matrix<T> mean = segment_means(call_.v.middle_rows(0, visible(n)), segment_runs(visible(n), 1, std::nullopt));
  std::copy_n(mean.data(), y_.cols, y_.row(n));
  call_.count("nonpositive", 1);
}

template <class T>
typename SampledKeys<T>::Terms SampledKeys<T>::terms_of(Index n, const ChosenKeys& keys) const {
  const std::size_t exact = keys.exact.size(), count = keys.count();
  Matrix<T> points(static_cast<Index>(count), call_.sizes.D), dots(1, static_cast<Index>(count));
  for (std::size_t i = 0; i < count; ++i) {
    if (i % kKeysBetweenLooks == 0) call_.progress.check();
    if (i + kAhead < count) prefetch(call_.unscaled_k.row_span(keys[i + kAhead]));
    prefetch(call_.v.row_span(keys[i]));
    std::copy_n(call_.unscaled_k.row(keys[i]), points.cols(), points.row(static_cast<Index>(i)));
  }
  multiply_nt<T>(call_.unscaled_q.middle_rows(n, 1), points, dots);
  Terms terms;
  terms.logits.resize(count);
  terms.weights.resize(count);
  const double log_draws = keys.draws > 0 ? std::log(static_cast<double>(keys.draws)) : 0;
  for (std::size_t i = 0; i < count; ++i) {
    terms.logits[i] = call_.scale * static_cast<double>(dots(0, static_cast<Index>(i)));
    if (i >= exact) terms.logits[i] += keys.log_inverse[i - exact] - log_draws;
    terms.highest = std::max(terms.highest, terms.logits[i]);
  }
  for (std::size_t i = 0; i < count; ++i) terms.total += terms.weights[i] = std::exp(terms.logits[i] - terms.highest);
  terms.factor = self_normalised_ ? 1 / terms.total
                                  : std::exp(terms.highest - static_cast<double>(log_z_[static_cast<std::size_t>(n)]));
  return terms;
}

template <class T>
void SampledKeys<T>::write_y(Index n, const ChosenKeys& keys, const Terms& terms) const {
  constexpr auto kTogether = static_cast<std::size_t>(kMostTerms);
  Buffer<double> sums(static_cast<std::size_t>(y_.cols), 0.0);
  Buffer<T> some(sums.size());
  for (std::size_t first = 0; first < terms.weights.size(); first += kTogether) {
    call_.progress.check();
    std::fill(some.begin(), some.end(), T(0));
    for (std::size_t i = first; i < std::min(first + kTogether, terms.weights.size()); ++i) {
      const T weight = static_cast<T>(terms.weights[i] * terms.factor);
      const T* v = call_.v.row(keys[i]);
      for (Index d = 0; d < y_.cols; ++d) some.data()[d] += weight * v[d];
    }
    std::transform(sums.begin(), sums.end(), some.begin(), sums.begin(),
                   [](double sum, T more) { return sum + static_cast<double>(more); });
  }
  std::transform(sums.begin(), sums.end(), y_.row(n), [](double sum) { return static_cast<T>(sum); });
}

template <class T>
void SampledKeys<T>::write_map(Index n, const ChosenKeys& keys, const Terms& terms) const {
  const bool has_none = terms.weights.empty() && self_normalised_;
  Buffer<double> row(static_cast<std::size_t>(attention_.cols), 0.0);  // a key may be drawn a million times
  if (has_none) std::fill_n(row.begin(), visible(n), 1.0 / static_cast<double>(visible(n)));
  for (std::size_t i = 0; i < terms.weights.size(); ++i)
    row[static_cast<std::size_t>(keys[i])] += terms.weights[i] * terms.factor;
  std::transform(row.begin(), row.end(), attention_.row(n), [](double weight) { return static_cast<T>(weight); });
}

/// By the central limit theorem, from the spread of x_s = e^{a}/p over the draws; one inside T_n has x_s = 0.
template <class T>
void SampledKeys<T>::write_errors(Index n, const ChosenKeys& keys, const Terms& terms) const {
  const auto at = static_cast<std::size_t>(n);
  if (keys.draws < 2) {
    if (!error_.empty()) error_[at] = 0;
    if (!bound_.empty()) bound_[at] = 0;
    return;
  }
  const std::size_t exact = keys.exact.size();
  const auto S = static_cast<double>(keys.draws), zeros = S - static_cast<double>(keys.drawn.size());
  const auto variance = [&](const auto& of) {
    double mean = 0, squares = 0;
    for (std::size_t s = 0; s < keys.drawn.size(); ++s) mean += of(s) / S;
    for (std::size_t s = 0; s < keys.drawn.size(); ++s) squares += (of(s) - mean) * (of(s) - mean);
    return (squares + zeros * mean * mean) / (S - 1);
  };
  const auto x = [&](std::size_t s) { return S * terms.weights[exact + s]; };
  if (!error_.empty()) error_[at] = static_cast<T>(quantile_ * std::sqrt(variance(x) / S) / terms.total);
  if (bound_.empty()) return;
  double sum = 0;
  for (Index d = 0; d < y_.cols; ++d) {
    call_.progress.check();
    const double centre = self_normalised_ ? static_cast<double>(y_(n, d)) : 0;
    sum += variance([&](std::size_t s) { return x(s) * (static_cast<double>(call_.v(keys.drawn[s], d)) - centre); });
  }
  bound_[at] = static_cast<T>(quantile_ * std::sqrt(sum / S) * terms.factor);
}

template <class T>
void SampledKeys<T>::write_masses(Index n, const ChosenKeys& keys, const Terms& terms) const {
  const auto at = static_cast<std::size_t>(n);
  if (!ess_.empty()) {  // terms that vanish beside the exact keys do not count
    double sum = 0, squares = 0;
    for (std::size_t i = keys.exact.size(); i < terms.weights.size(); ++i) {
      sum += terms.weights[i];
      squares += terms.weights[i] * terms.weights[i];
    }
    ess_[at] = static_cast<T>(squares > 0 ? sum * sum / squares : 0);
  }
  if (mass_.empty()) return;
  Matrix<double> pi = logits_->of({n, n + 1});
  const double total = exp_shifted(pi.data(), visible(n), largest(pi.data(), visible(n)));
  double mass = 0;
  for (const Index m : keys.exact) mass += pi(0, m) / total;
  mass_[at] = static_cast<T>(mass);
}

template <class T>
void SampledKeys<T>::write(Index n, const ChosenKeys& keys) const {
  const Terms terms = terms_of(n, keys);
  if (terms.weights.empty() && self_normalised_)
    write_without_keys(n);
  else
    write_y(n, keys, terms);
  write_others(n, keys, terms);
}

template <class T>
void SampledKeys<T>::write_all_but_y(Index n, const ChosenKeys& keys) const {
  write_others(n, keys, terms_of(n, keys));
}

template <class T>
void SampledKeys<T>::write_others(Index n, const ChosenKeys& keys, const Terms& terms) const {
  if (attention_) write_map(n, keys, terms);
  write_masses(n, keys, terms);
  write_errors(n, keys, terms);
}

#define OMEGA_INSTANTIATE(T)                                                 \
  template std::vector<double> log_value_weights<T>(const Call<T>&, double); \
  template class ExactLogits<T>;                                             \
  template class SampledKeys<T>;
OMEGA_INSTANTIATE(float)
OMEGA_INSTANTIATE(double)
#undef OMEGA_INSTANTIATE

}  // namespace omega

#include "estimators/eva_view.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "math/log_sums.h"

namespace omega {

namespace {

constexpr double kNever = -std::numeric_limits<double>::infinity();

using Keys = std::vector<Index>;
using Partition = std::vector<Keys>;

Index halvings(Index count) {
  return static_cast<Index>(std::bit_width(static_cast<std::uint64_t>(std::max<Index>(1, count) - 1)));
}

/// How many partitions nest, for any query.
Index level_count(Index groups, Index keys) { return halvings(groups) + 1 + halvings(keys); }

Partition joined(const Partition& from) {
  Partition pairs;
  for (std::size_t c = 0; c < from.size(); ++c) {
    if (c % 2 == 0) pairs.emplace_back();
    pairs.back().insert(pairs.back().end(), from[c].begin(), from[c].end());
  }
  return pairs;
}

Partition halved(const Partition& from) {
  Partition halves;
  for (const Keys& keys : from) {
    const auto middle = keys.begin() + static_cast<std::ptrdiff_t>(keys.size() + 1) / 2;
    halves.emplace_back(keys.begin(), middle);
    if (middle != keys.end()) halves.emplace_back(middle, keys.end());
  }
  return halves;
}

double dot(const double* a, const double* b, Index count) {
  double sum = 0;
  for (Index d = 0; d < count; ++d) sum += a[d] * b[d];
  return sum;
}

/// Everything in double and from the input as it was stored, but for what the estimate itself used.
template <class T>
class QueryView {
 public:
  QueryView(const Call<T>& call, const EvaQuery<T>& at)
      : call_(call),
        at_(at),
        q_(call.exact_queries({at.query, at.query + 1})),
        k_(call.exact_keys({0, call.sizes.M})),
        v_(call.exact_values({0, call.sizes.M})) {
    logits_.assign(static_cast<std::size_t>(k_.rows()), kNever);
    for (Index m = 0; m < k_.rows(); ++m)
      if (!at.causal || m <= at.query) logits_[static_cast<std::size_t>(m)] = dot(q_.data(), k_.row(m), q_.cols());
    log_z_ = log_sum(logits_);
    for (Index c = 0; c < at.visible; ++c) {
      Keys keys;
      for (const Range run : at.table->groups[static_cast<std::size_t>(c)].keys)
        for (Index m = run.begin; m < run.end; ++m) keys.push_back(m);
      groups_.push_back(std::move(keys));
    }
  }

  double pi(Index m) const { return std::exp(logits_[static_cast<std::size_t>(m)] - log_z_); }
  const Partition& groups() const { return groups_; }
  const Matrix<double>& values() const { return v_; }
  bool sees(Index m) const { return logits_[static_cast<std::size_t>(m)] != kNever; }

  double mass(const Keys& keys) const {
    double sum = 0;
    for (const Index m : keys) sum += pi(m);
    return sum;
  }

  /// β*_c: by a softmax of its own, since Σ π may be too small for a ratio.
  std::vector<double> best(const Keys& keys) const {
    std::vector<double> logs, mean(static_cast<std::size_t>(v_.cols()), 0.0);
    for (const Index m : keys) logs.push_back(logits_[static_cast<std::size_t>(m)]);
    const double total = log_sum(logs);
    for (std::size_t i = 0; i < keys.size(); ++i)
      for (Index d = 0; d < v_.cols(); ++d)
        mean[static_cast<std::size_t>(d)] += std::exp(logs[i] - total) * v_(keys[i], d);
    return mean;
  }

  /// β̂_c as the estimate has it.
  std::vector<double> coefficient(Index c) const {
    const GroupEstimates<T>& table = *at_.table;
    const Index samples = table.samples();
    Matrix<T> weights(1, samples, T(1));
    if (table.shared) sample_weights<T>(table, query(), c, weights.view());
    std::vector<double> mean(static_cast<std::size_t>(v_.cols()), 0.0);
    for (Index s = 0; s < samples; ++s)
      for (Index d = 0; d < v_.cols(); ++d)
        mean[static_cast<std::size_t>(d)] +=
            static_cast<double>(weights(0, s)) * static_cast<double>(table.values(c * samples + s, d));
    return mean;
  }

  double spread(const Keys& keys, const std::vector<double>& beta) const {
    double sum = 0;
    for (const Index m : keys)
      for (Index d = 0; d < v_.cols(); ++d)
        sum += pi(m) * (beta[static_cast<std::size_t>(d)] - v_(m, d)) * (beta[static_cast<std::size_t>(d)] - v_(m, d));
    return sum;
  }

  double spread(const Partition& groups) const {
    double sum = 0;
    for (const Keys& keys : groups) sum += spread(keys, best(keys));
    return sum;
  }

  /// h_m of a key of group c.
  double control(Index c, Index m) const {
    const View<const T> omega = at_.table->omega_of(c);
    double sum = 0;
    for (Index s = 0; s < omega.rows; ++s) {
      double log_h = -log_z_ - 0.5 * (dot(q_.data(), q_.data(), q_.cols()) + dot(k_.row(m), k_.row(m), k_.cols()));
      for (Index d = 0; d < omega.cols; ++d) {
        const auto w = static_cast<double>(omega(s, d));
        log_h += w * (q_(0, d) + k_(m, d));
        if (!at_.table->shared) log_h -= 0.5 * w * w;  // N(ω; 0, I) over ...
      }
      // ... N(ω; μ, I), whose exponent is that of the noise.
      if (at_.eps) log_h += 0.5 * squared_noise(c);
      sum += std::exp(log_h);
    }
    return sum / static_cast<double>(omega.rows);
  }

  /// G_nc over the denominator.
  std::vector<double> weights() const {
    std::vector<double> logs;
    Matrix<T> of_groups(1, std::max<Index>(1, at_.visible));
    if (at_.visible > 0)
      log_group_weights<T>(*at_.table, at_.weight, query(), call_, {0, at_.visible}, of_groups.view());
    for (Index c = 0; c < at_.visible; ++c) logs.push_back(static_cast<double>(of_groups(0, c)));
    std::vector<double> all = logs;
    for (const Index m : at_.window.keys) all.push_back(logits_[static_cast<std::size_t>(m)]);
    const double total = log_sum(all);
    for (double& weight : logs) weight = std::exp(weight - total);
    return logs;
  }

 private:
  View<const T> query() const { return call_.q().middle_rows(at_.query, 1); }
  double squared_noise(Index c) const {
    double sum = 0;
    for (Index d = 0; d < at_.eps.cols; ++d)
      sum += static_cast<double>(at_.eps(c, d)) * static_cast<double>(at_.eps(c, d));
    return sum;
  }

  const Call<T>& call_;
  const EvaQuery<T>& at_;
  const Matrix<double> q_, k_, v_;
  std::vector<double> logits_;  // a_nm; −∞ where the query does not look
  double log_z_ = 0;
  Partition groups_;
};

template <class T>
class ViewWriter {
 public:
  ViewWriter(const Call<T>& call, Index row, const EvaQuery<T>& at) : call_(call), row_(row), at_(at), of_(call, at) {}

  void write() {
    write_keys();
    write_groups();
    write_levels();
  }

 private:
  /// Row `row_` of an output, or null.
  T* row(const char* name, Index rows_each = 1) const {
    const View<T> out = call_.output(name);
    return out ? out.row(row_ * rows_each) : nullptr;
  }

  void write_keys() {
    const Index keys = call_.sizes.M, dims = call_.sizes.Dv;
    T *pi = row("pi_at"), *window = row("window_at"), *group = row("group_at"), *h = row("h_at"),
      *g = row("g_at", keys);
    for (Index m = 0; m < keys; ++m) {
      if (pi) pi[m] = static_cast<T>(of_.pi(m));
      if (window) window[m] = 0;
      if (group) group[m] = -1;
      if (h) h[m] = 0;
    }
    if (g) std::fill_n(g, keys * dims, T(0));
    for (const Index m : at_.window.keys)
      if (window && of_.sees(m)) window[m] = 1;
    for (Index c = 0; c < std::ssize(of_.groups()); ++c)
      for (const Index m : of_.groups()[static_cast<std::size_t>(c)]) {
        if (group) group[m] = static_cast<T>(c);
        if (!h && !g) continue;
        const double control = of_.control(c, m);
        if (h) h[m] = static_cast<T>(control);
        for (Index d = 0; g && d < dims; ++d) g[m * dims + d] = static_cast<T>(control * of_.values()(m, d));
      }
  }

  void write_groups() {
    const Index dims = call_.sizes.Dv;
    T *of_hat = row("beta_hat_at", at_.most), *of_star = row("beta_star_at", at_.most),
      *weight = row("group_weights_at"), *mass = row("group_mass_at");
    for (T* table : {of_hat, of_star})
      if (table) std::fill_n(table, at_.most * dims, T(0));
    for (T* list : {weight, mass})
      if (list) std::fill_n(list, at_.most, T(0));
    const std::vector<double> weights = weight ? of_.weights() : std::vector<double>();
    double total = 0;
    for (Index c = 0; c < std::ssize(of_.groups()); ++c) {
      const Keys& keys = of_.groups()[static_cast<std::size_t>(c)];
      const std::vector<double> coefficient = of_.coefficient(c), best = of_.best(keys);
      for (Index d = 0; d < dims; ++d) {
        if (of_hat) of_hat[c * dims + d] = static_cast<T>(coefficient[static_cast<std::size_t>(d)]);
        if (of_star) of_star[c * dims + d] = static_cast<T>(best[static_cast<std::size_t>(d)]);
      }
      if (weight) weight[c] = static_cast<T>(weights[static_cast<std::size_t>(c)]);
      if (mass) mass[c] = static_cast<T>(of_.mass(keys));
      total += of_.spread(keys, coefficient);
    }
    const std::span<T> spread = call_.output_vector("J_hat_at");
    if (!spread.empty()) spread[static_cast<std::size_t>(row_)] = static_cast<T>(total);
  }

  void write_levels() {
    T *counts = row("nested_groups_at"), *spreads = row("nested_J_at");
    if (!counts && !spreads) return;
    const Index finer = halvings(call_.sizes.M), own = halvings(at_.most);
    const auto put = [&](Index level, const Partition& partition) {
      if (counts) counts[level] = static_cast<T>(partition.size());
      if (spreads) spreads[level] = static_cast<T>(of_.spread(partition));
    };
    Partition partition = of_.groups();
    for (Index level = own; level >= 0; --level) {
      put(level, partition);
      partition = joined(partition);
    }
    partition = of_.groups();
    for (Index level = own + 1; level <= own + finer; ++level) put(level, partition = halved(partition));
  }

  const Call<T>& call_;
  const Index row_;
  const EvaQuery<T>& at_;
  const QueryView<T> of_;
};

}  // namespace

ArraySpec query_at_array() {
  return {"query_at", Source::parameter, {-1}, 0, "Queries, counted from 0, whose control variates are wanted."};
}

std::vector<OutputSpec> eva_view_outputs(const Problem& p, Index groups) {
  const Index queries = p.given_shape("query_at", 1)[0], M = p.sizes.M, Dv = p.sizes.Dv,
              levels = level_count(groups, M);
  const auto quadratic = OutputSpec::quadratic_of;
  return {quadratic("pi_at", {queries, M}, "π_nm, what softmax gives each key."),
          quadratic("window_at", {queries, M}, "1 for the keys of E^n, else 0."),
          quadratic("group_at", {queries, M}, "The group that a key is in for the query; −1: none."),
          quadratic("h_at", {queries, M}, "h_m, the control variate of each key of a group; its expectation is π_nm."),
          quadratic("g_at", {queries, M, Dv}, "g_m = h_m v_m."),
          quadratic("beta_hat_at", {queries, groups, Dv}, "β̂_c of the groups there are."),
          quadratic("beta_star_at", {queries, groups, Dv}, "β*_c, the best coefficient of each group for the query."),
          quadratic("group_weights_at", {queries, groups}, "G_nc over the denominator."),
          quadratic("group_mass_at", {queries, groups}, "Σ_{m∈P_c} π_nm, what softmax gives the group."),
          quadratic("J_hat_at", {queries}, "J at the coefficients β̂_c."),
          quadratic("nested_groups_at", {queries, levels},
                    "How many groups partitions have that nest, from one to single keys."),
          quadratic("nested_J_at", {queries, levels}, "J of those partitions at their best coefficients.")};
}

template <class T>
void write_eva_view(const Call<T>& call, Index row, const EvaQuery<T>& at) {
  ViewWriter<T>(call, row, at).write();
}

template void write_eva_view<float>(const Call<float>&, Index, const EvaQuery<float>&);
template void write_eva_view<double>(const Call<double>&, Index, const EvaQuery<double>&);

}  // namespace omega

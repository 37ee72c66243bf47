// What key_sampling and hyper share: attention by a few keys, some of them taken as they are, the others drawn, each
// standing for the keys that were not (specification, section 12.5).
//
//   y_n = [Σ_{m∈T_n} e^{a_nm} v_m + Σ_{m∉T_n} c_nm e^{a_nm} v_m] / Z_n,  E c_nm = 1
//   Z_n is the same without v (normalise=self), or the exact one (none)
#pragma once

#include <optional>
#include <vector>

#include "core/call.h"
#include "core/choices.h"

namespace omega {

OptionSpec normalise_option();
bool divides_by_own_sum(const Options& options);  // normalise=self
OptionSpec delta_option();
OptionSpec value_power_option(double value, const std::string& help);
/// After so many keys of one query its work looks whether it is to stop: a query may have a million.
constexpr Index kKeysBetweenLooks = 4096;
/// y, attention, exact_mass, ess, nonpositive and, of draws with replacement, the two errors.
std::vector<OutputSpec> sampled_keys_outputs(const Problem& problem, bool has_errors);
/// What the exact Z_n of every query costs in addition, where it is the divisor.
Cost normaliser_cost(const Problem& problem);

/// power·log‖v_m‖ for all keys, in double; 0 for all where power is 0.
template <class T>
std::vector<double> log_value_weights(const Call<T>& call, double power);
/// Where no value has a length, all are alike.
void make_alike_where_none(std::vector<double>& log_value_weights);

/// A distribution over keys, from unnormalised logarithms: what is drawn from it, and with which probability.
class KeyDistribution {
 public:
  explicit KeyDistribution(std::vector<double> log_weights);
  /// Whether no key has any probability.
  bool is_empty() const { return is_empty_; }
  double log_probability(Index key) const { return log_probability_[static_cast<std::size_t>(key)]; }
  /// The smallest m with p_1 + … + p_m > u; the last m with p_m > 0 where rounding leaves none.
  Index draw(double u) const;

 private:
  std::vector<double> log_probability_, running_;
  Index last_ = 0;
  bool is_empty_ = false;
};

/// The keys of one query.
struct ChosenKeys {
  std::vector<Index> exact;         // T_n
  std::vector<Index> drawn;         // one a draw that fell outside T_n, or the keys that lsh took
  std::vector<double> log_inverse;  // −log p or −log u of each of them
  Index draws = 0;                  // S; 0: not drawn with replacement, or nothing to draw from

  std::size_t count() const { return exact.size() + drawn.size(); }
  /// Exact ones first.
  Index operator[](std::size_t i) const { return i < exact.size() ? exact[i] : drawn[i - exact.size()]; }
};

/// Logits of a few queries against all keys, in double: for choices, and for π.
template <class T>
class ExactLogits {
 public:
  explicit ExactLogits(const Call<T>& call) : call_(call), keys_(call.exact_keys({0, call.sizes.M})) {}
  Matrix<double> of(Range queries) const;

 private:
  const Call<T>& call_;
  Matrix<double> keys_;
};

/// Writes the outputs of a query from the keys chosen for it.
template <class T>
class SampledKeys {
 public:
  explicit SampledKeys(const Call<T>& call);
  void write(Index query, const ChosenKeys& keys) const;
  /// Writes the other outputs of a query whose y is there already.
  void write_all_but_y(Index query, const ChosenKeys& keys) const;
  bool is_self_normalised() const { return self_normalised_; }
  /// How many keys a query sees, from the first on: all, or those up to itself.
  Index visible(Index query) const { return causal_ ? query + 1 : call_.sizes.M; }
  /// log Z_n; empty where nothing needs it.
  const Buffer<T>& log_partition() const { return log_z_; }
  /// Whether anything but y is wanted.
  bool wants_more() const {
    return attention_ || !ess_.empty() || !mass_.empty() || !bound_.empty() || !error_.empty();
  }

 private:
  struct Terms;
  Terms terms_of(Index query, const ChosenKeys& keys) const;
  void write_y(Index query, const ChosenKeys& keys, const Terms& terms) const;
  /// The mean of all values is what a query without keys gets.
  void write_without_keys(Index query) const;
  void write_map(Index query, const ChosenKeys& keys, const Terms& terms) const;
  void write_others(Index query, const ChosenKeys& keys, const Terms& terms) const;
  void write_masses(Index query, const ChosenKeys& keys, const Terms& terms) const;
  void write_errors(Index query, const ChosenKeys& keys, const Terms& terms) const;

  const Call<T>& call_;
  bool self_normalised_, causal_;
  double quantile_;  // Φ⁻¹(1 − δ/2)
  Buffer<T> log_z_;
  View<T> y_, attention_;
  std::span<T> ess_, mass_, bound_, error_;
  std::optional<ExactLogits<T>> logits_;  // for exact_mass
};

}  // namespace omega

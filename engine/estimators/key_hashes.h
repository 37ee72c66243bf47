// Which keys lie on the same side of random planes as a query: codes of signs, and the chance of a shared one
// (specification, sections 12.5 and 12.6). All of it in double, from what was stored.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "core/call.h"

namespace omega {

/// Codes of rows in `tables` tables of K planes, bit i = [eps_i·x ≥ 0], the first plane's the highest: rows × tables.
Matrix<std::uint64_t> sign_codes(Index count, View<const double> planes, Index tables,
                                 const std::function<Matrix<double>(Range)>& rows_of, const Progress& progress);

/// θ/π of unit vectors; ½ where one is 0.
double unit_angle_share(const double* a, const double* b, Index dims);
/// Each row over its length, however short or long; 0 stays.
template <class T>
void make_unit(View<T> rows);

/// The keys of each table in the order of their codes.
class HashTables {
 public:
  HashTables(const Matrix<std::uint64_t>& codes, const Progress& progress);
  /// Adds 1 to the hits of every key that shares a code of the query in a table, and lists the keys met for the first
  /// time.
  void count_hits(const std::uint64_t* query, std::vector<std::uint16_t>& hits, std::vector<Index>& met) const;

 private:
  Matrix<std::uint64_t> codes_;  // tables × keys, in order
  Matrix<Index> keys_;
};

/// How likely it is that a key is met in at least `least` of `tables` tables, each meeting it with probability p.
class HitChance {
 public:
  HitChance(Index tables, Index least);
  double operator()(double p) const;

 private:
  double tables_, least_, log_choose_, log_choose_fewer_;  // log binom(L, t) and log binom(L, t − 1)
};

}  // namespace omega

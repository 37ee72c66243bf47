// What definitions of synthetic sequences share: their usual options, and the small vector arithmetic of tokens.
#pragma once

#include <cmath>
#include <functional>
#include <vector>

#include "cpu/parallel.h"
#include "math/dot.h"
#include "synthetic/synthetic.h"

namespace omega::synthetic {

using Vector = std::vector<double>;

inline OptionSpec tokens(std::int64_t count) {
  return OptionSpec::integer("n", count, 1, 1 << 24, "How many tokens: queries and as many keys and values.")
      .titled("tokens");
}
inline OptionSpec dimensions(std::int64_t count, std::int64_t least = 1) {
  return OptionSpec::integer("dim", count, least, 1 << 16, "How many dimensions queries, keys and values have.")
      .titled("dimensions");
}
inline OptionSpec heads() {
  return OptionSpec::integer("heads", 1, 1, 1 << 12, "How many heads, each with noise of its own.");
}
inline OptionSpec order() {
  return OptionSpec::choice("order", {"blocks", "turns"}, "Groups one after another, or taking turns token by token.");
}
inline OptionSpec spread(double value, const std::string& of) {
  return OptionSpec::real("spread", value, 0, 1e3, "Standard deviation of " + of + ".");
}

/// The group, out of `groups`, that token n of N belongs to. In turns, a longer sequence only appends;
/// in blocks, the borders move.
inline Index group_of(const Options& options, Index n, Index tokens, Index groups) {
  return options.word("order") == "turns" ? n % groups : n * groups / tokens;
}

/// a·x + b·y.
inline Vector combine(double a, const Vector& x, double b, const Vector& y) {
  Vector sum(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) sum[i] = a * x[i] + b * y[i];
  return sum;
}

inline Vector scaled(double factor, Vector x) {
  for (double& value : x) value *= factor;
  return x;
}

/// x with length 1; a vector of zeros becomes the first axis.
inline Vector direction(Vector x) {
  const double length = std::sqrt(dot(x, x));
  if (length > 0) return scaled(1 / length, std::move(x));
  x.front() = 1;
  return x;
}

inline void put(const View<float>& rows, Index n, const Vector& x) {
  for (Index i = 0; i < rows.cols; ++i) rows(n, i) = static_cast<float>(x[static_cast<std::size_t>(i)]);
}

struct Token {
  Vector q, k, v;
};

/// token(n) for every n, on all threads; tokens do not depend on each other.
inline void fill_tokens(const SyntheticHead& head, const std::function<Token(Index)>& token) {
  constexpr Index kTile = 256;
  parallel_tiles_told(head.q.rows, kTile, head.progress, [&](Range range) {
    for (Index n = range.begin; n < range.end; ++n) {
      const auto [q, k, v] = token(n);
      put(head.q, n, q);
      put(head.k, n, k);
      put(head.v, n, v);
    }
  });
}

/// The normals of a token.
inline Vector noise_q(const SyntheticHead& head, Index n) { return head.normals(SyntheticHead::query, n, head.q.cols); }
inline Vector noise_k(const SyntheticHead& head, Index n) { return head.normals(SyntheticHead::key, n, head.k.cols); }
inline Vector noise_v(const SyntheticHead& head, Index n) { return head.normals(SyntheticHead::value, n, head.v.cols); }

/// D^(1/4): the default scale τ = 1/√D turns vectors that are so much longer into ones of length 1.
inline double unscaled(Index dim) { return std::sqrt(std::sqrt(static_cast<double>(dim))); }

// The presets.
Synthetic three_clusters();
Synthetic two_camps();
Synthetic spiral();
Synthetic gaussian();
Synthetic clusters();
Synthetic smooth();
Synthetic needle();
Synthetic periodic();
Synthetic duplicates();
Synthetic large_norms();
Synthetic minilm();

}  // namespace omega::synthetic

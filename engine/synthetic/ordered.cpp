// Sequences whose order matters: neighbours alike, tokens that come back, copies, and one key that matters.
#include <algorithm>
#include <numbers>

#include "synthetic/parts.h"

namespace omega::synthetic {

namespace {

constexpr Index kWaves = 48;

/// A random field over the plane with unit variance and correlation exp(−‖Δ‖²/2) at distance Δ, from kWaves plane
/// waves: x_d(p) = Σ_j (a_dj cos(w_j·p) + b_dj sin(w_j·p))/√kWaves with normal w_j, a_dj, b_dj. Growing the plane
/// appends.
class Field {
 public:
  Field(const SyntheticHead& head, SyntheticHead::Stream stream, Index dim) {
    for (Index j = 0; j < kWaves; ++j) waves_.push_back(head.normals(SyntheticHead::wave, stream * kWaves + j, 2));
    for (Index d = 0; d < dim; ++d) amplitudes_.push_back(head.normals(stream, d, 2 * kWaves));
  }
  Vector at(double x, double y) const {
    Vector basis;
    for (const Vector& wave : waves_) {
      const double phase = wave[0] * x + wave[1] * y;
      basis.push_back(std::cos(phase));
      basis.push_back(std::sin(phase));
    }
    Vector value;
    for (const Vector& amplitude : amplitudes_)
      value.push_back(dot(amplitude, basis) / std::sqrt(static_cast<double>(kWaves)));
    return value;
  }

 private:
  std::vector<Vector> waves_, amplitudes_;
};

/// x without its part along the unit vector u.
Vector without(const Vector& u, const Vector& x) { return combine(1, x, -dot(u, x), u); }

/// Harmonic i = 1, 2 .. has weight 1/i and a pair of coordinates; an odd last coordinate is the next cosine.
Vector harmonics(double phase, Index dim) {
  Vector x;
  for (Index d = 0; d < dim; ++d) {
    const double i = static_cast<double>(d / 2 + 1);
    x.push_back((d % 2 == 0 ? std::cos(i * phase) : std::sin(i * phase)) / i);
  }
  return x;
}

}  // namespace

Synthetic smooth() {
  Synthetic preset;
  preset.name = "smooth";
  preset.summary =
      "Slowly varying tokens, as in an image: neighbours are alike, so landmarks stand for what is around them.";
  preset.definition =
      "k, v: random fields of unit variance, correlation exp(−‖Δ‖²/(2·length²)) at a distance of Δ cells\nq = match·k "
      "+ √(1 − match²)·field";
  preset.options = {
      tokens(196),
      dimensions(16),
      heads(),
      OptionSpec::integer("width", 14, 1, 1 << 24,
                          "Tokens are the cells of an image of this width, row by row; 1 is a plain sequence.")
          .titled("width of the image"),
      OptionSpec::real("length", 4, 1e-3, 1e9, "Over how many cells tokens stay alike.").titled("length of likeness"),
      OptionSpec::real("match", 0.5, 0, 1, "How far queries follow the keys of their own place.")
          .titled("match of queries")};
  preset.fill = [](const SyntheticHead& head) {
    const Field queries(head, SyntheticHead::query, head.q.cols), keys(head, SyntheticHead::key, head.k.cols),
        values(head, SyntheticHead::value, head.v.cols);
    const double match = head.options.real("match"), length = head.options.real("length");
    const Index width = head.options.integer("width");
    fill_tokens(head, [&](Index n) -> Token {
      const double x = static_cast<double>(n % width) / length, y = static_cast<double>(n / width) / length;
      const Vector key = keys.at(x, y);
      return {combine(match, key, std::sqrt(1 - match * match), queries.at(x, y)), key, values.at(x, y)};
    });
  };
  preset.grid = [](const Options& options) {
    const std::int64_t n = options.integer("n"), width = options.integer("width");
    return width > 1 && n % width == 0 ? std::optional<Grid>(Grid{n / width, width}) : std::nullopt;
  };
  return preset;
}

Synthetic needle() {
  Synthetic preset;
  preset.name = "needle";
  preset.summary = "One key matters to one query (the last): whoever averages it away misses the answer.";
  preset.definition =
      "q_last = k_p = √a·D^(1/4)·u,  a = log(mass/(1 − mass)·(N − 1)),  p = ⌊position·(N − 1)⌋\nall other q, k = ε "
      "without its part along u\nv_p = 1, all other v = 0.3·ε";
  preset.options = {
      tokens(256), dimensions(16, 2), heads(),
      OptionSpec::real("mass", 0.95, 0.5, 0.999999, "The attention of the last query to the key.")
          .titled("attention to the key"),
      OptionSpec::real("position", 0.3, 0, 1, "Where the key stands, from the first token (0) to the last (1).")
          .titled("place of the key")};
  // Everything but the one query and the one key is orthogonal to u, so that the mass of the needle is exactly the
  // option.
  preset.fill = [](const SyntheticHead& head) {
    const Index tokens = head.q.rows, dim = head.q.cols, asking = tokens - 1;
    const auto position = static_cast<Index>(head.options.real("position") * static_cast<double>(tokens - 1));
    const double mass = head.options.real("mass");
    const Vector u = direction(head.normals(SyntheticHead::centre, 0, dim));
    const double logit = std::log(mass / (1 - mass) * static_cast<double>(std::max<Index>(tokens - 1, 1)));
    const double length = std::sqrt(std::max(logit, 0.0)) * unscaled(dim);
    fill_tokens(head, [&](Index n) -> Token {
      return {n == asking ? scaled(length, u) : without(u, noise_q(head, n)),
              n == position ? scaled(length, u) : without(u, noise_k(head, n)),
              n == position ? Vector(static_cast<std::size_t>(dim), 1.0) : scaled(0.3, noise_v(head, n))};
    });
  };
  return preset;
}

Synthetic periodic() {
  Synthetic preset;
  preset.name = "periodic";
  preset.summary = "Tokens that come back every period: attention in stripes, which windows cannot see.";
  preset.definition =
      "h(φ) = (cos φ, sin φ, ½cos 2φ, ½sin 2φ, ...),  φ_n = 2πn/period\nq, k = a·h(φ) + spread·ε, a such that tokens a "
      "period apart have the logit `strength`\nv = h(φ) + spread·ε";
  preset.options = {
      tokens(256),
      dimensions(16),
      heads(),
      OptionSpec::integer("period", 16, 1, 1 << 24, "After how many tokens they come back."),
      OptionSpec::real("strength", 4, 0, 1e3, "The logit between tokens a whole number of periods apart."),
      spread(0.1, "tokens around their place in the period")};
  preset.fill = [](const SyntheticHead& head) {
    const Index dim = head.q.cols, period = head.options.integer("period");
    const double spread = head.options.real("spread");
    const Vector start = harmonics(0, dim);
    const double amplitude = std::sqrt(head.options.real("strength") / dot(start, start)) * unscaled(dim);
    fill_tokens(head, [&](Index n) -> Token {
      const Vector wave =
          harmonics(2 * std::numbers::pi * static_cast<double>(n % period) / static_cast<double>(period), dim);
      return {combine(amplitude, wave, spread, noise_q(head, n)), combine(amplitude, wave, spread, noise_k(head, n)),
              combine(1, wave, spread, noise_v(head, n))};
    });
  };
  return preset;
}

Synthetic duplicates() {
  Synthetic preset;
  preset.name = "duplicates";
  preset.summary = "The same few queries and keys over and over: copies must share their weight equally.";
  preset.definition = "q_n = ε_(n mod distinct),  k_n = ε'_(n mod distinct)\nv_n = ε''_n, each its own";
  preset.options = {tokens(256), dimensions(16), heads(),
                    OptionSpec::integer("distinct", 8, 1, 1 << 24, "How many different tokens there are.")
                        .titled("different tokens")};
  preset.fill = [](const SyntheticHead& head) {
    const Index distinct = head.options.integer("distinct");
    fill_tokens(head, [&](Index n) -> Token {
      return {noise_q(head, n % distinct), noise_k(head, n % distinct), noise_v(head, n)};
    });
  };
  return preset;
}

}  // namespace omega::synthetic

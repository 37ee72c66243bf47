// The sequences of the lessons: two dimensions, so that ω-space is the picture itself.
#include <numbers>

#include "synthetic/parts.h"

namespace omega::synthetic {

namespace {

Vector unit(double angle) { return {std::cos(angle), std::sin(angle)}; }

}  // namespace

Synthetic three_clusters() {
  Synthetic preset;
  preset.name = "three_clusters";
  preset.summary = "Three groups on a circle: where the proposals of LARA stand well and N(0, I) does not.";
  preset.definition =
      "c_j = radius·(cos θ_j, sin θ_j),  θ = 90°, 210°, 330°\nk = c + spread·ε,  q = 0.8·c + spread·ε\nv = c/radius + "
      "0.05·ε";
  preset.options = {tokens(48), heads(),
                    OptionSpec::real("radius", 1.5, 0, 1e3, "How far the groups stand from the origin."),
                    spread(0.35, "queries and keys within their group"), order()};
  preset.dim = preset.value_dim = 2;
  preset.fill = [](const SyntheticHead& head) {
    const double radius = head.options.real("radius"), spread = head.options.real("spread");
    fill_tokens(head, [&](Index n) -> Token {
      const auto group = static_cast<double>(group_of(head.options, n, head.q.rows, 3));
      const Vector where = unit(std::numbers::pi / 2 + group * 2 * std::numbers::pi / 3);
      return {combine(0.8 * radius, where, spread, noise_q(head, n)), combine(radius, where, spread, noise_k(head, n)),
              combine(1, where, 0.05, noise_v(head, n))};
    });
  };
  return preset;
}

Synthetic two_camps() {
  Synthetic preset;
  preset.name = "two_camps";
  preset.summary = "Keys in two far camps: samples near one look healthy (high ESS) and are wrong.";
  preset.definition = "k = (±distance, 0) + spread·ε\nq = (0.35, 1) + 0.1·ε\nv = ±1";
  preset.options = {tokens(48), heads(),
                    OptionSpec::real("distance", 3, 0, 1e3, "How far each camp stands from the origin."),
                    spread(0.3, "keys within their camp"), order()};
  preset.dim = 2;
  preset.value_dim = 1;
  preset.fill = [](const SyntheticHead& head) {
    const double distance = head.options.real("distance"), spread = head.options.real("spread");
    fill_tokens(head, [&](Index n) -> Token {
      const double side = group_of(head.options, n, head.q.rows, 2) == 0 ? 1 : -1;
      return {combine(1, {0.35, 1}, 0.1, noise_q(head, n)),
              combine(1, {side * distance, 0}, spread, noise_k(head, n)),
              {side}};
    });
  };
  return preset;
}

Synthetic spiral() {
  Synthetic preset;
  preset.name = "spiral";
  preset.summary =
      "A circle walked around, by default twice: attention is local in the sequence and returns one turn later; made "
      "for EVA's windows.";
  preset.definition = "θ_n = 2π·turns·n/N\nq, k = radius·(cos θ, sin θ) + spread·ε\nv = (sign sin 4θ, cos θ)";
  preset.options = {tokens(64), heads(), OptionSpec::real("radius", 3, 0, 1e3, "The radius of the circle."),
                    OptionSpec::real("turns", 2, 0, 1e6, "How often the sequence walks around it."),
                    spread(0.2, "queries and keys around it")};
  preset.dim = preset.value_dim = 2;
  preset.fill = [](const SyntheticHead& head) {
    const double radius = head.options.real("radius"), spread = head.options.real("spread");
    const double step = 2 * std::numbers::pi * head.options.real("turns") / static_cast<double>(head.q.rows);
    fill_tokens(head, [&](Index n) -> Token {
      const double angle = step * static_cast<double>(n);
      return {combine(radius, unit(angle), spread, noise_q(head, n)),
              combine(radius, unit(angle), spread, noise_k(head, n)),
              {std::sin(4 * angle) < 0 ? -1.0 : 1.0, std::cos(angle)}};
    });
  };
  return preset;
}

}  // namespace omega::synthetic

// Sequences without an order that matters: what depends on dimension, spread and norms alone.
#include "synthetic/parts.h"

namespace omega::synthetic {

Synthetic gaussian() {
  Synthetic preset;
  preset.name = "gaussian";
  preset.summary = "No structure at all: how the error of sampling grows with dimension and falls with temperature.";
  preset.definition = "q, k = ε/√temperature\nv = ε";
  preset.options = {tokens(256), dimensions(16), heads(),
                    OptionSpec::real("temperature", 1, 1e-3, 1e6,
                                     "Divides every logit: attention is flat at high and sharp at low temperature.")};
  preset.fill = [](const SyntheticHead& head) {
    const double factor = 1 / std::sqrt(head.options.real("temperature"));
    fill_tokens(head, [&](Index n) -> Token {
      return {scaled(factor, noise_q(head, n)), scaled(factor, noise_k(head, n)), noise_v(head, n)};
    });
  };
  return preset;
}

Synthetic clusters() {
  Synthetic preset;
  preset.name = "clusters";
  preset.summary =
      "Tokens in groups anywhere in space: one proposal for each group does more than many samples around the origin.";
  preset.definition = "c_j ~ radius·N(0, I),  w_j ~ N(0, I)\nk, q = c + spread·ε\nv = w + 0.05·ε";
  preset.options = {
      tokens(256),
      dimensions(16),
      heads(),
      OptionSpec::integer("clusters", 8, 1, 1 << 16, "How many groups."),
      OptionSpec::real("radius", 1, 0, 1e3, "Standard deviation of each coordinate of the groups' centres."),
      spread(0.5, "queries and keys within their group"),
      order()};
  preset.fill = [](const SyntheticHead& head) {
    const double radius = head.options.real("radius"), spread = head.options.real("spread");
    const Index groups = head.options.integer("clusters");
    fill_tokens(head, [&](Index n) -> Token {
      const Index group = group_of(head.options, n, head.q.rows, groups);
      const Vector centre = head.normals(SyntheticHead::centre, group, head.q.cols),
                   value = head.normals(SyntheticHead::centre_value, group, head.v.cols);
      return {combine(radius, centre, spread, noise_q(head, n)), combine(radius, centre, spread, noise_k(head, n)),
              combine(1, value, 0.05, noise_v(head, n))};
    });
  };
  return preset;
}

Synthetic large_norms() {
  Synthetic preset;
  preset.name = "large_norms";
  preset.summary = "Long queries and keys: the weights of RFA are carried by one or two samples (low ESS).";
  preset.definition = "q, k = norm·D^(1/4)·ε/‖ε‖  (length `norm` after the scale 1/√D)\nv = ε";
  preset.options = {
      tokens(256), dimensions(16), heads(),
      OptionSpec::real("norm", 4, 0, 1e3, "Length of every scaled query and key.").titled("norm of tokens")};
  preset.fill = [](const SyntheticHead& head) {
    const double length = head.options.real("norm") * unscaled(head.q.cols);
    fill_tokens(head, [&](Index n) -> Token {
      return {scaled(length, direction(noise_q(head, n))), scaled(length, direction(noise_k(head, n))),
              noise_v(head, n)};
    });
  };
  return preset;
}

}  // namespace omega::synthetic

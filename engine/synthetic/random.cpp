// Sequences without an order that matters: what depends on dimension, spread and norms alone.
#include "synthetic/parts.h"

namespace omega::synthetic {

namespace {

/// A vector of D normals, scaled to length `length`.
Vector on_sphere(const SyntheticHead& head, SyntheticHead::Stream stream, Index n, double length) {
  return scaled(length, direction(head.normals(stream, n, head.q.cols)));
}

}  // namespace

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
    for_each_token(head, [&](Index n) {
      put(head.q, n, scaled(factor, head.normals(SyntheticHead::query, n, head.q.cols)));
      put(head.k, n, scaled(factor, head.normals(SyntheticHead::key, n, head.k.cols)));
      put(head.v, n, head.normals(SyntheticHead::value, n, head.v.cols));
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
    for_each_token(head, [&](Index n) {
      const Index group = group_of(head.options, n, head.q.rows, groups);
      const Vector centre = head.normals(SyntheticHead::centre, group, head.q.cols);
      put(head.q, n, combine(radius, centre, spread, head.normals(SyntheticHead::query, n, head.q.cols)));
      put(head.k, n, combine(radius, centre, spread, head.normals(SyntheticHead::key, n, head.k.cols)));
      const Vector value = head.normals(SyntheticHead::centre_value, group, head.v.cols);
      put(head.v, n, combine(1, value, 0.05, head.normals(SyntheticHead::value, n, head.v.cols)));
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
    for_each_token(head, [&](Index n) {
      put(head.q, n, on_sphere(head, SyntheticHead::query, n, length));
      put(head.k, n, on_sphere(head, SyntheticHead::key, n, length));
      put(head.v, n, head.normals(SyntheticHead::value, n, head.v.cols));
    });
  };
  return preset;
}

}  // namespace omega::synthetic

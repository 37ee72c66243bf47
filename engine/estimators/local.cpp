// local: softmax attention inside a window and nothing outside it (specification, section 7).
//
//   y_n = Σ_{m∈E^n} e^{a_nm} v_m / Σ_{m∈E^n} e^{a_nm}
//   E^n: the block of `window` keys that holds n, and `overlap` keys on both sides; on an image, a window of cells.
//   causal: inside E^n only m ≤ n.
//
// No target, no noise: it forgets all that is far. Cost: O(N·(window + 2·overlap)·D) time, a few tiles of workspace.
#include "cuda/methods.h"
#include "estimators/methods.h"
#include "estimators/window_attention.h"

namespace omega {

namespace {

EstimatorInfo describe() {
  EstimatorInfo info;
  info.name = "local";
  info.title = "Local attention";
  info.paper = "Baseline of Zheng et al. 2023, Efficient attention via control variates (EVA)";
  info.summary = "Exact attention inside the block of keys that holds the query, nothing outside it.";
  info.equations = {
      {"E^n = the block of keys that holds n, widened by the overlap\n"
       "y_n = Σ_{m∈E^n} exp(q_n·k_m) v_m / Σ_{m∈E^n} exp(q_n·k_m)"}};
  info.complexity = "O(N·w·D)";
  info.look_at =
      "The blocks on the diagonal of the map; queries whose best key lies elsewhere have the largest errors.";
  info.options = {
      window_option(),
      overlap_option(),
      OptionSpec::flag("causal", false, "Query n sees only the keys m ≤ n of its window."),
      window_grid_option(),
      OptionSpec::scale(),
  };
  info.budget = "window";
  info.traits = [](const Options&) {
    return Traits{.self_normalised = true, .deterministic = true, .key_order_free = false, .needs_equal_lengths = true};
  };
  info.cost = [](const Problem& p) {
    const auto [lead, heads, N, M, D, Dv] = p.sizes;
    const double pairs = window_pairs(p);
    return Cost{2 * pairs * (D + Dv), pairs, 4.0 * (N * (D + Dv) + M * (D + Dv))};
  };
  info.check = [](const Problem& p) {
    require_equal_lengths(p, "local");
    checked_grid(p);
  };
  return info;
}

}  // namespace

Estimator local_estimator() {
  return make_estimator(
      describe(), [](const auto& call) { write_window_attention(call, window_attention_of(call)); },
      cuda::local_method());
}

}  // namespace omega

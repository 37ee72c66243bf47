#include "estimators/local.h"

#include "cuda/methods.h"
#include "estimators/window_attention.h"

namespace omega {

namespace {

template <class T>
void compute(const Call<T>& call) {
  const WindowAttention<T> what{call.unscaled_q,
                                call.unscaled_k,
                                call.v,
                                call.root_scale,
                                windows_of(call.options, call.sizes.N),
                                call.options.flag("causal")};
  if (const View<T> y = call.output("y")) window_attention(what, y, call.progress);
  if (const View<T> map = call.output("attention")) window_attention_map(what, map, call.progress);
}

EstimatorInfo describe() {
  EstimatorInfo info;
  info.name = "local";
  info.title = "Local attention";
  info.paper = "Baseline of Zheng et al. 2023, Efficient attention via control variates (EVA)";
  info.summary = "Exact attention inside the block of keys that holds the query, nothing outside it.";
  info.equations =
      "E^n = the block of keys that holds n, widened by the overlap\ny_n = Σ_{m∈E^n} exp(q_n·k_m) v_m / Σ_{m∈E^n} "
      "exp(q_n·k_m)";
  info.complexity = "O(N·w·D)";
  info.look_at =
      "The blocks on the diagonal of the map; queries whose best key lies elsewhere have the largest errors.";
  info.options = {
      window_option(1, "How many keys the block of a query has (on a grid: the side of its window)."),
      overlap_option(),
      OptionSpec::flag("causal", false, "Query n sees only the keys m ≤ n of its window."),
      OptionSpec::grid_of("Windows of cells of an image instead of blocks of the sequence."),
      OptionSpec::scale(),
  };
  info.budget = "window";
  info.outputs = [](const Problem& p) { return std::vector<OutputSpec>{output_y(p.sizes), output_attention(p.sizes)}; };
  info.traits = [](const Options&) {
    Traits traits;
    traits.deterministic = true;
    traits.self_normalised = true;
    traits.key_order_free = false;
    traits.needs_equal_lengths = true;
    return traits;
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
      describe(), [](const auto& call) { compute(call); }, cuda::local_method());
}

}  // namespace omega

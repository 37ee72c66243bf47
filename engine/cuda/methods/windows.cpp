// local, eva and scatterbrain on the device: a window of keys and, in the same ratio, what stands for the keys beyond it.
#include "cuda/methods.h"
#include "cuda/methods/sampling.h"

#include <algorithm>
#include <cmath>

namespace omega::cuda {

namespace {

Windows windows_of(const Run& run) {
  const auto width = static_cast<std::int32_t>(run.options.integer("window")), overlap = static_cast<std::int32_t>(run.options.has("overlap") ? run.options.integer("overlap") : 0);
  if (width == 0) return {};
  if (const auto grid = run.grid()) {
    const auto height = static_cast<std::int32_t>(grid->height), across = static_cast<std::int32_t>(grid->width);
    return {height, across, std::min(width, height), std::min(width, across), overlap, overlap};
  }
  return {1, run.N, 1, std::min(width, run.N), 0, overlap};
}

std::int32_t block_count(const Windows& w) {
  return (w.height + w.block_height - 1) / w.block_height * ((w.width + w.block_width - 1) / w.block_width);
}

/// Queries against the keys of their windows.
Attend inside_windows(Run& run) {
  Attend what = rows_of(run, run.q, run.values.cols);
  what.windows = windows_of(run);
  what.columns[0] = columns_of(run.k, run.scale, {}, run.values);
  what.causal = run.options.has("causal") && run.options.flag("causal") ? 1 : 0;
  return what;
}

void local(Run& run) {
  Attend what = inside_windows(run);
  write_to(what, run.y);
  run.attend(what);
}

// --- EVA ----------------------------------------------------------------------------------------------------------------------

std::int32_t size_of(const Runs& runs) {
  Index count = 0;
  for (const Range run : runs) count += run.size();
  return static_cast<std::int32_t>(count);
}

struct Groups {
  std::vector<Runs> keys, queries;
  Whole of_key;  // the group of each key

  Groups(Run& run, Index asked) : keys(segment_runs(run.M, asked, run.grid())) {
    queries = run.grid() ? keys : segment_runs(run.N, static_cast<Index>(keys.size()), {});
    std::vector<std::int32_t> owner(static_cast<std::size_t>(run.M));
    for (std::size_t c = 0; c < keys.size(); ++c)
      for (const Range tokens : keys[c]) std::fill(owner.begin() + tokens.begin, owner.begin() + tokens.end, static_cast<std::int32_t>(c));
    of_key = run.put(owner);
  }
  std::int32_t count() const { return static_cast<std::int32_t>(keys.size()); }
};

/// μ_c
Block proposal_means(Run& run, const Groups& groups, Block key_means) {
  const std::string kind = run.options.word("proposals");
  const Block means = run.make(groups.count(), run.D);
  if (kind == "zero") run.combine(0, {}, 0, {}, 0, means);
  if (kind == "given") run.copy(run.array("mu"), means);
  if (kind == "zero" || kind == "given") return means;
  const Block queries = run.segment_means(run.q, groups.queries, run.root);
  if (kind == "q") return queries;
  const float factor = kind == "half" ? 0.5f : 1.0f;
  run.combine(factor, queries, factor, key_means, 0, means);
  return means;
}

struct Coefficients {
  Block omega, key_means, log_sizes, beta;
};

/// β̂_c = Σ_{m∈P_c} softmax_{m∈P_c}(log ξ(k_m, ω_c)) v_m, each key read once.
Coefficients coefficients(Run& run, const Groups& groups) {
  Coefficients c;
  c.key_means = run.segment_means(run.k, groups.keys, run.root);
  c.omega = proposal_means(run, groups, c.key_means);
  if (!run.options.flag("evaluate")) {
    const Block moved = run.make(groups.count(), run.D);
    run.combine(1, c.omega, 1, run.normals("eps"), 0, moved);
    c.omega = moved;
  }
  const Block log_xi = run.make(1, run.M);
  Rows dots{};
  dots.op = kDotIndexed;
  dots.y = c.omega.data;
  dots.y_head = c.omega.head;
  dots.index = groups.of_key.data;
  dots.a = run.root;
  dots.b = static_cast<float>(-0.5 * run.scale);
  run.rows(dots, run.k, log_xi);
  c.beta = run.segment_means(run.values, groups.keys, 1, {}, log_xi);
  std::vector<Matrix<float>> sizes(1);
  sizes[0] = Matrix<float>(1, groups.count());
  for (std::int32_t g = 0; g < groups.count(); ++g) sizes[0](0, g) = std::log(static_cast<float>(size_of(groups.keys[static_cast<std::size_t>(g)])));
  c.log_sizes = run.put(sizes);
  return c;
}

/// How many of the first groups (or of their keys) each block may look at: causal, those that end before its window.
Whole visible_columns(Run& run, const Groups& groups, const Windows& w, bool keys) {
  std::vector<std::int32_t> visible(static_cast<std::size_t>(block_count(w)));
  for (std::size_t b = 0; b < visible.size(); ++b) {
    const Index first = std::max<Index>(0, static_cast<Index>(b) * w.block_width - w.overlap_across);
    for (std::size_t c = 0; c < groups.keys.size() && groups.keys[c].back().end - 1 < first; ++c)
      visible[b] = static_cast<std::int32_t>(keys ? groups.keys[c].back().end : static_cast<Index>(c) + 1);
  }
  return run.put(visible);
}

/// The groups as columns: their mean keys, or all their keys with the group's coefficient as value.
Columns group_columns(Run& run, const Groups& groups, const Coefficients& c, Block values) {
  const std::string weight = run.options.word("group_weight");
  if (weight != "exact") return columns_of(c.key_means, run.root, weight == "counted" ? c.log_sizes : Block{}, values);
  Columns columns = columns_of(run.k, run.scale, {}, values);
  columns.value_of = groups.of_key.data;
  return columns;
}

void eva(Run& run) {
  const Index asked = run.options.integer("groups");
  Attend what = inside_windows(run);
  write_to(what, run.y);
  if (asked == 0) return run.attend(what);
  const Groups groups(run, asked);
  const Coefficients c = coefficients(run, groups);
  Columns beyond = group_columns(run, groups, c, c.beta);
  if (what.causal != 0) beyond.visible = visible_columns(run, groups, what.windows, run.options.word("group_weight") == "exact").data;
  const bool windowed = what.windows.block_width > 0;
  what.sources = windowed ? 2 : 1;
  what.columns[windowed ? 1 : 0] = beyond;
  run.attend(what);
  write_output(run, "omega", c.omega);
  write_output(run, "beta_hat", c.beta);
  if (const Block out = run.output("group_weights")) {  // as y, where the values are which group it was
    const Block unit = run.identity(groups.count());
    what.columns[0].values = nullptr;
    Columns& last = what.columns[windowed ? 1 : 0];
    last.values = unit.data;
    last.values_head = unit.head;
    what.value_dims = groups.count();
    write_to(what, out);
    run.attend(what);
  }
}

std::string eva_refuses(const Problem& p) {
  if (p.options.integer("samples") > 1) return "samples above 1";
  if (p.options.integer("groups") > 0 && p.options.integer("window") > 0 && p.options.word("partition") == "complement") return "partition=complement";
  for (const auto& [name, array] : p.given)
    if (name.rfind("adapt_", 0) == 0) return "adapters";
  return "";
}

// --- Scatterbrain ---------------------------------------------------------------------------------------------------------------

/// Sums of exp(ω_s·k_m − ½‖k_m‖²) [v_m, 1] over each window's keys; then of each window the sums over all others.
void scatterbrain(Run& run) {
  const Block omega = standard_projections(run);
  const Windows w = windows_of(run);
  const std::int32_t blocks = block_count(w), dims = run.values.cols;
  const Block parts = run.make(Index{blocks} * omega.rows, dims + 2), before = run.make(blocks, omega.rows);
  const Block log_sums = run.make(blocks, omega.rows), means = run.make(Index{blocks} * omega.rows, dims);
  Attend sums = rows_of(run, omega, dims);
  sums.columns[0] = columns_of(run.k, run.root, key_bias(run), run.values);
  sums.splits = blocks;
  sums.part_columns = w.block_width;
  sums.parts = parts.data;
  run.attend(sums);
  run.outside({run.heads, omega.rows, blocks, dims, parts.data, -std::log(static_cast<float>(omega.rows)), before.data, log_sums.data, log_sums.head, means.data, means.head});

  Attend what = inside_windows(run);
  what.sources = 2;
  Columns& far = what.columns[1] = columns_of(omega, run.root, log_sums, means);
  const Block norms = query_bias(run);
  far.row_bias = norms.data;
  far.row_bias_head = norms.head;
  far.bias_block = omega.rows;
  far.values_block = std::int64_t{omega.rows} * dims;
  write_to(what, run.y);
  run.attend(what);
  write_output(run, "omega", omega);
}

std::string scatterbrain_refuses(const Problem& p) {
  if (p.options.integer("overlap") > 0) return "overlap above 0";
  return p.options.grid() ? "grid" : "";
}

}  // namespace

CudaMethod local_method() {
  CudaMethod method;
  method.outputs = {"y", "attention"};
  method.compute = local;
  return method;
}

CudaMethod eva_method() {
  CudaMethod method;
  method.outputs = {"y", "attention", "omega", "group_weights", "beta_hat"};
  method.stays = "samples above 1, partition=complement, adapters (adapt_q_W and the like), what is shown of one query (query_at)";
  method.refuses = eva_refuses;
  method.compute = eva;
  return method;
}

CudaMethod scatterbrain_method() {
  CudaMethod method;
  method.outputs = {"y", "attention", "omega"};
  method.stays = "overlap above 0, grid";
  method.refuses = scatterbrain_refuses;
  method.compute = scatterbrain;
  return method;
}

}  // namespace omega::cuda

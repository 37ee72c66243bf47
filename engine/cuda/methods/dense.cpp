// softmax, linear_elu, nystrom and linformer on the device.
#include "core/choices.h"
#include "cuda/methods.h"
#include "cuda/run.h"

#include <algorithm>
#include <cmath>

namespace omega::cuda {

namespace {

// The module knows nothing of the engine: its words must come in the same order.
static_assert(kProductsF32 == static_cast<int>(omega::Products::f32) &&
              kProductsTf32 == static_cast<int>(omega::Products::tf32) &&
              kProductsBf16 == static_cast<int>(omega::Products::bf16));

Block softmax_rows(Run& run, Block logits, bool causal = false) {
  run.rows({.op = kSoftmaxRows, .each = causal ? 1 : 0}, logits, logits);
  return logits;
}

/// softmax(factor·x·pᵀ) v in tiles.
void attend_to(Run& run, Block x, Block points, double factor, Block values, Block out) {
  run.attend(attention_of(x, columns_of(points, factor, {}, values), out));
}

void write_softmax(Run& run, Products products, Block out) {
  const bool causal = run.options.flag("causal");
  if (run.options.flag("materialise"))
    return run.copy(run.product(softmax_rows(run, run.product(run.q, run.k, run.scale, true), causal), run.values),
                    out);
  Attend what = attention_of(run.q, columns_of(run.k, run.scale, {}, run.values), out);
  what.causal = causal ? 1 : 0;
  what.products = products;
  run.attend(what);
}

void softmax(Run& run) {
  const auto products = run.options.choice<Products>("products");
  write_softmax(run, products, run.y);
  const Block error = run.output("product_error");
  if (!error) return;
  const Block exact = run.make(run.N, run.values.cols);
  write_softmax(run, kProductsF32, exact);
  run.rows({.op = kDistance, .y = exact}, run.y, error);
}

/// φ(x) = elu(x) + 1 coordinate by coordinate: with the unit vectors as points a coordinate is a logit, and log φ is
/// taken of it. y_n = Σ_d φ(q_nd) S_d f_d / Σ_d φ(q_nd) S_d with S_d = Σ_m φ(k_md) and f_d the mean of the values it
/// weighs.
void linear_elu(Run& run) {
  const Block unit = run.identity(run.D), means = run.make(run.D, run.values.cols), log_sums = run.make(1, run.D);
  Attend keys = attention_of(unit, columns_of(run.k, run.root, {}, run.values), means, log_sums);
  keys.weights = kElu;
  run.attend(keys);
  Attend queries = attention_of(run.q, columns_of(unit, run.root, log_sums, means), run.y);
  queries.weights = kElu;
  run.attend(queries);
}

/// Six steps of Z ← ¼Z(13I − AZ(15I − AZ(7I − AZ))) from Aᵀ/(‖A‖₁‖A‖_∞): in one launch or, of a large matrix,
/// multiplied out, so that no identity is held.
Block iterative_inverse(Run& run, Block a) {
  constexpr int kSteps = 6;
  Block z = run.make(a.rows, a.cols);
  run.rows({.op = kTranspose}, a, z);
  if (a.rows <= kMostInverseSide) {
    run.inverse(a, kSteps, z);
    return z;
  }
  for (int step = 0; step < kSteps; ++step) {
    const Block az = run.product(a, z), inner = run.make(a.rows, a.cols), middle = run.make(a.rows, a.cols),
                next = run.make(a.rows, a.cols);
    run.combine(7, az, -1, run.product(az, az), 0, inner);
    run.combine(15, az, -1, run.product(az, inner), 0, middle);
    run.combine(3.25f, z, -0.25f, run.product(z, middle), 0, next);
    z = next;
  }
  return z;
}

void nystrom(Run& run) {
  const Index count = std::min({static_cast<Index>(run.options.integer("landmarks")), Index{run.N}, Index{run.M}});
  const Segments of_queries = run.put_segments(segment_runs(run.N, count, {})),
                 of_keys = run.put_segments(segment_runs(run.M, count, {}));
  const Block queries = run.segment_means(run.q, of_queries, run.root),
              keys = run.segment_means(run.k, of_keys, run.root);
  const Block inverse = iterative_inverse(run, softmax_rows(run, run.product(queries, keys, 1, true)));
  const Block gathered = run.make(count, run.values.cols);
  attend_to(run, queries, run.k, run.root, run.values, gathered);
  attend_to(run, run.q, keys, run.root, run.product(inverse, gathered), run.y);
}

void linformer(Run& run) {
  const bool random = run.options.choice<PooledKeys>("projection") == PooledKeys::random;
  const Index asked = run.options.integer("projected"), count = random ? asked : std::min(asked, Index{run.M});
  if (!random) {
    const Segments pools = run.put_segments(segment_runs(run.M, count, {}));
    return attend_to(run, run.q, run.segment_means(run.k, pools, 1), run.scale, run.segment_means(run.values, pools, 1),
                     run.y);
  }
  const Block p = run.normals("eps");
  const double factor = 1 / std::sqrt(static_cast<double>(count));
  attend_to(run, run.q, run.product(p, run.k, factor), run.scale, run.product(p, run.values, factor), run.y);
}

}  // namespace

CudaMethod softmax_method() {
  return {.outputs = {"y", "attention", "product_error"},
          .stays = "materialise with products other than f32",
          .causal = true,
          .refuses =
              [](const Problem& p) {
                return p.options.flag("materialise") &&
                               p.options.choice<omega::Products>("products") != omega::Products::f32
                           ? "materialise and rounded products"
                           : "";
              },
          .compute = softmax};
}

CudaMethod nystrom_method() {
  return {.outputs = {"y", "attention"},
          .stays = "pinv=svd",
          .block_bytes = prepare_bytes,
          .refuses =
              [](const Problem& p) {
                return p.options.choice<PseudoInverse>("pinv") == PseudoInverse::svd ? "pinv=svd" : "";
              },
          .compute = nystrom};
}

CudaMethod linformer_method() {
  return {.outputs = {"y", "attention"}, .block_bytes = prepare_bytes, .compute = linformer};
}
CudaMethod linear_elu_method() { return {.outputs = {"y", "attention"}, .compute = linear_elu}; }

}  // namespace omega::cuda

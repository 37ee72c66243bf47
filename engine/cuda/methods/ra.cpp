// ra on the device: a key is drawn for each sample in double, in one walk over the keys; then f(ω) of every sample in
// tiles. No map of queries and keys is held.
#include "core/choices.h"
#include "cuda/methods.h"
#include "cuda/methods/sampling.h"

#include <cmath>

namespace omega::cuda {

namespace {

Whole draw_keys(Run& run, std::int32_t samples) {
  const Whole chosen = run.make_whole(Index{run.N} * samples);
  const Stored queries = run.stored_queries(), keys = run.stored_keys();
  const Exact u = run.uniforms("u");
  const double root = std::sqrt(run.scale);
  run.draw_keys({.rows = run.N,
                 .samples = samples,
                 .keys = run.M,
                 .dims = run.D,
                 .x = queries,
                 .x_factor = root,
                 .k = keys,
                 .k_factor = root,
                 .u = u,
                 .chosen = chosen});
  return chosen;
}

void ra(Run& run) {
  const auto samples = static_cast<std::int32_t>(run.options.integer("samples"));
  const bool exact = run.options.choice<RaVariant>("variant") == RaVariant::exact;
  const Whole chosen = exact ? draw_keys(run, samples) : Whole{};
  const Block eps = run.options.flag("evaluate") ? Block{} : run.normals("eps"),
              omega = run.make(Index{run.N} * samples, run.D);
  const Block mean = exact ? Block{} : attended_mean(run, run.q, run.k, run.scale, 1);
  run.query_samples({.rows = run.N,
                     .samples = samples,
                     .dims = run.D,
                     .q = run.q,
                     .k = run.k,
                     .chosen = chosen,
                     .mean = mean,
                     .eps = eps,
                     .factor = run.root,
                     .out = omega});
  const SampleValues values = evaluate_samples(run, omega, key_bias(run));
  run.rows({.op = kMeanOfRows, .each = samples}, values.f, run.y);
  write_output(run, "omega", omega);
  write_output(run, "f", values.f);
}

}  // namespace

CudaMethod ra_method() { return {.outputs = {"y", "attention", "omega", "f"}, .compute = ra}; }

}  // namespace omega::cuda

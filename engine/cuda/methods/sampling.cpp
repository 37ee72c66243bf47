#include "cuda/methods/sampling.h"

#include <cmath>
#include <numbers>

#include "sampling/samples.h"

namespace omega::cuda {

namespace {

bool is_iid(const Run& run) { return run.options.choice<DrawKind>("draw") == DrawKind::iid; }

Block put_projections(Run& run, Index count, Index each) {
  std::vector<Matrix<float>> per_head;
  for (Index h = 0; h < run.heads; ++h) per_head.push_back(standard_projections<float>(run.host(h), count, each));
  return run.put(per_head);
}

}  // namespace

Block projections(Run& run, Index count, Index each) {
  return is_iid(run) ? run.normals("eps") : put_projections(run, count, each);
}

void add_projections(Run& run, Prepare& what, Index count, Index each) {
  if (is_iid(run))
    run.add_noise(what, "eps");
  else
    what.eps = put_projections(run, count, each);
}

Standard standard_samples(Run& run, float second) {
  const auto samples = static_cast<std::int32_t>(run.options.integer("samples"));
  Standard made;
  Prepare what{};
  what.dims = run.D;
  what.segments = samples;
  what.drawn = what.step = 1;
  what.second = second;
  what.signs = second != 0 ? 2 : 1;
  what.second_at = samples;
  add_projections(run, what, samples);
  made.omega = made.drawn = run.make(Index{samples} * what.signs, run.D);
  made.drawn.rows = samples;
  what.omega = made.omega;
  made.key_bias = add_key_bias(run, what);
  run.prepare(what);
  return made;
}

void add_adapter(Run& run, SegmentMeans& means, const char* side) {
  const auto part = [&](const char* name) {
    const std::string array = std::string("adapt_") + side + "_" + name;
    return run.given(array) ? run.array(array) : Slice{};
  };
  if (side == nullptr) return;
  means.weight = part("W");
  means.bias = part("b");
  means.gain = part("gamma");
  means.shift = part("beta");
}

Block add_key_bias(Run& run, Prepare& what) {
  const Block bias = run.make(1, run.M);
  what.tokens = run.k;
  what.count = run.M;
  what.norms = bias;
  return bias;
}

Block log_standard_normal(Run& run, Block omega) {
  return run.norms(omega, -0.5, -0.5 * static_cast<double>(omega.cols) * std::log(2 * std::numbers::pi));
}

SampleValues evaluate_samples(Run& run, Block omega, Block bias,
                              const std::function<Densities(Block log_key_sum)>& after, const Attend* beside) {
  SampleValues values{run.make(omega.rows, run.values.cols), run.make(1, omega.rows)};
  Attend what = rows_of(run, omega, run.values.cols);
  what.columns[0] = columns_of(run.k, run.root, bias, run.values);
  what.out = values.f;
  what.log_sum = values.log_key_sum;
  if (after) what.after = after(values.log_key_sum);
  if (beside != nullptr)
    run.attend_both(what, *beside);
  else
    run.attend(what);
  return values;
}

Block log_partition(Run& run) {
  Block log_z = run.make(1, run.N);
  Attend what = rows_of(run, run.q, 0);
  what.columns[0] = columns_of(run.k, run.scale, {}, {});
  what.log_sum = log_z;
  run.attend(what);
  return log_z;
}

Block with_biases(Run& run, Block x, double a, Block row_bias, Block column_bias) {
  RowOperation what{};
  what.op = kAddBiases;
  what.a = 1;
  what.b = static_cast<float>(a);
  what.row_bias = row_bias;
  what.column_bias = column_bias;
  Block out = run.make(x.rows, x.cols);
  run.rows(what, x, out);
  return out;
}

void write_normalised(Run& run, Block log_weights, Block signs) {
  if (!run.wants("weights") && !run.wants("ess")) return;
  const Block weights = run.output("weights"), ess = run.output("ess");
  run.normalise({.heads = run.heads,
                 .rows = log_weights.rows,
                 .columns = log_weights.cols,
                 .log_weights = log_weights,
                 .signs = signs,
                 .weights = weights,
                 .ess = ess});
}

void write_output(Run& run, const char* name, Block from) {
  if (const Block out = run.output(name)) run.copy(from, out);
}

}  // namespace omega::cuda

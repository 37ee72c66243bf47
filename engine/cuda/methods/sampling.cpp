#include "cuda/methods/sampling.h"

#include "math/log_sums.h"
#include "sampling/samples.h"

namespace omega::cuda {

namespace {

bool is_iid(const Run& run) { return run.options.choice<DrawKind>("draw") == DrawKind::iid; }

Block put_projections(Run& run, Index count, Index each) {
  return run.put_each([&](const Call<float>& call) { return standard_projections<float>(call, count, each); });
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

Block log_standard_normal(Run& run, Block omega) { return run.norms(omega, -0.5, -log_unit_normaliser(omega.cols)); }

SampleValues evaluate_samples(Run& run, Block omega, Block bias,
                              const std::function<Densities(Block log_key_sum)>& after, const Attend* beside) {
  SampleValues values{run.make(omega.rows, run.values.cols), run.make(1, omega.rows)};
  Attend what = attention_of(omega, columns_of(run.k, run.root, bias, run.values), values.f, values.log_key_sum);
  if (after) what.after = after(values.log_key_sum);
  if (beside != nullptr)
    run.attend_both(what, *beside);
  else
    run.attend(what);
  return values;
}

Block attended_mean(Run& run, Block x, Block points, double factor, float value_factor, Block log_sum) {
  const Block mean = run.make(x.rows, points.cols);
  Attend what = attention_of(x, columns_of(points, factor, {}, points), mean, log_sum);
  what.out_factor = value_factor;
  run.attend(what);
  return mean;
}

Block log_sums_of(Run& run, Block x, Block points, double factor) {
  const Block sums = run.make(1, x.rows);
  run.attend(attention_of(x, columns_of(points, factor, {}, {}), {}, sums));
  return sums;
}

Block log_partition(Run& run) { return log_sums_of(run, run.q, run.k, run.scale); }

Block normalised_query_bias(Run& run) {
  const Block bias = query_bias(run);
  run.combine(1, bias, -1, log_partition(run), 0, bias);
  return bias;
}

void add_waves(Run& run, Attend keys, std::int32_t sines, AttendColumns& columns) {
  const Block sums = run.make(keys.rows, run.values.cols), shares = run.make(1, keys.rows);
  keys.columns[0].sines = columns.sines = sines;
  keys.weights = kWave;
  keys.features_are_rows = 1;
  keys.normalised = 0;
  keys.value_dims = sums.cols;
  keys.out = columns.values = sums;
  keys.log_sum = columns.share = shares;
  run.attend(keys);
}

void write_waves(Run& run, Attend queries) {
  queries.weights = kWave;
  queries.nonpositive = run.counter("nonpositive");
  run.attend(queries);
}

Block with_biases(Run& run, Block x, double a, Block row_bias, Block column_bias) {
  const Block out = run.make(x.rows, x.cols);
  run.rows({.op = kAddBiases, .row_bias = row_bias, .column_bias = column_bias, .a = 1, .b = static_cast<float>(a)}, x,
           out);
  return out;
}

bool wants_weights(const Run& run) { return run.wants("log_weights") || run.wants("weights") || run.wants("ess"); }

void write_weights(Run& run, Block log_weights, Block signs) {
  write_output(run, "log_weights", log_weights);
  if (!run.wants("weights") && !run.wants("ess")) return;
  const Block weights = run.output("weights"), ess = run.output("ess");
  run.normalise({.rows = log_weights.rows,
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

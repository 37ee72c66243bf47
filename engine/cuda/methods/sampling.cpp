#include "cuda/methods/sampling.h"

#include <cmath>
#include <numbers>

#include "sampling/samples.h"

namespace omega::cuda {

Block standard_projections(Run& run) {
  if (run.options.choice<DrawKind>("draw") == DrawKind::iid) return run.normals("eps");
  std::vector<Matrix<float>> per_head;
  for (Index h = 0; h < run.heads; ++h) per_head.push_back(omega::standard_projections(run.host(h)));
  return run.put(per_head);
}

Block log_standard_normal(Run& run, Block omega) {
  return run.norms(omega, -0.5, -0.5 * static_cast<double>(omega.cols) * std::log(2 * std::numbers::pi));
}

SampleValues evaluate_samples(Run& run, Block omega, Block bias) {
  SampleValues values{run.make(omega.rows, run.values.cols), run.make(1, omega.rows)};
  Attend what = rows_of(run, omega, run.values.cols);
  what.columns[0] = columns_of(run.k, run.root, bias, run.values);
  write_to(what, values.f);
  what.log_sum = values.log_key_sum.data;
  what.log_sum_head = values.log_key_sum.head;
  run.attend(what);
  return values;
}

Block log_partition(Run& run) {
  Block log_z = run.make(1, run.N);
  Attend what = rows_of(run, run.q, 0);
  what.columns[0] = columns_of(run.k, run.scale, {}, {});
  what.log_sum = log_z.data;
  what.log_sum_head = log_z.head;
  run.attend(what);
  return log_z;
}

Block with_biases(Run& run, Block x, double a, Block row_bias, Block column_bias) {
  Rows what{};
  what.op = kAddBiases;
  what.a = 1;
  what.b = static_cast<float>(a);
  what.row_bias = row_bias.data;
  what.row_bias_head = row_bias.head;
  what.column_bias = column_bias.data;
  what.column_bias_head = column_bias.head;
  Block out = run.make(x.rows, x.cols);
  run.rows(what, x, out);
  return out;
}

void write_normalised(Run& run, Block log_weights, Block signs) {
  if (!run.wants("weights") && !run.wants("ess")) return;
  const Block weights = run.output("weights"), ess = run.output("ess");
  NormaliseWeights what{run.heads, log_weights.rows, log_weights.cols, log_weights.data, signs.data, log_weights.head, 0, weights.data, weights.head, ess.data, ess.head};
  run.normalise(what);
}

void write_output(Run& run, const char* name, Block from) {
  if (const Block out = run.output(name)) run.copy(from, out);
}

}  // namespace omega::cuda

// gmm, generative and fastfood on the device: linear attention by RKS or PRF features of their frequencies.
#include "core/choices.h"
#include "cuda/methods.h"
#include "cuda/methods/sampling.h"

namespace omega::cuda {

namespace {

/// What the frequencies say of tokens: ω_f·x by rows of ω, or as a matrix tokens × F.
struct Projected {
  Block omega;                // F×D, or nothing
  Block of_queries, of_keys;  // N×F, M×F
  std::int32_t count = 0;
};

/// Frequencies as the rows of an Attend over the keys.
Attend frequencies_over_keys(Run& run, const Projected& p, Block bias, Block out, Block log_sum) {
  Attend what = attention_of(p.omega, columns_of(p.omega ? run.k : Block{}, run.root, bias, run.values), out, log_sum);
  what.rows = p.count;
  what.columns[0].count = run.M;
  what.columns[0].logits = p.of_keys;
  what.columns[0].logits_row = 1;
  what.columns[0].logits_column = p.count;
  return what;
}

/// The frequencies as the columns of an Attend of the queries.
AttendColumns frequencies_for_queries(Run& run, const Projected& p, Block bias, Block values) {
  return p.omega ? columns_of(p.omega, run.root, bias, values) : logit_columns(p.of_queries, run.root, bias, values);
}

/// y_n = Σ_f softmax_f(ω_f·q_n + L_f) f_f, L_f = log Σ_m exp(ω_f·k_m − ‖k_m‖²).
void prf(Run& run, const Projected& p) {
  const Block means = run.make(p.count, run.values.cols), log_sums = run.make(1, p.count);
  run.attend(frequencies_over_keys(run, p, run.norms(run.k, -run.scale), means, log_sums));
  run.attend(attention_of(run.q, frequencies_for_queries(run, p, log_sums, means), run.y));
}

/// Sines, then cosines, of the same projections: two sets of columns in one ratio.
void rks(Run& run, const Projected& p) {
  const AttendColumns columns = frequencies_for_queries(run, p, {}, {});
  Attend queries = attention_of(run.q, columns, run.y);
  queries.columns[1] = columns;
  queries.sources = 2;
  for (int wave = 0; wave < 2; ++wave)
    add_waves(run, frequencies_over_keys(run, p, {}, {}, {}), wave == 0 ? p.count : 0, queries.columns[wave]);
  write_waves(run, queries);
}

void estimate(Run& run, const Projected& p) {
  if (run.options.choice<FeatureMap>("features") == FeatureMap::prf) return prf(run, p);
  rks(run, p);
}

void by_frequencies(Run& run, const std::function<Matrix<float>(const Call<float>&)>& frequencies) {
  Projected p;
  p.omega = run.put_each(frequencies);
  p.count = p.omega.rows;
  write_output(run, "omega", p.omega);
  estimate(run, p);
}

/// The factors on the device; one row after another of blocks × P, all heads behind each other.
struct DeviceFactors {
  Block signs, gains, scales;
  Whole permutation;
  std::int32_t padded = 0;
};

DeviceFactors put_factors(Run& run, const std::function<FastFoodFactors(const Call<float>&)>& make) {
  std::vector<Matrix<float>> signs, gains, scales;
  std::vector<std::int32_t> permutation;
  for (Index h = 0; h < run.heads; ++h) {
    FastFoodFactors one = make(run.host(h));
    permutation.insert(permutation.end(), one.permutation.begin(), one.permutation.end());
    signs.push_back(std::move(one.signs));
    gains.push_back(std::move(one.gains));
    scales.push_back(std::move(one.scales));
  }
  DeviceFactors factors{run.put(signs), run.put(gains), run.put(scales), run.put(permutation), 0};
  factors.permutation.head = factors.signs.head;
  factors.padded = factors.signs.cols;
  return factors;
}

Block transformed(Run& run, const DeviceFactors& f, Block x, std::int32_t frequencies) {
  const Block out = run.make(x.rows, frequencies);
  run.fastfood({.rows = x.rows,
                .dims = x.cols,
                .padded = f.padded,
                .frequencies = frequencies,
                .x = x,
                .s = f.scales,
                .g = f.gains,
                .b = f.signs,
                .perm = f.permutation,
                .factor = 1,
                .out = out});
  return out;
}

/// ω_f·e_d is its coordinate d.
void write_frequencies(Run& run, const DeviceFactors& f, Block out) {
  const Block columns = transformed(run, f, run.identity(run.D), out.rows);
  run.copy(run.product(run.identity(out.rows), columns, 1, true), out);
}

void by_fastfood(Run& run, const std::function<FastFoodFactors(const Call<float>&)>& make) {
  const DeviceFactors factors = put_factors(run, make);
  Projected p;
  p.count = static_cast<std::int32_t>(run.options.integer("frequencies"));
  p.of_queries = transformed(run, factors, run.q, p.count);
  p.of_keys = transformed(run, factors, run.k, p.count);
  if (const Block out = run.output("omega")) write_frequencies(run, factors, out);
  estimate(run, p);
}

CudaMethod kernel_method(std::function<void(Run&)> compute) {
  return {.outputs = {"y", "attention", "omega"}, .compute = std::move(compute)};
}

}  // namespace

CudaMethod frequencies_method(std::function<Matrix<float>(const Call<float>&)> frequencies) {
  return kernel_method([frequencies](Run& run) { by_frequencies(run, frequencies); });
}

CudaMethod fastfood_method(std::function<FastFoodFactors(const Call<float>&)> factors) {
  CudaMethod method = kernel_method([factors](Run& run) { by_fastfood(run, factors); });
  method.block_bytes = fastfood_bytes;
  return method;
}

}  // namespace omega::cuda

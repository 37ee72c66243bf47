// What every sampler of projections shares: where the ω come from, what one ω says (f and L), and what the weights of a
// set of ω mean for a query. Everything below is for one head, in scaled q and k.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "core/call.h"
#include "cpu/running_softmax.h"

namespace omega {

/// How projections are coupled: the option `draw` of all methods that draw from standard normals.
enum class DrawKind { iid, orthogonal, simplex, halton };
OptionSpec draw_option();
OptionSpec samples_option(std::int64_t value);
ArraySpec eps_array(Shape shape, const std::string& help);

/// What they are drawn from: eps of this shape (S×D, or C×S_c×D), or where draw=halton its shifts (D, or S_c×D).
ArraySpec projections_array(const Options& options, Shape shape, const std::string& help);
/// That alone, for the option `samples`.
std::vector<ArraySpec> sample_arrays(const Problem& problem);

/// ω_s = eps_s, coupled as `draw` says: S×D, or C·S_c rows with `each` = S_c of which the C of each s are coupled.
template <class U, class T>
Matrix<U> standard_projections(const Call<T>& call, Index count, Index each = 1);

/// −‖x‖²/2 of each row: the part of log ξ(x, ω) = ω·x − ‖x‖²/2 that does not know ω.
template <class T>
Buffer<T> minus_half_squared_norms(View<const T> rows);

/// log N(ω; 0, I) of each row.
template <class T>
Buffer<T> log_standard_normal(View<const T> omega);

/// Whether any diagnostic of the weights is wanted.
template <class T>
bool wants_weights(const Call<T>& call) {
  return call.wants("log_weights") || call.wants("weights") || call.wants("ess") || call.wants("log_target");
}

/// `f` of samples shared by all queries: causal, each of several queries has its own.
OutputSpec output_f(const Problem& problem, Index samples);
OutputSpec output_ess(const Sizes& sizes);
/// The log densities of samples ω_s of N(0, Σ).
OutputSpec output_log_proposal(Index samples);
OutputSpec output_log_target(const Sizes& sizes, Index samples);

/// An output from numbers without gaps, where it is wanted.
template <class T>
void write_output(const Call<T>& call, const char* name, const T* numbers) {
  if (const View<T> out = call.output(name)) std::copy_n(numbers, out.rows * out.cols, out.data);
}

/// What each ω says of the keys: f(ω) = Σ_m ξ(k_m,ω) v_m / Σ_m ξ(k_m,ω), L(ω) = log Σ_m ξ(k_m,ω). Where a pooled map
/// is asked for, f is that of ω: means of ξ(k_m,ω) / Σ_m ξ(k_m,ω) over blocks of keys.
template <class T>
struct SampleValues {
  Matrix<T> f;            // J×Dv, or J×blocks
  Buffer<T> log_key_sum;  // L, J
};
template <class T>
SampleValues<T> evaluate_samples(View<const T> omega, const Call<T>& call);

/// Logits log ξ(k_m, ω) = ω·k_m − ‖k_m‖²/2 of projections (rows) against the keys (columns), with no scaled copy of
/// them.
template <class T>
DotLogits<T> key_logits(View<const T> omega, const Call<T>& call);
/// Logits q_n·p + bias of all queries, or of those that a pooled map is of, against points in scaled coordinates, with
/// no scaled copy of the queries.
template <class T>
DotLogits<T> query_logits(const Call<T>& call, View<const T> points, const T* bias = nullptr);

/// log Z_n = log Σ_m exp(a_nm), causal where the options say so. Quadratic in time, not in memory.
template <class T>
Buffer<T> log_partition(const Call<T>& call);

/// The output log_target, where it is wanted: log p_n(ω_j) = log N(ω_j; 0, I) + log ξ(q_n, ω_j) + L_nj − log Z_n.
template <class T>
void write_log_target(const Call<T>& call, View<const T> omega, const Buffer<T>& log_normal,
                      View<const T> log_key_sums);

/// map_nm = Σ_j mix_nj · softmax_m(ω_j·k_m − ‖k_m‖²/2): the attention matrix of a set of weighted samples.
template <class T>
void mix_sample_maps(View<const T> mix, View<const T> omega, const Call<T>& call, View<T> map);

/// Per query: weights w/Σw, and ESS (Σw)²/Σw², from log|w| and signs (a view of nothing: all positive).
template <class T>
void normalise_weights(View<const T> log_weights, View<const T> signs, View<T> weights, std::span<T> ess);

}  // namespace omega

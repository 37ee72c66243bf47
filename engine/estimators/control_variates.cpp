// control_variates: random-feature attention seen as a sum of control-variate estimators (specification, section 6).
//
//   g_m = Σ_s α_s ξ(q_n,ω_s) ξ(k_m,ω_s) v_m,  h_m the same without v_m,  α_s = 1/(S Z_n),  E[h_m] = π_nm
//   y        = Σ_m [g_m − β̂ (h_m − π_nm)], one β̂ = Σg/Σh for all keys: it is rfa                   (EVA paper, Eq. 7)
//   y_groups = Σ_c (Σ_{P_c} π_nm) β̂_c, β̂_c = Σ_{P_c} g/Σ_{P_c} h                                   (Eq. 11)
//   y_tokens : a coefficient for each key, β_m = v_m, and nothing is estimated any more: it is softmax (Proposition 1)
//   J(β_1..β_C) = Σ_c Σ_{m∈P_c} π_nm ‖β_c − v_m‖²; its minimum is at β*_c = Σ_{P_c} π_nm v_m / Σ_{P_c} π_nm (Eq. 9–10)
//
// Target and proposal are those of rfa with positive features; ω is shared by all groups. J_groups ≤ J_global ≤ J_rfa.
// Cost: y as rfa, O((N + M)·S·(D + Dv)); all else is quadratic in time and computed only when wanted.
#include <algorithm>
#include <cmath>
#include <memory>

#include "cpu/gemm.h"
#include "cpu/parallel.h"
#include "cpu/vector_math.h"
#include "estimators/group_estimates.h"
#include "estimators/methods.h"
#include "estimators/softmax.h"
#include "math/matrices.h"
#include "sampling/samples.h"

namespace omega {

namespace {

constexpr Index kTile = 16;
constexpr const char* kSpreads[] = {"J_groups", "J_groups_hat", "J_global", "J_rfa"};

/// y_n = Σ_s softmax_s(q_n·ω_s + L_s) f(ω_s): rfa with positive features, and β̂.
template <class T>
void random_feature_attention(const Call<T>& call, const Matrix<T>& omega, View<T> y) {
  const SampleValues<T> values = evaluate_samples<T>(omega, call);
  Attend<T> what;
  what.values = values.f;
  what.dots = query_logits<T>(call, omega, values.log_key_sum.data());
  attend(what, y, static_cast<T*>(nullptr), call.progress);
}

/// A_nm = h_nm / Σ_m h_nm, and with it h_nm: Σ_m h_nm = (1/S) Σ_s ξ(q_n,ω_s) e^{L_s} / Z_n.
template <class T>
void write_maps(const Call<T>& call, const Matrix<T>& omega) {
  const View<T> attention = call.output("attention"), h = call.output("h");
  if (!attention && !h) return;
  const SampleValues<T> values = evaluate_samples<T>(omega, call);
  Matrix<T> mix(call.q().rows, omega.rows());
  multiply_nt<T>(call.q(), omega, mix);
  Buffer<T> log_total = minus_half_squared_norms(call.q());
  const Buffer<T> log_z = h ? log_partition(call) : Buffer<T>();
  for (Index n = 0; n < mix.rows(); ++n) {
    T* row = mix.row(n);
    for (Index s = 0; s < mix.cols(); ++s) row[s] += values.log_key_sum[static_cast<std::size_t>(s)];
    const T maximum = largest(row, mix.cols());
    const T sum = exp_shifted(row, mix.cols(), maximum);
    for (T& weight : mix.view().row_span(n)) weight /= sum;
    log_total[static_cast<std::size_t>(n)] += maximum + std::log(sum / static_cast<T>(mix.cols()));
  }
  const View<T> map = attention ? attention : h;
  mix_sample_maps<T>(mix, omega, call, map);
  for (Index n = 0; h && n < h.rows; ++n) {
    const auto i = static_cast<std::size_t>(n);
    const T total = std::exp(log_total[i] - log_z[i]);
    for (Index m = 0; m < h.cols; ++m) h(n, m) = total * map(n, m);
  }
}

/// What the coefficients of the groups are for a few queries: rows × (C·Dv).
template <class T>
struct Coefficients {
  Matrix<T> hat, star;
};

template <class T>
double squared_distance(const T* a, const T* b, Index count) {
  double total = 0;
  for (Index d = 0; d < count; ++d) total += (static_cast<double>(a[d]) - b[d]) * (static_cast<double>(a[d]) - b[d]);
  return total;
}

/// J of one query. Around the best coefficients β*_c it is Σ_c Σ_{P_c} π_nm ‖β*_c − v_m‖²; any others add Σ_c π_c ‖β_c
/// − β*_c‖², π_c = Σ_{P_c} π_nm, and a global one adds ‖β − softmax‖² to the J of softmax: so the inequalities hold in
/// rounded numbers too.
struct Spread {
  double groups = 0, groups_hat = 0, global = 0, rfa = 0;
};

template <class T>
Spread spread_of(const std::vector<KeyGroup>& groups, const T* pi, View<const T> v, const T* star, const T* hat,
                 const T* softmax, const T* rfa) {
  const Index dims = v.cols;
  Spread of;
  double beyond_hat = 0, beyond_global = 0;
  for (const KeyGroup& group : groups) {
    double mass = 0;
    for (const Range run : group.keys)
      for (Index m = run.begin; m < run.end; ++m) {
        mass += static_cast<double>(pi[m]);
        of.groups += static_cast<double>(pi[m]) * squared_distance(star, v.row(m), dims);
      }
    beyond_hat += mass * squared_distance(hat, star, dims);
    beyond_global += mass * squared_distance(softmax, star, dims);
    star += dims;
    hat += dims;
  }
  of.groups_hat = of.groups + beyond_hat;
  of.global = of.groups + beyond_global;
  of.rfa = of.global + squared_distance(rfa, softmax, dims);
  return of;
}

/// The coefficients and J of all queries, a few rows of π at a time.
template <class T>
class GroupView {
 public:
  GroupView(const Call<T>& call, const GroupEstimates<T>& table)
      : call_(call), table_(table), hat_(call.output("beta_hat")), star_(call.output("beta_star")) {
    for (const char* name : kSpreads) spreads_.push_back(call.output_vector(name));
  }

  bool wanted() const { return hat_ || star_ || wants_spread(); }

  /// rfa and softmax are the two global coefficients.
  void write(const Matrix<T>& rfa, const Matrix<T>& softmax) const {
    parallel_tiles(call_.q().rows, kTile, call_.progress, [&](Range rows) { write_rows(rows, rfa, softmax); });
  }

 private:
  void write_rows(Range rows, const Matrix<T>& rfa, const Matrix<T>& softmax) const {
    const View<const T> queries = call_.q().middle_rows(rows.begin, rows.size());
    Matrix<T> logits(rows.size(), call_.k().rows);
    multiply_nt<T>(queries, call_.k(), logits);
    const Coefficients<T> of = coefficients(queries, logits);
    if (wants_spread()) softmax_rows<T>(logits);  // π
    for (Index r = 0; wants_spread() && r < rows.size(); ++r) {
      const Index n = rows.begin + r;
      const Spread spread = spread_of<T>(table_.groups, logits.row(r), call_.v, of.star.row(r), of.hat.row(r),
                                         softmax.row(n), rfa.row(n));
      const double all[] = {spread.groups, spread.groups_hat, spread.global, spread.rfa};
      for (std::size_t i = 0; i < spreads_.size(); ++i)
        if (!spreads_[i].empty()) spreads_[i][static_cast<std::size_t>(n)] = static_cast<T>(all[i]);
    }
    // The outputs are N×C×Dv: C rows a query.
    const auto copy = [&](const Matrix<T>& from, View<T> out) {
      if (out) std::copy_n(from.data(), from.rows() * from.cols(), out.row(rows.begin * table_.count()));
    };
    copy(of.hat, hat_);
    copy(of.star, star_);
  }

  Coefficients<T> coefficients(View<const T> queries, const Matrix<T>& logits) const {
    const Index dims = call_.v.cols;
    Coefficients<T> of{Matrix<T>(queries.rows, table_.count() * dims), Matrix<T>(queries.rows, table_.count() * dims)};
    Matrix<T> weights(queries.rows, table_.samples());
    for (Index c = 0; c < table_.count(); ++c) {
      sample_weights<T>(table_, queries, c, weights);
      multiply_nn<T>(weights, table_.values.view().middle_rows(c * table_.samples(), table_.samples()),
                     of.hat.view().middle_cols(c * dims, dims));
      optimum(table_.groups[static_cast<std::size_t>(c)], logits, of.star.view().middle_cols(c * dims, dims));
    }
    return of;
  }

  /// β*_c, by a softmax of its own: Σ_{P_c} π may be too small for a ratio.
  void optimum(const KeyGroup& group, const Matrix<T>& logits, View<T> out) const {
    RunningSoftmax<T> running(logits.rows(), call_.v.cols);
    for (const Range run : group.keys) {
      Matrix<T> tile(logits.rows(), run.size());
      for (Index r = 0; r < logits.rows(); ++r) std::copy_n(logits.row(r) + run.begin, run.size(), tile.row(r));
      running.add(tile, call_.v.middle_rows(run.begin, run.size()));
    }
    running.mean(out);
  }

  bool wants_spread() const {
    return std::any_of(spreads_.begin(), spreads_.end(), [](const std::span<T>& out) { return !out.empty(); });
  }

  const Call<T>& call_;
  const GroupEstimates<T>& table_;
  const View<T> hat_, star_;
  std::vector<std::span<T>> spreads_;  // in the order of kSpreads
};

/// Everything that knows of the groups.
template <class T>
void write_groups(const Call<T>& call, const Matrix<T>& omega) {
  auto table = std::make_shared<GroupEstimates<T>>();
  table->groups = groups_of_all(call.sizes, static_cast<Index>(call.options.integer("groups")), std::nullopt);
  table->shared = true;
  table->omega = copy_of<T>(omega);
  estimate_groups(*table, call, kTile);
  if (const View<T> y = call.output("y_groups")) {  // EVA without a window, each group at its exact weight
    WindowAttention<T> what{call.unscaled_q, call.unscaled_k, call.v, call.root_scale,
                            Windows(call.sizes.N, 0, 0, std::nullopt)};
    what.beyond = [&](Index) { return beyond_of<T>(table, GroupWeight::exact, call, table->count()); };
    window_attention(what, y, call.progress);
  }
  const GroupView<T> view(call, *table);
  if (!view.wanted()) return;
  Matrix<T> rfa(call.q().rows, call.v.cols), softmax(call.q().rows, call.v.cols);
  random_feature_attention<T>(call, omega, rfa);
  softmax_attention<T>(call.unscaled_q, call.unscaled_k, static_cast<T>(call.scale), call.v, softmax, nullptr,
                       call.progress);
  view.write(rfa, softmax);
}

template <class T>
void compute(const Call<T>& call) {
  const Matrix<T> omega = standard_projections<T>(call, call.options.integer("samples"));
  write_output(call, "omega", omega.data());
  for (const char* name : {"y", "beta"})
    if (const View<T> out = call.output(name)) random_feature_attention(call, omega, out);
  if (const View<T> y = call.output("y_tokens"))
    softmax_attention<T>(call.unscaled_q, call.unscaled_k, static_cast<T>(call.scale), call.v, y, nullptr,
                         call.progress);
  write_maps(call, omega);
  for (const char* name : {"y_groups", "beta_hat", "beta_star", "J_rfa", "J_global", "J_groups_hat", "J_groups"})
    if (call.wants(name)) return write_groups(call, omega);
}

// --- Description -----------------------------------------------------------------------------------------------------

std::vector<OutputSpec> outputs(const Problem& p) {
  const auto [lead, heads, N, M, D, Dv] = p.sizes;
  const Index groups = group_count(p), samples = p.options.integer("samples");
  const auto quadratic = OutputSpec::quadratic_of;
  return {output_y(p.sizes),
          quadratic("y_groups", {N, Dv}, "The estimate with a coefficient for each group (Eq. 11)."),
          quadratic("y_tokens", {N, Dv}, "The estimate with a coefficient for each key: softmax attention."),
          output_attention(p.sizes),
          {"omega", {samples, D}, "The projections."},
          quadratic("h", {N, M}, "h_nm, the control variate of each key; its expectation is π_nm."),
          {"beta", {N, Dv}, "β̂, the one global coefficient."},
          quadratic("beta_hat", {N, groups, Dv}, "β̂_c, the estimated coefficient of each group."),
          quadratic("beta_star", {N, groups, Dv}, "β*_c, the best coefficient of each group."),
          quadratic("J_rfa", {N}, "J at the global β̂ of rfa."),
          quadratic("J_global", {N}, "J at the best single coefficient, the softmax output."),
          quadratic("J_groups_hat", {N}, "J at the estimated coefficients β̂_c."),
          quadratic("J_groups", {N}, "J at the best coefficients β*_c.")};
}

EstimatorInfo describe() {
  EstimatorInfo info;
  info.name = "control_variates";
  info.title = "RFA as control variates";
  info.paper = "Zheng et al. 2023, Efficient attention via control variates, Eq. 7–11";
  info.summary =
      "Random-feature attention taken apart into one control-variate estimator for each key, with one coefficient for "
      "all, for each group, or for each key.";
  info.equations = {
      {"y_n = Σ_m [g_m − β̂ (h_m − π_nm)],  β̂ = Σ_m g_m / Σ_m h_m\n"
       "y_groups = Σ_c (Σ_{m∈P_c} π_nm) β̂_c,  β̂_c = Σ_{m∈P_c} g_m / Σ_{m∈P_c} h_m\n"
       "J(β_1, …, β_C) = Σ_c Σ_{m∈P_c} π_nm ‖β_c − v_m‖²"}};
  info.complexity = "O((N+M)·S·(D+Dv)) for y; the rest O(N·M·(D+Dv))";
  info.look_at = "J falling from one global coefficient to C local ones, and y_groups approaching y_tokens.";
  info.not_causal = "it is a view of rfa, which has one";
  info.options = {samples_option(64), draw_option(),
                  groups_option(1, "How many groups of keys have a coefficient of their own."), OptionSpec::scale()};
  info.budget = "samples";
  info.arrays = sample_arrays;
  info.outputs = outputs;
  info.traits = [](const Options&) { return Traits{.self_normalised = true}; };
  info.cost = [](const Problem& p) {
    const auto [lead, heads, N, M, D, Dv] = p.sizes;
    const double tokens = static_cast<double>(N) + M, samples = static_cast<double>(p.options.integer("samples"));
    return Cost{2 * tokens * samples * (D + Dv), tokens * samples, 4 * tokens * (D + Dv)};
  };
  return info;
}

}  // namespace

Estimator control_variates_estimator() {
  return make_estimator(describe(), [](const auto& call) { compute(call); });
}

}  // namespace omega

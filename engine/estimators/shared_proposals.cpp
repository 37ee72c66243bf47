#include "estimators/shared_proposals.h"

#include <algorithm>
#include <cmath>
#include <memory>

#include "core/error.h"
#include "cpu/gemm.h"
#include "cpu/parallel.h"
#include "estimators/causal_proposals.h"
#include "estimators/ideal_weights.h"

namespace omega {

namespace {

constexpr Index kQueryTile = 64;

/// Everything about the samples that no query changes, and the weights of any query.
template <class T>
struct SharedSamples {
  const Call<T>& call;
  bool self_normalised;
  Proposals<T> proposals;
  Index each;  // S'_c
  Matrix<T> omega;
  SampleValues<T> values;
  Buffer<T> log_proposal;  // log q of the sample's own proposal
  Weighting<T> weighting;
  Buffer<T> log_normal;   // log N(ω_j; 0, I)
  Buffer<T> sample_part;  // log N(ω_j; 0, I) − log q + L_j
  Buffer<T> log_z;        // log Z_n, for mis and weighting=optimal
  std::unique_ptr<const IdealWeights> ideal;

  SharedSamples(const Call<T>& call_, bool self_normalised_)
      : call(call_),
        self_normalised(self_normalised_),
        proposals(call),
        each(samples_per_proposal(call.options)),
        omega(proposals.draw(call)),
        values(evaluate_samples<T>(omega, call)),
        log_proposal(static_cast<std::size_t>(omega.rows())),
        weighting(call.options, own_densities(), own_sites(omega.rows(), each), call.unscaled_q, call.root_scale,
                  proposals.landmark_queries(), call.progress),
        log_normal(log_standard_normal<T>(omega)),
        sample_part(static_cast<std::size_t>(omega.rows())) {
    for (Index j = 0; j < omega.rows(); ++j) {
      const auto i = static_cast<std::size_t>(j);
      sample_part[i] = log_normal[i] - log_proposal[i] + values.log_key_sum[i];
    }
    if (!self_normalised || is_optimal(call.options)) log_z = log_partition(call);
    if constexpr (std::is_same_v<T, double>)
      if (is_optimal(call.options) || wants_prediction())
        ideal = std::make_unique<IdealWeights>(call, proposals, omega, each, self_normalised);
  }

  /// Whether y comes from lanes of queries: their own part cancels, and α is a factor.
  bool y_in_lanes() const {
    return self_normalised && omega.rows() <= 2 * kLaneColumns && (weighting.is_shared() || weighting.has_lanes());
  }
  bool wants_prediction() const { return call.wants("predicted_variance") || call.wants("predicted_rare"); }
  bool wants_weights() const {
    return call.wants("log_weights") || call.wants("weights") || call.wants("ess") || call.wants("attention");
  }

  /// log q_c(ω_j), J×C; keeps what each sample's own proposal says of it.
  LogDensities<T> own_densities() {
    return {omega.rows(), proposals.count(), [this](Range some, View<T> log_q) {
              proposals.log_densities(omega, some, values.log_key_sum, log_q);
              for (Index j = some.begin; j < some.end; ++j)
                log_proposal[static_cast<std::size_t>(j)] = log_q(j - some.begin, j / each);
            }};
  }

  /// log|w_nj| = log|α| + log N − log q + log ξ(q_n, ω_j) + L_j (− log Z_n); returns how many α were clamped.
  Index log_weights(Range queries, Range samples, View<T> out, View<T> signs) const {
    if constexpr (std::is_same_v<T, double>)
      if (is_optimal(call.options)) {
        ideal->log_weights(queries, samples, out, signs, self_normalised ? &log_z : nullptr);
        return 0;
      }
    Matrix<T> dots(out.rows, out.cols);
    const Matrix<T> q = call.scaled_queries(queries);
    Buffer<T> query_part = minus_half_squared_norms<T>(q);  // −‖q_n‖²/2, and − log Z_n for mis
    for (Index n = 0; n < out.rows && !self_normalised; ++n)
      query_part[static_cast<std::size_t>(n)] -= log_z[static_cast<std::size_t>(queries.begin + n)];
    multiply_nt<T>(q, omega.view().middle_rows(samples.begin, samples.size()), dots);
    const Index clamped = weighting.log_alpha(queries, samples, out, signs);
    for (Index n = 0; n < out.rows; ++n)
      for (Index j = 0; j < out.cols; ++j)
        out(n, j) += dots(n, j) + sample_part[static_cast<std::size_t>(samples.begin + j)] +
                     query_part[static_cast<std::size_t>(n)];
    return clamped;
  }
};

/// y_n = Σ_j α_nj exp(q_n·ω_j + log N(ω_j; 0, I) − log q + L_j) f(ω_j) / the same without f.
template <class T>
void write_y_in_lanes(const SharedSamples<T>& samples, View<T> y) {
  const Call<T>& call = samples.call;
  const Index count = samples.omega.rows();
  std::atomic<Index> clamped{0};
  Buffer<T> bias(static_cast<std::size_t>(count));
  std::copy(samples.sample_part.begin(), samples.sample_part.end(), bias.begin());
  Attend<T> what;
  if (samples.weighting.is_shared()) {
    Matrix<T> log_alpha(1, count);
    samples.weighting.log_alpha({0, 1}, {0, count}, log_alpha, {});
    for (Index j = 0; j < count; ++j) bias[static_cast<std::size_t>(j)] += log_alpha(0, j);
  } else {
    what.factors = [&](Range, const LaneRows<T>& x, View<T> factors) {
      clamped += samples.weighting.lane_alpha(x, factors);
    };
  }
  what.values = samples.values.f;
  what.dots = query_logits<T>(call, samples.omega, bias.data());
  what.row_pool = call.pool.queries;
  call.count("nonpositive", attend(what, y, static_cast<T*>(nullptr), call.progress));
  call.count("clamped", clamped);
}

template <class T>
void write_y(const SharedSamples<T>& samples, View<T> y) {
  if (samples.y_in_lanes()) return write_y_in_lanes(samples, y);
  const Call<T>& call = samples.call;
  OMEGA_ASSERT(!call.pool);
  std::atomic<Index> clamped{0};
  Attend<T> what;
  what.rows = call.sizes.N;
  what.columns = samples.omega.rows();
  what.values = samples.values.f;
  what.is_signed = keeps_sign(call.options);
  what.normalised = samples.self_normalised;
  what.logits = [&](Range queries, Range columns, View<T> tile, View<T> signs) {
    clamped += samples.log_weights(queries, columns, tile, signs);
  };
  call.count("nonpositive", attend(what, y, static_cast<T*>(nullptr), call.progress));
  call.count("clamped", clamped);
  if (samples.self_normalised) return;
  if (samples.ideal && is_optimal(call.options)) call.count("nonpositive", samples.ideal->nonpositive());
  for (Index n = 0; n < y.rows; ++n)
    for (T& x : y.row_span(n)) x /= static_cast<T>(samples.each);
}

/// How much each sample's map counts for a query: normalised weights, or w/S'.
template <class T>
void mixing_weights(const SharedSamples<T>& samples, View<const T> log_weights, View<const T> signs, View<T> mix) {
  if (samples.self_normalised) return normalise_weights<T>(log_weights, signs, mix, {});
  for (Index n = 0; n < mix.rows; ++n)
    for (Index j = 0; j < mix.cols; ++j)
      mix(n, j) = std::exp(log_weights(n, j)) * (signs ? signs(n, j) : T(1)) / static_cast<T>(samples.each);
}

template <class T>
void write_weights(const SharedSamples<T>& samples) {
  const Call<T>& call = samples.call;
  if (!samples.wants_weights()) return;
  const Index queries = call.sizes.N, count = samples.omega.rows();
  const bool is_signed = keeps_sign(call.options);
  // Log weights that are wanted themselves are written to their place at once: for a long sequence they are large.
  const View<T> wanted = call.output("log_weights");
  Matrix<T> own(wanted ? 0 : queries, wanted ? 0 : count), signs(is_signed ? queries : 0, is_signed ? count : 0);
  const View<T> log_weights = wanted ? wanted : own.view();
  parallel_tiles(queries, kQueryTile, call.progress, [&](Range rows) {
    samples.log_weights(rows, {0, count}, log_weights.middle_rows(rows.begin, rows.size()),
                        is_signed ? signs.view().middle_rows(rows.begin, rows.size()) : View<T>());
  });
  const View<const T> sign_view = is_signed ? signs.view() : View<T>();
  normalise_weights<T>(log_weights, sign_view, call.output("weights"), call.output_vector("ess"));
  if (const View<T> map = call.output("attention")) {
    Matrix<T> mix(queries, count);
    mixing_weights<T>(samples, log_weights, sign_view, mix);
    mix_sample_maps<T>(mix, samples.omega, call, map);
  }
}

/// α of all queries.
template <class T>
void write_alpha(const Call<T>& call, const Weighting<T>& weighting, View<T> out) {
  constexpr Index kTile = 1024;
  parallel_tiles(call.sizes.N, kTile, call.progress, [&](Range queries) {
    weighting.alpha(queries, {0, out.cols}, out.middle_rows(queries.begin, queries.size()));
  });
}

/// All C weights α_n1(ω)..α_nC(ω) at places that the caller names.
template <class T>
void write_alpha_at(const SharedSamples<T>& samples, View<T> out) {
  const Call<T>& call = samples.call;
  const Matrix<T> places = call.template load<T>("omega_at");
  const Index count = samples.proposals.count();
  if constexpr (std::is_same_v<T, double>)
    if (is_optimal(call.options))
      return samples.ideal->alpha_at(places, {out.data, call.sizes.N, places.rows() * count});
  const SampleValues<T> values = evaluate_samples<T>(places, call);  // L(ω), which mixtures need
  const LogDensities<T> densities{places.rows(), count, [&](Range some, View<T> log_q) {
                                    samples.proposals.log_densities(places, some, values.log_key_sum, log_q);
                                  }};
  const Weighting<T> weighting(call.options, densities, all_sites(places.rows(), count), call.unscaled_q,
                               call.root_scale, samples.proposals.landmark_queries(), call.progress);
  write_alpha<T>(call, weighting, {out.data, call.sizes.N, places.rows() * count});
}

template <class T>
void write_sample_outputs(const SharedSamples<T>& samples) {
  const Call<T>& call = samples.call;
  write_output(call, "omega", samples.omega.data());
  write_output(call, "f", samples.values.f.data());
  write_output(call, "proposal_means", samples.proposals.means().data);
  write_output(call, "log_proposal", samples.log_proposal.data());
  if constexpr (std::is_same_v<T, double>) {
    if (is_optimal(call.options)) write_output(call, "alpha", samples.ideal->alpha().data);
    if (samples.wants_prediction())
      samples.ideal->predict(samples.proposals.landmark_queries(), static_cast<double>(samples.each),
                             call.output_vector("predicted_variance"), call.output_vector("predicted_rare"));
  }
  if (const View<T> out = call.output("alpha"); out && !is_optimal(call.options))
    write_alpha(call, samples.weighting, out);
  if (const View<T> out = call.output("alpha_at")) write_alpha_at(samples, out);
  const View<const T> log_key_sums(samples.values.log_key_sum.data(), call.sizes.N, samples.omega.rows(), 0);  // of all
  write_log_target<T>(call, samples.omega, samples.log_normal, log_key_sums);
}

/// Whether omega_at is one ω, of rank 1, and not a list.
bool is_one_place(const Problem& p) { return p.has("omega_at") && p.given.at("omega_at").rank() == 1; }

std::vector<ArraySpec> arrays(const Problem& p) {
  std::vector<ArraySpec> specs = proposal_arrays(p);
  const Shape places = is_one_place(p) ? Shape{p.sizes.D} : Shape{-1, p.sizes.D};
  specs.push_back({"omega_at", Source::parameter, places, 0,
                   "The place ω (scaled), or a list of them, at which alpha_at is wanted."});
  return specs;
}

std::vector<OutputSpec> outputs(const Problem& p) {
  const Index n = p.sizes.N, proposals = proposal_count(p), count = proposals * samples_per_proposal(p.options);
  std::vector<OutputSpec> specs = {
      output_y(p.sizes),
      output_attention(p.sizes),
      {"omega", {count, p.sizes.D}, "The projections, proposal by proposal."},
      {"log_weights", {n, count}, "log|w|: log(α p_n/q_c) for mis, the same without 1/Z_n for lara."},
      {"weights", {n, count}, "w/Σw of each query."},
      output_ess(p.sizes),
      {"alpha", {n, count}, "α_nc at the sample's own ω, after the clamp; rows do not sum to 1."},
      {"proposal_means", {proposals, p.sizes.D}, "μ_c."},
      {"log_proposal", {count}, "log q of the sample's own proposal."},
      {"log_target", {n, count}, "log p_n(ω).", false, true},
      output_f(p, count),
      OutputSpec::count_of("clamped", "How many MIS weights were raised to the clamp."),
      OutputSpec::count_of("nonpositive", "How many denominators were ≤ 0."),
  };
  if (p.options.choice<WeightingKind>("weighting") == WeightingKind::own || has_stages(p.options))
    std::erase_if(specs, [](const OutputSpec& o) { return o.name == "log_weights"; });
  if (p.options.flag("predict")) {
    specs.push_back(OutputSpec::quadratic_of(
        "predicted_variance", {n},
        "The variance of each query's estimate, summed over its outputs, by quadrature; of lara by the delta method."));
    specs.push_back(OutputSpec::quadratic_of(
        "predicted_rare", {n},
        "The share of it that is from samples with more than half of all weight; where it is large, the delta method "
        "does not hold."));
  }
  if (p.has("omega_at"))
    specs.push_back({"alpha_at",
                     {n, is_one_place(p) ? 1 : p.given_shape("omega_at", 2)[0], proposals},
                     "α_n1..α_nC at each place of omega_at; sums to 1 with clamp=0."});
  return specs;
}

/// Refuses what has no causal form in these methods.
void check_causal_form(const Problem& p) {
  check_causal(p);
  if (!p.options.is_causal()) return;
  const auto refuse = [](const std::string& what, const std::string& because) {
    throw Error::input(what + " has no causal form: " + because + "; use another, or causal=false");
  };
  if (p.options.choice<ProposalKind>("proposals") == ProposalKind::single)
    refuse("proposals=single", "its one mixture is made of all queries and keys");
  if (p.options.grid())
    refuse("grid=" + to_string(OptionValue(*p.options.grid())), "windows of cells know later tokens");
  if (p.options.choice<WeightingKind>("weighting") == WeightingKind::own)
    refuse("weighting=own", "a query's own proposal knows the query, and stands for later ones only");
  if (is_optimal(p.options)) refuse("weighting=optimal", "its quadrature is over all proposals and keys");
  if (p.options.flag("predict")) refuse("predict=true", "its quadrature is over all proposals and keys");
}

void check(const Problem& p) {
  check_causal_form(p);
  const Index proposals = proposal_count(p);
  if (needs_quadrature(p.options) && p.sizes.D > kQuadratureDims)
    throw Error::input((is_optimal(p.options) ? "weighting=optimal" : "predict") +
                       std::string(" is computed by quadrature over ω, for at most ") +
                       std::to_string(kQuadratureDims) + " dimensions, but queries and keys have " +
                       std::to_string(p.sizes.D) + "; it needs a sequence of 1 or 2 dimensions");
  if (p.options.choice<WeightingKind>("weighting") == WeightingKind::own && proposals != p.sizes.N)
    throw Error::input(
        "weighting=own needs a proposal for each of the " + std::to_string(p.sizes.N) + " queries, but landmarks=" +
        std::to_string(p.options.integer("landmarks")) + " gives " + std::to_string(proposals) +
        "; landmarks must be the number of queries, and is reduced to min(C, N, M) where proposals stand on segments");
}

/// r_nc: of the segments that proposals stand on.
std::vector<Equation> similarity_equations() {
  const Condition over_queries = with("similarity", {"queries"}), over_proposals = with("similarity", {"proposals"});
  const Condition all = with(kCausal, {"false"}) && without("proposals", {"standard", "single"});
  return {{"r_nc = exp(q_n·q̃_c) / Σ_n' exp(q_n'·q̃_c)", over_queries && all},
          {"r_nc = exp(q_n·q̃_c) / Σ_c' exp(q_n·q̃_c')", over_proposals && all},
          {"r_nc = exp(q_n·q̃_{c−1}) / Σ_{n'≤n} exp(q_n'·q̃_{c−1}),  r_n1 = 0", over_queries && in_stages()},
          {"r_nc = exp(q_n·q̃_{c−1}) / Σ_{c'>1} exp(q_n·q̃_{c'−1}),  r_n1 = 0", over_proposals && in_stages()},
          {"r_nc = 0",
           with("proposals", {"standard", "single"}) || (with(kCausal, {"true"}) && with("proposals", {"given"}))}};
}

}  // namespace

void describe_shared_proposals(EstimatorInfo& info) {
  info.options = proposal_options();
  for (OptionSpec& option : weighting_options()) {
    if (option.name == "similarity") option.standing_for(similarity_equations());
    info.options.push_back(std::move(option));
  }
  info.options.push_back(OptionSpec::causal());
  info.options.push_back(OptionSpec::scale());
  info.budget = "landmarks";
  info.arrays = arrays;
  info.outputs = outputs;
  info.check = check;
  info.cost = [](const Problem& p) {
    const auto [lead, heads, N, M, D, Dv] = p.sizes;
    const double tokens = static_cast<double>(N) + M, proposals = static_cast<double>(proposal_count(p));
    const double samples = proposals * static_cast<double>(samples_per_proposal(p.options));
    const auto weighting = p.options.choice<WeightingKind>("weighting");
    const bool similar = depends_on_query(weighting);      // r_nc is needed
    const double known = has_stages(p.options) ? 0.5 : 1;  // share of proposals that a query uses
    const double similarities = similar ? known * N * proposals : 0, uses = (known * N + M) * samples;
    return Cost{2 * uses * (D + Dv) + 2 * similarities * D, uses + similarities, 4 * tokens * (D + Dv)} +
           quadrature_cost(p, proposals);
  };
}

bool pools_shared_samples(const Options& options) {
  return weighs_in_lanes(options) && options.integer("landmarks") * samples_per_proposal(options) <= 2 * kLaneColumns;
}

Cost exact_normaliser_cost(const Problem& problem) {
  const double pairs = pairs_seen(problem);
  return {2 * pairs * static_cast<double>(problem.sizes.D), pairs};
}

template <class T>
void estimate_with_shared_proposals(const Call<T>& call, bool self_normalised) {
  if (call.options.is_causal()) return estimate_with_causal_proposals(call, self_normalised);
  const SharedSamples<T> samples(call, self_normalised);
  write_y(samples, call.output("y"));
  write_weights(samples);
  write_sample_outputs(samples);
}

template void estimate_with_shared_proposals<float>(const Call<float>&, bool);
template void estimate_with_shared_proposals<double>(const Call<double>&, bool);

}  // namespace omega

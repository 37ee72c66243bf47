// lara and mis on the device. What is a term of a sample alone goes into the bias of its column; what depends on query
// and sample (decoupled) is made beside the logits in the same tiles. For y, only coupled and own hold a matrix
// queries × samples.
#include "core/choices.h"
#include "cuda/methods.h"
#include "cuda/methods/sampling.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace omega::cuda {

namespace {

// The module knows nothing of the engine: its words must come in the same order.
static_assert(kWeightDecoupled == static_cast<int>(WeightingKind::decoupled) &&
              kWeightConstant == static_cast<int>(WeightingKind::constant) &&
              kWeightBalance == static_cast<int>(WeightingKind::balance) &&
              kWeightPower == static_cast<int>(WeightingKind::power) &&
              kWeightCoupled == static_cast<int>(WeightingKind::coupled) &&
              kWeightOwn == static_cast<int>(WeightingKind::own));

/// Empty where the device knows how: words that come after these in choices.h stay on the CPU.
std::string refused(const Problem& p) {
  if (p.options.choice<WeightingKind>("weighting") > WeightingKind::own)
    return "weighting=" + p.options.word("weighting");
  if (p.options.choice<ProposalKind>("proposals") > ProposalKind::given)
    return "proposals=" + p.options.word("proposals");
  return p.options.flag("predict") ? "predict" : "";
}

/// What the options mean.
struct ProposalPlan {
  ProposalKind proposals;
  Weighting weighting;
  bool by_queries;  // r is normalised over queries
  bool self_normalised, evaluate, antithetic;
  std::int32_t count, drawn, each;  // C, S_c, S'_c
  double scale;
  float beta, blend, clamp;

  ProposalPlan(const Run& run, bool self_normalised_)
      : proposals(run.options.choice<ProposalKind>("proposals")),
        weighting(run.options.choice<Weighting>("weighting")),
        by_queries(run.options.choice<SimilarityKind>("similarity") == SimilarityKind::queries),
        self_normalised(self_normalised_),
        evaluate(run.options.flag("evaluate")),
        antithetic(!evaluate && run.options.flag("antithetic")),
        count(static_cast<std::int32_t>(run.options.integer("landmarks"))),
        drawn(evaluate ? 1 : static_cast<std::int32_t>(run.options.integer("per_proposal"))),
        each(drawn * (antithetic ? 2 : 1)),
        scale(run.options.real("proposal_scale")),
        beta(static_cast<float>(run.options.real("beta"))),
        blend(static_cast<float>(run.options.real("blend"))),
        clamp(static_cast<float>(run.options.real("clamp"))) {}
  bool specific() const { return weighting == kWeightDecoupled || weighting == kWeightCoupled; }
  bool keeps_sign() const { return specific() && clamp == 0; }
  bool needs_matrix() const { return weighting == kWeightCoupled || weighting == kWeightOwn; }
};

/// q̃, k̃, and where the proposals stand.
struct Proposals {
  Block landmark_queries;  // nothing where no subset stands behind a proposal
  Block base;              // mixtures: q̃_c or the mean query
  Exact exact_base;
  Stored keys;  // of mixtures, as they came
  Block means, log_z;
  Block omega;  // where the means are all that the samples need
  Block key_bias;
};

std::vector<Runs> landmark_segments(const Run& run, Index tokens, Index count) {
  return segment_runs(tokens, run.grid() ? count : std::min({count, Index{run.N}, Index{run.M}}), run.grid());
}

/// μ of attend and mixed: a landmark query and what it, or in mixed its landmark key, attends to.
void place_attended(Run& run, const ProposalPlan& plan, Proposals& p, Block landmark_keys) {
  const auto t = static_cast<float>(plan.scale);
  const Block beside = plan.proposals == ProposalKind::attend
                           ? attended_mean(run, p.landmark_queries, run.k, run.root, run.root)
                           : attended_mean(run, landmark_keys, landmark_keys, 1, 1);
  run.combine(t, p.landmark_queries, t, beside, 0, p.means);
}

void place_mixtures(Run& run, const ProposalPlan& plan, Proposals& p) {
  p.base = p.landmark_queries;
  if (!has_landmarks(plan.proposals)) {  // all of them the mean query
    const Block mean = p.landmark_queries;
    p.landmark_queries = {};
    p.base = run.make(plan.count, run.D);
    run.combine(0, {}, 0, {}, 0, p.base);
    p.base = with_biases(run, p.base, 0, {}, mean);
  }
  p.log_z = run.make(1, plan.count);
  run.combine(1, p.base, 1, attended_mean(run, p.base, run.k, run.root, run.root, p.log_z), 0, p.means);
}

/// Means of a side's landmarks, by its adapter.
SegmentMeans landmarks_of(Run& run, const char* side, Block x, const std::vector<Runs>& segments, double share,
                          Block out) {
  SegmentMeans means = means_of(x, run.put_segments(segments), share);
  add_adapter(run, means, side);
  means.out = out;
  return means;
}

/// Samples of proposals that are where the segments' means, nothing, or a given array put them.
void add_samples(Run& run, const ProposalPlan& plan, Proposals& p, Prepare& what) {
  const bool moved =
      is_mixture(plan.proposals) || plan.proposals == ProposalKind::attend || plan.proposals == ProposalKind::mixed;
  if (moved) return;
  if (plan.proposals == ProposalKind::given) what.given = run.array("mu");
  what.scale = plan.scale;
  what.means = p.means;
  what.drawn = plan.drawn;
  what.step = plan.each;
  what.signs = plan.antithetic ? 2 : 1;
  what.second = -1;
  what.second_at = plan.drawn;
  if (!plan.evaluate) add_projections(run, what, plan.count, plan.drawn);
  p.omega = run.make(Index{plan.count} * plan.each, run.D);
  what.omega = p.omega;
}

/// All that segments and keys say by themselves is one launch; what reads other tokens comes after it.
Proposals place_proposals(Run& run, ProposalPlan& plan) {
  Proposals p;
  Block landmark_keys;
  Prepare what{};
  what.dims = run.D;
  const bool whole = plan.proposals == ProposalKind::single;
  const Index asked = plan.count;
  if (has_landmarks(plan.proposals) || whole) {
    const std::vector<Runs> of_queries = whole ? segment_runs(run.N, 1, {}) : landmark_segments(run, run.N, asked);
    if (!whole) plan.count = static_cast<std::int32_t>(of_queries.size());
    p.landmark_queries = run.make(static_cast<Index>(of_queries.size()), run.D);
    what.queries = landmarks_of(run, whole ? nullptr : "q", run.q, of_queries, 1, p.landmark_queries);
    if (is_mixture(plan.proposals)) {
      p.exact_base = run.make_exact(p.landmark_queries.rows, run.D);
      const Stored stored = run.stored_queries();
      p.keys = run.stored_keys();
      if (stored.is_double != 0) what.queries.stored = {static_cast<const double*>(stored.data), stored.head};
      what.queries.exact = p.exact_base;
    }
  }
  if (plan.proposals == ProposalKind::qk || plan.proposals == ProposalKind::mixed) {
    landmark_keys = run.make(plan.count, run.D);
    what.keys = landmarks_of(run, "k", run.k, landmark_segments(run, run.M, asked), 1, landmark_keys);
  }
  p.means = run.make(plan.count, run.D);
  what.segments = whole ? 1 : plan.count;
  add_samples(run, plan, p, what);
  p.key_bias = add_key_bias(run, what);
  run.prepare(what);
  if (is_mixture(plan.proposals))
    place_mixtures(run, plan, p);
  else if (!p.omega)
    place_attended(run, plan, p, landmark_keys);
  return p;
}

/// Which key stands behind each sample of a mixture; all of `single` draw from one.
Whole draw_components(Run& run, const ProposalPlan& plan, const Proposals& p) {
  const bool one = !has_landmarks(plan.proposals);
  const Whole chosen = run.make_whole(Index{plan.count} * plan.drawn);
  const Exact u = run.uniforms("u");
  const Stored base{p.exact_base.data, p.exact_base.head, 1};
  run.draw_keys({.rows = one ? 1 : plan.count,
                 .samples = one ? plan.count * plan.drawn : plan.drawn,
                 .keys = run.M,
                 .dims = run.D,
                 .x = base,
                 .x_factor = 1,
                 .k = p.keys,
                 .k_factor = std::sqrt(run.scale),
                 .u = u,
                 .chosen = chosen});
  return chosen;
}

Block draw_samples(Run& run, const ProposalPlan& plan, const Proposals& p) {
  if (p.omega) return p.omega;
  const Block omega = run.make(Index{plan.count} * plan.each, run.D);
  if (plan.evaluate) {
    run.copy(p.means, omega);
    return omega;
  }
  const Whole chosen = is_mixture(plan.proposals) ? draw_components(run, plan, p) : Whole{};
  const Block centres = is_mixture(plan.proposals) ? p.base : p.means, eps = projections(run, plan.count, plan.drawn);
  run.place({.proposals = plan.count,
             .per_proposal = plan.drawn,
             .antithetic = plan.antithetic ? 1 : 0,
             .dims = run.D,
             .centres = centres,
             .eps = eps,
             .chosen = chosen,
             .keys = run.k,
             .key_factor = run.root,
             .out = omega});
  return omega;
}

/// What densities say of samples, or of other places.
struct Shares {
  Block log_own, sample_part, bias, balance_own, log_normal;  // one a place
  Block log_balance, balance;                                 // places × C
};

Densities densities_of(Run& run, const ProposalPlan& plan, const Proposals& p, Block omega, Block log_key_sum,
                       Shares& s) {
  for (Block* one : {&s.log_own, &s.sample_part, &s.bias, &s.balance_own, &s.log_normal})
    *one = run.make(1, omega.rows);
  const Block centres = is_mixture(plan.proposals) ? p.base : p.means;
  Densities what{};
  what.heads = run.heads;
  what.places = omega.rows;
  what.proposals = plan.count;
  what.each = plan.each;
  what.dims = run.D;
  what.weighting = plan.weighting;
  what.omega = omega;
  what.centres = centres;
  what.log_z = p.log_z;
  what.log_key_sum = log_key_sum;
  what.blend = plan.blend;
  what.log_own = s.log_own;
  what.sample_part = s.sample_part;
  what.bias = s.bias;
  what.balance_own = s.balance_own;
  what.log_normal = s.log_normal;
  return what;
}

/// With the whole matrices places × C.
Shares weigh(Run& run, const ProposalPlan& plan, const Proposals& p, Block omega, Block log_key_sum) {
  Shares s;
  Densities what = densities_of(run, plan, p, omega, log_key_sum, s);
  s.log_balance = run.make(omega.rows, plan.count);
  s.balance = run.make(omega.rows, plan.count);
  what.log_balance = s.log_balance;
  what.balance = s.balance;
  run.densities(what);
  return s;
}

/// −log Σ_n exp(q_n·q̃_c), or of each query −log Σ_c exp(q_n·q̃_c).
Block minus_log_sums(Run& run, Block x, Block points) {
  const Block sums = log_sums_of(run, x, points, run.root);
  run.combine(-1, sums, 0, {}, 0, sums);
  return sums;
}

/// r_nc as a matrix; nothing where there are no landmarks.
Block similarities(Run& run, const ProposalPlan& plan, const Proposals& p) {
  if (!p.landmark_queries || !plan.specific()) return {};
  const Block sums =
      plan.by_queries ? minus_log_sums(run, p.landmark_queries, run.q) : minus_log_sums(run, run.q, p.landmark_queries);
  const Block logs = run.product(run.q, p.landmark_queries, run.root, true, plan.by_queries ? Block{} : sums,
                                 plan.by_queries ? sums : Block{});
  run.normalise(
      {.rows = logs.rows, .columns = logs.cols, .log_weights = logs, .share = 1, .weights = logs});  // exp of each
  return logs;
}

/// log|w| and its signs, or α alone, as matrices.
struct Matrices {
  Block log_weights, signs, alpha;
};

void fill(Run& run, const ProposalPlan& plan, const Proposals& p, const Shares& s, Block logits, bool at_places,
          const Matrices& out, unsigned long long* clamped) {
  const Block r = similarities(run, plan, p);
  const Block weighted = plan.weighting == kWeightCoupled && r ? run.product(r, s.balance, 1, true) : Block{};
  LogWeights what{};
  what.rows = run.N;
  what.places = s.log_balance.rows;
  what.proposals = plan.count;
  what.each = plan.each;
  what.at_places = at_places ? 1 : 0;
  what.weighting = plan.weighting;
  what.logits = logits;
  what.similarity = r;
  what.weighted_mean = weighted;
  what.log_balance = s.log_balance;
  what.beta = plan.beta;
  what.blend = plan.blend;
  what.clamp = plan.clamp;
  what.log_weights = out.log_weights;
  what.signs = out.signs;
  what.alpha = out.alpha;
  what.clamped = clamped;
  run.log_weights(what);
}

/// α of `decoupled`, made beside the logits.
void decouple(Run& run, const ProposalPlan& plan, const Proposals& p, const Shares& s, Block log_sums, Attend& what) {
  what.weights = kDecoupled;
  what.clamped = run.counter("clamped");
  Decoupled& alpha = what.alpha;
  alpha.balance = s.balance_own;
  alpha.factor = run.root;
  alpha.beta = plan.beta;
  alpha.blend = plan.blend;
  alpha.clamp = plan.clamp;
  alpha.proposals = plan.count;
  alpha.each = plan.each;
  if (!p.landmark_queries) return;
  alpha.points = p.landmark_queries;
  alpha.log_sums = log_sums;
}

/// All about the samples of one call.
struct Drawn {
  Block omega;
  SampleValues values;
  Shares shares;
  Block query_part;  // −½‖q_n‖², for mis − log Z_n; nothing where it cancels
  Block log_sums;    // over queries, for decoupled; nothing where r is normalised over proposals
};

void write_y(Run& run, const ProposalPlan& plan, const Proposals& p, const Drawn& d, const Matrices& weights) {
  const AttendColumns all = plan.needs_matrix() ? logit_columns(weights.log_weights, 1, {}, d.values.f)
                                                : columns_of(d.omega, run.root, d.shares.sample_part, d.values.f);
  Attend what = attention_of(run.q, all, run.y);
  AttendColumns& columns = what.columns[0];
  what.normalised = plan.self_normalised ? 1 : 0;
  if (plan.self_normalised)
    what.nonpositive = run.counter("nonpositive");
  else
    what.out_factor = 1.0f / static_cast<float>(plan.each);
  if (plan.needs_matrix()) {
    columns.signs = weights.signs;
  } else {
    columns.row_bias = d.query_part;
    if (plan.weighting == kWeightDecoupled)
      decouple(run, plan, p, d.shares, d.log_sums, what);
    else
      columns.bias = d.shares.bias;
  }
  run.attend(what);
}

void write_alpha_at(Run& run, const ProposalPlan& plan, const Proposals& p) {
  const Block out = run.output("alpha_at");
  if (!out) return;
  const Block places = run.array("omega_at");
  const Shares shares = weigh(run, plan, p, places, {});
  fill(run, plan, p, shares, {}, true, {{}, {}, out}, nullptr);
}

void write_outputs(Run& run, const ProposalPlan& plan, const Proposals& p, const Drawn& d, const Matrices& weights) {
  write_output(run, "omega", d.omega);
  write_output(run, "f", d.values.f);
  write_output(run, "proposal_means", p.means);
  write_output(run, "log_proposal", d.shares.log_own);
  if (weights.log_weights) write_weights(run, weights.log_weights, weights.signs);
  if (const Block out = run.output("alpha")) fill(run, plan, p, d.shares, {}, false, {{}, {}, out}, nullptr);
  write_alpha_at(run, plan, p);
  if (const Block out = run.output("log_target")) {
    // log p_n(ω_j) = log N(ω_j; 0, I) + log ξ(q_n, ω_j) + L_j − log Z_n
    const Block samples = run.make(1, d.omega.rows);
    run.combine(1, d.shares.log_normal, 1, d.values.log_key_sum, 0, samples);
    run.copy(run.product(run.q, d.omega, run.root, true, normalised_query_bias(run), samples), out);
  }
}

void estimate(Run& run, bool self_normalised) {
  ProposalPlan plan(run, self_normalised);
  const Proposals p = place_proposals(run, plan);
  Drawn d;
  d.omega = draw_samples(run, plan, p);
  const bool matrix = wants_weights(run) || plan.needs_matrix(), whole = matrix || run.wants("alpha");
  const auto densities = [&](Block log_key_sum) { return densities_of(run, plan, p, d.omega, log_key_sum, d.shares); };
  Attend beside{};
  if (plan.weighting == kWeightDecoupled && plan.by_queries && p.landmark_queries) {
    d.log_sums = run.make(1, plan.count);
    beside = attention_of(p.landmark_queries, columns_of(run.q, run.root, {}, {}), {}, d.log_sums);
  }
  const Attend* also = d.log_sums ? &beside : nullptr;
  d.values = whole ? evaluate_samples(run, d.omega, p.key_bias, {}, also)
                   : evaluate_samples(run, d.omega, p.key_bias, densities, also);
  if (whole) d.shares = weigh(run, plan, p, d.omega, d.values.log_key_sum);
  if (matrix || !self_normalised) d.query_part = self_normalised ? query_bias(run) : normalised_query_bias(run);
  Matrices weights;
  if (matrix) {
    weights.log_weights = run.make(run.N, d.omega.rows);
    if (plan.keeps_sign()) weights.signs = run.make(run.N, d.omega.rows);
    const Block logits = run.product(run.q, d.omega, run.root, true, d.query_part, d.shares.sample_part);
    fill(run, plan, p, d.shares, logits, false, weights, plan.needs_matrix() ? run.counter("clamped") : nullptr);
  }
  write_y(run, plan, p, d, weights);
  write_outputs(run, plan, p, d, weights);
}

CudaMethod method(std::function<void(Run&)> compute) {
  return {.outputs = {"y", "attention", "omega", "log_weights", "weights", "ess", "alpha", "alpha_at", "proposal_means",
                      "log_proposal", "log_target", "f"},
          .stays = "weighting=optimal and predict, quadratures in double",
          .block_bytes = prepare_bytes,
          .refuses = refused,
          .compute = std::move(compute)};
}

}  // namespace

CudaMethod lara_method() {
  return method([](Run& run) { estimate(run, run.options.choice<Normalise>("normalise") == Normalise::self); });
}

CudaMethod mis_method() {
  return method([](Run& run) { estimate(run, false); });
}

}  // namespace omega::cuda

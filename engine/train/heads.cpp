#include "train/heads.h"

#include <cmath>
#include <vector>

#include "estimators/windows.h"
#include "math/segments.h"

namespace omega::train {

using namespace cuda;

namespace {

constexpr double kDenominatorFloor = 1e-3, kClamp = 1e-8, kMapEpsilon = 1e-5;

/// f = W v with W_fm = softmax_m(ω_f·k_m − c‖k_m‖²), and L, its log sums (a column).
template <class T>
struct KeySums {
  Tensor<T> values, log_sums;
};
template <class T>
KeySums<T> sum_keys(Tape<T>& tape, const Tensor<T>& omega, const HeadTensors<T>& in, double norm_factor,
                    const Tensor<T>& mask) {
  const Tensor<T> weights =
      tape.wide_linear(omega, in.k.transposed(), tape.squared_norms(in.k, -norm_factor).transposed());
  if (mask) tape.add(weights, mask);
  const Tensor<T> log_sums = tape.softmax(weights);
  return {tape.product(weights, in.v), log_sums};
}

/// Positive features: y_n = Σ_f softmax_f(ω_f·q_n + L_f) f_f.
template <class T>
void positive(Tape<T>& tape, const HeadTensors<T>& in, double norm_factor, const Surroundings<T>& around,
              const Tensor<T>& y) {
  const KeySums<T> keys = sum_keys(tape, in.shared, in, norm_factor, around.keys);
  const Tensor<T> weights = tape.linear(in.q, in.shared.transposed(), keys.log_sums.transposed());
  tape.softmax(weights);
  tape.product_into(weights, keys.values, 1, y, false);
}

/// [cos ω·x, sin ω·x], or max(x + 1, eˣ).
template <class T>
Tensor<T> features_of(Tape<T>& tape, const Tensor<T>& x, const Tensor<T>& omega) {
  return omega ? tape.angles(tape.product(x, omega.transposed())) : tape.map(kEluPlusOne, x);
}

/// y_n = φ(q_n)·S / φ(q_n)·s with S = Σ_m φ(k_m) v_mᵀ, s = Σ_m φ(k_m); trig has exp(‖k_m‖²/2) before the keys, while
/// 1/√F and exp(‖q_n‖²/2) cancel. Of rks and trig a denominator d can be near 0 or below: it becomes
/// sign(d)·max(|d|, 1e-3), d in units of φ with its 1/√F, and where that was needed the gradient takes it for constant.
template <class T>
void quotient(Tape<T>& tape, const HeadTensors<T>& in, bool weighs_keys, const Surroundings<T>& around,
              const KeptAway& kept_away, const Tensor<T>& y) {
  const Tensor<T> of_queries = features_of(tape, in.q, in.shared);
  Tensor<T> of_keys = features_of(tape, in.k, in.shared);
  if (weighs_keys) {
    const Tensor<T> weights = tape.squared_norms(in.k, 0.5);
    if (around.keys) tape.add(weights, around.keys.transposed());
    tape.exp_relative(weights.transposed());
    of_keys = tape.scale(of_keys, weights);
  } else if (around.there) {
    of_keys = tape.scale(of_keys, around.there);
  }
  const auto [sums, sum] = tape.product_and_sums(in.v.transposed(), of_keys);
  const Tensor<T> denominators = tape.product(of_queries, sum.transposed());
  const Tensor<T> inverse = tape.map(kInverse, denominators, kDenominatorFloor * static_cast<double>(in.shared.rows),
                                     in.shared ? kept_away : KeptAway{});
  tape.scale_into(tape.product(of_queries, sums.transposed()), inverse, y);
}

/// Logits q_n·k_m of some queries.
template <class T>
Tensor<T> logits_of(Tape<T>& tape, const Tensor<T>& q, const HeadTensors<T>& in, const Surroundings<T>& around) {
  return around.keys ? tape.linear(q, in.k.transposed(), around.keys) : tape.product(q, in.k.transposed());
}

/// K a_n: a_n is π_n = softmax of q_n·k_m or, with a number u of each query, a 1 at a key drawn from π_n, which counts
/// as constant.
template <class T>
Tensor<T> key_of_queries(Tape<T>& tape, const Tensor<T>& q, const Tensor<T>& u, const HeadTensors<T>& in,
                         const Surroundings<T>& around) {
  const Tensor<T> a = logits_of(tape, q, in, around);
  if (u) return tape.product(tape.choose(a, u), in.k);
  tape.softmax(a);
  return tape.product(a, in.k);
}

/// RA: y_n = (1/S) Σ_s Σ_m softmax_m(ω_ns·k_m − ‖k_m‖²/2) v_m with ω_ns = q_n + K a_ns + ε_ns. The number that
/// draws a_ns stands behind ε_ns; the biased variant has none.
template <class T>
void ra(Tape<T>& tape, const ModelSettings& model, const HeadTensors<T>& in, const Surroundings<T>& around,
        const Tensor<T>& y) {
  const Index S = model.samples, M = in.k.rows, D = in.k.columns;
  const Tensor<T> norms = tape.squared_norms(in.k, -0.5);
  tape.in_parts(Range{0, in.q.rows}, (1 + S) * M, [&](Range part) {
    const Tensor<T> q = in.q.middle_rows(part.begin, part.size()), out = y.middle_rows(part.begin, part.size());
    std::vector<Tensor<T>> weights;
    tape.again([&] {
      Tensor<T> centres;
      for (Index s = 0; s < S; ++s) {
        Tensor<T> drawn = in.shared.middle_rows(part.begin * S + s, 1);  // of each query one in S rows
        drawn.rows = q.rows;
        drawn.row *= S;
        const Tensor<T> u = model.draws_keys() ? drawn.middle_columns(D, 1) : Tensor<T>();
        if (s == 0 || u) centres = tape.sum(q, key_of_queries(tape, q, u, in, around));
        weights.push_back(
            tape.linear(tape.sum(centres, drawn.middle_columns(0, D)), in.k.transposed(), norms.transposed()));
        if (around.keys) tape.add(weights.back(), around.keys);
        tape.softmax(weights.back());
      }
    });
    for (Index s = 0; s < S; ++s)
      tape.product_into(weights[static_cast<std::size_t>(s)], in.v, 1 / static_cast<double>(S), out, s > 0);
  });
}

/// Means after the map that is learned for them; they are means of rows times √τ = D^−¼.
template <class T>
Tensor<T> mapped(Tape<T>& tape, const Tensor<T>& means, const MeanMap<T>& map) {
  if (!map.W) return means;
  const double unscaled = std::sqrt(std::sqrt(static_cast<double>(means.columns)));
  const Tensor<T> linear = tape.product(means, map.W.transposed(), unscaled);
  tape.add(linear, map.b);
  return tape.map(kLinear, tape.normalise(linear, kMapEpsilon, map.gamma, map.beta), 1 / unscaled);
}

/// The projections ω_c = μ_c + ε_c of segments, μ_c = q̃_c + k̃_c, q̃_c, 0 or learned.
template <class T>
struct Proposals {
  Tensor<T> query_means, key_means, centres, omega;
};
template <class T>
Proposals<T> place(Tape<T>& tape, const ModelSettings& model, const HeadTensors<T>& in, const Segments<T>& segments) {
  Proposals<T> at;
  if (model.averages_queries()) at.query_means = mapped(tape, tape.segment_means(in.q, segments), in.of_queries);
  if (model.averages_keys()) at.key_means = mapped(tape, tape.segment_means(in.k, segments), in.of_keys);
  switch (model.proposals) {
    case ProposalMeans::qk: at.centres = tape.sum(at.query_means, at.key_means); break;
    case ProposalMeans::q: at.centres = at.query_means; break;
    case ProposalMeans::zero: break;
    case ProposalMeans::learned: at.centres = tape.repeat(in.centres, in.q.many()); break;
  }
  at.omega = at.centres ? tape.sum(at.centres, in.shared) : in.shared;
  return at;
}

/// log Σ_m exp(q_n·k_m), a column, of the keys that `around` shows.
template <class T>
Tensor<T> log_normalisers(Tape<T>& tape, const HeadTensors<T>& in, const Surroundings<T>& around) {
  const Tensor<T> all = tape.make(in.q.many(), in.q.rows, 1);
  tape.in_parts(Range{0, in.q.rows}, in.k.rows, [&](Range part) {
    Tensor<T> own;
    tape.again([&] { own = tape.softmax(logits_of(tape, in.q.middle_rows(part.begin, part.size()), in, around)); });
    tape.copy_into(own, all.middle_rows(part.begin, part.size()));
  });
  return all;
}

/// α_nc = b_c + r_nc − (1/C) Σ_c' r_nc': b_c = softmax_c'(−‖ω_c − μ_c'‖²/2) at c, r_nc = softmax over n of q_n·q̃_c.
template <class T>
Tensor<T> balanced(Tape<T>& tape, const HeadTensors<T>& in, const Surroundings<T>& around, const Proposals<T>& at) {
  const Index C = at.omega.rows;
  const Tensor<T> balance =  // −‖ω_c‖²/2 is the same along a row
      tape.linear(at.omega, at.centres.transposed(), tape.squared_norms(at.centres, -0.5).transposed());
  const Segments<T>& segments = around.segments;
  if (segments.here) tape.add(balance, segments.here.transposed());
  tape.softmax(balance);
  Tensor<T> diagonal = balance;  // as a row
  diagonal.rows = 1;
  diagonal.column += diagonal.row;
  const Tensor<T> similarities = tape.product(in.q, at.query_means.transposed());
  if (around.keys) tape.add(similarities.transposed(), around.keys);
  tape.softmax(similarities.transposed());
  const Tensor<T> alpha = tape.sum(similarities, tape.copy(diagonal));
  const Tensor<T> mean = segments.shares ? tape.product(similarities, segments.shares)
                                         : tape.product(similarities, tape.ones(C, 1), 1 / static_cast<double>(C));
  tape.add(alpha, mean, -1);
  return alpha;
}

/// log w_nc = log max(α_nc, 1e-8) + q_n·ω_c − ‖ω_c‖²/2 + ‖ε_c‖²/2 + L_c. Of LARA y_n = Σ_c softmax_c(log w_nc) f_c, of
/// MIS y_n = Σ_c exp(log w_nc − ‖q_n‖²/2 − log Z_n) f_c with Z_n = Σ_m exp(q_n·k_m).
template <class T>
void lara(Tape<T>& tape, const ModelSettings& model, const HeadTensors<T>& in, const Surroundings<T>& around,
          const Tensor<T>& y) {
  const Proposals<T> at = place(tape, model, in, around.segments);
  const KeySums<T> keys = sum_keys(tape, at.omega, in, 0.5, around.keys);
  const Tensor<T> bias = tape.sum(keys.log_sums, tape.squared_norms(in.shared, 0.5));
  tape.add(bias, tape.squared_norms(at.omega, 0.5), -1);
  if (around.segments.here) tape.add(bias, around.segments.here);
  const Tensor<T> weights = tape.linear(in.q, at.omega.transposed(), bias.transposed());
  tape.add_map(weights, kLog, balanced(tape, in, around, at), kClamp);
  if (model.attention == AttentionKind::lara) {
    tape.softmax(weights);
    return tape.product_into(weights, keys.values, 1, y, false);
  }
  tape.add(weights, log_normalisers(tape, in, around), -1);
  tape.add(weights, tape.squared_norms(in.q, 0.5), -1);
  tape.product_into(tape.map(kExp, weights), keys.values, 1, y, false);
}

/// Rows of x, from where they are or, of several runs, as copies.
template <class T>
Tensor<T> gathered(Tape<T>& tape, const Tensor<T>& x, const std::vector<Range>& runs) {
  if (runs.size() == 1) return x.middle_rows(runs.front().begin, runs.front().size());
  Index count = 0;
  for (const Range& run : runs) count += run.size();
  const Tensor<T> rows = tape.make(x.many(), count, x.columns);
  Index at = 0;
  for (const Range& run : runs) {
    tape.copy_into(x.middle_rows(run.begin, run.size()), rows.middle_rows(at, run.size()));
    at += run.size();
  }
  return rows;
}

/// What stands for groups in a softmax: the key k̃_c and value β̂_c of each, or, with shared samples, logits of all
/// queries and a value f_c(ω_s) for each group and sample.
template <class T>
struct Groups {
  Tensor<T> keys, beta, here;
  Tensor<T> logits = {};
};

/// β̂_nc = Σ_s softmax_s(q_n·ω_s + L_cs) f_c(ω_s), L_cs = log Σ_{m∈P_c} ξ(k_m, ω_s); the group itself weighs Σ_{m∈P_c}
/// exp(q_n·k_m). Logits are the logarithms of both weights multiplied.
template <class T>
Groups<T> sampled_groups(Tape<T>& tape, const HeadTensors<T>& in, const Segments<T>& segments) {
  const Index S = in.shared.rows, C = segments.mask.rows;
  const Groups<T> groups{{}, tape.make(in.v.many(), C * S, in.v.columns), {}, tape.make(in.q.many(), in.q.rows, C * S)};
  const Tensor<T> dots = tape.product(in.q, in.shared.transposed());
  for (Index c = 0; c < C; ++c) {
    HeadTensors<T> own = in;
    Surroundings<T> seen;
    if (segments.ranges.empty()) {
      seen.keys = segments.mask.middle_rows(c, 1);
    } else {
      const Range keys = segments.ranges[static_cast<std::size_t>(c)];
      own.k = in.k.middle_rows(keys.begin, keys.size());
      own.v = in.v.middle_rows(keys.begin, keys.size());
    }
    const KeySums<T> keys = sum_keys(tape, in.shared, own, 0.5, seen.keys);
    tape.copy_into(keys.values, groups.beta.middle_rows(c * S, S));
    const Tensor<T> logits = tape.sum(dots, keys.log_sums.transposed()), log_sums = tape.softmax(tape.copy(logits));
    tape.add(logits, log_sums, -1);
    tape.add(logits, log_normalisers(tape, own, seen));
    tape.copy_into(logits, groups.logits.middle_columns(c * S, S));
  }
  return groups;
}

/// k̃_c and β̂_c of each group, with a projection of its own.
template <class T>
Groups<T> groups_of(Tape<T>& tape, const ModelSettings& model, const HeadTensors<T>& in,
                    const Surroundings<T>& around) {
  const Proposals<T> at = place(tape, model, in, around.segments);
  return {at.key_means, sum_keys(tape, at.omega, in, 0.5, around.segments.mask).values, around.segments.here};
}

/// Softmax of queries over the keys of a window and over groups.
template <class T>
void window(Tape<T>& tape, const HeadTensors<T>& in, const Tensor<T>& mask, const Groups<T>& groups,
            const Tensor<T>& y) {
  const Index count = in.k.rows, group_count = groups.beta.rows;
  tape.in_parts(Range{0, in.q.rows}, count + group_count, [&](Range part) {
    const Tensor<T> q = in.q.middle_rows(part.begin, part.size()), out = y.middle_rows(part.begin, part.size());
    Tensor<T> weights;
    tape.again([&] {
      weights = tape.make(q.many(), q.rows, count + group_count);
      const Tensor<T> of_keys = weights.middle_columns(0, count),
                      of_groups = weights.middle_columns(count, group_count);
      tape.product_into(q, in.k.transposed(), 1, of_keys, false);
      if (mask) tape.add(of_keys, mask);
      if (groups.logits)
        tape.copy_into(groups.logits.middle_rows(part.begin, part.size()), of_groups);
      else if (group_count > 0)
        tape.product_into(q, groups.keys.transposed(), 1, of_groups, false);
      if (groups.here) tape.add(of_groups, groups.here.transposed());
      tape.softmax(weights);
    });
    tape.product_into(weights.middle_columns(0, count), in.v, 1, out, false);
    if (group_count > 0) tape.product_into(weights.middle_columns(count, group_count), groups.beta, 1, out, true);
  });
}

/// Whether softmax, local attention or EVA needs no map: on a sequence, where the tape knows how.
template <class T>
bool needs_no_map(const Tape<T>& tape, const ModelSettings& model, Index dims) {
  return tape.has_softmax_heads(dims) &&
         (model.attention == AttentionKind::softmax || (!model.task.grid && !model.shares_samples()));
}

/// Softmax in windows, with the groups as keys and values beyond the sequence's own.
template <class T>
void without_map(Tape<T>& tape, const ModelSettings& model, const HeadTensors<T>& in, const Surroundings<T>& around,
                 const Tensor<T>& y) {
  if (model.attention == AttentionKind::softmax) return tape.softmax_heads(in.q, in.k, in.v, around.keys, {}, y);
  const typename Tape<T>::Sight sight{model.window, model.overlap};
  if (!around.segments.means) return tape.softmax_heads(in.q, in.k, in.v, around.keys, sight, y);
  const Groups<T> groups = groups_of(tape, model, in, around);
  const Index L = in.k.rows, C = model.landmarks;
  const auto extended = [&](const Tensor<T>& own, const Tensor<T>& beyond) {
    const Tensor<T> all = tape.make(own.many(), L + C, own.columns);
    tape.copy_into(own, all.middle_rows(0, L));
    tape.copy_into(beyond, all.middle_rows(L, C));
    return all;
  };
  const Tensor<T> keys = extended(in.k, groups.keys), values = extended(in.v, groups.beta);
  Tensor<T> bias;
  if (around.keys) {
    bias = tape.make(around.keys.many(), 1, L + C);
    tape.copy_into(around.keys, bias.middle_columns(0, L));
    tape.copy_into(groups.here.transposed(), bias.middle_columns(L, C));
  }
  tape.softmax_heads(in.q, keys, values, bias, sight, y);
}

/// Softmax in windows, with the groups beside the window's own keys: softmax, local and EVA.
template <class T>
void windows(Tape<T>& tape, const ModelSettings& model, const HeadTensors<T>& in, const Surroundings<T>& around,
             const Tensor<T>& y) {
  if (needs_no_map(tape, model, in.q.columns)) return without_map(tape, model, in, around, y);
  const bool has_windows = model.attention != AttentionKind::softmax;
  const Index L = in.q.rows;
  Groups<T> groups;
  if (model.shares_samples())
    groups = sampled_groups(tape, in, around.segments);
  else if (around.segments.means)
    groups = groups_of(tape, model, in, around);
  const omega::Windows all(L, has_windows ? model.window : L, has_windows ? model.overlap : 0,
                           has_windows ? model.task.grid : std::nullopt);
  for (Index block = 0; block < all.size(); ++block) {
    const omega::Window tokens = all[block];
    const std::vector<Range> queries = runs_of(tokens.queries), keys = runs_of(tokens.keys);
    const HeadTensors<T> own{gathered(tape, in.q, queries), gathered(tape, in.k, keys), gathered(tape, in.v, keys), {}};
    // Pictures, whose windows have several runs, are never padded.
    const Tensor<T> mask = around.keys ? around.keys.middle_columns(keys.front().begin, own.k.rows) : Tensor<T>();
    Groups<T> beyond = groups;
    if (groups.logits) beyond.logits = gathered(tape, groups.logits, queries);
    if (queries.size() == 1) {
      window(tape, own, mask, beyond, y.middle_rows(queries.front().begin, own.q.rows));
      continue;
    }
    const Tensor<T> out = tape.make(y.many(), own.q.rows, y.columns);
    window(tape, own, mask, beyond, out);
    Index at = 0;
    for (const Range& run : queries) {
      tape.copy_into(out.middle_rows(at, run.size()), y.middle_rows(run.begin, run.size()));
      at += run.size();
    }
  }
}

}  // namespace

template <class T>
Surroundings<T> surroundings_of(Tape<T>& tape, const ModelSettings& model, Index examples) {
  Surroundings<T> around;
  const bool pads = model.task.pads;
  const Index E = pads ? examples : 1, L = model.length, C = model.landmarks;
  if (pads) {
    around.keys = tape.constant({E}, 1, L);
    around.there = tape.constant({E}, L, 1);
  }
  if (!model.has_landmarks()) return around;
  around.segments.means = tape.constant({E}, C, L);
  around.segments.mask = tape.constant({E}, L, C).transposed();
  if (pads) {
    around.segments.here = tape.constant({E}, C, 1);
    around.segments.shares = tape.constant({E}, C, 1);
  } else if (!model.task.grid) {
    around.segments.ranges = segments(L, C);
  }
  return around;
}

template <class T>
void upload(const Tape<T>& tape, const ModelSettings& model, const Surroundings<T>& around) {
  if (!around.segments.means) return;
  const Index L = model.length, C = model.landmarks;
  const std::vector<Runs> all = segment_runs(L, C, model.task.grid);
  Matrix<T> means(C, L, T(0)), mask(L, C, static_cast<T>(kFarBelow));
  for (Index c = 0; c < static_cast<Index>(all.size()); ++c) {
    const Runs& runs = all[static_cast<std::size_t>(c)];
    Index tokens = 0;
    for (const Range& run : runs) tokens += run.size();
    for (const Range& run : runs)
      for (Index m = run.begin; m < run.end; ++m) {
        means(c, m) = T(1) / static_cast<T>(tokens);
        mask(m, c) = T(0);
      }
  }
  tape.upload(around.segments.means, means.data());
  tape.upload(around.segments.mask, mask.data());
}

template <class T>
void attend(Tape<T>& tape, const ModelSettings& model, const HeadTensors<T>& in, const Surroundings<T>& around,
            const KeptAway& kept_away, const Tensor<T>& y) {
  switch (model.attention) {
    case AttentionKind::softmax:
    case AttentionKind::local:
    case AttentionKind::eva: return windows(tape, model, in, around, y);
    case AttentionKind::ra: return ra(tape, model, in, around, y);
    case AttentionKind::mis:
    case AttentionKind::lara: return lara(tape, model, in, around, y);
    case AttentionKind::linear_elu: return quotient(tape, in, false, around, kept_away, y);
    case AttentionKind::rfa:
    case AttentionKind::gmm:
    case AttentionKind::fastfood:
    case AttentionKind::generative: break;
  }
  if (model.has_angles()) return quotient(tape, in, model.features == FeatureKind::trig, around, kept_away, y);
  positive(tape, in, model.features == FeatureKind::positive ? 0.5 : 1, around, y);
}

#define OMEGA_INSTANTIATE(T)                                                                             \
  template Surroundings<T> surroundings_of<T>(Tape<T>&, const ModelSettings&, Index);                    \
  template void upload<T>(const Tape<T>&, const ModelSettings&, const Surroundings<T>&);                 \
  template void attend<T>(Tape<T>&, const ModelSettings&, const HeadTensors<T>&, const Surroundings<T>&, \
                          const KeptAway&, const Tensor<T>&);
OMEGA_INSTANTIATE(float)
OMEGA_INSTANTIATE(double)
#undef OMEGA_INSTANTIATE

}  // namespace omega::train

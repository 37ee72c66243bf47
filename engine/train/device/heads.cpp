#include "train/device/heads.h"

#include <algorithm>

namespace omega::train {

using namespace cuda;

namespace {

constexpr double kDenominatorFloor = 1e-3, kClamp = 1e-8;  // as train/quotient_head.cpp and train/lara_head.cpp

/// f = W v with W_fm = softmax_m(ω_f·k_m − c‖k_m‖²), and L, its log sums (a column).
struct KeySums {
  Tensor values, log_sums;
};
KeySums sum_keys(Tape& tape, const Tensor& omega, const Tensor& k, const Tensor& v, double norm_factor,
                 const Tensor& mask = {}) {
  const Tensor weights = tape.product(omega, k.transposed());
  tape.add(weights, tape.squared_norms(k, norm_factor).transposed(), -1);
  if (mask) tape.add(weights, mask);
  const Tensor log_sums = tape.softmax(weights);
  return {tape.product(weights, v), log_sums};
}

/// Positive features: y_n = Σ_f softmax_f(ω_f·q_n + L_f) f_f.
Tensor positive(Tape& tape, const HeadTensors& in, double norm_factor) {
  const KeySums keys = sum_keys(tape, in.shared, in.k, in.v, norm_factor);
  const Tensor weights = tape.product(in.q, in.shared.transposed());
  tape.add(weights, keys.log_sums.transposed());
  tape.softmax(weights);
  return tape.product(weights, keys.values);
}

/// [cos ω·x, sin ω·x], or max(x + 1, eˣ).
Tensor features_of(Tape& tape, const Tensor& x, const Tensor& omega) {
  if (!omega) return tape.map(kEluPlusOne, x);
  const Tensor angles = tape.product(x, omega.transposed());
  const Tensor features = tape.make(angles.heads, angles.rows, 2 * angles.columns);
  tape.map_into(kCosine, angles, 0, features.middle_columns(0, angles.columns));
  tape.map_into(kSine, angles, 0, features.middle_columns(angles.columns, angles.columns));
  return features;
}

/// y_n = φ(q_n)·S / φ(q_n)·s with S = Σ_m φ(k_m) v_mᵀ, s = Σ_m φ(k_m); trig has exp(‖k_m‖²/2) before the keys.
Tensor quotient(Tape& tape, const HeadTensors& in, bool weighs_keys, const KeptAway& kept_away) {
  const Tensor of_queries = features_of(tape, in.q, in.shared);
  Tensor of_keys = features_of(tape, in.k, in.shared);
  if (weighs_keys) {
    const Tensor weights = tape.squared_norms(in.k, 0.5);
    tape.exp_relative(weights.transposed());
    of_keys = tape.scale(of_keys, weights);
  }
  const Tensor sums = tape.product(of_keys.transposed(), in.v),
               sum = tape.product(of_keys.transposed(), tape.ones(in.k.rows, 1));
  const Tensor denominators = tape.product(of_queries, sum);
  const Tensor inverse = tape.map(kInverse, denominators, kDenominatorFloor * static_cast<double>(in.shared.rows),
                                  in.shared ? kept_away : KeptAway{});
  return tape.scale(tape.product(of_queries, sums), inverse);
}

/// The projections ω_c = q̃_c + k̃_c + ε_c of segments.
struct Proposals {
  Tensor query_means, key_means, centres, omega;
};
Proposals place(Tape& tape, const HeadTensors& in, const HeadConstants& constants) {
  Proposals at;
  at.query_means = tape.product(constants.means, in.q);
  at.key_means = tape.product(constants.means, in.k);
  at.centres = tape.copy(at.query_means);
  tape.add(at.centres, at.key_means);
  at.omega = tape.copy(at.centres);
  tape.add(at.omega, in.shared);
  return at;
}

/// log α_cn = log max(b_c + r_nc − (1/C) Σ_c' r_nc', 1e-8).
Tensor log_alpha(Tape& tape, const HeadTensors& in, const Proposals& at) {
  const Index C = at.omega.rows;
  const Tensor balance = tape.product(at.omega, at.centres.transposed());  // −‖ω_c‖²/2 is the same along a row
  tape.add(balance, tape.squared_norms(at.centres, 0.5).transposed(), -1);
  tape.softmax(balance);
  Tensor own = balance;  // its diagonal, as a column
  own.columns = 1;
  own.row += own.column;
  const Tensor similarities = tape.product(at.query_means, in.q.transposed());
  tape.softmax(similarities);
  const Tensor alpha = tape.copy(similarities);
  tape.add(alpha, own);
  tape.add(alpha, tape.product(tape.ones(1, C), similarities, 1 / static_cast<double>(C)), -1);
  return tape.map(kLog, tape.map(kAtLeast, alpha, kClamp));
}

/// y_n = Σ_c softmax_c(log α_nc + q_n·ω_c − ‖ω_c‖²/2 + ‖ε_c‖²/2 + L_c) f_c.
Tensor lara(Tape& tape, const HeadTensors& in, const HeadConstants& constants) {
  const Proposals at = place(tape, in, constants);
  const KeySums keys = sum_keys(tape, at.omega, in.k, in.v, 0.5);
  const Tensor weights = tape.product(in.q, at.omega.transposed());
  tape.add(weights, keys.log_sums.transposed());
  tape.add(weights, tape.squared_norms(at.omega, 0.5).transposed(), -1);
  tape.add(weights, tape.squared_norms(in.shared, 0.5).transposed());
  tape.add(weights, log_alpha(tape, in, at).transposed());
  tape.softmax(weights);
  return tape.product(weights, keys.values);
}

/// Softmax in windows, with one key k̃_c and value β̂_c of each group beside the window's own: softmax, local and EVA.
Tensor windows(Tape& tape, const ModelSettings& model, const HeadTensors& in, const HeadConstants& constants) {
  const Index L = in.q.rows, groups = constants.means ? constants.means.rows : 0;
  const Index window = model.attention == AttentionKind::softmax ? L : std::min(model.window, L),
              overlap = model.attention == AttentionKind::softmax ? 0 : model.overlap;
  Tensor group_keys, beta;
  if (groups > 0) {
    const Proposals at = place(tape, in, constants);
    group_keys = at.key_means;
    beta = sum_keys(tape, at.omega, in.k, in.v, 0.5, constants.mask).values;
  }
  const Tensor y = tape.make(in.q.heads, L, in.v.columns);
  for (Index begin = 0; begin < L; begin += window) {
    const Index rows = std::min(window, L - begin), first = std::max(Index{0}, begin - overlap),
                count = std::min(L, begin + rows + overlap) - first;
    const Tensor weights = tape.make(in.q.heads, rows, count + groups), own = weights.middle_columns(0, count);
    tape.product_into(in.q.middle_rows(begin, rows), in.k.middle_rows(first, count).transposed(), 1, own, false);
    if (groups > 0)
      tape.product_into(in.q.middle_rows(begin, rows), group_keys.transposed(), 1,
                        weights.middle_columns(count, groups), false);
    tape.softmax(weights);
    tape.product_into(own, in.v.middle_rows(first, count), 1, y.middle_rows(begin, rows), false);
    if (groups > 0) tape.product_into(weights.middle_columns(count, groups), beta, 1, y.middle_rows(begin, rows), true);
  }
  return y;
}

}  // namespace

Tensor attend(Tape& tape, const ModelSettings& model, const HeadTensors& in, const HeadConstants& constants,
              const KeptAway& kept_away) {
  switch (model.attention) {
    case AttentionKind::softmax:
    case AttentionKind::local:
    case AttentionKind::eva: return windows(tape, model, in, constants);
    case AttentionKind::lara: return lara(tape, in, constants);
    case AttentionKind::linear_elu: return quotient(tape, in, false, kept_away);
    case AttentionKind::rfa:
    case AttentionKind::gmm:
    case AttentionKind::fastfood:
    case AttentionKind::generative: break;
  }
  if (model.has_angles()) return quotient(tape, in, model.features == FeatureKind::trig, kept_away);
  return positive(tape, in, model.features == FeatureKind::positive ? 0.5 : 1);
}

}  // namespace omega::train

#include "train/heads.h"

#include <algorithm>
#include <limits>

#include "math/segments.h"

namespace omega::train {

using namespace cuda;

namespace {

constexpr double kDenominatorFloor = 1e-3, kClamp = 1e-8;

/// f = W v with W_fm = softmax_m(ω_f·k_m − c‖k_m‖²), and L, its log sums (a column).
template <class T>
struct KeySums {
  Tensor<T> values, log_sums;
};
template <class T>
KeySums<T> sum_keys(Tape<T>& tape, const Tensor<T>& omega, const Tensor<T>& k, const Tensor<T>& v, double norm_factor,
                    const Tensor<T>& mask = {}) {
  const Tensor<T> weights = tape.wide_product(omega, k.transposed());
  tape.add(weights, tape.squared_norms(k, norm_factor).transposed(), -1);
  if (mask) tape.add(weights, mask);
  const Tensor<T> log_sums = tape.softmax(weights);
  return {tape.product(weights, v), log_sums};
}

/// Positive features: y_n = Σ_f softmax_f(ω_f·q_n + L_f) f_f.
template <class T>
void positive(Tape<T>& tape, const HeadTensors<T>& in, double norm_factor, const Tensor<T>& y) {
  const KeySums<T> keys = sum_keys(tape, in.shared, in.k, in.v, norm_factor);
  const Tensor<T> weights = tape.product(in.q, in.shared.transposed());
  tape.add(weights, keys.log_sums.transposed());
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
void quotient(Tape<T>& tape, const HeadTensors<T>& in, bool weighs_keys, const KeptAway& kept_away,
              const Tensor<T>& y) {
  const Tensor<T> of_queries = features_of(tape, in.q, in.shared);
  Tensor<T> of_keys = features_of(tape, in.k, in.shared);
  if (weighs_keys) {
    const Tensor<T> weights = tape.squared_norms(in.k, 0.5);
    tape.exp_relative(weights.transposed());
    of_keys = tape.scale(of_keys, weights);
  }
  const Tensor<T> sums = tape.product(of_keys.transposed(), in.v),
                  sum = tape.product(of_keys.transposed(), tape.ones(in.k.rows, 1));
  const Tensor<T> denominators = tape.product(of_queries, sum);
  const Tensor<T> inverse = tape.map(kInverse, denominators, kDenominatorFloor * static_cast<double>(in.shared.rows),
                                     in.shared ? kept_away : KeptAway{});
  tape.scale_into(tape.product(of_queries, sums), inverse, y);
}

/// The projections ω_c = q̃_c + k̃_c + ε_c of segments.
template <class T>
struct Proposals {
  Tensor<T> query_means, key_means, centres, omega;
};
template <class T>
Proposals<T> place(Tape<T>& tape, const HeadTensors<T>& in, const Segments<T>& segments) {
  Proposals<T> at;
  at.query_means = tape.segment_means(in.q, segments);
  at.key_means = tape.segment_means(in.k, segments);
  at.centres = tape.sum(at.query_means, at.key_means);
  at.omega = tape.sum(at.centres, in.shared);
  return at;
}

/// α_nc = b_c + r_nc − (1/C) Σ_c' r_nc': b_c = softmax_c'(−‖ω_c − μ_c'‖²/2) at c, r_nc = softmax over n of q_n·q̃_c.
template <class T>
Tensor<T> balanced(Tape<T>& tape, const HeadTensors<T>& in, const Proposals<T>& at) {
  const Index C = at.omega.rows;
  const Tensor<T> balance = tape.product(at.omega, at.centres.transposed());  // −‖ω_c‖²/2 is the same along a row
  tape.add(balance, tape.squared_norms(at.centres, 0.5).transposed(), -1);
  tape.softmax(balance);
  Tensor<T> diagonal = balance;  // as a row
  diagonal.rows = 1;
  diagonal.column += diagonal.row;
  const Tensor<T> similarities = tape.product(in.q, at.query_means.transposed());
  tape.softmax(similarities.transposed());
  const Tensor<T> alpha = tape.sum(similarities, tape.copy(diagonal));
  tape.add(alpha, tape.product(similarities, tape.ones(C, 1), 1 / static_cast<double>(C)), -1);
  return alpha;
}

/// y_n = Σ_c softmax_c(log max(α_nc, 1e-8) + q_n·ω_c − ‖ω_c‖²/2 + ‖ε_c‖²/2 + L_c) f_c.
template <class T>
void lara(Tape<T>& tape, const HeadTensors<T>& in, const Segments<T>& segments, const Tensor<T>& y) {
  const Proposals<T> at = place(tape, in, segments);
  const KeySums<T> keys = sum_keys(tape, at.omega, in.k, in.v, 0.5);
  const Tensor<T> bias = tape.sum(keys.log_sums, tape.squared_norms(in.shared, 0.5));
  tape.add(bias, tape.squared_norms(at.omega, 0.5), -1);
  const Tensor<T> weights = tape.product(in.q, at.omega.transposed());
  tape.add(weights, bias.transposed());
  tape.add_map(weights, kLog, balanced(tape, in, at), kClamp);
  tape.softmax(weights);
  tape.product_into(weights, keys.values, 1, y, false);
}

/// Softmax in windows, with one key k̃_c and value β̂_c of each group beside the window's own: softmax, local and EVA.
template <class T>
void windows(Tape<T>& tape, const ModelSettings& model, const HeadTensors<T>& in, const Segments<T>& segments,
             const Tensor<T>& y) {
  const bool has_windows = model.attention != AttentionKind::softmax, has_groups = segments.means.rows > 0;
  const Index L = in.q.rows, groups = segments.means.rows, window = has_windows ? std::min(model.window, L) : L,
              overlap = has_windows ? model.overlap : 0;
  Tensor<T> group_keys, beta;
  if (has_groups) {
    const Proposals<T> at = place(tape, in, segments);
    group_keys = at.key_means;
    beta = sum_keys(tape, at.omega, in.k, in.v, 0.5, segments.mask).values;
  }
  for (Index begin = 0; begin < L; begin += window) {
    const Index end = std::min(L, begin + window), first = std::max(Index{0}, begin - overlap),
                count = std::min(L, end + overlap) - first;
    const Tensor<T> k = in.k.middle_rows(first, count), v = in.v.middle_rows(first, count);
    tape.in_parts(Range{begin, end}, count + groups, [&](Range part) {
      const Tensor<T> q = in.q.middle_rows(part.begin, part.size()), out = y.middle_rows(part.begin, part.size());
      Tensor<T> weights;
      tape.again([&] {
        weights = tape.make(q.heads, q.rows, count + groups);
        tape.product_into(q, k.transposed(), 1, weights.middle_columns(0, count), false);
        if (has_groups) tape.product_into(q, group_keys.transposed(), 1, weights.middle_columns(count, groups), false);
        tape.softmax(weights);
      });
      tape.product_into(weights.middle_columns(0, count), v, 1, out, false);
      if (has_groups) tape.product_into(weights.middle_columns(count, groups), beta, 1, out, true);
    });
  }
}

}  // namespace

template <class T>
Segments<T> segments_of(Tape<T>& tape, const ModelSettings& model) {
  if (model.attention != AttentionKind::lara && model.attention != AttentionKind::eva) return {};
  const std::vector<Range> ranges = segments(model.length, model.landmarks);
  const auto C = static_cast<Index>(ranges.size());
  return {ranges, tape.constant(1, C, model.length), tape.constant(1, model.length, C).transposed()};
}

template <class T>
void upload(const Tape<T>& tape, const Segments<T>& segments) {
  if (!segments.means) return;
  const Index C = segments.means.rows, L = segments.means.columns;
  Matrix<T> means(C, L, T(0)), mask(L, C, -std::numeric_limits<T>::infinity());
  for (Index c = 0; c < C; ++c) {
    const Range own = segments.ranges[static_cast<std::size_t>(c)];
    std::fill(means.row(c) + own.begin, means.row(c) + own.end, T(1) / static_cast<T>(own.size()));
    for (Index m = own.begin; m < own.end; ++m) mask(m, c) = T(0);
  }
  tape.upload(segments.means, means.data());
  tape.upload(segments.mask, mask.data());
}

template <class T>
void attend(Tape<T>& tape, const ModelSettings& model, const HeadTensors<T>& in, const Segments<T>& segments,
            const KeptAway& kept_away, const Tensor<T>& y) {
  switch (model.attention) {
    case AttentionKind::softmax:
    case AttentionKind::local:
    case AttentionKind::eva: return windows(tape, model, in, segments, y);
    case AttentionKind::lara: return lara(tape, in, segments, y);
    case AttentionKind::linear_elu: return quotient(tape, in, false, kept_away, y);
    case AttentionKind::rfa:
    case AttentionKind::gmm:
    case AttentionKind::fastfood:
    case AttentionKind::generative: break;
  }
  if (model.has_angles()) return quotient(tape, in, model.features == FeatureKind::trig, kept_away, y);
  positive(tape, in, model.features == FeatureKind::positive ? 0.5 : 1, y);
}

#define OMEGA_INSTANTIATE(T)                                                                                          \
  template Segments<T> segments_of<T>(Tape<T>&, const ModelSettings&);                                                \
  template void upload<T>(const Tape<T>&, const Segments<T>&);                                                        \
  template void attend<T>(Tape<T>&, const ModelSettings&, const HeadTensors<T>&, const Segments<T>&, const KeptAway&, \
                          const Tensor<T>&);
OMEGA_INSTANTIATE(float)
OMEGA_INSTANTIATE(double)
#undef OMEGA_INSTANTIATE

}  // namespace omega::train

#include "train/frequencies.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace omega::train {

using namespace cuda;

namespace {

constexpr double kNetworkEpsilon = 1e-5, kNetworkLeak = 0.01;

template <class T>
T walsh_sign(Index i, Index j) {
  return std::popcount(static_cast<std::uint64_t>(i & j)) % 2 == 0 ? T(1) : T(-1);
}

std::string kernel_of(Index layer) { return "layers." + std::to_string(layer) + ".attention.kernel."; }

/// Rows of some heads, of which each has `each`, of a matrix of all heads' rows.
template <class T>
Tensor<T> rows_of(const Tensor<T>& all, Range heads, Index each) {
  return all.middle_rows(heads.begin * each, heads.size() * each).stacked(heads.size());
}

/// ω_ci = S_c n_i + μ_c.
template <class T>
Tensor<T> gmm(Tape<T>& tape, const ModelSettings& model, const Tensor<T>& noise, const ParameterTensors<T>& parameters,
              const std::string& prefix, Range heads) {
  const Index C = model.components, D = model.head_width(), m = model.samples;
  const bool is_diagonal = model.features == FeatureKind::prf;
  const Tensor<T> n = rows_of(noise, heads, m), mu = rows_of(parameters(prefix + "mu"), heads, C),
                  S = rows_of(parameters(prefix + "S"), heads, is_diagonal ? C : C * D),
                  omega = tape.make({1, heads.size()}, C * m, D);
  for (Index c = 0; c < C; ++c) {
    const Tensor<T> own = omega.middle_rows(c * m, m);
    if (is_diagonal)
      tape.scale_into(n, S.middle_rows(c, 1), own);
    else
      tape.product_into(n, S.middle_rows(c * D, D).transposed(), 1, own, false);
    tape.add(own, mu.middle_rows(c, 1));
  }
  return omega;
}

/// ω = (σ_0/√P) S∘H(G∘(ΠH)∘B), block by block.
template <class T>
Tensor<T> fastfood(Tape<T>& tape, const ModelSettings& model, const DrawnTensors<T>& drawn,
                   const ParameterTensors<T>& parameters, const std::string& prefix, Range heads) {
  const Index D = model.head_width(), F = model.frequencies(), P = drawn.walsh.rows,
              blocks = drawn.S.rows / model.heads;
  const bool all = model.fastfood == FastfoodLearning::sgb, some = model.fastfood != FastfoodLearning::none;
  const Tensor<T> S = rows_of(some ? parameters(prefix + "S") : drawn.S, heads, blocks),
                  G = rows_of(all ? parameters(prefix + "G") : drawn.G, heads, blocks),
                  B = rows_of(all ? parameters(prefix + "B") : drawn.B, heads, blocks),
                  shuffled = rows_of(drawn.shuffled, heads, blocks * P);
  const double stretch = model.kernel_scale / std::sqrt(static_cast<double>(P));
  const Tensor<T> omega = tape.make({1, heads.size()}, F, D);
  for (Index block = 0; block < blocks; ++block) {
    const Index rows = std::min(P, F - block * P);
    const Tensor<T> signed_rows =
        tape.scale(shuffled.middle_rows(block * P, P), B.middle_rows(block, 1).middle_columns(0, D));
    const Tensor<T> spread = tape.scale(signed_rows, G.middle_rows(block, 1).transposed());
    const Tensor<T> mixed = tape.product(drawn.walsh.middle_rows(0, rows), spread, stretch);
    tape.scale_into(mixed, S.middle_rows(block, 1).middle_columns(0, rows).transposed(),
                    omega.middle_rows(block * P, rows));
  }
  return omega;
}

/// ω = g(n), with the m rows of a head as columns, so that batch norm is a norm of rows.
template <class T>
Tensor<T> generative(Tape<T>& tape, const ModelSettings& model, const Tensor<T>& noise,
                     const ParameterTensors<T>& parameters, const std::string& prefix, Range heads) {
  Tensor<T> x = rows_of(noise, heads, model.frequencies()).transposed();
  for (int i = 0; i < kNetworkLayers; ++i) {
    const std::string number = std::to_string(i);
    const auto column = [&](const char* name) { return parameters(prefix + name + number).transposed(); };
    const Tensor<T> y = tape.product(parameters(prefix + "W" + number), x);
    tape.add(y, column("b"));
    if (i + 1 == kNetworkLayers) return tape.map(kTanh, y).transposed();
    const Tensor<T> normed = tape.scale(tape.normalise(y, kNetworkEpsilon), column("gamma"));
    tape.add(normed, column("beta"));
    x = tape.map(kLeaky, normed, kNetworkLeak);
  }
  return x;
}

}  // namespace

template <class T>
Tensor<T> ParameterTensors<T>::operator()(const std::string& name) const {
  const Parameter& own = table_.named(name);
  const Index columns = own.shape.back();
  const auto at = [&](T* flat) { return flat == nullptr ? nullptr : flat + own.offset; };
  return tensor_of<T>(at(parameters_), at(gradient_), own.count / columns, columns, true);
}

template <class T>
DrawnTensors<T>::DrawnTensors(Tape<T>& tape, const ModelSettings& model, const FrequencySource<T>* source)
    : width_(model.head_width()) {
  if (source == nullptr) return;
  const DrawnArrays<T> arrays = source->drawn();
  if (arrays.noise) noise = tape.constant({}, arrays.noise.rows, arrays.noise.cols);
  if (!arrays.S) return;
  const Index P = arrays.S.cols;
  for (Tensor<T>* one : {&S, &G, &B}) *one = tape.constant({}, arrays.S.rows, P);
  shuffled = tape.constant({}, arrays.S.rows * P, width_);
  walsh = tape.constant({}, P, P);
}

template <class T>
void DrawnTensors<T>::upload(const FrequencySource<T>& source, const Tape<T>& tape) const {
  const DrawnArrays<T> arrays = source.drawn();
  if (arrays.noise) tape.upload(noise, arrays.noise.data);
  if (!arrays.S) return;
  tape.upload(S, arrays.S.data);
  tape.upload(G, arrays.G.data);
  tape.upload(B, arrays.B.data);
  const Index P = arrays.S.cols;
  Matrix<T> rows(shuffled.rows, width_), whole(P, P);
  for (Index r = 0; r < rows.rows(); ++r)
    for (Index d = 0; d < width_; ++d) rows.row(r)[d] = walsh_sign<T>(arrays.permutation[r], d);
  for (Index r = 0; r < P; ++r)
    for (Index c = 0; c < P; ++c) whole.row(r)[c] = walsh_sign<T>(r, c);
  tape.upload(shuffled, rows.data());
  tape.upload(walsh, whole.data());
}

template <class T>
MeanMap<T> mean_map(const ModelSettings& model, const ParameterTensors<T>& parameters, Index layer, Range heads,
                    const std::string& side) {
  if (!model.adapts || !(side == "q" ? model.averages_queries() : model.averages_keys())) return {};
  const Index D = model.head_width();
  const std::string prefix = kernel_of(layer) + "adapt_" + side + "_";
  const auto of = [&](const char* name, Index each) { return rows_of(parameters(prefix + name), heads, each); };
  return {of("W", D), of("b", 1), of("gamma", 1), of("beta", 1)};
}

template <class T>
Tensor<T> learned_centres(const ModelSettings& model, const ParameterTensors<T>& parameters, Index layer, Range heads) {
  if (!model.learns_proposals()) return {};
  return rows_of(parameters(kernel_of(layer) + "mu"), heads, model.landmarks);
}

template <class T>
Tensor<T> shared_rows(Tape<T>& tape, const ModelSettings& model, const DrawnTensors<T>& drawn,
                      const ParameterTensors<T>& parameters, Index layer, Range heads) {
  const std::string prefix = kernel_of(layer);
  switch (model.attention) {
    case AttentionKind::gmm: return gmm(tape, model, drawn.noise, parameters, prefix, heads);
    case AttentionKind::fastfood: return fastfood(tape, model, drawn, parameters, prefix, heads);
    case AttentionKind::generative: return generative(tape, model, drawn.noise, parameters, prefix, heads);
    default: break;
  }
  const Index rows = drawn.noise.rows / model.heads;
  return rows > 0 ? rows_of(drawn.noise, heads, rows) : Tensor<T>();
}

#define OMEGA_INSTANTIATE(T)                                                                                           \
  template class ParameterTensors<T>;                                                                                  \
  template class DrawnTensors<T>;                                                                                      \
  template MeanMap<T> mean_map<T>(const ModelSettings&, const ParameterTensors<T>&, Index, Range, const std::string&); \
  template Tensor<T> learned_centres<T>(const ModelSettings&, const ParameterTensors<T>&, Index, Range);               \
  template Tensor<T> shared_rows<T>(Tape<T>&, const ModelSettings&, const DrawnTensors<T>&,                            \
                                    const ParameterTensors<T>&, Index, Range);
OMEGA_INSTANTIATE(float)
OMEGA_INSTANTIATE(double)
#undef OMEGA_INSTANTIATE

}  // namespace omega::train

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

/// ω_ci = S_c n_i + μ_c.
template <class T>
Tensor<T> gmm(Tape<T>& tape, const ModelSettings& model, const Tensor<T>& noise, const ParameterTensors<T>& parameters,
              const std::string& prefix, Index head) {
  const Index C = model.components, D = model.head_width(), m = model.samples;
  const Tensor<T> mu = parameters(prefix + "mu"), S = parameters(prefix + "S"), n = noise.middle_rows(head * m, m),
                  omega = tape.make(1, C * m, D);
  for (Index c = 0; c < C; ++c) {
    const Index part = head * C + c;
    const Tensor<T> own = omega.middle_rows(c * m, m);
    if (model.features == FeatureKind::prf)
      tape.scale_into(n, S.middle_rows(part, 1), own);
    else
      tape.product_into(n, S.middle_rows(part * D, D).transposed(), 1, own, false);
    tape.add(own, mu.middle_rows(part, 1));
  }
  return omega;
}

/// ω = (σ_0/√P) S∘H(G∘(ΠH)∘B), block by block.
template <class T>
Tensor<T> fastfood(Tape<T>& tape, const ModelSettings& model, const DrawnTensors<T>& drawn,
                   const ParameterTensors<T>& parameters, const std::string& prefix, Index head) {
  const Index D = model.head_width(), F = model.frequencies(), P = drawn.walsh.rows,
              blocks = drawn.S.rows / model.heads;
  const bool all = model.fastfood == FastfoodLearning::sgb;
  const Tensor<T> S = model.fastfood != FastfoodLearning::none ? parameters(prefix + "S") : drawn.S;
  const Tensor<T> G = all ? parameters(prefix + "G") : drawn.G, B = all ? parameters(prefix + "B") : drawn.B;
  const double stretch = model.kernel_scale / std::sqrt(static_cast<double>(P));
  const Tensor<T> omega = tape.make(1, F, D);
  for (Index block = 0; block < blocks; ++block) {
    const Index part = head * blocks + block, rows = std::min(P, F - block * P);
    const Tensor<T> signed_rows =
        tape.scale(drawn.shuffled.middle_rows(part * P, P), B.middle_rows(part, 1).middle_columns(0, D));
    const Tensor<T> spread = tape.scale(signed_rows, G.middle_rows(part, 1).transposed());
    const Tensor<T> mixed = tape.product(drawn.walsh.middle_rows(0, rows), spread, stretch);
    tape.scale_into(mixed, S.middle_rows(part, 1).middle_columns(0, rows).transposed(),
                    omega.middle_rows(block * P, rows));
  }
  return omega;
}

/// ω = g(n), with the m rows of a head as columns, so that batch norm is a norm of rows.
template <class T>
Tensor<T> generative(Tape<T>& tape, const ModelSettings& model, const Tensor<T>& noise,
                     const ParameterTensors<T>& parameters, const std::string& prefix, Index head) {
  const Index m = model.frequencies();
  Tensor<T> x = noise.middle_rows(head * m, m).transposed();
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
  if (arrays.noise) noise = tape.constant(1, arrays.noise.rows, arrays.noise.cols);
  if (!arrays.S) return;
  const Index P = arrays.S.cols;
  for (Tensor<T>* one : {&S, &G, &B}) *one = tape.constant(1, arrays.S.rows, P);
  shuffled = tape.constant(1, arrays.S.rows * P, width_);
  walsh = tape.constant(1, P, P);
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
MeanMap<T> mean_map(const ModelSettings& model, const ParameterTensors<T>& parameters, Index layer, Index head,
                    const std::string& side) {
  if (!model.adapts || !(side == "q" ? model.averages_queries() : model.averages_keys())) return {};
  const Index D = model.head_width();
  const std::string prefix = kernel_of(layer) + "adapt_" + side + "_";
  const auto row = [&](const char* name) { return parameters(prefix + name).middle_rows(head, 1); };
  return {parameters(prefix + "W").middle_rows(head * D, D), row("b"), row("gamma"), row("beta")};
}

template <class T>
Tensor<T> learned_centres(const ModelSettings& model, const ParameterTensors<T>& parameters, Index layer, Index head) {
  if (!model.learns_proposals()) return {};
  return parameters(kernel_of(layer) + "mu").middle_rows(head * model.landmarks, model.landmarks);
}

template <class T>
Tensor<T> shared_rows(Tape<T>& tape, const ModelSettings& model, const DrawnTensors<T>& drawn,
                      const ParameterTensors<T>& parameters, Index layer, Index head) {
  const std::string prefix = kernel_of(layer);
  switch (model.attention) {
    case AttentionKind::gmm: return gmm(tape, model, drawn.noise, parameters, prefix, head);
    case AttentionKind::fastfood: return fastfood(tape, model, drawn, parameters, prefix, head);
    case AttentionKind::generative: return generative(tape, model, drawn.noise, parameters, prefix, head);
    default: break;
  }
  const Index rows = drawn.noise.rows / model.heads;
  return rows > 0 ? drawn.noise.middle_rows(head * rows, rows) : Tensor<T>();
}

#define OMEGA_INSTANTIATE(T)                                                                                           \
  template class ParameterTensors<T>;                                                                                  \
  template class DrawnTensors<T>;                                                                                      \
  template MeanMap<T> mean_map<T>(const ModelSettings&, const ParameterTensors<T>&, Index, Index, const std::string&); \
  template Tensor<T> learned_centres<T>(const ModelSettings&, const ParameterTensors<T>&, Index, Index);               \
  template Tensor<T> shared_rows<T>(Tape<T>&, const ModelSettings&, const DrawnTensors<T>&,                            \
                                    const ParameterTensors<T>&, Index, Index);
OMEGA_INSTANTIATE(float)
OMEGA_INSTANTIATE(double)
#undef OMEGA_INSTANTIATE

}  // namespace omega::train

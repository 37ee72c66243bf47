#include "train/frequency_source.h"

#include "train/streams.h"

namespace omega::train {

template <class T>
void draw_head_noise(std::uint32_t seed, std::uint32_t draw, Index head, int array, View<T> out) {
  for (Index s = 0; s < out.rows; ++s) draw_normals(head_address(seed, draw, head, array, 0, s), out.row(s), out.cols);
}

template <class T>
std::unique_ptr<FrequencySource<T>> make_frequency_source(const ModelSettings& model, Index layer) {
  switch (model.attention) {
    case AttentionKind::rfa: return noise_source<T>(model, layer, model.frequencies());
    case AttentionKind::ra: return noise_source<T>(model, layer, model.length * model.samples);
    case AttentionKind::mis:
    case AttentionKind::lara: return noise_source<T>(model, layer, model.landmarks);
    case AttentionKind::eva:
      return noise_source<T>(model, layer, model.shares_samples() ? model.samples : model.landmarks);
    case AttentionKind::gmm: return gmm_source<T>(model, layer);
    case AttentionKind::fastfood: return fastfood_source<T>(model, layer);
    case AttentionKind::generative: return generative_source<T>(model, layer);
    default: return nullptr;
  }
}

#define OMEGA_INSTANTIATE(T)                                                           \
  template void draw_head_noise<T>(std::uint32_t, std::uint32_t, Index, int, View<T>); \
  template std::unique_ptr<FrequencySource<T>> make_frequency_source<T>(const ModelSettings&, Index);
OMEGA_INSTANTIATE(float)
OMEGA_INSTANTIATE(double)
#undef OMEGA_INSTANTIATE

}  // namespace omega::train

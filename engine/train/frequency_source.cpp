#include "train/frequency_source.h"

#include <algorithm>

#include "train/streams.h"

namespace omega::train {

namespace {

/// One sample of each proposal: array (proposal, sample, coordinate) of the engine's lara.
template <class T>
void draw_proposal_noise(std::uint32_t seed, std::uint32_t draw, Index head, View<T> out) {
  for (Index c = 0; c < out.rows; ++c) draw_normals(head_address(seed, draw, head, 0, c, 0), out.row(c), out.cols);
}

template <class T>
class NoiseSource : public FrequencySource<T> {
 public:
  NoiseSource(const ModelSettings& model, Index layer, Index rows)
      : FrequencySource<T>(rows, false),
        of_proposals_(model.attention == AttentionKind::lara),
        heads_(model.heads),
        first_head_(layer * model.heads),
        noise_(model.heads * rows, model.head_width()) {}

  void declare(ParameterTable&, const std::string&) override {}
  void initialise(const ParameterTable&, T*, std::uint32_t) override {}
  void redraw(std::uint32_t seed, std::uint32_t draw) override {
    const Index rows = this->rows_per_head();
    for (Index h = 0; h < heads_; ++h) {
      const View<T> noise = noise_.view().middle_rows(h * rows, rows);
      of_proposals_ ? draw_proposal_noise<T>(seed, draw, first_head_ + h, noise)
                    : draw_head_noise<T>(seed, draw, first_head_ + h, 0, noise);
    }
  }
  DrawnArrays<T> drawn() const override { return {.noise = noise_.view()}; }

 private:
  bool of_proposals_;
  Index heads_, first_head_;
  Matrix<T> noise_;
};

}  // namespace

template <class T>
void draw_head_noise(std::uint32_t seed, std::uint32_t draw, Index head, int array, View<T> out) {
  for (Index s = 0; s < out.rows; ++s) draw_normals(head_address(seed, draw, head, array, 0, s), out.row(s), out.cols);
}

template <class T>
std::unique_ptr<FrequencySource<T>> make_frequency_source(const ModelSettings& model, Index layer) {
  switch (model.attention) {
    case AttentionKind::rfa: return std::make_unique<NoiseSource<T>>(model, layer, model.frequencies());
    case AttentionKind::lara:
    case AttentionKind::eva: return std::make_unique<NoiseSource<T>>(model, layer, model.landmarks);
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

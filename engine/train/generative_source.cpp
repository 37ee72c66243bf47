// ω = g(n): 4 × (linear → batch norm over the m rows → LeakyReLU 0.01), then linear → tanh. One network a layer; each
// head puts its own noise through it. The last weights start σ_0 times smaller, so that ω starts as wide as any other
// kernel's.
#include <algorithm>
#include <cmath>

#include "train/frequency_source.h"
#include "train/streams.h"

namespace omega::train {

namespace {

constexpr int kLayers = 5;

template <class T>
class GenerativeSource : public FrequencySource<T> {
 public:
  GenerativeSource(const ModelSettings& model, Index layer)
      : FrequencySource<T>(model.frequencies(), model.head_width(), true),
        heads_(model.heads),
        first_head_(layer * model.heads),
        D_(model.head_width()),
        m_(model.frequencies()),
        scale_(model.kernel_scale),
        noise_(heads_ * m_, D_) {}

  void declare(ParameterTable& table, const std::string& prefix) override {
    for (int i = 0; i < kLayers; ++i) {
      const std::string number = std::to_string(i);
      steps_[i].W = table.add(prefix + "W" + number, {D_, D_}, true);
      steps_[i].b = table.add(prefix + "b" + number, {D_}, false);
      if (i + 1 == kLayers) continue;
      steps_[i].gamma = table.add(prefix + "gamma" + number, {D_}, false);
      steps_[i].beta = table.add(prefix + "beta" + number, {D_}, false);
    }
  }

  void initialise(const ParameterTable& table, T* parameters, std::uint32_t seed) override {
    for (int i = 0; i < kLayers; ++i) {
      const View<T> W = table[steps_[i].W].in(parameters);
      const double factor = (i + 1 == kLayers ? scale_ : 1) / std::sqrt(static_cast<double>(D_));
      for (Index r = 0; r < D_; ++r) {
        draw_normals(address_of(seed, Purpose::weights, static_cast<Index>(steps_[i].W), r), W.row(r), D_);
        for (T& x : W.row_span(r)) x *= static_cast<T>(factor);
      }
      std::fill_n(table[steps_[i].b].in(parameters).data, D_, T(0));
      if (i + 1 == kLayers) continue;
      std::fill_n(table[steps_[i].gamma].in(parameters).data, D_, T(1));
      std::fill_n(table[steps_[i].beta].in(parameters).data, D_, T(0));
    }
  }

  void redraw(std::uint32_t seed, std::uint32_t draw) override {
    for (Index h = 0; h < heads_; ++h) draw_head_noise<T>(seed, draw, first_head_ + h, 0, of_head(noise_, h));
  }

  DrawnArrays<T> drawn() const override { return {.noise = noise_.view()}; }

 private:
  struct Step {
    std::size_t W = 0, b = 0, gamma = 0, beta = 0;
  };

  View<T> of_head(Matrix<T>& x, Index head) { return x.view().middle_rows(head * m_, m_); }

  Index heads_, first_head_, D_, m_;
  double scale_;
  Matrix<T> noise_;
  Step steps_[kLayers];
};

}  // namespace

template <class T>
std::unique_ptr<FrequencySource<T>> generative_source(const ModelSettings& model, Index layer) {
  return std::make_unique<GenerativeSource<T>>(model, layer);
}

template std::unique_ptr<FrequencySource<float>> generative_source<float>(const ModelSettings&, Index);
template std::unique_ptr<FrequencySource<double>> generative_source<double>(const ModelSettings&, Index);

}  // namespace omega::train

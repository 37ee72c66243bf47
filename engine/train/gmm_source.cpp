// ω_ci = S_c n_i + μ_c: S_c a whole matrix for rks, a diagonal for prf; all components share the normals n.
#include "train/frequency_source.h"
#include "train/streams.h"

namespace omega::train {

namespace {

template <class T>
class GmmSource : public FrequencySource<T> {
 public:
  GmmSource(const ModelSettings& model, Index layer)
      : FrequencySource<T>(model.frequencies(), model.head_width(), true),
        heads_(model.heads),
        first_head_(layer * model.heads),
        D_(model.head_width()),
        C_(model.components),
        m_(model.samples),
        scale_(model.kernel_scale),
        diagonal_(model.features == FeatureKind::prf),
        noise_(model.heads * m_, D_) {}

  void declare(ParameterTable& table, const std::string& prefix) override {
    mu_ = table.add(prefix + "mu", {heads_, C_, D_}, false);
    S_ = table.add(prefix + "S", diagonal_ ? Shape{heads_, C_, D_} : Shape{heads_, C_, D_, D_}, false);
  }

  /// μ ~ N(0, σ_0²), S = σ_0·I.
  void initialise(const ParameterTable& table, T* parameters, std::uint32_t seed) override {
    const View<T> mu = table[mu_].in(parameters), S = table[S_].in(parameters);
    for (Index r = 0; r < mu.rows; ++r) {
      draw_normals(address_of(seed, Purpose::weights, static_cast<Index>(mu_), r), mu.row(r), D_);
      for (T& x : mu.row_span(r)) x *= static_cast<T>(scale_);
    }
    for (Index r = 0; r < S.rows; ++r)
      for (Index d = 0; d < D_; ++d) S(r, d) = diagonal_ || r % D_ == d ? static_cast<T>(scale_) : T(0);
  }

  void redraw(std::uint32_t seed, std::uint32_t draw) override {
    for (Index h = 0; h < heads_; ++h) draw_head_noise<T>(seed, draw, first_head_ + h, 0, noise_of(h));
  }

  DrawnArrays<T> drawn() const override { return {.noise = noise_.view()}; }

 private:
  View<T> noise_of(Index head) { return noise_.view().middle_rows(head * m_, m_); }

  Index heads_, first_head_, D_, C_, m_;
  double scale_;
  bool diagonal_;
  Matrix<T> noise_;
  std::size_t mu_ = 0, S_ = 0;
};

}  // namespace

template <class T>
std::unique_ptr<FrequencySource<T>> gmm_source(const ModelSettings& model, Index layer) {
  return std::make_unique<GmmSource<T>>(model, layer);
}

template std::unique_ptr<FrequencySource<float>> gmm_source<float>(const ModelSettings&, Index);
template std::unique_ptr<FrequencySource<double>> gmm_source<double>(const ModelSettings&, Index);

}  // namespace omega::train

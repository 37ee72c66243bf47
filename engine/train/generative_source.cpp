// ω = g(n): 4 × (linear → batch norm over the m rows → LeakyReLU 0.01), then linear → tanh. One network a layer; each
// head puts its own noise through it. The last weights start σ_0 times smaller, so that ω starts as wide as any other
// kernel's.
#include <algorithm>
#include <cmath>

#include "cpu/gemm.h"
#include "cpu/rows.h"
#include "train/frequency_source.h"
#include "train/streams.h"

namespace omega::train {

namespace {

constexpr int kLayers = 5;
constexpr double kEpsilon = 1e-5, kLeak = 0.01;

template <class T>
class GenerativeSource : public FrequencySource<T> {
 public:
  GenerativeSource(const ModelSettings& model, Index layer)
      : FrequencySource<T>(model.frequencies(), true),
        heads_(model.heads),
        first_head_(layer * model.heads),
        D_(model.head_width()),
        m_(model.frequencies()),
        scale_(model.kernel_scale),
        noise_(heads_ * m_, D_),
        gradient_(m_, D_),
        next_gradient_(m_, D_) {
    for (int i = 0; i < kLayers; ++i) {
      steps_[i].normal = Matrix<T>(heads_ * m_, D_);
      steps_[i].out = Matrix<T>(heads_ * m_, D_);
      steps_[i].inverse_deviations = Matrix<T>(heads_, D_);
    }
  }

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
  void make(const ParameterTable& table, const T* parameters, View<T> rows) override {
    for (Index h = 0; h < heads_; ++h) {
      for (int i = 0; i < kLayers; ++i) forward(table, parameters, h, i);
      const View<const T> last = of_head(steps_[kLayers - 1].out, h);
      std::copy_n(last.data, m_ * D_, rows.row(h * m_));
    }
  }

  void backward(const ParameterTable& table, const T* parameters, View<const T> drows, T* gradient) override {
    for (Index h = 0; h < heads_; ++h) {
      std::copy_n(drows.row(h * m_), m_ * D_, gradient_.data());
      for (int i = kLayers; i-- > 0;) backward(table, parameters, h, i, gradient);
    }
  }

 private:
  struct Step {
    std::size_t W = 0, b = 0, gamma = 0, beta = 0;
    Matrix<T> normal, out, inverse_deviations;  // of all heads
  };

  View<T> of_head(Matrix<T>& x, Index head) { return x.view().middle_rows(head * m_, m_); }

  void forward(const ParameterTable& table, const T* parameters, Index head, int i) {
    Step& step = steps_[i];
    const View<T> out = of_head(step.out, head), normal = of_head(step.normal, head);
    multiply_nt<T>(i == 0 ? of_head(noise_, head) : of_head(steps_[i - 1].out, head), table[step.W].in(parameters),
                   out);
    add_to_rows<T>(out, table[step.b].in(parameters).data, T(1));
    if (i + 1 == kLayers) {
      for (Index j = 0; j < m_ * D_; ++j) out.data[j] = std::tanh(out.data[j]);
      return;
    }
    const T* gamma = table[step.gamma].in(parameters).data;
    const T* beta = table[step.beta].in(parameters).data;
    for (Index d = 0; d < D_; ++d) {
      double mean = 0, variance = 0;
      for (Index r = 0; r < m_; ++r) mean += static_cast<double>(out(r, d)) / static_cast<double>(m_);
      for (Index r = 0; r < m_; ++r)
        variance +=
            (static_cast<double>(out(r, d)) - mean) * (static_cast<double>(out(r, d)) - mean) / static_cast<double>(m_);
      const double inverse = 1 / std::sqrt(variance + kEpsilon);
      step.inverse_deviations(head, d) = static_cast<T>(inverse);
      for (Index r = 0; r < m_; ++r) {
        normal(r, d) = static_cast<T>((static_cast<double>(out(r, d)) - mean) * inverse);
        const T x = normal(r, d) * gamma[d] + beta[d];
        out(r, d) = x < 0 ? static_cast<T>(kLeak) * x : x;
      }
    }
  }

  /// gradient_ goes from that of the step's output to that of its input.
  void backward(const ParameterTable& table, const T* parameters, Index head, int i, T* gradient) {
    const Step& step = steps_[i];
    const View<const T> out = of_head(steps_[i].out, head);
    if (i + 1 == kLayers)
      for (Index j = 0; j < m_ * D_; ++j) gradient_.data()[j] *= 1 - out.data[j] * out.data[j];
    else
      norm_gradient(table, parameters, head, i, gradient);
    add_multiply_tn<T>(gradient_, i == 0 ? of_head(noise_, head) : of_head(steps_[i - 1].out, head),
                       table[step.W].in(gradient));
    add_column_sums<T>(gradient_, table[step.b].in(gradient).data);
    multiply_nn<T>(gradient_, table[step.W].in(parameters), next_gradient_);
    std::swap(gradient_, next_gradient_);
  }

  /// Through LeakyReLU and batch norm: dx = (g − mean(g) − normal·mean(g∘normal))/deviation down each column, g = dy∘γ.
  void norm_gradient(const ParameterTable& table, const T* parameters, Index head, int i, T* gradient) {
    const Step& step = steps_[i];
    const View<const T> out = of_head(steps_[i].out, head), normal = of_head(steps_[i].normal, head);
    const T* gamma = table[step.gamma].in(parameters).data;
    T* dgamma = table[step.gamma].in(gradient).data;
    T* dbeta = table[step.beta].in(gradient).data;
    for (Index d = 0; d < D_; ++d) {
      T sum = 0, along = 0;
      for (Index r = 0; r < m_; ++r) {
        T& g = gradient_(r, d);
        if (out(r, d) < 0) g *= static_cast<T>(kLeak);
        sum += g;
        along += g * normal(r, d);
      }
      dgamma[d] += along;
      dbeta[d] += sum;
      const T factor = gamma[d] * step.inverse_deviations(head, d), per = T(1) / static_cast<T>(m_);
      for (Index r = 0; r < m_; ++r)
        gradient_(r, d) = factor * (gradient_(r, d) - per * sum - normal(r, d) * per * along);
    }
  }

  Index heads_, first_head_, D_, m_;
  double scale_;
  Matrix<T> noise_, gradient_, next_gradient_;
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

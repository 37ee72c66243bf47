#include "train/frequency_source.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <vector>

#include "kernel_learning/walsh_hadamard.h"
#include "math/dot.h"
#include "train/streams.h"

namespace omega::train {

namespace {

// --- Noise -----------------------------------------------------------------------------------------------------------

/// ε as it is drawn, and what is learned of the means that proposals stand at: the map that they go through
/// (proposals/adapters.h), or the means themselves.
template <class T>
class NoiseSource : public FrequencySource<T> {
 public:
  NoiseSource(const ModelSettings& model, Index layer, Index rows)
      : FrequencySource<T>(rows, model.head_width() + (model.draws_keys() ? 1 : 0), false),
        model_(model),
        first_head_(layer * model.heads),
        noise_(model.heads * rows, this->columns()) {}

  void declare(ParameterTable& table, const std::string& prefix) override {
    const Index H = model_.heads, D = model_.head_width();
    if (model_.learns_proposals()) learned_.push_back(table.add(prefix + "mu", {H, model_.landmarks, D}, false));
    if (!model_.adapts) return;
    for (const std::string side : {"q", "k"}) {
      if (!(side == "q" ? model_.averages_queries() : model_.averages_keys())) continue;
      learned_.push_back(table.add(prefix + "adapt_" + side + "_W", {H, D, D}, true));
      for (const char* name : {"_b", "_gamma", "_beta"})
        learned_.push_back(table.add(prefix + "adapt_" + side + name, {H, D}, false));
    }
  }

  /// W = I, γ = 1, b = β = 0; μ as large as a fresh query, whose coordinates have variance τ = D^−½.
  void initialise(const ParameterTable& table, T* parameters, std::uint32_t seed) override {
    const Index D = model_.head_width();
    const double spread = std::pow(static_cast<double>(D), -0.25);
    for (const std::size_t number : learned_) {
      const std::string& name = table[number].name;
      const View<T> all = table[number].in(parameters);
      const bool is_mean = name.ends_with("mu"), is_map = name.ends_with("W"), is_factor = name.ends_with("gamma");
      for (Index r = 0; r < all.rows; ++r) {
        if (is_mean) draw_normals(address_of(seed, Purpose::weights, static_cast<Index>(number), r), all.row(r), D);
        for (Index d = 0; d < D; ++d)
          all(r, d) = is_mean ? static_cast<T>(spread) * all(r, d) : T(is_factor || (is_map && r % D == d) ? 1 : 0);
      }
    }
  }

  /// As the engine has its arrays: (proposal, sample, coordinate) of mis and lara, (query, sample, coordinate) of ra,
  /// else (sample, coordinate), as if of one row; u of ra is (query, sample).
  void redraw(std::uint32_t seed, std::uint32_t draw) override {
    const bool of_proposals = model_.attention == AttentionKind::mis || model_.attention == AttentionKind::lara,
               of_queries = model_.attention == AttentionKind::ra;
    const Index rows = this->rows_per_head(), D = model_.head_width(),
                samples = of_proposals ? 1
                          : of_queries ? model_.samples
                                       : rows;
    std::array<T, kMostQuerySamples> u{};
    for (Index r = 0; r < noise_.rows(); ++r) {
      const Index head = first_head_ + r / rows, row = r % rows / samples, sample = r % rows % samples;
      draw_normals(head_address(seed, draw, head, 0, row, sample), noise_.row(r), D);
      if (!model_.draws_keys()) continue;
      if (sample == 0) draw_uniforms(head_address(seed, draw, head, 1, row, 0), u.data(), samples);
      noise_(r, D) = u[static_cast<std::size_t>(sample)];
    }
  }
  DrawnArrays<T> drawn() const override { return {.noise = noise_.view()}; }

 private:
  ModelSettings model_;
  Index first_head_;
  Matrix<T> noise_;
  std::vector<std::size_t> learned_;
};

// --- Gaussian mixtures and networks ----------------------------------------------------------------------------------

/// Draws the normals from which its heads make their frequencies, `draws` of each head, in the engine's place for an
/// array (sample, coordinate).
template <class T>
class NormalSource : public FrequencySource<T> {
 public:
  void redraw(std::uint32_t seed, std::uint32_t draw) override {
    for (Index r = 0; r < noise_.rows(); ++r)
      draw_normals(head_address(seed, draw, first_head_ + r / draws_, 0, 0, r % draws_), noise_.row(r), noise_.cols());
  }
  DrawnArrays<T> drawn() const override { return {.noise = noise_.view()}; }

 protected:
  NormalSource(const ModelSettings& model, Index layer, Index draws)
      : FrequencySource<T>(model.frequencies(), model.head_width(), true),
        first_head_(layer * model.heads),
        draws_(draws),
        noise_(model.heads * draws, model.head_width()) {}

 private:
  Index first_head_, draws_;
  Matrix<T> noise_;
};

/// ω_ci = S_c n_i + μ_c: S_c a whole matrix for rks, a diagonal for prf; all components share the normals n.
template <class T>
class GmmSource : public NormalSource<T> {
 public:
  GmmSource(const ModelSettings& model, Index layer)
      : NormalSource<T>(model, layer, model.samples),
        heads_(model.heads),
        D_(model.head_width()),
        C_(model.components),
        scale_(model.kernel_scale),
        diagonal_(model.features == FeatureKind::prf) {}

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

 private:
  Index heads_, D_, C_;
  double scale_;
  bool diagonal_;
  std::size_t mu_ = 0, S_ = 0;
};

/// ω = g(n): 4 × (linear → batch norm over the m rows → LeakyReLU 0.01), then linear → tanh. One network a layer; each
/// head puts its own noise through it. The last weights start σ_0 times smaller, so that ω starts as wide as any other
/// kernel's.
template <class T>
class GenerativeSource : public NormalSource<T> {
 public:
  GenerativeSource(const ModelSettings& model, Index layer)
      : NormalSource<T>(model, layer, model.frequencies()), D_(model.head_width()), scale_(model.kernel_scale) {}

  void declare(ParameterTable& table, const std::string& prefix) override {
    for (int i = 0; i < kNetworkLayers; ++i) {
      const std::string number = std::to_string(i);
      steps_[i].W = table.add(prefix + "W" + number, {D_, D_}, true);
      steps_[i].b = table.add(prefix + "b" + number, {D_}, false);
      if (i + 1 == kNetworkLayers) continue;
      steps_[i].gamma = table.add(prefix + "gamma" + number, {D_}, false);
      steps_[i].beta = table.add(prefix + "beta" + number, {D_}, false);
    }
  }

  void initialise(const ParameterTable& table, T* parameters, std::uint32_t seed) override {
    for (int i = 0; i < kNetworkLayers; ++i) {
      const View<T> W = table[steps_[i].W].in(parameters);
      const double factor = (i + 1 == kNetworkLayers ? scale_ : 1) / std::sqrt(static_cast<double>(D_));
      for (Index r = 0; r < D_; ++r) {
        draw_normals(address_of(seed, Purpose::weights, static_cast<Index>(steps_[i].W), r), W.row(r), D_);
        for (T& x : W.row_span(r)) x *= static_cast<T>(factor);
      }
      std::fill_n(table[steps_[i].b].in(parameters).data, D_, T(0));
      if (i + 1 == kNetworkLayers) continue;
      std::fill_n(table[steps_[i].gamma].in(parameters).data, D_, T(1));
      std::fill_n(table[steps_[i].beta].in(parameters).data, D_, T(0));
    }
  }

 private:
  struct Step {
    std::size_t W = 0, b = 0, gamma = 0, beta = 0;
  };

  Index D_;
  double scale_;
  Step steps_[kNetworkLayers];
};

// --- FastFood --------------------------------------------------------------------------------------------------------

// The arrays' numbers in the engine's fastfood.
constexpr int kG = 2, kB = 3, kPerm = 4, kS = 5;

/// V = (σ_0/√P) S H G Π H B in ⌈F/P⌉ blocks; ω = its first F rows and D columns.
/// Where nothing is learned, all of it is drawn anew with each redraw; else what is not learned is drawn once, because
/// a learned S belongs to its G.
template <class T>
class FastfoodSource : public FrequencySource<T> {
 public:
  FastfoodSource(const ModelSettings& model, Index layer)
      : FrequencySource<T>(model.frequencies(), model.head_width(), model.fastfood != FastfoodLearning::none),
        heads_(model.heads),
        first_head_(layer * model.heads),
        D_(model.head_width()),
        P_(padded_to_power_of_two(D_)),
        blocks_((model.frequencies() + P_ - 1) / P_),
        learning_(model.fastfood),
        fixed_{Matrix<T>(heads_ * blocks_, P_), Matrix<T>(heads_ * blocks_, P_), Matrix<T>(heads_ * blocks_, P_)},
        permutation_(static_cast<std::size_t>(heads_ * blocks_ * P_)) {}

  void declare(ParameterTable& table, const std::string& prefix) override {
    const Shape shape = {heads_, blocks_, P_};
    if (learning_ != FastfoodLearning::none) parameters_[0] = table.add(prefix + "S", shape, false);
    if (learning_ != FastfoodLearning::sgb) return;
    parameters_[1] = table.add(prefix + "G", shape, false);
    parameters_[2] = table.add(prefix + "B", shape, false);
  }

  void initialise(const ParameterTable& table, T* parameters, std::uint32_t seed) override {
    draw_factors(seed, 0);
    for (int i = 0; i < 3; ++i)
      if (learned(i)) std::copy_n(fixed_[i].data(), fixed_[i].rows() * P_, table[parameters_[i]].in(parameters).data);
  }

  void redraw(std::uint32_t seed, std::uint32_t draw) override {
    if (!this->learns()) draw_factors(seed, draw);
  }

  DrawnArrays<T> drawn() const override {
    return {{}, fixed_[0].view(), fixed_[1].view(), fixed_[2].view(), permutation_.data()};
  }

 private:
  bool learned(int factor) const {
    return learning_ == FastfoodLearning::sgb || (learning_ == FastfoodLearning::s && factor == 0);
  }

  /// G normal, B = ±1, Π sorts uniforms, S = s/‖G‖ with s the norm of P normals.
  void draw_factors(std::uint32_t seed, std::uint32_t draw) {
    std::vector<double>& numbers = numbers_;
    for (Index part = 0; part < heads_ * blocks_; ++part) {
      const Index head = first_head_ + part / blocks_, block = part % blocks_;
      draw_normals(head_address(seed, draw, head, kG, 0, block), numbers.data(), P_);
      const double length = std::sqrt(dot(numbers, numbers));
      std::copy(numbers.begin(), numbers.end(), fixed_[1].row(part));
      for (Index i = 0; i < P_; ++i) {
        draw_normals(head_address(seed, draw, head, kS, block, i), numbers.data(), P_);
        fixed_[0](part, i) = static_cast<T>(std::sqrt(dot(numbers, numbers)) / length);
      }
      draw_uniforms(head_address(seed, draw, head, kB, block, 0), numbers.data(), P_);
      for (Index i = 0; i < P_; ++i) fixed_[2](part, i) = numbers[static_cast<std::size_t>(i)] < 0.5 ? T(1) : T(-1);
      draw_uniforms(head_address(seed, draw, head, kPerm, block, 0), numbers.data(), P_);
      Index* order = permutation_.data() + part * P_;
      std::iota(order, order + P_, Index{0});
      std::sort(order, order + P_, [&](Index a, Index b) {
        return std::pair(numbers[static_cast<std::size_t>(a)], a) < std::pair(numbers[static_cast<std::size_t>(b)], b);
      });
    }
  }

  Index heads_, first_head_, D_, P_, blocks_;
  FastfoodLearning learning_;
  Matrix<T> fixed_[3];  // S, G, B as drawn
  std::vector<Index> permutation_;
  std::vector<double> numbers_ = std::vector<double>(static_cast<std::size_t>(P_));
  std::size_t parameters_[3] = {};
};

}  // namespace

template <class T>
std::unique_ptr<FrequencySource<T>> make_frequency_source(const ModelSettings& model, Index layer) {
  const auto noise = [&](Index rows) { return std::make_unique<NoiseSource<T>>(model, layer, rows); };
  switch (model.attention) {
    case AttentionKind::rfa: return noise(model.frequencies());
    case AttentionKind::ra: return noise(model.length * model.samples);
    case AttentionKind::mis:
    case AttentionKind::lara: return noise(model.landmarks);
    case AttentionKind::eva: return noise(model.shares_samples() ? model.samples : model.landmarks);
    case AttentionKind::gmm: return std::make_unique<GmmSource<T>>(model, layer);
    case AttentionKind::fastfood: return std::make_unique<FastfoodSource<T>>(model, layer);
    case AttentionKind::generative: return std::make_unique<GenerativeSource<T>>(model, layer);
    default: return nullptr;
  }
}

template std::unique_ptr<FrequencySource<float>> make_frequency_source<float>(const ModelSettings&, Index);
template std::unique_ptr<FrequencySource<double>> make_frequency_source<double>(const ModelSettings&, Index);

}  // namespace omega::train

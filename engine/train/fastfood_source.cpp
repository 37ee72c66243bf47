// V = (σ_0/√P) S H G Π H B in ⌈F/P⌉ blocks; ω = its first F rows and D columns.
// What is not learned is drawn anew with each redraw where nothing is, and once where S is: it belongs to its G.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "kernel_learning/walsh_hadamard.h"
#include "train/frequency_source.h"
#include "train/streams.h"

namespace omega::train {

namespace {

// The arrays' numbers in the engine's fastfood.
constexpr int kG = 2, kB = 3, kPerm = 4, kS = 5;

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
      const double length = std::sqrt(std::inner_product(numbers.begin(), numbers.end(), numbers.begin(), 0.0));
      std::copy(numbers.begin(), numbers.end(), fixed_[1].row(part));
      for (Index i = 0; i < P_; ++i) {
        draw_normals(head_address(seed, draw, head, kS, block, i), numbers.data(), P_);
        fixed_[0](part, i) = static_cast<T>(
            std::sqrt(std::inner_product(numbers.begin(), numbers.end(), numbers.begin(), 0.0)) / length);
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
std::unique_ptr<FrequencySource<T>> fastfood_source(const ModelSettings& model, Index layer) {
  return std::make_unique<FastfoodSource<T>>(model, layer);
}

template std::unique_ptr<FrequencySource<float>> fastfood_source<float>(const ModelSettings&, Index);
template std::unique_ptr<FrequencySource<double>> fastfood_source<double>(const ModelSettings&, Index);

}  // namespace omega::train

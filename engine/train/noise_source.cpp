// ε as it is drawn, and what is learned of the means that proposals stand at: the map that they go through
// (proposals/adapters.h), or they themselves.
#include <array>
#include <cmath>

#include "train/frequency_source.h"
#include "train/streams.h"

namespace omega::train {

namespace {

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

}  // namespace

template <class T>
std::unique_ptr<FrequencySource<T>> noise_source(const ModelSettings& model, Index layer, Index rows) {
  return std::make_unique<NoiseSource<T>>(model, layer, rows);
}

template std::unique_ptr<FrequencySource<float>> noise_source<float>(const ModelSettings&, Index, Index);
template std::unique_ptr<FrequencySource<double>> noise_source<double>(const ModelSettings&, Index, Index);

}  // namespace omega::train

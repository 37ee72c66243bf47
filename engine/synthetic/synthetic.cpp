#include "synthetic/synthetic.h"

#include <algorithm>

#include "core/memory.h"
#include "core/named.h"
#include "core/philox.h"
#include "synthetic/parts.h"

namespace omega {

namespace {

// Stands in place of the number of a draw. Estimators count theirs from 0, so data and noise of one seed never use the
// same numbers.
constexpr std::uint32_t kDataDraw = 0xDA7A0000;
constexpr Index kStreamsPerHead = 16;

struct Layout {
  Index heads, tokens, dim, value_dim;

  Layout(const Synthetic& preset, const Options& options)
      : heads(options.integer("heads")),
        tokens(options.integer("n")),
        dim(preset.dim ? preset.dim : options.integer("dim")),
        value_dim(preset.value_dim ? preset.value_dim : dim) {}

  double bytes() const {
    return 4.0 * static_cast<double>(heads) * static_cast<double>(tokens) * static_cast<double>(2 * dim + value_dim);
  }
  Shape shape(Index last) const { return heads == 1 ? Shape{tokens, last} : Shape{heads, tokens, last}; }
};

View<float> head_view(Array& array, Index head, Index tokens, Index dim) {
  return {array.data<float>() + head * tokens * dim, tokens, dim};
}

void check_memory(const std::string& name, const Layout& layout) {
  const double available = static_cast<double>(memory::available_bytes());
  if (layout.bytes() > 0.9 * available)
    throw Error::failure(name + " of this size needs " + number_text(std::ceil(layout.bytes() / (1 << 30))) +
                         " GiB but " + number_text(std::floor(available / (1 << 30))) +
                         " GiB are free; use fewer tokens, dimensions or heads");
}

std::string title(const Synthetic& preset, const Options& options, std::uint32_t seed) {
  std::string text = preset.name + ", seed " + std::to_string(seed);
  for (const OptionSpec& spec : preset.options)
    if (options.value(spec.name) != spec.default_value)
      text += ", " + spec.name + "=" + to_string(options.value(spec.name));
  return text;
}

}  // namespace

std::vector<double> SyntheticHead::normals(Stream stream, Index row, Index count) const {
  std::vector<double> values(static_cast<std::size_t>(count));
  const NoiseAddress at{seed, kDataDraw, static_cast<std::uint32_t>(kStreamsPerHead * head + stream),
                        static_cast<std::uint32_t>(row), 0};
  draw_normals(at, values.data(), count);
  return values;
}

const std::vector<Synthetic>& synthetics() {
  static const std::vector<Synthetic> table = {
      synthetic::three_clusters(), synthetic::two_camps(),   synthetic::spiral(), synthetic::gaussian(),
      synthetic::clusters(),       synthetic::smooth(),      synthetic::needle(), synthetic::periodic(),
      synthetic::duplicates(),     synthetic::large_norms(), synthetic::minilm(),
  };
  return table;
}

std::string Synthetic::title() const {
  if (!heading.empty()) return heading;
  std::string words = name;
  std::replace(words.begin(), words.end(), '_', ' ');
  words[0] = static_cast<char>(words[0] - 'a' + 'A');
  return words;
}

const Synthetic& find_synthetic(const std::string& name) {
  return find_named(synthetics(), name, "preset", "the presets are");
}

std::shared_ptr<const Sequence> make_synthetic(const Synthetic& preset, const Options& options, std::uint32_t seed,
                                               const Progress& progress) {
  const Layout layout(preset, options);
  check_memory(preset.name, layout);
  Array q(Dtype::f32, layout.shape(layout.dim)), k(Dtype::f32, layout.shape(layout.dim)),
      v(Dtype::f32, layout.shape(layout.value_dim));
  for (Index h = 0; h < layout.heads; ++h) {
    const auto told = [&](double of_head) {
      progress.report((static_cast<double>(h) + of_head) / static_cast<double>(layout.heads));
    };
    const Progress of_one(progress.stop(), told);
    preset.fill({options, seed, h, head_view(q, h, layout.tokens, layout.dim),
                 head_view(k, h, layout.tokens, layout.dim), head_view(v, h, layout.tokens, layout.value_dim), of_one});
    told(1);
  }
  Sequence sequence = *Sequence::make(std::move(q), std::move(k), std::move(v), title(preset, options, seed));
  sequence.grid = preset.grid(options);
  sequence.labels = preset.labels(options);
  return std::make_shared<const Sequence>(std::move(sequence));
}

std::shared_ptr<const Sequence> make_synthetic(const std::string& name, const Options::Given& options,
                                               std::uint32_t seed) {
  const Synthetic& preset = find_synthetic(name);
  return make_synthetic(preset, Options(name, preset.options, options), seed);
}

}  // namespace omega
